// Values of a kernel as LLVM values: definition, splats, 32-bit forms and masks.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "backend/cpu/codegen.h"
#include "base/check.h"

namespace eutectic::cpu {

// Makes something right behind the scalar that it depends on, so that it is outside of loops that the scalar is outside
// of.
template <class F>
Codegen::V Codegen::after(V scalar, F&& make) {
  llvm::IRBuilderBase::InsertPointGuard guard(b);
  if (auto* i = llvm::dyn_cast<llvm::Instruction>(scalar)) {
    if (llvm::isa<llvm::PHINode>(i) || !i->getNextNode())
      b.SetInsertPoint(i->getParent(),
                       llvm::isa<llvm::PHINode>(i) ? i->getParent()->getFirstInsertionPt() : i->getParent()->end());
    else
      b.SetInsertPoint(i->getNextNode());
  } else {
    llvm::BasicBlock& entry = function_->getEntryBlock();
    b.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  }
  return make();
}

void Codegen::define(ValueId v, Rep r) { reps_[v.index()] = std::move(r); }

// Both forms at once; what nobody uses is deleted later.
void Codegen::define_affine(ValueId v, V base, int64_t step, Range range) {
  Rep r;
  r.lane = true;
  r.first = lanes_.first;
  r.base = base;
  r.step = step;
  r.range = range;
  int w = lanes_.width;
  V wide = splat(base, w), low = splat(b.CreateTrunc(base, b.getInt32Ty()), w);
  for (int k = 0; k < lanes_.count; ++k) {
    r.wide.push_back(b.CreateAdd(wide, iota(w, step * w * k, step, b.getInt64Ty())));
    r.low.push_back(b.CreateAdd(low, iota(w, step * w * k, step, b.getInt32Ty())));
  }
  define(v, std::move(r));
}

void Codegen::define_uniform(ValueId v, V value, Range range) {
  Rep r;
  r.uniform = value;
  r.range = range;
  define(v, std::move(r));
}

void Codegen::define_lane(ValueId v, Vectors vectors) {
  Rep r;
  r.lane = true;
  r.wide = std::move(vectors);
  r.first = lanes_.first;
  define(v, std::move(r));
}

Codegen::V Codegen::uniform(ValueId v) {
  Rep& r = rep(v);
  CHECK(!r.lane && r.uniform, "%{} is used as a uniform value, but is none here", v.value);
  return r.uniform;
}

llvm::Constant* Codegen::iota(int width, int64_t from, int64_t step, llvm::Type* element) {
  llvm::SmallVector<llvm::Constant*, 16> c;
  unsigned bits = element->getIntegerBitWidth();
  for (int i = 0; i < width; ++i) {
    uint64_t x = static_cast<uint64_t>(from) + static_cast<uint64_t>(step) * static_cast<uint64_t>(i);
    c.push_back(llvm::ConstantInt::get(element, bits == 64 ? x : x & ((uint64_t{1} << bits) - 1)));
  }
  return width == 1 ? c[0] : llvm::ConstantVector::get(c);
}

Codegen::V Codegen::splat(V scalar, int width) {
  if (width == 1) return scalar;
  auto count = llvm::ElementCount::getFixed(static_cast<unsigned>(width));
  if (auto* c = llvm::dyn_cast<llvm::Constant>(scalar)) return llvm::ConstantVector::getSplat(count, c);
  V& known = splats_[{scalar, width}];
  if (known) return known;
  known = after(scalar, [&] { return b.CreateVectorSplat(count, scalar); });
  return known;
}

Codegen::V Codegen::vec(ValueId v, int k) {
  const Rep& r = rep(v);
  if (!r.lane) {
    CHECK(r.uniform, "%{} is used before it is defined", v.value);
    return splat(r.uniform, lanes_.width);
  }
  auto n = static_cast<size_t>(lanes_.first + k - r.first);
  CHECK(n < r.wide.size(), "vector {} of %{}", n, v.value);
  return r.wide[n];
}

bool Codegen::has_low(ValueId v) const { return !rep(v).lane || !rep(v).low.empty(); }

Codegen::V Codegen::base_of(const Rep& r, int first) {
  int64_t skip = r.step * lanes_.width * (first - r.first);
  return skip == 0 ? r.base : b.CreateAdd(r.base, b.getInt64(static_cast<uint64_t>(skip)));
}

Codegen::V Codegen::low32(ValueId v, int k) {
  const Rep& r = rep(v);
  llvm::Type* i32 = b.getInt32Ty();
  if (!r.lane) {
    V low = llvm::isa<llvm::Constant>(r.uniform) ? b.CreateTrunc(r.uniform, i32)
                                                 : after(r.uniform, [&] { return b.CreateTrunc(r.uniform, i32); });
    return splat(low, lanes_.width);
  }
  if (r.low.empty()) {
    V wide = vec(v, k);
    return b.CreateTrunc(wide, wide->getType()->getWithNewBitWidth(32));
  }
  auto n = static_cast<size_t>(lanes_.first + k - r.first);
  CHECK(n < r.low.size(), "low vector {} of %{}", n, v.value);
  return r.low[n];
}

Codegen::V Codegen::mask_any(std::span<V const> masks) {
  V all = masks[0];
  for (size_t i = 1; i < masks.size(); ++i) all = b.CreateOr(all, masks[i]);
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(all->getType());
  if (!vector) return all;
  V bits = b.CreateBitCast(all, b.getIntNTy(vector->getNumElements()));
  return b.CreateICmpNE(bits, llvm::Constant::getNullValue(bits->getType()));
}

Vectors Codegen::mask_and(std::span<V const> masks) {
  Vectors r(masks.begin(), masks.end());
  if (!lanes_.mask.empty())
    for (size_t k = 0; k < r.size(); ++k) r[k] = b.CreateAnd(r[k], lanes_.mask[k]);
  return r;
}

Vectors Codegen::mask_and(ValueId pred) {
  Vectors m;
  for (int k = 0; k < lanes_.count; ++k) m.push_back(vec(pred, k));
  return mask_and(m);
}

llvm::BasicBlock* Codegen::new_block(const char* name) { return llvm::BasicBlock::Create(context_, name, function_); }

void Codegen::branch_if(V condition, llvm::BasicBlock* yes, llvm::BasicBlock* no, int likely) {
  auto* i = b.CreateCondBr(condition, yes, no);
  if (likely != 0) {
    llvm::MDBuilder md(context_);
    i->setMetadata(llvm::LLVMContext::MD_prof,
                   likely > 0 ? md.createBranchWeights(2000, 1) : md.createBranchWeights(1, 2000));
  }
}

}  // namespace eutectic::cpu

// `when` of a lane predicate with an expensive arm: a loop over those of the vectors that want it. The arm's code
// stands once, at one vector at a time, and what it reads of the others is in memory meanwhile.
#include <llvm/IR/Constants.h>

#include "backend/cpu/codegen.h"
#include "base/check.h"

namespace eutectic::cpu {

// Lane values from outside that a region reads, in order of first use. Regions nest at most 64 deep.
std::vector<ValueId> Codegen::lane_inputs(RegionId region) {
  std::vector<ValueId> inputs;
  ++flow_now_;
  auto define_here = [&](ValueId v) { flow_stamp_[v.index()] = flow_now_; };
  auto use = [&](ValueId v) {
    if (flow_stamp_[v.index()] == flow_now_ || !rep(v).lane) return;
    define_here(v);
    inputs.push_back(v);
  };
  auto walk = [&](auto& self, RegionId r) -> void {
    const kernel::Region& body = kernel_.regions[r];
    for (ValueId p : body.params) define_here(p);
    for (StmtId id : body.stmts) {
      const Stmt& s = kernel_.stmts[id];
      for (ValueId o : s.operands) use(o);
      for (const kernel::IndexTerm& t : s.index.terms) use(t.value);
      for (RegionId inner : s.regions) self(self, inner);
      for (ValueId x : s.results) define_here(x);
    }
    for (ValueId y : body.yields) use(y);
  };
  walk(walk, region);
  return inputs;
}

void Codegen::emit_when_each(const Stmt& stmt) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  size_t n = stmt.results.size();
  const LaneContext outer = lanes_;
  int width = outer.width;
  Vectors masks = mask_and(stmt.operands[0]);
  std::vector<Vectors> otherwise(n);
  for (size_t i = 0; i < n; ++i)
    for (int k = 0; k < outer.count; ++k) otherwise[i].push_back(vec(stmt.operands[i + 1], k));
  std::vector<ValueId> inputs = lane_inputs(stmt.regions[0]);
  auto mask_bits = static_cast<unsigned>(std::clamp(target_.vector_bits / width, 8, 64));
  llvm::Type* mask_type = llvm::FixedVectorType::get(b.getIntNTy(mask_bits), static_cast<unsigned>(width));

  // An array of `count` vectors on the stack.
  auto array = [&](llvm::Type* type) {
    llvm::IRBuilderBase::InsertPointGuard guard(b);
    llvm::BasicBlock& entry = function_->getEntryBlock();
    b.SetInsertPoint(&entry, entry.begin());
    llvm::AllocaInst* a = b.CreateAlloca(llvm::ArrayType::get(type, static_cast<uint64_t>(outer.count)));
    a->setAlignment(llvm::Align(64));
    return a;
  };
  auto put = [&](llvm::AllocaInst* a, llvm::Type* type, V k, V value) {
    b.CreateStore(value, b.CreateInBoundsGEP(type, a, k));
  };
  auto get = [&](llvm::AllocaInst* a, llvm::Type* type, V k) {
    return b.CreateLoad(type, b.CreateInBoundsGEP(type, a, k));
  };
  auto number = [&](int k) { return b.getInt64(static_cast<uint64_t>(k)); };

  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock *prepare = new_block("when.any"), *head = new_block("when.vector"), *then = new_block("when.each");
  llvm::BasicBlock *next = new_block("when.next"), *collect = new_block("when.collect"), *end = new_block("when.end");
  V any = mask_any(masks);
  before = b.GetInsertBlock();
  branch_if(any, prepare, end);

  b.SetInsertPoint(prepare);
  llvm::AllocaInst* mask_array = array(mask_type);
  for (int k = 0; k < outer.count; ++k)
    put(mask_array, mask_type, number(k), b.CreateSExt(masks[static_cast<size_t>(k)], mask_type));
  struct Input {
    ValueId value;
    Rep saved;
    llvm::AllocaInst *wide = nullptr, *low = nullptr;
    llvm::Type *wide_type = nullptr, *low_type = nullptr;
  };
  std::vector<Input> saved;
  for (ValueId v : inputs) {
    Input in{v, rep(v), nullptr, nullptr, nullptr, nullptr};
    if (!in.saved.base) {
      // 64-bit values that fit 32 bits are kept as such.
      bool only_low = !in.saved.low.empty() && in.saved.range.fits32();
      if (!only_low) {
        in.wide_type = ops_.memory_type(type_of(v), width);
        in.wide = array(in.wide_type);
      }
      if (!in.saved.low.empty()) {
        in.low_type = ops_.type(ElementType::S32, width);
        in.low = array(in.low_type);
      }
      for (int k = 0; k < outer.count; ++k) {
        if (in.wide) put(in.wide, in.wide_type, number(k), ops_.to_memory(type_of(v), vec(v, k)));
        if (in.low) put(in.low, in.low_type, number(k), low32(v, k));
      }
    }
    saved.push_back(std::move(in));
  }
  std::vector<llvm::AllocaInst*> result(n);
  std::vector<llvm::Type*> result_type(n);
  for (size_t i = 0; i < n; ++i) {
    result_type[i] = ops_.memory_type(type_of(stmt.results[i]), width);
    result[i] = array(result_type[i]);
    for (int k = 0; k < outer.count; ++k)
      put(result[i], result_type[i], number(k),
          ops_.to_memory(type_of(stmt.results[i]), otherwise[i][static_cast<size_t>(k)]));
  }
  b.CreateBr(head);

  b.SetInsertPoint(head);
  llvm::PHINode* k = b.CreatePHI(b.getInt64Ty(), 2);
  k->addIncoming(number(0), prepare);
  V wide_mask = get(mask_array, mask_type, k);
  V mask = b.CreateICmpSLT(wide_mask, llvm::Constant::getNullValue(mask_type));
  V one[] = {mask};
  branch_if(mask_any(one), then, next);

  b.SetInsertPoint(then);
  lanes_ = {width, 1, 0, {mask}};
  for (Input& in : saved) {
    if (in.saved.base) {
      int64_t skip = in.saved.step * width;
      V base = b.CreateAdd(base_of(in.saved, outer.first), b.CreateMul(k, b.getInt64(static_cast<uint64_t>(skip))));
      define_affine(in.value, base, in.saved.step, in.saved.range);
      continue;
    }
    Rep r;
    r.lane = true;
    r.range = in.saved.range;
    if (in.low) r.low.push_back(get(in.low, in.low_type, k));
    if (in.wide)
      r.wide.push_back(ops_.from_memory(type_of(in.value), get(in.wide, in.wide_type, k)));
    else
      r.wide.push_back(b.CreateSExt(r.low[0], ops_.type(type_of(in.value), width)));
    define(in.value, std::move(r));
  }
  emit_region(stmt.regions[0]);
  for (size_t i = 0; i < n; ++i) {
    ElementType t = type_of(stmt.results[i]);
    V old = ops_.from_memory(t, get(result[i], result_type[i], k));
    put(result[i], result_type[i], k, ops_.to_memory(t, b.CreateSelect(mask, vec(body.yields[i], 0), old)));
  }
  b.CreateBr(next);

  b.SetInsertPoint(next);
  V following = b.CreateAdd(k, number(1));
  k->addIncoming(following, next);
  branch_if(b.CreateICmpULT(following, number(outer.count)), head, collect);

  b.SetInsertPoint(collect);
  lanes_ = outer;
  for (Input& in : saved) reps_[in.value.index()] = std::move(in.saved);
  std::vector<Vectors> chosen(n);
  for (size_t i = 0; i < n; ++i)
    for (int v = 0; v < outer.count; ++v)
      chosen[i].push_back(ops_.from_memory(type_of(stmt.results[i]), get(result[i], result_type[i], number(v))));
  b.CreateBr(end);

  b.SetInsertPoint(end);
  for (size_t i = 0; i < n; ++i) {
    Vectors out;
    for (size_t v = 0; v < chosen[i].size(); ++v) {
      llvm::PHINode* p = b.CreatePHI(chosen[i][v]->getType(), 2);
      p->addIncoming(otherwise[i][v], before);
      p->addIncoming(chosen[i][v], collect);
      out.push_back(p);
    }
    define_lane(stmt.results[i], out);
  }
}

}  // namespace eutectic::cpu

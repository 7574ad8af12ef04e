// `lanes`: a loop over groups of vectors, a tail with a mask, and reductions in the order of kernel/reduce.h.
#include <llvm/IR/Constants.h>

#include <limits>
#include <optional>

#include "backend/cpu/codegen.h"
#include "base/check.h"
#include "kernel/reduce.h"

namespace eutectic::cpu {
namespace {

constexpr int accumulators = kernel::reduce_accumulators;

// hi - lo if that is the same in every run, else -1.
int64_t constant_size(llvm::Value* lo, llvm::Value* hi) {
  auto* cl = llvm::dyn_cast<llvm::ConstantInt>(lo);
  auto* ch = llvm::dyn_cast<llvm::ConstantInt>(hi);
  if (cl && ch) return std::max<int64_t>(0, ch->getSExtValue() - cl->getSExtValue());
  auto* add = llvm::dyn_cast<llvm::BinaryOperator>(hi);
  if (!add || add->getOpcode() != llvm::Instruction::Add) return -1;
  for (unsigned i = 0; i < 2; ++i)
    if (add->getOperand(i) == lo)
      if (auto* c = llvm::dyn_cast<llvm::ConstantInt>(add->getOperand(1 - i)))
        return std::max<int64_t>(0, c->getSExtValue());
  return -1;
}

}  // namespace

Codegen::V Codegen::reduce_op(const Stmt& stmt, size_t i, V x, V y) {
  ElementType t = type_of(stmt.results[i]);
  ElementType types[] = {t, t};
  V args[] = {x, y};
  return ops_.emit(stmt.reducers[i], t, types, args);
}

// All 64 accumulators as vectors.
Vectors Codegen::reduce_load(const Stmt& stmt, size_t i, const Reduction& r, int width) {
  ElementType t = type_of(stmt.results[i]);
  Vectors out;
  for (int k = 0; k < accumulators; k += width) {
    V p = b.CreateConstInBoundsGEP1_64(ops_.memory_type(t, 1), r.array, static_cast<uint64_t>(k));
    V v = b.CreateAlignedLoad(ops_.memory_type(t, width), p, llvm::Align(static_cast<uint64_t>(info(t).storage_bytes)));
    out.push_back(ops_.from_memory(t, v));
  }
  return out;
}

void Codegen::reduce_store(const Stmt& stmt, size_t i, const Reduction& r, std::span<V const> values, int width) {
  ElementType t = type_of(stmt.results[i]);
  for (size_t k = 0; k < values.size(); ++k) {
    V p = b.CreateConstInBoundsGEP1_64(ops_.memory_type(t, 1), r.array, k * static_cast<size_t>(width));
    b.CreateAlignedStore(ops_.to_memory(t, values[k]), p, llvm::Align(static_cast<uint64_t>(info(t).storage_bytes)));
  }
}

// Adds the context's vectors, the first of which is at `position` (a multiple of the width), to the array.
void Codegen::reduce_array(const Stmt& stmt, std::span<Reduction> reductions, V position) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  V at = b.CreateAnd(position, b.getInt64(accumulators - 1));
  for (size_t i = 0; i < reductions.size(); ++i) {
    ElementType t = type_of(stmt.results[i]);
    llvm::Align align(static_cast<uint64_t>(info(t).storage_bytes));
    for (int k = 0; k < lanes_.count; ++k) {
      // Groups are powers of two and no larger than 64, so they do not wrap within.
      V index = b.CreateAdd(at, b.getInt64(static_cast<uint64_t>(k * lanes_.width)));
      V p = b.CreateInBoundsGEP(ops_.memory_type(t, 1), reductions[i].array, index);
      V old = ops_.from_memory(t, b.CreateAlignedLoad(ops_.memory_type(t, lanes_.width), p, align));
      V sum = reduce_op(stmt, i, old, vec(body.yields[i], k));
      if (V mask = active(k)) sum = b.CreateSelect(mask, sum, old);
      b.CreateAlignedStore(ops_.to_memory(t, sum), p, align);
    }
  }
}

// The tree over the accumulators.
Codegen::V Codegen::reduce_finish(const Stmt& stmt, size_t i, Vectors acc, int width) {
  while (acc.size() > 1) {
    size_t half = acc.size() / 2;
    for (size_t k = 0; k < half; ++k) acc[k] = reduce_op(stmt, i, acc[k], acc[k + half]);
    acc.resize(half);
  }
  V v = acc[0];
  for (int s = width / 2; s >= 1; s /= 2) {
    if (s == 1) {
      v = reduce_op(stmt, i, b.CreateExtractElement(v, uint64_t{0}), b.CreateExtractElement(v, uint64_t{1}));
      break;
    }
    llvm::SmallVector<int, 32> low, high;
    for (int k = 0; k < s; ++k) {
      low.push_back(k);
      high.push_back(k + s);
    }
    v = reduce_op(stmt, i, b.CreateShuffleVector(v, low), b.CreateShuffleVector(v, high));
  }
  return v;
}

// The body for the lanes from `index` on; `remaining` (null: all) says how many of them exist.
void Codegen::lanes_body(const Stmt& stmt, V index, Shape shape, V remaining) {
  lanes_ = {shape.width, shape.count, 0, {}};
  if (remaining) {
    V left = splat(b.CreateTrunc(remaining, b.getInt32Ty()), shape.width);
    for (int k = 0; k < shape.count; ++k)
      lanes_.mask.push_back(b.CreateICmpSLT(iota(shape.width, int64_t{shape.width} * k, 1, b.getInt32Ty()), left));
  }
  Range lo = rep(stmt.operands[0]).range, hi = rep(stmt.operands[1]).range;
  Range range{lo.lo, hi.hi == std::numeric_limits<int64_t>::min() ? hi.hi : hi.hi - 1};
  define_affine(kernel_.regions[stmt.regions[0]].params[0], index, 1, range);
  emit_region(stmt.regions[0]);
}

void Codegen::emit_lanes(const Stmt& stmt) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  V lo = uniform(stmt.operands[0]), hi = uniform(stmt.operands[1]);
  int64_t known = constant_size(lo, hi);
  Shape shape = choose_shape(stmt, known);
  int64_t block = int64_t{shape.width} * shape.count;
  size_t n = stmt.reducers.size();
  in_lanes_ = true;
  // Accumulators live in registers if a group of vectors is all 64 of them, else in an array on the stack.
  bool in_registers = block == accumulators;
  bool no_tail = stmt.multiple % block == 0 || (known >= 0 && known % block == 0);
  bool whole_vectors = stmt.multiple % shape.width == 0 || (known >= 0 && known % shape.width == 0);
  std::vector<Reduction> reductions(n);
  std::vector<V> identity(n);
  for (size_t i = 0; i < n; ++i) {
    ElementType t = type_of(stmt.results[i]);
    std::optional<scalar::Bits> bits = kernel::reduce_identity(stmt.reducers[i], t);
    CHECK(bits, "{} is no reducer of {}", scalar::info(stmt.reducers[i]).text, info(t).hlo);
    identity[i] = splat(ops_.constant(t, *bits), shape.width);
    {
      llvm::IRBuilderBase::InsertPointGuard guard(b);
      llvm::BasicBlock& entry = function_->getEntryBlock();
      b.SetInsertPoint(&entry, entry.begin());
      reductions[i].array = b.CreateAlloca(llvm::ArrayType::get(ops_.memory_type(t, 1), accumulators));
      reductions[i].array->setAlignment(llvm::Align(64));
    }
    if (!in_registers) {
      Vectors all(static_cast<size_t>(accumulators / shape.width), identity[i]);
      reduce_store(stmt, i, reductions[i], all, shape.width);
    }
  }
  V size = known >= 0 ? V(b.getInt64(static_cast<uint64_t>(known))) : b.CreateSub(hi, lo);
  // hi may be below lo.
  if (known < 0) size = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, size, b.getInt64(0));
  // The main loop. `main_end`: where the tail begins.
  V main_size = no_tail ? size : b.CreateAnd(size, b.getInt64(~static_cast<uint64_t>(block - 1)));
  V main_end = b.CreateAdd(lo, main_size);
  bool has_main = known < 0 || known >= block;
  if (has_main) {
    llvm::BasicBlock* before = b.GetInsertBlock();
    llvm::BasicBlock *loop = new_block("lanes"), *exit = new_block("lanes.end");
    if (known < 0)
      branch_if(b.CreateICmpSLT(lo, main_end), loop, exit, 1);
    else
      b.CreateBr(loop);
    b.SetInsertPoint(loop);
    V index = lo;
    llvm::PHINode* iv = nullptr;
    bool once = known >= 0 && known / block == 1;
    if (!once) {
      index = iv = b.CreatePHI(b.getInt64Ty(), 2);
      iv->addIncoming(lo, before);
    }
    if (in_registers && !once)
      for (size_t i = 0; i < n; ++i)
        for (int k = 0; k < shape.count; ++k) {
          reductions[i].phis.push_back(b.CreatePHI(identity[i]->getType(), 2));
          reductions[i].phis.back()->addIncoming(identity[i], before);
        }
    lanes_body(stmt, index, shape, nullptr);
    std::vector<Vectors> sums(n);
    if (in_registers) {
      for (size_t i = 0; i < n; ++i)
        for (int k = 0; k < shape.count; ++k) {
          V old = once ? identity[i] : reductions[i].phis[static_cast<size_t>(k)];
          sums[i].push_back(reduce_op(stmt, i, old, vec(body.yields[i], k)));
        }
    } else {
      reduce_array(stmt, reductions, b.CreateSub(index, lo));
    }
    llvm::BasicBlock* end = b.GetInsertBlock();
    if (once) {
      b.CreateBr(exit);
    } else {
      V next = b.CreateAdd(index, b.getInt64(static_cast<uint64_t>(block)), "", false, true);
      branch_if(b.CreateICmpSLT(next, main_end), loop, exit);
      iv->addIncoming(next, end);
      for (size_t i = 0; i < n && in_registers; ++i)
        for (size_t k = 0; k < sums[i].size(); ++k) reductions[i].phis[k]->addIncoming(sums[i][k], end);
    }
    b.SetInsertPoint(exit);
    for (size_t i = 0; i < n && in_registers; ++i)
      for (size_t k = 0; k < sums[i].size(); ++k) {
        llvm::PHINode* p = b.CreatePHI(sums[i][k]->getType(), 2);
        if (known < 0) p->addIncoming(identity[i], before);
        p->addIncoming(sums[i][k], end);
        reductions[i].registers.push_back(p);
      }
  } else if (in_registers) {
    for (size_t i = 0; i < n; ++i) reductions[i].registers.assign(static_cast<size_t>(shape.count), identity[i]);
  }
  if (!no_tail) {
    if (in_registers)
      for (size_t i = 0; i < n; ++i) reduce_store(stmt, i, reductions[i], reductions[i].registers, shape.width);
    // Vector by vector, the last one with a mask.
    llvm::BasicBlock* before = b.GetInsertBlock();
    llvm::BasicBlock *loop = new_block("tail"), *exit = new_block("tail.end");
    bool once = known >= 0 && known % block <= shape.width;
    if (known >= 0)
      b.CreateBr(loop);
    else
      branch_if(b.CreateICmpSLT(main_end, hi), loop, exit);
    b.SetInsertPoint(loop);
    V index = main_end;
    llvm::PHINode* iv = nullptr;
    if (!once) {
      index = iv = b.CreatePHI(b.getInt64Ty(), 2);
      iv->addIncoming(main_end, before);
    }
    lanes_body(stmt, index, {shape.width, 1}, whole_vectors ? nullptr : b.CreateSub(hi, index));
    if (n > 0) reduce_array(stmt, reductions, b.CreateSub(index, lo));
    if (once) {
      b.CreateBr(exit);
    } else {
      V next = b.CreateAdd(index, b.getInt64(static_cast<uint64_t>(shape.width)), "", false, true);
      iv->addIncoming(next, b.GetInsertBlock());
      branch_if(b.CreateICmpSLT(next, hi), loop, exit);
    }
    b.SetInsertPoint(exit);
  }
  lanes_ = {};
  in_lanes_ = false;
  for (size_t i = 0; i < n; ++i) {
    bool array = !(in_registers && no_tail);
    Vectors acc = array ? reduce_load(stmt, i, reductions[i], shape.width) : reductions[i].registers;
    define_uniform(stmt.results[i], reduce_finish(stmt, i, std::move(acc), shape.width));
  }
}

}  // namespace eutectic::cpu

// Lanes as threads, and reductions over them in the order of kernel/reduce.h.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "backend/gpu/codegen.h"
#include "kernel/reduce.h"

namespace eutectic::gpu {

void Codegen::barrier() {
  meets_ = true;
  if (!device_) {
    llvm::FunctionCallee meet =
        module_.getOrInsertFunction("eutectic_barrier", llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy()}, false));
    b.CreateCall(meet, {barrier_});
    return;
  }
#if LLVM_VERSION_MAJOR >= 21
  b.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, llvm::ArrayRef<llvm::Type*>(), {b.getInt32(0)});
#else
  b.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier0, llvm::ArrayRef<llvm::Type*>(), llvm::ArrayRef<V>());
#endif
}

// Thread t takes lanes lo + t, lo + t + threads, ...: without reductions each thread on its own; with them in step, a
// pass of `threads` lanes after the other, and 64 threads add up what all of them have.
void Codegen::emit_lanes(const Stmt& stmt) {
  const Stmt* outer = std::exchange(lanes_, &stmt);
  V lo = value(stmt.operands[0]), hi = value(stmt.operands[1]);
  V count = b.CreateSub(hi, lo);
  bool stores_hazard = false;
  auto walk = [&](auto& self, RegionId region) -> void {
    for (StmtId id : kernel_.regions[region].stmts) {
      const Stmt& s = kernel_.stmts[id];
      if (s.kind == StmtKind::Store) stores_hazard |= hazard_[s.buffer.index()];
      for (RegionId r : s.regions) self(self, r);
    }
  };
  walk(walk, stmt.regions[0]);
  if (stores_hazard) barrier();
  const std::optional<int64_t> extent = this->extent(stmt.operands[0], stmt.operands[1]);
  const bool once = extent && *extent <= threads_;
  const size_t reductions = stmt.reducers.size();
  Values accumulators;
  std::vector<V> arrays;
  for (size_t i = 0; i < reductions; ++i) {
    const ElementType type = type_of(kernel_.regions[stmt.regions[0]].yields[i]);
    accumulators.push_back(ops_.constant(type, *kernel::reduce_identity(stmt.reducers[i], type)));
    arrays.push_back(shared_array(type, threads_, "reduce"));
  }
  reduce_array_ = std::move(arrays);
  if (once) {
    lanes_pass(stmt, lo, count, b.getInt64(0), reductions ? &accumulators : nullptr);
  } else {
    // All threads make as many passes, so that they can meet.
    llvm::BasicBlock *before = b.GetInsertBlock(), *loop = new_block("lanes"), *exit = new_block("lanes.end");
    V size = b.getInt64(static_cast<uint64_t>(threads_));
    b.CreateCondBr(b.CreateICmpSGT(count, b.getInt64(0)), loop, exit);
    b.SetInsertPoint(loop);
    Values init{b.getInt64(0)};
    init.append(accumulators.begin(), accumulators.end());
    Frame frame = phis_of(init, before);
    Values now(frame.phis.begin() + 1, frame.phis.end());
    lanes_pass(stmt, lo, count, frame.phis[0], reductions ? &now : nullptr);
    V number = b.CreateAdd(frame.phis[0], b.getInt64(1));
    Values next{number};
    next.append(now.begin(), now.end());
    llvm::BasicBlock* end = b.GetInsertBlock();
    close(frame, next, end);
    b.CreateCondBr(b.CreateICmpSLT(b.CreateMul(number, size), count), loop, exit);
    b.SetInsertPoint(exit);
    for (size_t i = 0; i < reductions; ++i) {
      llvm::PHINode* p = b.CreatePHI(accumulators[i]->getType(), 2);
      p->addIncoming(accumulators[i], before);
      p->addIncoming(now[i], end);
      accumulators[i] = p;
    }
  }
  if (reductions) reduce(stmt, accumulators);
  if (stores_hazard) barrier();
  lanes_ = outer;
}

// Pass number `number`. `reduced`: the accumulators of this thread, before and after.
void Codegen::lanes_pass(const Stmt& stmt, V lo, V count, V number, Values* reduced) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  V size = b.getInt64(static_cast<uint64_t>(threads_));
  V first = b.CreateMul(number, size);
  V position = b.CreateAdd(first, thread_);
  llvm::BasicBlock *inside = new_block("lane"), *after = new_block("lane.end");
  b.CreateCondBr(b.CreateICmpSLT(position, count), inside, after);
  b.SetInsertPoint(inside);
  lane_ = b.CreateAdd(lo, position);
  number_ = number;
  define(body.params[0], lane_);
  emit_region(stmt.regions[0]);
  lane_ = number_ = nullptr;
  if (reduced)
    for (size_t i = 0; i < reduced->size(); ++i) {
      const ElementType type = type_of(body.yields[i]);
      llvm::Type* element = ops_.memory_type(type, 1);
      b.CreateStore(ops_.to_memory(type, value(body.yields[i])),
                    b.CreateInBoundsGEP(element, reduce_array_[i], thread_));
    }
  b.CreateBr(after);
  b.SetInsertPoint(after);
  if (!reduced) return;
  barrier();
  // Threads below 64 take elements t, t + 64, ... of this pass, as far as there are lanes.
  for (int k = 0; k < threads_; k += kernel::reduce_accumulators) {
    V at = b.CreateAdd(thread_, b.getInt64(static_cast<uint64_t>(k)));
    V there = b.CreateAnd(b.CreateICmpSLT(thread_, b.getInt64(kernel::reduce_accumulators)),
                          b.CreateICmpSLT(b.CreateAdd(first, at), count));
    llvm::BasicBlock *from = b.GetInsertBlock(), *add = new_block("reduce.add"), *added = new_block("reduce.added");
    b.CreateCondBr(there, add, added);
    b.SetInsertPoint(add);
    Values sums;
    for (size_t i = 0; i < reduced->size(); ++i) {
      const ElementType type = type_of(body.yields[i]);
      llvm::Type* element = ops_.memory_type(type, 1);
      V x = ops_.from_memory(type, b.CreateLoad(element, b.CreateInBoundsGEP(element, reduce_array_[i], at)));
      const ElementType types[] = {type, type};
      V operands[] = {(*reduced)[i], x};
      sums.push_back(ops_.emit(stmt.reducers[i], type, types, operands));
    }
    llvm::BasicBlock* end = b.GetInsertBlock();
    b.CreateBr(added);
    b.SetInsertPoint(added);
    for (size_t i = 0; i < reduced->size(); ++i) {
      llvm::PHINode* p = b.CreatePHI(sums[i]->getType(), 2);
      p->addIncoming((*reduced)[i], from);
      p->addIncoming(sums[i], end);
      (*reduced)[i] = p;
    }
  }
  barrier();
}

// The tree over 64 accumulators; its result is every thread's.
void Codegen::reduce(const Stmt& stmt, std::span<V const> accumulators) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  auto slot = [&](size_t i, V at) {
    return b.CreateInBoundsGEP(ops_.memory_type(type_of(body.yields[i]), 1), reduce_array_[i], at);
  };
  auto load = [&](size_t i, V at) {
    const ElementType type = type_of(body.yields[i]);
    return ops_.from_memory(type, b.CreateLoad(ops_.memory_type(type, 1), slot(i, at)));
  };
  auto guarded = [&](int below, auto&& work) {
    llvm::BasicBlock *inside = new_block("reduce"), *after = new_block("reduce.end");
    b.CreateCondBr(b.CreateICmpSLT(thread_, b.getInt64(static_cast<uint64_t>(below))), inside, after);
    b.SetInsertPoint(inside);
    work();
    b.CreateBr(after);
    b.SetInsertPoint(after);
    barrier();
  };
  guarded(kernel::reduce_accumulators, [&] {
    for (size_t i = 0; i < accumulators.size(); ++i)
      b.CreateStore(ops_.to_memory(type_of(body.yields[i]), accumulators[i]), slot(i, thread_));
  });
  for (int s = kernel::reduce_accumulators / 2; s > 0; s /= 2)
    guarded(s, [&] {
      for (size_t i = 0; i < accumulators.size(); ++i) {
        const ElementType type = type_of(body.yields[i]);
        const ElementType types[] = {type, type};
        V operands[] = {load(i, thread_), load(i, b.CreateAdd(thread_, b.getInt64(static_cast<uint64_t>(s))))};
        b.CreateStore(ops_.to_memory(type, ops_.emit(stmt.reducers[i], type, types, operands)), slot(i, thread_));
      }
    });
  for (size_t i = 0; i < accumulators.size(); ++i) define(stmt.results[i], load(i, b.getInt64(0)));
  barrier();
}

}  // namespace eutectic::gpu

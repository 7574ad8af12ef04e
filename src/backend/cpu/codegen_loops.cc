// Loops with a condition, branches and `par`.
#include <llvm/IR/Constants.h>

#include "backend/cpu/codegen.h"
#include "base/check.h"

namespace eutectic::cpu {

namespace {
// Arms from so many operations on are entered vector by vector. Cartpole's reset, 5 threefry blocks, gains a third.
constexpr int when_each_ops = 80;
}  // namespace

// With a lane condition the loop goes on while any lane does; those that have stopped keep their carries.
void Codegen::emit_while(const Stmt& stmt) {
  const kernel::Region &condition = kernel_.regions[stmt.regions[0]], &body = kernel_.regions[stmt.regions[1]];
  size_t n = stmt.operands.size();
  std::vector<bool> lane = in_lanes_ ? lane_carries(stmt) : std::vector<bool>(n, false);
  llvm::SmallVector<Vectors, 8> init(n);
  for (size_t i = 0; i < n; ++i) {
    if (lane[i])
      for (int k = 0; k < lanes_.count; ++k) init[i].push_back(vec(stmt.operands[i], k));
    else
      init[i].push_back(uniform(stmt.operands[i]));
  }
  bool divergent = in_lanes_ && flow_lane(condition.yields[0]);
  Vectors outer_mask = lanes_.mask;
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock *head = new_block("while"), *loop = new_block("while.body"), *exit = new_block("while.end");
  b.CreateBr(head);
  b.SetInsertPoint(head);
  llvm::SmallVector<llvm::SmallVector<llvm::PHINode*, 4>, 8> phis(n);
  for (size_t i = 0; i < n; ++i) {
    for (V x : init[i]) {
      phis[i].push_back(b.CreatePHI(x->getType(), 2));
      phis[i].back()->addIncoming(x, before);
    }
  }
  llvm::SmallVector<llvm::PHINode*, 4> mask_phis;
  if (divergent) {
    V all = splat(b.getTrue(), lanes_.width);
    for (int k = 0; k < lanes_.count; ++k) {
      V start = outer_mask.empty() ? all : outer_mask[static_cast<size_t>(k)];
      mask_phis.push_back(b.CreatePHI(start->getType(), 2));
      mask_phis.back()->addIncoming(start, before);
    }
    lanes_.mask.assign(mask_phis.begin(), mask_phis.end());
  }
  auto define_carries = [&](std::span<const ValueId> params) {
    for (size_t i = 0; i < n; ++i) {
      if (lane[i])
        define_lane(params[i], Vectors(phis[i].begin(), phis[i].end()));
      else
        define_uniform(params[i], phis[i][0]);
    }
  };
  define_carries(condition.params);
  emit_region(stmt.regions[0]);
  if (divergent) {
    Vectors active = mask_and(condition.yields[0]);
    branch_if(mask_any(active), loop, exit);
    b.SetInsertPoint(loop);
    lanes_.mask = active;
  } else {
    branch_if(uniform(condition.yields[0]), loop, exit);
    b.SetInsertPoint(loop);
  }
  define_carries(body.params);
  emit_region(stmt.regions[1]);
  llvm::SmallVector<Vectors, 8> next(n);
  for (size_t i = 0; i < n; ++i) {
    if (!lane[i]) {
      next[i].push_back(uniform(body.yields[i]));
      continue;
    }
    for (int k = 0; k < lanes_.count; ++k) {
      V x = vec(body.yields[i], k);
      next[i].push_back(divergent ? b.CreateSelect(active(k), x, phis[i][static_cast<size_t>(k)]) : x);
    }
  }
  llvm::BasicBlock* end = b.GetInsertBlock();
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < next[i].size(); ++k) phis[i][k]->addIncoming(next[i][k], end);
  for (size_t k = 0; k < mask_phis.size(); ++k) mask_phis[k]->addIncoming(lanes_.mask[k], end);
  b.CreateBr(head);
  lanes_.mask = outer_mask;
  b.SetInsertPoint(exit);
  define_carries(stmt.results);
}

void Codegen::emit_when(const Stmt& stmt) {
  if (rep(stmt.operands[0]).lane) {
    // Expensive arms run for those vectors alone that want them; cheap ones for all if any does.
    bool each = lanes_.count > 1 && lanes_.width > 1 && !stmt.results.empty();
    if (each && !options_.per_vector_when) {
      BodyCost cost;
      body_cost(stmt.regions[0], cost, 0);
      each = cost.ops + cost.cold_ops >= when_each_ops;
    }
    return each ? emit_when_each(stmt) : emit_lane_when(stmt);
  }
  size_t n = stmt.results.size();
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  std::vector<bool> lane(n, false);
  if (in_lanes_) {
    ++flow_now_;
    flow_region(stmt.regions[0]);
    for (size_t i = 0; i < n; ++i) lane[i] = flow_lane(body.yields[i]) || rep(stmt.operands[i + 1]).lane;
  }
  auto values = [&](ValueId v, bool as_lane) {
    Vectors r;
    if (as_lane)
      for (int k = 0; k < lanes_.count; ++k) r.push_back(vec(v, k));
    else
      r.push_back(uniform(v));
    return r;
  };
  llvm::SmallVector<Vectors, 4> otherwise(n), yields(n);
  for (size_t i = 0; i < n; ++i) otherwise[i] = values(stmt.operands[i + 1], lane[i]);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock *then = new_block("when"), *end = new_block("when.end");
  branch_if(uniform(stmt.operands[0]), then, end);
  b.SetInsertPoint(then);
  emit_region(stmt.regions[0]);
  for (size_t i = 0; i < n; ++i) yields[i] = values(body.yields[i], lane[i]);
  llvm::BasicBlock* last = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  for (size_t i = 0; i < n; ++i) {
    Vectors out;
    for (size_t k = 0; k < yields[i].size(); ++k) {
      llvm::PHINode* p = b.CreatePHI(yields[i][k]->getType(), 2);
      p->addIncoming(otherwise[i][k], before);
      p->addIncoming(yields[i][k], last);
      out.push_back(p);
    }
    if (lane[i])
      define_lane(stmt.results[i], out);
    else
      define_uniform(stmt.results[i], out[0]);
  }
}

// A lane predicate: skipped where no active lane of any vector wants it, else chosen lane by lane.
void Codegen::emit_lane_when(const Stmt& stmt) {
  size_t n = stmt.results.size();
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  llvm::SmallVector<Vectors, 4> otherwise(n);
  for (size_t i = 0; i < n; ++i)
    for (int k = 0; k < lanes_.count; ++k) otherwise[i].push_back(vec(stmt.operands[i + 1], k));
  Vectors outer_mask = lanes_.mask, mask = mask_and(stmt.operands[0]);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock *then = new_block("when.any"), *end = new_block("when.end");
  (void)before;
  V any = mask_any(mask);
  before = b.GetInsertBlock();
  branch_if(any, then, end);
  b.SetInsertPoint(then);
  lanes_.mask = mask;
  emit_region(stmt.regions[0]);
  llvm::SmallVector<Vectors, 4> chosen(n);
  for (size_t i = 0; i < n; ++i)
    for (int k = 0; k < lanes_.count; ++k)
      chosen[i].push_back(
          b.CreateSelect(mask[static_cast<size_t>(k)], vec(body.yields[i], k), otherwise[i][static_cast<size_t>(k)]));
  lanes_.mask = outer_mask;
  llvm::BasicBlock* last = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  for (size_t i = 0; i < n; ++i) {
    Vectors out;
    for (size_t k = 0; k < chosen[i].size(); ++k) {
      llvm::PHINode* p = b.CreatePHI(chosen[i][k]->getType(), 2);
      p->addIncoming(otherwise[i][k], before);
      p->addIncoming(chosen[i][k], last);
      out.push_back(p);
    }
    define_lane(stmt.results[i], out);
  }
}

void Codegen::emit_par(const Stmt& stmt) {
  V count = uniform(stmt.operands[0]);
  // [w * count / workers, (w + 1) * count / workers); both are small enough for the product.
  V lo = b.CreateUDiv(b.CreateMul(worker_, count), workers_);
  V hi = b.CreateUDiv(b.CreateMul(b.CreateAdd(worker_, b.getInt64(1)), count), workers_);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock *loop = new_block("par"), *exit = new_block("par.end");
  branch_if(b.CreateICmpSLT(lo, hi), loop, exit, 1);
  b.SetInsertPoint(loop);
  llvm::PHINode* p = b.CreatePHI(b.getInt64Ty(), 2);
  p->addIncoming(lo, before);
  Range range = rep(stmt.operands[0]).range;
  define_uniform(kernel_.regions[stmt.regions[0]].params[0], p, {0, std::max<int64_t>(0, range.hi - 1)});
  emit_region(stmt.regions[0]);
  V next = b.CreateAdd(p, b.getInt64(1), "", false, true);
  p->addIncoming(next, b.GetInsertBlock());
  branch_if(b.CreateICmpSLT(next, hi), loop, exit);
  b.SetInsertPoint(exit);
  if (last_par_ != &stmt) emit_barrier();
}

void Codegen::emit_barrier() {
  llvm::BasicBlock *meet = new_block("barrier"), *go = new_block("barrier.end");
  branch_if(b.CreateICmpSGT(workers_, b.getInt64(1)), meet, go);
  b.SetInsertPoint(meet);
  llvm::FunctionCallee f = module_.getOrInsertFunction("eutectic_barrier", b.getVoidTy(), b.getPtrTy());
  llvm::CallInst* call = b.CreateCall(f, {barrier_});
  call->setDoesNotThrow();
  b.CreateBr(go);
  b.SetInsertPoint(go);
}

}  // namespace eutectic::cpu

// Loops that count, and their early end when nothing changes any more.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>

#include <tuple>

#include "backend/cpu/codegen.h"
#include "base/check.h"

namespace eutectic::cpu {

namespace {

// Bodies of at most so many operations are written out twice where that helps.
constexpr int max_repeated_ops = 120;

// Moves what was put into the block after `before`, up to the first write to memory, so that each vector's operations
// follow those of the one before: then few values are alive at once, and the processor still finds the next vector's
// work by itself.
void one_after_another(llvm::BasicBlock* block, llvm::Instruction* before, const Carried& results) {
  size_t count = 0;
  for (const Vectors& v : results) count = std::max(count, v.size());
  if (count < 2) return;
  llvm::SmallPtrSet<llvm::Instruction*, 32> waiting;
  llvm::SmallVector<llvm::Instruction*, 64> all;
  auto end = before ? std::next(before->getIterator()) : block->begin();
  for (; end != block->end() && !end->mayWriteToMemory() && !end->isTerminator(); ++end) {
    all.push_back(&*end);
    waiting.insert(&*end);
  }
  auto place = [&](llvm::Value* root) {
    llvm::SmallVector<std::pair<llvm::Instruction*, unsigned>, 32> stack;
    auto visit = [&](llvm::Value* v) {
      auto* i = llvm::dyn_cast<llvm::Instruction>(v);
      if (i && waiting.erase(i)) stack.push_back({i, 0});
    };
    visit(root);
    while (!stack.empty()) {
      auto& [i, next] = stack.back();
      if (next < i->getNumOperands()) {
        visit(i->getOperand(next++));
        continue;
      }
      i->moveBefore(*block, end);
      stack.pop_back();
    }
  };
  for (size_t k = 0; k < count; ++k)
    for (const Vectors& v : results)
      if (k < v.size()) place(v[k]);
  for (llvm::Instruction* i : all) place(i);
}

}  // namespace

Codegen::LoopPhis::LoopPhis(llvm::IRBuilder<>& b, V first, const Carried& init, llvm::BasicBlock* before) {
  counter_ = b.CreatePHI(first->getType(), 2);
  counter_->addIncoming(first, before);
  for (const Vectors& vectors : init) {
    carries_.emplace_back();
    for (V x : vectors) {
      llvm::PHINode* p = b.CreatePHI(x->getType(), 2);
      p->addIncoming(x, before);
      carries_.back().push_back(p);
    }
  }
}

void Codegen::LoopPhis::close(V counter, const Carried& next, llvm::BasicBlock* end) {
  counter_->addIncoming(counter, end);
  for (size_t i = 0; i < next.size(); ++i)
    for (size_t k = 0; k < next[i].size(); ++k) llvm::cast<llvm::PHINode>(carries_[i][k])->addIncoming(next[i][k], end);
}

// The body once; the carries after it and the next value of the counter.
std::pair<Carried, llvm::Value*> Codegen::emit_step(const Stmt& stmt, const std::vector<bool>& lane,
                                                    const Carried& carries, V iv, Range iv_range) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  define_uniform(body.params[0], iv, iv_range);
  for (size_t i = 0; i < carries.size(); ++i) {
    if (lane[i])
      define_lane(body.params[i + 1], carries[i]);
    else
      define_uniform(body.params[i + 1], carries[i][0]);
  }
  llvm::BasicBlock* block = b.GetInsertBlock();
  llvm::Instruction* before = block->empty() ? nullptr : &block->back();
  emit_region(stmt.regions[0]);
  Carried next(carries.size());
  for (size_t i = 0; i < carries.size(); ++i) {
    if (lane[i])
      for (int k = 0; k < lanes_.count; ++k) next[i].push_back(vec(body.yields[i], k));
    else
      next[i].push_back(uniform(body.yields[i]));
  }
  if (b.GetInsertBlock() == block) one_after_another(block, before, next);
  return {next, b.CreateAdd(iv, b.getInt64(1), "", false, true)};
}

// i1: whether a carry of an active lane differs in any bit.
llvm::Value* Codegen::carries_changed(const Stmt& stmt, const std::vector<bool>& lane, const Carried& old,
                                      const Carried& now) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  llvm::SmallVector<V, 4> lane_changed(static_cast<size_t>(lanes_.count), nullptr);
  V changed = nullptr;
  for (size_t i = 0; i < now.size(); ++i)
    for (size_t k = 0; k < now[i].size(); ++k) {
      V d = ops_.bits_differ(type_of(body.params[i + 1]), now[i][k], old[i][k]);
      V& all = lane[i] ? lane_changed[k] : changed;
      all = all ? b.CreateOr(all, d) : d;
    }
  llvm::SmallVector<V, 4> masks;
  for (size_t k = 0; k < lane_changed.size(); ++k)
    if (lane_changed[k])
      masks.push_back(lanes_.mask.empty() ? lane_changed[k] : b.CreateAnd(lane_changed[k], lanes_.mask[k]));
  if (masks.empty()) return changed;
  V any = mask_any(masks);
  return changed ? b.CreateOr(changed, any) : any;
}

void Codegen::emit_for(const Stmt& stmt) {
  const size_t n = stmt.operands.size() - 2;
  V lo = uniform(stmt.operands[0]), hi = uniform(stmt.operands[1]);
  Range range_lo = rep(stmt.operands[0]).range, range_hi = rep(stmt.operands[1]).range;
  std::vector<bool> lane = in_lanes_ ? lane_carries(stmt) : std::vector<bool>(n, false);
  Carried init(n);
  for (size_t i = 0; i < n; ++i) {
    ValueId o = stmt.operands[i + 2];
    if (lane[i])
      for (int k = 0; k < lanes_.count; ++k) init[i].push_back(vec(o, k));
    else
      init[i].push_back(uniform(o));
  }
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock *loop = new_block("for"), *exit = new_block("for.end");
  const bool runs = range_lo.hi < range_hi.lo;  // at least once
  if (runs)
    b.CreateBr(loop);
  else
    branch_if(b.CreateICmpSLT(lo, hi), loop, exit, 1);
  b.SetInsertPoint(loop);
  LoopPhis phis(b, lo, init, before);
  Range iv_range{range_lo.lo, range_hi.hi == std::numeric_limits<int64_t>::min() ? range_hi.hi : range_hi.hi - 1};
  Exits exits;  // blocks that leave the loop, with its results
  if (!runs) exits.push_back({before, init});
  if (stmt.fixpoint > 0 && n > 0)
    emit_until_fixpoint(stmt, lane, phis, iv_range, lo, hi, exit, exits);
  else {
    auto [next, iv] = emit_step(stmt, lane, phis.carries(), phis.counter(), iv_range);
    phis.close(iv, next, b.GetInsertBlock());
    exits.push_back({b.GetInsertBlock(), next});
    branch_if(b.CreateICmpSLT(iv, hi), loop, exit);
  }
  b.SetInsertPoint(exit);
  for (size_t i = 0; i < n; ++i) {
    Vectors out;
    for (size_t k = 0; k < init[i].size(); ++k) {
      llvm::PHINode* p = b.CreatePHI(init[i][k]->getType(), 3);
      for (auto& [block, result] : exits) p->addIncoming(result[i][k], block);
      out.push_back(p);
    }
    if (lane[i])
      define_lane(stmt.results[i], out);
    else
      define_uniform(stmt.results[i], out[0]);
  }
}

// In the loop's first block: after every `fixpoint` iterations compare the carries with those before the last. A small
// body is written out twice, once for a loop of iterations that need not compare and so do not keep the old carries.
void Codegen::emit_until_fixpoint(const Stmt& stmt, const std::vector<bool>& lane, LoopPhis& outer, Range iv_range,
                                  V lo, V hi, llvm::BasicBlock* exit, Exits& exits) {
  llvm::BasicBlock *loop = b.GetInsertBlock(), *check = new_block("fixpoint"), *latch = new_block("for.next");
  BodyCost cost;
  body_cost(stmt.regions[0], cost, 0);
  Carried old = outer.carries();
  V iv = outer.counter();
  if (stmt.fixpoint > 1 && cost.ops + cost.cold_ops <= max_repeated_ops) {
    V few = b.getInt64(static_cast<uint64_t>(stmt.fixpoint - 1));
    V end = b.CreateSelect(b.CreateICmpUGT(b.CreateSub(hi, iv), few), b.CreateAdd(iv, few), hi);
    llvm::BasicBlock *inner = new_block("for.free"), *done = new_block("for.free.end");
    b.CreateBr(inner);
    b.SetInsertPoint(inner);
    LoopPhis phis(b, iv, old, loop);
    std::tie(old, iv) = emit_step(stmt, lane, phis.carries(), phis.counter(), iv_range);
    phis.close(iv, old, b.GetInsertBlock());
    branch_if(b.CreateICmpSLT(iv, end), inner, done);
    b.SetInsertPoint(done);
    exits.push_back({done, old});
    branch_if(b.CreateICmpSLT(iv, hi), check, exit);
    b.SetInsertPoint(check);
  }
  auto [next, iv_next] = emit_step(stmt, lane, old, iv, iv_range);
  if (iv == outer.counter()) {
    V rest = b.CreateURem(b.CreateSub(iv_next, lo), b.getInt64(static_cast<uint64_t>(stmt.fixpoint)));
    outer.close(iv_next, next, latch);
    branch_if(b.CreateICmpEQ(rest, b.getInt64(0)), check, latch);
    b.SetInsertPoint(check);
  } else {
    outer.close(iv_next, next, latch);
  }
  V changed = carries_changed(stmt, lane, old, next);
  exits.push_back({b.GetInsertBlock(), next});
  branch_if(changed, latch, exit);
  b.SetInsertPoint(latch);
  exits.push_back({latch, next});
  branch_if(b.CreateICmpSLT(iv_next, hi), loop, exit);
}

}  // namespace eutectic::cpu

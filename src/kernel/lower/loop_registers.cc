// Lanes outside, time inside, the state in registers.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/contract.h"
#include "kernel/lower/loop_lowering.h"
#include "kernel/reduce.h"

namespace eutectic::kernel {

void LoopLowering::register_kernel() {
  auto uniform_fixed = [&](NodeId n) { return !lane(n) && !varies(n); };
  auto lane_fixed = [&](NodeId n) { return lane(n) && !varies(n); };
  ValueId p = b_.begin_par(b_.s64(tiles_));
  e_.push();
  auto [lo, hi] = enter_tile(p);
  e_.emit(frontier(uniform_fixed, [&](NodeId n) { return !uniform_fixed(n); }), false);
  begin_lanes(lo, hi);
  e_.emit(frontier(lane_fixed, [&](NodeId n) { return varies(n); }), false);
  std::vector<NodeId> first, next;
  bool counts = false;
  for (uint32_t s : lane_slots_) {
    first.push_back(a_.slots[s].init);
    next.push_back(a_.slots[s].next);
  }
  std::vector<bool> body = analysis::needed(g_, next);
  for (size_t i = 0; i < body.size(); ++i) counts |= body[i] && (g_[NodeId(i)].depends & analysis::DependsOnCounter);
  std::vector<ValueId> init = e_.emit(first, true), params;
  auto carries = [&](size_t skip) {
    for (size_t i = 0; i < lane_slots_.size(); ++i) e_.define(a_.slots[lane_slots_[i]].carry, params[i + skip]);
  };
  if (a_.condition.valid()) {
    params = b_.begin_while(init);
    e_.push();
    carries(0);
    const ValueId go = e_.emit({a_.condition}, true)[0];
    e_.pop();
    params = b_.next(go);
    e_.push();
    carries(0);
  } else {
    params = b_.begin_for(b_.s64(0), b_.s64(a_.trip_count), init, counts ? 0 : 8);
    e_.push();
    e_.define_atom(counter_atom(), params[0]);
    carries(1);
  }
  std::vector<ValueId> yield = e_.emit(next, true);
  e_.pop();
  std::vector<ValueId> finals = b_.end(yield);
  for (size_t i = 0; i < lane_slots_.size(); ++i) {
    const CarrySlot& slot = a_.slots[lane_slots_[i]];
    if (stored(slot)) b_.store(outputs_[slot.leaf], e_.index(linear(slot)), finals[i]);
  }
  e_.push();
  for (size_t i = 0; i < lane_slots_.size(); ++i) e_.define(a_.slots[lane_slots_[i]].carry, finals[i]);
  store_finals(true);
  e_.pop();
  end_lanes();
  bool counters = false;
  for (const LoopLeaf& l : a_.leaves) counters |= l.kind == CarryKind::Counter && l.used;
  for (const StreamStore& s : a_.finals)
    counters |= !((g_.depends(s.index) | g_[s.value].depends) & analysis::DependsOnLane);
  if (counters) {
    b_.begin_when(b_.op(Op::Eq, ElementType::Pred, {p, b_.s64(0)}));
    e_.push();
    store_uniform_results({});
    store_finals(false);
    e_.pop();
    b_.end();
  }
  e_.pop();
  b_.end();
}

}  // namespace eutectic::kernel

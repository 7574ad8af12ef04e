// Time outside, lanes inside, the state in local tiles; reductions over lanes through partial results and a second
// phase.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/contract.h"
#include "kernel/lower/loop_lowering.h"
#include "kernel/reduce.h"

namespace eutectic::kernel {

void LoopLowering::tile_kernel() {
  const int64_t blocks_per_tile = reduces_.empty() ? 1 : tile_ / reduce_block_;
  const int64_t blocks = reduces_.empty() ? 1 : rows_ * ((lanes_ + reduce_block_ - 1) / reduce_block_);
  const bool late_here = blocks == 1;
  auto lane_node = [&](NodeId n) { return lane(n) && !late(n); };
  auto uniform_fixed = [&](NodeId n) { return !lane(n) && !late(n) && !varies(n); };
  auto uniform_varying = [&](NodeId n) { return !lane(n) && !late(n) && varies(n); };
  auto lane_fixed = [&](NodeId n) { return lane(n) && !varies(n) && !late(n); };
  auto not_const = [&](NodeId n) { return !uniform_fixed(n); };

  // Local tiles: the state, and what a lane computes that no step changes.
  std::vector<BufferId> state;
  for (uint32_t s : lane_slots_)
    state.push_back(b_.buffer(fmt::format("state{}", s), g_[a_.slots[s].carry].type, tile_, Space::Local));
  // What names an element is computed where it is used: loaded it would have lost its bounds.
  find_forms();
  const std::vector<bool> names = analysis::needed(g_, {in_forms_.begin(), in_forms_.end()});
  auto worth_keeping = [&](NodeId n) { return lane_fixed(n) && g_[n].kind == NodeKind::Op && !names[n.index()]; };
  std::vector<NodeId> kept = frontier(worth_keeping, [&](NodeId n) { return lane(n) && varies(n); });
  if (kept.size() > 8) kept.clear();
  std::vector<BufferId> kept_in;
  for (NodeId n : kept) kept_in.push_back(b_.buffer(fmt::format("kept{}", n.value), g_[n].type, tile_, Space::Local));
  for (NodeId r : reduces_)
    if (!late_here)
      partials_.push_back(b_.buffer(fmt::format("partial{}", r.value), g_[r].type,
                                    std::max<int64_t>(1, a_.trip_count * blocks), Space::Worker));

  ValueId p = b_.begin_par(b_.s64(tiles_));
  e_.push();
  auto [lo, hi] = enter_tile(p);
  e_.emit(frontier(uniform_fixed, not_const), false);

  std::vector<NodeId> first;
  for (uint32_t s : lane_slots_) first.push_back(a_.slots[s].init);
  first.insert(first.end(), kept.begin(), kept.end());
  ValueId j;
  std::vector<ValueId> v;
  if (!first.empty()) {
    j = begin_lanes(lo, hi);
    v = e_.emit(first, true);
    for (size_t i = 0; i < v.size(); ++i)
      b_.store(i < state.size() ? state[i] : kept_in[i - state.size()], local_index(j, lo), v[i]);
    end_lanes();
  }

  std::vector<uint32_t> carried = uniform_slots_;
  if (late_here) carried.insert(carried.end(), late_slots_.begin(), late_slots_.end());
  std::vector<ValueId> init;
  for (uint32_t s : carried) init.push_back(e_.emit(a_.slots[s].init));
  std::vector<ValueId> params = b_.begin_for(b_.s64(0), b_.s64(a_.trip_count), init);
  e_.push();
  ValueId t = params[0];
  e_.define_atom(counter_atom(), t);
  for (size_t i = 0; i < carried.size(); ++i) e_.define(a_.slots[carried[i]].carry, params[i + 1]);
  e_.emit(frontier(uniform_varying, lane_node), true);

  std::vector<Op> reducers;
  for (NodeId r : reduces_) reducers.push_back(g_[r].op);
  ValueId block_lo = lo, block_hi = hi, block;
  if (blocks_per_tile > 1) {
    ValueId count = b_.op(Op::Sub, ElementType::S64, {hi, lo});
    count = b_.op(Op::Add, ElementType::S64, {count, b_.s64(reduce_block_ - 1)});
    count = b_.op(Op::Div, ElementType::S64, {count, b_.s64(reduce_block_)});
    block = b_.begin_for(b_.s64(0), count, {})[0];
    e_.push();
    block_lo = b_.op(Op::Add, ElementType::S64, {lo, b_.op(Op::Mul, ElementType::S64, {block, b_.s64(reduce_block_)})});
    block_hi = b_.op(Op::Add, ElementType::S64, {block_lo, b_.s64(reduce_block_)});
    if (lanes_ % reduce_block_ != 0) block_hi = b_.op(Op::Min, ElementType::S64, {block_hi, hi});
  }
  j = begin_lanes(block_lo, block_hi, reducers);
  for (size_t i = 0; i < lane_slots_.size(); ++i)
    e_.define(a_.slots[lane_slots_[i]].carry, b_.load(state[i], local_index(j, lo)));
  for (size_t i = 0; i < kept.size(); ++i) e_.define(kept[i], b_.load(kept_in[i], local_index(j, lo)));
  std::vector<NodeId> roots;
  for (uint32_t s : lane_slots_) roots.push_back(a_.slots[s].next);
  std::vector<const StreamStore*> lane_stores, other_stores;
  for (const StreamStore& s : a_.stores) {
    bool in_lanes = (g_.depends(s.index) | g_[s.value].depends) & analysis::DependsOnLane;
    (in_lanes ? lane_stores : other_stores).push_back(&s);
    if (in_lanes) roots.push_back(s.value);
  }
  for (NodeId r : reduces_) roots.push_back(g_[r].operands[0]);
  v = e_.emit(roots, true);
  size_t at = 0;
  for (size_t i = 0; i < lane_slots_.size(); ++i) b_.store(state[i], local_index(j, lo), v[at++]);
  for (const StreamStore* s : lane_stores) b_.store(outputs_[s->leaf], row_index(*s), v[at++]);
  std::vector<ValueId> yields(v.begin() + static_cast<std::ptrdiff_t>(at), v.end()), reduced;
  end_lanes(yields, &reduced);
  if (!late_here) {
    for (size_t i = 0; i < reduces_.size(); ++i) {
      Index to{{{t, blocks}, {p, blocks_per_tile}}, 0};
      if (block.valid()) to.terms.push_back({block, 1});
      b_.store(partials_[i], to, reduced[i]);
    }
  }
  if (blocks_per_tile > 1) {
    e_.pop();
    b_.end();
  }
  if (late_here)
    for (size_t i = 0; i < reduces_.size(); ++i) e_.define(reduces_[i], combined(reduces_[i], reduced[i]));
  std::vector<NodeId> next;
  for (uint32_t s : carried) next.push_back(a_.slots[s].next);
  // Rows that are the same for all lanes are stored by the first tile.
  std::erase_if(other_stores, [&](const StreamStore* s) { return late(s->value) && !late_here; });
  if (!other_stores.empty()) {
    std::vector<NodeId> values;
    for (const StreamStore* s : other_stores) values.push_back(s->value);
    e_.emit(values, false);
    b_.begin_when(b_.op(Op::Eq, ElementType::Pred, {p, b_.s64(0)}));
    e_.push();
    for (const StreamStore* s : other_stores) store_row(*s);
    e_.pop();
    b_.end();
  }
  std::vector<ValueId> yield = e_.emit(next, true);
  e_.pop();
  std::vector<ValueId> finals = b_.end(yield);

  for (size_t i = 0; i < carried.size(); ++i) e_.define(a_.slots[carried[i]].carry, finals[i]);
  bool any_stored = false;
  for (uint32_t s : lane_slots_) any_stored |= stored(a_.slots[s]);
  for (const StreamStore& s : a_.finals)
    any_stored |= ((g_.depends(s.index) | g_[s.value].depends) & analysis::DependsOnLane) != 0;
  if (any_stored) {
    j = begin_lanes(lo, hi);
    for (size_t i = 0; i < lane_slots_.size(); ++i) {
      const CarrySlot& slot = a_.slots[lane_slots_[i]];
      if (stored(slot)) b_.store(outputs_[slot.leaf], e_.index(linear(slot)), b_.load(state[i], local_index(j, lo)));
    }
    if (!a_.finals.empty())
      for (size_t i = 0; i < lane_slots_.size(); ++i)
        e_.define(a_.slots[lane_slots_[i]].carry, b_.load(state[i], local_index(j, lo)));
    store_finals(true);
    end_lanes();
  }
  b_.begin_when(b_.op(Op::Eq, ElementType::Pred, {p, b_.s64(0)}));
  e_.push();
  store_uniform_results(finals);
  store_finals(false);
  if (late_here)
    for (size_t i = 0; i < late_slots_.size(); ++i) {
      const CarrySlot& slot = a_.slots[late_slots_[i]];
      if (stored(slot)) b_.store(outputs_[slot.leaf], e_.index(linear(slot)), finals[uniform_slots_.size() + i]);
    }
  e_.pop();
  b_.end();
  e_.pop();
  b_.end();
  if (!late_here && !(reduces_.empty() && late_slots_.empty())) late_phase();
}

// After the barrier: partial results of each step become the reductions, and what depends on them.
void LoopLowering::late_phase() {
  const int64_t blocks = rows_ * ((lanes_ + reduce_block_ - 1) / reduce_block_);
  const bool serial = !late_slots_.empty();
  ValueId t, p = b_.begin_par(b_.s64(serial ? 1 : a_.trip_count));
  e_.push();
  std::vector<ValueId> params;
  if (serial) {
    std::vector<ValueId> init;
    for (uint32_t s : late_slots_) init.push_back(e_.emit(a_.slots[s].init));
    params = b_.begin_for(b_.s64(0), b_.s64(a_.trip_count), init);
    e_.push();
    t = params[0];
    for (size_t i = 0; i < late_slots_.size(); ++i) e_.define(a_.slots[late_slots_[i]].carry, params[i + 1]);
  } else {
    t = p;
  }
  e_.define_atom(counter_atom(), t);
  for (size_t i = 0; i < reduces_.size(); ++i) {
    Op reducer[] = {g_[reduces_[i]].op};
    ValueId k = b_.begin_lanes(b_.s64(0), b_.s64(blocks), reducer, std::max<int64_t>(blocks, 1));
    ValueId part = b_.load(partials_[i], {{{t, blocks}, {k, 1}}, 0});
    std::vector<ValueId> r = b_.end(std::vector<ValueId>{part});
    e_.define(reduces_[i], combined(reduces_[i], r[0]));
  }
  for (const StreamStore& s : a_.stores)
    if (late(s.value)) store_row(s);
  if (serial) {
    std::vector<NodeId> next;
    for (uint32_t s : late_slots_) next.push_back(a_.slots[s].next);
    std::vector<ValueId> yield = e_.emit(next, false);
    e_.pop();
    std::vector<ValueId> finals = b_.end(yield);
    for (size_t i = 0; i < late_slots_.size(); ++i) {
      const CarrySlot& slot = a_.slots[late_slots_[i]];
      if (stored(slot)) b_.store(outputs_[slot.leaf], e_.index(linear(slot)), finals[i]);
    }
  }
  e_.pop();
  b_.end();
}

}  // namespace eutectic::kernel

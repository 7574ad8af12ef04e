// Lanes that read what others made: all workers take a step together, phase by phase. The state lies in memory that
// they share; a phase is a `par` over tiles of lanes, and between phases every worker combines the partial results of
// the reductions for itself.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/contract.h"
#include "kernel/lower/loop_lowering.h"

namespace eutectic::kernel {
namespace {

void add(auto& list, auto value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

}  // namespace

// Level of a node: how many reductions lie one behind the other below it. Phase n computes lane values of level n.
void LoopLowering::find_levels() {
  levels_.assign(g_.size(), 0);
  std::vector<NodeId> below;
  for (size_t i = 0; i < g_.size(); ++i) {
    const Node& n = g_[NodeId(i)];
    below.clear();
    for (NodeId o : g_.operands(NodeId(i))) below.push_back(o);
    if (n.form.valid()) g_.form_nodes(n.form, below);
    for (NodeId o : below) levels_[i] = std::max(levels_[i], levels_[o.index()]);
    if (n.kind == NodeKind::Reduce) ++levels_[i];
  }
}

// Adds what computing `roots` in a phase takes: values of earlier phases and carried values that are loaded, and
// uniform values that are computed before.
void LoopLowering::collect(const std::vector<NodeId>& roots, int level, Phase& phase) const {
  std::vector<bool> seen(g_.size(), false);
  std::vector<NodeId> work = roots;
  while (!work.empty()) {
    const NodeId id = work.back();
    work.pop_back();
    if (seen[id.index()]) continue;
    seen[id.index()] = true;
    const Node& n = g_[id];
    if (n.kind == NodeKind::Const) continue;
    if (!lane(id)) {
      add(phase.uniforms, id);
      continue;
    }
    if (n.kind == NodeKind::Carry) {
      add(phase.carries, n.number);
      continue;
    }
    // What names an element is computed where it is used: that it is in bounds shows from how it is made.
    if (n.kind == NodeKind::Op && !in_forms_.contains(id) && (kept_.contains(id) || levels_[id.index()] < level)) {
      add(phase.loaded, id);
      continue;
    }
    for (NodeId o : g_.operands(id)) work.push_back(o);
    if (n.form.valid()) g_.form_nodes(n.form, work);
  }
}

// The phases that make `uniform_roots` known and, in the body, the next state and the rows. A next value waits for the
// last phase that reads the old one.
std::vector<LoopLowering::Phase> LoopLowering::plan_phases(const std::vector<NodeId>& uniform_roots, bool body) {
  std::vector<NodeId> roots = uniform_roots;
  if (body) {
    for (uint32_t s : lane_slots_) roots.push_back(a_.slots[s].next);
    for (const StreamStore& s : a_.stores) {
      roots.push_back(s.value);
      g_.form_nodes(s.index, roots);
    }
  }
  const std::vector<bool> needed = analysis::needed(g_, roots);
  size_t count = body ? 1 : 0;
  for (size_t i = 0; i < g_.size(); ++i)
    if (needed[i] && g_[NodeId(i)].kind == NodeKind::Reduce) count = std::max(count, static_cast<size_t>(levels_[i]));
  auto level_of_store = [&](const StreamStore& s) {
    std::vector<NodeId> nodes{s.value};
    g_.form_nodes(s.index, nodes);
    int level = 0;
    for (NodeId n : nodes) level = std::max(level, levels_[n.index()]);
    return level;
  };
  if (body) {
    for (uint32_t s : lane_slots_) count = std::max(count, static_cast<size_t>(levels_[a_.slots[s].next.index()]) + 1);
    for (const StreamStore& s : a_.stores) count = std::max(count, static_cast<size_t>(level_of_store(s)) + 1);
  }
  std::vector<Phase> phases(count);
  for (size_t i = 0; i < g_.size(); ++i)
    if (needed[i] && g_[NodeId(i)].kind == NodeKind::Reduce)
      phases[static_cast<size_t>(levels_[i]) - 1].reduces.push_back(NodeId(i));
  if (body)
    for (const StreamStore& s : a_.stores) {
      Phase& phase = phases[static_cast<size_t>(level_of_store(s))];
      const bool by_lane = (g_.depends(s.index) | g_[s.value].depends) & analysis::DependsOnLane;
      (by_lane ? phase.lane_stores : phase.row_stores).push_back(&s);
    }
  // From the last phase to the first: what a phase loads an earlier one must have stored.
  std::vector<bool> wanted(g_.size(), false);
  for (size_t level = count; level-- > 0;) {
    Phase& phase = phases[level];
    const int l = static_cast<int>(level);
    for (size_t i = 0; i < g_.size(); ++i)
      if (wanted[i] && levels_[i] == l && !kept_.contains(NodeId(i))) phase.made.push_back(NodeId(i));
    std::vector<NodeId> of = phase.made;
    for (NodeId r : phase.reduces) of.push_back(g_[r].operands[0]);
    for (const StreamStore* s : phase.lane_stores) {
      of.push_back(s->value);
      g_.form_nodes(s->index, of);
    }
    if (body)
      for (uint32_t s : lane_slots_) {
        const NodeId next = a_.slots[s].next;
        if (levels_[next.index()] != l) continue;
        of.push_back(next);
        size_t at = level;
        for (size_t later = level + 1; later < count && !a_.leaves[a_.slots[s].leaf].shared; ++later)
          if (std::ranges::find(phases[later].carries, s) != phases[later].carries.end()) at = later;
        phases[at].nexts.push_back(s);
        if (at == level) continue;
        // Kept in memory until then.
        if (in_forms_.contains(next)) {
          waits_for_index_ = true;
        } else if (!lane(next)) {
          add(phases[at].uniforms, next);
        } else {
          add(phases[at].loaded, next);
          if (!kept_.contains(next)) add(phase.made, next);
        }
      }
    collect(of, l, phase);
    for (const StreamStore* s : phase.row_stores) {
      phase.uniforms.push_back(s->value);
      g_.form_nodes(s->index, phase.uniforms);
    }
    for (NodeId n : phase.loaded) wanted[n.index()] = true;
  }
  return phases;
}

Index LoopLowering::lane_number(ValueId j) const {
  Index at{{{j, 1}}, 0};
  if (row_.valid()) at.terms.push_back({row_, lanes_});
  return at;
}

BufferId LoopLowering::memory_of(NodeId n) {
  auto [it, fresh] = values_in_.try_emplace(n);
  if (fresh) it->second = b_.buffer(fmt::format("value{}", n.value), g_[n].type, lanes_ * rows_, Space::Worker);
  return it->second;
}

// Where the state of a slot is: an array of its own, or its leaf's, of which `half` is the one to use.
std::pair<BufferId, Index> LoopLowering::state_of(uint32_t slot, ValueId j, ValueId half) {
  const CarrySlot& s = a_.slots[slot];
  if (!a_.leaves[s.leaf].shared) return {state_[slot], lane_number(j)};
  Index at = e_.index(linear(s));
  at.terms.push_back({half, leaf_size(s.leaf)});
  return {shared_[s.leaf], at};
}

int64_t LoopLowering::leaf_size(uint32_t leaf) const {
  const Shape& shape = a_.leaves[leaf].shape;
  return shape.element_count() * (is_complex(shape.type) ? 2 : 1);
}

// Returns the number of pars.
int LoopLowering::emit_phase(const Phase& phase) {
  e_.emit(phase.uniforms, true);
  const bool lanes_work =
      !phase.made.empty() || !phase.nexts.empty() || !phase.lane_stores.empty() || !phase.reduces.empty();
  const bool par = lanes_work || !phase.row_stores.empty();
  if (par) {
    ValueId p = b_.begin_par(b_.s64(lanes_work ? tiles_ : 1));
    e_.push();
    std::vector<ValueId> reduced;
    if (lanes_work) {
      auto [lo, hi] = enter_tile(p);
      std::vector<Op> reducers;
      for (NodeId r : phase.reduces) reducers.push_back(g_[r].op);
      ValueId j = begin_lanes(lo, hi, reducers);
      for (uint32_t s : phase.carries) {
        auto [buffer, at] = state_of(s, j, half_);
        e_.define(a_.slots[s].carry, b_.load(buffer, std::move(at)));
      }
      for (NodeId n : phase.loaded) e_.define(n, b_.load(memory_of(n), lane_number(j)));
      std::vector<NodeId> roots = phase.made;
      for (uint32_t s : phase.nexts) roots.push_back(a_.slots[s].next);
      for (const StreamStore* s : phase.lane_stores) roots.push_back(s->value);
      for (NodeId r : phase.reduces) roots.push_back(g_[r].operands[0]);
      const std::vector<ValueId> v = e_.emit(roots, true);
      size_t at = 0;
      for (NodeId n : phase.made) b_.store(memory_of(n), lane_number(j), v[at++]);
      for (uint32_t s : phase.nexts) {
        auto [buffer, to] = state_of(s, j, other_half_);
        b_.store(buffer, std::move(to), v[at++]);
      }
      for (const StreamStore* s : phase.lane_stores) b_.store(outputs_[s->leaf], row_index(*s), v[at++]);
      end_lanes(std::span(v).subspan(at), &reduced);
      for (size_t i = 0; i < phase.reduces.size(); ++i)
        b_.store(partial_of(phase.reduces[i]), {{{p, 1}}, 0}, reduced[i]);
    }
    if (!phase.row_stores.empty()) {
      b_.begin_when(b_.op(Op::Eq, ElementType::Pred, {p, b_.s64(0)}));
      e_.push();
      for (const StreamStore* s : phase.row_stores) store_row(*s);
      e_.pop();
      b_.end();
    }
    row_ = ValueId();
    e_.pop();
    b_.end();
  }
  for (NodeId r : phase.reduces) {
    ValueId sum;
    if (tiles_ == 1) {
      sum = b_.load(partial_of(r), {});
    } else {
      Op reducer[] = {g_[r].op};
      ValueId k = b_.begin_lanes(b_.s64(0), b_.s64(tiles_), reducer, std::max<int64_t>(tiles_, 1));
      ValueId part = b_.load(partial_of(r), {{{k, 1}}, 0});
      sum = b_.end(std::vector<ValueId>{part})[0];
    }
    e_.define(r, combined(r, sum));
  }
  return par ? 1 : 0;
}

BufferId LoopLowering::partial_of(NodeId reduce) {
  auto [it, fresh] = partial_in_.try_emplace(reduce);
  if (fresh) it->second = b_.buffer(fmt::format("partial{}", reduce.value), g_[reduce].type, tiles_, Space::Worker);
  return it->second;
}

// Which half of doubled arrays a step reads.
void LoopLowering::choose_half(ValueId step) {
  half_ = b_.op(Op::Rem, ElementType::S64, {step, b_.s64(2)});
  half_ = b_.op(Op::Max, ElementType::S64, {half_, b_.s64(0)});
  other_half_ = b_.op(Op::Sub, ElementType::S64, {b_.s64(1), half_});
  for (size_t k = 0; k < a_.leaves.size(); ++k)
    if (a_.leaves[k].shared) {
      const auto leaf = static_cast<uint32_t>(k);
      e_.state_arrays[analysis::state_array + leaf] = {shared_[k], {half_, leaf_size(leaf)}};
    }
}

void LoopLowering::phased_kernel() {
  find_levels();
  find_forms();
  bool any_shared = false;
  shared_.resize(a_.leaves.size());
  for (size_t k = 0; k < a_.leaves.size(); ++k) {
    if (!a_.leaves[k].shared) continue;
    any_shared = true;
    shared_[k] = b_.buffer(fmt::format("state{}", k), part_type(a_.leaves[k].shape.type),
                           2 * leaf_size(static_cast<uint32_t>(k)), Space::Worker);
  }
  state_.resize(a_.slots.size());
  for (uint32_t s : lane_slots_)
    if (!a_.leaves[a_.slots[s].leaf].shared)
      state_[s] = b_.buffer(fmt::format("state{}_{}", a_.slots[s].leaf, s), g_[a_.slots[s].carry].type, lanes_ * rows_,
                            Space::Worker);
  // What a lane computes that no step changes.
  auto lane_fixed = [&](NodeId n) { return lane(n) && !varies(n) && levels_[n.index()] == 0; };
  auto worth_keeping = [&](NodeId n) {
    return lane_fixed(n) && g_[n].kind == NodeKind::Op && is_float(g_[n].type) && !in_forms_.contains(n);
  };
  std::vector<NodeId> kept = frontier(worth_keeping, [&](NodeId n) { return lane(n) && varies(n); });
  if (kept.size() > 8) kept.clear();
  kept_.insert(kept.begin(), kept.end());

  auto uniform_fixed = [&](NodeId n) { return !lane(n) && !varies(n) && levels_[n.index()] == 0; };
  e_.emit(frontier(uniform_fixed, [&](NodeId n) { return !uniform_fixed(n); }), false);
  ValueId j, p;
  if (!lane_slots_.empty() || !kept.empty()) {
    p = b_.begin_par(b_.s64(tiles_));
    e_.push();
    auto [lo, hi] = enter_tile(p);
    j = begin_lanes(lo, hi);
    std::vector<NodeId> first;
    for (uint32_t s : lane_slots_) first.push_back(a_.slots[s].init);
    first.insert(first.end(), kept.begin(), kept.end());
    const std::vector<ValueId> v = e_.emit(first, true);
    size_t at = 0;
    const ValueId zero = b_.s64(0);
    for (uint32_t s : lane_slots_) {
      auto [buffer, to] = state_of(s, j, zero);
      b_.store(buffer, std::move(to), v[at++]);
    }
    for (NodeId n : kept) b_.store(memory_of(n), lane_number(j), v[at++]);
    end_lanes();
    row_ = ValueId();
    e_.pop();
    b_.end();
  }

  std::vector<NodeId> next;
  std::vector<ValueId> init, params;
  for (uint32_t s : uniform_slots_) {
    init.push_back(e_.emit(a_.slots[s].init));
    next.push_back(a_.slots[s].next);
  }
  // A state as carried values, the number of its step, and with it the half of doubled arrays.
  auto enter_state = [&](std::span<const ValueId> carries, ValueId step) {
    e_.push();
    if (any_shared) choose_half(step);
    for (size_t i = 0; i < uniform_slots_.size(); ++i) e_.define(a_.slots[uniform_slots_[i]].carry, carries[i]);
  };
  // A condition may need phases of its own, so whether to go on is a carried value.
  const bool counted = !a_.condition.valid();
  int pars = 0;
  bool reduces = false;
  auto emit_all = [&](const std::vector<Phase>& phases) {
    for (const Phase& phase : phases) {
      pars += emit_phase(phase);
      reduces |= !phase.reduces.empty();
    }
  };
  auto goes_on = [&](std::span<const ValueId> carries, ValueId step) {
    enter_state(carries, step);
    emit_all(plan_phases({a_.condition}, false));
    const ValueId go = e_.emit({a_.condition}, true)[0];
    e_.pop();
    return go;
  };
  ValueId step;
  if (counted) {
    params = b_.begin_for(b_.s64(0), b_.s64(a_.trip_count), init);
    step = params[0];
    params.erase(params.begin());
  } else {
    step = b_.s64(0);
    const ValueId go = goes_on(init, step);
    init.insert(init.end(), {step, go});
    params = b_.begin_while(init);
    params = b_.next(params.back());
    step = params[params.size() - 2];
  }
  enter_state(params, step);
  if (counted) e_.define_atom(counter_atom(), step);
  partial_in_.clear();  // the condition's are read at the end of a step, while others may be in the next one
  pars = 0;
  reduces = false;
  emit_all(plan_phases(next, true));
  std::vector<ValueId> yield = e_.emit(next, true);
  e_.pop();
  if (!counted) {
    step = b_.op(Op::Add, ElementType::S64, {step, b_.s64(1)});
    const ValueId go = goes_on(yield, step);
    yield.insert(yield.end(), {step, go});
  }
  if (pars == 1 && reduces) {
    // The next step's first phase stores the partial results that a slower worker may still read.
    b_.begin_par(b_.s64(1));
    b_.end();
  }
  std::vector<ValueId> finals = b_.end(yield);

  if (any_shared) choose_half(counted ? b_.s64(a_.trip_count) : finals[finals.size() - 2]);
  bool any_stored = false;
  for (uint32_t s : lane_slots_) any_stored |= stored(a_.slots[s]);
  if (any_stored) {
    p = b_.begin_par(b_.s64(tiles_));
    e_.push();
    auto [lo, hi] = enter_tile(p);
    j = begin_lanes(lo, hi);
    for (uint32_t s : lane_slots_) {
      const CarrySlot& slot = a_.slots[s];
      if (!stored(slot)) continue;
      auto [buffer, at] = state_of(s, j, half_);
      b_.store(outputs_[slot.leaf], e_.index(linear(slot)), b_.load(buffer, std::move(at)));
    }
    end_lanes();
    row_ = ValueId();
    e_.pop();
    b_.end();
  }
  const bool any_uniform =
      std::ranges::any_of(uniform_slots_, [&](uint32_t s) { return stored(a_.slots[s]); }) ||
      std::ranges::any_of(a_.leaves, [](const LoopLeaf& l) { return l.kind == CarryKind::Counter && l.used; });
  if (!any_uniform) return;
  b_.begin_par(b_.s64(1));
  e_.push();
  store_uniform_results(finals);
  e_.pop();
  b_.end();
}

}  // namespace eutectic::kernel

#include "kernel/lower/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/contract.h"
#include "base/check.h"
#include "kernel/lower/emitter.h"
#include "kernel/reduce.h"

namespace eutectic::kernel {

using analysis::AtomKind;
using analysis::CarryKind;
using analysis::CarrySlot;
using analysis::LoopAnalysis;
using analysis::LoopLeaf;
using analysis::Node;
using analysis::NodeId;
using analysis::NodeKind;
using analysis::StreamStore;
using scalar::Op;

namespace {

// Lanes whose reduction makes one partial result; part of the order of reductions over lanes.
constexpr int64_t reduce_block = 256;

class LoopLowering {
 public:
  LoopLowering(const Module& module, LoopAnalysis& loop, std::string_view name, const LowerOptions& options)
      : module_(module), a_(loop), g_(loop.graph), options_(options), b_(std::string(name)), e_(b_, loop.graph) {}

  std::expected<Kernel, explain::Verdict> run();

 private:
  void contract();
  void classify();
  void choose_schedule();
  void make_buffers();
  void tile_kernel();
  void register_kernel();
  void late_phase();
  bool forms_are_flat() const;

  bool lane(NodeId n) const { return g_[n].depends & analysis::DependsOnLane; }
  bool late(NodeId n) const { return late_[n.index()]; }
  bool varies(NodeId n) const { return g_[n].depends & (analysis::DependsOnCounter | analysis::DependsOnCarry); }
  // Enters a tile: defines outer lane axes, returns the bounds of its lanes.
  std::pair<ValueId, ValueId> enter_tile(ValueId p);
  ValueId begin_lanes(ValueId lo, ValueId hi, std::span<const Op> reducers = {});
  void end_lanes(std::span<const ValueId> yields = {}, std::vector<ValueId>* results = nullptr);
  analysis::AtomId lane_atom(size_t axis) {
    return g_.affine.atom(AtomKind::Lane, static_cast<uint32_t>(axis), {0, a_.lane_extents[axis] - 1});
  }
  analysis::AtomId counter_atom() {
    return g_.affine.atom(AtomKind::Counter, 0, {0, std::max<int64_t>(a_.trip_count - 1, 0)});
  }
  Index local_index(ValueId j, ValueId lo) { return {{{j, 1}, {lo, -1}}, 0}; }
  analysis::AffineId linear(const CarrySlot& slot);
  bool stored(const CarrySlot& slot) const { return a_.leaves[slot.leaf].used; }
  // Nodes of the given kind that others outside it read: what to compute before entering a region.
  std::vector<NodeId> frontier(const std::function<bool(NodeId)>& inside, const std::function<bool(NodeId)>& reader) const;
  ValueId combined(NodeId reduce, ValueId partial);
  void store_uniform_results(const std::vector<ValueId>& finals);

  const Module& module_;
  LoopAnalysis& a_;
  analysis::ScalarGraph& g_;
  const LowerOptions& options_;
  KernelBuilder b_;
  GraphEmitter e_;

  std::vector<bool> needed_, late_;
  std::vector<NodeId> reduces_;
  std::vector<uint32_t> lane_slots_, uniform_slots_, late_slots_;
  bool nested_axes_ = false;
  int64_t lanes_ = 1, tile_ = 256, tiles_ = 1, rows_ = 1, tiles_per_row_ = 1;
  bool registers_ = false;
  std::vector<BufferId> outputs_;  // by leaf
  std::vector<BufferId> partials_;
};

analysis::AffineId LoopLowering::linear(const CarrySlot& slot) {
  const Shape& shape = a_.leaves[slot.leaf].shape;
  std::vector<int64_t> strides = row_major_strides(shape.dims);
  analysis::AffineId at = g_.affine.constant(0);
  for (size_t d = 0; d < slot.index.size(); ++d) at = g_.affine.add(at, slot.index[d], strides[d]);
  if (is_complex(shape.type)) at = g_.affine.add(g_.affine.scale(at, 2), slot.part);
  return at;
}

void LoopLowering::contract() {
  if (!options_.contract) return;
  std::vector<NodeId*> roots;
  for (CarrySlot& s : a_.slots) {
    roots.push_back(&s.init);
    roots.push_back(&s.next);
  }
  for (StreamStore& s : a_.stores) roots.push_back(&s.value);
  analysis::contract(g_, roots);
}

void LoopLowering::classify() {
  std::vector<NodeId> roots;
  for (const CarrySlot& s : a_.slots) {
    roots.push_back(s.init);
    roots.push_back(s.next);
  }
  for (const StreamStore& s : a_.stores) {
    roots.push_back(s.value);
    g_.form_nodes(s.index, roots);
  }
  needed_ = analysis::needed(g_, roots);
  late_.assign(g_.size(), false);
  for (size_t i = 0; i < g_.size(); ++i) {
    if (!needed_[i]) continue;
    const Node& n = g_[NodeId(i)];
    bool l = n.kind == NodeKind::Reduce || (n.kind == NodeKind::Carry && a_.slots[n.number].late);
    for (NodeId o : g_.operands(NodeId(i))) l |= late_[o.index()];
    late_[i] = l;
    if (n.kind == NodeKind::Reduce) reduces_.push_back(NodeId(i));
  }
  for (uint32_t i = 0; i < a_.slots.size(); ++i)
    (a_.slots[i].late ? late_slots_ : a_.slots[i].lane ? lane_slots_ : uniform_slots_).push_back(i);
}

// Whether all index forms use the lane axes as one row-major number.
bool LoopLowering::forms_are_flat() const {
  std::vector<int64_t> strides = row_major_strides(a_.lane_extents);
  auto flat = [&](analysis::AffineId id) {
    std::vector<int64_t> c(strides.size(), 0);
    std::vector<analysis::AffineId> work{id};
    bool any = false, nested = false;
    for (const auto& [atom, scale] : g_.affine[id].terms) {
      const analysis::Atom& x = g_.affine[atom];
      if (x.kind == AtomKind::Lane) {
        c[x.number] = scale;
        any = true;
      }
      if ((x.kind == AtomKind::FloorDiv || x.kind == AtomKind::Mod) && (g_.depends(x.form) & analysis::DependsOnLane)) nested = true;
    }
    if (nested) return false;
    if (!any) return true;
    for (size_t d = 0; d < c.size(); ++d)
      if (c[d] != c.back() * strides[d]) return false;
    return c.back() != 0;
  };
  for (size_t i = 0; i < g_.size(); ++i)
    if (needed_[i] && g_[NodeId(i)].form.valid() && !flat(g_[NodeId(i)].form)) return false;
  for (const StreamStore& s : a_.stores)
    if (!flat(s.index)) return false;
  return true;
}

void LoopLowering::choose_schedule() {
  nested_axes_ = a_.lane_extents.size() > 1 && !forms_are_flat();
  lanes_ = 1;
  rows_ = 1;
  for (int64_t n : a_.lane_extents) lanes_ *= n;
  if (nested_axes_) {
    rows_ = lanes_ / a_.lane_extents.back();
    lanes_ = a_.lane_extents.back();
  }
  bool streams = !a_.stores.empty();
  for (size_t i = 0; i < g_.size(); ++i) {
    const Node& n = g_[NodeId(i)];
    if (needed_[i] && n.kind == NodeKind::Load && (n.depends & analysis::DependsOnCounter)) streams = true;
  }
  const bool possible = a_.stores.empty() && reduces_.empty() && uniform_slots_.empty() && late_slots_.empty();
  switch (options_.state) {
    case LowerOptions::State::Choose: registers_ = possible && !streams; break;
    case LowerOptions::State::Registers: registers_ = possible; break;
    case LowerOptions::State::Tile: registers_ = false; break;
  }
  tile_ = options_.tile;
  if (tile_ <= 0) {
    // Enough tiles for the workers, the state of one in half of a 32 KiB L1.
    const int64_t bytes = 4 * std::max<int64_t>(1, static_cast<int64_t>(lane_slots_.size()));
    tile_ = std::clamp<int64_t>(lanes_ * rows_ / 16, 256, 1024);
    while (tile_ > 256 && tile_ * bytes > 16 * 1024) tile_ /= 2;
  }
  tile_ = std::max<int64_t>(64, tile_ / 64 * 64);
  if (!reduces_.empty()) tile_ = std::max(reduce_block, tile_ / reduce_block * reduce_block);
  tiles_per_row_ = (lanes_ + tile_ - 1) / tile_;
  tiles_ = tiles_per_row_ * rows_;
}

void LoopLowering::make_buffers() {
  for (size_t i = 0; i < a_.sources.size(); ++i) {
    const Shape& s = analysis::leaf_shape(module_.shape(a_.sources[i].instr), a_.sources[i].leaf);
    int64_t n = s.element_count() * (is_complex(s.type) ? 2 : 1);
    e_.arrays.push_back(b_.buffer(fmt::format("in{}", i), part_type(s.type), n, Space::Param, Access::In));
  }
  outputs_.resize(a_.leaves.size());
  for (size_t k = 0; k < a_.leaves.size(); ++k) {
    const LoopLeaf& leaf = a_.leaves[k];
    if (!leaf.used || leaf.kind == CarryKind::Invariant) continue;
    int64_t n = leaf.shape.element_count() * (is_complex(leaf.shape.type) ? 2 : 1);
    std::string name = fmt::format("out{}", k);
    Access access = Access::Out;
    if (leaf.kind == CarryKind::Stream && !leaf.covered) {
      name = fmt::format("inout{}_{}", k, leaf.initial);
      access = Access::InOut;
    }
    outputs_[k] = b_.buffer(name, part_type(leaf.shape.type), n, Space::Param, access);
  }
}

std::pair<ValueId, ValueId> LoopLowering::enter_tile(ValueId p) {
  ValueId in_row = p;
  if (nested_axes_) {
    ValueId per_row = b_.s64(tiles_per_row_);
    ValueId row = b_.op(Op::Div, ElementType::S64, {p, per_row});
    in_row = b_.op(Op::Rem, ElementType::S64, {p, per_row});
    std::vector<int64_t> outer(a_.lane_extents.begin(), a_.lane_extents.end() - 1);
    std::vector<int64_t> strides = row_major_strides(outer);
    for (size_t d = 0; d < outer.size(); ++d) {
      ValueId v = b_.op(Op::Div, ElementType::S64, {row, b_.s64(strides[d])});
      if (d > 0) v = b_.op(Op::Rem, ElementType::S64, {v, b_.s64(outer[d])});
      e_.define_atom(lane_atom(d), v);
    }
  }
  ValueId lo = b_.op(Op::Mul, ElementType::S64, {in_row, b_.s64(tile_)});
  ValueId hi = b_.op(Op::Add, ElementType::S64, {lo, b_.s64(tile_)});
  if (lanes_ % tile_ != 0) hi = b_.op(Op::Min, ElementType::S64, {hi, b_.s64(lanes_)});
  return {lo, hi};
}

ValueId LoopLowering::begin_lanes(ValueId lo, ValueId hi, std::span<const Op> reducers) {
  int64_t step = reduces_.empty() ? tile_ : std::min(tile_, reduce_block);
  int64_t multiple = lanes_ % step == 0 ? step : std::gcd(step, lanes_ % step);
  ValueId j = b_.begin_lanes(lo, hi, reducers, multiple, options_.interleave);
  e_.push();
  const size_t last = a_.lane_extents.size() - 1;
  if (a_.lane_extents.size() == 1 || nested_axes_) {
    e_.define_atom(lane_atom(last), j);
  } else {
    e_.lane_strides = row_major_strides(a_.lane_extents);
    e_.define_flat(j);
  }
  return j;
}

void LoopLowering::end_lanes(std::span<const ValueId> yields, std::vector<ValueId>* results) {
  e_.pop();
  std::vector<ValueId> r = b_.end(yields);
  if (results) *results = std::move(r);
}

std::vector<NodeId> LoopLowering::frontier(const std::function<bool(NodeId)>& inside,
                                           const std::function<bool(NodeId)>& reader) const {
  std::vector<bool> mark(g_.size(), false);
  std::vector<NodeId> wants;
  for (size_t i = 0; i < g_.size(); ++i) {
    if (!needed_[i] || !reader(NodeId(i))) continue;
    wants.clear();
    for (NodeId o : g_.operands(NodeId(i))) wants.push_back(o);
    if (g_[NodeId(i)].form.valid()) g_.form_nodes(g_[NodeId(i)].form, wants);
    for (NodeId o : wants)
      if (inside(o)) mark[o.index()] = true;
  }
  std::vector<NodeId> out;
  for (size_t i = 0; i < mark.size(); ++i)
    if (mark[i] && g_[NodeId(i)].kind != NodeKind::Const && g_[NodeId(i)].kind != NodeKind::Carry) out.push_back(NodeId(i));
  return out;
}

ValueId LoopLowering::combined(NodeId reduce, ValueId partial) {
  const Node& n = g_[reduce];
  const Node& init = g_[n.operands[1]];
  // Adding +0 only turns -0 into +0.
  bool neutral = init.kind == NodeKind::Const && (init.bits == *reduce_identity(n.op, n.type) || (n.op == Op::Add && init.bits == 0));
  return neutral ? partial : b_.op(n.op, n.type, {e_.emit(n.operands[1]), partial});
}

void LoopLowering::store_uniform_results(const std::vector<ValueId>& finals) {
  for (size_t i = 0; i < uniform_slots_.size(); ++i) {
    const CarrySlot& slot = a_.slots[uniform_slots_[i]];
    if (stored(slot)) b_.store(outputs_[slot.leaf], e_.index(linear(slot)), finals[i]);
  }
  for (size_t k = 0; k < a_.leaves.size(); ++k) {
    const LoopLeaf& leaf = a_.leaves[k];
    if (leaf.kind == CarryKind::Counter && leaf.used)
      b_.store(outputs_[k], {}, b_.constant(leaf.shape.type, scalar::encode_int(leaf.shape.type, leaf.last)));
  }
}

void LoopLowering::tile_kernel() {
  const int64_t blocks_per_tile = reduces_.empty() ? 1 : tile_ / reduce_block;
  const int64_t blocks = reduces_.empty() ? 1 : rows_ * ((lanes_ + reduce_block - 1) / reduce_block);
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
  std::vector<NodeId> kept = frontier([&](NodeId n) { return lane_fixed(n) && g_[n].kind == NodeKind::Op; },
                                      [&](NodeId n) { return lane(n) && varies(n); });
  if (kept.size() > 8) kept.clear();
  std::vector<BufferId> kept_in;
  for (NodeId n : kept) kept_in.push_back(b_.buffer(fmt::format("kept{}", n.value), g_[n].type, tile_, Space::Local));
  for (NodeId r : reduces_)
    if (!late_here)
      partials_.push_back(b_.buffer(fmt::format("partial{}", r.value), g_[r].type, std::max<int64_t>(1, a_.trip_count * blocks), Space::Worker));

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
  e_.emit(frontier(uniform_varying, lane_node), false);

  std::vector<Op> reducers;
  for (NodeId r : reduces_) reducers.push_back(g_[r].op);
  ValueId block_lo = lo, block_hi = hi, block;
  if (blocks_per_tile > 1) {
    ValueId count = b_.op(Op::Sub, ElementType::S64, {hi, lo});
    count = b_.op(Op::Add, ElementType::S64, {count, b_.s64(reduce_block - 1)});
    count = b_.op(Op::Div, ElementType::S64, {count, b_.s64(reduce_block)});
    block = b_.begin_for(b_.s64(0), count, {})[0];
    e_.push();
    block_lo = b_.op(Op::Add, ElementType::S64, {lo, b_.op(Op::Mul, ElementType::S64, {block, b_.s64(reduce_block)})});
    block_hi = b_.op(Op::Add, ElementType::S64, {block_lo, b_.s64(reduce_block)});
    if (lanes_ % reduce_block != 0) block_hi = b_.op(Op::Min, ElementType::S64, {block_hi, hi});
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
  for (const StreamStore* s : lane_stores) b_.store(outputs_[s->leaf], e_.index(s->index), v[at++]);
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
    for (const StreamStore* s : other_stores) b_.store(outputs_[s->leaf], e_.index(s->index), e_.emit(s->value));
    e_.pop();
    b_.end();
  }
  std::vector<ValueId> yield = e_.emit(next, false);
  e_.pop();
  std::vector<ValueId> finals = b_.end(yield);

  bool any_stored = false;
  for (uint32_t s : lane_slots_) any_stored |= stored(a_.slots[s]);
  if (any_stored) {
    j = begin_lanes(lo, hi);
    for (size_t i = 0; i < lane_slots_.size(); ++i) {
      const CarrySlot& slot = a_.slots[lane_slots_[i]];
      if (stored(slot)) b_.store(outputs_[slot.leaf], e_.index(linear(slot)), b_.load(state[i], local_index(j, lo)));
    }
    end_lanes();
  }
  b_.begin_when(b_.op(Op::Eq, ElementType::Pred, {p, b_.s64(0)}));
  e_.push();
  store_uniform_results(finals);
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
  const int64_t blocks = rows_ * ((lanes_ + reduce_block - 1) / reduce_block);
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
    ValueId k = b_.begin_lanes(b_.s64(0), b_.s64(blocks), reducer, blocks);
    ValueId part = b_.load(partials_[i], {{{t, blocks}, {k, 1}}, 0});
    std::vector<ValueId> r = b_.end(std::vector<ValueId>{part});
    e_.define(reduces_[i], combined(reduces_[i], r[0]));
  }
  for (const StreamStore& s : a_.stores)
    if (late(s.value)) b_.store(outputs_[s.leaf], e_.index(s.index), e_.emit(s.value));
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
  std::vector<ValueId> init = e_.emit(first, true);
  std::vector<ValueId> params = b_.begin_for(b_.s64(0), b_.s64(a_.trip_count), init, counts ? 0 : 8);
  e_.push();
  e_.define_atom(counter_atom(), params[0]);
  for (size_t i = 0; i < lane_slots_.size(); ++i) e_.define(a_.slots[lane_slots_[i]].carry, params[i + 1]);
  std::vector<ValueId> yield = e_.emit(next, true);
  e_.pop();
  std::vector<ValueId> finals = b_.end(yield);
  for (size_t i = 0; i < lane_slots_.size(); ++i) {
    const CarrySlot& slot = a_.slots[lane_slots_[i]];
    if (stored(slot)) b_.store(outputs_[slot.leaf], e_.index(linear(slot)), finals[i]);
  }
  end_lanes();
  bool counters = false;
  for (const LoopLeaf& l : a_.leaves) counters |= l.kind == CarryKind::Counter && l.used;
  if (counters) {
    b_.begin_when(b_.op(Op::Eq, ElementType::Pred, {p, b_.s64(0)}));
    store_uniform_results({});
    b_.end();
  }
  e_.pop();
  b_.end();
}

std::expected<Kernel, explain::Verdict> LoopLowering::run() {
  contract();
  classify();
  choose_schedule();
  for (size_t i = 0; i < g_.size(); ++i) {
    // A late value that reads uniform state is not recomputed in the second phase.
    if (!needed_[i] || !late_[i] || reduces_.empty()) continue;
    for (NodeId o : g_.operands(NodeId(i)))
      if (!late_[o.index()] && (g_[o].depends & analysis::DependsOnCarry) && g_[NodeId(i)].kind != NodeKind::Reduce &&
          rows_ * lanes_ > reduce_block)
        return std::unexpected(explain::Verdict{explain::Reason::ReadsOtherLanes, a_.loop, InstrId(), {}, ""});
  }
  make_buffers();
  if (registers_) {
    register_kernel();
  } else {
    tile_kernel();
  }
  return b_.finish();
}

}  // namespace

std::expected<Kernel, explain::Verdict> lower_loop(const Module& module, LoopAnalysis& loop, std::string_view name,
                                                   const LowerOptions& options) {
  return LoopLowering(module, loop, name, options).run();
}

}  // namespace eutectic::kernel

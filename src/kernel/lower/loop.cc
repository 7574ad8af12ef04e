#include "kernel/lower/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/contract.h"
#include "base/check.h"
#include "kernel/lower/loop_lowering.h"
#include "kernel/reduce.h"

namespace eutectic::kernel {

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
  for (StreamStore& s : a_.finals) roots.push_back(&s.value);
  if (a_.condition.valid()) roots.push_back(&a_.condition);
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
  if (a_.condition.valid()) roots.push_back(a_.condition);
  needed_ = analysis::needed(g_, roots);
  for (const StreamStore& s : a_.finals) {
    roots.push_back(s.value);
    g_.form_nodes(s.index, roots);
  }
  needed_at_all_ = analysis::needed(g_, roots);
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

// Values that name elements: of loads, and of rows that are stored.
void LoopLowering::find_forms() {
  std::vector<NodeId> below;
  for (size_t i = 0; i < g_.size(); ++i)
    if (needed_[i] && g_[NodeId(i)].form.valid()) g_.form_nodes(g_[NodeId(i)].form, below);
  for (const StreamStore& s : a_.stores) g_.form_nodes(s.index, below);
  in_forms_.insert(below.begin(), below.end());
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
      if ((x.kind == AtomKind::FloorDiv || x.kind == AtomKind::Mod) && (g_.depends(x.form) & analysis::DependsOnLane))
        nested = true;
    }
    if (nested) return false;
    if (!any) return true;
    for (size_t d = 0; d < c.size(); ++d)
      if (__int128{c[d]} != __int128{c.back()} * strides[d]) return false;
    return c.back() != 0;
  };
  for (size_t i = 0; i < g_.size(); ++i)
    if (needed_at_all_[i] && g_[NodeId(i)].form.valid() && !flat(g_[NodeId(i)].form)) return false;
  for (const auto* stores : {&a_.stores, &a_.finals})
    for (const StreamStore& s : *stores)
      if (!flat(s.index)) return false;
  return true;
}

void LoopLowering::choose_schedule() {
  nested_axes_ = a_.lane_extents.size() > 1 && !a_.rows && !forms_are_flat();
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
    case LowerOptions::State::Choose:
      registers_ = possible && !streams;
      break;
    case LowerOptions::State::Registers:
      registers_ = possible;
      break;
    case LowerOptions::State::Tile:
      registers_ = possible && a_.condition.valid();
      break;
  }
  reduce_block_ = small_tile(lanes_ * rows_);
  tile_ = options_.tile;
  if (tile_ <= 0) {
    // Enough tiles for the workers, the state of one in half of a 32 KiB L1.
    const int64_t smallest = small_tile(lanes_ * rows_);
    const int64_t bytes = 4 * std::max<int64_t>(1, static_cast<int64_t>(lane_slots_.size()));
    tile_ = std::clamp<int64_t>(lanes_ * rows_ / 16, smallest, 1024);
    while (tile_ > smallest && tile_ * bytes > 16 * 1024) tile_ /= 2;
  }
  tile_ = std::max<int64_t>(64, tile_ / 64 * 64);
  if (!reduces_.empty()) {
    // All tiles of a row have the same number of blocks, so that theirs are numbered without gaps.
    const int64_t blocks = (lanes_ + reduce_block_ - 1) / reduce_block_;
    int64_t per_tile = std::clamp<int64_t>(tile_ / reduce_block_, 1, std::max<int64_t>(1, blocks));
    while (blocks % per_tile != 0) --per_tile;
    tile_ = per_tile * reduce_block_;
  }
  tiles_per_row_ = (lanes_ + tile_ - 1) / tile_;
  tiles_ = tiles_per_row_ * rows_;
}

void LoopLowering::make_buffers() {
  for (size_t i = 0; i < a_.sources.size(); ++i) {
    const Shape& s = leaf_shape(module_.shape(a_.sources[i].instr), a_.sources[i].leaf);
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
    row_ = row;
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
  int64_t step = reduces_.empty() ? tile_ : std::min(tile_, reduce_block_);
  int64_t multiple = lanes_ % step == 0 ? step : std::gcd(step, lanes_ % step);
  ValueId j = b_.begin_lanes(lo, hi, reducers, multiple, options_.interleave);
  e_.push();
  const size_t last = a_.lane_extents.size() - 1;
  if (a_.lane_extents.size() == 1 || nested_axes_) {
    e_.define_atom(lane_atom(last), j);
  } else {
    e_.lane_strides = row_major_strides(a_.lane_extents);
    e_.lane_count = lanes_;
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
    if (mark[i] && g_[NodeId(i)].kind != NodeKind::Const && g_[NodeId(i)].kind != NodeKind::Carry)
      out.push_back(NodeId(i));
  return out;
}

ValueId LoopLowering::combined(NodeId reduce, ValueId partial) {
  const Node& n = g_[reduce];
  const Node& init = g_[n.operands[1]];
  // Adding +0 only turns -0 into +0.
  bool neutral = init.kind == NodeKind::Const &&
                 (init.bits == *reduce_identity(n.op, n.type) || (n.op == Op::Add && init.bits == 0));
  return neutral ? partial : b_.op(n.op, n.type, {e_.emit(n.operands[1]), partial});
}

Index LoopLowering::row_index(const StreamStore& store) {
  std::vector<NodeId> nodes;
  g_.form_nodes(store.index, nodes);
  e_.emit(nodes, false);
  return e_.index(store.index);
}

void LoopLowering::store_row(const StreamStore& store) {
  Index at = row_index(store);
  b_.store(outputs_[store.leaf], std::move(at), e_.emit(store.value));
}

void LoopLowering::store_finals(bool of_lanes) {
  std::vector<NodeId> values;
  std::vector<const StreamStore*> stores;
  for (const StreamStore& s : a_.finals)
    if ((((g_.depends(s.index) | g_[s.value].depends) & analysis::DependsOnLane) != 0) == of_lanes) {
      stores.push_back(&s);
      values.push_back(s.value);
    }
  std::vector<ValueId> v = e_.emit(values, of_lanes);
  for (size_t i = 0; i < stores.size(); ++i) b_.store(outputs_[stores[i]->leaf], row_index(*stores[i]), v[i]);
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

std::expected<Kernel, explain::Verdict> LoopLowering::run() {
  contract();
  e_.use_threefry(analysis::find_threefry(g_));
  classify();
  if (a_.in_phases) {
    choose_schedule();
    if (!reduces_.empty()) {
      tile_ = reduce_block_;
      tiles_per_row_ = (lanes_ + tile_ - 1) / tile_;
      tiles_ = tiles_per_row_ * rows_;
    }
    make_buffers();
    phased_kernel();
    if (waits_for_index_)
      return std::unexpected(explain::Verdict{explain::Reason::ReadsOtherLanes, a_.loop, InstrId(), {}, ""});
    return b_.finish();
  }
  choose_schedule();
  if (a_.condition.valid() && !registers_)
    return std::unexpected(explain::Verdict{explain::Reason::TripCountUnknown, a_.loop, InstrId(), {}, ""});
  for (size_t i = 0; i < g_.size(); ++i) {
    // A late value that reads uniform state is not recomputed in the second phase.
    if (!needed_[i] || !late_[i] || reduces_.empty()) continue;
    for (NodeId o : g_.operands(NodeId(i)))
      if (!late_[o.index()] && (g_[o].depends & analysis::DependsOnCarry) && g_[NodeId(i)].kind != NodeKind::Reduce &&
          rows_ * lanes_ > reduce_block_)
        return std::unexpected(explain::Verdict{explain::Reason::ReadsOtherLanes, a_.loop, InstrId(), {}, ""});
  }
  // A row that differs by lane, made from a reduction over the lanes, would need a second pass over them; the second
  // phase does not know the state that names a row.
  for (const StreamStore& s : a_.stores)
    if (late_[s.value.index()] &&
        (((g_.depends(s.index) | g_[s.value].depends) & analysis::DependsOnLane) ||
         ((g_.depends(s.index) & analysis::DependsOnCarry) && rows_ * lanes_ > reduce_block_)))
      return std::unexpected(explain::Verdict{explain::Reason::ReadsOtherLanes, a_.loop, InstrId(), {}, ""});
  make_buffers();
  if (a_.rows) {
    row_kernel();
  } else if (registers_) {
    register_kernel();
  } else {
    tile_kernel();
  }
  return b_.finish();
}

std::expected<Kernel, explain::Verdict> lower_loop(const Module& module, LoopAnalysis& loop, std::string_view name,
                                                   const LowerOptions& options) {
  return LoopLowering(module, loop, name, options).run();
}

}  // namespace eutectic::kernel

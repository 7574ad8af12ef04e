#include "analysis/loop.h"

#include <algorithm>
#include <map>

#include "analysis/lane_candidates.h"
#include "analysis/substitute.h"
#include "base/check.h"

namespace eutectic::analysis {

using explain::Reason;
using explain::Verdict;
using scalar::Op;

namespace {

// How a dimension of a leaf lies in the lanes: the axis it is (-1: none, written out); `count` values of every lane may
// share it, one behind the other for each lane (interleaved) or all lanes of one after all lanes of the other.
struct DimLayout {
  int axis = -1;
  int64_t count = 1;
  bool interleaved = false;
};
using Layout = std::vector<DimLayout>;

class LoopBuilder {
 public:
  LoopBuilder(const Module& module, InstrId loop, const LoopOptions& options, LaneAxes axes, bool in_phases)
      : module_(module), options_(options), split_(axes.split), out_(std::make_unique<LoopAnalysis>()) {
    out_->in_phases = in_phases;
    out_->loop = loop;
    out_->lane_extents = std::move(axes.extents);
    out_->graph.reciprocal = options.reciprocal;
    const Attrs& attrs = module.attrs(loop);
    body_ = attrs.comps(AttrName::Body)[0];
    condition_ = attrs.comps(AttrName::Condition)[0];
  }

  std::expected<std::unique_ptr<LoopAnalysis>, Verdict> build();

  // Leaves' kinds and the trip count, which do not depend on the lanes.
  std::optional<Verdict> classify();
  LoopAnalysis& out() { return *out_; }

 private:
  Verdict verdict(Reason reason, InstrId subject, std::vector<int64_t> numbers = {}, std::string detail = {}) {
    return {reason, subject, InstrId(), std::move(numbers), std::move(detail)};
  }
  ScalarGraph& graph() { return out_->graph; }
  InstrId parameter() const { return module_[body_].parameters[0]; }
  InstrId root_leaf(uint32_t leaf) const { return leaf_instr(module_[body_].root, leaf); }
  InstrId init_leaf(uint32_t leaf) const { return leaf_instr(module_.operand(out_->loop, 0), leaf); }
  // The instruction that makes a leaf of a (flat) tuple; the tuple's own id if it is not made by `tuple`.
  InstrId leaf_instr(InstrId id, uint32_t leaf) const {
    if (module_[id].op != OpKind::Tuple) return id;
    return module_.operand(id, leaf);
  }
  // Which leaf of that instruction it is.
  uint32_t leaf_of(InstrId at, uint32_t leaf) const { return module_.shape(at).is_tuple() ? leaf : 0; }
  // Whether an instruction is the body's parameter leaf as it came in.
  bool is_carried(InstrId id, uint32_t leaf) const {
    if (leaves_are_scalar_ && id == parameter()) return leaf == 0;
    return module_[id].op == OpKind::GetTupleElement && module_.operand(id, 0) == parameter() &&
           module_.attrs(id).integer(AttrName::Index) == leaf;
  }
  std::optional<Verdict> find_counters();
  void find_streams();
  bool keeps_lanes_apart(AffineId start, int64_t extent) const;
  std::optional<Scalarizer::GivenOrVerdict> boundary(InstrId instr, uint32_t leaf, uint32_t part,
                                                     const IndexList& index);
  std::optional<Scalarizer::GivenOrVerdict> state(uint32_t leaf, uint32_t part, const IndexList& index);
  std::optional<Layout> layout(const Shape& shape) const;
  AffineId lane(int axis) {
    int64_t n = out_->lane_extents[static_cast<size_t>(axis)];
    return graph().affine.of(graph().affine.atom(AtomKind::Lane, static_cast<uint32_t>(axis), {0, n - 1}));
  }
  // All positions of a shape under a layout, lanes standing for themselves.
  std::vector<IndexList> positions(const Shape& shape, const Layout& layout);
  std::optional<Verdict> make_slots();
  std::optional<Verdict> make_stores(Scalarizer& s);
  std::optional<Verdict> mark_late();
  std::optional<Verdict> check_phases();
  std::optional<Verdict> find_condition(Scalarizer& s);

  const Module& module_;
  const LoopOptions& options_;
  const LaneAxes::Split split_;
  std::optional<Verdict> uncounted_;  // why there is no trip count
  std::unique_ptr<LoopAnalysis> out_;
  CompId body_, condition_;
  bool leaves_are_scalar_ = false;
  std::map<std::tuple<uint32_t, uint32_t, IndexList>, uint32_t> slot_ids_;
  Scalarizer* scalarizer_ = nullptr;
};

std::optional<Verdict> LoopBuilder::classify() {
  const Shape& carried = module_.shape(out_->loop);
  leaves_are_scalar_ = carried.type != ElementType::Tuple;
  const uint32_t n = leaf_count(carried);
  for (uint32_t k = 0; k < n; ++k) {
    LoopLeaf leaf;
    leaf.shape = leaf_shape(carried, k);
    InstrId next = root_leaf(k);
    if (is_carried(next, k) || (leaves_are_scalar_ && next == parameter())) leaf.kind = CarryKind::Invariant;
    out_->leaves.push_back(std::move(leaf));
  }
  for (const Shape& e : carried.elements)
    if (e.type == ElementType::Tuple) return verdict(Reason::NoKernelForType, out_->loop, {}, ": nested tuples");
  for (InstrId id : instrs_of(module_[module_[out_->loop].parent]))
    for (InstrId o : module_.operands(id))
      if (o == out_->loop) {
        if (module_[id].op == OpKind::GetTupleElement)
          out_->leaves[static_cast<size_t>(module_.attrs(id).integer(AttrName::Index))].used = true;
        else
          for (LoopLeaf& l : out_->leaves) l.used = true;
      }
  if (module_[module_[out_->loop].parent].root == out_->loop)
    for (LoopLeaf& l : out_->leaves) l.used = true;
  if (auto v = find_counters()) {
    if (v->reason != Reason::TripCountUnknown) return v;
    uncounted_ = std::move(v);
    return std::nullopt;
  }
  find_streams();
  return std::nullopt;
}

// An integer scalar that starts at a constant and grows by a constant; the condition compares one with a constant.
std::optional<Verdict> LoopBuilder::find_counters() {
  ScalarGraph probe;
  std::vector<int64_t> start(out_->leaves.size()), step(out_->leaves.size(), 0);
  std::vector<bool> has_start(out_->leaves.size());
  auto outside = [&](InstrId id, uint32_t, uint32_t, const IndexList&) -> std::optional<Scalarizer::GivenOrVerdict> {
    if (module_[id].op == OpKind::Parameter) return std::unexpected(verdict(Reason::TripCountUnknown, id));
    return std::nullopt;
  };
  Scalarizer init(module_, probe, outside);
  for (uint32_t k = 0; k < out_->leaves.size(); ++k) {
    const Shape& s = out_->leaves[k].shape;
    if (!s.dims.empty() || !is_integer(s.type) || !scalar::is_scalar_type(s.type)) continue;
    InstrId at = init_leaf(k);
    auto v = init.element(at, leaf_of(at, k), 0, {});
    if (!v || !probe.is_constant(*v)) continue;
    start[k] = scalar::decode_int(s.type, probe[*v].bits);
    has_start[k] = true;
  }
  auto carried = [&](InstrId id, uint32_t leaf, uint32_t,
                     const IndexList& index) -> std::optional<Scalarizer::GivenOrVerdict> {
    if (module_[id].op != OpKind::Parameter) return std::nullopt;
    const LoopLeaf& l = out_->leaves[leaf];
    if (!index.empty() || !scalar::is_scalar_type(l.shape.type))
      return std::unexpected(verdict(Reason::TripCountUnknown, id));
    if (l.kind == CarryKind::Invariant && has_start[leaf])
      return Scalarizer::Given(probe.constant_node(l.shape.type, scalar::encode_int(l.shape.type, start[leaf])));
    return Scalarizer::Given(probe.carry(leaf, l.shape.type, false));
  };
  Scalarizer inside(module_, probe, carried);
  for (uint32_t k = 0; k < out_->leaves.size(); ++k) {
    if (!has_start[k] || out_->leaves[k].kind == CarryKind::Invariant) continue;
    InstrId at = root_leaf(k);
    auto v = inside.element(at, leaf_of(at, k), 0, {});
    if (!v) continue;
    const Node n = probe[*v];
    if (n.kind != NodeKind::Op || (n.op != Op::Add && n.op != Op::Sub)) continue;
    for (size_t i = 0; i < (n.op == Op::Add ? 2u : 1u); ++i) {
      const Node &c = probe[n.operands[i]], &d = probe[n.operands[1 - i]];
      if (c.kind == NodeKind::Carry && c.number == k && d.kind == NodeKind::Const)
        step[k] = scalar::decode_int(d.type, d.bits) * (n.op == Op::Add ? 1 : -1);
    }
  }
  auto go = inside.element(module_[condition_].root, 0, 0, {});
  if (!go) return verdict(Reason::TripCountUnknown, out_->loop);
  const Node n = probe[*go];
  if (n.kind != NodeKind::Op) return verdict(Reason::TripCountUnknown, out_->loop);
  Op op = n.op;
  Node c = probe[n.operands[0]], limit = n.operand_count == 2 ? probe[n.operands[1]] : Node();
  if (c.kind == NodeKind::Const) {
    std::swap(c, limit);
    op = op == Op::Lt ? Op::Gt : op == Op::Gt ? Op::Lt : op == Op::Le ? Op::Ge : op == Op::Ge ? Op::Le : op;
  }
  if (c.kind != NodeKind::Carry || limit.kind != NodeKind::Const || step[c.number] == 0)
    return verdict(Reason::TripCountUnknown, out_->loop);
  const uint32_t k = c.number;
  __int128 first = start[k], end = scalar::decode_int(limit.type, limit.bits), by = step[k], count;
  if (op == Op::Le) end += 1;
  if (op == Op::Ge) end -= 1;
  if ((op == Op::Lt || op == Op::Le) && by > 0) {
    count = first >= end ? 0 : (end - first + by - 1) / by;
  } else if ((op == Op::Gt || op == Op::Ge) && by < 0) {
    count = first <= end ? 0 : (first - end - by - 1) / -by;
  } else if (op == Op::Ne && (end - first) % by == 0 && (end - first) / by >= 0) {
    count = (end - first) / by;
  } else {
    return verdict(Reason::TripCountUnknown, out_->loop);
  }
  // The counter must not wrap on its way.
  Range whole{static_cast<int64_t>(std::min(first, first + by * count)),
              static_cast<int64_t>(std::max(first, first + by * count))};
  if (count > (int64_t{1} << 40) || !fits(whole, out_->leaves[k].shape.type))
    return verdict(Reason::TripCountUnknown, out_->loop);
  out_->trip_count = static_cast<int64_t>(count);
  AffineTable& affine = graph().affine;
  AtomId t = affine.atom(AtomKind::Counter, 0, {0, std::max<int64_t>(out_->trip_count - 1, 0)});
  for (uint32_t j = 0; j < out_->leaves.size(); ++j) {
    if (!has_start[j] || step[j] == 0) continue;
    __int128 last = start[j] + static_cast<__int128>(step[j]) * count;
    Range r{static_cast<int64_t>(std::min<__int128>(start[j], last)),
            static_cast<int64_t>(std::max<__int128>(start[j], last))};
    if (!fits(r, out_->leaves[j].shape.type)) continue;
    out_->leaves[j].kind = CarryKind::Counter;
    out_->leaves[j].counter = affine.add(affine.of(t, step[j]), start[j]);
    out_->leaves[j].last = static_cast<int64_t>(last);
  }
  return std::nullopt;
}

// ys of a scan: only ever the operand of one dynamic-update-slice, which is what is carried on.
void LoopBuilder::find_streams() {
  for (uint32_t k = 0; k < out_->leaves.size(); ++k) {
    LoopLeaf& leaf = out_->leaves[k];
    if (leaf.kind != CarryKind::State || leaf.shape.dims.empty()) continue;
    InstrId update = root_leaf(k);
    if (module_[update].op != OpKind::DynamicUpdateSlice || !is_carried(module_.operand(update, 0), k)) continue;
    int uses = 0;
    for (InstrId id : instrs_of(module_[body_])) {
      auto operands = module_.operands(id);
      for (size_t n = 0; n < operands.size(); ++n) {
        if (operands[n] == update) uses += id == module_[body_].root ? 1 : 2;
        if (is_carried(operands[n], k)) uses += id == update && n == 0 ? 1 : 2;
      }
    }
    if (uses != 2) continue;
    leaf.kind = CarryKind::Stream;
    leaf.update = update;
  }
}

std::optional<Layout> LoopBuilder::layout(const Shape& shape) const {
  constexpr int64_t most_values = 16;
  const std::vector<int64_t>& extents = out_->lane_extents;
  Layout l(shape.dims.size());
  size_t axis = 0;
  for (size_t d = 0; d < shape.dims.size() && axis < extents.size(); ++d) {
    const int64_t count = extents[axis] > 0 && shape.dims[d] % extents[axis] == 0 ? shape.dims[d] / extents[axis] : 0;
    const bool shared = split_ != LaneAxes::Split::None && count > 1 && count <= most_values;
    if (count == 1 || shared) l[d] = {static_cast<int>(axis++), count, split_ == LaneAxes::Split::Interleaved};
  }
  if (axis != 0 && axis != extents.size()) return std::nullopt;
  return l;
}

std::vector<IndexList> LoopBuilder::positions(const Shape& shape, const Layout& layout) {
  AffineTable& affine = graph().affine;
  std::vector<IndexList> out;
  std::vector<int64_t> counts;
  for (size_t d = 0; d < shape.dims.size(); ++d)
    counts.push_back(layout[d].axis >= 0 ? layout[d].count : shape.dims[d]);
  if (std::ranges::find(counts, 0) != counts.end()) return out;
  std::vector<int64_t> position(counts.size(), 0);
  IndexList at(shape.dims.size());
  do {
    for (size_t d = 0; d < counts.size(); ++d) {
      const DimLayout& l = layout[d];
      if (l.axis < 0) {
        at[d] = affine.constant(position[d]);
      } else if (l.interleaved) {
        at[d] = affine.add(affine.scale(lane(l.axis), l.count), position[d]);
      } else {
        at[d] = affine.add(lane(l.axis), position[d] * (shape.dims[d] / l.count));
      }
    }
    out.push_back(at);
  } while (next_index(position, counts));
  return out;
}

std::optional<Verdict> LoopBuilder::make_slots() {
  int64_t total = 0;
  for (uint32_t k = 0; k < out_->leaves.size(); ++k) {
    const LoopLeaf& leaf = out_->leaves[k];
    if (leaf.kind != CarryKind::State) continue;
    if (!scalar::is_scalar_type(part_type(leaf.shape.type))) return verdict(Reason::NoKernelForType, out_->loop);
    std::optional<Layout> l = layout(leaf.shape);
    if (!l) return verdict(Reason::NoLanes, out_->loop);
    int64_t scalars = 1;
    for (size_t d = 0; d < l->size(); ++d) scalars *= (*l)[d].axis < 0 ? leaf.shape.dims[d] : (*l)[d].count;
    total += scalars;
    if (total > options_.max_slots) return verdict(Reason::TooManyScalars, out_->loop, {total, options_.max_slots});
    for (IndexList& index : positions(leaf.shape, *l))
      for (uint32_t part = 0; part < (is_complex(leaf.shape.type) ? 2u : 1u); ++part) {
        CarrySlot slot;
        slot.leaf = k;
        slot.part = part;
        slot.index = index;
        for (AffineId a : index) slot.lane |= (graph().depends(a) & DependsOnLane) != 0;
        auto id = static_cast<uint32_t>(out_->slots.size());
        slot.carry = graph().carry(id, part_type(leaf.shape.type), slot.lane);
        slot_ids_[{k, part, index}] = id;
        out_->slots.push_back(std::move(slot));
      }
  }
  return std::nullopt;
}

std::optional<Scalarizer::GivenOrVerdict> LoopBuilder::state(uint32_t leaf, uint32_t part, const IndexList& index) {
  if (auto it = slot_ids_.find({leaf, part, index}); it != slot_ids_.end())
    return Scalarizer::Given(out_->slots[it->second].carry);
  // A run-time index into a small written-out dimension: a select over its elements.
  const Shape& shape = out_->leaves[leaf].shape;
  for (size_t d = 0; d < index.size(); ++d) {
    if (graph().affine.is_constant(index[d])) continue;
    IndexList at = index;
    at[d] = graph().affine.constant(0);
    auto first = slot_ids_.lower_bound({leaf, part, IndexList()});
    bool written_out = false;
    for (auto it = first; it != slot_ids_.end() && std::get<0>(it->first) == leaf && std::get<1>(it->first) == part;
         ++it)
      written_out |= graph().affine.is_constant(std::get<2>(it->first)[d]);
    if (!written_out || shape.dims[d] > 16) continue;
    NodeId which = graph().index(index[d], ElementType::S64), value;
    for (int64_t c = shape.dims[d]; c-- > 0;) {
      at[d] = graph().affine.constant(c);
      auto one = state(leaf, part, at);
      if (!one || !*one) return one;
      NodeId v = std::get<NodeId>(**one);
      if (!value.valid()) {
        value = v;
        continue;
      }
      NodeId here = graph().op(Op::Eq, ElementType::Pred,
                               {which, graph().constant_node(ElementType::S64, static_cast<uint64_t>(c))});
      value = graph().op(Op::Select, graph()[v].type, {here, v, value});
    }
    return Scalarizer::Given(value);
  }
  if (out_->in_phases) {
    AffineTable& affine = graph().affine;
    AffineId linear = affine.constant(0);
    const std::vector<int64_t> strides = row_major_strides(shape.dims);
    for (size_t d = 0; d < index.size(); ++d) linear = affine.add(linear, index[d], strides[d]);
    if (is_complex(shape.type)) linear = affine.add(affine.scale(linear, 2), part);
    out_->leaves[leaf].shared = true;
    return Scalarizer::Given(graph().load(state_array + leaf, linear, part_type(shape.type)));
  }
  Verdict v = verdict(Reason::ReadsOtherLanes, scalarizer_->reader());
  v.other = init_leaf(leaf);
  return std::unexpected(std::move(v));
}

std::optional<Scalarizer::GivenOrVerdict> LoopBuilder::boundary(InstrId instr, uint32_t leaf, uint32_t part,
                                                                const IndexList& index) {
  if (module_[instr].parent != body_ && module_[instr].parent != condition_) {
    // Outside the loop. The tuple of initial values and other names are looked through.
    OpKind op = module_[instr].op;
    if (op == OpKind::Tuple || op == OpKind::Constant) return std::nullopt;
    const Shape& shape = leaf_shape(module_.shape(instr), leaf);
    if (!scalar::is_scalar_type(part_type(shape.type))) return std::unexpected(verdict(Reason::NoKernelForType, instr));
    if (is_cheap(module_, instr)) return std::nullopt;
    return Scalarizer::Given(scalarizer_->load(instr, leaf, part, index));
  }
  if (module_[instr].op != OpKind::Parameter) return std::nullopt;
  const LoopLeaf& l = out_->leaves[leaf];
  switch (l.kind) {
    case CarryKind::Invariant: {
      InstrId at = init_leaf(leaf);
      return Scalarizer::Given(Scalarizer::Forward{at, leaf_of(at, leaf), part, index});
    }
    case CarryKind::Counter:
      return Scalarizer::Given(graph().index(l.counter, l.shape.type));
    case CarryKind::State:
      return state(leaf, part, index);
    case CarryKind::Stream:
      break;
  }
  return std::unexpected(verdict(Reason::ReadsOtherLanes, scalarizer_->reader()));
}

// Whether rows of `extent` lanes that start at `start` never have one lane store what another stores in another step:
// tiles run at different times, so the last step would not be the last to store.
bool LoopBuilder::keeps_lanes_apart(AffineId start, int64_t extent) const {
  const AffineTable& affine = out_->graph.affine;
  constexpr auto varying = DependsOnCounter | DependsOnCarry;
  if (!(out_->graph.depends(start) & varying)) return true;
  const Affine& form = affine[start];
  return form.terms.size() == 1 && affine[form.terms[0].first].kind == AtomKind::Counter &&
         std::abs(form.terms[0].second) >= extent;
}

std::optional<Verdict> LoopBuilder::make_stores(Scalarizer& s) {
  AffineTable& affine = graph().affine;
  for (uint32_t k = 0; k < out_->leaves.size(); ++k) {
    LoopLeaf& leaf = out_->leaves[k];
    if (leaf.kind != CarryKind::Stream || !leaf.used) continue;
    InstrId value = module_.operand(leaf.update, 1);
    const Shape& update = module_.shape(value);
    std::vector<AffineId> start;
    bool covered = true;
    for (size_t d = 0; d < update.dims.size(); ++d) {
      auto node = s.element(module_.operand(leaf.update, d + 2), 0, 0, {});
      if (!node) return node.error();
      int64_t room = leaf.shape.dims[d] - update.dims[d];
      NodeId n = graph().op(Op::Convert, ElementType::S64, {*node});
      auto number = [&](int64_t v) { return graph().constant_node(ElementType::S64, static_cast<uint64_t>(v)); };
      n = graph().op(Op::Max, ElementType::S64, {n, number(0)});
      n = graph().op(Op::Min, ElementType::S64, {n, number(room)});
      if (graph()[n].depends & (DependsOnLane | DependsOnReduce)) return verdict(Reason::ReadsOtherLanes, leaf.update);
      start.push_back(graph().as_index(n));
      const Affine& form = affine[start.back()];
      // Rows 0, 1, 2 ... to the end, each written once.
      bool rows = update.dims[d] == 1 && out_->trip_count == leaf.shape.dims[d] && form.terms.size() == 1 &&
                  affine[form.terms[0].first].kind == AtomKind::Counter && std::abs(form.terms[0].second) == 1;
      covered &= rows || update.dims[d] == leaf.shape.dims[d];
    }
    leaf.covered = covered;
    std::optional<Layout> l = layout(update);
    if (!l) return verdict(Reason::NoLanes, out_->loop);
    for (size_t d = 0; d < update.dims.size(); ++d)
      if ((*l)[d].axis >= 0 && !keeps_lanes_apart(start[d], update.dims[d])) {
        Verdict v = verdict(Reason::ReadsOtherLanes, leaf.update);
        v.other = init_leaf(k);
        return v;
      }
    std::vector<int64_t> strides = row_major_strides(leaf.shape.dims);
    std::vector<IndexList> all = positions(update, *l);
    if (static_cast<int64_t>(all.size()) > options_.max_slots)
      return verdict(Reason::TooManyScalars, leaf.update, {static_cast<int64_t>(all.size()), options_.max_slots});
    for (const IndexList& index : all)
      for (uint32_t part = 0; part < (is_complex(leaf.shape.type) ? 2u : 1u); ++part) {
        auto node = s.element(value, 0, part, index);
        if (!node) return node.error();
        AffineId linear = affine.constant(0);
        for (size_t d = 0; d < index.size(); ++d)
          linear = affine.add(linear, affine.add(index[d], start[d]), strides[d]);
        if (is_complex(leaf.shape.type)) linear = affine.add(affine.scale(linear, 2), part);
        out_->stores.push_back({k, linear, *node});
      }
  }
  return std::nullopt;
}

// State that a reduction over lanes flows into; nothing that a lane needs may read it.
std::optional<Verdict> LoopBuilder::mark_late() {
  std::vector<bool> late_node;
  for (bool changed = true; changed;) {
    changed = false;
    late_node.assign(graph().size(), false);
    for (size_t i = 0; i < graph().size(); ++i) {
      const Node& n = graph()[NodeId(i)];
      bool late = n.kind == NodeKind::Reduce || (n.kind == NodeKind::Carry && out_->slots[n.number].late);
      for (int o = 0; o < n.operand_count; ++o) late |= late_node[n.operands[static_cast<size_t>(o)].index()];
      late_node[i] = late;
      // Loads at an index that depends on a late value.
      if (n.form.valid() && (graph().depends(n.form) & DependsOnReduce)) late_node[i] = true;
    }
    for (CarrySlot& slot : out_->slots)
      if (!slot.late && late_node[slot.next.index()]) {
        slot.late = true;
        changed = true;
      }
  }
  auto reads = [&](InstrId subject) { return verdict(Reason::ReadsOtherLanes, subject, {}, ""); };
  for (const CarrySlot& slot : out_->slots)
    if (slot.late && slot.lane) return reads(root_leaf(slot.leaf));
  for (size_t i = 0; i < graph().size(); ++i) {
    const Node& n = graph()[NodeId(i)];
    // A reduction of values that themselves wait for a reduction, or a lane value made of one.
    if (n.kind == NodeKind::Reduce && late_node[n.operands[0].index()]) return reads(out_->loop);
    if (late_node[i] && n.kind != NodeKind::Reduce && (n.depends & DependsOnLane)) return reads(out_->loop);
  }
  return std::nullopt;
}

// With barriers in between lanes may read anything; what is one for all lanes must still not differ by lane.
std::optional<Verdict> LoopBuilder::check_phases() {
  for (const CarrySlot& slot : out_->slots)
    if (!slot.lane && (graph()[slot.next].depends & DependsOnLane))
      return verdict(Reason::ReadsOtherLanes, root_leaf(slot.leaf));
  for (const StreamStore& s : out_->stores)
    if (!(graph().depends(s.index) & DependsOnLane) && (graph()[s.value].depends & DependsOnLane))
      return verdict(Reason::ReadsOtherLanes, out_->leaves[s.leaf].update);
  return std::nullopt;
}

// A loop that goes on while any lane wants to (a batched while) is a loop of each lane alone, if a lane that does not
// want to stays as it is.
std::optional<Verdict> LoopBuilder::find_condition(Scalarizer& s) {
  auto any = s.element(module_[condition_].root, 0, 0, {});
  if (!any) return any.error();
  if (out_->in_phases) {
    if (graph()[*any].depends & DependsOnLane) return uncounted_;
    out_->condition = *any;
    return std::nullopt;
  }
  const Node reduce = graph()[*any];
  const bool reduces_or = reduce.kind == NodeKind::Reduce && reduce.type == ElementType::Pred &&
                          (reduce.op == Op::Or || reduce.op == Op::Max) && graph().is_constant(reduce.operands[1]) &&
                          graph()[reduce.operands[1]].bits == 0;
  if (!reduces_or) return uncounted_;
  const NodeId wants = reduce.operands[0];
  if (!(graph()[wants].depends & DependsOnLane)) return uncounted_;
  const NodeId no = graph().constant_node(ElementType::Pred, 0), yes = graph().constant_node(ElementType::Pred, 1);
  for (CarrySlot& slot : out_->slots) {
    if (!slot.lane || (graph()[slot.next].depends & DependsOnReduce)) return uncounted_;
    if (substitute(graph(), slot.next, wants, no) != slot.carry) return uncounted_;
  }
  for (CarrySlot& slot : out_->slots) slot.next = substitute(graph(), slot.next, wants, yes);
  out_->condition = wants;
  return std::nullopt;
}

std::expected<std::unique_ptr<LoopAnalysis>, Verdict> LoopBuilder::build() {
  if (auto v = make_slots()) return std::unexpected(*v);
  Scalarizer s(module_, graph(),
               [this](InstrId i, uint32_t l, uint32_t p, const IndexList& x) { return boundary(i, l, p, x); });
  s.lane_extents = out_->lane_extents;
  scalarizer_ = &s;
  for (CarrySlot& slot : out_->slots) {
    InstrId at = init_leaf(slot.leaf);
    auto init = s.element(at, leaf_of(at, slot.leaf), slot.part, slot.index);
    if (!init) return std::unexpected(init.error());
    slot.init = *init;
  }
  for (CarrySlot& slot : out_->slots) {
    InstrId at = root_leaf(slot.leaf);
    auto next = s.element(at, leaf_of(at, slot.leaf), slot.part, slot.index);
    if (!next) return std::unexpected(next.error());
    slot.next = *next;
  }
  if (uncounted_)
    if (auto v = find_condition(s)) return std::unexpected(*v);
  if (auto v = make_stores(s)) return std::unexpected(*v);
  if (auto v = out_->in_phases ? check_phases() : mark_late()) return std::unexpected(*v);
  for (uint32_t k = 0; k < out_->leaves.size(); ++k) {
    LoopLeaf& leaf = out_->leaves[k];
    if (leaf.kind == CarryKind::Stream && leaf.used && !leaf.covered)
      leaf.initial = s.source(init_leaf(k), leaf_of(init_leaf(k), k));
  }
  out_->sources = s.sources();
  return std::move(out_);
}

}  // namespace

std::expected<std::unique_ptr<LoopAnalysis>, Verdict> analyze_loop(const Module& module, InstrId loop,
                                                                   const LoopOptions& options) {
  LoopBuilder probe(module, loop, options, LaneAxes{}, false);
  if (auto v = probe.classify()) return std::unexpected(*v);
  const std::vector<LaneAxes> candidates = lane_candidates(module, probe.out());
  std::optional<Verdict> refusal;
  // Lanes that need no other are far better than lanes that meet in every step.
  for (bool in_phases : {false, true}) {
    if (in_phases && refusal && refusal->reason != Reason::ReadsOtherLanes &&
        refusal->reason != Reason::TripCountUnknown)
      break;
    for (const LaneAxes& axes : candidates) {
      LoopBuilder builder(module, loop, options, axes, in_phases);
      if (auto v = builder.classify()) return std::unexpected(*v);
      auto result = builder.build();
      if (result) return result;

      if (!refusal) refusal = result.error();
    }
  }
  if (refusal) return std::unexpected(*refusal);
  return std::unexpected(Verdict{Reason::NoLanes, loop, InstrId(), {}, ""});
}

}  // namespace eutectic::analysis

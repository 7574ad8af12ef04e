#include "fusion/eutectic/plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/elementwise.h"
#include "analysis/trip_count.h"

namespace eutectic::fusion {

using explain::Reason;
using explain::Verdict;

namespace {

class Planner {
 public:
  Planner(const Module& module, CompId computation, const PlanOptions& options)
      : module_(module), computation_(computation), options_(options) {}
  Result<Plan> run(int depth);

 private:
  // A value that another instruction makes.
  bool is_name(InstrId id) const {
    OpKind op = module_[id].op;
    if (op == OpKind::GetTupleElement) return !written_out_.contains(module_.operand(id, 0).value);
    return op == OpKind::Tuple || op == OpKind::Parameter;
  }
  // An op that an element-wise kernel may compute, as far as its kind tells.
  bool may_fuse(InstrId id) const;
  // A loop of a few small steps, such as threefry's rounds.
  bool is_short(InstrId loop) const;
  std::optional<std::vector<int64_t>> lanes_of(InstrId root) const;
  void find_materialized();
  std::vector<InstrId> cone(InstrId root, std::vector<InstrId>& inputs, const std::vector<InstrId>& group = {}) const;
  // Fills in the group, or says which instruction keeps it from being a kernel.
  std::optional<Verdict> try_group(Group& group, const std::vector<int64_t>& lanes);
  bool cut(InstrId reduction, const Group& group);
  bool refuse(const Group& group, Verdict verdict);
  void host_op(InstrId id, std::vector<Verdict> verdicts = {});

  const Module& module_;
  CompId computation_;
  const PlanOptions& options_;
  Plan plan_;
  std::set<uint32_t> materialized_;
  std::map<uint32_t, Group> loops_;               // whiles and conditionals
  std::map<uint32_t, Verdict> refused_;           // ops that no kernel computes, and why
  std::set<uint32_t> cut_;                        // reductions that have a pass of their own
  std::set<uint32_t> written_out_;                // short loops, reductions of several values
  std::map<uint32_t, size_t> position_;           // group that makes a value
  std::map<size_t, std::vector<int64_t>> lanes_;  // of element-wise groups
};

bool Planner::may_fuse(InstrId id) const {
  if (refused_.contains(id.value) || module_.shape(id).type == ElementType::Tuple) return false;
  if (module_[id].op == OpKind::GetTupleElement) return written_out_.contains(module_.operand(id, 0).value);
  switch (module_[id].op) {
    case OpKind::Constant:
    case OpKind::Iota:
    case OpKind::Broadcast:
    case OpKind::Reshape:
    case OpKind::Transpose:
    case OpKind::Reverse:
    case OpKind::Slice:
    case OpKind::DynamicSlice:
    case OpKind::Concatenate:
    case OpKind::Pad:
    case OpKind::Reduce:
    case OpKind::Copy:
    case OpKind::Bitcast:
    case OpKind::BitcastConvert:
      return true;
    default:
      return op_def(module_[id].op).traits.elementwise;
  }
}

// What became of each value that the loop carries or reads.
std::vector<Verdict> verdicts_of(const Module& module, const analysis::LoopAnalysis& a) {
  using analysis::CarryKind;
  using analysis::Node;
  using analysis::NodeId;
  using analysis::NodeKind;
  std::vector<Verdict> out;
  int64_t lanes = 1, ops = 0;
  for (int64_t n : a.lane_extents) lanes *= n;
  std::set<uint32_t> streamed;
  std::vector<Verdict> reductions;
  bool counts = false;
  for (size_t i = 0; i < a.graph.size(); ++i) {
    const Node& n = a.graph[NodeId(i)];
    ops += n.kind == NodeKind::Op;
    counts |= (n.depends & analysis::DependsOnCounter) != 0;
    if (n.kind == NodeKind::Load && (n.depends & analysis::DependsOnCounter) && streamed.insert(n.number).second)
      reductions.push_back({Reason::StreamedInput, a.sources[n.number].instr, InstrId(), {}, ""});
    if (n.kind == NodeKind::Reduce && !a.in_phases && !a.condition.valid())
      reductions.push_back({Reason::PartialReduction, InstrId(n.number), InstrId(), {}, ""});
  }
  out.push_back({Reason::LoopIsOneKernel, a.loop, InstrId(), {lanes, static_cast<int64_t>(a.slots.size()), ops}, ""});
  InstrId init = module.operand(a.loop, 0);
  bool only_lanes = a.stores.empty() && reductions.empty();
  for (size_t k = 0; k < a.leaves.size(); ++k) {
    const analysis::LoopLeaf& leaf = a.leaves[k];
    InstrId subject = module[init].op == OpKind::Tuple ? module.operand(init, k) : init;
    if (leaf.kind == CarryKind::Stream) out.push_back({Reason::StreamedOutput, leaf.update, InstrId(), {}, ""});
    if (leaf.kind == CarryKind::Counter) out.push_back({Reason::IndexFunction, subject, InstrId(), {}, ""});
    if (leaf.kind != CarryKind::State) continue;
    int64_t scalars = 0;
    bool lane = false;
    for (const analysis::CarrySlot& s : a.slots)
      if (s.leaf == k) {
        ++scalars;
        lane |= s.lane;
      }
    only_lanes &= lane;
    out.push_back({lane ? Reason::LaneValue : Reason::UniformValue, subject, InstrId(), {scalars}, ""});
  }
  out.insert(out.end(), reductions.begin(), reductions.end());
  if (a.in_phases)
    out.push_back({Reason::StepsTogether, a.loop, InstrId(), {}, ""});
  else if (a.condition.valid())
    out.push_back({Reason::LaneExit, a.loop, InstrId(), {}, ""});
  else if (only_lanes && !counts)
    out.push_back({Reason::FixpointExit, a.loop, InstrId(), {}, ""});
  return out;
}

bool Planner::is_short(InstrId loop) const {
  if (module_[loop].op != OpKind::While) return false;
  std::optional<TripCount> count = trip_count(module_, loop);
  if (!count || !count->count || *count->count > 8) return false;
  const Computation& body = module_[module_.attrs(loop).comps(AttrName::Body)[0]];
  return *count->count * (body.end.value - body.begin.value) <= 500;
}

// A root's lanes: its own dimensions, or for a full reduction those of what it reduces (through scalar ops).
std::optional<std::vector<int64_t>> Planner::lanes_of(InstrId root) const {
  const Shape& shape = module_.shape(root);
  if (shape.type == ElementType::Tuple) return std::nullopt;
  if (shape.element_count() != 1) return shape.dims;
  // The largest reduction behind a scalar.
  std::vector<InstrId> work{root};
  std::set<uint32_t> seen;
  std::optional<std::vector<int64_t>> best;
  while (!work.empty()) {
    InstrId id = work.back();
    work.pop_back();
    if (!seen.insert(id.value).second || !may_fuse(id)) continue;
    if (id != root && materialized_.contains(id.value)) continue;
    if (module_[id].op == OpKind::Reduce) {
      best = module_.shape(module_.operand(id, 0)).dims;
      continue;
    }
    if (module_.shape(id).element_count() != 1) continue;
    for (InstrId o : module_.operands(id)) work.push_back(o);
  }
  if (best) return best;
  return shape.dims;
}

void Planner::find_materialized() {
  const Computation& c = module_[computation_];
  materialized_ = cut_;
  auto need = [&](InstrId id) {
    if (!is_name(id)) materialized_.insert(id.value);
  };
  need(c.root);
  for (InstrId id : instrs_of(c)) {
    if (module_[id].op == OpKind::Tuple && id == c.root) {
      for (InstrId o : module_.operands(id)) need(o);
      continue;
    }
    if (is_name(id) || may_fuse(id) || written_out_.contains(id.value)) continue;
    need(id);
    // A loop kernel reads some of its initial values; the others it computes itself or overwrites.
    if (auto loop = loops_.find(id.value); loop != loops_.end() && loop->second.kind == GroupKind::Loop) {
      for (InstrId o : loop->second.inputs) need(o);
      continue;
    }
    for (InstrId o : module_.operands(id)) {
      if (module_[o].op == OpKind::Tuple) {
        for (InstrId e : module_.operands(o)) need(e);
      } else {
        need(o);
      }
    }
  }
}

// What computing a root takes: instructions in program order, and the values it reads.
std::vector<InstrId> Planner::cone(InstrId root, std::vector<InstrId>& inputs,
                                   const std::vector<InstrId>& group) const {
  std::vector<InstrId> work{root}, out;
  std::set<uint32_t> seen;
  while (!work.empty()) {
    InstrId id = work.back();
    work.pop_back();
    if (!seen.insert(id.value).second) continue;
    bool here = id == root || std::ranges::find(group, id) != group.end() ||
                (may_fuse(id) && (!materialized_.contains(id.value) || analysis::is_cheap(module_, id)));
    if (module_[id].op == OpKind::Constant) here = true;
    // A loop that is written out, and its initial values.
    if (written_out_.contains(id.value) || (module_[id].op == OpKind::Tuple && id != root)) {
      for (InstrId o : module_.operands(id)) work.push_back(o);
      out.push_back(id);
      continue;
    }
    if (!here || is_name(id)) {
      inputs.push_back(id);
      continue;
    }
    out.push_back(id);
    for (InstrId o : module_.operands(id)) work.push_back(o);
  }
  std::ranges::sort(out);
  return out;
}

std::optional<Verdict> Planner::try_group(Group& group, const std::vector<int64_t>& lanes) {
  std::set<uint32_t> own;
  for (InstrId r : group.roots) {
    std::vector<InstrId> inputs;
    for (InstrId id : cone(r, inputs, group.roots)) own.insert(id.value);
  }
  analysis::LoopOptions o;
  o.reciprocal = options_.reciprocal;
  auto memory = [&](InstrId id) {
    return module_[id].parent == computation_ && !own.contains(id.value) && module_[id].op != OpKind::Constant;
  };
  group.instrs.clear();
  for (uint32_t id : own) group.instrs.push_back(InstrId(id));
  group.lanes = lanes;
  group.inputs.clear();
  auto result = analysis::analyze_elementwise(module_, group.roots, lanes, memory, o);
  if (!result) return result.error();
  for (const analysis::Source& s : (*result)->sources) group.inputs.push_back(s.instr);
  return std::nullopt;
}

// Gives a reduction a pass of its own: its results are stored. False if they are already.
bool Planner::cut(InstrId reduction, const Group& group) {
  if (module_[reduction].parent != computation_) return false;
  bool any = false;
  auto store = [&](InstrId id) {
    if (std::ranges::find(group.roots, id) == group.roots.end()) any |= cut_.insert(id.value).second;
  };
  if (!module_.shape(reduction).is_tuple()) store(reduction);
  for (InstrId id : instrs_of(module_[computation_]))
    if (module_[id].op == OpKind::GetTupleElement && module_.operand(id, 0) == reduction) store(id);
  return any;
}

// After a refusal one more op is a host op, or loops are no longer written out; what was planned is void.
bool Planner::refuse(const Group& group, Verdict verdict) {
  InstrId subject = verdict.subject;
  if (verdict.reason == Reason::OwnPass && cut(subject, group)) return true;
  bool any = false;
  for (InstrId id : group.instrs) any |= written_out_.erase(id.value) > 0;
  if (any) return true;
  bool inside = subject.valid() && module_[subject].parent == computation_ && !is_name(subject) &&
                std::ranges::find(group.instrs, subject) != group.instrs.end();
  if (!inside) subject = group.roots.back();
  return refused_.emplace(subject.value, std::move(verdict)).second;
}

void Planner::host_op(InstrId id, std::vector<Verdict> verdicts) {
  Group g;
  g.kind = GroupKind::HostOp;
  g.instrs = g.roots = {id};
  for (InstrId o : module_.operands(id)) g.inputs.push_back(o);
  g.verdicts = std::move(verdicts);
  position_[id.value] = plan_.groups.size();
  plan_.groups.push_back(std::move(g));
}

Result<Plan> Planner::run(int depth) {
  plan_.computation = computation_;
  std::map<uint32_t, Group>& loops = loops_;
  for (InstrId id : instrs_of(module_[computation_])) {
    const OpKind op = module_[id].op;
    // The elements of its results are values of their own.
    if (op == OpKind::Reduce && module_.shape(id).is_tuple()) written_out_.insert(id.value);
    if (op != OpKind::While && op != OpKind::Conditional) continue;
    if (is_short(id)) written_out_.insert(id.value);
    Group g;
    g.instrs = g.roots = {id};
    if (op == OpKind::While) {
      analysis::LoopOptions o;
      o.reciprocal = options_.reciprocal;
      auto loop = analysis::analyze_loop(module_, id, o);
      if (loop) {
        g.kind = GroupKind::Loop;
        for (const analysis::Source& s : (*loop)->sources) g.inputs.push_back(s.instr);
        g.verdicts = verdicts_of(module_, **loop);
        loops.emplace(id.value, std::move(g));
        continue;
      }
      g.verdicts.push_back(loop.error());
    }
    g.kind = GroupKind::Control;
    for (InstrId o : module_.operands(id)) g.inputs.push_back(o);
    for (CompId callee : module_.callees(id)) {
      if (depth > 60) return unsupported("loops and branches are nested deeper than 60");
      Planner inner(module_, callee, options_);
      ASSIGN_OR_RETURN(Plan p, inner.run(depth + 1));
      g.plans.push_back(std::move(p));
    }
    loops.emplace(id.value, std::move(g));
  }
  // Each refusal makes one more op a host op; then everything is planned anew.
  for (bool again = true; again;) {
    again = false;
    find_materialized();
    plan_.groups.clear();
    position_.clear();
    lanes_.clear();
    for (InstrId id : instrs_of(module_[computation_])) {
      if (is_name(id) || written_out_.contains(id.value)) continue;
      if (auto it = loops.find(id.value); it != loops.end()) {
        position_[id.value] = plan_.groups.size();
        plan_.groups.push_back(it->second);
        continue;
      }
      if (!may_fuse(id)) {
        auto why = refused_.find(id.value);
        host_op(id, {why != refused_.end() ? why->second : Verdict{Reason::NoKernelForOp, id, InstrId(), {}, ""}});
        continue;
      }
      if (!materialized_.contains(id.value) || module_[id].op == OpKind::Constant) {
        if (materialized_.contains(id.value)) host_op(id);
        continue;
      }
      std::vector<int64_t> lanes = *lanes_of(id);
      int64_t elements = 1;
      for (int64_t n : lanes) elements *= n;
      std::vector<InstrId> inputs;
      for (InstrId in : cone(id, inputs))
        if (module_[in].op == OpKind::Reduce)
          elements = std::max(elements, module_.shape(module_.operand(in, 0)).element_count());
      if (elements < options_.smallest_kernel) {
        Verdict v{Reason::TooSmall, id, InstrId(), {elements}, ""};
        refused_.emplace(id.value, v);
        again = true;
        break;
      }
      // The latest group with the same lanes that stands after all that this reads.
      bool placed = false;
      for (auto it = lanes_.rbegin(); it != lanes_.rend() && !placed; ++it) {
        auto& [position, its_lanes] = *it;
        if (its_lanes != lanes) continue;
        // What this reads of the group's own is computed there anyway.
        size_t need = 0;
        std::vector<InstrId> outside;
        cone(id, outside, plan_.groups[position].roots);
        for (size_t i = 0; i < outside.size(); ++i) {
          const InstrId in = outside[i];
          if (auto p = position_.find(in.value); p != position_.end()) {
            need = std::max(need, p->second + 1);
          } else if (is_name(in)) {  // an element of a tuple is there when the tuple is
            for (InstrId o : module_.operands(in)) outside.push_back(o);
          }
        }
        if (need > position) continue;
        Group bigger = plan_.groups[position];
        bigger.roots.push_back(id);
        // Together they may be no kernel (a lane would read a reduction); alone they may be.
        if (try_group(bigger, lanes)) continue;
        plan_.groups[position] = std::move(bigger);
        position_[id.value] = position;
        placed = true;
      }
      if (again) break;
      if (placed) continue;
      Group g;
      g.kind = GroupKind::Elementwise;
      g.roots = {id};
      auto v = try_group(g, lanes);
      // A scalar that is not reduced over lanes may be made element after element.
      if (v && module_.shape(id).element_count() == 1 && !lanes.empty()) {
        Group serial = g;
        if (!try_group(serial, {})) {
          g = std::move(serial);
          lanes = {};
          v.reset();
        }
      }
      if (v) {
        again = refuse(g, std::move(*v));
        if (!again) return unsupported("the plan does not settle");
        break;
      }
      position_[id.value] = plan_.groups.size();
      lanes_[plan_.groups.size()] = lanes;
      plan_.groups.push_back(std::move(g));
    }
  }
  for (auto& [position, lanes] : lanes_) {
    Group& g = plan_.groups[position];
    int64_t elements = 1;
    for (int64_t n : lanes) elements *= n;
    g.verdicts.push_back(
        {Reason::ElementwiseKernel, g.roots[0], InstrId(), {static_cast<int64_t>(g.instrs.size()), elements}, ""});
  }
  return std::move(plan_);
}

}  // namespace

Result<Plan> plan_eutectic(const Module& module, CompId computation, const PlanOptions& options) {
  return Planner(module, computation, options).run(0);
}

}  // namespace eutectic::fusion

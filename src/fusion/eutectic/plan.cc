#include "fusion/eutectic/plan.h"

#include <algorithm>
#include <bit>

#include "analysis/trip_count.h"
#include "fusion/eutectic/planner.h"

namespace eutectic::fusion {

using explain::Reason;
using explain::Verdict;

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

// Gives a reduction a pass of its own: its results are stored. False if they are already.
bool Planner::cut(InstrId reduction, const Group& group) {
  if (module_[reduction].parent != computation_) return false;
  bool any = false;
  auto store = [&](InstrId id) {
    if (std::ranges::find(group.roots, id) != group.roots.end()) return;
    any |= cut_.insert(id.value).second;
    touched_.insert(id.value);
  };
  if (!module_.shape(reduction).is_tuple()) store(reduction);
  for (InstrId id : instrs_of(module_[computation_]))
    if (module_[id].op == OpKind::GetTupleElement && module_.operand(id, 0) == reduction) store(id);
  return any;
}

// After a refusal one more op is a host op, or loops are no longer written out; what was planned is void.
bool Planner::refuse(const Group& group, Verdict verdict) {
  InstrId subject = verdict.subject;
  if (verdict.reason == Reason::OwnPass && cut(subject, group)) {
    own_passes_.emplace(subject.value, std::move(verdict));
    return true;
  }
  bool any = false;
  for (InstrId id : group.instrs)
    if (written_out_.erase(id.value) > 0) any |= touched_.insert(id.value).second;
  if (any) return true;
  bool inside = subject.valid() && module_[subject].parent == computation_ && !is_name(subject) &&
                std::ranges::find(group.instrs, subject) != group.instrs.end();
  if (!inside) subject = group.roots.back();
  return no_kernel(subject, std::move(verdict));
}

bool Planner::no_kernel(InstrId id, Verdict verdict) {
  touched_.insert(id.value);
  for (InstrId o : module_.operands(id)) touched_.insert(o.value);
  return refused_.emplace(id.value, std::move(verdict)).second;
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

bool Planner::is_too_small(InstrId id, const std::vector<int64_t>& lanes) {
  int64_t elements = 1;
  for (int64_t n : lanes) elements *= n;
  elements = std::max(elements, cone(id).most_elements);
  if (elements >= options_.smallest_kernel) return false;
  return no_kernel(id, {Reason::TooSmall, id, InstrId(), {elements}, ""});
}

// Puts the root into the latest group with the same lanes that stands after all that it reads. Whether they are a
// kernel together is asked now and then only, and finds out who does not fit: then all begins `again`.
bool Planner::place(InstrId id, const std::vector<int64_t>& lanes, bool& again) {
  const auto with = with_lanes_.find(lanes);
  if (with == with_lanes_.end()) return false;
  // The last group that it reads, which may be the one.
  size_t first = 0;
  std::vector<InstrId> outside = cone(id).inputs;
  for (size_t i = 0; i < outside.size(); ++i) {
    const InstrId in = outside[i];
    if (auto p = position_.find(in.value); p != position_.end()) {
      first = std::max(first, p->second);
    } else if (is_name(in)) {  // an element of a tuple is there when the tuple is
      for (InstrId o : module_.operands(in)) outside.push_back(o);
    }
  }
  for (auto it = with->second.rbegin(); it != with->second.rend() && *it >= first; ++it) {
    const size_t position = *it;
    // Together they may be no kernel (a lane would read a reduction); alone they may be.
    const uint64_t hash = joined(hashes_[position], cone(id).hash);
    if (auto known = tried_.find({hash, lanes}); known != tried_.end() && known->second.refusal) continue;
    Group& group = plan_.groups[position];
    group.roots.push_back(id);
    hashes_[position] = hash;
    position_[id.value] = position;
    if (std::has_single_bit(group.roots.size())) again = !holds(group, lanes);
    return true;
  }
  return false;
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
    store_repeated_work();
    plan_.groups.clear();
    position_.clear();
    lanes_.clear();
    with_lanes_.clear();
    if (!touched_.empty()) cones_.clear();
    touched_.clear();
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
      // After a refusal this round only looks for more: of values that it does not touch.
      if (again && std::ranges::any_of(cone(id).instrs, [&](InstrId i) { return touched_.contains(i.value); }))
        continue;
      std::vector<int64_t> lanes = *lanes_of(id);
      if (is_too_small(id, lanes)) {
        again = true;
        continue;
      }
      if (!again) {
        const bool placed = place(id, lanes, again);
        if (again) break;
        if (placed) continue;
      }
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
        const size_t loops_before = written_out_.size();
        if (!refuse(g, std::move(*v))) return unsupported("the plan does not settle");
        again = true;
        if (written_out_.size() != loops_before) break;
        continue;
      }
      position_[id.value] = plan_.groups.size();
      lanes_[plan_.groups.size()] = lanes;
      with_lanes_[lanes].push_back(plan_.groups.size());
      hashes_[plan_.groups.size()] = joined(0, cone(id).hash);
      plan_.groups.push_back(std::move(g));
    }
    for (auto& [position, lanes] : lanes_)
      if (!again) again = !holds(plan_.groups[position], lanes);
  }
  for (auto& [position, lanes] : lanes_) try_group(plan_.groups[position], lanes);
  for (auto& [position, lanes] : lanes_) {
    Group& g = plan_.groups[position];
    int64_t elements = 1;
    for (int64_t n : lanes) elements *= n;
    g.verdicts.push_back(
        {Reason::ElementwiseKernel, g.roots[0], InstrId(), {static_cast<int64_t>(g.instrs.size()), elements}, ""});
    for (InstrId root : g.roots) {
      const InstrId value = module_[root].op == OpKind::GetTupleElement ? module_.operand(root, 0) : root;
      const auto why = own_passes_.extract(value.value);  // once, where it has several results
      if (why) g.verdicts.push_back(std::move(why.mapped()));
    }
  }
  return std::move(plan_);
}

Result<Plan> plan_eutectic(const Module& module, CompId computation, const PlanOptions& options) {
  return Planner(module, computation, options).run(0);
}

}  // namespace eutectic::fusion

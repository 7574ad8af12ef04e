#include "compiler/steps.h"

#include <fmt/format.h>

#include <charconv>

namespace eutectic::compiler {

using fusion::Group;
using fusion::GroupKind;
using fusion::Plan;
using runtime::SlotId;
using runtime::Step;
using runtime::StepKind;
using runtime::Steps;
using runtime::Use;

namespace {

// Nesting of tuples is limited by the readers.
void leaf_sizes(const Shape& shape, std::vector<int64_t>& out) {
  if (!shape.is_tuple()) return out.push_back(shape.size_bytes());
  for (const Shape& e : shape.elements) leaf_sizes(e, out);
}

std::vector<Use> uses_of(const std::vector<SlotId>& slots) {
  std::vector<Use> out;
  for (SlotId s : slots) out.push_back({s});
  return out;
}

// "out3" after "out" is 3; "inout3_1" after "inout" is 3, and the rest "_1".
std::optional<size_t> number_after(std::string_view name, std::string_view prefix, std::string_view* rest = nullptr) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  size_t n = 0;
  auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), n);
  if (code != std::errc()) return std::nullopt;
  if (rest) *rest = name.substr(static_cast<size_t>(end - name.data()));
  return n;
}

}  // namespace

std::vector<SlotId> StepBuilder::new_slots(const Shape& shape) {
  std::vector<int64_t> sizes;
  leaf_sizes(shape, sizes);
  Slots out;
  for (int64_t size : sizes) out.push_back(out_.slots.add({size, nullptr}));
  return out;
}

bool StepBuilder::name(InstrId id) {
  Slots slots;
  switch (module_[id].op) {
    case OpKind::Tuple:
      for (InstrId o : module_.operands(id)) slots.insert(slots.end(), leaves(o).begin(), leaves(o).end());
      break;
    case OpKind::GetTupleElement: {
      const InstrId tuple = module_.operand(id, 0);
      const int64_t index = module_.attrs(id).integer(AttrName::Index);
      const auto begin = leaves(tuple).begin() + leaf_offset(module_.shape(tuple), index);
      slots.assign(begin, begin + leaf_count(module_.shape(id)));
      break;
    }
    case OpKind::OptimizationBarrier:
    case OpKind::Copy:
    case OpKind::Reshape:  // memory is row-major
      slots = leaves(module_.operand(id, 0));
      break;
    case OpKind::Constant: {
      if (!module_.shape(id).is_array()) return false;
      slots = new_slots(module_.shape(id));
      out_.slots[slots[0]].constant = module_.attrs(id).value().buffer();
      break;
    }
    default:
      return false;
  }
  values_[id.index()] = std::move(slots);
  return true;
}

void StepBuilder::add_host_op(InstrId id, Steps& steps) {
  Step step;
  step.kind = StepKind::HostOp;
  step.number = static_cast<uint32_t>(host_instrs.size());
  step.effect = effects_.has_effect(id);
  host_instrs.push_back(id);
  for (InstrId o : module_.operands(id))
    for (SlotId s : leaves(o)) step.uses.push_back({s});
  step.results = new_slots(module_.shape(id));
  values_[id.index()] = step.results;
  steps.push_back(std::move(step));
}

Status StepBuilder::need(InstrId id, Steps& steps) {
  std::vector<InstrId> work{id};
  while (!work.empty()) {
    const InstrId at = work.back();
    if (known(at)) {
      work.pop_back();
      continue;
    }
    if (module_[at].op == OpKind::Parameter)
      return error(fmt::format("parameter {} has no value in this plan", module_.name(at)));
    bool ready = true;
    for (InstrId o : module_.operands(at))
      if (!known(o)) {
        work.push_back(o);
        ready = false;
      }
    if (!ready) continue;
    work.pop_back();
    if (!name(at)) add_host_op(at, steps);
  }
  return {};
}

Status StepBuilder::add_list(const Plan& plan, Steps& steps) {
  for (const Group& group : plan.groups) RETURN_IF_ERROR(add_group(group, steps));
  return need(module_[plan.computation].root, steps);
}

Status StepBuilder::add_group(const Group& group, Steps& steps) {
  switch (group.kind) {
    case GroupKind::HostOp:
      for (InstrId id : group.instrs)
        if (module_[id].op != OpKind::Parameter) RETURN_IF_ERROR(need(id, steps));
      return {};
    case GroupKind::Elementwise:
    case GroupKind::Loop:
      if (auto it = kernels_.find(&group); it != kernels_.end()) return add_launch(group, it->second, steps);
      if (group.kind == GroupKind::Loop) return add_control(host_.group(group.roots[0]), steps);
      for (InstrId id : group.roots) RETURN_IF_ERROR(need(id, steps));
      return {};
    case GroupKind::Control:
      return add_control(group, steps);
  }
  return {};
}

Status StepBuilder::add_launch(const Group& group, const GroupKernel& kernel, Steps& steps) {
  // The kernel's numbers for outputs: carried leaves of a loop, else roots.
  const bool loop = group.kind == GroupKind::Loop;
  Slots results;
  if (loop) {
    // What the kernel does not store is as it was, or is not read.
    RETURN_IF_ERROR(need(module_.operand(group.roots[0], 0), steps));
    results = leaves(module_.operand(group.roots[0], 0));
  } else {
    results.resize(group.roots.size());
  }
  std::vector<SlotId> inputs;
  for (InstrId in : group.inputs) {
    RETURN_IF_ERROR(need(in, steps));
    if (leaves(in).size() != 1)
      return unsupported(fmt::format("the kernel of {} reads a tuple", module_.name(group.roots[0])));
    inputs.push_back(leaves(in)[0]);
  }
  const kernel::Kernel& k = *kernel.kernel;
  std::vector<bool> loaded(k.buffers.size(), false);
  for (const kernel::Stmt& s : k.stmts)
    if (s.kind == kernel::StmtKind::Load) loaded[s.buffer.index()] = true;

  Step step;
  step.kind = StepKind::Launch;
  step.number = kernel.number;
  std::vector<bool> read(out_.slots.size(), false);
  for (size_t b = 0; b < k.buffers.size(); ++b) {
    const kernel::Buffer& buffer = k.buffers[kernel::BufferId(b)];
    if (buffer.space != kernel::Space::Param) continue;
    runtime::Param param;
    auto bad = [&] { return unsupported(fmt::format("kernel {} has a parameter '{}'", k.name, buffer.name)); };
    if (auto n = number_after(buffer.name, "inout")) {
      std::string_view rest;
      auto out = number_after(buffer.name, "inout", &rest);
      auto in = number_after(rest, "_");
      if (!in || *in >= inputs.size() || *out >= results.size()) return bad();
      param.reads = param.writes = param.takes = true;
      param.input.slot = inputs[*in];
      param.output = results[*out] = out_.slots.add({out_.slots[inputs[*in]].size_bytes, nullptr});
    } else if (auto o = number_after(buffer.name, "out")) {
      if (*o >= results.size()) return bad();
      param.writes = true;
      param.output = results[*o] = out_.slots.add({buffer.size * info(buffer.type).storage_bytes, nullptr});
    } else if (auto i = number_after(buffer.name, "in")) {
      if (*i >= inputs.size()) return bad();
      param.reads = true;
      param.input.slot = inputs[*i];
      if (loaded[b]) read[inputs[*i].index()] = true;
    } else {
      return bad();
    }
    step.params.push_back(param);
  }
  for (runtime::Param& p : step.params)
    if (p.takes && read[p.input.slot.index()]) p.takes = false;
  for (size_t a = 0; a < step.params.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (step.params[a].takes && step.params[b].takes && step.params[a].input.slot == step.params[b].input.slot)
        step.params[a].takes = false;
  steps.push_back(std::move(step));
  if (loop) {
    values_[group.roots[0].index()] = std::move(results);
  } else {
    for (size_t i = 0; i < results.size(); ++i) {
      if (!results[i].valid())
        return unsupported(fmt::format("the kernel does not store {}", module_.name(group.roots[i])));
      values_[group.roots[i].index()] = Slots{results[i]};
    }
  }
  return {};
}

Result<const Plan*> StepBuilder::plan_of(const Group& group, CompId computation) const {
  for (const Plan& p : group.plans)
    if (p.computation == computation) return &p;
  return error(fmt::format("the plan of {} has none for computation {}", module_.name(group.roots[0]),
                           module_.name(computation)));
}

Status StepBuilder::add_control(const Group& group, Steps& steps) {
  const InstrId id = group.roots[0];
  if (group.kind != GroupKind::Control) return need(id, steps);
  const Attrs& attrs = module_.attrs(id);
  Step step;
  for (InstrId o : module_.operands(id)) RETURN_IF_ERROR(need(o, steps));
  // What a computation called before knew is not what it knows now: it may be called from several places.
  auto enter = [&](CompId comp, const Slots& argument) {
    for (InstrId i : instrs_of(module_[comp])) values_[i.index()].reset();
    values_[module_[comp].parameters[0].index()] = argument;
  };
  if (module_[id].op == OpKind::While) {
    step.kind = StepKind::Loop;
    step.uses = uses_of(leaves(module_.operand(id, 0)));
    step.results = new_slots(module_.shape(id));
    for (AttrName name : {AttrName::Condition, AttrName::Body}) {
      const CompId comp = attrs.comps(name)[0];
      ASSIGN_OR_RETURN(const Plan* plan, plan_of(group, comp));
      enter(comp, step.results);
      RETURN_IF_ERROR(add_list(*plan, step.lists.emplace_back()));
      step.yields.push_back(uses_of(leaves(module_[comp].root)));
    }
  } else {
    step.kind = StepKind::Branch;
    step.uses = uses_of(leaves(module_.operand(id, 0)));
    step.pred_index = module_.shape(module_.operand(id, 0)).type == ElementType::Pred;
    step.results = new_slots(module_.shape(id));
    std::vector<CompId> branches = attrs.comps(AttrName::BranchComputations);
    for (AttrName name : {AttrName::TrueComputation, AttrName::FalseComputation})
      for (CompId c : attrs.comps(name)) branches.push_back(c);
    for (size_t b = 0; b < branches.size(); ++b) {
      ASSIGN_OR_RETURN(const Plan* plan, plan_of(group, branches[b]));
      enter(branches[b], Slots(leaves(module_.operand(id, b + 1))));
      RETURN_IF_ERROR(add_list(*plan, step.lists.emplace_back()));
      step.yields.push_back(uses_of(leaves(module_[branches[b]].root)));
    }
    step.not_in_branch.resize(branches.size());
  }
  values_[id.index()] = step.results;
  steps.push_back(std::move(step));
  return {};
}

Result<runtime::ProgramSteps> StepBuilder::build(const Plan& plan) {
  const Computation& entry = module_[plan.computation];
  for (InstrId p : entry.parameters) {
    Slots slots = new_slots(module_.shape(p));
    out_.parameters.insert(out_.parameters.end(), slots.begin(), slots.end());
    out_.parameter_shapes.push_back(module_.shape(p));
    values_[p.index()] = std::move(slots);
  }
  RETURN_IF_ERROR(add_list(plan, out_.steps));
  out_.results = uses_of(leaves(entry.root));
  out_.result_shape = module_.shape(entry.root);
  mark_last_uses(out_);
  return std::move(out_);
}

}  // namespace eutectic::compiler

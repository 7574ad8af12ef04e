// call, fusion, while, conditional: ops that run other computations of the module. Arguments are moved in
// and results moved out, so that a loop carries its buffers without copying them.
#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

// Whether computation `comp` takes these shapes; `what` begins the message.
Status check_parameters(const Module& module, CompId comp, std::span<const Shape* const> shapes,
                        std::string_view what) {
  const Computation& c = module[comp];
  if (c.parameters.size() != shapes.size())
    return fail("{} {} takes {} arguments, {} given", what, module.name(comp), c.parameters.size(), shapes.size());
  for (size_t p = 0; p < shapes.size(); ++p)
    if (const Shape& want = module.shape(c.parameters[p]); !same_logical(want, *shapes[p]))
      return fail("{} {} takes {} as parameter {}, {} given", what, module.name(comp), to_hlo(want, false), p,
                  to_hlo(*shapes[p], false));
  return {};
}

Result<CompId> the_computation(const OpView& op, AttrName name) {
  const Comps& comps = op.attrs().comps(name);
  if (comps.size() != 1) return fail("{} must name one computation, not {}", info(name).hlo, comps.size());
  return comps[0];
}

Result<Shape> shape_of_call(const OpView& op, AttrName name) {
  ASSIGN_OR_RETURN(CompId comp, the_computation(op, name));
  std::vector<const Shape*> shapes;
  for (size_t i = 0; i < op.operand_count(); ++i) shapes.push_back(&op.operand_shape(i));
  RETURN_IF_ERROR(check_parameters(op.module, comp, shapes, "the called computation"));
  return logical(op.module.result_shape(comp));
}

Result<Shape> call_shape(const OpView& op) { return shape_of_call(op, AttrName::ToApply); }
Result<Literal> evaluate_call(EvalContext& context) {
  return context.evaluator.call(context.op.attrs().comps(AttrName::ToApply)[0], std::move(context.operands));
}

Result<Shape> fusion_shape(const OpView& op) { return shape_of_call(op, AttrName::Calls); }
Result<Literal> evaluate_fusion(EvalContext& context) {
  return context.evaluator.call(context.op.attrs().comps(AttrName::Calls)[0], std::move(context.operands));
}

Result<Shape> while_shape(const OpView& op) {
  ASSIGN_OR_RETURN(CompId condition, the_computation(op, AttrName::Condition));
  ASSIGN_OR_RETURN(CompId body, the_computation(op, AttrName::Body));
  const Shape& state = op.operand_shape(0);
  const Shape* shapes[] = {&state};
  RETURN_IF_ERROR(check_parameters(op.module, condition, shapes, "the loop condition (C1)"));
  RETURN_IF_ERROR(check_parameters(op.module, body, shapes, "the loop body (C2)"));
  if (!same_logical(op.module.result_shape(condition), Shape::scalar(ElementType::Pred)))
    return fail("the loop condition {} returns {}, not pred[] (C1)", op.module.name(condition),
                to_hlo(op.module.result_shape(condition), false));
  if (!same_logical(op.module.result_shape(body), state))
    return fail("the loop body {} returns {}, but the state is {} (C2)", op.module.name(body),
                to_hlo(op.module.result_shape(body), false), to_hlo(state, false));
  return logical(state);
}

Result<Literal> evaluate_while(EvalContext& context) {
  const CompId condition = context.op.attrs().comps(AttrName::Condition)[0];
  const CompId body = context.op.attrs().comps(AttrName::Body)[0];
  std::vector<Literal> state(1);
  state[0] = std::move(context.operands[0]);
  while (true) {
    ASSIGN_OR_RETURN(Literal more, context.evaluator.call_borrowing(condition, state));
    if (!more.data<bool>()[0]) return std::move(state[0]);
    ASSIGN_OR_RETURN(Literal next, context.evaluator.call(body, std::move(state)));
    state.clear();
    state.push_back(std::move(next));
  }
}

// The branches in order of their index, and for pred conditionals: true, false.
std::vector<CompId> branches_of(const Attrs& attrs) {
  if (attrs.has(AttrName::BranchComputations)) return attrs.comps(AttrName::BranchComputations);
  std::vector<CompId> out;
  for (AttrName name : {AttrName::TrueComputation, AttrName::FalseComputation})
    for (CompId c : attrs.comps(name)) out.push_back(c);
  return out;
}

Result<Shape> conditional_shape(const OpView& op) {
  const Shape& index = op.operand_shape(0);
  const bool on_pred = index.type == ElementType::Pred;
  if (!index.dims.empty() || (!on_pred && index.type != ElementType::S32))
    return fail("the branch index must be s32[] or pred[], not {}", to_hlo(index, false));
  const std::vector<CompId> branches = branches_of(op.attrs());
  if (branches.empty()) return fail("a conditional needs at least one branch (C1)");
  if (on_pred && branches.size() != 2) return fail("a conditional on pred[] has 2 branches, not {}", branches.size());
  if (op.operand_count() != branches.size() + 1)
    return fail("{} branches need as many operands after the index, not {}", branches.size(), op.operand_count() - 1);
  for (size_t b = 0; b < branches.size(); ++b) {
    const Shape* shapes[] = {&op.operand_shape(b + 1)};
    RETURN_IF_ERROR(check_parameters(op.module, branches[b], shapes, fmt::format("branch {}", b)));
    if (!same_logical(op.module.result_shape(branches[b]), op.module.result_shape(branches[0])))
      return fail("branch {} returns {}, branch 0 {} (C3)", b, to_hlo(op.module.result_shape(branches[b]), false),
                  to_hlo(op.module.result_shape(branches[0]), false));
  }
  return logical(op.module.result_shape(branches[0]));
}

Result<Literal> evaluate_conditional(EvalContext& context) {
  const std::vector<CompId> branches = branches_of(context.op.attrs());
  const Literal& selector = context.operands[0];
  size_t b;
  if (selector.type() == ElementType::Pred) {
    b = selector.data<bool>()[0] ? 0 : 1;
  } else {
    const int32_t i = selector.data<int32_t>()[0];
    b = i < 0 || static_cast<size_t>(i) >= branches.size() ? branches.size() - 1 : static_cast<size_t>(i);
  }
  std::vector<Literal> arguments(1);
  arguments[0] = std::move(context.operands[b + 1]);
  context.operands.clear();  // the other branches' arguments may share its buffers
  return context.evaluator.call(branches[b], std::move(arguments));
}

// async-start returns ((operands...), result, contexts...). XLA's short forms of collectives differ:
// all-reduce-start returns the result alone, all-gather-start and collective-permute-start of one operand
// (operand, result, contexts...).
enum class AsyncForm { Generic, OneOperand, ResultOnly };

std::optional<AsyncForm> async_form(const OpView& op, const Shape& result) {
  const Shape& stated = op.shape();
  if (same_logical(stated, result)) return AsyncForm::ResultOnly;
  if (!stated.is_tuple() || stated.elements.size() < 2 || !same_logical(stated.elements[1], result))
    return std::nullopt;
  const Shape& first = stated.elements[0];
  if (op.operand_count() == 1 && same_logical(first, op.operand_shape(0))) return AsyncForm::OneOperand;
  if (!first.is_tuple() || first.elements.size() != op.operand_count()) return std::nullopt;
  for (size_t i = 0; i < first.elements.size(); ++i)
    if (!same_logical(first.elements[i], op.operand_shape(i))) return std::nullopt;
  return AsyncForm::Generic;
}

Result<Shape> async_start_shape(const OpView& op) {
  ASSIGN_OR_RETURN(Shape result, shape_of_call(op, AttrName::Calls));
  if (!async_form(op, result))
    return fail("the result must be a tuple ((operands), {}, ...), not {}", to_hlo(result, false),
                to_hlo(op.shape(), false));
  return logical(op.shape());
}

Result<Literal> evaluate_async_start(EvalContext& context) {
  const CompId comp = context.op.attrs().comps(AttrName::Calls)[0];
  const AsyncForm form = async_form(context.op, context.op.module.result_shape(comp)).value_or(AsyncForm::Generic);
  std::vector<Literal> elements;
  if (form == AsyncForm::Generic) elements.push_back(Literal::tuple(context.operands));
  if (form == AsyncForm::OneOperand) elements.push_back(context.operands[0]);
  ASSIGN_OR_RETURN(Literal result, context.evaluator.call(comp, std::move(context.operands)));
  if (form == AsyncForm::ResultOnly) return result;
  elements.push_back(std::move(result));
  const Shape& shape = context.op.shape();
  for (size_t i = 2; i < shape.elements.size(); ++i) elements.push_back(Literal::zeros(logical(shape.elements[i])));
  return Literal::tuple(std::move(elements));
}

Result<Shape> async_update_shape(const OpView& op) { return logical(op.operand_shape(0)); }
Result<Literal> evaluate_async_update(EvalContext& context) { return std::move(context.operands[0]); }

// Whether the start that this op ends returns its result alone.
bool ends_result_only(const OpView& op) {
  InstrId id = op.module.operand(op.id, 0);
  while (op.module[id].op == OpKind::AsyncUpdate) id = op.module.operand(id, 0);
  if (op.module[id].op != OpKind::AsyncStart) return false;
  const Comps& comps = op.module.attrs(id).comps(AttrName::Calls);
  return comps.size() == 1 && same_logical(op.module.shape(id), op.module.result_shape(comps[0]));
}

Result<Shape> async_done_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  if (ends_result_only(op)) return logical(x);
  if (!x.is_tuple() || x.elements.size() < 2)
    return fail("the operand must be an async-start's result, not {}", to_hlo(x, false));
  return logical(x.elements[1]);
}
Result<Literal> evaluate_async_done(EvalContext& context) {
  if (ends_result_only(context.op)) return std::move(context.operands[0]);
  return std::move(context.operands[0].mutable_elements().at(1));
}
std::optional<AccessMap> async_done_access(const OpView& op, AccessPair at) {
  const uint32_t first = ends_result_only(op) ? 0 : leaf_offset(op.operand_shape(0), 1);
  return same_place(op, at, at.operand_leaf == first + at.result_leaf);
}

}  // namespace

const OpDef op_def_Call = {
    .kind = OpKind::Call,
    .max_operands = -1,
    .attrs = {{AttrName::ToApply, true}, {AttrName::IsComposite}, {AttrName::OutputToOperandAliasing}},
    .shape = call_shape,
    .opaque = "the computation that it calls says what it reads",
    .evaluate = evaluate_call,
    .summary = "Runs a computation."};
const OpDef op_def_Fusion = {.kind = OpKind::Fusion,
                             .max_operands = -1,
                             .attrs = {{AttrName::Calls, true},
                                       {AttrName::FusionKind, true, "kLoop|kInput|kOutput|kCustom"},
                                       {AttrName::OutputToOperandAliasing},
                                       {AttrName::OutputFusionKind}},
                             .shape = fusion_shape,
                             .opaque = "the computation that it calls says what it reads",
                             .evaluate = evaluate_fusion,
                             .summary = "Runs a computation as one kernel."};
const OpDef op_def_While = {.kind = OpKind::While,
                            .min_operands = 1,
                            .max_operands = 1,
                            .attrs = {{AttrName::Condition, true}, {AttrName::Body, true}},
                            .shape = while_shape,
                            .opaque = "its body says what it reads, run as often as the condition tells",
                            .evaluate = evaluate_while,
                            .summary = "Repeats the body while the condition holds for the state."};
const OpDef op_def_Conditional = {
    .kind = OpKind::Conditional,
    .min_operands = 2,
    .max_operands = -1,
    .attrs = {{AttrName::BranchComputations}, {AttrName::TrueComputation}, {AttrName::FalseComputation}},
    .shape = conditional_shape,
    .opaque = "the branch that runs says what it reads",
    .evaluate = evaluate_conditional,
    .summary = "Runs one of several computations; an index out of range picks the last."};
const OpDef op_def_AsyncStart = {.kind = OpKind::AsyncStart,
                                 .max_operands = -1,
                                 .attrs = {{AttrName::Calls, true}, {AttrName::AsyncExecutionThread}},
                                 .shape = async_start_shape,
                                 .opaque = "the computation that it calls says what it reads",
                                 .evaluate = evaluate_async_start,
                                 .summary = "Begins an asynchronous computation."};
const OpDef op_def_AsyncUpdate = {.kind = OpKind::AsyncUpdate,
                                  .min_operands = 1,
                                  .max_operands = 1,
                                  .attrs = {{AttrName::Calls}, {AttrName::AsyncExecutionThread}},
                                  .shape = async_update_shape,
                                  .access = passes_on,
                                  .evaluate = evaluate_async_update,
                                  .summary = "A step of an asynchronous computation."};
const OpDef op_def_AsyncDone = {.kind = OpKind::AsyncDone,
                                .min_operands = 1,
                                .max_operands = 1,
                                .attrs = {{AttrName::Calls}, {AttrName::AsyncExecutionThread}},
                                .shape = async_done_shape,
                                .access = async_done_access,
                                .evaluate = evaluate_async_done,
                                .summary = "The result of an asynchronous computation."};

}  // namespace eutectic

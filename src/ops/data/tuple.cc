// tuple, get-tuple-element, opt-barrier, copy and its asynchronous halves: values passed on unchanged.
#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

Result<Shape> tuple_shape(const OpView& op) {
  std::vector<Shape> elements;
  for (size_t i = 0; i < op.operand_count(); ++i) elements.push_back(logical(op.operand_shape(i)));
  return checked(Shape::tuple(std::move(elements)));
}

Result<Literal> evaluate_tuple(EvalContext& context) { return Literal::tuple(std::move(context.operands)); }

std::optional<AccessMap> tuple_access(const OpView& op, AccessPair at) {
  const uint32_t first = leaf_offset(op.shape(), static_cast<int64_t>(at.operand));
  return same_place(op, at, at.result_leaf == first + at.operand_leaf);
}

Result<Shape> get_tuple_element_shape(const OpView& op) {
  const Shape& tuple = op.operand_shape(0);
  const int64_t index = op.attrs().integer(AttrName::Index);
  if (!tuple.is_tuple()) return fail("the operand {} is not a tuple", to_hlo(tuple, false));
  if (index < 0 || static_cast<size_t>(index) >= tuple.elements.size())
    return fail("index {} is not in [0, {}) (C1)", index, tuple.elements.size());
  return logical(tuple.elements[static_cast<size_t>(index)]);
}

// The evaluator does this itself, to move elements out of tuples that die.
Result<Literal> evaluate_get_tuple_element(EvalContext& context) {
  return std::move(
      context.operands[0].mutable_elements().at(static_cast<size_t>(context.op.attrs().integer(AttrName::Index))));
}

std::optional<AccessMap> get_tuple_element_access(const OpView& op, AccessPair at) {
  const uint32_t first = leaf_offset(op.operand_shape(0), op.attrs().integer(AttrName::Index));
  return same_place(op, at, at.operand_leaf == first + at.result_leaf);
}

Result<Shape> same_shape(const OpView& op) { return logical(op.operand_shape(0)); }
Result<Literal> pass_on(EvalContext& context) { return std::move(context.operands[0]); }

// copy-start: (destination, source, context); XLA prints one or more context elements.
Result<Shape> copy_start_shape(const OpView& op) {
  const Shape& stated = op.shape();
  const Shape& x = op.operand_shape(0);
  if (!stated.is_tuple() || stated.elements.size() < 2 || !same_logical(stated.elements[0], x) ||
      !same_logical(stated.elements[1], x))
    return fail("the result must be a tuple ({0}, {0}, ...), not {1}", to_hlo(x, false), to_hlo(stated, false));
  return logical(stated);
}

Result<Literal> evaluate_copy_start(EvalContext& context) {
  std::vector<Literal> elements{context.operands[0], context.operands[0]};
  const Shape& shape = context.op.shape();
  for (size_t i = 2; i < shape.elements.size(); ++i) elements.push_back(Literal::zeros(logical(shape.elements[i])));
  return Literal::tuple(std::move(elements));
}

// Destination and source are the operand; the context is ours.
std::optional<AccessMap> copy_start_access(const OpView& op, AccessPair at) {
  return same_place(op, at, at.result_leaf < 2);
}

Result<Shape> copy_done_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  if (!x.is_tuple() || x.elements.size() < 2)
    return fail("the operand must be a copy-start's result, not {}", to_hlo(x, false));
  return logical(x.elements[0]);
}

Result<Literal> evaluate_copy_done(EvalContext& context) {
  return std::move(context.operands[0].mutable_elements().at(0));
}

}  // namespace

const OpDef op_def_Tuple = {.kind = OpKind::Tuple,
                            .max_operands = -1,
                            .attrs = {},
                            .shape = tuple_shape,
                            .access = tuple_access,
                            .evaluate = evaluate_tuple,
                            .summary = "Several values as one."};
const OpDef op_def_GetTupleElement = {.kind = OpKind::GetTupleElement,
                                      .min_operands = 1,
                                      .max_operands = 1,
                                      .attrs = {{AttrName::Index, true}},
                                      .shape = get_tuple_element_shape,
                                      .access = get_tuple_element_access,
                                      .evaluate = evaluate_get_tuple_element,
                                      .summary = "One value of a tuple."};
const OpDef op_def_OptimizationBarrier = {.kind = OpKind::OptimizationBarrier,
                                          .min_operands = 1,
                                          .max_operands = 1,
                                          .attrs = {},
                                          .shape = same_shape,
                                          .access = passes_on,
                                          .evaluate = pass_on,
                                          .summary = "Passes its operand on; nothing moves across it."};
const OpDef op_def_Copy = {.kind = OpKind::Copy,
                           .min_operands = 1,
                           .max_operands = 1,
                           .attrs = {{AttrName::CrossProgramPrefetch}},
                           .shape = same_shape,
                           .access = passes_on,
                           .evaluate = pass_on,
                           .summary = "The same value in another buffer, perhaps with another layout."};
const OpDef op_def_CopyStart = {.kind = OpKind::CopyStart,
                                .min_operands = 1,
                                .max_operands = 1,
                                .attrs = {{AttrName::CrossProgramPrefetch}},
                                .shape = copy_start_shape,
                                .access = copy_start_access,
                                .evaluate = evaluate_copy_start,
                                .summary = "Begins an asynchronous copy."};
const OpDef op_def_CopyDone = {.kind = OpKind::CopyDone,
                               .min_operands = 1,
                               .max_operands = 1,
                               .attrs = {},
                               .shape = copy_done_shape,
                               .access = passes_on,
                               .evaluate = evaluate_copy_done,
                               .summary = "The result of a copy-start."};

}  // namespace eutectic

// Tokens, and the ops that talk to the host or to another program: the latter verify but are not evaluated.
#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

Result<Shape> after_all_shape(const OpView& op) {
  for (size_t i = 0; i < op.operand_count(); ++i)
    if (!op.operand_shape(i).is_token())
      return fail("operand {} must be a token, not {}", i, to_hlo(op.operand_shape(i), false));
  return Shape::token();
}
Result<Literal> evaluate_after_all(EvalContext&) { return Literal::zeros(Shape::token()); }

Result<Shape> add_dependency_shape(const OpView& op) {
  if (!op.operand_shape(1).is_token())
    return fail("operand 1 must be a token, not {}", to_hlo(op.operand_shape(1), false));
  return logical(op.operand_shape(0));
}
Result<Literal> evaluate_add_dependency(EvalContext& context) { return std::move(context.operands[0]); }

Status last_is_token(const OpView& op, size_t n) {
  if (!op.operand_shape(n).is_token())
    return fail("operand {} must be a token, not {}", n, to_hlo(op.operand_shape(n), false));
  return {};
}

Result<Shape> infeed_shape(const OpView& op) {
  RETURN_IF_ERROR(last_is_token(op, 0));
  const Shape& stated = op.shape();
  if (!stated.is_tuple() || stated.elements.size() < 2 || !stated.elements.back().is_token())
    return fail("the result must be a tuple of data and a token, not {} (C1, C3)", to_hlo(stated, false));
  return logical(stated);
}

Result<Shape> outfeed_shape(const OpView& op) {
  RETURN_IF_ERROR(last_is_token(op, op.operand_count() - 1));
  return Shape::token();
}

// (data, u32[] context, token)
Result<Shape> send_shape(const OpView& op) {
  RETURN_IF_ERROR(last_is_token(op, op.operand_count() - 1));
  return logical(op.shape());
}
Result<Shape> recv_shape(const OpView& op) {
  RETURN_IF_ERROR(last_is_token(op, 0));
  return logical(op.shape());
}
Result<Shape> send_done_shape(const OpView&) { return Shape::token(); }
Result<Shape> recv_done_shape(const OpView& op) {
  const Shape& stated = op.shape();
  if (!stated.is_tuple() || stated.elements.empty() || !stated.elements.back().is_token())
    return fail("the result must be a tuple of data and a token, not {}", to_hlo(stated, false));
  return logical(stated);
}

Result<Literal> no_host(EvalContext& context) {
  return unsupported(
      fmt::format("{} exchanges data with the host or another program, which the reference evaluator does not do",
                  hlo_name(context.op.instr().op)),
      {}, "pass the data as arguments and results of the entry computation");
}

}  // namespace

const OpDef op_def_AfterAll = {.kind = OpKind::AfterAll,
                               .max_operands = -1,
                               .attrs = {},
                               .shape = after_all_shape,
                               .access = reads_nothing,
                               .evaluate = evaluate_after_all,
                               .summary = "A token after all operand tokens."};
const OpDef op_def_AddDependency = {.kind = OpKind::AddDependency,
                                    .min_operands = 2,
                                    .max_operands = 2,
                                    .attrs = {},
                                    .shape = add_dependency_shape,
                                    .access = passes_on,
                                    .evaluate = evaluate_add_dependency,
                                    .summary = "Its first operand, after the token."};
const OpDef op_def_Infeed = {.kind = OpKind::Infeed,
                             .min_operands = 1,
                             .max_operands = 1,
                             .attrs = {{AttrName::InfeedConfig}},
                             .shape = infeed_shape,
                             .access = reads_nothing,
                             .evaluate = no_host,
                             .traits = {.side_effect = true},
                             .summary = "Data from the host's queue."};
const OpDef op_def_Outfeed = {.kind = OpKind::Outfeed,
                              .min_operands = 1,
                              .max_operands = -1,
                              .attrs = {{AttrName::OutfeedConfig}},
                              .shape = outfeed_shape,
                              .opaque = "its operands leave the program",
                              .evaluate = no_host,
                              .traits = {.side_effect = true},
                              .summary = "Data to the host's queue."};
const OpDef op_def_Send = {.kind = OpKind::Send,
                           .min_operands = 1,
                           .max_operands = -1,
                           .attrs = {{AttrName::ChannelId}, {AttrName::IsHostTransfer}, {AttrName::SourceTargetPairs}},
                           .shape = send_shape,
                           .opaque = "its operands leave the program",
                           .evaluate = no_host,
                           .traits = {.side_effect = true},
                           .summary = "Begins sending data over a channel."};
const OpDef op_def_SendDone = {
    .kind = OpKind::SendDone,
    .min_operands = 1,
    .max_operands = 1,
    .attrs = {{AttrName::ChannelId}, {AttrName::IsHostTransfer}, {AttrName::SourceTargetPairs}},
    .shape = send_done_shape,
    .opaque = "its operands leave the program",
    .evaluate = no_host,
    .traits = {.side_effect = true},
    .summary = "Ends a send."};
const OpDef op_def_Recv = {.kind = OpKind::Recv,
                           .min_operands = 1,
                           .max_operands = 1,
                           .attrs = {{AttrName::ChannelId}, {AttrName::IsHostTransfer}, {AttrName::SourceTargetPairs}},
                           .shape = recv_shape,
                           .access = reads_nothing,
                           .evaluate = no_host,
                           .traits = {.side_effect = true},
                           .summary = "Begins receiving data over a channel."};
const OpDef op_def_RecvDone = {
    .kind = OpKind::RecvDone,
    .min_operands = 1,
    .max_operands = 1,
    .attrs = {{AttrName::ChannelId}, {AttrName::IsHostTransfer}, {AttrName::SourceTargetPairs}},
    .shape = recv_done_shape,
    .opaque = "its elements come from outside the program",
    .evaluate = no_host,
    .traits = {.side_effect = true},
    .summary = "Ends a receive."};

}  // namespace eutectic

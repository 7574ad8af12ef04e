// Collective ops as one device sees them: with one replica and one partition each is the identity.
#include <algorithm>
#include <cctype>
#include <charconv>

#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

// The size of the largest group in HLO's text: "{{0,1},{2,3}}", "[2,4]<=[8]" (2 groups of 4), "{}" or "".
int64_t largest_group(std::string_view text) {
  if (text.starts_with('[')) {
    int64_t value = 0;
    for (char c : text.substr(1)) {
      if (c == ']') return value;
      if (c == ',')
        value = 0;
      else if (std::isdigit(static_cast<unsigned char>(c)) && value < (int64_t{1} << 40))
        value = value * 10 + (c - '0');
    }
    return value;
  }
  int64_t largest = 1, size = 0;
  int depth = 0;
  for (char c : text) {
    if (c == '{')
      ++depth, size = 1;
    else if (c == '}')
      --depth, size = 1;
    else if (c == ',' && depth >= 2)
      largest = std::max(largest, ++size);
  }
  return largest;
}

// A number that the module's header states, e.g. {"replica_count", "2"} or {"mhlo.num_replicas", "2 : i32"}.
int64_t stated_count(const ModuleInfo& info, std::string_view hlo_key, std::string_view stablehlo_key) {
  int64_t count = 1;
  auto read = [&](const NamedTexts& texts, std::string_view wanted) {
    for (const auto& [key, text] : texts)
      if (key == wanted) std::from_chars(text.data(), text.data() + text.size(), count);
  };
  read(info.hlo_attrs, hlo_key);
  read(info.stablehlo_attrs, stablehlo_key);
  return std::clamp<int64_t>(count, 1, int64_t{1} << 30);
}

// Without groups all replicas take part, and all their partitions where there is a channel between them.
int64_t participants(const OpView& op) {
  const std::string& groups = op.attrs().text(AttrName::ReplicaGroups);
  if (std::any_of(groups.begin(), groups.end(), [](unsigned char c) { return std::isdigit(c); }))
    return largest_group(groups);
  const ModuleInfo& info = op.module.info;
  const int64_t replicas = stated_count(info, "replica_count", "mhlo.num_replicas");
  if (!op.attrs().has(AttrName::ChannelId)) return replicas;
  return replicas * stated_count(info, "num_partitions", "mhlo.num_partitions");
}

Status one_participant(const OpView& op) {
  const int64_t n = participants(op);
  if (n <= 1) return {};
  return unsupported(
      fmt::format("{} among {} devices: the reference evaluator is one device", hlo_name(op.instr().op), n), {},
      "evaluate a program compiled for one replica and one partition");
}

// Result i for operand i: one array, or a tuple of as many as there are operands.
template <class Rule>
Result<Shape> per_operand(const OpView& op, size_t count, Rule&& rule) {
  const Shape& stated = op.shape();
  if (!stated.is_tuple()) {
    if (count != 1) return fail("{} operands give a tuple of as many results, not {}", count, to_hlo(stated, false));
    return rule(op.operand_shape(0), stated);
  }
  if (stated.elements.size() != count)
    return fail("the result has {} elements for {} operands", stated.elements.size(), count);
  std::vector<Shape> out;
  for (size_t i = 0; i < count; ++i) {
    ASSIGN_OR_RETURN(Shape s, rule(op.operand_shape(i), stated.elements[i]));
    out.push_back(std::move(s));
  }
  return Shape::tuple(std::move(out));
}

Result<Shape> arrays_as_they_are(const OpView& op) {
  return per_operand(op, op.operand_count(), [](const Shape& x, const Shape&) -> Result<Shape> { return logical(x); });
}

// Dimension d of the result is a multiple (grows) or a part of the operand's.
Result<Shape> scaled(const Shape& x, const Shape& stated, int64_t d, bool grows, std::string_view label) {
  if (d < 0 || d >= x.rank()) return fail("dimension {} is not in [0, {}) ({})", d, x.rank(), label);
  const size_t i = static_cast<size_t>(d);
  Shape out = logical(x);
  if (!stated.is_array() || stated.dims.size() != x.dims.size())
    return fail("the result must have rank {}, not {}", x.rank(), to_hlo(stated, false));
  const int64_t large = grows ? stated.dims[i] : x.dims[i], small = grows ? x.dims[i] : stated.dims[i];
  if (small == 0 ? large != 0 : large % small != 0)
    return fail("dimension {} of the result ({}) does not divide evenly with the operand's ({})", d, stated.dims[i],
                x.dims[i]);
  out.dims[i] = stated.dims[i];
  return checked(std::move(out));
}

Result<Shape> all_gather_shape(const OpView& op) {
  const int64_t d = op.attrs().integer(AttrName::AllGatherDimension);
  return per_operand(op, op.operand_count(),
                     [&](const Shape& x, const Shape& s) { return scaled(x, s, d, true, "C1"); });
}
Result<Shape> reduce_scatter_shape(const OpView& op) {
  const int64_t d = op.attrs().integer(AttrName::ScatterDimension);
  return per_operand(op, op.operand_count(),
                     [&](const Shape& x, const Shape& s) { return scaled(x, s, d, false, "C2"); });
}

Result<Shape> all_to_all_shape(const OpView& op) {
  if (!op.attrs().has(AttrName::SplitDimension) || op.shape().is_tuple()) return arrays_as_they_are(op);
  if (op.operand_count() != 1)
    return fail("{} operands give a tuple of as many results, not {}", op.operand_count(), to_hlo(op.shape(), false));
  const Shape& x = op.operand_shape(0);
  const int64_t split = op.attrs().integer(AttrName::SplitDimension);
  const int64_t concat = op.attrs().integer(AttrName::ConcatenateDimension, split);
  const int64_t count = op.attrs().integer(AttrName::SplitCount, 1);
  if (split < 0 || split >= x.rank()) return fail("split dimension {} is not in [0, {}) (C1)", split, x.rank());
  if (concat < 0 || concat >= x.rank()) return fail("concat dimension {} is not in [0, {}) (C3)", concat, x.rank());
  if (count <= 0) return fail("split count {} must be positive (C4)", count);
  Shape out = logical(x);
  if (out.dims[static_cast<size_t>(split)] % count != 0)
    return fail("dimension {} ({}) is not a multiple of the split count {} (C2)", split,
                out.dims[static_cast<size_t>(split)], count);
  out.dims[static_cast<size_t>(split)] /= count;
  int64_t& grown = out.dims[static_cast<size_t>(concat)];
  if (__builtin_mul_overflow(grown, count, &grown)) return fail("the result's dimension {} is too large", concat);
  return checked(std::move(out));
}

Result<Literal> pass_on(EvalContext& context) {
  RETURN_IF_ERROR(one_participant(context.op));
  if (!context.op.shape().is_tuple()) return std::move(context.operands[0]);
  context.operands.resize(context.op.shape().elements.size());
  return Literal::tuple(std::move(context.operands));
}

// Whoever is no one's target gets zeros.
Result<Literal> evaluate_collective_permute(EvalContext& context) {
  std::string digits;
  for (char c : context.op.attrs().text(AttrName::SourceTargetPairs))
    if (c == ',' || std::isdigit(static_cast<unsigned char>(c))) digits += c;
  if (digits == "0,0") return pass_on(context);
  if (digits.empty()) return Literal::zeros(logical(context.op.shape()));
  return unsupported("collective-permute among several devices: the reference evaluator is one device", {},
                     "evaluate a program compiled for one replica and one partition");
}

Result<Shape> id_shape(const OpView&) { return Shape::scalar(ElementType::U32); }
// This device is the only one, or its number is not known.
Result<Literal> zero_id(const OpView& op, std::string_view hlo_key, std::string_view stablehlo_key) {
  if (const int64_t n = stated_count(op.module.info, hlo_key, stablehlo_key); n > 1)
    return unsupported(fmt::format("{} in a program for {} devices: the reference evaluator is one device",
                                   hlo_name(op.instr().op), n),
                       {}, "evaluate a program compiled for one replica and one partition");
  return Literal::scalar<uint32_t>(ElementType::U32, 0);
}
Result<Literal> evaluate_replica_id(EvalContext& context) {
  return zero_id(context.op, "replica_count", "mhlo.num_replicas");
}
Result<Literal> evaluate_partition_id(EvalContext& context) {
  return zero_id(context.op, "num_partitions", "mhlo.num_partitions");
}

std::vector<AttrSpec> with_groups(std::vector<AttrSpec> attrs) {
  for (AttrName name :
       {AttrName::ReplicaGroups, AttrName::ChannelId, AttrName::UseGlobalDeviceIds, AttrName::ConstrainLayout})
    attrs.push_back({name});
  return attrs;
}

constexpr std::string_view other_devices = "it reads operands of other devices";

}  // namespace

const OpDef op_def_AllGather = {.kind = OpKind::AllGather,
                                .min_operands = 1,
                                .max_operands = -1,
                                .attrs = with_groups({{AttrName::AllGatherDimension, true}}),
                                .shape = all_gather_shape,
                                .opaque = other_devices,
                                .evaluate = pass_on,
                                .summary = "The operands of all devices one after another."};
const OpDef op_def_AllReduce = {.kind = OpKind::AllReduce,
                                .min_operands = 1,
                                .max_operands = -1,
                                .attrs = with_groups({{AttrName::ToApply, true}}),
                                .shape = arrays_as_they_are,
                                .opaque = other_devices,
                                .evaluate = pass_on,
                                .summary = "Combines the operands of all devices."};
const OpDef op_def_AllToAll = {
    .kind = OpKind::AllToAll,
    .min_operands = 1,
    .max_operands = -1,
    .attrs = with_groups(
        {{AttrName::Dimensions}, {AttrName::SplitDimension}, {AttrName::ConcatenateDimension}, {AttrName::SplitCount}}),
    .shape = all_to_all_shape,
    .opaque = other_devices,
    .evaluate = pass_on,
    .summary = "Part i of each device's operand goes to device i."};
const OpDef op_def_CollectiveBroadcast = {.kind = OpKind::CollectiveBroadcast,
                                          .min_operands = 1,
                                          .max_operands = -1,
                                          .attrs = with_groups({}),
                                          .shape = arrays_as_they_are,
                                          .opaque = other_devices,
                                          .evaluate = pass_on,
                                          .summary = "The first device's operand on all devices."};
const OpDef op_def_CollectivePermute = {.kind = OpKind::CollectivePermute,
                                        .min_operands = 1,
                                        .max_operands = -1,
                                        .attrs = with_groups({{AttrName::SourceTargetPairs, true}}),
                                        .shape = arrays_as_they_are,
                                        .opaque = other_devices,
                                        .evaluate = evaluate_collective_permute,
                                        .summary = "Sends each device's operand to another one."};
const OpDef op_def_ReduceScatter = {
    .kind = OpKind::ReduceScatter,
    .min_operands = 1,
    .max_operands = -1,
    .attrs = with_groups({{AttrName::ScatterDimension, true}, {AttrName::ToApply, true}}),
    .shape = reduce_scatter_shape,
    .opaque = other_devices,
    .evaluate = pass_on,
    .summary = "Combines the operands of all devices; each keeps its part."};
const OpDef op_def_ReplicaId = {.kind = OpKind::ReplicaId,
                                .attrs = {},
                                .shape = id_shape,
                                .access = reads_nothing,
                                .evaluate = evaluate_replica_id,
                                .summary = "This device's replica number."};
const OpDef op_def_PartitionId = {.kind = OpKind::PartitionId,
                                  .attrs = {},
                                  .shape = id_shape,
                                  .access = reads_nothing,
                                  .evaluate = evaluate_partition_id,
                                  .summary = "This device's partition number."};

}  // namespace eutectic

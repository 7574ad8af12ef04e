// Writing of tokens, host transfer and cross-device ops.
#include "format/stablehlo/writer.h"

namespace eutectic::stablehlo {
namespace {

bool groups(Emit& e, AttrName name, std::string_view key, std::vector<std::string>& items) {
  std::string text = groups_elements(e.attrs().has(name) ? e.attrs().text(name) : "{}");
  if (text.empty()) {
    e.w.fail(e, fmt::format("{} {}", info(name).hlo, e.attrs().text(name)), "write HLO text instead");
    return false;
  }
  items.push_back(fmt::format("{} = {}", key, text));
  return true;
}

void channel(Emit& e, std::vector<std::string>& items, int type) {
  if (e.attrs().has(AttrName::ChannelId))
    items.push_back(fmt::format("channel_handle = #stablehlo.channel_handle<handle = {}, type = {}>",
                                e.attrs().text(AttrName::ChannelId), type));
}

Value collective(Emit& e) {
  OpKind kind = e.m[e.id].op;
  std::vector<std::string> items;
  if (kind == OpKind::CollectivePermute) {
    if (!groups(e, AttrName::SourceTargetPairs, "source_target_pairs", items)) return {};
  } else if (!groups(e, AttrName::ReplicaGroups, "replica_groups", items)) {
    return {};
  }
  channel(e, items, kind == OpKind::CollectivePermute || kind == OpKind::CollectiveBroadcast ? 1 : 1);
  if (e.attrs().boolean(AttrName::UseGlobalDeviceIds)) items.push_back("use_global_device_ids");
  if (kind == OpKind::AllGather)
    items.push_back(fmt::format("all_gather_dim = {} : i64", e.attrs().integer(AttrName::AllGatherDimension)));
  if (kind == OpKind::ReduceScatter)
    items.push_back(fmt::format("scatter_dimension = {} : i64", e.attrs().integer(AttrName::ScatterDimension)));
  if (kind == OpKind::AllToAll) {
    // HLO keeps the shape: split and concatenation are along one dimension.
    int64_t d = e.attrs().integer(AttrName::SplitDimension);
    if (e.shape().is_tuple() || !e.attrs().has(AttrName::SplitDimension))
      return e.w.fail(e, "an all-to-all of several operands");
    std::string_view text = e.attrs().text(AttrName::ReplicaGroups);
    size_t first = text.find('{', 1), close = text.find('}', first);
    int64_t count = 1;
    if (first == std::string_view::npos || close == std::string_view::npos)
      return e.w.fail(e, "an all-to-all without groups");
    for (char c : text.substr(first, close - first)) count += c == ',';
    items.push_back(fmt::format("split_dimension = {} : i64", d));
    items.push_back(fmt::format("concat_dimension = {} : i64", d));
    items.push_back(fmt::format("split_count = {} : i64", count));
  }
  return e.w.generic(e, stablehlo_name(kind), std::move(items), e.attrs().comps(AttrName::ToApply));
}

Value token(Emit& e) { return e.w.generic(e, "stablehlo.after_all", {}); }
Value id(Emit& e) { return e.w.generic(e, stablehlo_name(e.m[e.id].op), {}); }

Value infeed(Emit& e) {
  if (!e.shape().is_tuple() || e.shape().elements.size() != 2) return e.w.fail(e, "an infeed without a token");
  const Shape& data = e.shape().elements[0];
  std::vector<Shape> shapes = Writer::flat_shapes(data);
  shapes.push_back(Shape::token());
  std::vector<std::string> items;
  if (e.attrs().has(AttrName::InfeedConfig))
    items.push_back("infeed_config = " + quoted(e.attrs().text(AttrName::InfeedConfig)));
  Value flat = e.w.generic(e, "stablehlo.infeed", e.w.singles(e), {e.operand_shape(0)}, std::move(items), {},
                           Shape::tuple(shapes));
  Value out, values;
  values.parts.assign(flat.parts.begin(), flat.parts.end() - 1);
  out.parts = {data.is_tuple() ? values : values.parts[0], flat.parts.back()};
  return out;
}

Value outfeed(Emit& e) {
  if (e.operands.size() != 2) return e.w.fail(e, "an outfeed without a token");
  std::vector<std::string> operands = e.w.flat(e.operands[0], e.operand_shape(0));
  std::vector<Shape> shapes = Writer::flat_shapes(e.operand_shape(0));
  operands.push_back(e.operands[1].ssa);
  shapes.push_back(Shape::token());
  std::vector<std::string> items;
  if (e.attrs().has(AttrName::OutfeedConfig))
    items.push_back("outfeed_config = " + quoted(e.attrs().text(AttrName::OutfeedConfig)));
  return e.w.generic(e, "stablehlo.outfeed", operands, shapes, std::move(items), {}, Shape::token());
}

std::vector<std::string> transfer(Emit& e, int host_type) {
  std::vector<std::string> items;
  bool host = e.attrs().boolean(AttrName::IsHostTransfer);
  channel(e, items, host ? host_type : 1);
  if (host) items.push_back("is_host_transfer = true");
  if (e.attrs().has(AttrName::SourceTargetPairs))
    if (std::string text = groups_elements(e.attrs().text(AttrName::SourceTargetPairs)); !text.empty())
      items.push_back("source_target_pairs = " + text);
  return items;
}

// The whole transfer stands where it starts; the done op only hands its values on.
Value send(Emit& e) {
  if (e.operands.size() != 2) return e.w.fail(e, "a send without a token");
  std::vector<std::string> operands = e.w.flat(e.operands[0], e.operand_shape(0));
  std::vector<Shape> shapes = Writer::flat_shapes(e.operand_shape(0));
  operands.push_back(e.operands[1].ssa);
  shapes.push_back(Shape::token());
  Value done = e.w.generic(e, "stablehlo.send", operands, shapes, transfer(e, 2), {}, Shape::token());
  Value out;
  out.parts = {e.operands[0], Value(), done};
  return out;
}
Value send_done(Emit& e) { return e.w.part(e.operands[0], e.operand_shape(0), 2); }

Value recv(Emit& e) {
  if (!e.shape().is_tuple() || e.shape().elements.size() != 3) return e.w.fail(e, "a recv of this form");
  const Shape& data = e.shape().elements[0];
  std::vector<Shape> shapes = Writer::flat_shapes(data);
  shapes.push_back(Shape::token());
  Value flat =
      e.w.generic(e, "stablehlo.recv", e.w.singles(e), {e.operand_shape(0)}, transfer(e, 3), {}, Shape::tuple(shapes));
  Value out, values;
  values.parts.assign(flat.parts.begin(), flat.parts.end() - 1);
  out.parts = {data.is_tuple() ? values : values.parts[0], Value(), flat.parts.back()};
  return out;
}
Value recv_done(Emit& e) {
  Value out;
  out.parts = {e.w.part(e.operands[0], e.operand_shape(0), 0), e.w.part(e.operands[0], e.operand_shape(0), 2)};
  return out;
}

}  // namespace

std::span<const WriteRow> write_device_handlers() {
  static const WriteRow rows[] = {
      {OpKind::AllGather, collective},
      {OpKind::AllReduce, collective},
      {OpKind::AllToAll, collective},
      {OpKind::CollectiveBroadcast, collective},
      {OpKind::CollectivePermute, collective},
      {OpKind::ReduceScatter, collective},
      {OpKind::AfterAll, token},
      {OpKind::PartitionId, id},
      {OpKind::ReplicaId, id},
      {OpKind::Infeed, infeed},
      {OpKind::Outfeed, outfeed},
      {OpKind::Send, send},
      {OpKind::SendDone, send_done},
      {OpKind::Recv, recv},
      {OpKind::RecvDone, recv_done},
  };
  return rows;
}

}  // namespace eutectic::stablehlo

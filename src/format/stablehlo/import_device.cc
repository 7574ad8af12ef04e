// Import of tokens, host transfer and cross-device ops: mapped plainly, their groups and channels kept as
// text. Evaluation on one device is not their subject here.
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {
namespace {

using mlir::Attribute;

void set_text(OpContext& c, std::string_view key, AttrName name, Attrs& attrs) {
  if (const Attribute* a = c.attr(key)) attrs.set(name, groups_text(*a));
}

// Channel 0 means no channel.
void set_channel(OpContext& c, Attrs& attrs) {
  const Attribute* a = c.attr("channel_handle");
  if (!a) return;
  const Attribute* handle = member(a->members, "handle");
  if (handle && handle->integer > 0) attrs.set(AttrName::ChannelId, fmt::format("{}", handle->integer));
}

void set_groups(OpContext& c, Attrs& attrs) {
  set_text(c, "replica_groups", AttrName::ReplicaGroups, attrs);
  set_channel(c, attrs);
  if (c.boolean("use_global_device_ids")) attrs.set(AttrName::UseGlobalDeviceIds, true);
}

void reducing(OpContext& c, OpKind kind, std::optional<AttrName> dimension) {
  size_t n = c.results.size();
  Attrs attrs;
  if (dimension) attrs.set(*dimension, c.need_integer(info(*dimension).stablehlo));
  set_groups(c, attrs);
  if (c.failed || n == 0 || !c.expect(n, n, 1)) {
    if (!c.failed) c.fail(fmt::format("{} needs an operand", c.op.name));
    return;
  }
  auto body = c.importer.simple_region(c, c.op.regions[0]);
  if (!body) return;
  attrs.set(AttrName::ToApply, Comps{*body});
  c.finish(kind, c.operands, std::move(attrs));
}
void all_reduce(OpContext& c) { reducing(c, OpKind::AllReduce, std::nullopt); }
void reduce_scatter(OpContext& c) { reducing(c, OpKind::ReduceScatter, AttrName::ScatterDimension); }

void all_gather(OpContext& c) {
  Attrs attrs;
  attrs.set(AttrName::AllGatherDimension, c.need_integer("all_gather_dim"));
  set_groups(c, attrs);
  if (c.failed || !c.expect(c.results.size(), c.results.size())) return;
  c.finish(OpKind::AllGather, c.operands, std::move(attrs));
}

// HLO's all-to-all of one operand keeps the shape; the blocks are moved by a reshape and a transpose.
void all_to_all(OpContext& c) {
  int64_t split = c.need_integer("split_dimension"), concat = c.need_integer("concat_dimension"),
          count = c.need_integer("split_count");
  Attrs attrs;
  attrs.set(AttrName::SplitDimension, split);
  set_groups(c, attrs);
  if (c.failed) return;
  if (c.results.size() != 1 || c.operands.size() != 1)
    return c.unsupported("stablehlo.all_to_all with several operands", "write one all_to_all per operand");
  const Shape x = c.operand_shape(0);
  if (split < 0 || split >= x.rank() || concat < 0 || concat >= x.rank() || count <= 0 ||
      x.dims[static_cast<size_t>(split)] % count != 0)
    return c.fail("the dimensions or the split count of stablehlo.all_to_all do not fit its operand");
  if (split == concat) return c.finish(OpKind::AllToAll, c.operands, std::move(attrs));
  Local moved = c.add_main(OpKind::AllToAll, x, c.operands, std::move(attrs));
  size_t s = static_cast<size_t>(split);
  std::vector<int64_t> dims = x.dims, permutation, order;
  dims[s] /= count;
  dims.insert(dims.begin() + split, count);
  moved = c.reshape(moved, Shape::array(x.type, dims));
  // Dimension `split` counts the blocks: it goes right before the concatenated one.
  int64_t concat_at = concat > split ? concat + 1 : concat;
  if (concat == split) concat_at = split + 1;
  for (int64_t i = 0; i < static_cast<int64_t>(dims.size()); ++i) {
    if (i == split) continue;
    if (i == concat_at) permutation.push_back(split);
    permutation.push_back(i);
  }
  for (int64_t p : permutation) order.push_back(dims[static_cast<size_t>(p)]);
  Attrs move;
  move.set(AttrName::Permutation, permutation);
  moved = c.add(OpKind::Transpose, Shape::array(x.type, order), {moved}, std::move(move));
  c.set_result(c.reshape(moved, c.results[0]));
}

void permute(OpContext& c) {
  Attrs attrs;
  set_text(c, "source_target_pairs", AttrName::SourceTargetPairs, attrs);
  set_channel(c, attrs);
  if (!c.failed && c.expect(1, 1)) c.finish(OpKind::CollectivePermute, c.operands, std::move(attrs));
}

void collective_broadcast(OpContext& c) {
  Attrs attrs;
  set_groups(c, attrs);
  if (!c.failed && c.expect(1, 1)) c.finish(OpKind::CollectiveBroadcast, c.operands, std::move(attrs));
}

void infeed(OpContext& c) {
  Attrs attrs;
  if (std::string config = c.enum_text("infeed_config"); !config.empty()) attrs.set(AttrName::InfeedConfig, config);
  c.attr("layout");
  if (c.failed || c.results.empty() || !c.expect(1, c.results.size())) return;
  // ((values...), token)
  std::vector<Shape> values(c.results.begin(), c.results.end() - 1);
  Shape data = Shape::tuple(values);
  Local all = c.add_main(OpKind::Infeed, Shape::tuple({data, Shape::token()}), c.operands, std::move(attrs));
  Local tuple = c.element(all, 0);
  std::vector<Local> out;
  for (size_t i = 0; i < values.size(); ++i) out.push_back(c.element(tuple, i));
  out.push_back(c.element(all, 1));
  c.set_results(out);
}

void outfeed(OpContext& c) {
  Attrs attrs;
  if (std::string config = c.enum_text("outfeed_config"); !config.empty()) attrs.set(AttrName::OutfeedConfig, config);
  if (c.failed || c.operands.empty() || !c.expect(c.operands.size(), 1)) return;
  Local data = c.tuple(std::span(c.operands).first(c.operands.size() - 1));
  Local inputs[] = {data, c.operands.back()};
  c.finish(OpKind::Outfeed, inputs, std::move(attrs));
}

void send(OpContext& c) {
  Attrs attrs;
  set_channel(c, attrs);
  if (c.boolean("is_host_transfer")) attrs.set(AttrName::IsHostTransfer, true);
  set_text(c, "source_target_pairs", AttrName::SourceTargetPairs, attrs);
  if (c.failed || c.operands.empty() || !c.expect(c.operands.size(), 1)) return;
  size_t n = c.operands.size() - 1;
  Local data = n == 1 ? c.operands[0] : c.tuple(std::span(c.operands).first(n));
  Attrs done = attrs;
  Shape shape = Shape::tuple({c.scope.builder.shape(data), Shape::scalar(ElementType::U32), Shape::token()});
  Local inputs[] = {data, c.operands.back()};
  Local start = c.add_main(OpKind::Send, shape, inputs, std::move(attrs));
  c.set_result(c.add(OpKind::SendDone, Shape::token(), {start}, std::move(done)));
}

void recv(OpContext& c) {
  Attrs attrs;
  set_channel(c, attrs);
  if (c.boolean("is_host_transfer")) attrs.set(AttrName::IsHostTransfer, true);
  set_text(c, "source_target_pairs", AttrName::SourceTargetPairs, attrs);
  if (c.failed || c.results.empty() || !c.expect(1, c.results.size())) return;
  std::vector<Shape> values(c.results.begin(), c.results.end() - 1);
  bool one = values.size() == 1;
  Shape data = one ? values[0] : Shape::tuple(values);
  Attrs done_attrs = attrs;
  Local start = c.add_main(OpKind::Recv, Shape::tuple({data, Shape::scalar(ElementType::U32), Shape::token()}),
                           c.operands, std::move(attrs));
  Local done = c.add(OpKind::RecvDone, Shape::tuple({data, Shape::token()}), {start}, std::move(done_attrs));
  std::vector<Local> out;
  Local got = c.element(done, 0);
  for (size_t i = 0; i < values.size(); ++i) out.push_back(one ? got : c.element(got, i));
  out.push_back(c.element(done, 1));
  c.set_results(out);
}

void create_token(OpContext& c) {
  if (c.expect(0, 1)) c.finish(OpKind::AfterAll, {}, {});
}

void id_of(OpContext& c, OpKind kind) {
  if (c.expect(0, 1)) c.finish(kind, {}, {});
}
void partition_id(OpContext& c) { id_of(c, OpKind::PartitionId); }
void replica_id(OpContext& c) { id_of(c, OpKind::ReplicaId); }

// A hint for the partitioner: its value is its operand.
void sharding_constraint(OpContext& c) {
  if (c.expect(1, 1)) c.set_result(c.operands[0]);
}

}  // namespace

std::span<const HandlerRow> device_handlers() {
  static const HandlerRow rows[] = {
      {"stablehlo.all_reduce", all_reduce},
      {"stablehlo.reduce_scatter", reduce_scatter},
      {"stablehlo.all_gather", all_gather},
      {"stablehlo.all_to_all", all_to_all},
      {"stablehlo.collective_permute", permute},
      {"stablehlo.collective_broadcast", collective_broadcast},
      {"stablehlo.infeed", infeed},
      {"stablehlo.outfeed", outfeed},
      {"stablehlo.send", send},
      {"stablehlo.recv", recv},
      {"stablehlo.create_token", create_token},
      {"stablehlo.partition_id", partition_id},
      {"stablehlo.replica_id", replica_id},
      {"sdy.sharding_constraint", sharding_constraint},
  };
  return rows;
}

}  // namespace eutectic::stablehlo

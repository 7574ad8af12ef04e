// The attributes of an instruction as HLO text; see reader.h.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/hlo/attr_keys.h"
#include "format/proto/numbers.h"
#include "format/proto/reader.h"

namespace eutectic::proto {

std::string TextOf::sharding(const pb::Sharding& in, int depth) {
  if (!in.named_sharding().empty() || in.is_shard_group() || depth > 2) {
    fail("this form of sharding is not supported");
    return "";
  }
  if (in.type() == tuple_sharding) {
    std::string out;
    for (const pb::Sharding& s : in.tuple_shardings()) out += (out.empty() ? "" : ", ") + sharding(s, depth + 1);
    return "{" + out + "}";
  }
  const std::string_view word = word_of(sharding_types, in.type());
  if (word.empty()) fail(fmt::format("sharding type {} is not known", in.type()));
  if (word == "maximal") return fmt::format("{{maximal device={}}}", fmt::join(in.tile_assignment_devices(), ","));
  if (word != "devices") return fmt::format("{{{}}}", word);
  std::string out = fmt::format("{{devices=[{}]", fmt::join(in.tile_assignment_dimensions(), ","));
  if (in.iota_reshape_dims_size() > 0) {
    out += fmt::format("<=[{}]", fmt::join(in.iota_reshape_dims(), ","));
    bool plain = true;
    for (int i = 0; i < in.iota_transpose_perm_size(); ++i) plain &= in.iota_transpose_perm(i) == i;
    if (!plain) out += fmt::format("T({})", fmt::join(in.iota_transpose_perm(), ","));
  } else {
    out += fmt::format("{}", fmt::join(in.tile_assignment_devices(), ","));
  }
  if (in.replicate_on_last_tile_dim()) out += " last_tile_dim_replicate";
  if (in.last_tile_dims_size() > 0) {
    std::string kinds;
    for (const int32_t kind : in.last_tile_dims())
      kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", word_of(sharding_types, kind));
    out += fmt::format(" last_tile_dims={{{}}}", kinds);
  }
  return out + "}";
}

std::string TextOf::attributes(const pb::Instruction& in, OpKind op) {
  std::string out;
  // Only keys that the op takes: XLA sets fields of others too.
  const auto key = [&](std::string_view name, const std::string& value) {
    if (hlo::attr_of_key(op, name)) out += fmt::format(", {}={}", name, value);
  };
  const auto number = [&](std::string_view name, int64_t value) { key(name, fmt::format("{}", value)); };
  const auto list = [&](std::string_view name, const auto& numbers) { key(name, braced(numbers)); };
  const auto some = [&](std::string_view name, const auto& numbers) {
    if (!numbers.empty()) list(name, numbers);
  };
  const auto flag = [&](std::string_view name, bool value) {
    if (value) key(name, "true");
  };
  const auto word = [&](std::string_view name, const auto& words, int value) {
    if (const std::string_view text = word_of(words, value); !text.empty()) key(name, std::string(text));
  };
  if (op == OpKind::Iota) {
    if (in.dimensions_size() == 1) number("iota_dimension", in.dimensions(0));
  } else if (op == OpKind::Reshape) {
    if (in.dimensions_size() == 1) number("inferred_dimension", in.dimensions(0));
  } else if (in.dimensions_size() > 0 || op == OpKind::Broadcast || op == OpKind::Transpose || op == OpKind::Reduce ||
             op == OpKind::Reverse || op == OpKind::Map) {
    list("dimensions", in.dimensions());
  }
  if (op == OpKind::Slice) {
    std::string ranges;
    for (const pb::SliceDimension& d : in.slice_dimensions())
      ranges += fmt::format("{}[{}:{}:{}]", ranges.empty() ? "" : ", ", d.start(), d.limit(), d.stride());
    key("slice", "{" + ranges + "}");
  }
  if (op == OpKind::DynamicSlice) list("dynamic_slice_sizes", in.dynamic_slice_sizes());
  if (op == OpKind::CollectivePermute) some("slice_sizes", in.dynamic_slice_sizes());
  if (op == OpKind::GetTupleElement) number("index", in.tuple_index());
  if (op == OpKind::Compare) {
    key("direction", in.comparison_direction());
    if (!in.comparison_type().empty()) key("type", in.comparison_type());
  }
  if (in.has_padding_config()) {
    std::string text;
    for (const pb::PaddingDimension& d : in.padding_config().dimensions())
      text += fmt::format("{}{}_{}_{}", text.empty() ? "" : "x", d.edge_padding_low(), d.edge_padding_high(),
                          d.interior_padding());
    if (op == OpKind::Pad) key("padding", text.empty() ? "{}" : text);
  }
  if (op == OpKind::Dot) {
    const pb::Dot& d = in.dot_dimension_numbers();
    some("lhs_batch_dims", d.lhs_batch_dimensions());
    some("lhs_contracting_dims", d.lhs_contracting_dimensions());
    some("rhs_batch_dims", d.rhs_batch_dimensions());
    some("rhs_contracting_dims", d.rhs_contracting_dimensions());
  }
  if (in.has_precision_config()) {
    std::string text;
    for (const int p : in.precision_config().operand_precision())
      text += fmt::format("{}{}", text.empty() ? "" : ",", word_of(precisions, p));
    if (!text.empty()) key("operand_precision", "{" + text + "}");
    if (in.precision_config().algorithm()) word("algorithm", algorithms, in.precision_config().algorithm());
  }
  window(in, op, out);
  if (op == OpKind::Gather) {
    const pb::Gather& g = in.gather_dimension_numbers();
    list("offset_dims", g.offset_dims());
    list("collapsed_slice_dims", g.collapsed_slice_dims());
    list("start_index_map", g.start_index_map());
    some("operand_batching_dims", g.operand_batching_dims());
    some("start_indices_batching_dims", g.start_indices_batching_dims());
    number("index_vector_dim", g.index_vector_dim());
    list("slice_sizes", in.gather_slice_sizes());
  }
  if (op == OpKind::Scatter) {
    const pb::Scatter& s = in.scatter_dimension_numbers();
    list("update_window_dims", s.update_window_dims());
    list("inserted_window_dims", s.inserted_window_dims());
    list("scatter_dims_to_operand_dims", s.scatter_dims_to_operand_dims());
    some("input_batching_dims", s.input_batching_dims());
    some("scatter_indices_batching_dims", s.scatter_indices_batching_dims());
    number("index_vector_dim", s.index_vector_dim());
  }
  flag("indices_are_sorted", in.indices_are_sorted());
  flag("unique_indices", in.unique_indices());
  flag("is_stable", in.is_stable());
  if (op == OpKind::Fusion) key("kind", in.fusion_kind());
  if (op == OpKind::Fft) {
    word("fft_type", fft_types, in.fft_type());
    list("fft_length", in.fft_length());
  }
  if (op == OpKind::ReducePrecision) {
    number("exponent_bits", in.exponent_bits());
    number("mantissa_bits", in.mantissa_bits());
  }
  if (op == OpKind::Rng) word("distribution", distributions, in.distribution());
  if (op == OpKind::RngBitGenerator) word("algorithm", rng_algorithms, in.rng_algorithm());
  if (op == OpKind::RngGetAndUpdateState) number("delta", in.delta());
  if (op == OpKind::Cholesky) flag("lower", in.cholesky_options().lower());
  if (op == OpKind::TriangularSolve) {
    flag("left_side", in.triangular_solve_options().left_side());
    flag("lower", in.triangular_solve_options().lower());
    flag("unit_diagonal", in.triangular_solve_options().unit_diagonal());
    word("transpose_a", transposes, in.triangular_solve_options().transpose_a());
  }
  if (op == OpKind::TopK) {
    number("k", in.k());
    key("largest", in.largest() ? "true" : "false");
  }
  if (op == OpKind::BatchNormTraining || op == OpKind::BatchNormInference || op == OpKind::BatchNormGrad) {
    key("epsilon", fmt::format("{}", in.epsilon()));
    number("feature_index", in.feature_index());
  }
  if (in.has_cross_program_prefetch_index()) number("cross_program_prefetch_index", in.cross_program_prefetch_index());
  if (!in.infeed_config().empty()) key("infeed_config", quoted(in.infeed_config()));
  if (!in.outfeed_config().empty()) key("outfeed_config", quoted(in.outfeed_config()));
  if (op == OpKind::Outfeed && in.has_outfeed_shape()) key("outfeed_shape", shape_text(in.outfeed_shape()));
  collective(in, op, out);
  custom_call(in, op, out);
  flag("is_host_transfer", in.is_host_transfer());
  flag("is_composite", in.is_composite());
  if (in.has_result_accuracy()) {
    const pb::ResultAccuracy& a = in.result_accuracy();
    if (a.has_tolerance())
      key("result_accuracy", fmt::format("{{tolerance={{atol={},rtol={},ulps={}}}}}", a.tolerance().atol(),
                                         a.tolerance().rtol(), a.tolerance().ulps()));
    else if (a.mode() == 1)
      key("result_accuracy", "{mode=highest}");
  }
  if (in.has_sharding()) key("sharding", sharding(in.sharding()));
  if (in.has_frontend_attributes() && in.frontend_attributes().map_size() > 0)
    key("frontend_attributes", map_text(in.frontend_attributes()));
  if (in.has_parameter_replication()) {
    std::string text;
    for (const bool b : in.parameter_replication().replicated_at_leaf_buffers())
      text += fmt::format("{}{}", text.empty() ? "" : ",", b);
    if (!text.empty()) key("parameter_replication", "{" + text + "}");
  }
  if (!in.async_execution_thread().empty() && in.async_execution_thread() != "main")
    key("async_execution_thread", quoted(in.async_execution_thread()));
  if (in.dot_sparsity_size() > 0 || !in.ragged_dot_dimension_numbers().empty() || !in.domain_entry_sharding().empty())
    fail(fmt::format("'{}': sparse and ragged products and domains are not supported", in.name()));
  return out;
}

void TextOf::window(const pb::Instruction& in, OpKind op, std::string& out) {
  if (in.has_window() && hlo::attr_of_key(op, "window")) {
    Attrs attrs;
    Window window;
    for (const pb::WindowDimension& d : in.window().dimensions())
      window.push_back({d.size(), d.stride(), d.padding_low(), d.padding_high(), d.base_dilation(), d.window_dilation(),
                        d.window_reversal()});
    out += ", window=";
    hlo::append_attr_value(out, AttrName::Window, window);
  }
  if (in.has_convolution_dimension_numbers() && hlo::attr_of_key(op, "dim_labels")) {
    const pb::Convolution& c = in.convolution_dimension_numbers();
    const auto dims = [](const auto& list) { return std::vector<int64_t>(list.begin(), list.end()); };
    out += ", dim_labels=";
    hlo::append_attr_value(
        out, AttrName::DimLabels,
        ConvDims{c.input_batch_dimension(), c.input_feature_dimension(), c.kernel_input_feature_dimension(),
                 c.kernel_output_feature_dimension(), c.output_batch_dimension(), c.output_feature_dimension(),
                 dims(c.input_spatial_dimensions()), dims(c.kernel_spatial_dimensions()),
                 dims(c.output_spatial_dimensions())});
    if (in.feature_group_count() > 1) out += fmt::format(", feature_group_count={}", in.feature_group_count());
    if (in.batch_group_count() > 1) out += fmt::format(", batch_group_count={}", in.batch_group_count());
  }
  if (in.padding_type() != 0 && hlo::attr_of_key(op, "padding_type"))
    out += fmt::format(", padding_type={}", word_of(padding_types, in.padding_type()));
}

void TextOf::collective(const pb::Instruction& in, OpKind op, std::string& out) {
  if (in.channel_id() > 0 && hlo::attr_of_key(op, "channel_id")) out += fmt::format(", channel_id={}", in.channel_id());
  if (op != OpKind::CollectivePermute && hlo::attr_of_key(op, "replica_groups")) {
    if (in.collective_device_list().has_iota_replica_group_list()) {
      const pb::IotaReplicaGroups& iota = in.collective_device_list().iota_replica_group_list();
      out += fmt::format(", replica_groups=[{},{}]<=[{}]", iota.num_replica_groups(), iota.num_devices_per_group(),
                         fmt::join(iota.iota_reshape_dims(), ","));
      bool plain = true;
      for (int i = 0; i < iota.iota_transpose_perm_size(); ++i) plain &= iota.iota_transpose_perm(i) == i;
      if (!plain) out += fmt::format("T({})", fmt::join(iota.iota_transpose_perm(), ","));
    } else {
      const auto& groups = in.collective_device_list().replica_groups_size() > 0
                               ? in.collective_device_list().replica_groups()
                               : in.replica_groups();
      std::string text;
      for (const pb::ReplicaGroup& g : groups) text += (text.empty() ? "" : ",") + braced(g.replica_ids());
      out += ", replica_groups={" + text + "}";
    }
  }
  if (op == OpKind::CollectivePermute) {
    std::string text;
    for (const pb::SourceTarget& p : in.source_target_pairs())
      text += fmt::format("{}{{{},{}}}", text.empty() ? "" : ",", p.source(), p.target());
    out += ", source_target_pairs={" + text + "}";
  }
  if (in.use_global_device_ids() && hlo::attr_of_key(op, "use_global_device_ids"))
    out += ", use_global_device_ids=true";
}

void TextOf::custom_call(const pb::Instruction& in, OpKind op, std::string& out) {
  if (in.output_operand_aliasing_size() > 0 && hlo::attr_of_key(op, "output_to_operand_aliasing")) {
    std::string text;
    for (const pb::OutputOperandAliasing& a : in.output_operand_aliasing())
      text += fmt::format("{}{}: ({}, {})", text.empty() ? "" : ", ", braced(a.output_shape_index()), a.operand_index(),
                          braced(a.operand_shape_index()));
    out += ", output_to_operand_aliasing={" + text + "}";
  }
  if (op != OpKind::CustomCall) {
    if (in.constrain_layout() && hlo::attr_of_key(op, "constrain_layout")) out += ", constrain_layout=true";
    return;
  }
  out += ", custom_call_target=" + quoted(in.custom_call_target());
  if (in.constrain_layout()) {
    std::string text;
    for (const pb::Shape& s : in.operand_shapes_with_layout()) text += (text.empty() ? "" : ", ") + shape_text(s);
    out += ", operand_layout_constraints={" + text + "}";
  }
  if (in.custom_call_has_side_effect()) out += ", custom_call_has_side_effect=true";
  if (in.custom_call_schedule() != 0)
    out += fmt::format(", schedule={}", word_of(schedules, in.custom_call_schedule()));
  if (in.custom_call_api_version() > 1)
    out += fmt::format(", api_version={}", word_of(api_versions, in.custom_call_api_version()));
  if (in.has_literal()) fail(fmt::format("'{}': a custom call with a literal is not supported", in.name()));
}

}  // namespace eutectic::proto

// Attributes that a module keeps as HLO text, as messages; see writer.h.
#include <algorithm>
#include <cstdlib>

#include "format/hlo/cursor.h"
#include "format/hlo/shape_text.h"
#include "format/proto/numbers.h"
#include "format/proto/writer.h"

namespace eutectic::proto {
namespace {

// The top-level items of "{a, {b, c}}".
std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> out;
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return out;
  text = text.substr(1, text.size() - 2);
  hlo::Cursor in(text, "");
  while (!in.at_end()) {
    std::string_view item;
    if (!in.raw(item)) return {};
    out.push_back(item);
    if (!in.consume(',') && !in.at_end()) return {};
  }
  return out;
}

// "{replicated}", "{maximal device=1}", "{devices=[2,1]<=[2]}", "{devices=[2,2]0,1,2,3 last_tile_dim_replicate}",
// tuples.
bool fill(pb::Sharding& out, std::string_view text) {
  if (text.size() < 2 || text.front() != '{') return false;
  std::string_view inside = text.substr(1, text.size() - 2);
  if (inside.starts_with('{')) {
    out.set_type(tuple_sharding);
    for (const std::string_view item : items_of(text))
      if (!fill(*out.add_tuple_shardings(), item.substr(item.find('{')))) return false;
    return out.tuple_shardings_size() > 0;
  }
  const std::string_view word = inside.substr(0, inside.find_first_of(" ="));
  const auto type = number_of(sharding_types, word);
  if (!type) return false;
  out.set_type(*type);
  inside.remove_prefix(word.size());
  if (word == "maximal") {
    out.add_tile_assignment_dimensions(1);
    add_all(out.mutable_tile_assignment_devices(), numbers_in(inside));
    return out.tile_assignment_devices_size() == 1;
  }
  if (word != "devices") return inside.empty();
  const size_t close = inside.find(']');
  if (!inside.starts_with("=[") || close == std::string_view::npos) return false;
  add_all(out.mutable_tile_assignment_dimensions(), numbers_in(inside.substr(0, close)));
  inside.remove_prefix(close + 1);
  std::string_view devices = inside.substr(0, inside.find(' '));
  if (devices.starts_with("<=")) {
    const size_t end = devices.find(']');
    add_all(out.mutable_iota_reshape_dims(), numbers_in(devices.substr(0, end)));
    const Dims order = numbers_in(devices.substr(std::min(end, devices.size())));
    for (int i = 0; order.empty() && i < out.iota_reshape_dims_size(); ++i) out.add_iota_transpose_perm(i);
    add_all(out.mutable_iota_transpose_perm(), order);
  } else {
    add_all(out.mutable_tile_assignment_devices(), numbers_in(devices));
  }
  inside.remove_prefix(devices.size());
  if (inside.starts_with(' ')) inside.remove_prefix(1);
  if (inside == "last_tile_dim_replicate") {
    out.set_replicate_on_last_tile_dim(true);
    return true;
  }
  if (inside.starts_with("last_tile_dims={")) {
    for (std::string_view rest = inside.substr(16); !rest.empty();) {
      const std::string_view kind = rest.substr(0, rest.find_first_of(",} "));
      if (const auto number = number_of(sharding_types, kind))
        out.add_last_tile_dims(*number);
      else if (!kind.empty())
        return false;
      rest.remove_prefix(std::min(kind.size() + 1, rest.size()));
    }
    return true;
  }
  return inside.empty();
}

double real_after(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  return at == std::string_view::npos ? 0 : std::strtod(std::string(text.substr(at + key.size())).c_str(), nullptr);
}

}  // namespace

void fill_map(pb::FrontendAttributes& out, std::string_view text) {
  for (const std::string_view item : items_of(text)) {
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos) continue;
    hlo::Cursor in(item.substr(equals + 1), "");
    std::string value;
    if (in.peek() != '"' || !in.quoted(value)) value = item.substr(equals + 1);
    std::string_view key = item.substr(0, equals);
    while (key.starts_with(' ')) key.remove_prefix(1);
    auto& entry = *out.add_map();
    entry.set_key(std::string(key));
    entry.set_value(value);
  }
}

bool ModuleWriter::text(pb::Instruction& out, AttrName name, const std::string& text) {
  using enum AttrName;
  const auto number = [&](const auto& words, auto set) {
    const auto value = number_of(words, text);
    if (value) set(*value);
    return value.has_value();
  };
  switch (name) {
    case Direction:
      out.set_comparison_direction(text);
      return true;
    case CompareType:
      out.set_comparison_type(text);
      return true;
    case FusionKind:
      out.set_fusion_kind(text);
      return true;
    case CustomCallTarget:
      out.set_custom_call_target(text);
      return true;
    case InfeedConfig:
      out.set_infeed_config(text);
      return true;
    case OutfeedConfig:
      out.set_outfeed_config(text);
      return true;
    case AsyncExecutionThread:
      out.set_async_execution_thread(text);
      return true;
    case OperandPrecision:
      for (const std::string_view item : items_of(text)) {
        const auto value = number_of(precisions, item.substr(item.find_first_not_of(' ')));
        if (!value) return false;
        out.mutable_precision_config()->add_operand_precision(*value);
      }
      return true;
    case Algorithm:
      return number(algorithms, [&](int n) { out.mutable_precision_config()->set_algorithm(n); });
    case FftType:
      return number(fft_types, [&](int n) { out.set_fft_type(n); });
    case Distribution:
      return number(distributions, [&](int n) { out.set_distribution(n); });
    case RngAlgorithm:
      return number(rng_algorithms, [&](int n) { out.set_rng_algorithm(n); });
    case TransposeA:
      return number(transposes, [&](int n) { out.mutable_triangular_solve_options()->set_transpose_a(n); });
    case ApiVersion:
      return number(api_versions, [&](int n) { out.set_custom_call_api_version(n); });
    case CustomCallSchedule:
      return number(schedules, [&](int n) { out.set_custom_call_schedule(n); });
    case PaddingType:
      return number(padding_types, [&](int n) { out.set_padding_type(n); });
    case ChannelId: {
      const Dims numbers = numbers_in(text);
      if (numbers.empty()) return false;
      out.set_channel_id(numbers[0]);
      return true;
    }
    case ReplicaGroups:
      if (text.starts_with('[')) {  // [groups,devices]<=[dims]T(order)
        const size_t arrow = text.find("<="), order = text.find('T');
        const Dims sizes = numbers_in(text.substr(0, arrow));
        if (arrow == text.npos || sizes.size() != 2) return false;
        pb::IotaReplicaGroups& iota = *out.mutable_collective_device_list()->mutable_iota_replica_group_list();
        iota.set_num_replica_groups(sizes[0]);
        iota.set_num_devices_per_group(sizes[1]);
        add_all(iota.mutable_iota_reshape_dims(), numbers_in(text.substr(arrow, order - arrow)));
        if (order != text.npos) add_all(iota.mutable_iota_transpose_perm(), numbers_in(text.substr(order)));
        for (int i = 0; order == text.npos && i < iota.iota_reshape_dims_size(); ++i) iota.add_iota_transpose_perm(i);
        return true;
      }
      for (const std::string_view item : items_of(text)) {
        pb::ReplicaGroup& group = *out.mutable_collective_device_list()->add_replica_groups();
        add_all(group.mutable_replica_ids(), numbers_in(item));
        *out.add_replica_groups() = group;
      }
      return true;
    case SourceTargetPairs:
      for (const std::string_view item : items_of(text)) {
        const Dims pair = numbers_in(item);
        if (pair.size() != 2) return false;
        pb::SourceTarget& to = *out.add_source_target_pairs();
        to.set_source(pair[0]);
        to.set_target(pair[1]);
      }
      return true;
    case OutputToOperandAliasing:
      for (const std::string_view item : items_of(text)) {  // {0}: (1, {})
        const size_t open = item.find('('), comma = item.find(',', open);
        if (open == item.npos || comma == item.npos) return false;
        pb::OutputOperandAliasing& alias = *out.add_output_operand_aliasing();
        add_all(alias.mutable_output_shape_index(), numbers_in(item.substr(0, open)));
        alias.set_operand_index(numbers_in(item.substr(open, comma - open)).at(0));
        add_all(alias.mutable_operand_shape_index(), numbers_in(item.substr(comma)));
      }
      return true;
    case OperandLayoutConstraints: {
      out.set_constrain_layout(true);
      for (const std::string_view item : items_of(text)) {
        hlo::Cursor in(item, "");
        Shape shape;
        if (!hlo::parse_shape(in, shape)) return false;
        proto::fill(*out.add_operand_shapes_with_layout(), shape);
      }
      return true;
    }
    case OutfeedShape: {
      hlo::Cursor in(text, "");
      Shape shape;
      if (!hlo::parse_shape(in, shape)) return false;
      proto::fill(*out.mutable_outfeed_shape(), shape);
      return true;
    }
    case ResultAccuracy: {
      pb::ResultAccuracy& accuracy = *out.mutable_result_accuracy();
      if (text.find("highest") != text.npos) {
        accuracy.set_mode(1);
      } else if (text.find("tolerance") != text.npos) {
        accuracy.mutable_tolerance()->set_atol(real_after(text, "atol="));
        accuracy.mutable_tolerance()->set_rtol(real_after(text, "rtol="));
        accuracy.mutable_tolerance()->set_ulps(static_cast<int64_t>(real_after(text, "ulps=")));
      }
      return true;
    }
    case Sharding:
      return fill(*out.mutable_sharding(), text);
    case FrontendAttributes:
      fill_map(*out.mutable_frontend_attributes(), text);
      return true;
    case BackendConfig: {
      hlo::Cursor in(text, "");
      std::string value;
      out.set_backend_config(in.peek() == '"' && in.quoted(value) ? value : text);
      return true;
    }
    case ControlPredecessors:
      for (std::string_view item : items_of(text)) {
        item.remove_prefix(std::min(item.find_first_not_of("% "), item.size()));
        const auto known = names_.find(item);
        if (known == names_.end()) return false;
        out.add_control_predecessor_ids(id_of(known->second));
      }
      return true;
    case ParameterReplication:
      for (const std::string_view item : items_of(text))
        out.mutable_parameter_replication()->add_replicated_at_leaf_buffers(item.find("true") != item.npos);
      return true;
    case OriginalValue:
    case Statistics:
    case Schedule:
    case OtherStablehlo:
      return true;  // change no value; HLO text has no more of the last
    default:
      return false;
  }
}

}  // namespace eutectic::proto

// Attributes of Shardy (dialect sdy), which has an encoding of its own: meshes, shardings and lists of axes,
// decoded into the text that MLIR prints for them, the form in which the text reader carries them. Parts
// that only occur in others are kept as they are printed there.
#include <fmt/format.h>

#include "format/mlir/bytecode_attributes.h"

namespace eutectic::mlir {
namespace {

enum Code : uint8_t {
  ManualAxes,
  MeshAxis,
  Mesh,
  SubAxis,
  AxisRef,
  DimensionSharding,
  Sharding,
  ShardingPerValue,
  AxisRefList = 11,
  AxisRefLists,
  AllToAllParam,
  AllToAllParams,
  UnreducedSharding,
  UnreducedShardingPerValue,
};

constexpr std::string_view axis_list = "#sdy<axis_ref_list";

// How an attribute is printed inside of another.
std::string_view nested(const Attribute& a) {
  std::string_view text = a.text;
  for (std::string_view prefix : {"#sdy.sharding", "#sdy."})
    if (text.starts_with(prefix)) return text.substr(prefix.size());
  if (text.starts_with(axis_list)) return text.substr(axis_list.size(), text.size() - axis_list.size() - 1);
  return text;
}

std::string quoted(std::string_view name) {
  Attribute out;
  out.kind = Attribute::Kind::String;
  out.text = name;
  return to_string(out);
}

}  // namespace

// "a, b, c"
std::string BytecodeAttributes::shardy_list(BytecodeCursor& in) {
  std::string out;
  for (size_t n = in.count("elements"); n > 0 && !in.failed(); --n) {
    const Attribute* a = attribute(in);
    if (!a) return {};
    charge(1 + a->text.size() / 128);
    out +=
        fmt::format("{}{}", out.empty() ? "" : ", ", a->kind == Attribute::Kind::Opaque ? nested(*a) : to_string(*a));
  }
  return out;
}

Attribute BytecodeAttributes::decode_shardy(const Entry<Attribute>& entry, BytecodeCursor& in) {
  Attribute out;
  out.kind = Attribute::Kind::Opaque;
  const uint64_t code = in.varint();
  switch (code) {
    case ManualAxes:
      out.text = fmt::format("#sdy<manual_axes{{{}}}>", shardy_list(in));
      break;
    case MeshAxis:
      out.text = quoted(string(in));
      out.text += fmt::format("={}", in.signed_varint());
      break;
    case Mesh: {
      out.text = fmt::format("#sdy.mesh<[{}]", shardy_list(in));
      const std::vector<int64_t> devices = signed_varints(in);
      if (!devices.empty()) out.text += fmt::format(", device_ids=[{}]", fmt::join(devices, ", "));
      out.text += '>';
      break;
    }
    case SubAxis:
      out.text = fmt::format("({})", in.signed_varint());
      out.text += fmt::format("{}", in.signed_varint());
      break;
    case AxisRef:
      out.text = quoted(string(in));
      if (const Attribute* part = optional_attribute(in)) out.text += fmt::format(":{}", nested(*part));
      break;
    case DimensionSharding: {
      std::string axes = shardy_list(in);
      if (in.byte() == 0) axes += axes.empty() ? "?" : ", ?";  // open: may be sharded further
      bool has_priority = false;
      const uint64_t priority = in.varint_with_flag(has_priority);
      out.text = fmt::format("{{{}}}", axes);
      if (has_priority) out.text += fmt::format("p{}", priority);
      break;
    }
    case Sharding:
    case UnreducedSharding: {
      const Attribute* mesh = attribute(in);
      if (!mesh) return {};
      out.text =
          fmt::format("#sdy.sharding<{}", mesh->kind == Attribute::Kind::Opaque ? nested(*mesh) : to_string(*mesh));
      out.text += fmt::format(", [{}]", shardy_list(in));
      const std::string replicated = shardy_list(in);
      if (!replicated.empty()) out.text += fmt::format(", replicated={{{}}}", replicated);
      if (code == UnreducedSharding) out.text += fmt::format(", unreduced={{{}}}", shardy_list(in));
      out.text += '>';
      break;
    }
    case ShardingPerValue:
    case UnreducedShardingPerValue:
      out.text = fmt::format("#sdy.sharding_per_value<[{}]>", shardy_list(in));
      break;
    case AxisRefList:
      out.text = fmt::format("{}{{{}}}>", axis_list, shardy_list(in));
      break;
    case AxisRefLists:
      out.text = fmt::format("#sdy<list_of_axis_ref_lists[{}]>", shardy_list(in));
      break;
    case AllToAllParam:
      out.text = fmt::format("{{{}}}: ", shardy_list(in));
      out.text += fmt::format("{}", in.signed_varint());
      out.text += fmt::format("->{}", in.signed_varint());
      break;
    case AllToAllParams:
      out.text = fmt::format("#sdy<all_to_all_param_list[{}]>", shardy_list(in));
      break;
    default:
      if (!in.failed())
        input_.fail(entry.begin, fmt::format("attribute code {} of dialect 'sdy' is not known", code),
                    "write the program as text", Severity::Unsupported);
  }
  return out;
}

}  // namespace eutectic::mlir

// read_hlo_proto: a serialized HloModuleProto, HloProto or HloSnapshot, said as HLO text, which read_hlo_text checks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "format/format.h"
#include "format/hlo/attr_keys.h"
#include "format/hlo/escapes.h"
#include "format/hlo/literal_text.h"
#include "format/hlo/names.h"
#include "format/proto/literal.h"
#include "format/proto/numbers.h"
#include "format/proto/reader.h"
#include "ops/op_def.h"

namespace eutectic::proto {
namespace {

std::string suffix_of(const pb::Layout& layout) {
  std::string out;
  for (const pb::Tile& tile : layout.tiles())
    out += fmt::format("{}({})", out.empty() ? "T" : "", fmt::join(tile.dimensions(), ","));
  if (layout.tail_padding_alignment_in_elements() > 1)
    out += fmt::format("L({})", layout.tail_padding_alignment_in_elements());
  if (layout.element_size_in_bits()) out += fmt::format("E({})", layout.element_size_in_bits());
  if (layout.memory_space()) out += fmt::format("S({})", layout.memory_space());
  return out;
}

constexpr int nesting_limit = 100;

}  // namespace

std::string quoted(std::string_view text) {
  std::string out;
  hlo::append_quoted(out, text);
  return out;
}

std::string map_text(const pb::FrontendAttributes& attributes) {
  std::map<std::string, std::string> sorted;
  for (const auto& entry : attributes.map()) sorted[entry.key()] = entry.value();
  std::string out;
  for (const auto& [key, value] : sorted)
    out += (out.empty() ? "" : ",") + key + "=" + (value.starts_with('{') ? value : quoted(value));
  return "{" + out + "}";
}

bool TextOf::fail(std::string message) {
  if (failure_.empty()) failure_ = std::move(message);
  return false;
}

bool TextOf::shape(const pb::Shape& in, Shape& out, int depth) {
  const ElementType* type = nullptr;
  for (const auto& [number, known] : element_types)
    if (number == in.element_type()) type = &known;
  if (!type) return fail(fmt::format("element type {} is not known", in.element_type()));
  if (depth > nesting_limit) return fail("shapes nest too deep");
  for (const bool dynamic : in.is_dynamic_dimension())
    if (dynamic) return fail("arrays with dynamic dimensions are not supported");
  out.type = *type;
  out.dims.assign(in.dimensions().begin(), in.dimensions().end());
  if (!out.is_array() && !out.dims.empty()) return fail("a tuple or token has dimensions");
  for (const pb::Shape& e : in.tuple_shapes())
    if (!shape(e, out.elements.emplace_back(), depth + 1)) return false;
  if (out.is_array() && in.has_layout() && (in.layout().minor_to_major_size() > 0 || out.dims.empty())) {
    const pb::Layout& layout = in.layout();
    std::vector<bool> seen(out.dims.size());
    for (const int64_t d : layout.minor_to_major())
      if (d >= 0 && d < out.rank()) seen[static_cast<size_t>(d)] = true;
    if (layout.minor_to_major_size() != out.rank() || std::find(seen.begin(), seen.end(), false) != seen.end())
      return fail("a layout does not name each dimension once");
    if (!out.dims.empty() || !suffix_of(layout).empty())
      out.layout = Layout{{layout.minor_to_major().begin(), layout.minor_to_major().end()}, suffix_of(layout)};
  }
  if (auto checked = check_sizes(out); !checked) return fail(checked.error().front().message);
  return true;
}

std::string TextOf::shape_text(const pb::Shape& in) {
  Shape out;
  return shape(in, out) ? to_hlo(out) : "";
}

bool TextOf::run(const pb::HloModule& in) {
  std::unordered_map<int64_t, const pb::Computation*> computations;
  for (const pb::Computation& c : in.computations())
    if (!computations.emplace(c.id(), &c).second) return fail(fmt::format("computation {} is given twice", c.id()));
  if (!computations.contains(in.entry_computation_id()))
    return fail(fmt::format("the entry computation, {}, does not exist", in.entry_computation_id()));
  for (const auto& [id, c] : computations) computation_names_[id] = hlo::legal_name(c->name());
  header(in);
  for (const pb::Computation& c : in.computations())
    if (!computation(c, c.id() == in.entry_computation_id())) return false;
  return failure_.empty();
}

void TextOf::header(const pb::HloModule& in) {
  out_ = "HloModule " + (in.name().empty() ? "module" : hlo::legal_name(in.name()));
  if (in.has_schedule()) out_ += ", is_scheduled=true";
  std::string text;
  for (const pb::AliasEntry& e : in.input_output_alias().entries())
    text += fmt::format("{}{}: ({}, {}, {})", text.empty() ? "" : ", ", braced(e.output_shape_index()),
                        e.parameter_number(), braced(e.parameter_shape_index()),
                        e.kind() == 2 ? "must-alias" : "may-alias");
  if (!text.empty()) out_ += ", input_output_alias={ " + text + " }";
  text.clear();
  for (const pb::DonorEntry& e : in.buffer_donor().entries())
    text +=
        fmt::format("{}({}, {})", text.empty() ? "" : ", ", e.parameter_number(), braced(e.parameter_shape_index()));
  if (!text.empty()) out_ += ", buffer_donor={ " + text + " }";
  if (in.has_host_program_shape()) {
    text.clear();
    for (const pb::Shape& s : in.host_program_shape().parameters()) text += (text.empty() ? "" : ", ") + shape_text(s);
    out_ += ", entry_computation_layout={(" + text + ")->" + shape_text(in.host_program_shape().result()) + "}";
  }
  if (in.frontend_attributes().map_size() > 0) out_ += ", frontend_attributes=" + map_text(in.frontend_attributes());
  out_ += "\n\n";
  const pb::StackFrames& frames = in.stack_frame_index();
  if (frames.stack_frames_size() == 0) return;
  const auto names = [&](std::string_view title, const auto& list) {
    out_ += fmt::format("{}\n", title);
    for (int i = 0; i < list.size(); ++i) out_ += fmt::format("{} {}\n", i + 1, quoted(list[i]));
  };
  names("FileNames", frames.file_names());
  names("FunctionNames", frames.function_names());
  out_ += "FileLocations\n";
  for (int i = 0; i < frames.file_locations_size(); ++i) {
    const pb::FileLocation& l = frames.file_locations(i);
    out_ += fmt::format("{} {{file_name_id={} function_name_id={} line={} end_line={} column={} end_column={}}}\n",
                        i + 1, l.file_name_id(), l.function_name_id(), l.line(), l.end_line() ? l.end_line() : l.line(),
                        l.column(), l.end_column() ? l.end_column() : l.column());
  }
  out_ += "StackFrames\n";
  for (int i = 0; i < frames.stack_frames_size(); ++i)
    out_ += fmt::format("{} {{file_location_id={} parent_frame_id={}}}\n", i + 1,
                        frames.stack_frames(i).file_location_id(), frames.stack_frames(i).parent_frame_id() + 1);
  out_ += "\n";
}

bool TextOf::computation(const pb::Computation& in, bool entry) {
  // Newer ids hold the computation's in their upper half; operands are named by the whole id or the lower half.
  std::unordered_map<int64_t, std::string> names;
  std::unordered_map<std::string, int> used;
  std::unordered_set<int64_t> predicates;
  for (const pb::Instruction& i : in.instructions()) {
    std::string name = hlo::legal_name(i.name());
    if (const int again = used[name]++; again > 0) name += fmt::format(".{}", again);
    if (i.shape().element_type() == element_types[0].first) predicates.insert(i.id());
    if (!names.emplace(i.id(), name).second) return fail(fmt::format("instruction {} is given twice", i.id()));
  }
  const auto named = [&](int64_t id) -> const std::string* {
    const auto at = names.find(id);
    return at == names.end() ? nullptr : &at->second;
  };
  out_ += fmt::format("{}%{} {{\n", entry ? "ENTRY " : "", computation_names_[in.id()]);
  for (const pb::Instruction& i : in.instructions()) {
    const auto op = op_from_hlo(i.opcode());
    if (!op) return fail(fmt::format("'{}' is an '{}', an op that is not supported", i.name(), i.opcode()));
    Shape shape_of;
    if (!shape(i.shape(), shape_of)) return false;
    out_ += fmt::format("  {}%{} = {} {}(", i.id() == in.root_id() ? "ROOT " : "", *named(i.id()), to_hlo(shape_of),
                        i.opcode());
    if (*op == OpKind::Parameter) {
      out_ += fmt::format("{}", i.parameter_number());
    } else if (*op == OpKind::Constant) {
      Literal value;
      if (!same_shape(i, shape_of) || !read(i.literal(), shape_of, value))
        return fail(fmt::format("constant '{}' has not the elements of {}", i.name(), to_hlo(shape_of)));
      hlo::append_literal(out_, value);
    }
    for (int n = 0; n < i.operand_ids_size(); ++n) {
      const std::string* operand = named(i.operand_ids(n));
      if (!operand) return fail(fmt::format("operand {} of '{}' does not exist", i.operand_ids(n), i.name()));
      out_ += fmt::format("{}%{}", n ? ", " : "", *operand);
    }
    out_ += ")" + attributes(i, *op);
    if (!called(i, *op, i.operand_ids_size() > 0 && predicates.contains(i.operand_ids(0)))) return false;
    if (i.control_predecessor_ids_size() > 0) {
      std::string text;
      for (const int64_t id : i.control_predecessor_ids()) {
        if (!named(id)) return fail(fmt::format("control predecessor {} of '{}' does not exist", id, i.name()));
        text += fmt::format("{}%{}", text.empty() ? "" : ", ", *named(id));
      }
      out_ += ", control-predecessors={" + text + "}";
    }
    metadata(i);
    if (!i.backend_config().empty())
      out_ +=
          ", backend_config=" + (i.backend_config().front() == '{' ? i.backend_config() : quoted(i.backend_config()));
    out_ += "\n";
  }
  out_ += "}";
  if (!in.execution_thread().empty() && in.execution_thread() != "main")
    out_ += ", execution_thread=" + quoted(in.execution_thread());
  out_ += "\n\n";
  return failure_.empty();
}

bool TextOf::same_shape(const pb::Instruction& in, const Shape& expected) {
  Shape given;
  return in.has_literal() && shape(in.literal().shape(), given) && same_logical(given, expected) &&
         (!expected.is_array() || minor_to_major_of(given) == minor_to_major_of(expected));
}

bool TextOf::called(const pb::Instruction& in, OpKind op, bool by_predicate) {
  std::vector<std::string> names;
  for (const int64_t id : in.called_computation_ids()) {
    const auto at = computation_names_.find(id);
    if (at == computation_names_.end())
      return fail(fmt::format("'{}' calls computation {}, which does not exist", in.name(), id));
    names.push_back("%" + at->second);
  }
  if (names.empty()) return true;
  const auto each = [&](std::initializer_list<std::string_view> keys) {
    if (names.size() != keys.size())
      return fail(fmt::format("'{}' calls {} computations, not {}", in.name(), names.size(), keys.size()));
    size_t n = 0;
    for (const std::string_view key : keys) out_ += fmt::format(", {}={}", key, names[n++]);
    return true;
  };
  switch (op) {
    case OpKind::While:
      return each({"body", "condition"});
    case OpKind::SelectAndScatter:
      return each({"select", "scatter"});
    case OpKind::Fusion:
    case OpKind::AsyncStart:
    case OpKind::AsyncUpdate:
    case OpKind::AsyncDone:
      return each({"calls"});
    case OpKind::Conditional:
      if (by_predicate) return each({"true_computation", "false_computation"});
      out_ += fmt::format(", branch_computations={{{}}}", fmt::join(names, ", "));
      return true;
    case OpKind::CustomCall:
      out_ += fmt::format(", called_computations={{{}}}", fmt::join(names, ", "));
      return true;
    default:
      return each({"to_apply"});
  }
}

void TextOf::metadata(const pb::Instruction& in) {
  const pb::Metadata& m = in.metadata();
  std::string text;
  const auto string = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, quoted(value));
  };
  const auto number = [&](std::string_view key, int32_t value) {
    if (value > 0) text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  };
  string("op_type", m.op_type());
  string("op_name", m.op_name());
  if (m.stack_frame_id() > 0) {
    number("stack_frame_id", m.stack_frame_id());
  } else {
    string("source_file", m.source_file());
    number("source_line", m.source_line());
    number("source_end_line", m.source_end_line());
    number("source_column", m.source_column());
    number("source_end_column", m.source_end_column());
  }
  string("scheduling_name", m.scheduling_name());
  if (!text.empty()) out_ += ", metadata={" + text + "}";
}

namespace {

// Dumps are of one of three messages; a field of one is nonsense as another's.
bool parse(std::string_view bytes, pb::HloModule& out) {
  const auto is_module = [&] { return out.computations_size() > 0; };
  const auto size = static_cast<int>(bytes.size());
  if (out.ParseFromArray(bytes.data(), size) && is_module()) return true;
  if (pb::Hlo hlo; hlo.ParseFromArray(bytes.data(), size)) {
    out = std::move(*hlo.mutable_hlo_module());
    if (is_module()) return true;
  }
  if (pb::Snapshot snapshot; snapshot.ParseFromArray(bytes.data(), size)) {
    out = std::move(*snapshot.mutable_hlo()->mutable_hlo_module());
    if (is_module()) return true;
  }
  return false;
}

}  // namespace
}  // namespace eutectic::proto

namespace eutectic {

bool is_hlo_proto(std::string_view bytes) {
  // The first field of each message is a string or a message.
  pb::HloModule module;
  return !bytes.empty() && bytes[0] == '\n' && bytes.size() < (size_t{1} << 31) && proto::parse(bytes, module);
}

Result<Module> read_hlo_proto(std::string_view bytes, std::string_view file) {
  Place place;
  place.file = file;
  pb::HloModule message;
  if (bytes.size() >= (size_t{1} << 31) || !proto::parse(bytes, message))
    return error("the file is no HloModuleProto, HloProto or HloSnapshot", place);
  proto::TextOf text;
  if (!text.run(message)) {
    return unsupported(text.failure(), place, "write the dump as text (--xla_dump_hlo_as_text)");
  }
  Result<Module> module = read_hlo_text(text.text(), file);
  // Lines of a text that nobody has seen say nothing; the message names the instruction.
  if (!module)
    for (Diagnostic& d : module.error()) {
      if (!d.place.source_line.empty()) d.message += ", in: " + d.place.source_line.substr(0, 200);
      d.place = place;
    }
  return module;
}

}  // namespace eutectic

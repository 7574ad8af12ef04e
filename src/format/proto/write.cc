// write_hlo_proto: a module as a serialized HloModuleProto. Instructions are in write_instruction.cc.
#include <fmt/format.h>

#include <algorithm>

#include "format/format.h"
#include "format/hlo/callees_first.h"
#include "format/hlo/names.h"
#include "format/proto/numbers.h"
#include "format/proto/writer.h"

namespace eutectic::proto {

void fill(pb::Shape& out, const Shape& shape) {
  for (const auto& [number, type] : element_types)
    if (type == shape.type) out.set_element_type(number);
  for (const int64_t d : shape.dims) {
    out.add_dimensions(d);
    out.add_is_dynamic_dimension(false);
  }
  for (const Shape& e : shape.elements) fill(*out.add_tuple_shapes(), e);
  if (shape.is_array()) {
    pb::Layout& layout = *out.mutable_layout();  // of scalars too
    for (const int64_t d : minor_to_major_of(shape)) layout.add_minor_to_major(d);
  }
  if (shape.layout && !shape.layout->suffix.empty()) fill_suffix(*out.mutable_layout(), shape.layout->suffix);
}

// "T(8,128)(2,1)E(4)S(1)L(32)": tiles, element size, memory space, alignment of the end.
void fill_suffix(pb::Layout& out, std::string_view text) {
  char kind = 0;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '(') kind = text[at++];
    const size_t close = text.find(')', at);
    if (at >= text.size() || text[at] != '(' || close == std::string_view::npos) return;
    const Dims numbers = numbers_in(text.substr(at + 1, close - at - 1));
    at = close + 1;
    if (kind == 'T') {
      pb::Tile& tile = *out.add_tiles();
      for (const int64_t n : numbers) tile.add_dimensions(n);
    }
    if (numbers.empty()) continue;
    if (kind == 'E') out.set_element_size_in_bits(numbers[0]);
    if (kind == 'S') out.set_memory_space(numbers[0]);
    if (kind == 'L') out.set_tail_padding_alignment_in_elements(numbers[0]);
  }
}

Dims numbers_in(std::string_view text) {
  Dims out;
  for (size_t i = 0; i < text.size();) {
    const bool negative = text[i] == '-' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9';
    if (!negative && (text[i] < '0' || text[i] > '9')) {
      ++i;
      continue;
    }
    int64_t value = 0;
    for (i += negative; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) value = value * 10 + (text[i] - '0');
    out.push_back(negative ? -value : value);
  }
  return out;
}

namespace {

void fill_program(pb::ProgramShape& out, const Module& module, CompId id, bool entry) {
  const Computation& comp = module[id];
  const bool stated = entry && module.info.entry_result_layout;
  for (size_t i = 0; i < comp.parameters.size(); ++i) {
    fill(*out.add_parameters(), stated && i < module.info.entry_parameter_layouts.size()
                                    ? module.info.entry_parameter_layouts[i]
                                    : module.shape(comp.parameters[i]));
    out.add_parameter_names(std::string(module.name(comp.parameters[i])));
  }
  fill(*out.mutable_result(), stated ? *module.info.entry_result_layout : module.shape(comp.root));
}

}  // namespace

Status ModuleWriter::run(pb::HloModule& out) {
  const ModuleInfo& info = module_.info;
  out.set_name(hlo::legal_name(info.name));
  out.set_entry_computation_name(std::string(module_.name(module_.entry)));
  out.set_entry_computation_id(id_of(module_.entry));
  fill_program(*out.mutable_host_program_shape(), module_, module_.entry, true);
  for (const CompId id : hlo::callees_first(module_)) {
    pb::Computation& comp = *out.add_computations();
    comp.set_name(std::string(module_.name(id)));
    comp.set_id(id_of(id));
    comp.set_root_id(id_of(module_[id].root));
    comp.set_execution_thread(module_[id].execution_thread.empty() ? "main" : module_[id].execution_thread);
    fill_program(*comp.mutable_program_shape(), module_, id, id == module_.entry);
    names_.clear();
    for (const InstrId i : instrs_of(module_[id])) names_.emplace(module_.name(i), i);
    for (const InstrId i : instrs_of(module_[id])) {
      RETURN_IF_ERROR(instruction(*comp.add_instructions(), i));
      if (info.is_scheduled) (*out.mutable_schedule()->mutable_sequences())[id_of(id)].add_instruction_ids(id_of(i));
    }
  }
  for (const Alias& a : info.aliases) {
    pb::AliasEntry& entry = *out.mutable_input_output_alias()->add_entries();
    entry.set_parameter_number(a.parameter);
    entry.set_kind(a.must_alias ? 2 : 1);
    for (const int64_t n : a.output_index) entry.add_output_shape_index(n);
    for (const int64_t n : a.parameter_index) entry.add_parameter_shape_index(n);
  }
  for (const BufferDonor& d : info.donors) {
    pb::DonorEntry& entry = *out.mutable_buffer_donor()->add_entries();
    entry.set_parameter_number(d.parameter);
    for (const int64_t n : d.parameter_index) entry.add_parameter_shape_index(n);
  }
  for (const auto& [key, text] : info.hlo_attrs)
    if (key == "frontend_attributes") fill_map(*out.mutable_frontend_attributes(), text);
  return {};
}

}  // namespace eutectic::proto

namespace eutectic {

Result<std::string> write_hlo_proto(const Module& module) {
  pb::HloModule out;
  RETURN_IF_ERROR(proto::ModuleWriter(module).run(out));
  std::string bytes;
  if (!out.SerializeToString(&bytes)) return unsupported("the program takes more than 2 GiB as a protocol buffer");
  return bytes;
}

}  // namespace eutectic

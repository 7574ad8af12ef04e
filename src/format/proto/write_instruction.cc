// Instructions and their attributes as messages; see writer.h. Attributes that are kept as text are in
// write_text_attributes.cc.
#include <fmt/format.h>

#include <algorithm>

#include "format/proto/writer.h"
#include "ops/op_def.h"

namespace eutectic::proto {
namespace {

void fill(pb::Window& out, const Window& window) {
  for (const WindowDim& d : window) {
    pb::WindowDimension& dim = *out.add_dimensions();
    dim.set_size(d.size);
    dim.set_stride(d.stride);
    dim.set_padding_low(d.pad_low);
    dim.set_padding_high(d.pad_high);
    dim.set_window_dilation(d.rhs_dilate);
    dim.set_base_dilation(d.lhs_dilate);
    dim.set_window_reversal(d.reversal);
  }
}

void fill(pb::Convolution& out, const ConvDims& d) {
  out.set_input_batch_dimension(d.input_batch);
  out.set_input_feature_dimension(d.input_feature);
  out.set_kernel_input_feature_dimension(d.kernel_input_feature);
  out.set_kernel_output_feature_dimension(d.kernel_output_feature);
  out.set_output_batch_dimension(d.output_batch);
  out.set_output_feature_dimension(d.output_feature);
  add_all(out.mutable_input_spatial_dimensions(), d.input_spatial);
  add_all(out.mutable_kernel_spatial_dimensions(), d.kernel_spatial);
  add_all(out.mutable_output_spatial_dimensions(), d.output_spatial);
}

// The list of numbers that the attribute is on `op`; null if it is none.
google::protobuf::RepeatedField<int64_t>* list_of(pb::Instruction& out, AttrName name) {
  using enum AttrName;
  const auto dot = [&] { return out.mutable_dot_dimension_numbers(); };
  const auto gather = [&] { return out.mutable_gather_dimension_numbers(); };
  const auto scatter = [&] { return out.mutable_scatter_dimension_numbers(); };
  switch (name) {
    case Dimensions:
    case BroadcastDimensions:
    case Permutation:
    case AttrName::IotaDimension:
    case ConcatDimension:
    case SortDimension:
    case AllGatherDimension:
    case ScatterDimension:
    case SplitDimension:
    case InferredDimension:
      return out.mutable_dimensions();
    case SliceSizes:
      return out.mutable_dynamic_slice_sizes();
    case GatherSliceSizes:
      return out.opcode() == "gather" ? out.mutable_gather_slice_sizes() : out.mutable_dynamic_slice_sizes();
    case FftLength:
      return out.mutable_fft_length();
    case LhsBatchDims:
      return dot()->mutable_lhs_batch_dimensions();
    case RhsBatchDims:
      return dot()->mutable_rhs_batch_dimensions();
    case LhsContractingDims:
      return dot()->mutable_lhs_contracting_dimensions();
    case RhsContractingDims:
      return dot()->mutable_rhs_contracting_dimensions();
    case OffsetDims:
      return gather()->mutable_offset_dims();
    case CollapsedSliceDims:
      return gather()->mutable_collapsed_slice_dims();
    case StartIndexMap:
      return gather()->mutable_start_index_map();
    case OperandBatchingDims:
      return gather()->mutable_operand_batching_dims();
    case StartIndicesBatchingDims:
      return gather()->mutable_start_indices_batching_dims();
    case UpdateWindowDims:
      return scatter()->mutable_update_window_dims();
    case InsertedWindowDims:
      return scatter()->mutable_inserted_window_dims();
    case ScatterDimsToOperandDims:
      return scatter()->mutable_scatter_dims_to_operand_dims();
    case InputBatchingDims:
      return scatter()->mutable_input_batching_dims();
    case ScatterIndicesBatchingDims:
      return scatter()->mutable_scatter_indices_batching_dims();
    default:
      return nullptr;
  }
}

bool integer(pb::Instruction& out, AttrName name, int64_t value) {
  using enum AttrName;
  switch (name) {
    case ParameterNumber:
      out.set_parameter_number(value);
      return true;
    case Index:
      out.set_tuple_index(value);
      return true;
    case FeatureGroupCount:
      out.set_feature_group_count(value);
      return true;
    case BatchGroupCount:
      out.set_batch_group_count(value);
      return true;
    case IndexVectorDim:
      if (out.opcode() == "scatter")
        out.mutable_scatter_dimension_numbers()->set_index_vector_dim(value);
      else
        out.mutable_gather_dimension_numbers()->set_index_vector_dim(value);
      return true;
    case ExponentBits:
      out.set_exponent_bits(static_cast<int32_t>(value));
      return true;
    case MantissaBits:
      out.set_mantissa_bits(static_cast<int32_t>(value));
      return true;
    case K:
      out.set_k(value);
      return true;
    case FeatureIndex:
      out.set_feature_index(value);
      return true;
    case CrossProgramPrefetch:
      out.set_cross_program_prefetch_index(static_cast<int32_t>(value));
      return true;
    case Delta:
      out.set_delta(value);
      return true;
    case SplitCount:
    case ConcatenateDimension:
      return true;  // follow from the shapes
    default:
      return false;
  }
}

bool boolean(pb::Instruction& out, AttrName name, bool value) {
  using enum AttrName;
  switch (name) {
    case IndicesAreSorted:
      out.set_indices_are_sorted(value);
      return true;
    case UniqueIndices:
      out.set_unique_indices(value);
      return true;
    case IsStable:
      out.set_is_stable(value);
      return true;
    case HasSideEffect:
      out.set_custom_call_has_side_effect(value);
      return true;
    case Lower:
      if (out.opcode() == "cholesky")
        out.mutable_cholesky_options()->set_lower(value);
      else
        out.mutable_triangular_solve_options()->set_lower(value);
      return true;
    case LeftSide:
      out.mutable_triangular_solve_options()->set_left_side(value);
      return true;
    case UnitDiagonal:
      out.mutable_triangular_solve_options()->set_unit_diagonal(value);
      return true;
    case Largest:
      out.set_largest(value);
      return true;
    case UseGlobalDeviceIds:
      out.set_use_global_device_ids(value);
      return true;
    case IsHostTransfer:
      out.set_is_host_transfer(value);
      return true;
    case IsComposite:
      out.set_is_composite(value);
      return true;
    case ConstrainLayout:
      out.set_constrain_layout(value);
      return true;
    default:
      return false;
  }
}

}  // namespace

Status ModuleWriter::attribute(pb::Instruction& out, InstrId id, AttrName name, const AttrValue& value) {
  bool known = true;
  auto* list = list_of(out, name);
  if (const Dims* dims = std::get_if<Dims>(&value); dims && list) {
    add_all(list, *dims);
  } else if (const int64_t* n = std::get_if<int64_t>(&value)) {
    if (list)
      list->Add(*n);
    else
      known = integer(out, name, *n);
  } else if (const bool* b = std::get_if<bool>(&value)) {
    known = boolean(out, name, *b);
  } else if (const double* real = std::get_if<double>(&value)) {
    known = name == AttrName::Epsilon;
    out.set_epsilon(static_cast<float>(*real));
  } else if (const std::string* string = std::get_if<std::string>(&value)) {
    known = text(out, name, *string);
  } else if (name == AttrName::SliceStarts) {
    const Attrs& attrs = module_.attrs(id);
    const Dims &starts = std::get<Dims>(value), &limits = attrs.dims(AttrName::SliceLimits),
               &strides = attrs.dims(AttrName::SliceStrides);
    for (size_t i = 0; i < starts.size(); ++i) {
      pb::SliceDimension& d = *out.add_slice_dimensions();
      d.set_start(starts[i]);
      d.set_limit(limits[i]);
      d.set_stride(i < strides.size() ? strides[i] : 1);
    }
  } else if (const Padding* padding = std::get_if<Padding>(&value)) {
    for (const PaddingDim& d : *padding) {
      pb::PaddingDimension& dim = *out.mutable_padding_config()->add_dimensions();
      dim.set_edge_padding_low(d.low);
      dim.set_edge_padding_high(d.high);
      dim.set_interior_padding(d.interior);
    }
  } else if (const Window* window = std::get_if<Window>(&value)) {
    fill(*out.mutable_window(), *window);
  } else if (const ConvDims* labels = std::get_if<ConvDims>(&value)) {
    fill(*out.mutable_convolution_dimension_numbers(), *labels);
  } else if (const Literal* literal = std::get_if<Literal>(&value)) {
    fill(*out.mutable_literal(), *literal, module_.shape(id));
  }
  if (!known)
    return unsupported(
        fmt::format("{} '{}' of '{}' cannot be written as a protocol buffer",
                    std::holds_alternative<std::string>(value) ? std::get<std::string>(value) : "attribute",
                    info(name).hlo, module_.name(id)),
        {}, "write HLO text (.hlo)");
  return {};
}

void ModuleWriter::metadata(pb::Instruction& out, OriginId id) {
  if (!id.valid()) return;
  const Origin& o = module_[id];
  pb::Metadata& to = *out.mutable_metadata();
  to.set_op_type(std::string(module_[o.op_type]));
  to.set_op_name(std::string(module_[o.op_name]));
  to.set_source_file(std::string(module_[o.file]));
  to.set_source_line(o.line);
  to.set_source_end_line(o.end_line);
  to.set_source_column(o.column);
  to.set_source_end_column(o.end_column);
}

Status ModuleWriter::instruction(pb::Instruction& out, InstrId id) {
  const Instr& instr = module_[id];
  out.set_name(std::string(module_.name(id)));
  out.set_opcode(std::string(hlo_name(instr.op)));
  out.set_id(id_of(id));
  fill(*out.mutable_shape(), module_.shape(id));
  for (const InstrId operand : module_.operands(id)) out.add_operand_ids(id_of(operand));
  metadata(out, instr.origin);
  const Attrs& attrs = module_.attrs(id);
  // XLA's order: a loop's body precedes its condition.
  std::vector<CompId> called = module_.callees(id);
  if (instr.op == OpKind::While) std::ranges::reverse(called);
  for (const CompId c : called) out.add_called_computation_ids(id_of(c));
  if (instr.op == OpKind::Convolution || instr.op == OpKind::CustomCall) {
    out.set_feature_group_count(1);
    out.set_batch_group_count(1);
  }
  if (instr.op == OpKind::Dot || instr.op == OpKind::Convolution)
    if (!attrs.has(AttrName::OperandPrecision))
      for (int i = 0; i < 2; ++i) out.mutable_precision_config()->add_operand_precision(0);
  if (instr.op == OpKind::Gather) out.mutable_gather_dimension_numbers();
  if (instr.op == OpKind::Scatter) out.mutable_scatter_dimension_numbers();
  if (instr.op == OpKind::Dot) out.mutable_dot_dimension_numbers();
  if (instr.op == OpKind::Pad) out.mutable_padding_config();
  if (instr.op == OpKind::Sort && !attrs.has(AttrName::SortDimension)) out.add_dimensions(0);
  for (const auto& [name, value] : attrs.entries()) {
    if (name == AttrName::SliceLimits || name == AttrName::SliceStrides || std::holds_alternative<Comps>(value))
      continue;
    RETURN_IF_ERROR(attribute(out, id, name, value));
  }
  return {};
}

}  // namespace eutectic::proto

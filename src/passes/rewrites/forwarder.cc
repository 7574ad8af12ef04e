#include "passes/rewrites/forwarder.h"

#include <algorithm>

#include "passes/simplify.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

// Reductions of at most so many parts are written out.
constexpr int64_t most_reduced_parts = 16;

}  // namespace

std::optional<OpKind> plain_reducer(const Module& module, CompId comp) {
  const Computation& c = module[comp];
  if (c.parameters.size() != 2 || c.end.value - c.begin.value != 3) return std::nullopt;
  const std::span<const InstrId> operands = module.operands(c.root);
  if (operands.size() != 2 || operands[0] == operands[1]) return std::nullopt;
  for (InstrId o : operands)
    if (module[o].op != OpKind::Parameter) return std::nullopt;
  switch (module[c.root].op) {
    case OpKind::Add:
    case OpKind::Multiply:
    case OpKind::Maximum:
    case OpKind::Minimum:
    case OpKind::And:
    case OpKind::Or:
    case OpKind::Xor:
      return module[c.root].op;
    default:
      return std::nullopt;
  }
}

Local Forwarder::join(std::span<const Local> pieces, const Shape& whole, size_t d) {
  std::vector<Local> shaped;
  int64_t rest = 1;
  for (size_t k = 0; k < whole.dims.size(); ++k)
    if (k != d) rest *= whole.dims[k];
  for (Local piece : pieces) {
    Shape shape = Shape::array(whole.type, whole.dims);
    shape.dims[d] = draft.shape(piece).element_count() / std::max<int64_t>(rest, 1);
    shaped.push_back(draft.shape(piece).dims == shape.dims ? piece : draft.add(OpKind::Reshape, shape, {piece}));
  }
  Attrs attrs;
  attrs.set(AttrName::ConcatDimension, static_cast<int64_t>(d));
  return draft.add(OpKind::Concatenate, whole, shaped, std::move(attrs));
}

std::optional<Local> Forwarder::slice(InstrId id) {
  const Local operand = copier.at(module_.operand(id, 0));
  const Dims dims = draft.shape(operand).dims, size = module_.shape(id).dims;
  Region region;
  if (module_[id].op == OpKind::Slice) {
    region.start = module_.attrs(id).dims(AttrName::SliceStarts);
    const Dims& strides = module_.attrs(id).dims(AttrName::SliceStrides);
    for (size_t d = 0; d < dims.size(); ++d)
      if (strides[d] != 1 && size[d] > 1) return std::nullopt;
  } else {
    // As the copy would have it.
    const std::span<const Local> operands = copier.operands(id);
    for (size_t d = 0; d < dims.size(); ++d) {
      int64_t start = 0;
      if (dims[d] != size[d]) {
        const Literal* value = repeated_constant(draft, operands[d + 1]);
        if (!value || (value->type() == ElementType::U64 && value->as_int() < 0)) return std::nullopt;
        start = std::clamp<int64_t>(value->as_int(), 0, dims[d] - size[d]);
      }
      region.start.push_back(start);
    }
  }
  const uint64_t joints = parts.joints(operand);
  bool narrows = false;
  for (size_t d = 0; d < dims.size(); ++d) {
    region.limit.push_back(region.start[d] + size[d]);
    narrows |= size[d] != dims[d] && d < 64 && (joints >> d & 1);
  }
  if (!narrows) return std::nullopt;
  const Local part = parts.of(operand, region);
  if (draft.op(part) == OpKind::Slice && draft.operand(part, 0) == operand) return std::nullopt;
  return draft[part].shape == module_[id].shape ? part : draft.add(OpKind::Reshape, Shape(module_.shape(id)), {part});
}

std::optional<Local> Forwarder::reduction(InstrId id, int64_t& count) {
  if (module_[id].operand_count != 2) return std::nullopt;
  const Local operand = copier.at(module_.operand(id, 0)), init = copier.at(module_.operand(id, 1));
  const Dims reduced = module_.attrs(id).dims(AttrName::Dimensions), dims = draft.shape(operand).dims;
  if (reduced.size() != 1) return std::nullopt;
  const auto d = static_cast<size_t>(reduced[0]);
  const std::optional<OpKind> op = plain_reducer(module_, module_.attrs(id).comps(AttrName::ToApply)[0]);
  if (!op || d >= 64 || dims[d] > most_reduced_parts || dims[d] < 2 || !(parts.joints(operand) >> d & 1))
    return std::nullopt;
  const Shape shape = module_.shape(id);
  Attrs attrs;
  attrs.set(AttrName::BroadcastDimensions, Dims{});
  Local sum = shape.dims.empty() ? init : draft.add(OpKind::Broadcast, shape, {init}, std::move(attrs), id);
  for (int64_t k = 0; k < dims[d]; ++k) {
    Region region = Region::whole(dims);
    region.start[d] = k;
    region.limit[d] = k + 1;
    Local part = parts.of(operand, region);
    if (draft[part].shape != module_[id].shape) part = draft.add(OpKind::Reshape, shape, {part});
    sum = draft.add(*op, shape, {sum, part}, {}, id);
  }
  count = dims[d];
  return sum;
}

std::string Forwarder::joint_of(Local value) {
  // The nearest one, going up through first operands that move or map.
  while (true) {
    const OpKind op = draft.op(value);
    if (op == OpKind::Concatenate || op == OpKind::Pad || op == OpKind::DynamicUpdateSlice || op == OpKind::Tuple) {
      const std::string_view name = module_[draft[value].name];
      return std::string(name.empty() ? hlo_name(op) : name);
    }
    bool further = false;
    for (Local o : draft.operands(value))
      if (draft.shape(o).is_array() && !draft.shape(o).dims.empty() && parts.joints(o) != 0) {
        value = o;
        further = true;
        break;
      }
    if (!further) return std::string(hlo_name(op));
  }
}

void Forwarder::visit(InstrId id, Context* context) {
  const OpKind op = module_[id].op;
  if (!context || context->has_fuel()) {
    std::optional<Local> better;
    int64_t count = 0;
    if (op == OpKind::Slice || op == OpKind::DynamicSlice) better = slice(id);
    if (op == OpKind::Reduce) better = reduction(id, count);
    if (better) {
      if (context) {
        const std::string joint = joint_of(copier.at(module_.operand(id, 0)));
        if (op == OpKind::Reduce)
          context->note(module_, id, Reason::ReductionOfParts, {count}, joint);
        else
          context->note(module_, id, Reason::SliceForwarded, {}, joint);
      }
      changed = true;
      copier.set(id, *better);
      return;
    }
  }
  copier.copy(id);
}

}  // namespace eutectic::rewrites

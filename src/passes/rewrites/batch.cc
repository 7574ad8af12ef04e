#include "passes/rewrites/batch.h"

#include "ops/op_def.h"
#include "passes/emit.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

Dims grown(Dims dims, int64_t first) {
  dims.insert(dims.begin(), first);
  return dims;
}
// Dimension numbers after a dimension has come before them.
Dims moved(Dims dims) {
  for (int64_t& d : dims) ++d;
  return dims;
}

bool maps_elements(OpKind op) { return op_def(op).traits.elementwise && op != OpKind::Map; }

}  // namespace

Batch::Batch(Draft& draft, CompId body, int64_t steps)
    : draft_(draft),
      module_(draft.module()),
      base_(draft.module()[body].begin.value),
      steps_(steps),
      values_(draft.module()[body].end.value - draft.module()[body].begin.value) {}

bool Batch::can(const Module& module, InstrId id) {
  switch (module[id].op) {
    case OpKind::Constant:
    case OpKind::Iota:
    case OpKind::Broadcast:
    case OpKind::Reshape:
    case OpKind::Transpose:
    case OpKind::Slice:
    case OpKind::Concatenate:
    case OpKind::Pad:
    case OpKind::Reverse:
    case OpKind::BitcastConvert:
      return true;
    case OpKind::Reduce:
      return module[id].operand_count == 2;
    default:
      return maps_elements(module[id].op) && module.shape(id).is_array();
  }
}

Shape Batch::grown(const Shape& shape) const { return Shape::array(shape.type, rewrites::grown(shape.dims, steps_)); }

Local Batch::batched(const Value& value) {
  if (value.batched) return value.local;
  const Shape shape = draft_.shape(value.local);
  Dims dims;
  for (int64_t d = 0; d < shape.rank(); ++d) dims.push_back(d + 1);
  Attrs attrs;
  attrs.set(AttrName::BroadcastDimensions, dims);
  return draft_.add(OpKind::Broadcast, grown(shape), {value.local}, std::move(attrs));
}

std::optional<Batch::Value> Batch::elementwise(InstrId id) {
  const Shape shape = module_.shape(id);  // a copy: new shapes are added
  std::vector<Local> operands;
  for (InstrId o : module_.operands(id)) {
    const Value value = at(o);
    const Shape operand = module_.shape(o);
    if (!operand.dims.empty() || shape.dims.empty()) {
      operands.push_back(batched(value));
    } else if (!value.batched) {
      operands.push_back(value.local);  // the scalar of a select or clamp
    } else {
      // One per step, spread over the step's elements.
      Attrs attrs;
      attrs.set(AttrName::BroadcastDimensions, Dims{0});
      operands.push_back(draft_.add(OpKind::Broadcast, Shape::array(operand.type, rewrites::grown(shape.dims, steps_)),
                                    {value.local}, std::move(attrs)));
    }
  }
  return Value{draft_.add(module_[id].op, grown(shape), operands, Attrs(module_.attrs(id)), id), true};
}

std::optional<Batch::Value> Batch::make(InstrId id) {
  if (!can(module_, id)) return std::nullopt;
  bool any = false;
  for (InstrId o : module_.operands(id)) any |= at(o).batched;
  std::optional<Value> out;
  const OpKind op = module_[id].op;
  if (!any) {
    std::vector<Local> operands;
    for (InstrId o : module_.operands(id)) operands.push_back(at(o).local);
    out = Value{draft_.copy(id, operands), false};
  } else if (maps_elements(op)) {
    out = elementwise(id);
  } else {
    Attrs attrs = module_.attrs(id);
    std::vector<Local> operands{batched(at(module_.operand(id, 0)))};
    auto move_dims = [&](AttrName name) { attrs.set(name, moved(attrs.dims(name))); };
    switch (op) {
      case OpKind::Broadcast:
        attrs.set(AttrName::BroadcastDimensions, rewrites::grown(moved(attrs.dims(AttrName::BroadcastDimensions)), 0));
        break;
      case OpKind::Transpose:
        attrs.set(AttrName::Permutation, rewrites::grown(moved(attrs.dims(AttrName::Permutation)), 0));
        break;
      case OpKind::Slice:
        attrs.set(AttrName::SliceStarts, rewrites::grown(attrs.dims(AttrName::SliceStarts), 0));
        attrs.set(AttrName::SliceLimits, rewrites::grown(attrs.dims(AttrName::SliceLimits), steps_));
        attrs.set(AttrName::SliceStrides, rewrites::grown(attrs.dims(AttrName::SliceStrides), 1));
        break;
      case OpKind::Reverse:
        move_dims(AttrName::Dimensions);
        break;
      case OpKind::Concatenate:
        attrs.set(AttrName::ConcatDimension, attrs.integer(AttrName::ConcatDimension) + 1);
        for (size_t n = 1; n < module_[id].operand_count; ++n) operands.push_back(batched(at(module_.operand(id, n))));
        break;
      case OpKind::Pad: {
        Padding padding = attrs.padding(AttrName::Padding);
        padding.insert(padding.begin(), PaddingDim{});
        attrs.set(AttrName::Padding, padding);
        if (at(module_.operand(id, 1)).batched) return std::nullopt;
        operands.push_back(at(module_.operand(id, 1)).local);
        break;
      }
      case OpKind::Reduce:
        move_dims(AttrName::Dimensions);
        if (at(module_.operand(id, 1)).batched) return std::nullopt;
        operands.push_back(at(module_.operand(id, 1)).local);
        break;
      default:  // reshapes and bitcast-converts have no attributes
        break;
    }
    out = Value{draft_.add(op, grown(module_.shape(id)), operands, std::move(attrs), id), true};
  }
  if (out) values_[id.value - base_] = out;
  return out;
}

Local counters(Draft& draft, const Shape& scalar, const TripCount& count, int64_t many, int64_t each, int64_t first) {
  const ElementType type = scalar.type;  // shapes are added below
  const Shape shape = Shape::array(type, {many});
  Attrs attrs;
  attrs.set(AttrName::IotaDimension, int64_t{0});
  Local out = draft.add(OpKind::Iota, shape, {}, std::move(attrs));
  auto with = [&](OpKind op, int64_t number) {
    Attrs spread;
    spread.set(AttrName::BroadcastDimensions, Dims{});
    const Local constant = draft.constant(integer_literal(type, number));
    out = draft.add(op, shape, {out, draft.add(OpKind::Broadcast, shape, {constant}, std::move(spread))});
  };
  const int64_t scale = each * count.step, offset = *count.start + first * count.step;
  if (scale != 1) with(OpKind::Multiply, scale);
  if (offset != 0) with(OpKind::Add, offset);
  return out;
}

}  // namespace eutectic::rewrites

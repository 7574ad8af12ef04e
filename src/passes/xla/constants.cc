// Constant folding: an op on constants is evaluated, unless the result is large.
#include <algorithm>

#include "ops/evaluator.h"
#include "passes/xla/rule.h"

namespace eutectic::xla_passes {
namespace {

constexpr int64_t largest = 1 << 14;  // elements

bool stays(const Site& s) {
  switch (s.op()) {
    case OpKind::Broadcast:  // so that they remain cheap to fuse
    case OpKind::Iota:
    case OpKind::Tuple:
    case OpKind::GetTupleElement:
    case OpKind::Copy:
    case OpKind::Rng:
    case OpKind::CustomCall:
    case OpKind::OptimizationBarrier:
    case OpKind::AddDependency:
    case OpKind::Bitcast:
      return true;
    default:
      break;
  }
  for (const auto& [name, value] : s.attrs().entries())
    if (std::holds_alternative<Comps>(value) && s.op() != OpKind::Reduce) return true;
  const OpDef& def = op_def(s.op());
  return !def.evaluate || def.traits.side_effect;
}

Literal repeated(const Literal& scalar, const Shape& shape) {
  Literal out = Literal::zeros(shape);
  const auto bytes = static_cast<size_t>(scalar.shape().size_bytes());
  for (int64_t i = 0; i < shape.element_count(); ++i)
    std::copy_n(scalar.bytes(), bytes, out.mutable_bytes() + static_cast<size_t>(i) * bytes);
  return out;
}

}  // namespace

std::optional<Local> fold_constants(const Site& s) {
  if (s.operands.empty() || !s.shape().is_array() || s.shape().element_count() > largest || stays(s))
    return std::nullopt;
  std::vector<Literal> values;
  bool whole = false;  // repeated scalars alone stay repeated
  for (Local o : s.operands) {
    const Literal* value = repeated_constant(s.draft, o);
    if (s.draft.op(o) == OpKind::Constant) {
      whole = true;
      values.push_back(s.draft.attrs(o).value());
    } else if (value) {
      values.push_back(repeated(*value, s.draft.shape(o)));
    } else {
      return std::nullopt;
    }
  }
  if (!whole) return std::nullopt;
  Evaluator evaluator(s.module());
  EvalContext context{OpView{s.module(), s.id}, std::move(values), evaluator};
  const Result<Literal> result = op_def(s.op()).evaluate(context);
  if (!result || !same_logical(result->shape(), s.shape())) return std::nullopt;
  return s.draft.add(OpKind::Constant, Shape(s.shape()), std::span<const Local>(),
                     with(AttrName::Value, result->with_shape(s.shape())), s.id);
}

}  // namespace eutectic::xla_passes

#include "passes/emit.h"

namespace eutectic {

using Local = Draft::Local;

Literal integer_literal(ElementType type, int64_t value) {
  return dispatch(type, [&]<class T>() {
    if constexpr (std::is_same_v<T, bool>)
      return Literal::scalar<bool>(type, value != 0);
    else if constexpr (std::is_constructible_v<T, int64_t>)
      return Literal::scalar<T>(type, static_cast<T>(value));
    else
      return Literal::scalar<T>(type, T(static_cast<double>(value)));
  });
}

Local affine(Draft& draft, Local t, const Shape& shape, int64_t start, int64_t delta) {
  const Shape scalar = Shape::scalar(shape.type);
  Local out;
  if (delta == 0) {
    out = draft.constant(integer_literal(shape.type, start));
  } else {
    out = shape.type == ElementType::S32 ? t : draft.add(OpKind::Convert, scalar, {t});
    if (delta != 1)
      out = draft.add(OpKind::Multiply, scalar, {out, draft.constant(integer_literal(shape.type, delta))});
    if (start != 0) out = draft.add(OpKind::Add, scalar, {out, draft.constant(integer_literal(shape.type, start))});
  }
  return shape.dims.empty() ? out : draft.add(OpKind::Reshape, shape, {out});
}

Local zeros(Draft& draft, const Shape& shape) {
  const Local zero = draft.constant(integer_literal(shape.type, 0));
  if (shape.dims.empty()) return zero;
  Attrs attrs;
  attrs.set(AttrName::BroadcastDimensions, Dims{});
  return draft.add(OpKind::Broadcast, shape, {zero}, std::move(attrs));
}

bool is_constant_chain(const Draft& draft, Local id) {
  for (int depth = 0; depth < 4; ++depth) {
    switch (draft.op(id)) {
      case OpKind::Constant:
      case OpKind::Iota:
        return true;
      case OpKind::Broadcast:
      case OpKind::Reshape:
      case OpKind::Convert:
        id = draft.operand(id, 0);
        break;
      default:
        return false;
    }
  }
  return false;
}

Local copy_constant_chain(Draft& to, const Draft& from, Local id) {
  std::vector<Local> chain{id};
  while (!from.operands(chain.back()).empty()) chain.push_back(from.operand(chain.back(), 0));
  Local out = to.copy(from, chain.back(), {});
  for (size_t i = chain.size() - 1; i-- > 0;) out = to.copy(from, chain[i], std::span(&out, 1));
  return out;
}

}  // namespace eutectic

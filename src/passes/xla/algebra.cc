// Rules for element-wise ops.
#include <bit>
#include <cmath>

#include "ops/op_def.h"
#include "passes/emit.h"
#include "passes/xla/rule.h"

namespace eutectic::xla_passes {
namespace {

bool is_int(const Literal* value, int64_t wanted) {
  return value && is_integer(value->type()) && value->as_int() == wanted;
}
bool is_real(const Literal* value, double wanted) {
  return value && is_float(value->type()) && value->as_double() == wanted;
}
bool is_number(const Literal* value, double wanted) {
  return is_int(value, static_cast<int64_t>(wanted)) || is_real(value, wanted);
}

const Literal* constant_of(const Site& s, size_t n) { return repeated_constant(s.draft, s.operand(n)); }

// A constant, or a scalar constant repeated.
bool is_constant(const Site& s, Local v) {
  return s.draft.op(v) == OpKind::Constant || repeated_constant(s.draft, v) != nullptr;
}

// An op on values of the site's shape.
Local same(const Site& s, OpKind op, std::initializer_list<Local> list) { return s.add(op, s.shape(), list); }

// One scalar op on two repeated constants, repeated.
Local combined(const Site& s, OpKind op, Local a, Local b) {
  const Local x = *repeated_scalar(s.draft, a), y = *repeated_scalar(s.draft, b);
  const Local v = s.add(op, Shape::scalar(s.shape().type), {x, y});
  if (s.shape().dims.empty()) return v;
  return s.add(OpKind::Broadcast, s.shape(), {v}, with(AttrName::BroadcastDimensions, Dims{}));
}

Local number(const Site& s, double value) {
  const ElementType type = s.shape().type;
  const Literal f = Literal::scalar<double>(ElementType::F64, value);
  const Local c = s.draft.constant(f, s.id);
  const Local v = type == ElementType::F64 ? c : s.add(OpKind::Convert, Shape::scalar(type), {c});
  if (s.shape().dims.empty()) return v;
  return s.add(OpKind::Broadcast, s.shape(), {v}, with(AttrName::BroadcastDimensions, Dims{}));
}

std::optional<Local> add(const Site& s) {
  const Local a = s.operand(0), b = s.operand(1);
  if (is_number(constant_of(s, 1), 0)) return a;
  if (is_number(constant_of(s, 0), 0)) return b;
  if (s.op_of(0) == OpKind::Constant && s.op_of(1) != OpKind::Constant) return same(s, OpKind::Add, {b, a});
  if (s.op_of(0) == OpKind::Add && constant_of(s, 1) && repeated_constant(s.draft, s.draft.operand(a, 1)) &&
      !is_constant(s, s.draft.operand(a, 0)))
    return same(s, OpKind::Add, {s.draft.operand(a, 0), combined(s, OpKind::Add, s.draft.operand(a, 1), b)});
  if (s.op_of(0) == OpKind::Subtract && constant_of(s, 1) && repeated_constant(s.draft, s.draft.operand(a, 0)))
    return same(s, OpKind::Subtract, {combined(s, OpKind::Add, s.draft.operand(a, 0), b), s.draft.operand(a, 1)});
  return std::nullopt;
}

std::optional<Local> subtract(const Site& s) {
  const Local a = s.operand(0), b = s.operand(1);
  if (is_number(constant_of(s, 1), 0)) return a;
  if (is_integer(s.shape().type) && a == b) return s.splat(integer_literal(s.shape().type, 0));
  // a - constant is a + -constant, where the constant is no broadcast.
  if (s.op_of(1) == OpKind::Constant && s.op_of(0) != OpKind::Constant)
    return same(s, OpKind::Add, {a, s.add(OpKind::Negate, s.shape_of(1), {b})});
  if (s.op_of(1) == OpKind::Broadcast && s.draft.op(s.draft.operand(b, 0)) == OpKind::Constant &&
      s.op_of(0) != OpKind::Constant) {
    const Local c = s.draft.operand(b, 0);
    const Local minus = s.add(OpKind::Negate, Shape(s.draft.shape(c)), {c});
    return same(s, OpKind::Add, {a, s.add(OpKind::Broadcast, Shape(s.shape_of(1)), {minus}, Attrs(s.draft.attrs(b)))});
  }
  return std::nullopt;
}

std::optional<Local> multiply(const Site& s) {
  const Local a = s.operand(0), b = s.operand(1);
  const ElementType type = s.shape().type;
  if (is_number(constant_of(s, 1), 1)) return a;
  if (is_number(constant_of(s, 0), 1)) return b;
  if (is_int(constant_of(s, 0), 0)) return a;
  if (is_int(constant_of(s, 1), 0)) return b;
  if (s.op_of(0) == OpKind::Constant && s.op_of(1) != OpKind::Constant) return same(s, OpKind::Multiply, {b, a});
  if (s.op_of(0) == OpKind::Negate && s.op_of(1) == OpKind::Negate)
    return same(s, OpKind::Multiply, {s.draft.operand(a, 0), s.draft.operand(b, 0)});
  if (a == b && s.op_of(0) == OpKind::Abs && !is_complex(type)) {
    const Local x = s.draft.operand(a, 0);
    return same(s, OpKind::Multiply, {x, x});
  }
  // A predicate as a factor selects.
  for (size_t n : {size_t{0}, size_t{1}})
    if (s.op_of(n) == OpKind::Convert && s.draft.shape(s.draft.operand(s.operand(n), 0)).type == ElementType::Pred) {
      const Local p = s.draft.operand(s.operand(n), 0), x = s.operand(1 - n);
      return same(s, OpKind::Select, {p, x, s.splat(integer_literal(type, 0))});
    }
  if (s.op_of(0) == OpKind::Multiply && constant_of(s, 1) && repeated_constant(s.draft, s.draft.operand(a, 1)))
    return same(s, OpKind::Multiply, {s.draft.operand(a, 0), combined(s, OpKind::Multiply, s.draft.operand(a, 1), b)});
  // (x * constant) * repeated y: the scalars first.
  if (!is_integer(type))
    for (size_t n : {size_t{0}, size_t{1}}) {
      const Local m = s.operand(n), other = s.operand(1 - n);
      if (s.draft.op(m) != OpKind::Multiply || s.draft.op(other) != OpKind::Broadcast) continue;
      const auto y = repeated_scalar(s.draft, other);
      if (!y || s.draft.op(*y) == OpKind::Constant) continue;
      for (size_t k : {size_t{0}, size_t{1}}) {
        const Local c = s.draft.operand(m, k), x = s.draft.operand(m, 1 - k);
        if (!repeated_constant(s.draft, c) || is_constant(s, x)) continue;
        return same(s, OpKind::Multiply, {combined(s, OpKind::Multiply, other, c), x});
      }
    }
  if (s.op_of(0) == OpKind::Exponential && s.op_of(1) == OpKind::Exponential) {
    const Local sum = same(s, OpKind::Add, {s.draft.operand(a, 0), s.draft.operand(b, 0)});
    return same(s, OpKind::Exponential, {sum});
  }
  return std::nullopt;
}

std::optional<Local> divide(const Site& s) {
  const Local a = s.operand(0), b = s.operand(1);
  const ElementType type = s.shape().type;
  if (is_number(constant_of(s, 1), 1)) return a;
  if (is_unsigned_int(type))
    if (const Literal* c = constant_of(s, 1)) {
      const auto v = static_cast<uint64_t>(c->as_int());
      if (std::has_single_bit(v))
        return same(s, OpKind::ShiftRightLogical,
                    {a, s.splat(integer_literal(type, static_cast<int64_t>(std::countr_zero(v))))});
    }
  if (is_integer(type)) return std::nullopt;
  const bool exp_b = s.op_of(1) == OpKind::Exponential;
  if (s.op_of(0) == OpKind::Exponential && exp_b)
    return same(s, OpKind::Exponential, {same(s, OpKind::Subtract, {s.draft.operand(a, 0), s.draft.operand(b, 0)})});
  if (exp_b)
    return same(s, OpKind::Multiply,
                {a, same(s, OpKind::Exponential, {same(s, OpKind::Negate, {s.draft.operand(b, 0)})})});
  if (s.op_of(1) == OpKind::Power)
    return same(s, OpKind::Multiply,
                {a, same(s, OpKind::Power,
                         {s.draft.operand(b, 0), s.add(OpKind::Negate, Shape(s.draft.shape(s.draft.operand(b, 1))),
                                                       {s.draft.operand(b, 1)})})});
  if (s.op_of(1) == OpKind::Sqrt && s.users(b) == 1)
    return same(s, OpKind::Multiply, {a, same(s, OpKind::Rsqrt, {s.draft.operand(b, 0)})});
  if (s.op_of(1) == OpKind::Rsqrt && s.users(b) == 1)
    return same(s, OpKind::Multiply, {a, same(s, OpKind::Sqrt, {s.draft.operand(b, 0)})});
  if (const Literal* c = constant_of(s, 1); c && s.op_of(0) != OpKind::Constant && is_float(type)) {
    const Literal one = integer_literal(type, 1);
    const Local inverse =
        s.add(OpKind::Divide, Shape::scalar(type), {s.draft.constant(one, s.id), *repeated_scalar(s.draft, b)});
    const Local all = s.shape().dims.empty()
                          ? inverse
                          : s.add(OpKind::Broadcast, s.shape(), {inverse}, with(AttrName::BroadcastDimensions, Dims{}));
    return same(s, OpKind::Multiply, {a, all});
  }
  const bool da = s.op_of(0) == OpKind::Divide, db = s.op_of(1) == OpKind::Divide;
  if (da && db)
    return same(s, OpKind::Divide,
                {same(s, OpKind::Multiply, {s.draft.operand(a, 0), s.draft.operand(b, 1)}),
                 same(s, OpKind::Multiply, {s.draft.operand(a, 1), s.draft.operand(b, 0)})});
  if (da)
    return same(s, OpKind::Divide, {s.draft.operand(a, 0), same(s, OpKind::Multiply, {s.draft.operand(a, 1), b})});
  if (db)
    return same(s, OpKind::Divide, {same(s, OpKind::Multiply, {a, s.draft.operand(b, 1)}), s.draft.operand(b, 0)});
  return std::nullopt;
}

std::optional<Local> remainder(const Site& s) {
  const Local a = s.operand(0);
  const ElementType type = s.shape().type;
  const Literal* c = constant_of(s, 1);
  if (is_int(c, 1)) return s.splat(integer_literal(type, 0));
  if (!c || !is_unsigned_int(type)) return std::nullopt;
  const auto v = static_cast<uint64_t>(c->as_int());
  if (!std::has_single_bit(v)) return std::nullopt;
  return same(s, OpKind::And, {a, s.splat(integer_literal(type, static_cast<int64_t>(v - 1)))});
}

std::optional<Local> power(const Site& s) {
  const Local x = s.operand(0);
  const Literal* e = constant_of(s, 1);
  if (!e || !is_float(s.shape().type)) return std::nullopt;
  const double v = e->as_double();
  if (v == 0) return number(s, 1);
  if (v == 1) return x;
  if (v == 2) return same(s, OpKind::Multiply, {x, x});
  if (v == 3) return same(s, OpKind::Multiply, {same(s, OpKind::Multiply, {x, x}), x});
  if (v == -1) return same(s, OpKind::Divide, {number(s, 1), x});
  return std::nullopt;
}

std::optional<Local> compare(const Site& s) {
  const Local a = s.operand(0), b = s.operand(1);
  const ElementType type = s.shape_of(0).type;
  const std::string direction = s.attrs().text(AttrName::Direction);
  auto answer = [&](bool value) { return s.splat(Literal::scalar<bool>(ElementType::Pred, value)); };
  // A comparison of a counter's sequence with a bound that it cannot cross.
  if (is_unsigned_int(type) && is_int(constant_of(s, 1), 0)) {
    if (direction == "LT") return answer(false);
    if (direction == "GE") return answer(true);
  }
  if (is_integer(type) && s.op_of(0) == OpKind::Iota && is_int(constant_of(s, 1), 0)) {
    if (direction == "LT") return answer(false);
    if (direction == "GE") return answer(true);
  }
  if (type == ElementType::Pred) {
    const Literal* y = constant_of(s, 1);
    if (direction == "EQ" && y && y->data<bool>()[0]) return a;
    if (direction == "NE" && y && !y->data<bool>()[0]) return a;
    if (direction == "NE" && y && y->data<bool>()[0]) return same(s, OpKind::Not, {a});
    if (direction == "EQ" && y && !y->data<bool>()[0]) return same(s, OpKind::Not, {a});
  }
  if (a == b && is_integer(type)) return answer(direction == "EQ" || direction == "GE" || direction == "LE");
  return std::nullopt;
}

std::optional<Local> logic(const Site& s) {
  const Local a = s.operand(0), b = s.operand(1);
  if (s.shape().type != ElementType::Pred) {
    if (s.op() == OpKind::And && (is_int(constant_of(s, 0), 0))) return a;
    if (s.op() == OpKind::And && (is_int(constant_of(s, 1), 0))) return b;
    if (s.op() == OpKind::Or && is_int(constant_of(s, 0), 0)) return b;
    if (s.op() == OpKind::Or && is_int(constant_of(s, 1), 0)) return a;
    return std::nullopt;
  }
  for (size_t n : {size_t{0}, size_t{1}}) {
    const Literal* c = constant_of(s, n);
    if (!c) continue;
    const bool v = c->data<bool>()[0];
    if (s.op() == OpKind::And) return v ? s.operand(1 - n) : s.operand(n);
    if (s.op() == OpKind::Or) return v ? s.operand(n) : s.operand(1 - n);
  }
  return std::nullopt;
}

std::optional<Local> select(const Site& s) {
  const Local yes = s.operand(1), no = s.operand(2);
  if (yes == no) return yes;
  if (const Literal* p = constant_of(s, 0)) return p->data<bool>()[0] ? yes : no;
  if (s.op_of(0) == OpKind::Not) return same(s, OpKind::Select, {s.draft.operand(s.operand(0), 0), no, yes});
  if (s.shape().type == ElementType::Pred && same_logical(s.shape_of(0), s.shape())) {
    const Literal *y = constant_of(s, 1), *n = constant_of(s, 2);
    if (y && n && y->data<bool>()[0] && !n->data<bool>()[0]) return s.operand(0);
    if (y && n && !y->data<bool>()[0] && n->data<bool>()[0]) return same(s, OpKind::Not, {s.operand(0)});
  }
  return std::nullopt;
}

std::optional<Local> convert(const Site& s) {
  const Local a = s.operand(0);
  if (s.has_shape(a)) return a;
  if (s.op_of(0) != OpKind::Convert) return std::nullopt;
  const Local inner = s.draft.operand(a, 0);
  const ElementType from = s.draft.shape(inner).type, middle = s.shape_of(0).type, to = s.shape().type;
  if (from != to || !is_integer(from) || !is_integer(middle) || is_signed_int(from) != is_signed_int(middle) ||
      info(middle).bits < info(from).bits)
    return std::nullopt;
  return s.has_shape(inner) ? std::optional(inner) : std::nullopt;
}

// min(max(x, low), high) of constants is a clamp.
std::optional<Local> minimum(const Site& s) {
  for (size_t n : {size_t{0}, size_t{1}}) {
    const Local m = s.operand(n), high = s.operand(1 - n);
    if (s.draft.op(m) != OpKind::Maximum || !repeated_constant(s.draft, high)) continue;
    for (size_t k : {size_t{0}, size_t{1}}) {
      const Local low = s.draft.operand(m, k), x = s.draft.operand(m, 1 - k);
      if (!repeated_constant(s.draft, low)) continue;
      return same(s, OpKind::Clamp, {low, x, high});
    }
  }
  return std::nullopt;
}

std::optional<Local> unary(const Site& s) {
  const Local a = s.operand(0);
  const OpKind inner = s.op_of(0);
  switch (s.op()) {
    case OpKind::Not:
      if (inner == OpKind::Not) return s.draft.operand(a, 0);
      break;
    case OpKind::Negate:
      if (inner == OpKind::Negate) return s.draft.operand(a, 0);
      break;
    case OpKind::Log: {
      if (inner == OpKind::Exponential) return s.draft.operand(a, 0);
      break;
    }
    case OpKind::Logistic: {
      const Local minus = same(s, OpKind::Negate, {a});
      const Local sum = same(s, OpKind::Add, {number(s, 1), same(s, OpKind::Exponential, {minus})});
      return same(s, OpKind::Divide, {number(s, 1), sum});
    }
    default:
      break;
  }
  return std::nullopt;
}

// An element-wise op on values that are all repeated alike (or repeated scalars) is done before they are repeated.
std::optional<Local> sink_broadcasts(const Site& s) {
  if (s.shape().dims.empty() || !op_def(s.op()).traits.elementwise || s.operands.empty()) return std::nullopt;
  std::optional<Local> like;
  for (Local o : s.operands) {
    if (s.draft.op(o) != OpKind::Broadcast || s.draft.shape(o).dims != s.shape().dims) return std::nullopt;
    const Local x = s.draft.operand(o, 0);
    if (s.draft.shape(x).dims.empty()) continue;
    if (like && (s.draft.shape(x).dims != s.draft.shape(s.draft.operand(*like, 0)).dims ||
                 s.draft.attrs(o).dims(AttrName::BroadcastDimensions) !=
                     s.draft.attrs(*like).dims(AttrName::BroadcastDimensions)))
      return std::nullopt;
    if (!like) like = o;
  }
  const Dims before = like ? s.draft.shape(s.draft.operand(*like, 0)).dims : Dims{};
  const Dims dims = like ? s.draft.attrs(*like).dims(AttrName::BroadcastDimensions) : Dims{};
  std::vector<Local> values;
  for (Local o : s.operands) {
    Local x = s.draft.operand(o, 0);
    const Shape wanted = Shape::array(s.draft.shape(x).type, before);
    if (s.draft.shape(x).dims.empty() && !before.empty())
      x = s.add(OpKind::Broadcast, wanted, {x}, with(AttrName::BroadcastDimensions, Dims{}));
    values.push_back(x);
  }
  const Local v = s.draft.add(s.op(), Shape::array(s.shape().type, before), values, Attrs(s.attrs()), s.id);
  return s.add(OpKind::Broadcast, s.shape(), {v}, with(AttrName::BroadcastDimensions, dims));
}

}  // namespace

std::optional<Local> simplify_algebra(const Site& s) {
  if (!s.shape().is_array()) return std::nullopt;
  std::optional<Local> out;
  switch (s.op()) {
    case OpKind::Add:
      out = add(s);
      break;
    case OpKind::Subtract:
      out = subtract(s);
      break;
    case OpKind::Multiply:
      out = multiply(s);
      break;
    case OpKind::Divide:
      out = divide(s);
      break;
    case OpKind::Remainder:
      out = remainder(s);
      break;
    case OpKind::Power:
      out = power(s);
      break;
    case OpKind::Compare:
      out = compare(s);
      break;
    case OpKind::And:
    case OpKind::Or:
      out = logic(s);
      break;
    case OpKind::Minimum:
      out = minimum(s);
      break;
    case OpKind::Select:
      out = select(s);
      break;
    case OpKind::Convert:
      out = convert(s);
      break;
    default:
      if (s.operands.size() == 1) out = unary(s);
  }
  if (!out) out = sink_broadcasts(s);
  // A scalar operand of select or clamp is not the result.
  if (out && !same_logical(s.draft.shape(*out), s.shape())) return std::nullopt;
  return out;
}

}  // namespace eutectic::xla_passes

// Rules for element-wise ops. Integers: ring and bit identities. Floats: only what keeps every bit (x * 1,
// x / 1, x - 0, x + -0), and pow with small integer exponents, which XLA writes as products too.
#include <bit>

#include "passes/emit.h"
#include "passes/simplify.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

bool is_int(const Literal* value, int64_t wanted) {
  return value && is_integer(value->type()) && value->as_int() == wanted;
}
bool is_float(const Literal* value, double wanted) {
  return value && is_float(value->type()) &&
         std::bit_cast<uint64_t>(value->as_double()) == std::bit_cast<uint64_t>(wanted);
}
bool is_one(const Literal* value) { return is_int(value, 1) || is_float(value, 1.0); }
bool is_pred(const Literal* value, bool wanted) {
  return value && value->type() == ElementType::Pred && value->data<bool>()[0] == wanted;
}
bool all_ones(const Literal* value) {
  if (!value) return false;
  if (value->type() == ElementType::Pred) return value->data<bool>()[0];
  if (is_signed_int(value->type())) return value->as_int() == -1;
  if (!is_unsigned_int(value->type())) return false;
  const int bits = info(value->type()).bits;
  return static_cast<uint64_t>(value->as_int()) == (bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1);
}

// Every value of `from` is one of `to`.
bool converts_exactly(ElementType from, ElementType to) {
  if (from == to || from == ElementType::Pred) return is_array_type(to) && !is_complex(to);
  const int from_bits = info(from).bits, to_bits = info(to).bits;
  if (is_integer(from) && is_integer(to)) {
    if (is_signed_int(from) == is_signed_int(to)) return to_bits >= from_bits;
    return is_unsigned_int(from) && to_bits > from_bits;
  }
  const int mantissa = to == ElementType::F64 ? 53 : to == ElementType::F32 ? 24 : to == ElementType::F16 ? 11 : 0;
  if (is_integer(from)) return mantissa && from_bits <= mantissa && to != ElementType::F16;
  if (to == ElementType::F64) return from == ElementType::F32 || from == ElementType::F16 || from == ElementType::BF16;
  if (to == ElementType::F32) return from == ElementType::F16 || from == ElementType::BF16;
  return false;
}

std::optional<Local> power(const Candidate& c, const Literal* exponent) {
  const Local x = c.operand(0);
  if (!is_float(c.shape().type) || !exponent) return std::nullopt;
  if (is_float(exponent, 1.0)) return x;
  if (is_float(exponent, 2.0)) return c.make(OpKind::Multiply, {x, x});
  if (is_float(exponent, 3.0)) return c.make(OpKind::Multiply, {c.make(OpKind::Multiply, {x, x}), x});
  return std::nullopt;
}

std::optional<Local> binary(const Candidate& c) {
  const Local a = c.operand(0), b = c.operand(1);
  const Literal *x = repeated_constant(c.draft, a), *y = repeated_constant(c.draft, b);
  const ElementType type = c.shape().type;
  const bool integer = is_integer(type), bitwise = integer || type == ElementType::Pred;
  auto zero = [&] { return c.splat(integer_literal(type, 0)); };
  switch (c.op()) {
    case OpKind::Add:
      if (is_int(y, 0) || is_float(y, -0.0)) return a;
      if (is_int(x, 0) || is_float(x, -0.0)) return b;
      break;
    case OpKind::Subtract:
      if (is_int(y, 0) || is_float(y, 0.0)) return a;
      if (integer && a == b) return zero();
      break;
    case OpKind::Multiply:
      if (is_one(y)) return a;
      if (is_one(x)) return b;
      if (is_int(x, 0)) return c.has_shape(a) ? a : zero();
      if (is_int(y, 0)) return c.has_shape(b) ? b : zero();
      break;
    case OpKind::Divide:
      if (is_one(y)) return a;
      break;
    case OpKind::Remainder:
      if (is_int(y, 1)) return zero();
      break;
    case OpKind::And:
      if (!bitwise) break;
      if (a == b || all_ones(y) || is_int(x, 0) || is_pred(x, false)) return a;
      if (all_ones(x) || is_int(y, 0) || is_pred(y, false)) return b;
      break;
    case OpKind::Or:
      if (!bitwise) break;
      if (a == b || is_int(y, 0) || is_pred(y, false) || all_ones(x)) return a;
      if (is_int(x, 0) || is_pred(x, false) || all_ones(y)) return b;
      break;
    case OpKind::Xor:
      if (!bitwise) break;
      if (a == b) return zero();
      if (is_int(y, 0) || is_pred(y, false)) return a;
      if (is_int(x, 0) || is_pred(x, false)) return b;
      break;
    case OpKind::ShiftLeft:
    case OpKind::ShiftRightLogical:
    case OpKind::ShiftRightArithmetic:
      if (is_int(y, 0)) return a;
      break;
    case OpKind::Maximum:
    case OpKind::Minimum:
      if (a == b) return a;
      break;
    case OpKind::Power:
      return power(c, y);
    default:
      break;
  }
  return std::nullopt;
}

std::optional<Local> compare(const Candidate& c) {
  const Local a = c.operand(0), b = c.operand(1);
  const ElementType type = c.draft.shape(a).type;
  const std::string& direction = c.attrs().text(AttrName::Direction);
  auto answer = [&](bool value) { return c.splat(Literal::scalar<bool>(ElementType::Pred, value)); };
  if (!is_integer(type) && type != ElementType::Pred) return std::nullopt;
  if (a == b) return answer(direction == "EQ" || direction == "GE" || direction == "LE");
  if (is_unsigned_int(type) && is_int(repeated_constant(c.draft, b), 0)) {
    if (direction == "LT") return answer(false);
    if (direction == "GE") return answer(true);
  }
  if (type == ElementType::Pred) {
    const Literal* y = repeated_constant(c.draft, b);
    if ((direction == "EQ" && is_pred(y, true)) || (direction == "NE" && is_pred(y, false))) return a;
  }
  return std::nullopt;
}

std::optional<Local> select(const Candidate& c) {
  const Local p = c.operand(0), yes = c.operand(1), no = c.operand(2);
  if (yes == no) return yes;
  const Literal* fixed = repeated_constant(c.draft, p);
  if (is_pred(fixed, true)) return yes;
  if (is_pred(fixed, false)) return no;
  if (c.draft.op(p) == OpKind::Not) return c.make(OpKind::Select, {c.draft.operand(p, 0), no, yes});
  if (c.shape().type == ElementType::Pred && c.draft[p].shape == c.shape_id()) {
    if (is_pred(repeated_constant(c.draft, yes), true) && is_pred(repeated_constant(c.draft, no), false)) return p;
  }
  return std::nullopt;
}

std::optional<Local> convert(const Candidate& c) {
  const Local a = c.operand(0);
  if (c.has_shape(a)) return a;
  if (c.draft.op(a) != OpKind::Convert) return std::nullopt;
  const Local inner = c.draft.operand(a, 0);
  if (!converts_exactly(c.draft.shape(inner).type, c.draft.shape(a).type)) return std::nullopt;
  if (c.has_shape(inner)) return inner;
  return c.make(OpKind::Convert, {inner});
}

}  // namespace

std::optional<Local> simplify_arithmetic(const Candidate& c) {
  std::optional<Local> out;
  switch (c.op()) {
    case OpKind::Compare:
      out = compare(c);
      break;
    case OpKind::Select:
      out = select(c);
      break;
    case OpKind::Convert:
      out = convert(c);
      break;
    case OpKind::Not:
      if (c.draft.op(c.operand(0)) == OpKind::Not) out = c.draft.operand(c.operand(0), 0);
      break;
    case OpKind::Negate:
      if (c.draft.op(c.operand(0)) == OpKind::Negate) out = c.draft.operand(c.operand(0), 0);
      break;
    default:
      if (c.operands.size() == 2) out = binary(c);
  }
  // A scalar operand of select or clamp is not the result.
  if (out && !c.has_shape(*out)) return std::nullopt;
  return out;
}

}  // namespace eutectic

// Arithmetic notation over an Emitter, for the expansions only. A number beside an expression becomes a constant of
// the expression's type. C++ leaves the order of operands open: where two of them emit, name one first, so that
// every compiler writes the same sequence.
#pragma once
#include <initializer_list>

#include "scalar/emitter.h"

namespace eutectic::scalar {

// The layout of f32 or f64.
struct Format {
  ElementType type, integer;
  int width, mantissa, bias;
  double magic;  // 1.5 * 2^mantissa: adding it leaves a number rounded to an integer in the low bits
};
const Format& format_of(ElementType type);

struct Expr {
  Emitter* emitter = nullptr;
  Value value;

  ElementType type() const { return emitter->type(value); }
  Expr number(double v) const { return {emitter, emitter->number(type(), v)}; }
  Expr integer(int64_t v) const { return {emitter, emitter->integer(type(), v)}; }
};

// An expression, or a number of the type of the expression beside it.
struct Term {
  Term(Expr e) : expr(e) {}
  Term(double v) : constant(v) {}
  Expr like(const Expr& other) const { return expr.emitter ? expr : other.number(constant); }
  Expr expr;
  double constant = 0;
};

inline Expr apply(Op op, ElementType type, std::initializer_list<Expr> operands) {
  Value values[3];
  size_t n = 0;
  for (const Expr& e : operands) values[n++] = e.value;
  Emitter* emitter = operands.begin()->emitter;
  return {emitter, emitter->emit(op, type, std::span<const Value>(values, n))};
}
inline Expr binary(Op op, Term a, Term b) {
  const Expr& typed = a.expr.emitter ? a.expr : b.expr;
  const Expr x = a.like(typed);
  const Expr y = b.like(typed);
  return apply(op, typed.type(), {x, y});
}
inline Expr compare(Op op, Expr a, Term b) { return apply(op, ElementType::Pred, {a, b.like(a)}); }
inline Expr unary(Op op, Expr a) { return apply(op, a.type(), {a}); }

inline Expr operator+(Expr a, Expr b) { return binary(Op::Add, a, b); }
inline Expr operator+(Expr a, double b) { return binary(Op::Add, a, b); }
inline Expr operator+(double a, Expr b) { return binary(Op::Add, a, b); }
inline Expr operator-(Expr a, Expr b) { return binary(Op::Sub, a, b); }
inline Expr operator-(Expr a, double b) { return binary(Op::Sub, a, b); }
inline Expr operator-(double a, Expr b) { return binary(Op::Sub, a, b); }
inline Expr operator*(Expr a, Expr b) { return binary(Op::Mul, a, b); }
inline Expr operator*(Expr a, double b) { return binary(Op::Mul, a, b); }
inline Expr operator*(double a, Expr b) { return binary(Op::Mul, a, b); }
inline Expr operator/(Expr a, Expr b) { return binary(Op::Div, a, b); }
inline Expr operator/(double a, Expr b) { return binary(Op::Div, a, b); }
inline Expr operator-(Expr a) { return unary(Op::Neg, a); }
inline Expr fma(Expr a, Term b, Term c) {
  const Expr y = b.like(a);
  const Expr z = c.like(a);
  return apply(Op::Fma, a.type(), {a, y, z});
}
inline Expr abs(Expr a) { return unary(Op::Abs, a); }
inline Expr sqrt(Expr a) { return unary(Op::Sqrt, a); }
// One x86 instruction each when the first is a constant: the result is then the second if that is NaN.
inline Expr min(Term a, Term b) { return binary(Op::Min, a, b); }
inline Expr max(Term a, Term b) { return binary(Op::Max, a, b); }
inline Expr clamp(double low, Expr x, double high) { return min(high, max(low, x)); }

inline Expr eq(Expr a, Term b) { return compare(Op::Eq, a, b); }
inline Expr ne(Expr a, Term b) { return compare(Op::Ne, a, b); }
inline Expr lt(Expr a, Term b) { return compare(Op::Lt, a, b); }
inline Expr le(Expr a, Term b) { return compare(Op::Le, a, b); }
inline Expr gt(Expr a, Term b) { return compare(Op::Gt, a, b); }
inline Expr ge(Expr a, Term b) { return compare(Op::Ge, a, b); }
inline Expr both(Expr a, Expr b) { return apply(Op::And, ElementType::Pred, {a, b}); }
inline Expr either(Expr a, Expr b) { return apply(Op::Or, ElementType::Pred, {a, b}); }
inline Expr select(Expr condition, Term a, Term b) {
  const Expr& typed = a.expr.emitter ? a.expr : b.expr;
  const Expr x = a.like(typed);
  const Expr y = b.like(typed);
  return apply(Op::Select, typed.type(), {condition, x, y});
}

// Integers beside a word (constants are int64_t here).
inline Expr bit_and(Expr a, Expr b) { return binary(Op::And, a, b); }
inline Expr bit_and(Expr a, int64_t mask) { return binary(Op::And, a, a.integer(mask)); }
inline Expr bit_or(Expr a, Expr b) { return binary(Op::Or, a, b); }
inline Expr bit_or(Expr a, int64_t mask) { return binary(Op::Or, a, a.integer(mask)); }
inline Expr bit_xor(Expr a, Expr b) { return binary(Op::Xor, a, b); }
inline Expr plus(Expr a, int64_t b) { return binary(Op::Add, a, a.integer(b)); }
inline Expr minus(int64_t a, Expr b) { return binary(Op::Sub, b.integer(a), b); }
inline Expr shl(Expr a, int count) { return binary(Op::ShiftLeft, a, a.integer(count)); }
inline Expr shr(Expr a, int count) { return binary(Op::ShiftRightLogical, a, a.integer(count)); }
inline Expr sar(Expr a, int count) { return binary(Op::ShiftRightArithmetic, a, a.integer(count)); }
inline Expr convert(Expr a, ElementType type) { return apply(Op::Convert, type, {a}); }

// The bits of a float as a signed integer, and back.
Expr bits_of(Expr x);
Expr float_of(Expr bits);
// magnitude (not negative) with the sign of `sign`.
Expr with_sign(Expr magnitude, Expr sign);
Expr sign_bit(Expr x);
// low <= bits < high for the bits of floats; low is positive. Two ops.
Expr within(Expr bits, int64_t low, int64_t high);
// c[0] + x c[1] + x^2 c[2] ..., by Horner's rule.
Expr polynomial(Expr x, std::span<const double> c);

// Expansions by group; all take and give f32 or f64.
Expr expand_exp(Op op, Expr x);
Expr expand_log(Op op, Expr x);
Expr expand_trigonometric(Op op, Expr x);
Expr expand_inverse_trigonometric(Op op, Expr x);
Expr expand_erf(Op op, Expr x);
Expr log_of_normal(Expr x);  // positive and normal; for zero a large negative number
Expr expand_cbrt(Expr x);
Expr expand_hypot(Expr x, Expr y);
Expr expand_atan2(Expr y, Expr x);
Expr expand_pow(Expr x, Expr y);
Expr expand_pow_narrow(Expr x, Expr y);  // f64 operands that are f32 numbers; good enough for an f32 result

}  // namespace eutectic::scalar

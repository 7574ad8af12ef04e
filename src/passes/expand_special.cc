// Functions that StableHLO's clients have and HLO has not (CHLO's special functions, square, tests for infinity ...),
// written in HLO's ops. Real functions are computed in f64 and rounded once, so that results of narrower types stay
// within about a unit in the last place of what the evaluator computes.
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "passes/emit.h"
#include "passes/passes.h"
#include "scalar/coefficients.h"

namespace eutectic {
namespace {

using Local = Draft::Local;
using std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_ours_alone(OpKind op) {
  switch (op) {
    case OpKind::Atan:
    case OpKind::BesselI1e:
    case OpKind::Conj:
    case OpKind::Digamma:
    case OpKind::ErfInv:
    case OpKind::Erfc:
    case OpKind::IsInf:
    case OpKind::IsNegInf:
    case OpKind::IsPosInf:
    case OpKind::Lgamma:
    case OpKind::NextAfter:
    case OpKind::Polygamma:
    case OpKind::Square:
    case OpKind::Zeta:
      return true;
    default:
      return false;
  }
}

Literal float_literal(ElementType type, double value) {
  return dispatch(type, [&]<class T>() { return Literal::scalar<T>(type, T(value)); });
}

// An array of the draft. Numbers beside one become arrays like it.
struct Array {
  Draft* draft = nullptr;
  InstrId like;
  Local value;

  const Shape& shape() const { return draft->shape(value); }
  Array make(OpKind op, ElementType type, std::initializer_list<Array> operands, Attrs attrs = {}) const {
    Shape result = shape();
    result.type = type;
    std::vector<Local> locals;
    for (const Array& a : operands) locals.push_back(a.value);
    return {draft, like, draft->add(op, result, locals, std::move(attrs), like)};
  }
  Array scalar(const Literal& literal) const {
    const Local one = draft->constant(literal, like);
    if (shape().rank() == 0) return {draft, like, one};
    Shape all = shape();
    all.type = literal.type();
    Attrs attrs;
    attrs.set(AttrName::BroadcastDimensions, Dims{});
    return {draft, like, draft->add(OpKind::Broadcast, all, {one}, std::move(attrs), like)};
  }
  Array number(double v) const { return scalar(float_literal(shape().type, v)); }
  Array integer(int64_t v) const { return scalar(integer_literal(shape().type, v)); }
};

Array unary(OpKind op, Array a) { return a.make(op, a.shape().type, {a}); }
Array binary(OpKind op, Array a, Array b) { return a.make(op, a.shape().type, {a, b}); }
Array operator+(Array a, Array b) { return binary(OpKind::Add, a, b); }
Array operator-(Array a, Array b) { return binary(OpKind::Subtract, a, b); }
Array operator*(Array a, Array b) { return binary(OpKind::Multiply, a, b); }
Array operator/(Array a, Array b) { return binary(OpKind::Divide, a, b); }
Array operator+(Array a, double b) { return a + a.number(b); }
Array operator-(Array a, double b) { return a - a.number(b); }
Array operator*(Array a, double b) { return a * a.number(b); }
Array operator/(Array a, double b) { return a / a.number(b); }
Array operator-(double a, Array b) { return b.number(a) - b; }
Array operator/(double a, Array b) { return b.number(a) / b; }
Array operator-(Array a) { return unary(OpKind::Negate, a); }
Array abs(Array a) { return unary(OpKind::Abs, a); }
Array log(Array a) { return unary(OpKind::Log, a); }
Array exp(Array a) { return unary(OpKind::Exponential, a); }
Array sqrt(Array a) { return unary(OpKind::Sqrt, a); }
Array floor(Array a) { return unary(OpKind::Floor, a); }
Array compare(const char* direction, Array a, Array b) {
  Attrs attrs;
  attrs.set(AttrName::Direction, std::string(direction));
  return a.make(OpKind::Compare, ElementType::Pred, {a, b}, std::move(attrs));
}
Array compare(const char* direction, Array a, double b) { return compare(direction, a, a.number(b)); }
Array both(Array a, Array b) { return binary(OpKind::And, a, b); }
Array select(Array condition, Array a, Array b) { return a.make(OpKind::Select, a.shape().type, {condition, a, b}); }
Array select(Array condition, double a, Array b) { return select(condition, b.number(a), b); }
Array select(Array condition, Array a, double b) { return select(condition, a, a.number(b)); }
Array convert(Array a, ElementType type) { return a.shape().type == type ? a : a.make(OpKind::Convert, type, {a}); }
Array is_nan(Array a) { return compare("NE", a, a); }
Array is_integer(Array a) { return compare("EQ", a, floor(a)); }

template <size_t n>
Array polynomial(Array x, const double (&c)[n]) {
  Array sum = x.number(c[n - 1]);
  for (size_t i = n - 1; i-- > 0;) sum = sum * x + c[i];
  return sum;
}

// Clenshaw's recurrence for the sum of c[k] T_k(t).
template <size_t n>
Array chebyshev(Array t, const double (&c)[n]) {
  const Array twice = t * 2;
  Array last = t.number(c[n - 1]), before = t.number(0);
  for (size_t i = n - 1; i-- > 1;) {
    const Array next = (twice * last - before) + c[i];
    before = last;
    last = next;
  }
  return (t * last - before) + c[0];
}

Array erfc(Array x) {
  namespace c = scalar::coefficients;
  const Array a = binary(OpKind::Minimum, abs(x), x.number(27.3));
  // a^2 in two parts: the square of the leading 24 bits is exact.
  const Array head = convert(convert(a, ElementType::F32), ElementType::F64);
  const Array e = exp(-(head * head)) * exp(-((a - head) * (a + head)));
  const Array positive = e * polynomial((a - 4) / (a + 4), c::erfc_f64) / (a * 2 + 1);
  const Array outer = select(compare("LT", x, 0), 2 - positive, positive);
  const Array inner = 1 - x * polynomial(x * x, c::erf_f64);
  return select(is_nan(x), x, select(compare("LT", a, 0.5), inner, outer));
}

Array erf_inv(Array x) {
  namespace c = scalar::coefficients;
  const Array t = (1 - x) * (x + 1);
  const Array w = -log(t);
  const Array s = sqrt(w);
  const Array tail = select(compare("LT", s, 4), polynomial(s - 3.25, c::erf_inv_tail_f64),
                            polynomial(s - 5, c::erf_inv_far_tail_f64));
  Array result = select(compare("GT", t, 0.0019304541362277093), polynomial(w - 3.125, c::erf_inv_f64), tail) * x;
  result = select(compare("EQ", t, 0), x * infinity, result);
  return select(compare("LT", t, 0), nan, result);
}

// i1e(x) (4 + x)^1.5 / x on [0, 8], in t = x / 4 - 1; i1e(x) sqrt(x) on [8, inf), in t = 16 / x - 1; as sums of
// Chebyshev polynomials.
constexpr double bessel_near[] = {
    1.5652362891141822,      -1.3184683945041278,     0.6566509193747432,      -0.29024588378104155,
    0.11396962937823116,     -0.039594992221503436,   0.01203324385599895,     -0.0031143043504050995,
    0.0006389945118532748,   -7.734924416658018e-05,  -1.1237132123991245e-05, 1.1631753619409935e-05,
    -4.9579106116715015e-06, 1.6049521123928655e-06,  -4.382014794845901e-07,  1.0425257900070761e-07,
    -2.170642801058165e-08,  3.867368230103807e-09,   -5.412515013958341e-10,  3.742018250818546e-11,
    1.0168754727146734e-11,  -5.9042348787841095e-12, 1.9517454319384344e-12,  -5.324896079628161e-13,
    1.3077094962454795e-13,  -3.065270259838826e-14,  6.061817714453355e-15,   -9.85878045867139e-16,
    1.0658141036401502e-16,  -3.985700658404312e-16};
constexpr double bessel_far[] = {0.3892881175091401,      -0.009761097491361425,   -0.00011058893876265907,
                                 -3.8825648088014475e-06, -2.512236238816357e-07,  -2.631468840164075e-08,
                                 -3.835380517624998e-09,  -5.589743112821566e-10,  -1.8974946058847308e-11,
                                 3.2526044080327665e-11,  1.4125753899918436e-11,  2.035722701521081e-12,
                                 -7.199396634405275e-13,  -4.0836001247157586e-13, -2.111644192837048e-14,
                                 4.275690912436403e-14,   1.0311751452718453e-14,  -3.884670363163423e-15,
                                 -1.8407497748285097e-15, 4.440892098500626e-16,   2.4202861936828414e-16};

Array bessel_i1e(Array x) {
  const Array a = abs(x), b = a + 4;
  const Array near = chebyshev(a / 4 - 1, bessel_near) * a / (b * sqrt(b));
  const Array far = chebyshev(16 / a - 1, bessel_far) / sqrt(a);
  const Array magnitude = select(compare("LE", a, 8), near, far);
  return select(compare("LT", x, 0), -magnitude, select(compare("EQ", x, 0), x, magnitude));
}

// Lanczos' approximation with g = 7 for x >= 1/2, reflection below.
Array lgamma(Array x) {
  constexpr double first = 0.99999999999980993227684700473478;
  constexpr double c[] = {676.520368121885098567009190444019, -1259.13921672240287047156078755283,
                          771.3234287776530788486528258894,   -176.61502916214059906584551354,
                          12.507343278686904814458936853,     -0.13857109526572011689554707,
                          9.984369578019570859563e-6,         1.50563273513149311558e-7};
  const Array reflected = compare("LT", x, 0.5);
  const Array z = select(reflected, -x, x - 1);
  Array sum = x.number(first);
  for (int k = 0; k < 8; ++k) sum = sum + c[k] / (z + (k + 1));
  const Array t = z + 7.5;
  const Array log_t = log(t);
  const Array value = ((z + 0.5) - t / log_t) * log_t + (log(sum) + 0.5 * std::log(2 * pi));
  const Array magnitude = abs(x);
  const Array part = magnitude - floor(magnitude);
  const Array fraction = select(compare("GT", part, 0.5), 1 - part, part);
  const Array sine = unary(OpKind::Sine, fraction * pi);
  const Array below = (x.number(std::log(pi)) - log(sine)) - value;
  const Array result = select(reflected, select(compare("EQ", fraction, 0), infinity, below), value);
  return select(compare("EQ", magnitude, infinity), infinity, result);
}

// B_2, B_4, ... B_24.
constexpr double bernoulli[] = {1.0 / 6,       -1.0 / 30,       1.0 / 42,       -1.0 / 30,
                                5.0 / 66,      -691.0 / 2730,   7.0 / 6,        -3617.0 / 510,
                                43867.0 / 798, -174611.0 / 330, 854513.0 / 138, -236364091.0 / 2730};

// The asymptotic series twelve steps to the right, reflection for negative x.
Array digamma(Array x) {
  const Array negative = compare("LT", x, 0);
  const Array y = select(negative, 1 - x, x);
  const Array at = y + 12;
  const Array inverse = 1 / (at * at);
  Array series = x.number(bernoulli[7] / 16);
  for (int k = 7; k-- > 0;) series = series * inverse + bernoulli[k] / (2 * (k + 1));
  Array value = (log(at) - 0.5 / at) - series * inverse;
  for (int k = 12; k-- > 0;) value = value - 1 / (y + k);
  const Array fraction = x - unary(OpKind::RoundNearestEven, x);
  const Array tangent = unary(OpKind::Tan, fraction * pi);
  const Array reflection = select(compare("EQ", abs(fraction), 0.5), 0.0, pi / tangent);
  const Array result = select(negative, value - reflection, value);
  return select(both(compare("LE", x, 0), is_integer(x)), nan, result);
}

// Hurwitz' zeta function for s > 1, q > 0 by Euler's and Maclaurin's formula.
Array hurwitz(Array s, Array q) {
  Array at = q;
  Array sum = s.number(0);
  for (int k = 0; k < 14; ++k) {
    sum = sum + binary(OpKind::Power, at, -s);
    at = at + 1;
  }
  const Array term = binary(OpKind::Power, at, -s);
  Array factor = s * term / at * 0.5;
  Array corrections = factor * bernoulli[0];
  const Array square = at * at;
  for (int k = 0; k < 11; ++k) {
    factor = factor * ((s + (2 * k + 1)) * (s + (2 * k + 2)) / square) / ((2 * k + 3) * (2 * k + 4));
    corrections = corrections + factor * bernoulli[k + 1];
  }
  return sum + (term * (at / (s - 1) + 0.5) + corrections);
}

Array zeta(Array given, Array q) {
  const Array s = binary(OpKind::Minimum, given, given.number(1e18));
  const Array negative = compare("LE", q, 0);
  const Array fraction = q - floor(q);
  const Array even = compare("EQ", floor(s * 0.5) * 2, s);
  const Array base = hurwitz(s, select(negative, fraction, q));
  const Array first = hurwitz(s, select(negative, 1 - fraction, q)) - hurwitz(s, select(negative, 1 - q, q));
  Array result = select(negative, base + select(even, first, -first), base);
  result = select(compare("EQ", q, infinity), 0.0, result);
  const Array unbounded = select(compare("GT", q, 1), 0.0, select(compare("EQ", q, 1), 1.0, q.number(infinity)));
  result = select(both(compare("EQ", given, infinity), compare("GT", q, 0)), unbounded, result);
  const Array pole = select(even, infinity, s.number(nan));
  const Array outside = select(is_integer(q), pole, select(is_integer(s), result, s.number(nan)));
  result = select(negative, outside, result);
  result = select(compare("EQ", s, 1), infinity, result);
  return select(compare("GE", s, 1), select(is_nan(q), q, result), nan);
}

Array polygamma(Array n, Array x) {
  const Array even = compare("EQ", floor(n * 0.5) * 2, n);
  const Array magnitude = exp(lgamma(n + 1)) * zeta(n + 1, x);
  const Array value = select(even, -magnitude, magnitude);
  const Array of_order = both(compare("GE", n, 0), is_integer(n));
  return select(compare("EQ", n, 0), digamma(x), select(of_order, value, nan));
}

// By the bits: integers in the order of the floats of one sign.
Array next_after(Array a, Array b) {
  const ElementType type = a.shape().type;
  const int width = info(type).bits;
  const ElementType word = width == 8    ? ElementType::U8
                           : width == 16 ? ElementType::U16
                           : width == 32 ? ElementType::U32
                                         : ElementType::U64;
  const auto bits = [&](Array x) { return x.make(OpKind::BitcastConvert, word, {x}); };
  const Array from = bits(a), to = bits(b);
  const Array sign = from.integer(static_cast<int64_t>(uint64_t{1} << (width - 1)));
  const Array smallest = binary(OpKind::Or, binary(OpKind::And, to, sign), from.integer(1));
  // Away from zero where b lies beyond a.
  const Array up = compare("LT", a, b), positive = compare("GT", a, 0);
  const Array away = binary(OpKind::Xor, binary(OpKind::Xor, up, positive), up.integer(1));
  const Array stepped = select(away, from + from.integer(1), from - from.integer(1));
  Array result = select(compare("EQ", a, 0), smallest, stepped);
  result = result.make(OpKind::BitcastConvert, type, {result});
  result = select(compare("EQ", a, b), b, result);
  result = select(is_nan(a), a, result);
  return select(is_nan(b), b, result);
}

Array in_f64(OpKind op, Array a, Array b) {
  switch (op) {
    case OpKind::BesselI1e:
      return bessel_i1e(a);
    case OpKind::Digamma:
      return digamma(a);
    case OpKind::ErfInv:
      return erf_inv(a);
    case OpKind::Erfc:
      return erfc(a);
    case OpKind::Lgamma:
      return lgamma(a);
    case OpKind::Polygamma:
      return polygamma(a, b);
    default:
      return zeta(a, b);
  }
}

Local expand(Draft& draft, InstrId id, std::span<const Local> operands) {
  const Array a{&draft, id, operands[0]};
  const Array b{&draft, id, operands.back()};
  const OpKind op = draft.module()[id].op;
  const ElementType type = a.shape().type;
  switch (op) {
    case OpKind::Square:
      return (a * a).value;
    case OpKind::Atan:
      return binary(OpKind::Atan2, a, a.number(1)).value;
    case OpKind::Conj: {
      if (!is_complex(type)) return a.value;
      const ElementType part =
          draft.module()[draft.module()[id].shape].type == ElementType::C64 ? ElementType::F32 : ElementType::F64;
      const Array imaginary = -a.make(OpKind::Imag, part, {a});
      return a.make(OpKind::Complex, type, {a.make(OpKind::Real, part, {a}), imaginary}).value;
    }
    case OpKind::IsInf:
      return compare("EQ", abs(a), infinity).value;
    case OpKind::IsPosInf:
      return compare("EQ", a, infinity).value;
    case OpKind::IsNegInf:
      return compare("EQ", a, -infinity).value;
    case OpKind::NextAfter:
      return next_after(a, b).value;
    default:
      return convert(in_f64(op, convert(a, ElementType::F64), convert(b, ElementType::F64)), type).value;
  }
}

}  // namespace

Result<bool> expand_special(Module& module) {
  bool changed = false;
  for (size_t c = 0; c < module.comp_count(); ++c) {
    const CompId comp_id(c);
    const Computation comp = module[comp_id];
    if (!comp.defined) continue;
    bool here = false;
    for (InstrId id : instrs_of(comp)) here = here || is_ours_alone(module[id].op);
    if (!here) continue;
    Draft draft(module);
    Copier copier(draft, comp_id);
    for (InstrId id : instrs_of(comp)) {
      if (!is_ours_alone(module[id].op)) {
        copier.copy(id);
        continue;
      }
      const std::span<const Local> span = copier.operands(id);
      const std::vector<Local> operands(span.begin(), span.end());
      copier.set(id, expand(draft, id, operands));
    }
    draft.finish(comp_id, copier.at(comp.root));
    changed = true;
  }
  return changed;
}

}  // namespace eutectic

// sin, cos, tan: x = n pi/2 + r, in three steps with fma where |x| is moderate, else with as many bits of 2/pi as
// x needs (Payne and Hanek), in an arm of a select of its own. sin and cos of one x share all but the last steps.
#include <bit>
#include <limits>
#include <vector>

#include "base/check.h"
#include "scalar/coefficients.h"
#include "scalar/expression.h"

namespace eutectic::scalar {
namespace {

namespace c = coefficients;
using enum ElementType;

// The fraction of 2/pi, 64 bits a word, after a word of zeros.
constexpr uint64_t two_over_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};

// n modulo 4 in the low bits of `quadrant`, a signed integer of the width of r.
struct Reduced {
  Expr quadrant, r;
};

Reduced reduce_fast(Expr x) {
  const double magic = format_of(x.type()).magic;
  const Expr t = fma(x, 0.636619772367581343, magic);
  const Expr n = t - magic;
  // Parts of pi/2 that are all positive: a zero keeps its sign.
  Expr r;
  if (x.type() == F32) {
    r = fma(n, -1.5707962512969970703, x);  // exact
    r = fma(n, -7.5497894158615963534e-8, r);
    r = fma(n, -5.3903028581581190529e-15, r);
  } else {
    r = fma(n, -1.5707963267948966, x);
    r = fma(n, -6.1232339957367648e-17, r);
    r = fma(n, -1.082856673921914e-32, r);
  }
  return {bits_of(t), r};
}

struct SinCos {
  Expr sin, cos;
};
SinCos sin_cos(Expr r) {
  const bool f32 = r.type() == F32;
  const Expr z = r * r;
  const Expr p = f32 ? polynomial(z, c::sin_f32) : polynomial(z, c::sin_f64);
  // The tiny term does nothing but give r = -0 a product of its sign.
  const Expr sin = fma(r, fma(p, z, f32 ? 0x1p-100 : 0x1p-500), r);
  Expr q = f32 ? polynomial(z, c::cos_f32) : polynomial(z, c::cos_f64);
  q = fma(q, z, -0.5);
  return {sin, fma(q, z, 1)};
}

Expr finish(Op op, const Reduced& v) {
  const int top = format_of(v.r.type()).width - 1;
  const SinCos both = sin_cos(v.r);
  const Expr odd = ne(bit_and(v.quadrant, 1), v.quadrant.integer(0));
  const int64_t sign_mask = v.r.type() == F32 ? INT32_MIN : INT64_MIN;
  if (op == Op::Sin) {
    const Expr magnitude = select(odd, both.cos, both.sin);
    const Expr sign = bit_and(shl(v.quadrant, top - 1), sign_mask);
    return float_of(bit_xor(bits_of(magnitude), sign));
  }
  if (op == Op::Cos) {
    const Expr magnitude = select(odd, both.sin, both.cos);
    const Expr sign = bit_and(shl(plus(v.quadrant, 1), top - 1), sign_mask);
    return float_of(bit_xor(bits_of(magnitude), sign));
  }
  const Expr numerator = select(odd, both.cos, both.sin);
  const Expr denominator = select(odd, both.sin, both.cos);
  const Expr sign = shl(v.quadrant, top);
  return float_of(bit_xor(bits_of(numerator / denominator), sign));
}

// `count` words of 2/pi from word `index` on, by a selection a bit of the index.
std::vector<Expr> words_from(Expr index, size_t last_index, size_t count) {
  std::vector<Expr> words;
  for (size_t i = 0; i < last_index + count; ++i) words.push_back(index.integer(static_cast<int64_t>(two_over_pi[i])));
  for (size_t step = std::bit_floor(last_index); step > 0; step /= 2) {
    const Expr skip = ne(bit_and(index, static_cast<int64_t>(step)), index.integer(0));
    std::vector<Expr> kept;
    for (size_t j = 0; j < step - 1 + count && j < words.size(); ++j)
      kept.push_back(j + step < words.size() ? select(skip, words[j + step], words[j]) : words[j]);
    words = std::move(kept);
  }
  return words;
}

// Payne and Hanek: x = m 2^k; the bits of 2/pi that make multiples of 4 of m 2^k are left out, and the first 64 or
// 128 bits of the product after them are a fraction of a turn of 4 quadrants.
Reduced reduce_slow(Expr x) {
  const bool f32 = x.type() == F32;
  const Format& format = format_of(x.type());
  const Expr a = abs(x);
  const Expr bits = f32 ? convert(bits_of(a), U64) : apply(Op::Bitcast, U64, {a});
  const int64_t hidden = int64_t{1} << format.mantissa;
  const Expr m = bit_or(bit_and(bits, hidden - 1), hidden);
  // A word of zeros is in front.
  const Expr exponent = max(bits.integer(format.bias + 16), shr(bits, format.mantissa));
  const Expr position = plus(exponent, 64 - format.bias - format.mantissa - 2);
  const std::vector<Expr> w = words_from(shr(position, 6), f32 ? 2 : 16, f32 ? 3 : 4);
  const Expr left = bit_and(position, 63);
  const Expr right = minus(64, left);
  std::vector<Expr> window;
  for (size_t i = 0; i + 1 < w.size(); ++i) {
    const Expr high = binary(Op::ShiftLeft, w[i], left);
    const Expr low = binary(Op::ShiftRightLogical, w[i + 1], right);
    window.push_back(bit_or(high, low));
  }
  const Expr first = binary(Op::Mul, m, window[0]);
  Expr turn, rest;
  if (f32) {
    const Expr second = binary(Op::Mul, m, shr(window[1], 32));
    turn = binary(Op::Add, first, shr(second, 32));
  } else {
    const Expr second = binary(Op::Mul, m, window[1]);
    const Expr third = binary(Op::MulHi, m, window[2]);
    rest = binary(Op::Add, second, third);
    const Expr carry = convert(apply(Op::Lt, Pred, {rest, second}), U64);
    turn = binary(Op::Add, first, binary(Op::MulHi, m, window[1]));
    turn = binary(Op::Add, turn, carry);
  }
  const Expr n = shr(plus(turn, int64_t{1} << 61), 62);
  const Expr high = apply(Op::Bitcast, S64, {binary(Op::Sub, turn, shl(n, 62))});
  constexpr double half_pi = 1.5707963267948966;
  Expr r, quadrant;
  if (f32) {
    r = convert(convert(high, F64) * (half_pi * 0x1p-62), F32);
    quadrant = convert(n, S32);
  } else {
    // The magnitude, so that the two parts do not cancel.
    const Expr flip = sar(high, 63);
    const Expr above = convert(bit_xor(high, flip), F64);
    const Expr below = convert(bit_xor(rest, apply(Op::Bitcast, U64, {flip})), F64);
    const Expr magnitude = fma(below, 0x1p-64, above) * (half_pi * 0x1p-62);
    r = with_sign(magnitude, float_of(flip));
    quadrant = apply(Op::Bitcast, S64, {n});
  }
  const Expr negative = lt(x, 0.0);
  r = select(lt(a, std::numeric_limits<double>::infinity()), r, std::numeric_limits<double>::quiet_NaN());
  return {select(negative, minus(0, quadrant), quadrant), select(negative, -r, r)};
}

}  // namespace

Expr expand_trigonometric(Op op, Expr x) {
  // Up to here the three parts of pi/2 are enough (and the quotient is exact).
  const double limit = x.type() == F32 ? 131072 : 1e6;
  const Expr fast = finish(op, reduce_fast(x));
  const Expr slow = finish(op, reduce_slow(x));
  return select(gt(abs(x), limit), slow, fast);
}

}  // namespace eutectic::scalar

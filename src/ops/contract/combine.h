// Binary ops as accumulators for reduce, reduce-window and select-and-scatter: their wide type, neutral element and
// step. Sums and products of floats are formed in double (complex: complex<double>); integers are 64 bits wide and
// wrap.
#pragma once
#include <cmath>
#include <limits>

#include "ir/op_kind.h"
#include "ops/contract/common.h"

namespace eutectic::contract {

template <class W>
struct Sum {
  using Type = W;
  static W neutral() {
    if constexpr (std::is_same_v<W, uint64_t>)
      return 0;
    else
      return W(-0.0);
  }
  static W apply(const W& a, const W& b) { return a + b; }
};
template <class W>
struct Product {
  using Type = W;
  static W neutral() { return W(1); }
  static W apply(const W& a, const W& b) { return a * b; }
};
// Minimum and maximum of floats: NaN wins, and +0 is greater than -0.
template <bool Greatest>
struct FloatExtreme {
  using Type = double;
  static double neutral() { return Greatest ? -HUGE_VAL : HUGE_VAL; }
  static double apply(double a, double b) {
    if (a > b) return Greatest ? a : b;
    if (b > a) return Greatest ? b : a;
    if (a == b) return std::signbit(a) == Greatest ? b : a;
    return std::isnan(a) ? a : b;
  }
};
// Of integers, compared as I: int64_t or uint64_t.
template <class I, bool Greatest>
struct IntegerExtreme {
  using Type = uint64_t;
  static uint64_t neutral() {
    return static_cast<uint64_t>(Greatest ? std::numeric_limits<I>::min() : std::numeric_limits<I>::max());
  }
  static uint64_t apply(uint64_t a, uint64_t b) { return (static_cast<I>(a) < static_cast<I>(b)) == Greatest ? b : a; }
};
template <OpKind Kind>
struct Bits {
  using Type = uint64_t;
  static uint64_t neutral() { return Kind == OpKind::And ? ~uint64_t{0} : 0; }
  static uint64_t apply(uint64_t a, uint64_t b) {
    if constexpr (Kind == OpKind::And)
      return a & b;
    else if constexpr (Kind == OpKind::Or)
      return a | b;
    else
      return a ^ b;
  }
};

// Calls fn.template operator()<Combine>() if (type, kind) has an accumulator; otherwise does not call it.
template <class Fn>
void dispatch_combine(ElementType type, OpKind kind, Fn&& fn) {
  if (type == ElementType::Pred) {
    if (kind == OpKind::Multiply || kind == OpKind::Minimum) kind = OpKind::And;
    if (kind == OpKind::Add || kind == OpKind::Maximum) kind = OpKind::Or;
  }
  if (kind == OpKind::Add || kind == OpKind::Multiply)
    return dispatch_wide(type, [&]<class W>() {
      if (kind == OpKind::Add)
        fn.template operator()<Sum<W>>();
      else
        fn.template operator()<Product<W>>();
    });
  const bool greatest = kind == OpKind::Maximum;
  if (greatest || kind == OpKind::Minimum) {
    if (is_float(type))
      return greatest ? fn.template operator()<FloatExtreme<true>>() : fn.template operator()<FloatExtreme<false>>();
    if (is_unsigned_int(type))
      return greatest ? fn.template operator()<IntegerExtreme<uint64_t, true>>()
                      : fn.template operator()<IntegerExtreme<uint64_t, false>>();
    if (is_signed_int(type))
      return greatest ? fn.template operator()<IntegerExtreme<int64_t, true>>()
                      : fn.template operator()<IntegerExtreme<int64_t, false>>();
    return;
  }
  if (is_float(type) || is_complex(type)) return;
  if (kind == OpKind::And) fn.template operator()<Bits<OpKind::And>>();
  if (kind == OpKind::Or) fn.template operator()<Bits<OpKind::Or>>();
  if (kind == OpKind::Xor) fn.template operator()<Bits<OpKind::Xor>>();
}

}  // namespace eutectic::contract

// Binary ops as accumulators for reduce, reduce-window and select-and-scatter: their wide type, neutral element and
// step.
#pragma once
#include <cmath>
#include <limits>

#include "ir/op_kind.h"
#include "ops/contract/common.h"

namespace eutectic::contract {

// Sum and Product of floats are formed in double (complex: complex<double>); integers wrap.
template <class T>
struct SumOf {
  using Type = Wide<T>;
  static Type widen(const T& v) { return contract::widen(v); }
  static Type neutral() {
    if constexpr (std::is_same_v<Type, uint64_t>)
      return 0;
    else
      return Type(-0.0);
  }
  static Type apply(const Type& a, const Type& b) { return a + b; }
  template <class U>
  static U narrow(const Type& v) {
    return contract::narrow<U>(v);
  }
};
template <class T>
struct ProductOf {
  using Type = Wide<T>;
  static Type widen(const T& v) { return contract::widen(v); }
  static Type neutral() { return Type(1); }
  static Type apply(const Type& a, const Type& b) { return a * b; }
  template <class U>
  static U narrow(const Type& v) {
    return contract::narrow<U>(v);
  }
};
// Minimum and maximum: NaN wins, and +0 is greater than -0. Integers are compared as signed or unsigned 64-bit.
template <class T>
using Ordered =
    std::conditional_t<is_float_native<T>, double, std::conditional_t<std::is_same_v<T, uint64_t>, uint64_t, int64_t>>;
template <class T, bool Greatest>
struct ExtremeOf {
  using Type = Ordered<T>;
  static Type widen(const T& v) { return static_cast<Type>(contract::widen(v)); }
  static Type neutral() {
    using L = std::numeric_limits<Type>;
    if constexpr (is_float_native<T>)
      return Greatest ? -L::infinity() : L::infinity();
    else
      return Greatest ? L::lowest() : L::max();
  }
  static Type apply(const Type& a, const Type& b) {
    if constexpr (is_float_native<T>) {
      if (a > b) return Greatest ? a : b;
      if (b > a) return Greatest ? b : a;
      if (a == b) return std::signbit(a) == Greatest ? b : a;
      return std::isnan(a) ? a : b;
    } else {
      return Greatest ? std::max(a, b) : std::min(a, b);
    }
  }
  template <class U>
  static U narrow(const Type& v) {
    if constexpr (is_float_native<T>)
      return contract::narrow<U>(v);
    else
      return contract::narrow<U>(static_cast<uint64_t>(v));
  }
};
template <class T, OpKind Kind>
struct BitsOf {
  using Type = uint64_t;
  static Type widen(const T& v) { return contract::widen(v); }
  static Type neutral() { return Kind == OpKind::And ? ~uint64_t{0} : 0; }
  static Type apply(Type a, Type b) {
    if constexpr (Kind == OpKind::And)
      return a & b;
    else if constexpr (Kind == OpKind::Or)
      return a | b;
    else
      return a ^ b;
  }
  template <class U>
  static U narrow(const Type& v) {
    return contract::narrow<U>(v);
  }
};

// Calls fn.template operator()<T, Combine>() if (type, kind) has an accumulator; otherwise does not call it.
template <class Fn>
void dispatch_combine(ElementType type, OpKind kind, Fn&& fn) {
  dispatch(type, [&]<class T>() {
    if constexpr (std::is_same_v<T, bool>) {
      switch (kind) {
        case OpKind::And:
        case OpKind::Multiply:
        case OpKind::Minimum:
          fn.template operator()<T, BitsOf<T, OpKind::And>>();
          break;
        case OpKind::Or:
        case OpKind::Add:
        case OpKind::Maximum:
          fn.template operator()<T, BitsOf<T, OpKind::Or>>();
          break;
        case OpKind::Xor:
          fn.template operator()<T, BitsOf<T, OpKind::Xor>>();
          break;
        default:
          break;
      }
      return;
    } else {
      switch (kind) {
        case OpKind::Add:
          fn.template operator()<T, SumOf<T>>();
          return;
        case OpKind::Multiply:
          fn.template operator()<T, ProductOf<T>>();
          return;
        default:
          break;
      }
      if constexpr (!is_complex_native<T>) {
        if (kind == OpKind::Maximum) fn.template operator()<T, ExtremeOf<T, true>>();
        if (kind == OpKind::Minimum) fn.template operator()<T, ExtremeOf<T, false>>();
      }
      if constexpr (is_integer_native<T>) {
        if (kind == OpKind::And) fn.template operator()<T, BitsOf<T, OpKind::And>>();
        if (kind == OpKind::Or) fn.template operator()<T, BitsOf<T, OpKind::Or>>();
        if (kind == OpKind::Xor) fn.template operator()<T, BitsOf<T, OpKind::Xor>>();
      }
    }
  });
}

}  // namespace eutectic::contract

// Computing emitters: one element through `evaluate`, and batches in loops over native numbers.
#include "scalar/calculator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"

namespace eutectic::scalar {

void Calculator::clear() {
  slots_.clear();
  counts_.fill(0);
  operations_ = 0;
}

Value Calculator::constant(ElementType type, Bits bits) {
  slots_.push_back({type, bits});
  return {static_cast<uint32_t>(slots_.size() - 1)};
}

Value Calculator::emit(Op op, ElementType type, std::span<const Value> operands) {
  std::array<ElementType, 3> types{};
  std::array<Bits, 3> values{};
  const size_t n = operands.size();
  CHECK(n <= types.size(), "{} operands", n);
  for (size_t i = 0; i < n; ++i) {
    types[i] = slots_[operands[i].id].type;
    values[i] = slots_[operands[i].id].bits;
  }
  const auto result = result_type(op, std::span(types.data(), n), type);
  CHECK(result == type, "{} of {} does not give {}", info(op).text, info(types[0]).hlo, info(type).hlo);
  ++counts_[static_cast<size_t>(op)];
  if (op != Op::Bitcast) ++operations_;
  return constant(type, evaluate(op, type, std::span(types.data(), n), std::span(values.data(), n)));
}

namespace {

using enum ElementType;

template <class T>
T from_bits(Bits b) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<T>(static_cast<uint32_t>(b));
  else
    return std::bit_cast<T>(b);
}
template <class T>
Bits to_bits(T v) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<uint32_t>(v);
  else
    return std::bit_cast<uint64_t>(v);
}

struct Lanes {
  size_t n;
  Bits* out;
  const Bits* in[3];
};
template <class T, class F>
bool map1(const Lanes& l, F f) {
  for (size_t i = 0; i < l.n; ++i) l.out[i] = to_bits<T>(f(from_bits<T>(l.in[0][i])));
  return true;
}
template <class T, class F>
bool map2(const Lanes& l, F f) {
  for (size_t i = 0; i < l.n; ++i) l.out[i] = to_bits<T>(f(from_bits<T>(l.in[0][i]), from_bits<T>(l.in[1][i])));
  return true;
}
template <class T, class F>
bool test(const Lanes& l, F f) {
  for (size_t i = 0; i < l.n; ++i) l.out[i] = f(from_bits<T>(l.in[0][i]), from_bits<T>(l.in[1][i]));
  return true;
}

template <class T>
bool compare(Op op, const Lanes& l) {
  switch (op) {
    case Op::Eq:
      return test<T>(l, [](T a, T b) { return a == b; });
    case Op::Ne:
      return test<T>(l, [](T a, T b) { return a != b; });
    case Op::Lt:
      return test<T>(l, [](T a, T b) { return a < b; });
    case Op::Le:
      return test<T>(l, [](T a, T b) { return a <= b; });
    case Op::Gt:
      return test<T>(l, [](T a, T b) { return a > b; });
    case Op::Ge:
      return test<T>(l, [](T a, T b) { return a >= b; });
    default:
      return false;
  }
}

template <class T>
bool float_op(Op op, const Lanes& l) {
  switch (op) {
    case Op::Add:
      return map2<T>(l, [](T a, T b) { return a + b; });
    case Op::Sub:
      return map2<T>(l, [](T a, T b) { return a - b; });
    case Op::Mul:
      return map2<T>(l, [](T a, T b) { return a * b; });
    case Op::Div:
      return map2<T>(l, [](T a, T b) { return a / b; });
    case Op::Min:
      return map2<T>(l, [](T a, T b) { return a != a ? a : (a < b ? a : b); });
    case Op::Max:
      return map2<T>(l, [](T a, T b) { return a != a ? a : (a > b ? a : b); });
    case Op::Sqrt:
      return map1<T>(l, [](T a) { return std::sqrt(a); });
    case Op::Neg:
      return map1<T>(l, [](T a) { return -a; });
    case Op::Abs:
      return map1<T>(l, [](T a) { return std::fabs(a); });
    case Op::Fma:
      for (size_t i = 0; i < l.n; ++i)
        l.out[i] = to_bits<T>(std::fma(from_bits<T>(l.in[0][i]), from_bits<T>(l.in[1][i]), from_bits<T>(l.in[2][i])));
      return true;
    default:
      return compare<T>(op, l);
  }
}

template <class T>
bool integer_op(Op op, const Lanes& l) {
  using U = std::make_unsigned_t<T>;
  switch (op) {
    case Op::Add:
      return map2<U>(l, [](U a, U b) { return a + b; });
    case Op::Sub:
      return map2<U>(l, [](U a, U b) { return a - b; });
    case Op::Mul:
      return map2<U>(l, [](U a, U b) { return a * b; });
    case Op::And:
      return map2<U>(l, [](U a, U b) { return a & b; });
    case Op::Or:
      return map2<U>(l, [](U a, U b) { return a | b; });
    case Op::Xor:
      return map2<U>(l, [](U a, U b) { return a ^ b; });
    case Op::ShiftLeft:
      return map2<U>(l, [](U a, U b) { return b < sizeof(U) * 8 ? a << b : U{0}; });
    case Op::ShiftRightLogical:
      return map2<U>(l, [](U a, U b) { return b < sizeof(U) * 8 ? a >> b : U{0}; });
    case Op::ShiftRightArithmetic:
      return map2<U>(l, [](U a, U b) {
        return static_cast<U>(static_cast<std::make_signed_t<T>>(a) >> (b < sizeof(U) * 8 ? b : U{sizeof(U) * 8 - 1}));
      });
    default:
      return compare<T>(op, l);
  }
}

template <class To, class From>
bool convert(const Lanes& l) {
  for (size_t i = 0; i < l.n; ++i) l.out[i] = to_bits<To>(static_cast<To>(from_bits<From>(l.in[0][i])));
  return true;
}

bool native_op(Op op, ElementType result, ElementType type, const Lanes& l) {
  if (op == Op::Bitcast) {
    std::copy(l.in[0], l.in[0] + l.n, l.out);
    return true;
  }
  if (op == Op::Select) {
    for (size_t i = 0; i < l.n; ++i) l.out[i] = l.in[0][i] ? l.in[1][i] : l.in[2][i];
    return true;
  }
  if (op == Op::Convert) {
    if (result == F32 && type == S32) return convert<float, int32_t>(l);
    if (result == F32 && type == F64) return convert<float, double>(l);
    if (result == F64 && type == F32) return convert<double, float>(l);
    return false;
  }
  switch (type) {
    case F32:
      return float_op<float>(op, l);
    case F64:
      return float_op<double>(op, l);
    case S32:
      return integer_op<int32_t>(op, l);
    case U32:
      return integer_op<uint32_t>(op, l);
    case S64:
      return integer_op<int64_t>(op, l);
    case U64:
      return integer_op<uint64_t>(op, l);
    default:
      return false;
  }
}

}  // namespace

Value BatchCalculator::fresh(ElementType type) {
  if (used_ == slots_.size()) slots_.push_back({type, std::vector<Bits>(lanes_)});
  slots_[used_].type = type;
  return {static_cast<uint32_t>(used_++)};
}

Value BatchCalculator::constant(ElementType type, Bits bits) {
  const Value v = fresh(type);
  std::fill(slots_[v.id].bits.begin(), slots_[v.id].bits.end(), bits);
  return v;
}

Value BatchCalculator::input(ElementType type, std::span<const Bits> bits) {
  CHECK(bits.size() == lanes_, "{} elements for {} lanes", bits.size(), lanes_);
  const Value v = fresh(type);
  std::copy(bits.begin(), bits.end(), slots_[v.id].bits.begin());
  return v;
}

Value BatchCalculator::emit(Op op, ElementType type, std::span<const Value> operands) {
  const Value v = fresh(type);
  Lanes l{lanes_, slots_[v.id].bits.data(), {}};
  std::array<ElementType, 3> types{};
  const size_t n = operands.size();
  for (size_t i = 0; i < n; ++i) {
    types[i] = slots_[operands[i].id].type;
    l.in[i] = slots_[operands[i].id].bits.data();
  }
  const auto result = result_type(op, std::span(types.data(), n), type);
  CHECK(result == type, "{} of {} does not give {}", info(op).text, info(types[0]).hlo, info(type).hlo);
  if (native_op(op, type, types[0], l)) return v;
  std::array<Bits, 3> values{};
  for (size_t i = 0; i < lanes_; ++i) {
    for (size_t k = 0; k < n; ++k) values[k] = l.in[k][i];
    l.out[i] = evaluate(op, type, std::span(types.data(), n), std::span(values.data(), n));
  }
  return v;
}

}  // namespace eutectic::scalar

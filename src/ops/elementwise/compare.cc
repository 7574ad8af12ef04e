// Order and choice: compare (IEEE and total order), select, clamp, and the tests is_finite, is_inf ...
#include "ops/elementwise/family.h"
#include "ops/elementwise/kernel.h"

namespace eutectic {
namespace elementwise {
namespace {

template <class V>
bool less_equal(V a, V b) {
  if constexpr (is_complex_number<V>)
    return a.real() < b.real() || (a.real() == b.real() && a.imag() <= b.imag());
  else
    return a <= b;
}
struct Eq {
  template <class T, class V>
  static bool apply(V a, V b) {
    return a == b;
  }
};
struct Ne {
  template <class T, class V>
  static bool apply(V a, V b) {
    return a != b;
  }
};
struct Lt {
  template <class T, class V>
  static bool apply(V a, V b) {
    return less(a, b);
  }
};
struct Le {
  template <class T, class V>
  static bool apply(V a, V b) {
    return less_equal(a, b);
  }
};
struct Gt {
  template <class T, class V>
  static bool apply(V a, V b) {
    return less(b, a);
  }
};
struct Ge {
  template <class T, class V>
  static bool apply(V a, V b) {
    return less_equal(b, a);
  }
};

// Total order of floats by their bits: -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN.
template <class V>
auto order_key(V v) {
  using S = std::conditional_t<sizeof(V) == 4, int32_t, int64_t>;
  const S bits = std::bit_cast<S>(v);
  return bits < 0 ? static_cast<S>(bits ^ std::numeric_limits<S>::max()) : bits;
}
template <class F>
struct Total {
  template <class T, class V>
  static bool apply(V a, V b) {
    return F::template apply<T>(order_key(a), order_key(b));
  }
};

template <class F>
ScalarKernel compare_of(ElementType type, bool total) {
  return dispatch(type, [total]<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      if (total) return &binary<Total<F>, T, bool>;
    return &binary<F, T, bool>;
  });
}
ScalarKernel select_compare(const OpView& op) {
  const ElementType type = op.operand_shape(0).type;
  const bool total = op.attrs().text(AttrName::CompareType) == "TOTALORDER";
  const std::string& direction = op.attrs().text(AttrName::Direction);
  if (direction == "EQ") return compare_of<Eq>(type, total);
  if (direction == "NE") return compare_of<Ne>(type, total);
  if (direction == "LT") return compare_of<Lt>(type, total);
  if (direction == "LE") return compare_of<Le>(type, total);
  if (direction == "GT") return compare_of<Gt>(type, total);
  if (direction == "GE") return compare_of<Ge>(type, total);
  return nullptr;
}

// Values are only moved, so one kernel per size.
struct Bytes16 {
  uint64_t low, high;
};
template <class T>
void select_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const uint8_t* p = array_of<uint8_t>(in[0]);
  const T* a = array_of<T>(in[1]);
  const T* b = array_of<T>(in[2]);
  T* r = array_of<T>(out);
  EUTECTIC_INDEPENDENT
  for (size_t i = 0; i < n; ++i) {
    const T x = a[i], y = b[i];
    r[i] = p[i] ? x : y;
  }
}
ScalarKernel select_select(const OpView& op) {
  if (op.operand_shape(0).type != ElementType::Pred) return nullptr;
  switch (info(op.operand_shape(1).type).storage_bytes) {
    case 1:
      return &select_kernel<uint8_t>;
    case 2:
      return &select_kernel<uint16_t>;
    case 4:
      return &select_kernel<uint32_t>;
    case 8:
      return &select_kernel<uint64_t>;
    case 16:
      return &select_kernel<Bytes16>;
    default:
      return nullptr;
  }
}

// minimum(maximum(x, low), high) with a NaN anywhere giving NaN.
template <class T>
void clamp_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* low = array_of<T>(in[0]);
  const T* x = array_of<T>(in[1]);
  const T* high = array_of<T>(in[2]);
  T* r = array_of<T>(out);
  EUTECTIC_INDEPENDENT
  for (size_t i = 0; i < n; ++i) {
    auto v = load(x[i]);
    const auto l = load(low[i]), h = load(high[i]);
    if constexpr (is_real<T>) {
      v = MinimumOp::apply<T>(MaximumOp::apply<T>(v, l), h);
    } else {
      v = less(v, l) ? l : v;
      v = less(h, v) ? h : v;
    }
    r[i] = store<T>(v);
  }
}
ScalarKernel select_clamp(const OpView& op) {
  return dispatch(op.operand_shape(1).type, []<class T>() -> ScalarKernel { return &clamp_kernel<T>; });
}

struct IsFinite {
  template <class T, class V>
  static bool apply(V a) {
    return a - a == 0;
  }
};
struct IsInf {
  template <class T, class V>
  static bool apply(V a) {
    return std::fabs(a) > std::numeric_limits<V>::max();
  }
};
struct IsPosInf {
  template <class T, class V>
  static bool apply(V a) {
    return a > std::numeric_limits<V>::max();
  }
};
struct IsNegInf {
  template <class T, class V>
  static bool apply(V a) {
    return a < std::numeric_limits<V>::lowest();
  }
};
template <class F>
ScalarKernel test(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      return &unary<F, T, bool>;
    else
      return nullptr;
  });
}

#define COMPARE_OPS(X)                                                                              \
  X(Clamp, 3, "psufc", clamp_shape, select_clamp, plain, "operand 1 kept between operands 0 and 2") \
  X(Compare, 2, "psufc", compare_shape, select_compare, plain, "pred of a comparison",              \
    {AttrName::Direction, true, "EQ|NE|GE|GT|LE|LT"},                                               \
    {AttrName::CompareType, false, "FLOAT|TOTALORDER|SIGNED|UNSIGNED"})                             \
  X(IsFinite, 1, "f", pred_shape, test<IsFinite>, plain, "neither infinite nor NaN")                \
  X(IsInf, 1, "f", pred_shape, test<IsInf>, plain, "positive or negative infinity")                 \
  X(IsNegInf, 1, "f", pred_shape, test<IsNegInf>, plain, "negative infinity")                       \
  X(IsPosInf, 1, "f", pred_shape, test<IsPosInf>, plain, "positive infinity")                       \
  X(Select, 3, "p", select_shape, select_select, plain, "operand 1 where operand 0 is true, else operand 2")

constexpr KernelRow rows[] = {COMPARE_OPS(EUTECTIC_KERNEL_ROW)};
}  // namespace

std::span<const KernelRow> compare_kernels() { return rows; }
}  // namespace elementwise

COMPARE_OPS(EUTECTIC_DEFINE_OP)
}  // namespace eutectic

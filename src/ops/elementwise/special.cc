// Special functions of floats, in double (special_functions.h) and rounded once; next_after by bits.
#include "ops/elementwise/family.h"
#include "ops/elementwise/kernel.h"
#include "ops/elementwise/special_functions.h"

namespace eutectic {
namespace elementwise {
namespace {

template <double (*f)(double)>
ScalarKernel special_unary(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      return &unary_in_double<f, T>;
    else
      return nullptr;
  });
}
ScalarKernel select_erf_inv(const OpView& op) {
  return op.operand_shape(0).type == ElementType::F64 ? special_unary<special::erf_inv>(op)
                                                      : special_unary<special::erf_inv_for_float>(op);
}
template <double (*f)(double, double)>
ScalarKernel special_binary(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      return &binary_in_double<f, T>;
    else
      return nullptr;
  });
}

// The neighbour of a towards b, in the element type.
template <class T>
void next_after_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  using Bits = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  constexpr Bits sign_mask = Bits(Bits(1) << (sizeof(T) * 8 - 1));
  const T* a = array_of<T>(in[0]);
  const T* b = array_of<T>(in[1]);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) {
    const double from = to_double(a[i]), to = to_double(b[i]);
    if (from != from || to != to) {
      r[i] = round_to<T>(std::numeric_limits<double>::quiet_NaN());
    } else if (from == to) {
      r[i] = b[i];
    } else if (from == 0) {
      const Bits sign = static_cast<Bits>(std::bit_cast<Bits>(b[i]) & sign_mask);
      r[i] = std::bit_cast<T>(static_cast<Bits>(sign | 1));
    } else {
      const bool away = (from < to) == (from > 0);
      r[i] = std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(a[i]) + (away ? 1 : -1)));
    }
  }
}
ScalarKernel select_next_after(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T>)
      return &next_after_kernel<T>;
    else
      return nullptr;
  });
}

#define SPECIAL_OPS(X)                                                                                               \
  X(BesselI1e, 1, "f", same_shape, special_unary<special::bessel_i1e>, plain,                                        \
    "modified Bessel function of order 1, times exp(-|x|)")                                                          \
  X(Digamma, 1, "f", same_shape, special_unary<special::digamma>, plain, "derivative of lgamma")                     \
  X(Erf, 1, "f", same_shape, special_unary<special::erf>, plain, "error function", {AttrName::ResultAccuracy})       \
  X(ErfInv, 1, "f", same_shape, select_erf_inv, plain, "inverse of erf")                                             \
  X(Erfc, 1, "f", same_shape, special_unary<special::erfc>, plain, "1 - erf(x)")                                     \
  X(Lgamma, 1, "f", same_shape, special_unary<special::lgamma>, plain, "logarithm of |gamma(x)|")                    \
  X(NextAfter, 2, "f", same_shape, select_next_after, plain, "neighbour of operand 0 in the direction of operand 1") \
  X(Polygamma, 2, "f", same_shape, special_binary<special::polygamma>, plain,                                        \
    "derivative number operand 0 of digamma, at operand 1")                                                          \
  X(Zeta, 2, "f", same_shape, special_binary<special::zeta>, plain,                                                  \
    "Hurwitz zeta function: sum of (operand 1 + k) to the power of -operand 0")

constexpr KernelRow rows[] = {SPECIAL_OPS(EUTECTIC_KERNEL_ROW)};
}  // namespace

std::span<const KernelRow> special_kernels() { return rows; }
}  // namespace elementwise

SPECIAL_OPS(EUTECTIC_DEFINE_OP)
}  // namespace eutectic

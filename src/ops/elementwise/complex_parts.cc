// Complex numbers from and to their parts: complex, real, imag, conj. A real number is its own real part.
#include "ops/elementwise/family.h"
#include "ops/elementwise/kernel.h"

namespace eutectic {
namespace elementwise {
namespace {

template <class Part>
void complex_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const Part* re = array_of<Part>(in[0]);
  const Part* im = array_of<Part>(in[1]);
  auto* r = array_of<std::complex<Part>>(out);
  for (size_t i = 0; i < n; ++i) r[i] = {re[i], im[i]};
}
ScalarKernel select_complex(const OpView& op) {
  switch (op.operand_shape(0).type) {
    case ElementType::F32:
      return &complex_kernel<float>;
    case ElementType::F64:
      return &complex_kernel<double>;
    default:
      return nullptr;
  }
}
template <class T, bool imaginary>
void part_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  if constexpr (is_complex_number<T>) {
    auto* r = array_of<typename T::value_type>(out);
    for (size_t i = 0; i < n; ++i) r[i] = imaginary ? a[i].imag() : a[i].real();
  } else {
    T* r = array_of<T>(out);
    for (size_t i = 0; i < n; ++i) r[i] = imaginary ? T{} : a[i];
  }
}
template <bool imaginary>
ScalarKernel select_part(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T> || is_complex_number<T>)
      return &part_kernel<T, imaginary>;
    else
      return nullptr;
  });
}
template <class T>
void conj_kernel(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  const T* a = array_of<T>(in[0]);
  T* r = array_of<T>(out);
  for (size_t i = 0; i < n; ++i) {
    if constexpr (is_complex_number<T>)
      r[i] = std::conj(a[i]);
    else
      r[i] = a[i];
  }
}
ScalarKernel select_conj(const OpView& op) {
  return dispatch(op.operand_shape(0).type, []<class T>() -> ScalarKernel {
    if constexpr (is_real<T> || is_complex_number<T>)
      return &conj_kernel<T>;
    else
      return nullptr;
  });
}

#define COMPLEX_PART_OPS(X)                                                                                  \
  X(Complex, 2, "f", complex_shape, select_complex, plain, "complex number of a real and an imaginary part") \
  X(Conj, 1, "fc", same_shape, select_conj, plain, "complex conjugate")                                      \
  X(Imag, 1, "fc", part_shape, select_part<true>, plain, "imaginary part")                                   \
  X(Real, 1, "fc", part_shape, select_part<false>, plain, "real part")

constexpr KernelRow rows[] = {COMPLEX_PART_OPS(EUTECTIC_KERNEL_ROW)};
}  // namespace

std::span<const KernelRow> complex_part_kernels() { return rows; }
}  // namespace elementwise

COMPLEX_PART_OPS(EUTECTIC_DEFINE_OP)
}  // namespace eutectic

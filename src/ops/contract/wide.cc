// Conversion between arrays and the wide types that contractions compute in, for every element type: here once, so
// that it is compiled once.
#include "ops/contract/common.h"

namespace eutectic::contract {

template <class W>
void load_wide(const Literal& input, int64_t first, int64_t n, W* out) {
  dispatch(input.type(), [&]<class T>() {
    const T* in = input.data<T>().data() + first;
    for (int64_t i = 0; i < n; ++i) {
      if constexpr (std::is_same_v<W, std::complex<double>> || std::is_same_v<W, Wide<T>>) {
        if constexpr (is_integer_native<T> && !std::is_same_v<W, uint64_t>)
          out[i] = W(static_cast<double>(static_cast<int64_t>(widen(in[i]))));
        else
          out[i] = W(widen(in[i]));
      } else if constexpr (std::is_same_v<W, double> && is_integer_native<T>) {
        if constexpr (std::is_same_v<T, uint64_t>)
          out[i] = static_cast<double>(in[i]);
        else
          out[i] = static_cast<double>(static_cast<int64_t>(widen(in[i])));
      } else if constexpr (std::is_same_v<W, double>) {
        out[i] = widen(in[i]).real();
      } else if constexpr (is_complex_native<T>) {
        out[i] = static_cast<W>(static_cast<int64_t>(widen(in[i]).real()));
      } else {
        out[i] = static_cast<W>(static_cast<int64_t>(widen(in[i])));
      }
    }
  });
}

template <class W>
Literal narrowed(const std::vector<W>& values, const Shape& shape) {
  Literal out = Literal::uninitialized(Shape::array(shape.type, shape.dims));
  dispatch(shape.type, [&]<class T>() {
    auto data = out.mutable_data<T>();
    for (size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_same_v<W, Wide<T>>)
        data[i] = narrow<T>(values[i]);
      else if constexpr (is_complex_native<T>) {
        if constexpr (std::is_same_v<W, uint64_t>)
          data[i] = narrow<T>(static_cast<double>(static_cast<int64_t>(values[i])));
        else
          data[i] = narrow<T>(values[i]);
      } else if constexpr (std::is_same_v<W, std::complex<double>>) {
        if constexpr (is_integer_native<T>)
          data[i] = narrow<T>(static_cast<uint64_t>(static_cast<int64_t>(values[i].real())));
        else
          data[i] = narrow<T>(values[i].real());
      } else if constexpr (std::is_same_v<W, double>) {
        data[i] = narrow<T>(static_cast<uint64_t>(static_cast<int64_t>(values[i])));
      } else {
        data[i] = narrow<T>(static_cast<double>(static_cast<int64_t>(values[i])));
      }
    }
  });
  return out;
}

template void load_wide(const Literal&, int64_t, int64_t, double*);
template void load_wide(const Literal&, int64_t, int64_t, uint64_t*);
template void load_wide(const Literal&, int64_t, int64_t, std::complex<double>*);
template Literal narrowed(const std::vector<double>&, const Shape&);
template Literal narrowed(const std::vector<uint64_t>&, const Shape&);
template Literal narrowed(const std::vector<std::complex<double>>&, const Shape&);

}  // namespace eutectic::contract

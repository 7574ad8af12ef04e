#include "array/literal.h"

#include <cstring>

namespace eutectic {
namespace {
std::shared_ptr<std::byte[]> allocate(int64_t size_bytes, bool zero) {
  const size_t n = static_cast<size_t>(size_bytes > 0 ? size_bytes : 1);
  return zero ? std::make_shared<std::byte[]>(n) : std::make_shared_for_overwrite<std::byte[]>(n);
}
}  // namespace

Literal Literal::zeros(const Shape& shape) {
  Literal out;
  out.shape_ = shape;
  if (shape.is_tuple()) {
    for (const Shape& e : shape.elements) out.elements_.push_back(zeros(e));
  } else {
    out.buffer_ = allocate(shape.size_bytes(), true);
  }
  return out;
}

Literal Literal::uninitialized(const Shape& shape) {
  CHECK(!shape.is_tuple(), "uninitialized tuple literal");
  Literal out;
  out.shape_ = shape;
  out.buffer_ = allocate(shape.size_bytes(), false);
  return out;
}

Literal Literal::over(const Shape& shape, std::shared_ptr<std::byte[]> buffer) {
  CHECK(!shape.is_tuple(), "memory of a tuple literal");
  Literal out;
  out.shape_ = shape;
  out.buffer_ = std::move(buffer);
  return out;
}

Literal Literal::tuple(std::vector<Literal> elements) {
  Literal out;
  for (const Literal& e : elements) out.shape_.elements.push_back(e.shape());
  out.elements_ = std::move(elements);
  return out;
}

std::byte* Literal::mutable_bytes() {
  if (!buffer_) return nullptr;
  if (buffer_.use_count() != 1) {
    auto copy = allocate(shape_.size_bytes(), false);
    std::memcpy(copy.get(), buffer_.get(), static_cast<size_t>(shape_.size_bytes()));
    buffer_ = std::move(copy);
  }
  return buffer_.get();
}

Literal Literal::with_shape(const Shape& shape) const {
  CHECK(shape.size_bytes() == shape_.size_bytes(), "{} as {}", to_hlo(shape_), to_hlo(shape));
  Literal out = *this;
  out.shape_ = shape;
  return out;
}

double Literal::as_double(int64_t i) const {
  return dispatch(type(), [&]<class T>() -> double {
    T v = data<T>()[static_cast<size_t>(i)];
    if constexpr (std::is_same_v<T, S2> || std::is_same_v<T, S4> || std::is_same_v<T, U2> || std::is_same_v<T, U4>)
      return static_cast<double>(static_cast<int64_t>(v));
    else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
      return v.real();
    else
      return static_cast<double>(v);
  });
}

int64_t Literal::as_int(int64_t i) const {
  return dispatch(type(), [&]<class T>() -> int64_t {
    T v = data<T>()[static_cast<size_t>(i)];
    if constexpr (std::is_integral_v<T> || std::is_same_v<T, S2> || std::is_same_v<T, S4> || std::is_same_v<T, U2> ||
                  std::is_same_v<T, U4>)
      return static_cast<int64_t>(v);
    else
      return static_cast<int64_t>(as_double(i));
  });
}

bool Literal::operator==(const Literal& other) const {
  if (!same_logical(shape_, other.shape_)) return false;
  if (shape_.is_tuple()) return elements_ == other.elements_;
  if (buffer_ == other.buffer_) return true;
  return std::memcmp(bytes(), other.bytes(), static_cast<size_t>(shape_.size_bytes())) == 0;
}

std::vector<int64_t> row_major_strides(std::span<const int64_t> dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) strides[d - 1] = strides[d] * dims[d];
  return strides;
}

}  // namespace eutectic

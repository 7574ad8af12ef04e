// Literal: a host value. Arrays are dense and row-major, whatever layout the shape states; buffers
// are shared between copies and cloned on write when shared.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "array/shape.h"
#include "base/check.h"

namespace eutectic {

class Literal {
 public:
  Literal() : shape_(Shape::tuple({})) {}

  // Zero-filled array (or token). The caller has checked the sizes.
  static Literal zeros(const Shape& shape);
  // Uninitialised array.
  static Literal uninitialized(const Shape& shape);
  static Literal tuple(std::vector<Literal> elements);
  // An array over memory that others own: row-major, at least shape.size_bytes() bytes.
  static Literal over(const Shape& shape, std::shared_ptr<std::byte[]> buffer);
  template <class T>
  static Literal scalar(ElementType type, T value) {
    Literal out = uninitialized(Shape::scalar(type));
    out.mutable_data<T>()[0] = value;
    return out;
  }

  const Shape& shape() const { return shape_; }
  ElementType type() const { return shape_.type; }
  const std::vector<int64_t>& dims() const { return shape_.dims; }
  int64_t element_count() const { return shape_.element_count(); }

  // Raw bytes of an array.
  const std::byte* bytes() const { return buffer_ ? buffer_.get() : nullptr; }
  // Clones a shared buffer first; O(1) when this literal is the only owner.
  std::byte* mutable_bytes();
  template <class T>
  std::span<const T> data() const {
    return {reinterpret_cast<const T*>(bytes()), static_cast<size_t>(element_count())};
  }
  template <class T>
  std::span<T> mutable_data() {
    return {reinterpret_cast<T*>(mutable_bytes()), static_cast<size_t>(element_count())};
  }
  const std::shared_ptr<std::byte[]>& buffer() const { return buffer_; }
  // The array's memory, given up.
  std::shared_ptr<std::byte[]> take_buffer() { return std::move(buffer_); }
  // Whether no other literal shares the buffer, so that it may be reused for a result.
  bool is_sole_owner() const { return buffer_ && buffer_.use_count() == 1; }

  // Tuple elements.
  std::span<const Literal> elements() const { return elements_; }
  std::vector<Literal>& mutable_elements() { return elements_; }
  const Literal& element(size_t i) const { return elements_[i]; }

  // The same bytes under another shape of the same size in bytes (reshape, bitcast).
  Literal with_shape(const Shape& shape) const;

  // Value of element i as double (real part of complex), or as int64; for scalars, tests, messages.
  double as_double(int64_t i = 0) const;
  int64_t as_int(int64_t i = 0) const;

  // Bit equality of arrays and tuples, structure included.
  bool operator==(const Literal& other) const;

 private:
  Shape shape_;
  std::shared_ptr<std::byte[]> buffer_;
  std::vector<Literal> elements_;
};

// Row-major strides, in elements.
std::vector<int64_t> row_major_strides(std::span<const int64_t> dims);

// Advances a row-major multi-index; false when it has wrapped to all zeros.
inline bool next_index(std::span<int64_t> index, std::span<const int64_t> dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    if (++index[d] < dims[d]) return true;
    index[d] = 0;
  }
  return false;
}

}  // namespace eutectic

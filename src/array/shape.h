// Shapes: element type, dimensions, and optionally the layout that a program states.
// A shape is an array, a tuple of shapes, or a token.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "array/element_type.h"
#include "base/result.h"

namespace eutectic {

// XLA's physical layout of an array. `minor_to_major[0]` is the dimension that varies fastest.
struct Layout {
  std::vector<int64_t> minor_to_major;
  std::string suffix;  // tiles, memory space, element size: kept as written after ':', e.g. "T(8,128)S(1)"
  bool operator==(const Layout&) const = default;
};

struct Shape {
  ElementType type = ElementType::F32;
  std::vector<int64_t> dims;
  std::optional<Layout> layout;  // absent: not stated, meaning row-major
  std::vector<Shape> elements;   // of a tuple

  static Shape array(ElementType type, std::vector<int64_t> dims) {
    return Shape{type, std::move(dims), std::nullopt, {}};
  }
  static Shape scalar(ElementType type) { return array(type, {}); }
  static Shape tuple(std::vector<Shape> elements) {
    return Shape{ElementType::Tuple, {}, std::nullopt, std::move(elements)};
  }
  static Shape token() { return Shape{ElementType::Token, {}, std::nullopt, {}}; }

  bool is_tuple() const { return type == ElementType::Tuple; }
  bool is_token() const { return type == ElementType::Token; }
  bool is_array() const { return is_array_type(type); }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  // Product of dims; readers have checked that it and size_bytes fit in int64.
  int64_t element_count() const;
  // Bytes of our dense storage (sub-byte types take a byte); tuples: the sum.
  int64_t size_bytes() const;
  bool operator==(const Shape&) const = default;
};

// Equal element types, dimensions and tuple structure; layouts are not compared.
bool same_logical(const Shape& a, const Shape& b);
// Whether the layout is absent or row-major.
bool is_row_major(const Shape& shape);
// minor_to_major as stated, or {rank-1, ..., 0}.
std::vector<int64_t> minor_to_major_of(const Shape& shape);
// The leaves of a shape are the arrays and tokens in it, in order; nesting is limited by the readers.
uint32_t leaf_count(const Shape& shape);
uint32_t leaf_offset(const Shape& tuple, int64_t element);  // the first leaf of a tuple's element
const Shape& leaf_shape(const Shape& shape, uint32_t leaf);
// Checks dims >= 0, and that element count and byte size fit; `what` begins the message.
Status check_sizes(const Shape& shape);

// HLO spelling: "f32[33,129]{1,0}", "(f32[], s32[2]{0})"; with_layout false leaves layouts out.
std::string to_hlo(const Shape& shape, bool with_layout = true);
// StableHLO spelling: "tensor<33x129xf32>", "tuple<...>", "!stablehlo.token". Layouts are not shown.
std::string to_stablehlo(const Shape& shape);

}  // namespace eutectic

#include "array/shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"

namespace eutectic {

int64_t Shape::element_count() const {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

int64_t Shape::size_bytes() const {
  if (is_tuple()) {
    int64_t total = 0;
    for (const Shape& e : elements) total += e.size_bytes();
    return total;
  }
  return element_count() * info(type).storage_bytes;
}

bool same_logical(const Shape& a, const Shape& b) {
  if (a.type != b.type || a.dims != b.dims || a.elements.size() != b.elements.size()) return false;
  for (size_t i = 0; i < a.elements.size(); ++i)
    if (!same_logical(a.elements[i], b.elements[i])) return false;
  return true;
}

bool is_row_major(const Shape& shape) {
  if (!shape.layout) return true;
  int64_t expect = shape.rank();
  for (int64_t d : shape.layout->minor_to_major)
    if (d != --expect) return false;
  return true;
}

std::vector<int64_t> minor_to_major_of(const Shape& shape) {
  if (shape.layout && shape.layout->minor_to_major.size() == shape.dims.size()) return shape.layout->minor_to_major;
  std::vector<int64_t> order;
  for (int64_t d = shape.rank(); d-- > 0;) order.push_back(d);
  return order;
}

uint32_t leaf_count(const Shape& shape) {
  if (!shape.is_tuple()) return 1;
  uint32_t n = 0;
  for (const Shape& e : shape.elements) n += leaf_count(e);
  return n;
}

uint32_t leaf_offset(const Shape& tuple, int64_t element) {
  uint32_t n = 0;
  for (int64_t i = 0; i < element; ++i) n += leaf_count(tuple.elements[static_cast<size_t>(i)]);
  return n;
}

const Shape& leaf_shape(const Shape& shape, uint32_t leaf) {
  if (!shape.is_tuple()) return shape;
  for (const Shape& e : shape.elements) {
    uint32_t n = leaf_count(e);
    if (leaf < n) return leaf_shape(e, leaf);
    leaf -= n;
  }
  CHECK(false, "no leaf {}", leaf);
  return shape;
}

Status check_sizes(const Shape& shape) {
  if (shape.is_tuple()) {
    for (const Shape& e : shape.elements) RETURN_IF_ERROR(check_sizes(e));
    return {};
  }
  // A zero dimension makes the product zero whatever the others are; the others must still be sane.
  int64_t product = 1;
  for (int64_t d : shape.dims) {
    if (d < 0) return error(fmt::format("shape {} has a negative dimension", to_hlo(shape)));
    if (d != 0 && __builtin_mul_overflow(product, d, &product))
      return error(fmt::format("shape {} has more elements than fit in 63 bits", to_hlo(shape)));
  }
  int64_t bytes;
  if (__builtin_mul_overflow(product, int64_t{16}, &bytes))
    return error(fmt::format("shape {} is larger than memory can be", to_hlo(shape)));
  return {};
}

std::string to_hlo(const Shape& shape, bool with_layout) {
  if (shape.is_tuple()) {
    std::string out = "(";
    for (size_t i = 0; i < shape.elements.size(); ++i) {
      if (i) out += ", ";
      if (i && i % 5 == 0) out += fmt::format("/*index={}*/", i);
      out += to_hlo(shape.elements[i], with_layout);
    }
    return out + ")";
  }
  if (shape.is_token()) return "token[]";
  std::string out = fmt::format("{}[{}]", info(shape.type).hlo, fmt::join(shape.dims, ","));
  if (with_layout && shape.layout && (shape.rank() > 0 || !shape.layout->suffix.empty())) {
    out += fmt::format("{{{}", fmt::join(shape.layout->minor_to_major, ","));
    if (!shape.layout->suffix.empty()) out += ":" + shape.layout->suffix;
    out += "}";
  }
  return out;
}

std::string to_stablehlo(const Shape& shape) {
  if (shape.is_token()) return "!stablehlo.token";
  if (shape.is_tuple()) {
    std::string out = "tuple<";
    for (size_t i = 0; i < shape.elements.size(); ++i) out += (i ? ", " : "") + to_stablehlo(shape.elements[i]);
    return out + ">";
  }
  std::string out = "tensor<";
  for (int64_t d : shape.dims) out += fmt::format("{}x", d);
  return out + std::string(info(shape.type).stablehlo) + ">";
}

}  // namespace eutectic

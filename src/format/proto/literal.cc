#include "format/proto/literal.h"

#include <cstring>

#include "format/proto/writer.h"

namespace eutectic::proto {
namespace {

// The offset in row-major order of each element in the layout's order.
std::vector<int64_t> order_of(const Shape& shape) {
  const std::vector<int64_t> minor_to_major = minor_to_major_of(shape), strides = row_major_strides(shape.dims);
  std::vector<int64_t> out(static_cast<size_t>(shape.element_count())), index(shape.dims.size(), 0);
  for (int64_t& offset : out) {
    offset = 0;
    for (size_t d = 0; d < index.size(); ++d) offset += index[d] * strides[d];
    for (const int64_t d : minor_to_major) {
      const auto at = static_cast<size_t>(d);
      if (++index[at] < shape.dims[at]) break;
      index[at] = 0;
    }
  }
  return out;
}

Literal reordered(const Literal& value, const Shape& shape, bool to_layout) {
  if (is_row_major(shape)) return value;
  Literal out = Literal::uninitialized(Shape::array(shape.type, shape.dims));
  const std::vector<int64_t> order = order_of(shape);
  const auto width = static_cast<size_t>(info(shape.type).storage_bytes);
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t in_layout = i * width, row_major = static_cast<size_t>(order[i]) * width;
    std::memcpy(out.mutable_bytes() + (to_layout ? in_layout : row_major),
                value.bytes() + (to_layout ? row_major : in_layout), width);
  }
  return out;
}

// The message's field of numbers of type `t`, or its bytes.
template <class Fn>
bool numbers_of(pb::Literal& l, ElementType t, Fn fn) {
  switch (t) {
    case ElementType::S32:
      return fn(*l.mutable_s32s());
    case ElementType::S64:
      return fn(*l.mutable_s64s());
    case ElementType::U32:
      return fn(*l.mutable_u32s());
    case ElementType::U64:
      return fn(*l.mutable_u64s());
    case ElementType::F32:
      return fn(*l.mutable_f32s());
    case ElementType::F64:
      return fn(*l.mutable_f64s());
    case ElementType::C64:
      return fn(*l.mutable_c64s());
    case ElementType::C128:
      return fn(*l.mutable_c128s());
    case ElementType::Pred:
      return fn(*l.mutable_preds());
    default:
      return false;
  }
}

std::string* bytes_of(pb::Literal& l, ElementType t) {
  switch (t) {
    case ElementType::S2:
      return l.mutable_s2s();
    case ElementType::S4:
      return l.mutable_s4s();
    case ElementType::S8:
      return l.mutable_s8s();
    case ElementType::S16:
      return l.mutable_s16s();
    case ElementType::U2:
      return l.mutable_u2s();
    case ElementType::U4:
      return l.mutable_u4s();
    case ElementType::U8:
      return l.mutable_u8s();
    case ElementType::U16:
      return l.mutable_u16s();
    case ElementType::F16:
      return l.mutable_f16s();
    case ElementType::BF16:
      return l.mutable_bf16s();
    case ElementType::F8E4M3FN:
      return l.mutable_f8e4m3fns();
    case ElementType::F8E5M2:
      return l.mutable_f8e5m2s();
    default:
      return nullptr;
  }
}

// Bits of an element where several elements share a byte, first ones in the low bits.
int packed_bits(ElementType t) { return info(t).bits < 8 && t != ElementType::Pred ? info(t).bits : 8; }

}  // namespace

void fill(pb::Literal& out, const Literal& value, const Shape& shape) {
  fill(*out.mutable_shape(), shape);
  if (shape.is_tuple()) {
    for (size_t i = 0; i < shape.elements.size(); ++i)
      fill(*out.add_tuple_literals(), value.element(i), shape.elements[i]);
    return;
  }
  if (!shape.is_array()) return;
  const Literal data = reordered(value, shape, true);
  const auto bytes = static_cast<size_t>(data.element_count() * info(shape.type).storage_bytes);
  if (numbers_of(out, shape.type, [&](auto& field) {
        using T = std::remove_cvref_t<decltype(*field.begin())>;
        field.Resize(static_cast<int>(bytes / sizeof(T)), T());
        if (bytes > 0) std::memcpy(field.mutable_data(), data.bytes(), bytes);
        return true;
      }))
    return;
  std::string& to = *bytes_of(out, shape.type);
  if (const int bits = packed_bits(shape.type); bits < 8) {
    const auto count = static_cast<size_t>(data.element_count()), each = static_cast<size_t>(8 / bits);
    to.assign((count + each - 1) / each, '\0');
    for (size_t i = 0; i < count; ++i) {
      const int element = std::to_integer<int>(data.bytes()[i]) & ((1 << bits) - 1);
      to[i / each] = static_cast<char>(to[i / each] | element << (i % each * static_cast<size_t>(bits)));
    }
    return;
  }
  to.assign(reinterpret_cast<const char*>(data.bytes()), bytes);
}

bool read(const pb::Literal& in, const Shape& shape, Literal& out) {
  if (shape.is_tuple()) {
    if (in.tuple_literals_size() != static_cast<int>(shape.elements.size())) return false;
    std::vector<Literal> elements(shape.elements.size());
    for (size_t i = 0; i < elements.size(); ++i)
      if (!read(in.tuple_literals(static_cast<int>(i)), shape.elements[i], elements[i])) return false;
    out = Literal::tuple(std::move(elements));
    return true;
  }
  if (!shape.is_array()) return false;
  pb::Literal copy = in;  // the accessors above are the mutable ones
  Literal data = Literal::zeros(Shape::array(shape.type, shape.dims));
  const auto bytes = static_cast<size_t>(data.element_count() * info(shape.type).storage_bytes);
  bool right = numbers_of(copy, shape.type, [&](auto& field) {
    const size_t given = static_cast<size_t>(field.size()) * sizeof(*field.begin());
    if (given == bytes && bytes > 0) std::memcpy(data.mutable_bytes(), field.data(), bytes);
    return given == bytes;
  });
  if (const std::string* from = bytes_of(copy, shape.type)) {
    const auto count = static_cast<size_t>(data.element_count());
    if (const int bits = packed_bits(shape.type); bits < 8) {
      const auto each = static_cast<size_t>(8 / bits);
      right = from->size() == (count + each - 1) / each;
      for (size_t i = 0; right && i < count; ++i) {
        int element =
            static_cast<unsigned char>((*from)[i / each]) >> (i % each * static_cast<size_t>(bits)) & ((1 << bits) - 1);
        if (is_signed_int(shape.type) && element >> (bits - 1)) element -= 1 << bits;
        data.mutable_bytes()[i] = static_cast<std::byte>(element);
      }
    } else {
      right = from->size() == bytes;
      if (right && bytes > 0) std::memcpy(data.mutable_bytes(), from->data(), bytes);
    }
  }
  if (right) out = reordered(data, shape, false);
  return right;
}

}  // namespace eutectic::proto

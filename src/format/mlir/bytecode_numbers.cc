// Numbers of bytecode files: integer and float attributes, arrays, constants.
#include <fmt/format.h>

#include <cstring>

#include "format/mlir/bytecode_attributes.h"

namespace eutectic::mlir {
namespace {

Attribute make(Attribute::Kind kind) {
  Attribute out;
  out.kind = kind;
  return out;
}

// Copies `count` stored elements, or one that stands for all, into the literal.
void fill(Literal& literal, std::string_view data) {
  std::byte* to = literal.mutable_bytes();
  size_t width = static_cast<size_t>(info(literal.type()).storage_bytes);
  size_t total = static_cast<size_t>(literal.element_count()) * width;
  if (total == 0) return;
  if (data.size() == total) {
    std::memcpy(to, data.data(), total);
    return;
  }
  for (size_t at = 0; at < total; at += width) std::memcpy(to + at, data.data(), width);
}

// Sub-byte integers are stored zero-extended; ours are sign-extended where signed.
void normalize(Literal& literal) {
  auto each = [&]<class T>(T) {
    for (T& v : literal.mutable_data<T>()) v = T(static_cast<uint8_t>(v.value));
  };
  switch (literal.type()) {
    case ElementType::S2:
      each(S2{});
      break;
    case ElementType::S4:
      each(S4{});
      break;
    case ElementType::U2:
      each(U2{});
      break;
    case ElementType::U4:
      each(U4{});
      break;
    default:
      break;
  }
}

}  // namespace

uint64_t BytecodeAttributes::integer_bits(BytecodeCursor& in, int width) {
  if (width <= 8) return in.byte();
  if (width <= 64) return static_cast<uint64_t>(in.signed_varint());
  in.fail(fmt::format("a number of {} bits; at most 64 are supported", width));
  return 0;
}

Attribute BytecodeAttributes::decode_integer(BytecodeCursor& in) {
  const Type* t = type(in);
  if (!t) return {};
  int width = 0;
  bool is_unsigned = false;
  if (t->kind == Type::Kind::Scalar) {
    width = info(t->shape.type).bits;
    is_unsigned = is_unsigned_int(t->shape.type);
  } else if (t->kind == Type::Kind::Opaque) {  // "i17", "si32"
    for (char c : t->text)
      if (c >= '0' && c <= '9' && width < 10'000) width = width * 10 + (c - '0');
    is_unsigned = t->text.starts_with('u');
  }
  if (width == 0) {
    in.fail("an integer has a type that is no integer type");
    return {};
  }
  uint64_t bits = integer_bits(in, width);
  if (t->kind == Type::Kind::Scalar && t->shape.type == ElementType::Pred) {
    Attribute out = make(Attribute::Kind::Bool);
    out.boolean = bits & 1;
    return out;
  }
  if (width < 64) {
    bits <<= 64 - width;
    bits = is_unsigned ? bits >> (64 - width) : static_cast<uint64_t>(static_cast<int64_t>(bits) >> (64 - width));
  }
  Attribute out = make(Attribute::Kind::Integer);
  out.integer = static_cast<int64_t>(bits);
  out.type = std::make_shared<Type>(copy(t));
  return out;
}

Attribute BytecodeAttributes::decode_float(BytecodeCursor& in) {
  const Type* t = type(in);
  if (!t) return {};
  if (t->kind != Type::Kind::Scalar || !is_float(t->shape.type)) {
    input_.fail(in.position(), "a float of a type that is not supported", "", Severity::Unsupported);
    return {};
  }
  uint64_t bits = integer_bits(in, info(t->shape.type).bits);
  Literal value = Literal::zeros(t->shape);
  std::memcpy(value.mutable_bytes(), &bits, static_cast<size_t>(info(t->shape.type).storage_bytes));
  Attribute out = make(Attribute::Kind::Float);
  out.number = value.as_double();
  out.type = std::make_shared<Type>(copy(t));
  return out;
}

Attribute BytecodeAttributes::decode_dense_array(BytecodeCursor& in) {
  const Type* t = type(in);
  uint64_t count = in.varint();
  std::string_view data = in.bytes(in.varint(), "an array");
  if (in.failed()) return {};
  if (t->kind != Type::Kind::Scalar || is_complex(t->shape.type)) {
    in.fail("an array of a type that is not supported");
    return {};
  }
  size_t width = static_cast<size_t>(info(t->shape.type).storage_bytes);
  if (count != data.size() / width || data.size() % width != 0) {
    in.fail(fmt::format("an array of {} elements takes {} bytes", count, data.size()));
    return {};
  }
  Literal values = Literal::uninitialized(Shape::array(t->shape.type, {static_cast<int64_t>(count)}));
  fill(values, data);
  Attribute out = make(is_float(t->shape.type) ? Attribute::Kind::Array : Attribute::Kind::IntArray);
  if (out.kind == Attribute::Kind::IntArray && t->shape.type != ElementType::S64)
    out.type = std::make_shared<Type>(copy(t));
  for (int64_t i = 0; i < values.element_count() && !input_.failed(); ++i) {
    if (out.kind == Attribute::Kind::IntArray) {
      out.ints.push_back(values.as_int(i));
      continue;
    }
    charge(1);
    Attribute& element = out.elements.emplace_back(make(Attribute::Kind::Float));
    element.number = values.as_double(i);
    element.type = std::make_shared<Type>(copy(t));
  }
  return out;
}

Attribute BytecodeAttributes::decode_elements(BytecodeCursor& in) {
  const Type* t = type(in);
  std::string_view data = in.bytes(in.varint(), "a constant");
  if (in.failed()) return {};
  if (t->kind != Type::Kind::Tensor || t->dynamic) {
    if (t->kind == Type::Kind::Opaque) {
      Attribute out = make(Attribute::Kind::Opaque);
      out.text = "dense<...> : " + t->text;
      return out;
    }
    in.fail("a constant's type is not a tensor of fixed shape");
    return {};
  }
  const Shape& shape = t->shape;
  size_t count = static_cast<size_t>(shape.element_count());
  size_t width = static_cast<size_t>(info(shape.type).storage_bytes);
  std::string unpacked;
  if (shape.type == ElementType::Pred) {
    // Eight per byte, a single byte 0xff for all-true, or (older writers) one byte each.
    size_t packed = count / 8 + (count % 8 != 0);
    if (data.size() == 1 && static_cast<uint8_t>(data[0]) == 0xff) {
      unpacked.assign(1, '\1');
    } else if (data.size() == packed && packed != count) {
      unpacked.resize(count);
      for (size_t i = 0; i < count; ++i)
        unpacked[i] = static_cast<char>(static_cast<uint8_t>(data[i / 8]) >> (i % 8) & 1);
    } else {
      unpacked.assign(data);
      for (char& c : unpacked) c = c != 0;
    }
    data = unpacked;
  }
  if (count != 0 && data.size() != count * width && data.size() != width) {
    in.fail(fmt::format("a constant of {} elements of {} bytes takes {} bytes", count, width, data.size()));
    return {};
  }
  Attribute out = make(Attribute::Kind::Elements);
  out.type = std::make_shared<Type>(copy(t));
  // One value for all is kept as one where its dense form would be large for the file.
  size_t total = count * width;
  out.splat =
      data.size() != total && total > 64 && expanded_bytes_ + total > (size_t{1} << 20) + 16 * input_.bytes().size();
  if (!out.splat) expanded_bytes_ += total;
  out.literal = Literal::uninitialized(out.splat ? Shape::scalar(shape.type) : shape);
  fill(out.literal, data);
  normalize(out.literal);
  return out;
}

}  // namespace eutectic::mlir

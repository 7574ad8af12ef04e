// Types of bytecode files; see bytecode_attributes.h.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <limits>

#include "format/mlir/bytecode_attributes.h"

namespace eutectic::mlir {
namespace {

constexpr auto type_layouts = std::to_array<TypeLayout>({
#define BYTECODE_TYPE(dialect, code, form, text) {BytecodeDialect::dialect, code, TypeEncoding::form, text},
#include "format/mlir/bytecode_tables.def"
});

// "2x?x", or nothing for rank 0.
std::string dims_text(const std::vector<int64_t>& dims) {
  std::string out;
  for (int64_t d : dims) out += d < 0 ? std::string("?x") : fmt::format("{}x", d);
  return out;
}

Type opaque(std::string text) {
  Type out;
  out.kind = Type::Kind::Opaque;
  out.text = std::move(text);
  return out;
}

}  // namespace

std::span<const TypeLayout> all_type_layouts() { return type_layouts; }

const TypeLayout* find_type_layout(BytecodeDialect dialect, uint64_t code) {
  for (const TypeLayout& row : type_layouts)
    if (row.dialect == dialect && row.code == code) return &row;
  return nullptr;
}

Type BytecodeAttributes::named_type(std::string_view name) const {
  auto element = element_type_from_stablehlo(name);
  if (!element || !is_array_type(*element)) return opaque(std::string(name));
  Type out;
  out.kind = Type::Kind::Scalar;
  out.shape = Shape::scalar(*element);
  return out;
}

std::vector<Type> BytecodeAttributes::decode_types(BytecodeCursor& in) {
  std::vector<Type> out;
  for (size_t n = in.count("types"); n > 0 && !in.failed(); --n) out.push_back(copy(type(in)));
  return out;
}

Type BytecodeAttributes::decode_tensor(BytecodeCursor& in, bool encoding) {
  Type out;
  out.kind = Type::Kind::Tensor;
  if (encoding) {
    const Attribute* a = attribute(in);
    if (!a) return {};
    if (a->kind == Attribute::Kind::Struct && a->name == "stablehlo.bounds") {
      // As MLIR prints it: #stablehlo.bounds<?, 3>
      for (int64_t bound : a->members.at(0).second.ints)
        out.text += (out.text.empty() ? "" : ", ") + (bound < 0 ? std::string("?") : fmt::format("{}", bound));
      out.text = "#stablehlo.bounds<" + out.text + ">";
    } else {
      out.text = to_string(*a);
    }
  }
  std::vector<int64_t> dims = signed_varints(in);
  for (int64_t& d : dims) {
    if (d == std::numeric_limits<int64_t>::min()) {
      d = -1;
      out.dynamic = true;
    } else if (d < 0) {
      in.fail(fmt::format("a tensor has the dimension {}", d));
    }
  }
  const Type* element = type(in);
  if (!element || in.failed()) return {};
  if (element->kind != Type::Kind::Scalar)
    return opaque(fmt::format("tensor<{}{}>", dims_text(dims), to_string(*element)));
  out.shape = Shape::array(element->shape.type, std::move(dims));
  if (!element->text.empty() && out.text.empty()) out.text = element->text;  // index
  if (!out.dynamic)
    if (auto checked = check_sizes(out.shape); !checked) in.fail(checked.error().front().message);
  return out;
}

std::string BytecodeAttributes::decode_quantized(BytecodeCursor& in, bool per_axis) {
  bool is_signed = in.varint() & 1;
  const Type* storage = type(in);
  const Type* expressed = type(in);
  uint64_t axis = per_axis ? in.varint() : 0;
  std::vector<double> scales;
  std::vector<int64_t> zero_points;
  int64_t low, high;
  auto real = [&] { return std::bit_cast<double>(integer_bits(in, 64)); };
  if (per_axis) {
    low = in.signed_varint();
    high = in.signed_varint();
    for (size_t n = in.count("scales"); n > 0 && !in.failed(); --n) scales.push_back(real());
    zero_points = signed_varints(in);
  } else {
    scales.push_back(real());
    zero_points.push_back(in.signed_varint());
    low = in.signed_varint();
    high = in.signed_varint();
  }
  if (in.failed()) return {};
  if (scales.size() != zero_points.size()) {
    in.fail("a quantized type has not as many scales as zero points");
    return {};
  }
  std::string stored = to_string(*storage);
  if (!is_signed && stored.starts_with('i')) stored = "u" + stored.substr(1);
  // The range is printed unless it is all of the storage type's, as MLIR does.
  int bits = storage->kind == Type::Kind::Scalar ? info(storage->shape.type).bits : 0;
  bool full = bits > 0 && bits < 64 && low == (is_signed ? -(int64_t{1} << (bits - 1)) : 0) &&
              high == (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  std::string out = fmt::format("!quant.uniform<{}{}:{}", stored, full ? "" : fmt::format("<{}:{}>", low, high),
                                to_string(*expressed));
  if (per_axis) out += fmt::format(":{}", axis);
  out += per_axis ? ", {" : ", ";
  for (size_t i = 0; i < scales.size(); ++i) {
    out += fmt::format("{}{:.6e}", i ? "," : "", scales[i]);
    if (zero_points[i] != 0) out += fmt::format(":{}", zero_points[i]);
  }
  return out + (per_axis ? "}>" : ">");
}

Type BytecodeAttributes::decode(Type*, const Entry<Type>& entry, BytecodeCursor& in) {
  uint64_t code = in.varint();
  if (in.failed()) return {};
  const TypeLayout* layout = find_type_layout(dialect_of(entry.dialect), code);
  if (!layout) {
    input_.fail(entry.begin,
                fmt::format("type code {} of dialect '{}' is not known", code, dialect_names_[entry.dialect]), "",
                Severity::Unsupported);
    return {};
  }
  Type out;
  switch (layout->form) {
    case TypeEncoding::Scalar:
      return named_type(layout->text);
    case TypeEncoding::Index:
      out = named_type("i64");
      out.text = "index";
      return out;
    case TypeEncoding::None:
      return out;
    case TypeEncoding::BuiltinInteger: {
      uint64_t word = in.varint();
      static constexpr std::array<std::string_view, 3> prefix = {"i", "si", "ui"};
      if ((word & 3) == 3 || word >> 2 > 0xffffff) {
        in.fail("an integer type's width or signedness is out of range");
        return {};
      }
      return named_type(fmt::format("{}{}", prefix[word & 3], word >> 2));
    }
    case TypeEncoding::Complex: {
      const Type* part = type(in);
      return part ? named_type(fmt::format("complex<{}>", to_string(*part))) : out;
    }
    case TypeEncoding::Tensor:
      return decode_tensor(in, false);
    case TypeEncoding::TensorWithEncoding:
      return decode_tensor(in, true);
    case TypeEncoding::UnrankedTensor: {
      const Type* element = type(in);
      return element ? opaque(fmt::format("tensor<*x{}>", to_string(*element))) : out;
    }
    case TypeEncoding::Tuple:
      out.kind = Type::Kind::Tuple;
      out.elements = decode_types(in);
      return out;
    case TypeEncoding::Function: {
      out.kind = Type::Kind::Function;
      out.elements = decode_types(in);
      out.input_count = out.elements.size();
      for (Type& result : decode_types(in)) out.elements.push_back(std::move(result));
      return out;
    }
    case TypeEncoding::Token:
      out.kind = Type::Kind::Token;
      out.shape = Shape::token();
      return out;
    case TypeEncoding::Quantized:
      return opaque(decode_quantized(in, false));
    case TypeEncoding::QuantizedPerAxis:
      return opaque(decode_quantized(in, true));
    case TypeEncoding::Buffer: {
      std::vector<int64_t> dims = signed_varints(in);
      const Type* element = type(in);
      return element ? opaque(fmt::format("memref<{}{}>", dims_text(dims), to_string(*element))) : out;
    }
    case TypeEncoding::Future: {
      std::string text = "!stablehlo.future<";
      for (bool first = true; const Type& t : decode_types(in)) {
        text += (first ? "" : ", ") + to_string(t);
        first = false;
      }
      return opaque(text + ">");
    }
    case TypeEncoding::Opaque:
      return opaque(std::string(layout->text));
  }
  return out;
}

Type BytecodeAttributes::decode_text(Type*, BytecodeCursor& in) {
  std::string_view text = in.null_terminated("a type's text");
  if (text == "!stablehlo.token") {
    Type out;
    out.kind = Type::Kind::Token;
    out.shape = Shape::token();
    return out;
  }
  return named_type(text);
}

}  // namespace eutectic::mlir

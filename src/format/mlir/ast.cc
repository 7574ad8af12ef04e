// Printing of generic MLIR attributes and types, and look-up of an operation's attributes.
#include "format/mlir/ast.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "format/mlir/lexer.h"

namespace eutectic::mlir {
namespace {

std::string float_text(double value, ElementType type) {
  if (std::isnan(value) || std::isinf(value)) {
    switch (type) {
      case ElementType::F16:
        return std::isnan(value) ? "0x7E00" : value > 0 ? "0x7C00" : "0xFC00";
      case ElementType::BF16:
        return std::isnan(value) ? "0x7FC0" : value > 0 ? "0x7F80" : "0xFF80";
      case ElementType::F64:
        return std::isnan(value) ? "0x7FF8000000000000" : value > 0 ? "0x7FF0000000000000" : "0xFFF0000000000000";
      case ElementType::F8E5M2:
        return std::isnan(value) ? "0x7E" : value > 0 ? "0x7C" : "0xFC";
      case ElementType::F8E4M3FN:
        return "0x7F";
      default:
        return std::isnan(value) ? "0x7FC00000" : value > 0 ? "0x7F800000" : "0xFF800000";
    }
  }
  // Six digits where they are enough, as MLIR prints; else the shortest that reads back.
  std::string six = fmt::format("{:.6e}", value);
  const double back = std::strtod(six.c_str(), nullptr);
  const bool exact = type == ElementType::F64 ? back == value : static_cast<float>(back) == static_cast<float>(value);
  if (exact) return six;
  std::string out = type == ElementType::F64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
  if (out.find('.') == std::string::npos) {
    const size_t e = out.find('e');
    out.insert(e == std::string::npos ? out.size() : e, ".0");
  }
  return out;
}

double float_at(ElementType type, const std::byte* p) {
  const auto read = [&]<class T>(T value) {
    std::memcpy(&value, p, sizeof value);
    return value;
  };
  switch (type) {
    case ElementType::F64:
      return read(double{});
    case ElementType::F32:
      return read(float{});
    case ElementType::F16:
      return static_cast<double>(read(F16{}));
    case ElementType::BF16:
      return static_cast<double>(read(BF16{}));
    case ElementType::F8E5M2:
      return static_cast<double>(read(F8E5M2{}));
    default:
      return static_cast<double>(read(F8E4M3FN{}));
  }
}

std::string element_text(const Literal& literal, int64_t i) {
  const ElementType type = literal.type();
  if (type == ElementType::Pred) return literal.as_int(i) ? "true" : "false";
  const std::byte* p = literal.bytes() + i * info(type).storage_bytes;
  if (is_complex(type)) {
    const ElementType part = part_type(type);
    return fmt::format("({},{})", float_text(float_at(part, p), part),
                       float_text(float_at(part, p + info(part).storage_bytes), part));
  }
  if (is_float(type)) return float_text(float_at(type, p), type);
  if (is_unsigned_int(type)) return fmt::format("{}", static_cast<uint64_t>(literal.as_int(i)));
  return fmt::format("{}", literal.as_int(i));
}

// Above this many elements MLIR prints bytes.
constexpr int64_t most_listed_elements = 100;

std::string elements_text(const Attribute& attribute) {
  const Literal& literal = attribute.literal;
  const int64_t count = literal.element_count();
  std::string type = attribute.type ? to_string(*attribute.type) : to_stablehlo(literal.shape());
  if (count == 0) return fmt::format("dense<> : {}", type);
  const auto bytes = static_cast<size_t>(info(literal.type()).storage_bytes);
  bool splat = true;
  for (int64_t i = 1; splat && i < count; ++i)
    splat = std::memcmp(literal.bytes(), literal.bytes() + static_cast<size_t>(i) * bytes, bytes) == 0;
  if (splat) return fmt::format("dense<{}> : {}", element_text(literal, 0), type);
  std::string out = "dense<";
  if (count > most_listed_elements && literal.type() != ElementType::Pred) {
    out += "\"0x";
    const auto* p = reinterpret_cast<const uint8_t*>(literal.bytes());
    for (size_t i = 0; i < static_cast<size_t>(count) * bytes; ++i) out += fmt::format("{:02X}", p[i]);
    return out + "\"> : " + type;
  }
  const std::vector<int64_t>& dims = literal.dims();
  std::vector<int64_t> index(dims.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    // A list opens for each trailing index that is 0, and closes for each that has reached its end.
    size_t zeros = 0, ends = 0;
    while (zeros < dims.size() && index[dims.size() - 1 - zeros] == 0) ++zeros;
    while (ends < dims.size() && index[dims.size() - 1 - ends] == dims[dims.size() - 1 - ends] - 1) ++ends;
    if (i) out += ", ";
    out.append(zeros, '[');
    out += element_text(literal, i);
    out.append(ends, ']');
    next_index(index, dims);
  }
  return out + "> : " + type;
}

std::string key_text(std::string_view key) { return is_bare_id(key) ? std::string(key) : encode_string(key); }

std::string symbol_text(std::string_view name) { return "@" + key_text(name); }

std::string nested(const Attribute& a, int depth);

std::string members_text(const NamedAttributes& members, int depth) {
  std::string out;
  for (const auto& [key, value] : members) {
    if (!out.empty()) out += ", ";
    out += key_text(key);
    if (value.kind != Attribute::Kind::Unit) out += " = " + nested(value, depth + 1);
  }
  return out;
}

std::string struct_text(const Attribute& a, int depth) {
  std::string out = "#" + a.name + "<";
  bool first = true;
  for (const auto& [key, value] : a.members) {
    if (value.kind == Attribute::Kind::IntArray && value.ints.empty()) continue;
    out += fmt::format("{}{} = ", first ? "" : ", ", key);
    first = false;
    if (value.kind == Attribute::Kind::IntArray) {
      out += fmt::format("[{}]", fmt::join(value.ints, ", "));
    } else if (value.kind == Attribute::Kind::Integer) {
      out += fmt::format("{}", value.integer);
    } else {
      out += nested(value, depth + 1);
    }
  }
  return out + ">";
}

std::string nested(const Attribute& a, int depth) {
  if (depth > 400) return "...";
  switch (a.kind) {
    case Attribute::Kind::Unit:
      return "unit";
    case Attribute::Kind::Bool:
      return a.boolean ? "true" : "false";
    case Attribute::Kind::Integer: {
      const bool unsigned_type = a.type && a.type->kind == Type::Kind::Scalar && is_unsigned_int(a.type->shape.type);
      std::string type = a.type ? to_string(*a.type) : "i64";
      return unsigned_type ? fmt::format("{} : {}", static_cast<uint64_t>(a.integer), type)
                           : fmt::format("{} : {}", a.integer, type);
    }
    case Attribute::Kind::Float: {
      const bool scalar = a.type && a.type->kind == Type::Kind::Scalar;
      return fmt::format("{} : {}", float_text(a.number, scalar ? a.type->shape.type : ElementType::F64),
                         a.type ? to_string(*a.type) : "f64");
    }
    case Attribute::Kind::String:
      return encode_string(a.text);
    case Attribute::Kind::TypeAttr:
      return a.type ? to_string(*a.type) : "none";
    case Attribute::Kind::SymbolRef:
      return symbol_text(a.text);
    case Attribute::Kind::Array: {
      std::string out = "[";
      for (size_t i = 0; i < a.elements.size(); ++i) out += (i ? ", " : "") + nested(a.elements[i], depth + 1);
      return out + "]";
    }
    case Attribute::Kind::IntArray: {
      const std::string type = a.type ? to_string(*a.type) : "i64";
      if (a.ints.empty()) return fmt::format("array<{}>", type);
      if (type != "i1") return fmt::format("array<{}: {}>", type, fmt::join(a.ints, ", "));
      std::string out = "array<i1: ";
      for (size_t i = 0; i < a.ints.size(); ++i) out += fmt::format("{}{}", i ? ", " : "", a.ints[i] != 0);
      return out + ">";
    }
    case Attribute::Kind::Dictionary:
      return "{" + members_text(a.members, depth) + "}";
    case Attribute::Kind::Elements:
      return elements_text(a);
    case Attribute::Kind::Enum: {
      const size_t dot = a.name.find('.');
      if (dot == std::string::npos) return fmt::format("#{}<{}>", a.name, a.text);
      if (a.name.ends_with("result_accuracy_mode")) return fmt::format("#{}<{}>", a.name, a.text);
      return fmt::format("#{}<{} {}>", a.name.substr(0, dot), a.name.substr(dot + 1), a.text);
    }
    case Attribute::Kind::Struct:
      return struct_text(a, depth);
    case Attribute::Kind::Opaque:
      return a.text;
  }
  return "";
}

std::string type_text(const Type& t, int depth) {
  if (depth > 400) return "...";
  const auto list = [&](size_t begin, size_t end) {
    std::string out;
    for (size_t i = begin; i < end && i < t.elements.size(); ++i)
      out += (i > begin ? ", " : "") + type_text(t.elements[i], depth + 1);
    return out;
  };
  switch (t.kind) {
    case Type::Kind::None:
      return "none";
    case Type::Kind::Token:
      return "!stablehlo.token";
    case Type::Kind::Opaque:
      return t.text;
    case Type::Kind::Scalar:
      return t.text == "index" ? t.text : std::string(info(t.shape.type).stablehlo);
    case Type::Kind::Tensor: {
      std::string out = "tensor<";
      for (const int64_t d : t.shape.dims) out += d < 0 ? "?x" : fmt::format("{}x", d);
      if (t.text == "index") return out + "index>";
      out += info(t.shape.type).stablehlo;
      if (!t.text.empty()) out += ", " + t.text;
      return out + ">";
    }
    case Type::Kind::Tuple:
      return "tuple<" + list(0, t.elements.size()) + ">";
    case Type::Kind::Function: {
      const size_t n = t.elements.size();
      const bool bare = n - t.input_count == 1 && t.elements[t.input_count].kind != Type::Kind::Function;
      std::string out = "(" + list(0, t.input_count) + ") -> ";
      return bare ? out + list(t.input_count, n) : out + "(" + list(t.input_count, n) + ")";
    }
  }
  return "";
}

}  // namespace

Attribute::Attribute() = default;
Attribute::Attribute(const Attribute&) = default;
Attribute::Attribute(Attribute&&) noexcept = default;
Attribute& Attribute::operator=(const Attribute&) = default;
Attribute& Attribute::operator=(Attribute&&) noexcept = default;
Attribute::~Attribute() = default;

const Attribute* Operation::find(std::string_view attribute) const {
  for (const auto& [key, value] : attributes)
    if (key == attribute) return &value;
  return nullptr;
}

std::string to_string(const Attribute& attribute) { return nested(attribute, 0); }
std::string to_string(const Type& type) { return type_text(type, 0); }

}  // namespace eutectic::mlir

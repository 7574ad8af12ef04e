// What a written bytecode file holds once and refers to by number; see bytecode_writer.h.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/check.h"
#include "format/mlir/bytecode_writer.h"
#include "format/mlir/words.h"

namespace eutectic::mlir {
namespace {

using Kind = Attribute::Kind;

uint8_t code_of(BytecodeDialect dialect, AttributeEncoding form) {
  for (const AttributeLayout& row : all_attribute_layouts())
    if (row.dialect == dialect && row.form == form) return row.code;
  CHECK(false, "bytecode_tables.def lacks an encoding");
}

uint8_t code_of(TypeEncoding form, std::string_view text = {}) {
  for (const TypeLayout& row : all_type_layouts())
    if (row.dialect == BytecodeDialect::Vhlo && row.form == form && (text.empty() || row.text == text)) return row.code;
  CHECK(false, "bytecode_tables.def lacks a type '{}'", text);
}

const AttributeLayout* layout_of(std::string_view name) {
  for (const AttributeLayout& row : all_attribute_layouts())
    if (row.dialect == BytecodeDialect::Vhlo && row.name == name) return &row;
  return nullptr;
}

// The bytes of a constant: one element where all are equal, eight truth values in a byte.
std::string packed(const Literal& literal) {
  const auto width = static_cast<size_t>(info(literal.type()).storage_bytes);
  const auto count = static_cast<size_t>(literal.element_count());
  std::string data(reinterpret_cast<const char*>(literal.bytes()), count * width);
  bool equal = count > 0;
  for (size_t i = 1; equal && i < count; ++i) equal = std::memcmp(data.data(), data.data() + i * width, width) == 0;
  if (equal) data.resize(width);
  switch (literal.type()) {
    case ElementType::Pred: {
      if (equal) return std::string(1, data[0] ? '\xff' : '\0');
      std::string bits((count + 7) / 8, '\0');
      for (size_t i = 0; i < count; ++i)
        if (data[i]) bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << (i % 8));
      return bits;
    }
    case ElementType::S2:
    case ElementType::U2:
      for (char& c : data) c = static_cast<char>(c & 3);
      return data;
    case ElementType::S4:
    case ElementType::U4:
      for (char& c : data) c = static_cast<char>(c & 15);
      return data;
    default:
      return data;
  }
}

uint64_t float_bits(double value, ElementType type) {
  return dispatch(type, [&]<class T>() -> uint64_t {
    uint64_t bits = 0;
    if constexpr (std::is_constructible_v<T, double> && sizeof(T) <= sizeof bits) {
      const T narrow(value);
      std::memcpy(&bits, &narrow, sizeof narrow);
    }
    return bits;
  });
}

Attribute string_attribute(std::string_view text) {
  Attribute out;
  out.kind = Kind::String;
  out.text = text;
  return out;
}

}  // namespace

void BytecodeSink::varint(uint64_t value) {
  const int bits = 64 - std::countl_zero(value | 1), size = (bits + 6) / 7;  // 7 bits in each byte up to eight of them
  if (size > 8) {
    byte(0);
    for (int i = 0; i < 8; ++i) byte(static_cast<uint8_t>(value >> (8 * i)));
    return;
  }
  value = (value << 1 | 1) << (size - 1);
  for (int i = 0; i < size; ++i) byte(static_cast<uint8_t>(value >> (8 * i)));
}

void BytecodeSink::signed_varint(int64_t value) {
  varint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
}

void BytecodeSink::blob(std::string_view bytes) {
  varint(bytes.size());
  append(bytes);
}

void BytecodeSink::section(uint8_t id, const BytecodeSink& contents) {
  byte(id);
  blob(contents.bytes_);
}

size_t BytecodeTables::Entries::add(Entry entry) {
  const auto [at, is_new] = numbers.try_emplace(std::move(entry), in_order.size());
  if (is_new) in_order.push_back(&at->first);
  return at->second;
}

void BytecodeTables::Entries::write(BytecodeSink& offsets, BytecodeSink& data) const {
  for (size_t begin = 0, end = 0; begin < in_order.size(); begin = end) {
    while (end < in_order.size() && in_order[end]->dialect == in_order[begin]->dialect) ++end;
    offsets.varint(in_order[begin]->dialect);
    offsets.varint(end - begin);
    for (size_t i = begin; i < end; ++i) {
      offsets.varint_with_flag(in_order[i]->bytes.size(), in_order[i]->custom);
      data.append(in_order[i]->bytes);
    }
  }
}

void BytecodeTables::write_entries(BytecodeSink& offsets, BytecodeSink& data) const {
  offsets.varint(attributes_.in_order.size());
  offsets.varint(types_.in_order.size());
  attributes_.write(offsets, data);
  types_.write(offsets, data);
}

void BytecodeTables::write_strings(BytecodeSink& out) const {
  out.varint(strings_.size());
  for (size_t i = strings_.size(); i-- > 0;) out.varint(strings_[i].size() + 1);
  for (const std::string& s : strings_) {
    out.append(s);
    out.byte(0);
  }
}

void BytecodeTables::write_dialects(BytecodeSink& out) const {
  out.varint(dialects_.size());
  for (const std::string& name : dialects_) out.varint_with_flag(string_numbers_.at(name), false);
}

void BytecodeTables::fail(std::string message) {
  if (failure_.empty()) failure_ = std::move(message);
}

size_t BytecodeTables::string(std::string_view text) {
  const auto [at, is_new] = string_numbers_.try_emplace(std::string(text), strings_.size());
  if (is_new) strings_.emplace_back(text);
  return at->second;
}

size_t BytecodeTables::dialect(std::string_view name) {
  for (size_t i = 0; i < dialects_.size(); ++i)
    if (dialects_[i] == name) return i;
  string(name);
  dialects_.emplace_back(name);
  return dialects_.size() - 1;
}

size_t BytecodeTables::vhlo(uint8_t code, const BytecodeSink& rest) {
  BytecodeSink out;
  out.varint(code);
  out.append(rest.bytes());
  return attributes_.add({dialect("vhlo"), true, out.bytes()});
}

size_t BytecodeTables::vhlo_type(uint8_t code, const BytecodeSink& rest) {
  BytecodeSink out;
  out.varint(code);
  out.append(rest.bytes());
  return types_.add({dialect("vhlo"), true, out.bytes()});
}

size_t BytecodeTables::element_type(ElementType type) {
  BytecodeSink none;
  if (!is_complex(type)) return vhlo_type(code_of(TypeEncoding::Scalar, info(type).stablehlo), none);
  none.varint(element_type(part_type(type)));
  return vhlo_type(code_of(TypeEncoding::Complex), none);
}

size_t BytecodeTables::type(const Type& t) {
  BytecodeSink out;
  switch (t.kind) {
    case Type::Kind::None:
      return vhlo_type(code_of(TypeEncoding::None), out);
    case Type::Kind::Token:
      return vhlo_type(code_of(TypeEncoding::Token), out);
    case Type::Kind::Scalar:
      return t.text == "index" ? vhlo_type(code_of(TypeEncoding::Index), out) : element_type(t.shape.type);
    case Type::Kind::Tensor: {
      const bool index = t.text == "index", bounded = t.text.starts_with("#stablehlo.bounds<");
      if (!t.text.empty() && !index && !bounded) fail(fmt::format("the encoding '{}' of a tensor", t.text));
      if (bounded) {
        BytecodeSink bounds;
        std::vector<int64_t> sizes;
        for_each_word(std::string_view(t.text).substr(18, t.text.size() - 19), [&](std::string_view word) {
          sizes.push_back(word.starts_with('?') ? std::numeric_limits<int64_t>::min() : std::stoll(std::string(word)));
        });
        bounds.varint(sizes.size());
        for (const int64_t n : sizes) bounds.signed_varint(n);
        out.varint(vhlo(layout_of("stablehlo.bounds")->code, bounds));
      }
      out.varint(t.shape.dims.size());
      for (const int64_t d : t.shape.dims) out.signed_varint(d < 0 ? std::numeric_limits<int64_t>::min() : d);
      BytecodeSink none;
      out.varint(index ? vhlo_type(code_of(TypeEncoding::Index), none) : element_type(t.shape.type));
      return vhlo_type(code_of(bounded ? TypeEncoding::TensorWithEncoding : TypeEncoding::Tensor), out);
    }
    case Type::Kind::Tuple:
      out.varint(t.elements.size());
      for (const Type& e : t.elements) out.varint(type(e));
      return vhlo_type(code_of(TypeEncoding::Tuple), out);
    case Type::Kind::Function:
      out.varint(t.input_count);
      for (size_t i = 0; i < t.elements.size(); ++i) {
        if (i == t.input_count) out.varint(t.elements.size() - t.input_count);
        out.varint(type(t.elements[i]));
      }
      if (t.elements.size() == t.input_count) out.varint(0);
      return vhlo_type(code_of(TypeEncoding::Function), out);
    case Type::Kind::Opaque:
      for (const TypeLayout& row : all_type_layouts())
        if (row.dialect == BytecodeDialect::Vhlo && row.text == t.text) return vhlo_type(row.code, out);
      fail(fmt::format("the type '{}'", t.text));
      return 0;
  }
  return 0;
}

size_t BytecodeTables::enumerated(std::string_view name, std::string_view value) {
  const AttributeLayout* row = layout_of(name);
  BytecodeSink out;
  bool found = false;
  uint64_t i = 0;
  if (row)
    for_each_word(row->detail, [&](std::string_view word) {
      if (word == value) {
        out.varint(i);
        found = true;
      }
      ++i;
    });
  if (!found) fail(fmt::format("the value {} of '{}'", value, name));
  return found ? vhlo(row->code, out) : 0;
}

size_t BytecodeTables::number(const Attribute& a) {
  Type t;
  if (a.type) {
    t = *a.type;
  } else {
    t.kind = Type::Kind::Scalar;
    t.shape = Shape::scalar(a.kind == Kind::Float ? ElementType::F32 : ElementType::S64);
  }
  BytecodeSink out;
  out.varint(type(t));
  const int width = info(t.shape.type).bits;
  auto bits = static_cast<uint64_t>(a.integer);
  if (a.kind == Kind::Float) {
    bits = float_bits(a.number, t.shape.type);
  } else if (width < 64) {
    bits &= (uint64_t{1} << width) - 1;
  }
  if (width <= 8)
    out.byte(static_cast<uint8_t>(bits));
  else
    out.signed_varint(static_cast<int64_t>(bits));
  return vhlo(
      code_of(BytecodeDialect::Vhlo, a.kind == Kind::Float ? AttributeEncoding::Float : AttributeEncoding::Integer),
      out);
}

size_t BytecodeTables::elements(const Attribute& a) {
  BytecodeSink out;
  Type t;
  if (a.type) {
    t = *a.type;
  } else {
    t.kind = Type::Kind::Tensor;
    t.shape = a.literal.shape();
  }
  out.varint(type(t));
  out.blob(packed(a.literal));
  return vhlo(code_of(BytecodeDialect::Vhlo, AttributeEncoding::Elements), out);
}

size_t BytecodeTables::integers(const Attribute& a) {
  Attribute out;
  out.kind = Kind::Elements;
  const ElementType type = a.type ? a.type->shape.type : ElementType::S64;
  out.literal = Literal::zeros(Shape::array(type, {std::ssize(a.ints)}));
  const auto width = static_cast<size_t>(info(type).storage_bytes);
  for (size_t i = 0; i < a.ints.size(); ++i)
    std::memcpy(out.literal.mutable_bytes() + i * width, &a.ints[i], std::min(width, sizeof a.ints[i]));
  return elements(out);
}

size_t BytecodeTables::api_version(int64_t value) {
  return enumerated("stablehlo.api_version", fmt::format("{}", value));
}

size_t BytecodeTables::structure(const Attribute& a) {
  const AttributeLayout* row = layout_of(a.name);
  if (!row || row->form != AttributeEncoding::Struct) return as_text(a);
  BytecodeSink out;
  for_each_word(row->detail, [&](std::string_view field) {
    const std::string_view name = field.substr(0, field.find(':')), kind = field.substr(field.find(':') + 1);
    const auto given = std::ranges::find_if(a.members, [&](const auto& m) { return m.first == name; });
    const Attribute value = given == a.members.end() ? Attribute() : given->second;
    if (kind == "ints") {
      out.varint(value.ints.size());
      for (const int64_t v : value.ints) out.signed_varint(v);
    } else if (kind.ends_with("int")) {
      out.signed_varint(value.integer);
    } else if (kind == "nonzero_double") {
      out.signed_varint(std::bit_cast<int64_t>(value.number));
    } else if (given != a.members.end()) {
      out.varint(attribute(value));
    } else {
      fail(fmt::format("#{} without '{}'", a.name, name));
    }
  });
  return vhlo(row->code, out);
}

// Attributes of other dialects; MLIR's reader parses them.
size_t BytecodeTables::as_text(const Attribute& a) {
  const std::string text = to_string(a);
  if (!text.starts_with("#sdy")) {
    fail(fmt::format("the attribute {}", text.substr(0, 60)));
    return 0;
  }
  BytecodeSink out;
  out.append(text);
  out.byte(0);
  return attributes_.add({dialect("sdy"), false, out.bytes()});
}

size_t BytecodeTables::attribute(const Attribute& a) {
  BytecodeSink out;
  const auto add = [&](AttributeEncoding form) { return vhlo(code_of(BytecodeDialect::Vhlo, form), out); };
  switch (a.kind) {
    case Kind::Bool:
      out.varint(a.boolean ? 1 : 0);
      return add(AttributeEncoding::Bool);
    case Kind::Integer:
    case Kind::Float:
      return number(a);
    case Kind::String:
    case Kind::SymbolRef:
      out.varint(string(a.text));
      return add(AttributeEncoding::String);
    case Kind::TypeAttr:
      out.varint(type(*a.type));
      return add(AttributeEncoding::TypeAttr);
    case Kind::Array:
      out.varint(a.elements.size());
      for (const Attribute& e : a.elements) out.varint(attribute(e));
      return add(AttributeEncoding::Array);
    case Kind::IntArray:
      return integers(a);
    case Kind::Dictionary:
      out.varint(a.members.size());
      for (const auto& [name, value] : a.members) {
        out.varint(attribute(string_attribute(name)));
        out.varint(attribute(value));
      }
      return add(AttributeEncoding::Dictionary);
    case Kind::Elements:
      return elements(a);
    case Kind::Enum:
      return enumerated(a.name, a.text);
    case Kind::Struct:
      return structure(a);
    case Kind::Opaque:
      return as_text(a);
    case Kind::Unit:
      break;
  }
  fail("a unit attribute");
  return 0;
}

size_t BytecodeTables::builtin_type(const Type& type) {
  BytecodeSink out;
  out.append(to_string(type));
  out.byte(0);
  return types_.add({dialect("builtin"), false, out.bytes()});
}

size_t BytecodeTables::builtin_string(std::string_view text) {
  BytecodeSink out;
  out.varint(code_of(BytecodeDialect::Builtin, AttributeEncoding::String));
  out.varint(string(text));
  return attributes_.add({dialect("builtin"), true, out.bytes()});
}

size_t BytecodeTables::builtin_attribute(const Attribute& a) {
  if (a.kind == Kind::String) return builtin_string(a.text);
  if (to_string(a).starts_with("#sdy")) return as_text(a);
  BytecodeSink out;
  out.append(to_string(a));
  out.byte(0);
  return attributes_.add({dialect("builtin"), false, out.bytes()});
}

size_t BytecodeTables::dictionary(const NamedAttributes& members, bool builtin) {
  BytecodeSink out;
  out.varint(code_of(BytecodeDialect::Builtin, AttributeEncoding::Dictionary));
  out.varint(members.size());
  for (const auto& [name, value] : members) {
    out.varint(builtin_string(name));
    out.varint(builtin ? builtin_attribute(value) : attribute(value));
  }
  return attributes_.add({dialect("builtin"), true, out.bytes()});
}

size_t BytecodeTables::location_of(const Loc& loc) {
  BytecodeSink out;
  const auto start = [&](AttributeEncoding form) { out.varint(code_of(BytecodeDialect::Builtin, form)); };
  switch (loc.kind) {
    case Loc::Kind::Unknown:
      start(AttributeEncoding::UnknownLoc);
      break;
    case Loc::Kind::File: {
      // Ranges have an encoding that older readers lack.
      const size_t file = builtin_string(loc.text);
      start(AttributeEncoding::FileLoc);
      out.varint(file);
      out.varint(static_cast<uint64_t>(std::max(loc.line, 0)));
      out.varint(static_cast<uint64_t>(std::max(loc.column, 0)));
      break;
    }
    case Loc::Kind::Name: {
      const size_t name = builtin_string(loc.text);
      start(AttributeEncoding::NameLoc);
      out.varint(name);
      out.varint(location(loc.children.empty() ? LocId() : loc.children[0]));
      break;
    }
    case Loc::Kind::CallSite:
      start(AttributeEncoding::CallSiteLoc);
      for (const LocId child : loc.children) out.varint(location(child));
      break;
    case Loc::Kind::Fused:
      start(AttributeEncoding::FusedLoc);
      out.varint(loc.children.size());
      for (const LocId child : loc.children) out.varint(location(child));
      break;
  }
  return attributes_.add({dialect("builtin"), true, out.bytes()});
}

size_t BytecodeTables::location(LocId id) {
  if (!id.valid()) return location_of(Loc{});
  if (location_numbers_.empty()) location_numbers_.assign(locs_.size(), SIZE_MAX);
  // Chains are long, one link for each frame of a Python stack: children first, without recursion.
  std::vector<LocId> stack = {id};
  while (!stack.empty()) {
    const LocId top = stack.back();
    if (location_numbers_[top.index()] != SIZE_MAX) {
      stack.pop_back();
      continue;
    }
    const size_t before = stack.size();
    for (const LocId child : locs_[top].children)
      if (child.valid() && location_numbers_[child.index()] == SIZE_MAX) stack.push_back(child);
    if (stack.size() > before) continue;
    location_numbers_[top.index()] = location_of(locs_[top]);
    stack.pop_back();
  }
  return location_numbers_[id.index()];
}

}  // namespace eutectic::mlir

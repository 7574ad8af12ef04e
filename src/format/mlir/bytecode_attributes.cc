// Entries of the attribute and type sections, their resolution by index, and attributes; numbers are in
// bytecode_numbers.cc, types in bytecode_types.cc, locations in bytecode_locations.cc.
#include "format/mlir/bytecode_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "format/mlir/words.h"

namespace eutectic::mlir {
namespace {

constexpr int nesting_limit = 200;

constexpr auto attribute_layouts = std::to_array<AttributeLayout>({
#define BYTECODE_ATTRIBUTE(dialect, code, form, name, detail) \
  {BytecodeDialect::dialect, code, AttributeEncoding::form, name, detail},
#include "format/mlir/bytecode_tables.def"
});

// Memory in units of about what an Attribute takes.
size_t node_count(const Type& type) {
  size_t n = 1 + type.shape.dims.size() / 16 + type.text.size() / 128;
  for (const Type& e : type.elements) n += node_count(e);
  return n;
}
size_t node_count(const Attribute& a) {
  size_t n = 1 + a.ints.size() / 16 + a.text.size() / 128 + a.literal.shape().dims.size() / 16;
  if (a.type) n += node_count(*a.type);
  for (const Attribute& e : a.elements) n += node_count(e);
  for (const auto& [name, value] : a.members) n += node_count(value) + name.size() / 128;
  return n;
}

Attribute make(Attribute::Kind kind) {
  Attribute out;
  out.kind = kind;
  return out;
}

// Structs that are only carried: "#name<a = 1, b = [...]>"; without a name, "(a)b", which is how
// MLIR prints the parts of an axis.
Attribute as_text(const Attribute& a) {
  Attribute out = make(Attribute::Kind::Opaque);
  if (a.name.empty() && a.members.size() == 2) {
    out.text = fmt::format("({}){}", a.members[0].second.integer, a.members[1].second.integer);
    return out;
  }
  for (const auto& [name, value] : a.members)
    out.text +=
        fmt::format("{}{} = {}", out.text.empty() ? "" : ", ", name,
                    value.kind == Attribute::Kind::Integer ? fmt::format("{}", value.integer) : to_string(value));
  out.text = fmt::format("#{}<{}>", a.name, out.text);
  return out;
}

}  // namespace

std::span<const AttributeLayout> all_attribute_layouts() { return attribute_layouts; }

const AttributeLayout* find_attribute_layout(BytecodeDialect dialect, uint64_t code) {
  for (const AttributeLayout& row : attribute_layouts)
    if (row.dialect == dialect && row.code == code) return &row;
  return nullptr;
}

void BytecodeAttributes::charge(size_t nodes) {
  copied_nodes_ += nodes;
  if (copied_nodes_ > 20'000 + input_.bytes().size())
    input_.fail(0,
                "attributes and types refer to each other so often that the program would be "
                "far larger than its file");
}

Attribute BytecodeAttributes::copy(const Attribute* attribute) {
  if (!attribute) return {};
  charge(node_count(*attribute));
  return input_.failed() ? Attribute{} : *attribute;
}

Type BytecodeAttributes::copy(const Type* type) {
  if (!type) return {};
  charge(node_count(*type));
  return input_.failed() ? Type{} : *type;
}

BytecodeDialect BytecodeAttributes::dialect_of(uint32_t dialect) const { return dialect_kinds_[dialect]; }

template <class T>
void BytecodeAttributes::open_entries(std::vector<Entry<T>>& entries, size_t count, BytecodeCursor& offsets,
                                      BytecodeCursor& data, const std::vector<std::string_view>& dialects) {
  while (entries.size() < count && !offsets.failed()) {
    size_t dialect = offsets.index(dialects.size(), "dialect");
    size_t group = offsets.count("entries of a dialect");
    if (group > count - entries.size() && !offsets.failed()) offsets.fail("a dialect has more entries than there are");
    for (; group > 0 && !offsets.failed(); --group) {
      Entry<T> entry;
      uint64_t size = offsets.varint_with_flag(entry.custom);
      entry.dialect = static_cast<uint32_t>(dialect);
      entry.begin = data.position();
      data.bytes(size, "an attribute or type");
      entry.end = data.position();
      entries.push_back(std::move(entry));
    }
  }
}

void BytecodeAttributes::open(const std::vector<std::string_view>& strings,
                              const std::vector<std::string_view>& dialects, BytecodeCursor offsets,
                              BytecodeCursor data) {
  strings_ = &strings;
  dialect_names_ = dialects;
  for (std::string_view name : dialects)
    dialect_kinds_.push_back(name == "builtin" ? BytecodeDialect::Builtin
                             : name == "vhlo"  ? BytecodeDialect::Vhlo
                             : name == "sdy"   ? BytecodeDialect::Shardy
                                               : BytecodeDialect::Other);
  size_t attribute_count = offsets.count("attributes");
  size_t type_count = offsets.count("types");
  open_entries(attributes_, attribute_count, offsets, data, dialects);
  open_entries(types_, type_count, offsets, data, dialects);
  offsets.expect_end("the list of attributes and types");
}

template <class T>
const T* BytecodeAttributes::resolve(std::vector<Entry<T>>& entries, size_t index, std::string_view what) {
  Entry<T>& entry = entries[index];
  if (entry.state == State::Done) return entry.value.get();
  if (entry.state == State::InProgress) {
    input_.fail(entry.begin, fmt::format("{} {} contains itself", what, index));
    return nullptr;
  }
  if (depth_ >= nesting_limit) {
    input_.fail(entry.begin, fmt::format("attributes and types nest deeper than {}", nesting_limit));
    return nullptr;
  }
  entry.state = State::InProgress;
  ++depth_;
  BytecodeCursor in(input_, entry.begin, entry.end);
  T* tag = nullptr;
  T value = entry.custom ? decode(tag, entry, in) : decode_text(tag, in);
  --depth_;
  in.expect_end(what);
  if (input_.failed()) return nullptr;
  charge(node_count(value));
  entry.value = std::make_unique<T>(std::move(value));
  entry.state = State::Done;
  return entry.value.get();
}

const Attribute* BytecodeAttributes::attribute(BytecodeCursor& at) {
  size_t index = at.index(attributes_.size(), "attribute");
  return at.failed() ? nullptr : resolve(attributes_, index, "attribute");
}

const Attribute* BytecodeAttributes::optional_attribute(BytecodeCursor& at) {
  bool present = false;
  uint64_t index = at.varint_with_flag(present);
  if (at.failed() || !present) return nullptr;
  if (index >= attributes_.size()) {
    at.fail(fmt::format("attribute {} does not exist; there are {}", index, attributes_.size()));
    return nullptr;
  }
  return resolve(attributes_, index, "attribute");
}

const Type* BytecodeAttributes::type(BytecodeCursor& at) {
  size_t index = at.index(types_.size(), "type");
  return at.failed() ? nullptr : resolve(types_, index, "type");
}

const Type* BytecodeAttributes::type_with_flag(BytecodeCursor& at, bool& flag) {
  uint64_t index = at.varint_with_flag(flag);
  if (at.failed()) return nullptr;
  if (index >= types_.size()) {
    at.fail(fmt::format("type {} does not exist; there are {}", index, types_.size()));
    return nullptr;
  }
  return resolve(types_, index, "type");
}

LocId BytecodeAttributes::location(BytecodeCursor& at) {
  size_t index = at.index(attributes_.size(), "location");
  return at.failed() ? LocId() : resolve_location(index);
}

std::string_view BytecodeAttributes::string(BytecodeCursor& at) const {
  size_t index = at.index(strings_->size(), "string");
  return at.failed() ? std::string_view() : (*strings_)[index];
}

std::string BytecodeAttributes::string_attribute(BytecodeCursor& in, std::string_view what) {
  const Attribute* a = attribute(in);
  if (!a) return {};
  if (a->kind != Attribute::Kind::String) {
    in.fail(fmt::format("{} is not a string", what));
    return {};
  }
  return a->text;
}

std::vector<int64_t> BytecodeAttributes::signed_varints(BytecodeCursor& in) {
  std::vector<int64_t> out(in.count("numbers"));
  for (int64_t& v : out) v = in.signed_varint();
  return out;
}

Attribute BytecodeAttributes::decode(Attribute*, const Entry<Attribute>& entry, BytecodeCursor& in) {
  if (dialect_of(entry.dialect) == BytecodeDialect::Shardy) return decode_shardy(entry, in);
  uint64_t code = in.varint();
  if (in.failed()) return {};
  BytecodeDialect dialect = dialect_of(entry.dialect);
  const AttributeLayout* layout = find_attribute_layout(dialect, code);
  if (!layout || layout->form == AttributeEncoding::Refused) {
    input_.fail(
        entry.begin,
        layout ? fmt::format("{} attributes are not supported", layout->name)
               : fmt::format("attribute code {} of dialect '{}' is not known", code, dialect_names_[entry.dialect]),
        dialect == BytecodeDialect::Other ? "only portable StableHLO artifacts are read: "
                                            "stablehlo.serialize_portable_artifact, jax.export"
                                          : "",
        Severity::Unsupported);
    return {};
  }
  using Kind = Attribute::Kind;
  switch (layout->form) {
    case AttributeEncoding::Array: {
      Attribute out = make(Kind::Array);
      for (size_t n = in.count("elements"); n > 0 && !in.failed(); --n) out.elements.push_back(copy(attribute(in)));
      return out;
    }
    case AttributeEncoding::Dictionary: {
      Attribute out = make(Kind::Dictionary);
      for (size_t n = in.count("members", 2); n > 0 && !in.failed(); --n) {
        std::string name = string_attribute(in, "the name of a dictionary's member");
        out.members.emplace_back(std::move(name), copy(attribute(in)));
      }
      std::sort(out.members.begin(), out.members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      return out;
    }
    case AttributeEncoding::String: {
      Attribute out = make(Kind::String);
      out.text = string(in);
      return out;
    }
    case AttributeEncoding::StringWithType: {
      Attribute out = make(Kind::String);
      out.text = string(in);
      type(in);
      return out;
    }
    case AttributeEncoding::SymbolRef:
    case AttributeEncoding::NestedSymbolRef: {
      Attribute out = make(Kind::SymbolRef);
      out.text = string_attribute(in, "a symbol's name");
      if (layout->form == AttributeEncoding::NestedSymbolRef)
        for (size_t n = in.count("symbols"); n > 0 && !in.failed(); --n)
          if (const Attribute* leaf = attribute(in)) out.text += "::@" + leaf->text;
      return out;
    }
    case AttributeEncoding::TypeAttr: {
      Attribute out = make(Kind::TypeAttr);
      out.type = std::make_shared<Type>(copy(type(in)));
      return out;
    }
    case AttributeEncoding::Unit:
      return make(Kind::Unit);
    case AttributeEncoding::Bool: {
      Attribute out = make(Kind::Bool);
      uint64_t value = in.varint();
      if (value > 1) in.fail(fmt::format("a boolean has the value {}", value));
      out.boolean = value == 1;
      return out;
    }
    case AttributeEncoding::Integer:
      return decode_integer(in);
    case AttributeEncoding::Float:
      return decode_float(in);
    case AttributeEncoding::Enum:
    case AttributeEncoding::EnumAsInteger: {
      uint64_t value = in.varint(), i = 0;
      std::string_view text;
      for_each_word(layout->detail, [&](std::string_view word) {
        if (i++ == value && word != "-") text = word;
        return i <= value;
      });
      if (text.empty()) in.fail(fmt::format("{} has no value {}", layout->name, value));
      Attribute out = make(layout->form == AttributeEncoding::Enum ? Kind::Enum : Kind::Integer);
      if (out.kind == Kind::Enum) {
        out.name = layout->name;
        out.text = text;
      } else {
        out.integer = static_cast<int64_t>(value);
        out.type = std::make_shared<Type>(named_type("i32"));
      }
      return out;
    }
    case AttributeEncoding::Struct:
      return decode_struct(*layout, in);
    case AttributeEncoding::Text:
      return as_text(decode_struct(*layout, in));
    case AttributeEncoding::DenseArray:
      return decode_dense_array(in);
    case AttributeEncoding::Elements:
      return decode_elements(in);
    default: {
      // A location as an attribute: carried without its contents.
      in = BytecodeCursor(input_, entry.end, entry.end);
      Attribute out = make(Kind::Opaque);
      out.text = "loc(unknown)";
      return out;
    }
  }
}

Attribute BytecodeAttributes::decode_struct(const AttributeLayout& layout, BytecodeCursor& in) {
  Attribute out = make(Attribute::Kind::Struct);
  out.name = layout.name;
  for_each_word(layout.detail, [&](std::string_view field) {
    size_t colon = field.find(':');
    std::string name(field.substr(0, colon));
    std::string_view kind = field.substr(colon + 1);
    Attribute value;
    if (kind == "ints") {
      value = make(Attribute::Kind::IntArray);
      value.ints = signed_varints(in);
    } else if (kind == "int" || kind == "nonzero_int") {
      value = make(Attribute::Kind::Integer);
      value.integer = in.signed_varint();
      if (value.integer == 0 && kind == "nonzero_int") return !in.failed();
    } else if (kind == "nonzero_double") {
      value = make(Attribute::Kind::Float);
      value.number = std::bit_cast<double>(integer_bits(in, 64));
      if (value.number == 0) return !in.failed();
    } else {
      const Attribute* a = nullptr;
      if (kind == "attribute" || kind == "symbol") a = attribute(in);
      if (kind == "flagged_attribute" && in.varint() != 0) a = attribute(in);
      if (kind == "optional_attribute") a = optional_attribute(in);
      if (!a) return !in.failed();
      value = copy(a);
      if (kind == "symbol" && value.kind == Attribute::Kind::String) value.kind = Attribute::Kind::SymbolRef;
    }
    out.members.emplace_back(std::move(name), std::move(value));
    return !in.failed();
  });
  return out;
}

Attribute BytecodeAttributes::decode_text(Attribute*, BytecodeCursor& in) {
  std::string text(in.null_terminated("an attribute's text"));
  if (in.failed()) return {};
  // The text parser decides what it is; what it does not know is carried as written.
  Result<Program> parsed = parse_text("module attributes {a = " + text + "} {}", "");
  if (parsed)
    if (const Attribute* value = parsed->module.find("a")) return *value;
  Attribute out = make(Attribute::Kind::Opaque);
  out.text = std::move(text);
  return out;
}

}  // namespace eutectic::mlir

// Conversions of single MLIR attributes to the spellings that HLO uses. No knowledge of ops.
#include <cctype>

#include "format/stablehlo/import.h"
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {

using mlir::Attribute;

std::optional<std::vector<int64_t>> to_ints(const Attribute& a) {
  std::vector<int64_t> out;
  switch (a.kind) {
    case Attribute::Kind::IntArray:
      return a.ints;
    case Attribute::Kind::Elements: {
      if (!a.literal.shape().is_array() || is_float(a.literal.type()) || is_complex(a.literal.type()))
        return std::nullopt;
      int64_t n = a.literal.element_count();
      if (a.splat) {
        // A short text may state a huge list; none that an op takes is long.
        n = a.type ? a.type->shape.element_count() : 1;
        if (n > (1 << 16)) return std::nullopt;
        out.assign(static_cast<size_t>(n), a.literal.as_int());
        return out;
      }
      for (int64_t i = 0; i < n; ++i) out.push_back(a.literal.as_int(i));
      return out;
    }
    case Attribute::Kind::Array:
      for (const Attribute& e : a.elements) {
        if (e.kind == Attribute::Kind::Bool)
          out.push_back(e.boolean);
        else if (e.kind == Attribute::Kind::Integer)
          out.push_back(e.integer);
        else
          return std::nullopt;
      }
      return out;
    default:
      return std::nullopt;
  }
}

const Attribute* member(const mlir::NamedAttributes& members, std::string_view name) {
  for (const auto& [key, value] : members)
    if (key == name) return &value;
  return nullptr;
}

std::string key_text(std::string_view key) {
  bool bare = !key.empty() && (std::isalpha(static_cast<unsigned char>(key[0])) || key[0] == '_');
  for (char c : key)
    bare &= (std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80) || c == '_' ||
            c == '.' || c == '$';
  if (bare) return std::string(key);
  Attribute text;
  text.kind = Attribute::Kind::String;
  text.text = key;
  return mlir::to_string(text);
}

std::string hlo_quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f)
          out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        else
          out += c;
    }
  }
  return out + '"';
}

std::string frontend_attributes_text(const Attribute& dictionary) {
  // HLO prints them sorted by key.
  std::map<std::string, std::string> sorted;
  for (const auto& [key, value] : dictionary.members)
    sorted[key] = value.kind == Attribute::Kind::String ? hlo_quoted(value.text) : mlir::to_string(value);
  std::string out = "{";
  for (const auto& [key, value] : sorted) {
    if (out.size() > 1) out += ',';
    out += key + '=' + value;
  }
  return out + '}';
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string precision_text(const Attribute* attribute) {
  if (!attribute || attribute->kind != Attribute::Kind::Array) return "";
  std::string out = "{";
  bool all_default = true;
  for (const Attribute& e : attribute->elements) {
    if (out.size() > 1) out += ',';
    out += lower(e.text);
    all_default &= e.text == "DEFAULT" || e.text.empty();
  }
  return all_default ? "" : out + '}';
}

std::string groups_text(const Attribute& attribute) {
  auto values = attribute.kind == Attribute::Kind::Elements ? to_ints(attribute) : std::nullopt;
  const std::vector<int64_t>& dims =
      attribute.splat && attribute.type ? attribute.type->shape.dims : attribute.literal.dims();
  if (!values || dims.size() != 2) return mlir::to_string(attribute);
  int64_t rows = dims[0], columns = dims[1];
  std::string out = "{";
  for (int64_t r = 0; r < rows; ++r) {
    out += r ? ",{" : "{";
    bool first = true;
    for (int64_t c = 0; c < columns; ++c) {
      int64_t v = (*values)[static_cast<size_t>(r * columns + c)];
      if (v < 0) continue;  // padding of shorter groups
      out += fmt::format("{}{}", first ? "" : ",", v);
      first = false;
    }
    out += '}';
  }
  return out + '}';
}

std::string NameMaker::sanitize(std::string_view name) {
  std::string out;
  // HLO names begin with a letter or '_'.
  if (name.empty() || (!std::isalpha(static_cast<unsigned char>(name[0])) && name[0] != '_')) out += '_';
  for (size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    bool ok = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
    // A bad first character has become the '_' already.
    if (ok || i > 0) out += ok ? c : '_';
  }
  return out;
}

std::string NameMaker::next(std::string_view base) {
  std::string name = sanitize(base);
  int n = ++counts_[name];
  return fmt::format("{}.{}", name, n);
}

}  // namespace eutectic::stablehlo

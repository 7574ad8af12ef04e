// Attributes of MLIR text. Those of StableHLO that the importer reads become Struct and Enum;
// all other dialects' attributes are kept as text.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "format/mlir/parser.h"

namespace eutectic::mlir {

Attribute Parser::integer_attribute(int64_t value, ElementType type) {
  Attribute out;
  out.kind = Attribute::Kind::Integer;
  out.integer = value;
  out.type = std::make_shared<Type>();
  out.type->kind = Type::Kind::Scalar;
  out.type->shape = Shape::scalar(type);
  return out;
}
Attribute Parser::ints_attribute(std::vector<int64_t> values) {
  Attribute out;
  out.kind = Attribute::Kind::IntArray;
  out.ints = std::move(values);
  return out;
}
Attribute Parser::string_attribute(std::string text) {
  Attribute out;
  out.kind = Attribute::Kind::String;
  out.text = std::move(text);
  return out;
}
Attribute Parser::symbol_attribute(std::string text) {
  Attribute out;
  out.kind = Attribute::Kind::SymbolRef;
  out.text = std::move(text);
  return out;
}
Attribute Parser::enum_attribute(std::string_view name, std::string_view value) {
  Attribute out;
  out.kind = Attribute::Kind::Enum;
  out.name = name;
  out.text = value;
  return out;
}
Attribute Parser::type_attribute(Type type) {
  Attribute out;
  out.kind = Attribute::Kind::TypeAttr;
  out.type = std::make_shared<Type>(std::move(type));
  return out;
}

// An Attribute takes far more memory than "1," does in the file.
bool Parser::count_attribute() {
  if (++attribute_count_ <= 65536 + text_.size() / 16) return true;
  return fail(tok_.begin, "too many attributes for a file of this size",
              "write lists of numbers as array<i64: ...> or dense<...>");
}

bool Parser::parse_integer(int64_t& out) {
  const bool negative = is(Tok::Minus);
  if (negative) advance();
  if (!is(Tok::Integer)) return fail_expected("an integer");
  const std::string_view digits = text();
  const bool hex = digits.starts_with("0x");
  uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, status] = std::from_chars(digits.data() + (hex ? 2 : 0), end, value, hex ? 16 : 10);
  if (status != std::errc() || stop != end || (negative && value > (uint64_t{1} << 63)))
    return fail(tok_.begin, "this integer does not fit in 64 bits");
  out = static_cast<int64_t>(negative ? 0 - value : value);
  advance();
  return true;
}

bool Parser::parse_integer_list(std::vector<int64_t>& out) {
  if (!expect(Tok::LSquare)) return false;
  if (accept(Tok::RSquare)) return true;
  do {
    if (accept_word("true")) {
      out.push_back(1);
    } else if (accept_word("false")) {
      out.push_back(0);
    } else if (!parse_integer(out.emplace_back())) {
      return false;
    }
  } while (accept(Tok::Comma));
  return expect(Tok::RSquare);
}

namespace {
// The value of a hexadecimal float attribute: the bits of its type.
double float_of_bits(uint64_t bits, ElementType type) {
  switch (type) {
    case ElementType::F64:
      return std::bit_cast<double>(bits);
    case ElementType::F32:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case ElementType::F16:
      return narrow_to_double(static_cast<uint32_t>(bits), 5, 10, true);
    case ElementType::BF16:
      return narrow_to_double(static_cast<uint32_t>(bits), 8, 7, true);
    case ElementType::F8E5M2:
      return narrow_to_double(static_cast<uint32_t>(bits), 5, 2, true);
    default:
      return narrow_to_double(static_cast<uint32_t>(bits), 4, 3, false);
  }
}

// The nearest number that the type holds: bytecode has that one, so text must not keep a closer one.
double rounded(double value, ElementType type) {
  switch (type) {
    case ElementType::F64:
      return value;
    case ElementType::F32:
      return static_cast<float>(value);
    case ElementType::F16:
      return static_cast<double>(F16(value));
    case ElementType::BF16:
      return static_cast<double>(BF16(value));
    case ElementType::F8E5M2:
      return static_cast<double>(F8E5M2(value));
    default:
      return static_cast<double>(F8E4M3FN(value));
  }
}
}  // namespace

bool Parser::parse_number(Attribute& out, bool typed) {
  const size_t begin = tok_.begin;
  const bool negative = is(Tok::Minus);
  Token number = tok_;
  if (negative) {
    const Token sign = tok_;
    number = lexer_.next();
    lexer_.seat(sign.end);
  }
  if (number.kind == Tok::Float) {
    if (negative) advance();
    const std::string_view digits = text();
    double value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, status] = std::from_chars(digits.data(), end, value);
    if (stop != end || (status != std::errc() && status != std::errc::result_out_of_range))
      return fail(begin, "malformed number");
    // Out of range: tiny numbers are 0, huge ones infinite. A negative exponent tells which.
    if (status == std::errc::result_out_of_range)
      value = digits.find("e-") != std::string_view::npos || digits.find("E-") != std::string_view::npos
                  ? 0
                  : std::numeric_limits<double>::infinity();
    out.kind = Attribute::Kind::Float;
    out.number = negative ? -value : value;
    advance();
  } else {
    out.kind = Attribute::Kind::Integer;
    if (!parse_integer(out.integer)) return false;
    out.number = static_cast<double>(out.integer);
  }
  if (!typed || !accept(Tok::Colon)) return true;
  out.type = std::make_shared<Type>();
  const size_t type_at = tok_.begin;
  if (!parse_type(*out.type)) return false;
  const bool is_scalar = out.type->kind == Type::Kind::Scalar;
  if (is_scalar && out.kind == Attribute::Kind::Integer && is_float(out.type->shape.type)) {
    if (!text_.substr(number.begin).starts_with("0x"))
      return fail(begin, "a float attribute is written with a '.' or as 0x bits");
    out.kind = Attribute::Kind::Float;
    out.number = float_of_bits(static_cast<uint64_t>(out.integer), out.type->shape.type);
    out.integer = 0;
  } else if (is_scalar && out.kind == Attribute::Kind::Float) {
    if (!is_float(out.type->shape.type)) return fail(type_at, "a number with a '.' cannot have an integer type");
    out.number = rounded(out.number, out.type->shape.type);
  }
  return true;
}

bool Parser::parse_symbol(Attribute& out) {
  if (!is(Tok::At)) return fail_expected(describe(Tok::At));
  out.kind = Attribute::Kind::SymbolRef;
  for (;;) {
    const std::string_view name = text().substr(1);
    out.text += name[0] == '"' ? decode_string(name) : std::string(name);
    advance();
    if (!is(Tok::DoubleColon)) return true;
    advance();
    if (!is(Tok::At)) return fail_expected(describe(Tok::At));
    out.text += "::@";
  }
}

bool Parser::parse_attribute(Attribute& out, bool typed) {
  Depth depth(*this);
  if (!depth.ok() || !count_attribute()) return false;
  const size_t begin = tok_.begin;
  switch (tok_.kind) {
    case Tok::Integer:
    case Tok::Float:
    case Tok::Minus:
      return parse_number(out, typed);
    case Tok::String:
      out.kind = Attribute::Kind::String;
      out.text = decode_string(text());
      advance();
      return true;
    case Tok::At:
      return parse_symbol(out);
    case Tok::LSquare:
      out.kind = Attribute::Kind::Array;
      advance();
      if (accept(Tok::RSquare)) return true;
      do {
        if (!parse_attribute(out.elements.emplace_back())) return false;
      } while (accept(Tok::Comma));
      return expect(Tok::RSquare);
    case Tok::LBrace:
      out.kind = Attribute::Kind::Dictionary;
      if (!parse_dictionary(out.members)) return false;
      // As MLIR keeps them.
      std::sort(out.members.begin(), out.members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      return true;
    case Tok::Hash:
      return parse_hash_attribute(out);
    case Tok::Id: {
      const std::string_view word = text();
      if (word == "true" || word == "false") {
        out.kind = Attribute::Kind::Bool;
        out.boolean = word == "true";
        advance();
        return true;
      }
      if (word == "unit") {
        out.kind = Attribute::Kind::Unit;
        advance();
        return true;
      }
      if (word == "dense") return parse_dense(out, begin);
      if (word == "array") return parse_array_attribute(out);
      if (word == "dense_resource" || word == "sparse")
        return fail_unsupported(begin, fmt::format("{}<...> is not supported", word),
                                "print the program with its constants as dense<...>");
      if (word == "affine_map" || word == "affine_set" || word == "strided" || word == "distinct") {
        advance();
        if (word == "distinct") {
          if (!expect(Tok::LSquare)) return false;
          int64_t id = 0;
          if (!parse_integer(id) || !expect(Tok::RSquare)) return false;
        }
        if (!is(Tok::Less)) return fail_expected("'<'");
        return parse_opaque_attribute(out, begin, tok_.begin);
      }
      if (word == "loc") {
        LocId location;
        if (!parse_optional_location(location)) return false;
        out.kind = Attribute::Kind::Opaque;
        out.text = text_.substr(begin, tok_.begin - begin);
        return true;
      }
      break;
    }
    case Tok::LParen:
    case Tok::Exclaim:
      break;
    default:
      return fail_expected("an attribute value");
  }
  out.kind = Attribute::Kind::TypeAttr;
  out.type = std::make_shared<Type>();
  return parse_type(*out.type);
}

bool Parser::parse_dictionary(NamedAttributes& out) {
  if (!expect(Tok::LBrace)) return false;
  if (accept(Tok::RBrace)) return true;
  const size_t first = out.size();
  const size_t begin = tok_.begin;
  do {
    auto& [key, value] = out.emplace_back();
    if (is(Tok::String)) {
      key = decode_string(text());
    } else if (is(Tok::Id)) {
      key = text();
    } else {
      return fail_expected("an attribute name");
    }
    advance();
    if (accept(Tok::Equal)) {
      if (!parse_attribute(value)) return false;
    } else if (!count_attribute()) {
      return false;
    }
  } while (accept(Tok::Comma));
  std::vector<std::string_view> keys;
  for (size_t i = first; i < out.size(); ++i) keys.push_back(out[i].first);
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice != keys.end()) return fail(begin, fmt::format("attribute '{}' is given twice", *twice));
  return expect(Tok::RBrace);
}

bool Parser::parse_optional_dictionary(NamedAttributes& out) { return is(Tok::LBrace) ? parse_dictionary(out) : true; }

// array<i64: 1, 2>
bool Parser::parse_array_attribute(Attribute& out) {
  advance();
  if (!expect(Tok::Less)) return false;
  const size_t type_at = tok_.begin;
  Type type;
  if (!parse_type(type)) return false;
  if (type.kind != Type::Kind::Scalar || is_complex(type.shape.type))
    return fail(type_at, "expected an integer or float type");
  const bool floats = is_float(type.shape.type);
  out.kind = floats ? Attribute::Kind::Array : Attribute::Kind::IntArray;
  if (!floats && type.shape.type != ElementType::S64) out.type = std::make_shared<Type>(type);
  if (accept(Tok::Greater)) return true;
  if (!expect(Tok::Colon)) return false;
  do {
    if (floats) {
      Attribute& element = out.elements.emplace_back();
      if (!count_attribute() || !parse_number(element, false)) return false;
      if (element.kind == Attribute::Kind::Integer) {
        element.number = float_of_bits(static_cast<uint64_t>(element.integer), type.shape.type);
        element.integer = 0;
        element.kind = Attribute::Kind::Float;
      } else {
        element.number = rounded(element.number, type.shape.type);
      }
      element.type = std::make_shared<Type>(type);
    } else if (accept_word("true")) {
      out.ints.push_back(1);
    } else if (accept_word("false")) {
      out.ints.push_back(0);
    } else if (!parse_integer(out.ints.emplace_back())) {
      return false;
    }
  } while (accept(Tok::Comma));
  return expect(Tok::Greater);
}

}  // namespace eutectic::mlir

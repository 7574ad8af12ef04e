// dense<...>: the type follows the elements, so the elements are skipped first and read when their
// number is known. Nothing is allocated before the text has been found long enough for it.
#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>

#include "format/mlir/parser.h"

namespace eutectic::mlir {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads the elements of nested lists from characters. Messages are left in `error`.
class ElementReader {
 public:
  ElementReader(std::string_view text, size_t at, ElementType type) : text_(text), at_(at), type_(type) {}

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }
  bool accept(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool fail(std::string message) {
    if (error.empty()) error = std::move(message);
    return false;
  }

  // One element into storage.
  bool element(std::byte* out) {
    if (is_complex(type_)) {
      const ElementType part = part_type(type_);
      const size_t bytes = static_cast<size_t>(info(part).storage_bytes);
      if (!accept('(')) return fail("expected '(' before a complex element");
      if (!number(out, part)) return false;
      if (!accept(',')) return fail("expected ',' in a complex element");
      if (!number(out + bytes, part)) return false;
      return accept(')') || fail("expected ')' after a complex element");
    }
    return number(out, type_);
  }

  size_t at() const { return at_; }
  std::string error;

 private:
  template <class T>
  static void put(std::byte* out, T value) {
    std::memcpy(out, &value, sizeof value);
  }

  bool number(std::byte* out, ElementType type) {
    skip_space();
    const size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.' ||
                                  text_[at_] == '-' || text_[at_] == '+'))
      ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    const auto bad = [&] {
      at_ = begin;
      return fail(fmt::format("'{}' is not an element of type {}", word.substr(0, 40), info(type).stablehlo));
    };
    if (word == "true" || word == "false") {
      if (type != ElementType::Pred) return bad();
      put(out, static_cast<uint8_t>(word == "true"));
      return true;
    }
    const bool negative = word.starts_with('-');
    const std::string_view digits = word.substr(negative ? 1 : 0);
    if (digits.empty() || hex_digit(digits[0]) < 0 || digits[0] > '9') return bad();
    const char* const end = digits.data() + digits.size();
    if (is_float(type)) {
      if (digits.starts_with("0x")) {
        uint64_t bits = 0;
        const auto [stop, status] = std::from_chars(digits.data() + 2, end, bits, 16);
        if (status != std::errc() || stop != end || negative) return bad();
        const int width = info(type).bits;
        if (width < 64 && bits >> width) return bad();
        std::memcpy(out, &bits, static_cast<size_t>(info(type).storage_bytes));
        return true;
      }
      if (digits.find_first_of(".eEnN") == std::string_view::npos) {
        at_ = begin;
        return fail(fmt::format("'{0}' is an integer, but the elements are {1}: write {0}.0", word.substr(0, 40),
                                info(type).stablehlo));
      }
      double value = 0;
      float narrow = 0;
      // f32 is parsed as such: rounding through double could differ in the last bit.
      const bool f32 = type == ElementType::F32;
      const auto [stop, status] =
          f32 ? std::from_chars(digits.data(), end, narrow) : std::from_chars(digits.data(), end, value);
      if (stop != end) return bad();
      if (status == std::errc::result_out_of_range) {
        const bool tiny = digits.find("e-") != std::string_view::npos || digits.find("E-") != std::string_view::npos;
        value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
        narrow = static_cast<float>(value);
      } else if (status != std::errc()) {
        return bad();
      }
      if (negative) {
        value = -value;
        narrow = -narrow;
      }
      switch (type) {
        case ElementType::F32:
          put(out, narrow);
          break;
        case ElementType::F64:
          put(out, value);
          break;
        case ElementType::F16:
          put(out, F16(value));
          break;
        case ElementType::BF16:
          put(out, BF16(value));
          break;
        case ElementType::F8E5M2:
          put(out, F8E5M2(value));
          break;
        default:
          put(out, F8E4M3FN(value));
          break;
      }
      return true;
    }
    const bool hex = digits.starts_with("0x");
    uint64_t value = 0;
    const auto [stop, status] = std::from_chars(digits.data() + (hex ? 2 : 0), end, value, hex ? 16 : 10);
    if (status != std::errc() || stop != end) return bad();
    // Any value that fits the width as signed or unsigned is taken, as MLIR does.
    const int width = info(type).bits;
    const uint64_t limit =
        negative ? uint64_t{1} << (width - 1) : (width == 64 ? UINT64_MAX : (uint64_t{1} << width) - 1);
    if (value > limit || (negative && is_unsigned_int(type) && value != 0)) return bad();
    const uint64_t bits = negative ? 0 - value : value;
    switch (type) {
      case ElementType::Pred:
        put(out, static_cast<uint8_t>(bits & 1));
        break;
      case ElementType::S2:
        put(out, S2(static_cast<int64_t>(bits)));
        break;
      case ElementType::S4:
        put(out, S4(static_cast<int64_t>(bits)));
        break;
      case ElementType::U2:
        put(out, U2(static_cast<int64_t>(bits)));
        break;
      case ElementType::U4:
        put(out, U4(static_cast<int64_t>(bits)));
        break;
      default:
        std::memcpy(out, &bits, static_cast<size_t>(info(type).storage_bytes));
        break;
    }
    return true;
  }

  std::string_view text_;
  size_t at_;
  ElementType type_;
};

// Nested lists in the tensor's shape, without recursion. `reader` stands at the first '['.
bool read_lists(ElementReader& reader, const Shape& shape, Literal& out) {
  const size_t rank = shape.dims.size();
  const size_t bytes = static_cast<size_t>(info(shape.type).storage_bytes);
  std::byte* to = out.mutable_bytes();
  std::byte* const end = to + bytes * static_cast<size_t>(shape.element_count());
  std::vector<int64_t> counts;  // elements seen in each open list
  const auto wrong = [&](size_t dim, int64_t count) {
    return reader.fail(fmt::format("list of {} elements, but dimension {} of {} is {}", count, dim, to_stablehlo(shape),
                                   shape.dims[dim]));
  };
  bool after_comma = false;
  for (;;) {
    // Open lists down to the innermost dimension.
    while (counts.size() < rank && reader.peek() == '[') {
      reader.accept('[');
      counts.push_back(0);
      after_comma = false;
      if (reader.peek() == ']') break;
    }
    if (after_comma || reader.peek() != ']') {
      if (counts.size() < rank)
        return reader.fail(fmt::format("expected '[': {} has rank {}", to_stablehlo(shape), rank));
      if (to == end) return wrong(rank - 1, shape.dims[rank - 1] + 1);
      if (!reader.element(to)) return false;
      to += bytes;
      ++counts.back();
    }
    // Close what ends here.
    for (;;) {
      after_comma = counts.back() > 0 && reader.accept(',');
      if (after_comma) break;
      if (!reader.accept(']')) return reader.fail("expected ',' or ']'");
      const size_t dim = counts.size() - 1;
      if (counts.back() != shape.dims[dim]) return wrong(dim, counts.back());
      counts.pop_back();
      if (counts.empty()) return true;
      ++counts.back();
    }
  }
}

}  // namespace

bool Parser::parse_dense(Attribute& out, size_t begin) {
  advance();
  if (!is(Tok::Less)) return fail_expected("'<'");
  const size_t body = tok_.end;
  const size_t close = end_of_balanced(text_, tok_.begin);
  if (close == std::string_view::npos) return fail(tok_.begin, "'<' is not closed");
  const size_t body_end = close - 1;
  seat(close);
  if (!expect(Tok::Colon)) return false;
  out.type = std::make_shared<Type>();
  const size_t type_at = tok_.begin;
  if (!parse_type(*out.type)) return false;
  const Type& type = *out.type;
  if (type.kind == Type::Kind::Opaque) {
    // An element type that we have no values of; the text may still be carried along.
    out.kind = Attribute::Kind::Opaque;
    out.text = fmt::format("{} : {}", text_.substr(begin, close - begin), type.text);
    return true;
  }
  if (type.kind != Type::Kind::Tensor || type.dynamic)
    return fail(type_at, "dense elements need a tensor type with known dimensions");
  out.kind = Attribute::Kind::Elements;
  Shape shape = Shape::array(type.shape.type, type.shape.dims);
  const auto count = static_cast<uint64_t>(shape.element_count());
  const auto& element = info(shape.type);
  const auto storage = static_cast<uint64_t>(element.storage_bytes);
  ElementReader reader(text_.substr(0, body_end), body, shape.type);
  const char first = reader.peek();

  // A value for all elements; expanded while that costs no more than the file allows.
  const auto splat = [&](Literal scalar) {
    const uint64_t total = count * storage;
    if (total > 64 && splat_bytes_ + total > (uint64_t{1} << 20) + 16 * text_.size()) {
      out.splat = true;
      out.literal = std::move(scalar);
      return true;
    }
    splat_bytes_ += total;
    out.literal = Literal::uninitialized(shape);
    std::byte* to = out.literal.mutable_bytes();
    for (uint64_t i = 0; i < count; ++i) std::memcpy(to + i * storage, scalar.bytes(), storage);
    return true;
  };

  if (first == '\0') {
    if (count != 0) return fail(body, fmt::format("no elements given for {}", to_stablehlo(shape)));
    out.literal = Literal::zeros(shape);
    return true;
  }
  if (first == '"') {
    reader.accept('"');
    const size_t string_at = reader.at();
    std::string_view hex = text_.substr(string_at, body_end - string_at);
    while (!hex.empty() && hex.back() != '"') hex.remove_suffix(1);
    if (!hex.empty()) hex.remove_suffix(1);
    if (!hex.starts_with("0x")) return fail(string_at, "expected numbers or the bytes of the elements as \"0x...\"");
    hex.remove_prefix(2);
    // i1 is packed eight to a byte, or one to a byte since LLVM 23; other small integers take a byte each.
    const uint64_t have = hex.size() / 2;
    const bool packed = shape.type == ElementType::Pred && have != count;
    const uint64_t want = packed ? (count + 7) / 8 : count * storage;
    const uint64_t one = packed ? 1 : storage;
    const bool is_splat = have == one && want != one;
    if (hex.size() % 2 != 0 || (have != want && !is_splat))
      return fail(string_at, fmt::format("{} hex digits, but {} takes {}", hex.size(), to_stablehlo(shape), 2 * want));
    Literal literal = Literal::uninitialized(is_splat ? Shape::scalar(shape.type) : shape);
    auto* to = reinterpret_cast<uint8_t*>(literal.mutable_bytes());
    for (uint64_t i = 0; i < have; ++i) {
      const int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
      if (high < 0 || low < 0)
        return fail(string_at + 2 + 2 * i, fmt::format("'{}' is not a hex byte", hex.substr(2 * i, 2)));
      const auto byte = static_cast<uint8_t>(high * 16 + low);
      if (!packed) {
        switch (shape.type) {
          case ElementType::S2:
            to[i] = static_cast<uint8_t>(S2(byte).value);
            break;
          case ElementType::S4:
            to[i] = static_cast<uint8_t>(S4(byte).value);
            break;
          case ElementType::U2:
            to[i] = U2(byte).value;
            break;
          case ElementType::U4:
            to[i] = U4(byte).value;
            break;
          case ElementType::Pred:
            to[i] = byte != 0;
            break;
          default:
            to[i] = byte;
        }
        continue;
      }
      if (is_splat) {
        to[0] = byte != 0;
      } else {
        for (uint64_t bit = 0; bit < 8 && 8 * i + bit < count; ++bit) to[8 * i + bit] = (byte >> bit) & 1;
      }
    }
    if (is_splat) return splat(std::move(literal));
    out.literal = std::move(literal);
    return true;
  }
  bool ok = true;
  if (first == '[') {
    if (shape.dims.empty()) return fail(body, fmt::format("{} is given by a single value", to_stablehlo(shape)));
    // Each element takes two characters at least ("1,"), but for empty lists.
    if (count > text_.size() - body)
      return fail(body, fmt::format("fewer elements are given than {} has", to_stablehlo(shape)));
    out.literal = Literal::zeros(shape);
    ok = read_lists(reader, shape, out.literal);
  } else {
    Literal scalar = Literal::zeros(Shape::scalar(shape.type));
    ok = reader.element(scalar.mutable_bytes());
    if (ok) splat(std::move(scalar));
  }
  if (!ok) return fail(reader.at(), std::move(reader.error));
  if (reader.peek() != '\0') return fail(reader.at(), "expected '>' after the elements");
  return true;
}

}  // namespace eutectic::mlir

// Reads and writes the header of a .npy array: magic, version, length, and a Python dictionary of three keys.
#include "format/npz/npy_header.h"

#include <cctype>
#include <limits>

namespace eutectic {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);

// Just enough of Python's literals: strings, True/False, tuples of integers.
class DictReader {
 public:
  explicit DictReader(std::string_view text) : text_(text) {}

  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::optional<std::string> string() {
    skip_space();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    char quote = text_[at_++];
    size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) return std::nullopt;
    std::string out(text_.substr(at_, end - at_));
    at_ = end + 1;
    return out;
  }
  std::optional<bool> boolean() {
    skip_space();
    for (auto [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return value;
      }
    }
    return std::nullopt;
  }
  std::optional<int64_t> integer() {
    skip_space();
    size_t begin = at_;
    int64_t value = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      int64_t digit = text_[at_++] - '0';
      if (value > (std::numeric_limits<int64_t>::max() - digit) / 10) return std::nullopt;
      value = value * 10 + digit;
    }
    if (at_ == begin) return std::nullopt;
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers so
    return value;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  std::string_view text_;
  size_t at_ = 0;
};

size_t little_endian(std::string_view bytes, size_t at, size_t count) {
  size_t value = 0;
  for (size_t i = 0; i < count; ++i) value |= size_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

Status parse_descr(const std::string& descr, NpyHeader& out) {
  auto bad = [&] {
    return unsupported(fmt::format("the dtype '{}' is not a plain number type", descr), {},
                       "store booleans, integers, floats or complex numbers");
  };
  if (descr.size() < 3 || descr.size() > 4) return bad();
  char order = descr[0];
  if (order != '<' && order != '>' && order != '|' && order != '=') return bad();
  out.big_endian = order == '>';
  out.kind = descr[1];
  int64_t size = 0;
  for (char c : descr.substr(2)) {
    if (c < '0' || c > '9') return bad();
    size = size * 10 + (c - '0');
  }
  out.item_bytes = size;
  bool known = false;
  switch (out.kind) {
    case 'b':
      known = size == 1;
      break;
    case 'i':
    case 'u':
      known = size == 1 || size == 2 || size == 4 || size == 8;
      break;
    case 'f':
      known = size == 1 || size == 2 || size == 4 || size == 8;
      break;
    case 'c':
      known = size == 8 || size == 16;
      break;
    case 'V':
      known = size == 1 || size == 2;
      break;  // how numpy stores ml_dtypes' types
    default:
      break;
  }
  if (!known) return bad();
  return {};
}

}  // namespace

std::string NpyHeader::dtype() const {
  switch (kind) {
    case 'b':
      return "bool";
    case 'i':
      return fmt::format("int{}", item_bytes * 8);
    case 'u':
      return fmt::format("uint{}", item_bytes * 8);
    case 'f':
      return fmt::format("float{}", item_bytes * 8);
    case 'c':
      return fmt::format("complex{}", item_bytes * 8);
    default:
      return fmt::format("void{}", item_bytes * 8);
  }
}

Result<size_t> npy_header_size(std::string_view start) {
  if (start.size() < 10 || !start.starts_with(magic)) return error("not a .npy array: its magic bytes are missing");
  unsigned major = static_cast<unsigned char>(start[6]);
  if (major < 1 || major > 3)
    return unsupported(fmt::format(".npy version {} is not known", major), {}, "versions 1 to 3 are read");
  size_t prefix = major == 1 ? 10 : 12;
  if (start.size() < prefix) return error("the .npy header is cut short");
  size_t length = little_endian(start, 8, major == 1 ? 2 : 4);
  if (length > npy_max_header) return error(fmt::format("the .npy header claims {} bytes", length));
  return prefix + length;
}

Result<NpyHeader> parse_npy_header(std::string_view bytes) {
  ASSIGN_OR_RETURN(size_t size, npy_header_size(bytes));
  if (size > bytes.size()) return error("the .npy header is cut short");
  size_t prefix = static_cast<unsigned char>(bytes[6]) == 1 ? 10 : 12;
  DictReader in(bytes.substr(prefix, size - prefix));
  auto malformed = [] { return error("the .npy header is not a dictionary of descr, fortran_order and shape"); };
  NpyHeader out;
  out.data_offset = size;
  bool has_descr = false, has_order = false, has_shape = false;
  if (!in.take('{')) return malformed();
  while (!in.take('}')) {
    auto key = in.string();
    if (!key || !in.take(':')) return malformed();
    if (*key == "descr") {
      auto descr = in.string();
      if (!descr) return unsupported("structured dtypes in .npy files are not read", {}, "store plain arrays");
      RETURN_IF_ERROR(parse_descr(*descr, out));
      has_descr = true;
    } else if (*key == "fortran_order") {
      auto value = in.boolean();
      if (!value) return malformed();
      out.fortran_order = *value;
      has_order = true;
    } else if (*key == "shape") {
      if (!in.take('(')) return malformed();
      out.dims.clear();
      while (!in.take(')')) {
        auto extent = in.integer();
        if (!extent) return malformed();
        out.dims.push_back(*extent);
        if (!in.take(',')) {
          if (!in.take(')')) return malformed();
          break;
        }
      }
      has_shape = true;
    } else {
      return malformed();
    }
    if (!in.take(',')) {
      if (!in.take('}')) return malformed();
      break;
    }
  }
  if (!has_descr || !has_order || !has_shape) return malformed();
  return out;
}

std::string make_npy_header(const Shape& shape) {
  std::string dims;
  for (int64_t d : shape.dims) dims += fmt::format("{}, ", d);
  if (shape.dims.size() > 1) dims.resize(dims.size() - 2);
  if (shape.dims.size() == 1) dims.resize(dims.size() - 1);  // a tuple of one keeps its comma
  std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", npy_descr(shape.type), dims);
  // The data begins at a multiple of 64 bytes; the header ends with a newline.
  size_t total = 10 + dict.size() + 1;
  dict.append((64 - total % 64) % 64, ' ');
  dict += '\n';
  std::string out(magic);
  out += '\x01';
  out += '\0';
  out += static_cast<char>(dict.size() & 0xff);
  out += static_cast<char>(dict.size() >> 8);
  return out + dict;
}

}  // namespace eutectic

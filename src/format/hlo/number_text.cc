#include "format/hlo/number_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace eutectic::hlo {
namespace {

struct FloatFormat {
  int bits, mantissa;
  bool has_inf;
};
FloatFormat float_format(ElementType type) {
  switch (type) {
    case ElementType::F8E4M3FN:
      return {8, 3, false};
    case ElementType::F8E5M2:
      return {8, 2, true};
    case ElementType::F16:
      return {16, 10, true};
    case ElementType::BF16:
      return {16, 7, true};
    case ElementType::F32:
      return {32, 23, true};
    default:
      return {64, 52, true};
  }
}

uint64_t load_bits(const std::byte* data, int bits) {
  uint64_t out = 0;
  std::memcpy(&out, data, static_cast<size_t>(bits / 8));
  return out;
}
void store_bits(std::byte* data, int bits, uint64_t value) { std::memcpy(data, &value, static_cast<size_t>(bits / 8)); }

// The bits of a NaN with this sign and payload.
uint64_t nan_bits(const FloatFormat& f, bool negative, uint64_t payload) {
  const uint64_t sign = negative ? uint64_t{1} << (f.bits - 1) : 0;
  const uint64_t exponent = ((uint64_t{1} << (f.bits - 1)) - 1) & ~((uint64_t{1} << f.mantissa) - 1);
  return sign | exponent | payload;
}
uint64_t default_payload(const FloatFormat& f) {
  return f.has_inf ? uint64_t{1} << (f.mantissa - 1) : (uint64_t{1} << f.mantissa) - 1;
}

void append_chars(std::string& out, const char* begin, const char* end) {
  // XLA reads "-0" as the integer 0.
  std::string_view text(begin, static_cast<size_t>(end - begin));
  out += text;
  if (text == "-0") out += ".0";
}

template <class T>
double widen(const std::byte* data) {
  T v;
  std::memcpy(&v, data, sizeof v);
  return static_cast<double>(v);
}

// The double that a narrow float stands for; exact.
double as_double(ElementType type, const std::byte* data) {
  switch (type) {
    case ElementType::F8E4M3FN:
      return widen<F8E4M3FN>(data);
    case ElementType::F8E5M2:
      return widen<F8E5M2>(data);
    case ElementType::F16:
      return widen<F16>(data);
    case ElementType::BF16:
      return widen<BF16>(data);
    case ElementType::F32:
      return widen<float>(data);
    default:
      return widen<double>(data);
  }
}

// Rounds a double to `type`.
void store_double(ElementType type, double value, std::byte* data) {
  auto put = [&](auto v) { std::memcpy(data, &v, sizeof v); };
  switch (type) {
    case ElementType::F8E4M3FN:
      return put(F8E4M3FN(value));
    case ElementType::F8E5M2:
      return put(F8E5M2(value));
    case ElementType::F16:
      return put(F16(value));
    case ElementType::BF16:
      return put(BF16(value));
    case ElementType::F32:
      return put(static_cast<float>(value));
    default:
      return put(value);
  }
}

double largest_of(ElementType type) {
  switch (type) {
    case ElementType::F8E4M3FN:
      return 448;
    case ElementType::F8E5M2:
      return 57344;
    case ElementType::F16:
      return 65504;
    default:
      return 0x1.fep127;  // bf16
  }
}

void append_float(std::string& out, ElementType type, const std::byte* data) {
  const FloatFormat f = float_format(type);
  const uint64_t bits = load_bits(data, f.bits);
  const bool negative = bits >> (f.bits - 1) & 1;
  const double value = as_double(type, data);
  if (value != value) {
    if (negative) out += '-';
    out += "nan";
    const uint64_t payload = bits & ((uint64_t{1} << f.mantissa) - 1);
    if (payload != default_payload(f)) out += fmt::format("(0x{:x})", payload);
    return;
  }
  if (value == std::numeric_limits<double>::infinity() || value == -std::numeric_limits<double>::infinity()) {
    out += negative ? "-inf" : "inf";
    return;
  }
  char text[40];
  if (type == ElementType::F64) {
    auto r = std::to_chars(text, text + sizeof text, value);
    return append_chars(out, text, r.ptr);
  }
  if (type == ElementType::F32) {
    auto r = std::to_chars(text, text + sizeof text, static_cast<float>(value));
    return append_chars(out, text, r.ptr);
  }
  // Narrow types: whole numbers in full, others with the fewest digits that round back to the same bits. XLA
  // refuses numbers beyond the largest of a type, even those that would round to it.
  if (std::fabs(value) < 1e6 && value == std::trunc(value)) {
    auto r = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 0);
    return append_chars(out, text, r.ptr);
  }
  const double largest = largest_of(type);
  for (int precision = 1;; ++precision) {
    auto r = std::to_chars(text, text + sizeof text, value, std::chars_format::general, precision);
    double back = 0;
    std::from_chars(text, r.ptr, back);
    std::byte stored[8] = {};
    store_double(type, back, stored);
    if (precision >= 17 || (std::fabs(back) <= largest && load_bits(stored, f.bits) == bits))
      return append_chars(out, text, r.ptr);
  }
}

template <class T>
void append_int(std::string& out, const std::byte* data) {
  T v;
  std::memcpy(&v, data, sizeof v);
  char text[24];
  std::to_chars_result r;
  if constexpr (std::is_integral_v<T>)
    r = std::to_chars(text, text + sizeof text, v);
  else
    r = std::to_chars(text, text + sizeof text, static_cast<int64_t>(v));
  out.append(text, r.ptr);
}

// Numbers too large or too small for from_chars' result: overflow is an error, underflow rounds.
bool parse_real(std::string_view token, ElementType type, std::byte* data, std::string& why) {
  std::string_view digits = token;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const FloatFormat f = float_format(type);
  if (digits == "inf" || digits == "infinity") {
    if (!f.has_inf) {
      why = fmt::format("{} has no infinity", info(type).hlo);
      return false;
    }
    store_double(type, negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity(),
                 data);
    return true;
  }
  if (digits.starts_with("nan")) {
    uint64_t payload = default_payload(f);
    digits.remove_prefix(3);
    if (!digits.empty()) {
      const char* end = digits.data() + digits.size();
      if (!digits.starts_with("(0x") || !digits.ends_with(')')) {
        why = fmt::format("'{}' is not a number", token);
        return false;
      }
      auto r = std::from_chars(digits.data() + 3, end - 1, payload, 16);
      if (r.ec != std::errc() || r.ptr != end - 1 || payload == 0 || payload >> f.mantissa ||
          (!f.has_inf && payload != default_payload(f))) {
        why = fmt::format("'{}' is not a NaN of {}", token, info(type).hlo);
        return false;
      }
    }
    store_bits(data, f.bits, nan_bits(f, negative, payload));
    return true;
  }
  const char* begin = digits.data();
  const char* end = begin + digits.size();
  if (digits.empty() || digits.front() == '-' || digits.front() == '+') {
    why = fmt::format("'{}' is not a number", token);
    return false;
  }
  if (type == ElementType::F32) {
    float v = 0;
    auto r = std::from_chars(begin, end, v);
    if (r.ec == std::errc() && r.ptr == end) {
      v = negative ? -v : v;
      std::memcpy(data, &v, sizeof v);
      return true;
    }
  }
  double v = 0;
  auto r = std::from_chars(begin, end, v);
  if (r.ptr != end || r.ec == std::errc::invalid_argument) {
    why = fmt::format("'{}' is not a number", token);
    return false;
  }
  if (r.ec == std::errc::result_out_of_range) {
    // Too large, or so small that it rounds to zero: strtod tells which.
    v = std::strtod(std::string(digits).c_str(), nullptr);
  }
  store_double(type, negative ? -v : v, data);
  const double stored = as_double(type, data);
  if (stored != stored || stored - stored != 0) {
    why = fmt::format("{} does not fit in {}", token.substr(0, 60), info(type).hlo);
    return false;
  }
  return true;
}

bool parse_int(std::string_view token, ElementType type, std::byte* data, std::string& why) {
  auto bad = [&](std::errc ec) {
    if (ec == std::errc::invalid_argument)
      why = fmt::format("'{}' is not an integer", token.substr(0, 60));
    else
      why = fmt::format("{} does not fit in {}", token.substr(0, 60), info(type).hlo);
    return false;
  };
  const char* begin = token.data();
  const char* end = begin + token.size();
  const int bits = info(type).bits;
  if (is_unsigned_int(type)) {
    uint64_t v = 0;
    auto r = std::from_chars(begin, end, v);
    if (r.ec == std::errc::invalid_argument && token.size() > 1 && token[0] == '-') {
      r = std::from_chars(begin + 1, end, v);
      if (r.ec == std::errc() && r.ptr == end && v != 0) return bad(std::errc::result_out_of_range);
    }
    if (r.ec != std::errc()) return bad(r.ec);
    if (r.ptr != end) return bad(std::errc::invalid_argument);
    if (bits < 64 && v >> bits) return bad(std::errc::result_out_of_range);
    store_bits(data, bits < 8 ? 8 : bits, v);
    return true;
  }
  int64_t v = 0;
  auto r = std::from_chars(begin, end, v);
  if (r.ec != std::errc()) return bad(r.ec);
  if (r.ptr != end) return bad(std::errc::invalid_argument);
  if (bits < 64 && (v >> (bits - 1)) != 0 && (v >> (bits - 1)) != -1) return bad(std::errc::result_out_of_range);
  store_bits(data, bits < 8 ? 8 : bits, static_cast<uint64_t>(v));
  return true;
}

}  // namespace

void append_element(std::string& out, ElementType type, const std::byte* data, bool in_array) {
  switch (type) {
    case ElementType::Pred:
      if (in_array)
        out += *data != std::byte{0} ? '1' : '0';
      else
        out += *data != std::byte{0} ? "true" : "false";
      return;
    case ElementType::S2:
      return append_int<S2>(out, data);
    case ElementType::S4:
      return append_int<S4>(out, data);
    case ElementType::S8:
      return append_int<int8_t>(out, data);
    case ElementType::S16:
      return append_int<int16_t>(out, data);
    case ElementType::S32:
      return append_int<int32_t>(out, data);
    case ElementType::S64:
      return append_int<int64_t>(out, data);
    case ElementType::U2:
      return append_int<U2>(out, data);
    case ElementType::U4:
      return append_int<U4>(out, data);
    case ElementType::U8:
      return append_int<uint8_t>(out, data);
    case ElementType::U16:
      return append_int<uint16_t>(out, data);
    case ElementType::U32:
      return append_int<uint32_t>(out, data);
    case ElementType::U64:
      return append_int<uint64_t>(out, data);
    case ElementType::C64:
    case ElementType::C128: {
      const ElementType part = part_type(type);
      for (int i = 0; i < 2; ++i) {
        out += i ? ", " : "(";
        const std::byte* at = data + i * info(part).storage_bytes;
        const double value = as_double(part, at);
        // In complex numbers XLA compares with the largest float exactly, which its short form exceeds.
        if (part == ElementType::F32 && std::fabs(value) == std::numeric_limits<float>::max())
          append_float(out, ElementType::F64, reinterpret_cast<const std::byte*>(&value));
        else
          append_float(out, part, at);
      }
      out += ')';
      return;
    }
    case ElementType::Tuple:
    case ElementType::Token:
      return;
    default:
      return append_float(out, type, data);
  }
}

bool parse_element(std::string_view token, ElementType type, std::byte* data, std::string& why) {
  if (type == ElementType::Pred) {
    if (token == "true" || token == "1") {
      *data = std::byte{1};
    } else if (token == "false" || token == "0") {
      *data = std::byte{0};
    } else {
      why = fmt::format("'{}' is not a pred (true, false, 1 or 0)", token.substr(0, 60));
      return false;
    }
    return true;
  }
  if (is_float(type)) return parse_real(token, type, data, why);
  return parse_int(token, type, data, why);
}

}  // namespace eutectic::hlo

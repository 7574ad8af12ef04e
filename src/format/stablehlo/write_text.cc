// Text of literals, attributes and shapes for the StableHLO writer. No knowledge of ops.
#include <cctype>
#include <charconv>
#include <cstring>

#include "format/stablehlo/writer.h"

namespace eutectic::stablehlo {
namespace {

// Exact: the shortest decimal that reads back, or the bits where it is not a number.
std::string number_text(double value, double shortest_of, bool single) {
  std::string out = single ? fmt::format("{}", static_cast<float>(shortest_of)) : fmt::format("{}", value);
  if (out.find('.') == std::string::npos) {
    size_t e = out.find('e');
    out.insert(e == std::string::npos ? out.size() : e, ".0");
  }
  return out;
}

std::string bits_text(const std::byte* p, int bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, p, static_cast<size_t>(bytes));
  return fmt::format("0x{:0{}X}", bits, 2 * bytes);
}

std::string float_text(ElementType type, const std::byte* p) {
  double v = 0;
  switch (type) {
    case ElementType::F64:
      std::memcpy(&v, p, 8);
      break;
    case ElementType::F32: {
      float f;
      std::memcpy(&f, p, 4);
      v = static_cast<double>(f);
      break;
    }
    default:
      dispatch(type, [&]<class T>() {
        if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16> || std::is_same_v<T, F8E4M3FN> ||
                      std::is_same_v<T, F8E5M2>) {
          T t;
          std::memcpy(&t, p, sizeof t);
          v = static_cast<double>(t);
        }
      });
  }
  if (!std::isfinite(v)) return bits_text(p, info(type).storage_bytes);
  return number_text(v, v, type == ElementType::F32);
}

std::string element_text(const Literal& literal, int64_t i) {
  ElementType type = literal.type();
  const std::byte* p = literal.bytes() + i * info(type).storage_bytes;
  if (type == ElementType::Pred) return literal.as_int(i) ? "true" : "false";
  if (is_complex(type)) {
    ElementType part = part_type(type);
    return fmt::format("({}, {})", float_text(part, p), float_text(part, p + info(part).storage_bytes));
  }
  if (is_float(type)) return float_text(type, p);
  if (is_unsigned_int(type)) return fmt::format("{}", static_cast<uint64_t>(literal.as_int(i)));
  return fmt::format("{}", literal.as_int(i));
}

}  // namespace

std::string elements_text(const Literal& literal) {
  int64_t n = literal.element_count();
  std::string type = to_stablehlo(literal.shape());
  if (n == 0) return "dense<> : " + type;
  size_t width = static_cast<size_t>(info(literal.type()).storage_bytes);
  bool splat = true;
  for (int64_t i = 1; splat && i < n; ++i)
    splat = std::memcmp(literal.bytes(), literal.bytes() + static_cast<size_t>(i) * width, width) == 0;
  if (splat) return fmt::format("dense<{}> : {}", element_text(literal, 0), type);
  std::string out = "dense<";
  // Long lists are bytes, as MLIR writes them; types below a byte have another packing there.
  if (n > 100 && info(literal.type()).bits >= 8) {
    static const char digits[] = "0123456789ABCDEF";
    out += "\"0x";
    for (size_t i = 0; i < static_cast<size_t>(n) * width; ++i) {
      auto b = static_cast<unsigned>(literal.bytes()[i]);
      out += digits[b >> 4];
      out += digits[b & 15];
    }
    return out + "\"> : " + type;
  }
  const std::vector<int64_t>& dims = literal.dims();
  std::vector<int64_t> index(dims.size(), 0);
  for (int64_t i = 0; i < n; ++i) {
    size_t opens = 0, closes = 0, rank = dims.size();
    while (opens < rank && index[rank - 1 - opens] == 0) ++opens;
    while (closes < rank && index[rank - 1 - closes] == dims[rank - 1 - closes] - 1) ++closes;
    if (i) out += ", ";
    out.append(opens, '[');
    out += element_text(literal, i);
    out.append(closes, ']');
    next_index(index, dims);
  }
  return out + "> : " + type;
}

std::string ints_text(std::span<const int64_t> values) { return fmt::format("[{}]", fmt::join(values, ", ")); }

std::string array_text(std::span<const int64_t> values) {
  return values.empty() ? "array<i64>" : fmt::format("array<i64: {}>", fmt::join(values, ", "));
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    auto u = static_cast<unsigned char>(c);
    if (u < 0x20 || u >= 0x7f || c == '"' || c == '\\')
      out += fmt::format("\\{:02X}", u);
    else
      out += c;
  }
  return out + '"';
}

std::string symbol(std::string_view name) {
  bool bare = !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_');
  for (char c : name)
    bare &= (std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80) || c == '_' ||
            c == '$' || c == '.';
  std::string out = "@";
  return out + (bare ? std::string(name) : quoted(name));
}

std::string unquote(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    char c = text[++i];
    auto octal = [&](size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
    if (octal(i) && octal(i + 1) && octal(i + 2)) {
      out += static_cast<char>((text[i] - '0') * 64 + (text[i + 1] - '0') * 8 + (text[i + 2] - '0'));
      i += 2;
    } else {
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> split_pairs(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> out;
  if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
  size_t i = 0;
  while (i < text.size()) {
    size_t eq = text.find('=', i);
    if (eq == std::string_view::npos) break;
    std::string_view key = text.substr(i, eq - i);
    while (!key.empty() && key.front() == ' ') key.remove_prefix(1);
    int depth = 0;
    bool in_string = false;
    size_t end = eq + 1;
    for (; end < text.size(); ++end) {
      char c = text[end];
      if (in_string) {
        if (c == '\\') ++end;
        in_string &= c != '"';
      } else if (c == '"') {
        in_string = true;
      } else if (c == '{' || c == '[' || c == '<' || c == '(') {
        ++depth;
      } else if (c == '}' || c == ']' || c == '>' || c == ')') {
        --depth;
      } else if (c == ',' && depth == 0) {
        break;
      }
    }
    end = std::min(end, text.size());
    out.emplace_back(std::string(key), std::string(text.substr(eq + 1, end - eq - 1)));
    i = end + 1;
  }
  return out;
}

std::string shape_text(const Shape& shape) { return to_stablehlo(shape); }

std::string padding_text(const Window& window) {
  std::string out = "dense<[";
  for (size_t i = 0; i < window.size(); ++i)
    out += fmt::format("{}[{}, {}]", i ? ", " : "", window[i].pad_low, window[i].pad_high);
  if (window.empty()) return "dense<> : tensor<0x2xi64>";
  return fmt::format("{}]> : tensor<{}x2xi64>", out, window.size());
}

std::string conv_text(const ConvDims& d) {
  auto side = [](int64_t first, int64_t second, std::string_view letters, const std::vector<int64_t>& spatial) {
    std::vector<std::string> items(spatial.size() + 2, "?");
    auto put = [&](int64_t at, std::string text) {
      if (at >= 0 && static_cast<size_t>(at) < items.size()) items[static_cast<size_t>(at)] = std::move(text);
    };
    put(first, std::string(letters.substr(0, 1)));
    put(second, std::string(letters.substr(1, 1)));
    for (size_t i = 0; i < spatial.size(); ++i) put(spatial[i], fmt::format("{}", i));
    return fmt::format("[{}]", fmt::join(items, ", "));
  };
  return fmt::format("#stablehlo.conv<{}x{}->{}>", side(d.input_batch, d.input_feature, "bf", d.input_spatial),
                     side(d.kernel_input_feature, d.kernel_output_feature, "io", d.kernel_spatial),
                     side(d.output_batch, d.output_feature, "bf", d.output_spatial));
}

std::string precision_list(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '{' || c == '}' || c == ' ') continue;
    if (c == ',')
      out += ", ";
    else
      out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return out;
}

std::string algorithm_text(std::string_view text) {
  if (!text.starts_with("dot_")) return "";
  text.remove_prefix(4);
  int64_t primitives = 1;
  bool fast = false;
  if (text.ends_with("_fast_accum")) {
    fast = true;
    text.remove_suffix(std::string_view("_fast_accum").size());
  }
  if (size_t x = text.rfind("_x"); x != std::string_view::npos && x + 3 == text.size()) {
    primitives = text.back() - '0';
    text = text.substr(0, x);
  }
  std::vector<std::string> types;
  if (text.starts_with("any_f8_any_f8_")) {
    types = {"f8E5M2", "f8E5M2", std::string(text.substr(std::string_view("any_f8_any_f8_").size()))};
  } else {
    while (true) {
      size_t u = text.find('_');
      types.emplace_back(text.substr(0, u));
      if (u == std::string_view::npos) break;
      text.remove_prefix(u + 1);
    }
  }
  if (types.size() != 3) return "";
  // Splitting bf16 into parts: 3 products use 2 parts, 6 use 3.
  int64_t parts = types[0] == "bf16" ? (primitives >= 6 ? 3 : primitives >= 3 ? 2 : 1) : 1;
  return fmt::format(
      "#stablehlo.dot_algorithm<lhs_precision_type = {}, rhs_precision_type = {}, accumulation_type = {}, "
      "lhs_component_count = {}, "
      "rhs_component_count = {}, num_primitive_operations = {}, allow_imprecise_accumulation = {}>",
      types[0], types[1], types[2], parts, parts, primitives, fast);
}

std::string groups_elements(std::string_view text) {
  std::vector<std::vector<int64_t>> rows;
  int depth = 0;
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    if (c == '{') {
      if (++depth == 2) rows.emplace_back();
      ++i;
    } else if (c == '}') {
      --depth;
      ++i;
    } else if (std::isdigit(static_cast<unsigned char>(c)) && depth == 2 && !rows.empty()) {
      int64_t v = 0;
      auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), v);
      if (error != std::errc()) return "";
      rows.back().push_back(v);
      i = static_cast<size_t>(end - text.data());
    } else if (c == ',' || c == ' ') {
      ++i;
    } else {
      return "";
    }
  }
  size_t width = 0;
  for (const auto& r : rows) width = std::max(width, r.size());
  if (rows.empty() || width == 0) return "dense<> : tensor<0x0xi64>";
  std::string out = "dense<[";
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].resize(width, -1);  // shorter groups are filled up
    out += fmt::format("{}{}", i ? ", " : "", ints_text(rows[i]));
  }
  return fmt::format("{}]> : tensor<{}x{}xi64>", out, rows.size(), width);
}

}  // namespace eutectic::stablehlo

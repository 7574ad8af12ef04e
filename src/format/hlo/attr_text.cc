#include "format/hlo/attr_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/suggest.h"
#include "format/hlo/escapes.h"
#include "format/hlo/number_text.h"

namespace eutectic::hlo {
namespace {

// A word of a window, padding or dim_labels: everything up to a blank, ',' or closing bracket.
std::string_view compact(Cursor& in) {
  in.skip_space();
  const size_t start = in.pos();
  size_t n = 0;
  while (is_name_char(in.here(n)) || in.here(n) == '?' || (in.here(n) == '>' && n > 0 && in.here(n - 1) == '-')) ++n;
  in.set_pos(start + n);
  return in.text().substr(start, n);
}

bool to_int(std::string_view text, int64_t& out) {
  auto r = std::from_chars(text.data(), text.data() + text.size(), out);
  return r.ec == std::errc() && r.ptr == text.data() + text.size() && !text.empty();
}

// "3x4x5" -> visits each piece; false if visit is.
template <class Visit>
bool split(std::string_view text, char separator, Visit visit) {
  for (size_t i = 0;; ++i) {
    size_t end = text.find(separator);
    if (!visit(i, text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

bool parse_window(Cursor& in, Window& out) {
  if (!in.expect('{', "before a window")) return false;
  bool sized = false;
  while (!in.consume('}')) {
    in.consume(',');
    in.skip_space();
    const size_t pos = in.pos();
    std::string_view field = in.word();
    static constexpr std::string_view fields[] = {"size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal"};
    size_t which = 0;
    while (which < std::size(fields) && fields[which] != field) ++which;
    if (which == std::size(fields)) {
      if (field.empty()) return in.fail(pos, fmt::format("expected a field of a window or '}}', found {}", in.found()));
      const std::string near = nearest(field, fields);
      return in.fail(pos, fmt::format("a window has no field '{}'", field),
                     near.empty() ? "its fields are size, stride, pad, lhs_dilate, rhs_dilate and rhs_reversal"
                                  : fmt::format("did you mean {}?", near));
    }
    if (!in.expect('=', "after a window's field")) return false;
    if (which == 0 && sized) return in.fail(pos, "this window states its size twice");
    if (which != 0 && !sized) return in.fail(pos, "a window states its size first");
    in.skip_space();
    const size_t at = in.pos();
    std::string_view text = compact(in);
    size_t count = 0;
    bool ok = split(text, 'x', [&](size_t i, std::string_view piece) {
      count = i + 1;
      if (which == 0) out.emplace_back();
      if (i >= out.size()) return true;  // reported below
      WindowDim& d = out[i];
      int64_t v = 0;
      if (which == 2) {
        size_t bar = piece.find('_', 1);
        return bar != std::string_view::npos && to_int(piece.substr(0, bar), d.pad_low) &&
               to_int(piece.substr(bar + 1), d.pad_high);
      }
      if (!to_int(piece, v)) return false;
      switch (which) {
        case 0:
          d.size = v;
          return v >= 0;
        case 1:
          d.stride = v;
          return v > 0;
        case 3:
          d.lhs_dilate = v;
          return v > 0;
        case 4:
          d.rhs_dilate = v;
          return v > 0;
        default:
          d.reversal = v != 0;
          return v == 0 || v == 1;
      }
    });
    if (!ok)
      return in.fail(at, fmt::format("'{}' is not a {} of a window, e.g. {}", text.substr(0, 60), field,
                                     which == 2   ? "0_1x1_0"
                                     : which == 5 ? "0x1"
                                                  : "2x3"));
    if (which == 0) sized = true;
    if (count != out.size())
      return in.fail(at, fmt::format("{} has {} dimensions, the window's size has {}", field, count, out.size()));
  }
  return true;
}

bool parse_padding(Cursor& in, Padding& out) {
  const size_t start = in.pos();
  if (in.consume('{')) return in.expect('}', "after an empty padding");
  std::string_view text = compact(in);
  if (text.empty()) return true;
  bool ok = split(text, 'x', [&](size_t, std::string_view piece) {
    PaddingDim& d = out.emplace_back();
    size_t first = piece.find('_', 1);
    if (first == std::string_view::npos) return false;
    size_t second = piece.find('_', first + 1);
    if (second == std::string_view::npos)
      return to_int(piece.substr(0, first), d.low) && to_int(piece.substr(first + 1), d.high);
    return to_int(piece.substr(0, first), d.low) && to_int(piece.substr(first + 1, second - first - 1), d.high) &&
           to_int(piece.substr(second + 1), d.interior) && d.interior >= 0;
  });
  return ok || in.fail(start, fmt::format(
                                  "'{}' is not a padding, e.g. 0_1x2_2_1 (low_high or low_high_interior per dimension)",
                                  text.substr(0, 60)));
}

// One operand's labels, e.g. "b01f": the two letters and the spatial digits.
bool parse_labels(std::string_view text, char first, char second, int64_t& a, int64_t& b,
                  std::vector<int64_t>& spatial) {
  if (text.size() < 2 || text.size() > 12) return false;
  spatial.assign(text.size() - 2, -1);
  a = b = -1;
  for (size_t i = 0; i < text.size(); ++i) {
    int64_t* slot;
    if (text[i] == first)
      slot = &a;
    else if (text[i] == second)
      slot = &b;
    else if (is_digit(text[i]) && static_cast<size_t>(text[i] - '0') < spatial.size())
      slot = &spatial[static_cast<size_t>(text[i] - '0')];
    else
      return false;
    if (*slot != -1) return false;
    *slot = static_cast<int64_t>(i);
  }
  return true;
}

bool parse_dim_labels(Cursor& in, ConvDims& out) {
  in.skip_space();
  const size_t start = in.pos();
  std::string_view text = compact(in);
  size_t bar = text.find('_');
  size_t arrow = text.find("->");
  if (bar != std::string_view::npos && arrow != std::string_view::npos && bar < arrow &&
      parse_labels(text.substr(0, bar), 'b', 'f', out.input_batch, out.input_feature, out.input_spatial) &&
      parse_labels(text.substr(bar + 1, arrow - bar - 1), 'i', 'o', out.kernel_input_feature, out.kernel_output_feature,
                   out.kernel_spatial) &&
      parse_labels(text.substr(arrow + 2), 'b', 'f', out.output_batch, out.output_feature, out.output_spatial) &&
      out.input_spatial.size() == out.kernel_spatial.size() && out.input_spatial.size() == out.output_spatial.size())
    return true;
  return in.fail(start, fmt::format("'{}' does not label the dimensions of a convolution, e.g. b01f_01io->b01f",
                                    text.substr(0, 60)));
}

std::string labels(char first, char second, int64_t a, int64_t b, const std::vector<int64_t>& spatial) {
  std::string out(spatial.size() + 2, '?');
  auto put = [&](int64_t at, char c) {
    if (at >= 0 && static_cast<size_t>(at) < out.size()) out[static_cast<size_t>(at)] = c;
  };
  for (size_t i = 0; i < spatial.size(); ++i) put(spatial[i], static_cast<char>('0' + i));
  put(a, first);
  put(b, second);
  return out;
}

bool parse_bool(Cursor& in, bool& out) {
  in.skip_space();
  const size_t pos = in.pos();
  std::string_view w = in.word();
  if (w != "true" && w != "false") {
    in.set_pos(pos);
    return in.fail(pos, fmt::format("expected true or false, found {}", in.found()));
  }
  out = w == "true";
  return true;
}

}  // namespace

bool parse_dims(Cursor& in, Dims& out) {
  if (!in.expect('{', "before a list of numbers")) return false;
  if (in.consume('}')) return true;
  do {
    int64_t v;
    if (!in.integer(v, "a number")) return false;
    out.push_back(v);
  } while (in.consume(','));
  return in.expect('}', "after a list of numbers");
}

bool parse_comp_refs(Cursor& in, std::vector<CompRef>& out) {
  auto one = [&] {
    in.skip_space();
    const size_t pos = in.pos();
    std::string_view name = in.name();
    if (name.empty()) return in.fail(pos, fmt::format("expected a computation's name, found {}", in.found()));
    out.push_back({name, pos});
    return true;
  };
  if (!in.consume('{')) return one();
  if (in.consume('}')) return true;
  do {
    if (!one()) return false;
  } while (in.consume(','));
  return in.expect('}', "after a list of computations");
}

bool parse_slice(Cursor& in, Dims& starts, Dims& limits, Dims& strides) {
  if (!in.expect('{', "before the ranges of a slice")) return false;
  if (in.consume('}')) return true;
  do {
    int64_t start, limit, stride = 1;
    if (!in.expect('[', "before a range of a slice") || !in.integer(start, "the start of a slice") ||
        !in.expect(':', "in a range of a slice") || !in.integer(limit, "the limit of a slice") ||
        (in.consume(':') && !in.integer(stride, "the stride of a slice")) ||
        !in.expect(']', "after a range of a slice"))
      return false;
    starts.push_back(start);
    limits.push_back(limit);
    strides.push_back(stride);
  } while (in.consume(','));
  return in.expect('}', "after the ranges of a slice");
}

bool parse_attr_value(Cursor& in, AttrName name, AttrValue& out) {
  switch (info(name).kind) {
    case AttrKind::Bool: {
      bool v = false;
      if (!parse_bool(in, v)) return false;
      out = v;
      return true;
    }
    case AttrKind::Int: {
      int64_t v = 0;
      const bool braces = in.consume('{');
      if (!in.integer(v, "a number") || (braces && !in.expect('}', "after one number"))) return false;
      out = v;
      return true;
    }
    case AttrKind::Float: {
      in.skip_space();
      const size_t pos = in.pos();
      size_t n = 0;
      while (is_name_char(in.here(n)) || in.here(n) == '+') ++n;
      float v = 0;  // what XLA keeps
      std::string why;
      if (!parse_element(in.text().substr(pos, n), ElementType::F32, reinterpret_cast<std::byte*>(&v), why))
        return in.fail(pos, std::move(why));
      in.set_pos(pos + n);
      out = static_cast<double>(v);
      return true;
    }
    case AttrKind::Enum: {
      in.skip_space();
      const size_t pos = in.pos();
      std::string_view w = in.word();
      if (w.empty()) return in.fail(pos, fmt::format("expected a word, found {}", in.found()));
      out = std::string(w);
      return true;
    }
    case AttrKind::String: {
      std::string text;
      if (!in.quoted(text)) return false;
      out = std::move(text);
      return true;
    }
    case AttrKind::Text: {
      std::string_view text;
      if (!in.raw(text)) return false;
      out = std::string(text);
      return true;
    }
    case AttrKind::Dims: {
      Dims v;
      if (!parse_dims(in, v)) return false;
      out = std::move(v);
      return true;
    }
    case AttrKind::Padding: {
      Padding v;
      if (!parse_padding(in, v)) return false;
      out = std::move(v);
      return true;
    }
    case AttrKind::Window: {
      Window v;
      if (!parse_window(in, v)) return false;
      out = std::move(v);
      return true;
    }
    case AttrKind::ConvDims: {
      ConvDims v;
      if (!parse_dim_labels(in, v)) return false;
      out = std::move(v);
      return true;
    }
    case AttrKind::Comps:
    case AttrKind::Value:
      break;
  }
  CHECK(false, "attribute {} is read elsewhere", info(name).name);
  return false;
}

void append_attr_value(std::string& out, AttrName name, const AttrValue& value) {
  switch (info(name).kind) {
    case AttrKind::Bool:
      out += std::get<bool>(value) ? "true" : "false";
      return;
    case AttrKind::Int: {
      const int64_t v = std::get<int64_t>(value);
      out += info(name).hlo == "dimensions" ? fmt::format("{{{}}}", v) : fmt::format("{}", v);
      return;
    }
    case AttrKind::Float: {
      const float v = static_cast<float>(std::get<double>(value));
      append_element(out, ElementType::F32, reinterpret_cast<const std::byte*>(&v), false);
      return;
    }
    case AttrKind::Enum:
    case AttrKind::Text:
      out += std::get<std::string>(value);
      return;
    case AttrKind::String:
      append_quoted(out, std::get<std::string>(value));
      return;
    case AttrKind::Dims:
      out += fmt::format("{{{}}}", fmt::join(std::get<Dims>(value), ","));
      return;
    case AttrKind::Padding: {
      const Padding& padding = std::get<Padding>(value);
      if (padding.empty()) out += "{}";
      bool interior = false;
      for (const PaddingDim& d : padding) interior |= d.interior != 0;
      for (size_t i = 0; i < padding.size(); ++i) {
        if (i) out += 'x';
        out += fmt::format("{}_{}", padding[i].low, padding[i].high);
        if (interior) out += fmt::format("_{}", padding[i].interior);
      }
      return;
    }
    case AttrKind::Window: {
      const Window& window = std::get<Window>(value);
      out += '{';
      auto field = [&](std::string_view key, auto is_default, auto text) {
        bool needed = key == "size" && !window.empty();
        for (const WindowDim& d : window) needed |= !is_default(d);
        if (!needed) return;
        if (out.back() != '{') out += ' ';
        out += key;
        for (size_t i = 0; i < window.size(); ++i) {
          out += i ? 'x' : '=';
          out += text(window[i]);
        }
      };
      field("size", [](auto&) { return true; }, [](auto& d) { return fmt::format("{}", d.size); });
      field("stride", [](auto& d) { return d.stride == 1; }, [](auto& d) { return fmt::format("{}", d.stride); });
      field(
          "pad", [](auto& d) { return d.pad_low == 0 && d.pad_high == 0; },
          [](auto& d) { return fmt::format("{}_{}", d.pad_low, d.pad_high); });
      field(
          "lhs_dilate", [](auto& d) { return d.lhs_dilate == 1; },
          [](auto& d) { return fmt::format("{}", d.lhs_dilate); });
      field(
          "rhs_dilate", [](auto& d) { return d.rhs_dilate == 1; },
          [](auto& d) { return fmt::format("{}", d.rhs_dilate); });
      field("rhs_reversal", [](auto& d) { return !d.reversal; }, [](auto& d) { return d.reversal ? "1" : "0"; });
      out += '}';
      return;
    }
    case AttrKind::ConvDims: {
      const ConvDims& d = std::get<ConvDims>(value);
      out += labels('b', 'f', d.input_batch, d.input_feature, d.input_spatial) + "_" +
             labels('i', 'o', d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial) + "->" +
             labels('b', 'f', d.output_batch, d.output_feature, d.output_spatial);
      return;
    }
    case AttrKind::Comps:
    case AttrKind::Value:
      return;
  }
}

void append_slice(std::string& out, const Attrs& attrs) {
  const Dims& starts = attrs.dims(AttrName::SliceStarts);
  const Dims& limits = attrs.dims(AttrName::SliceLimits);
  const Dims& strides = attrs.dims(AttrName::SliceStrides);
  out += '{';
  for (size_t i = 0; i < starts.size() && i < limits.size(); ++i) {
    out += fmt::format("{}[{}:{}", i ? ", " : "", starts[i], limits[i]);
    if (i < strides.size() && strides[i] != 1) out += fmt::format(":{}", strides[i]);
    out += ']';
  }
  out += '}';
}

}  // namespace eutectic::hlo

#include "format/hlo/shape_text.h"

#include <fmt/format.h>

#include <array>

#include "base/suggest.h"
#include "format/hlo/escapes.h"

namespace eutectic::hlo {
namespace {

// XLA's element types that Eutectic does not compute with.
constexpr std::string_view other_types[] = {
    "s1", "u1", "f4e2m1fn", "f8e3m4", "f8e4m3", "f8e4m3b11fnuz", "f8e4m3fnuz", "f8e5m2fnuz", "f8e8m0fnu", "opaque"};

bool bad_type(Cursor& in, size_t pos, std::string_view name) {
  for (std::string_view other : other_types)
    if (name == other)
      return in.fail_unsupported(
          pos, fmt::format("element type {} is not supported", name),
          "convert to one of the types that 'eutectic ops' lists, e.g. f8e4m3fn, f8e5m2, bf16, f32");
  std::array<std::string_view, element_type_count> known;
  for (int t = 0; t < element_type_count; ++t) known[static_cast<size_t>(t)] = info(static_cast<ElementType>(t)).hlo;
  const std::string near = nearest(name, known);
  return in.fail(pos, fmt::format("'{}' is not an element type", name),
                 near.empty() ? "" : fmt::format("did you mean {}?", near));
}

bool parse_layout(Cursor& in, Shape& shape) {
  const size_t start = in.pos();
  in.consume('{');
  Layout layout;
  while (is_digit(in.peek())) {
    int64_t d;
    if (!in.integer(d, "a dimension number")) return false;
    layout.minor_to_major.push_back(d);
    if (!in.consume(',')) break;
  }
  if (in.consume(':')) {
    in.skip_space();
    const size_t begin = in.pos();
    int depth = 0;
    while (in.remaining() > 0 && (depth > 0 || in.here() != '}')) {
      const char c = in.here();
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (depth < 0 || c == '\n' || c == '{' || c == '}')
        return in.fail(in.pos(), "expected tiles, memory space or element size in this layout");
      in.set_pos(in.pos() + 1);
    }
    layout.suffix = std::string(in.text().substr(begin, in.pos() - begin));
  }
  if (!in.expect('}', "at the end of this layout")) return false;
  if (layout.minor_to_major.size() != shape.dims.size())
    return in.fail(start, fmt::format("this layout lists {} dimensions, the shape has {}", layout.minor_to_major.size(),
                                      shape.dims.size()));
  std::vector<bool> seen(shape.dims.size(), false);
  for (int64_t d : layout.minor_to_major) {
    if (d < 0 || d >= shape.rank() || seen[static_cast<size_t>(d)])
      return in.fail(start,
                     fmt::format("this layout is not a permutation of the dimensions 0 to {}", shape.rank() - 1));
    seen[static_cast<size_t>(d)] = true;
  }
  // {} on a scalar states nothing.
  if (!layout.minor_to_major.empty() || !layout.suffix.empty()) shape.layout = std::move(layout);
  return true;
}

bool parse_array(Cursor& in, Shape& out) {
  in.skip_space();
  const size_t start = in.pos();
  std::string_view type_name = in.word();
  if (type_name.empty()) return in.fail(start, fmt::format("expected a shape, found {}", in.found()));
  if (in.here() != '[') return in.fail(start, fmt::format("expected a shape such as f32[2,3], found '{}'", type_name));
  auto type = element_type_from_hlo(type_name);
  if (!type || *type == ElementType::Tuple) return bad_type(in, start, type_name);
  out = Shape::array(*type, {});
  in.set_pos(in.pos() + 1);
  while (in.peek() != ']') {
    const size_t pos = in.pos();
    if (in.here() == '?' || in.here() == '<')
      return in.fail_unsupported(
          pos, "dynamic dimensions are not supported",
          "export the program with concrete argument shapes (jax.export without symbolic dimensions)");
    int64_t d;
    if (!in.integer(d, "a dimension")) return false;
    if (d < 0) return in.fail(pos, fmt::format("dimension {} is negative", d));
    out.dims.push_back(d);
    if (!in.consume(',')) break;
    if (in.peek() == ']') return in.fail(in.pos(), "expected a dimension after ','");
  }
  if (!in.expect(']', "at the end of the dimensions")) return false;
  if (*type == ElementType::Token) {
    if (!out.dims.empty()) return in.fail(start, "a token has no dimensions");
    return true;
  }
  if (auto ok = check_sizes(out); !ok) return in.fail(start, ok.error().front().message);
  // A brace directly after the shape is its layout; after a blank it may open a computation.
  bool layout = in.here() == '{';
  if (!layout) {
    const size_t here = in.pos();
    if (in.peek() == '{') layout = is_digit(in.here(1)) || in.here(1) == ':';
    in.set_pos(layout ? in.pos() : here);
  }
  return !layout || parse_layout(in, out);
}

}  // namespace

bool at_shape(Cursor& in) {
  const char first = in.peek();
  if (first == '(') return true;
  size_t n = 0;
  while (is_name_char(in.here(n))) ++n;
  return n > 0 && in.here(n) == '[';
}

bool parse_shape(Cursor& in, Shape& out, int depth) {
  if (in.peek() != '(') return parse_array(in, out);
  if (depth >= max_depth) return in.fail(in.pos(), fmt::format("tuples are nested more than {} deep", max_depth));
  const size_t start = in.pos();
  in.consume('(');
  out = Shape::tuple({});
  if (in.consume(')')) return true;
  do {
    out.elements.emplace_back();
    if (!parse_shape(in, out.elements.back(), depth + 1)) return false;
  } while (in.consume(','));
  if (!in.expect(')', "at the end of this tuple shape")) return false;
  if (depth == 0) {
    __int128 total = 0;
    std::vector<const Shape*> open{&out};
    while (!open.empty()) {
      const Shape* s = open.back();
      open.pop_back();
      if (s->is_tuple())
        for (const Shape& e : s->elements) open.push_back(&e);
      else
        total += s->size_bytes();
    }
    if (total > INT64_MAX) return in.fail(start, "this tuple is larger than memory can be");
  }
  return true;
}

}  // namespace eutectic::hlo

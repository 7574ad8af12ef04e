#include "format/hlo/literal_text.h"

#include <fmt/format.h>

#include "format/hlo/number_text.h"

namespace eutectic::hlo {
namespace {

std::string_view element_token(Cursor& in) {
  in.skip_space();
  const size_t start = in.pos();
  size_t n = 0;
  for (;; ++n) {
    const char c = in.here(n);
    if (!is_name_char(c) && c != '+') break;
  }
  std::string_view token = in.text().substr(start, n);
  // nan(0x7fffff)
  if (in.here(n) == '(' && token.ends_with("nan")) {
    size_t close = n + 1;
    while (is_name_char(in.here(close))) ++close;
    if (in.here(close) == ')') {
      n = close + 1;
      token = in.text().substr(start, n);
    }
  }
  in.set_pos(start + n);
  return token;
}

bool parse_part(Cursor& in, ElementType type, std::byte* data) {
  std::string_view token = element_token(in);
  const size_t pos = in.pos() - token.size();
  if (token.empty()) return in.fail(pos, fmt::format("expected a number, found {}", in.found()));
  std::string why;
  return parse_element(token, type, data, why) || in.fail(pos, std::move(why));
}

bool parse_one(Cursor& in, ElementType type, std::byte* data) {
  if (!is_complex(type)) return parse_part(in, type, data);
  const ElementType part = part_type(type);
  return in.expect('(', "before a complex number") && parse_part(in, part, data) &&
         in.expect(',', "between the parts of a complex number") &&
         parse_part(in, part, data + info(part).storage_bytes) && in.expect(')', "after a complex number");
}

bool elided(Cursor& in) {
  in.skip_space();
  size_t n = in.here() == '{' ? 1 : 0;
  while (in.here(n) == ' ') ++n;
  if (in.here(n) != '.' || in.here(n + 1) != '.' || in.here(n + 2) != '.') return false;
  in.fail(in.pos(), "this constant's value was left out when the text was printed",
          "print the module with its large constants, e.g. --xla_dump_large_constants, or "
          "HloPrintOptions.print_large_constants");
  return true;
}

// Braces around the elements of an array, checked against its dimensions while they go by.
bool parse_array(Cursor& in, const Shape& shape, Literal& out) {
  const size_t start = in.pos();
  const int64_t count = shape.element_count();
  if (static_cast<uint64_t>(count) > in.remaining())
    return in.fail(start,
                   fmt::format("a constant of shape {} has {} elements, more than the rest of the file could hold",
                               to_hlo(shape, false), count));
  out = Literal::uninitialized(Shape::array(shape.type, shape.dims));
  std::byte* data = out.mutable_bytes();
  const size_t step = static_cast<size_t>(info(shape.type).storage_bytes);
  const size_t rank = shape.dims.size();
  if (rank == 0) return parse_one(in, shape.type, data);
  std::vector<int64_t> seen(rank, 0);
  size_t depth = 0;
  enum { Open, AfterItem, AfterComma } state = Open;
  int64_t filled = 0;
  while (true) {
    const char c = in.peek();
    const size_t pos = in.pos();
    if (c == '}') {
      if (depth == 0 || state == AfterComma) return in.fail(pos, "expected a value, found '}'");
      // {} stands for any array without elements.
      const bool empty = count == 0 && depth == 1 && seen[0] == 0;
      if (!empty && seen[depth - 1] != shape.dims[depth - 1])
        return in.fail(pos, fmt::format("dimension {} of this constant has {} of {} items", depth - 1, seen[depth - 1],
                                        shape.dims[depth - 1]));
      in.set_pos(pos + 1);
      if (--depth == 0) break;
      ++seen[depth - 1];
      state = AfterItem;
      continue;
    }
    if (c == ',' && depth > 0) {
      if (state != AfterItem) return in.fail(pos, "expected a value, found ','");
      state = AfterComma;
      in.set_pos(pos + 1);
      continue;
    }
    if (state == AfterItem) return in.fail(pos, fmt::format("expected ',' or '}}', found {}", in.found()));
    if (depth > 0 && seen[depth - 1] >= shape.dims[depth - 1])
      return in.fail(
          pos, fmt::format("dimension {} of this constant has more than {} items", depth - 1, shape.dims[depth - 1]));
    if (depth < rank) {
      if (c != '{')
        return in.fail(pos, fmt::format("expected '{{' (a constant of shape {} has {} levels of braces), found {}",
                                        to_hlo(shape, false), rank, in.found()));
      in.set_pos(pos + 1);
      seen[depth++] = 0;
      state = Open;
      continue;
    }
    if (!parse_one(in, shape.type, data + static_cast<size_t>(filled) * step)) return false;
    ++filled;
    ++seen[depth - 1];
    state = AfterItem;
  }
  return true;
}

bool parse(Cursor& in, const Shape& shape, Literal& out, int depth) {
  if (elided(in)) return false;
  if (!shape.is_tuple()) {
    if (!shape.is_array()) return in.fail(in.pos(), fmt::format("a {} has no constant value", to_hlo(shape)));
    return parse_array(in, shape, out);
  }
  if (depth >= max_depth) return in.fail(in.pos(), fmt::format("tuples are nested more than {} deep", max_depth));
  if (!in.expect('(', "before the elements of a tuple")) return false;
  std::vector<Literal> elements;
  for (size_t i = 0; i < shape.elements.size(); ++i) {
    if (i > 0 && !in.expect(',', "between the elements of a tuple")) return false;
    elements.emplace_back();
    if (!parse(in, shape.elements[i], elements.back(), depth + 1)) return false;
  }
  out = Literal::tuple(std::move(elements));
  return in.expect(')', "after the elements of a tuple");
}

void append_array(std::string& out, const Literal& value) {
  const std::vector<int64_t>& dims = value.dims();
  const ElementType type = value.type();
  const std::byte* data = value.bytes();
  const size_t step = static_cast<size_t>(info(type).storage_bytes);
  const size_t rank = dims.size();
  if (rank == 0) return append_element(out, type, data, false);
  if (value.element_count() == 0) {
    // XLA wants the braces of the leading dimensions; beyond reason we leave them out.
    int64_t leading = 1;
    for (size_t d = 0; d < rank && leading <= 4096 && dims[d] > 0; ++d)
      leading = dims[d] > 4096 ? 4097 : leading * dims[d];
    if (leading > 4096) {
      out += "{}";
      return;
    }
  }
  // An odometer over the leading dimensions; a dimension of extent 0 ends the nesting.
  std::vector<int64_t> index(rank, 0);
  size_t depth = 0;
  while (true) {
    if (dims[depth] > 0 && index[depth] < dims[depth]) {
      if (depth + 1 == rank) {
        out += rank == 1 ? "{" : "{ ";
        for (int64_t i = 0; i < dims[depth]; ++i) {
          if (i) out += ", ";
          append_element(out, type, data, true);
          data += step;
        }
        out += rank == 1 ? "}" : " }";
      } else {
        out += index[depth] == 0 ? "{ " : ", ";
        ++depth;
        index[depth] = 0;
        continue;
      }
    } else {
      out += dims[depth] == 0 ? "{}" : " }";
    }
    if (depth == 0) return;
    --depth;
    ++index[depth];
  }
}

}  // namespace

bool parse_literal(Cursor& in, const Shape& shape, Literal& out) { return parse(in, shape, out, 0); }

void append_literal(std::string& out, const Literal& value) {
  if (!value.shape().is_tuple()) return append_array(out, value);
  out += '(';
  for (size_t i = 0; i < value.elements().size(); ++i) {
    if (i) out += ", ";
    append_literal(out, value.element(i));
  }
  out += ')';
}

}  // namespace eutectic::hlo

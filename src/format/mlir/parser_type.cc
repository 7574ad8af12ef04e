// Types of MLIR text. What the IR has no element type for (quantized, f8E4M3 ...) is kept as text.
#include <fmt/format.h>

#include "format/mlir/parser.h"

namespace eutectic::mlir {

bool Parser::named_scalar(std::string_view name, Type& out) const {
  if (name == "index") {
    out.kind = Type::Kind::Scalar;
    out.shape = Shape::scalar(ElementType::S64);
    out.text = "index";
    return true;
  }
  const auto type = element_type_from_stablehlo(name);
  if (!type || !is_array_type(*type)) return false;
  out.kind = Type::Kind::Scalar;
  out.shape = Shape::scalar(*type);
  return true;
}

namespace {
// i7, ui128, si8, f8E4M3, tf32: builtin scalar types that ElementType lacks.
bool is_other_scalar(std::string_view name) {
  size_t i = name.starts_with("ui") || name.starts_with("si") || name.starts_with("tf") ? 2
             : name.starts_with("i") || name.starts_with("f")                           ? 1
                                                                                        : 0;
  return i > 0 && i < name.size() && name[i] >= '0' && name[i] <= '9';
}
}  // namespace

bool Parser::parse_type(Type& out) {
  Depth depth(*this);
  if (!depth.ok()) return false;
  const size_t begin = tok_.begin;
  if (++type_count_ > 65536 + text_.size() / 8) return fail(begin, "too many types for a file of this size");
  switch (tok_.kind) {
    case Tok::LParen: {
      std::vector<Type> results;
      if (!parse_function_type(out.elements, results)) return false;
      out.kind = Type::Kind::Function;
      out.input_count = out.elements.size();
      for (Type& r : results) out.elements.push_back(std::move(r));
      return true;
    }
    case Tok::Exclaim: {
      const std::string_view name = text();
      if (name == "!stablehlo.token" || name == "!mhlo.token") {
        advance();
        out.kind = Type::Kind::Token;
        out.shape = Shape::token();
        return true;
      }
      const size_t end = tok_.end;
      const bool parameters = end < text_.size() && text_[end] == '<';
      if (!parameters && name.find('.') == std::string_view::npos) return parse_alias_type(out);
      const size_t close = parameters ? end_of_balanced(text_, end) : end;
      if (close == std::string_view::npos) return fail(end, "'<' is not closed");
      out.kind = Type::Kind::Opaque;
      out.text = text_.substr(begin, close - begin);
      seat(close);
      return true;
    }
    case Tok::Id:
      break;
    default:
      return fail_expected("a type");
  }
  const std::string_view name = text();
  if (name == "tensor") return parse_tensor_type(out, begin);
  if (named_scalar(name, out)) {
    advance();
    return true;
  }
  if (name == "complex") {
    advance();
    Type part;
    if (!expect(Tok::Less) || !parse_type(part)) return false;
    if (part.kind != Type::Kind::Scalar || !part.text.empty() ||
        (part.shape.type != ElementType::F32 && part.shape.type != ElementType::F64)) {
      if (!is(Tok::Greater)) return fail_expected("'>'");
      out.kind = Type::Kind::Opaque;
      out.text = text_.substr(begin, tok_.end - begin);
      advance();
      return true;
    }
    out.kind = Type::Kind::Scalar;
    out.shape = Shape::scalar(part.shape.type == ElementType::F32 ? ElementType::C64 : ElementType::C128);
    return expect(Tok::Greater);
  }
  if (name == "tuple") {
    advance();
    out.kind = Type::Kind::Tuple;
    if (!expect(Tok::Less)) return false;
    if (accept(Tok::Greater)) return true;
    return parse_type_list(out.elements) && expect(Tok::Greater);
  }
  if (name == "none") {
    advance();
    out.kind = Type::Kind::None;
    return true;
  }
  if (name == "vector" || name == "memref") return parse_opaque_type(out, begin);
  if (is_other_scalar(name)) {
    out.kind = Type::Kind::Opaque;
    out.text = name;
    advance();
    return true;
  }
  return fail_expected("a type");
}

// word<...> kept as written.
bool Parser::parse_opaque_type(Type& out, size_t begin) {
  advance();
  if (!is(Tok::Less)) return fail_expected("'<'");
  const size_t close = end_of_balanced(text_, tok_.begin);
  if (close == std::string_view::npos) return fail(tok_.begin, "'<' is not closed");
  out.kind = Type::Kind::Opaque;
  out.text = text_.substr(begin, close - begin);
  seat(close);
  return true;
}

bool Parser::parse_alias_type(Type& out) {
  const auto found = aliases_.find(text());
  if (found == aliases_.end()) return fail(tok_.begin, fmt::format("type alias {} is not defined", text()));
  if (!parse_alias(found->second, true, tok_.begin)) return false;
  if (found->second.state != Alias::State::Type) return fail_expected("a type");
  if (!copy_alias(found->second, tok_.begin)) return false;
  out = alias_types_[found->second.index];
  advance();
  return true;
}

// tensor<2x?x3xf32, encoding>; dimensions are read from characters, as 2x3xf32 is no token.
bool Parser::parse_tensor_type(Type& out, size_t begin) {
  advance();
  if (!is(Tok::Less)) return fail_expected("'<'");
  const size_t open = tok_.begin;
  size_t at = tok_.end;
  const auto skip_space = [&] {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\n' || text_[at] == '\r' || text_[at] == '\t')) ++at;
  };
  std::vector<int64_t> dims;
  bool dynamic = false;
  skip_space();
  for (; at < text_.size();) {
    const char c = text_[at];
    if (c == '?') {
      dims.push_back(-1);
      dynamic = true;
      ++at;
    } else if (c >= '0' && c <= '9') {
      const size_t first = at;
      int64_t dim = 0;
      for (; at < text_.size() && text_[at] >= '0' && text_[at] <= '9'; ++at)
        if (__builtin_mul_overflow(dim, 10, &dim) || __builtin_add_overflow(dim, text_[at] - '0', &dim))
          return fail(first, "this dimension does not fit in 64 bits");
      dims.push_back(dim);
    } else {
      break;
    }
    if (at >= text_.size() || text_[at] != 'x') return fail(at, "expected 'x' after a dimension");
    ++at;
  }
  const auto keep_text = [&] {
    const size_t close = end_of_balanced(text_, open);
    if (close == std::string_view::npos) return fail(open, "'<' is not closed");
    out = Type{};
    out.kind = Type::Kind::Opaque;
    out.text = text_.substr(begin, close - begin);
    seat(close);
    return true;
  };
  seat(at);
  if (is(Tok::Star)) return keep_text();  // unranked
  const size_t element_at = tok_.begin;
  Type element;
  if (!parse_type(element)) return false;
  if (element.kind == Type::Kind::Opaque) return keep_text();
  if (element.kind != Type::Kind::Scalar) return fail(element_at, "expected an element type");
  out.kind = Type::Kind::Tensor;
  out.shape = Shape::array(element.shape.type, std::move(dims));
  out.text = std::move(element.text);  // index
  out.dynamic = dynamic;
  if (accept(Tok::Comma)) {
    Attribute encoding;
    const size_t encoding_at = tok_.begin;
    if (!parse_attribute(encoding)) return false;
    std::string_view written = text_.substr(encoding_at, tok_.begin - encoding_at);
    while (!written.empty() && (written.back() == ' ' || written.back() == '\n')) written.remove_suffix(1);
    out.text = written;
  }
  if (!dynamic && !check_sizes(out.shape))
    return fail(begin, fmt::format("{} is larger than memory can be", to_stablehlo(out.shape)));
  return expect(Tok::Greater);
}

bool Parser::parse_type_list(std::vector<Type>& out) {
  do {
    if (!parse_type(out.emplace_back())) return false;
  } while (accept(Tok::Comma));
  return true;
}

bool Parser::parse_parenthesised_types(std::vector<Type>& out) {
  if (!expect(Tok::LParen)) return false;
  if (accept(Tok::RParen)) return true;
  return parse_type_list(out) && expect(Tok::RParen);
}

bool Parser::parse_type_or_list(std::vector<Type>& out) {
  if (is(Tok::LParen)) return parse_parenthesised_types(out);
  return parse_type(out.emplace_back());
}

bool Parser::parse_function_type(std::vector<Type>& inputs, std::vector<Type>& results) {
  return parse_parenthesised_types(inputs) && expect(Tok::Arrow) && parse_type_or_list(results);
}

}  // namespace eutectic::mlir

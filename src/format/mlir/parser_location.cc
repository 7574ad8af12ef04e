// loc(...) in all its forms, into the program's table of locations.
#include <fmt/format.h>

#include <climits>

#include "format/mlir/parser.h"

namespace eutectic::mlir {

bool Parser::parse_optional_location(LocId& out) {
  if (!is_word("loc")) return true;
  advance();
  return expect(Tok::LParen) && parse_location(out) && expect(Tok::RParen);
}

bool Parser::parse_alias_location(LocId& out) {
  const auto found = aliases_.find(text());
  if (found == aliases_.end()) return fail(tok_.begin, fmt::format("location alias {} is not defined", text()));
  if (!parse_alias(found->second, false, tok_.begin)) return false;
  if (found->second.state != Alias::State::Location) return fail_expected("a location");
  out = LocId(found->second.index);
  advance();
  return true;
}

// After "file": line:column, perhaps "to :column" or "to line:column".
bool Parser::parse_file_range(Loc& loc) {
  const auto number = [&](int32_t& out) {
    const size_t at = tok_.begin;
    int64_t value = 0;
    if (!parse_integer(value)) return false;
    if (value < 0 || value > INT32_MAX) return fail(at, "expected a line or column number");
    out = static_cast<int32_t>(value);
    return true;
  };
  if (!number(loc.line) || !expect(Tok::Colon) || !number(loc.column)) return false;
  loc.end_line = loc.line;
  loc.end_column = loc.column;
  if (!accept_word("to")) return true;
  if (!is(Tok::Colon) && !number(loc.end_line)) return false;
  return expect(Tok::Colon) && number(loc.end_column);
}

bool Parser::parse_location(LocId& out) {
  Depth depth(*this);
  if (!depth.ok()) return false;
  if (is(Tok::Hash)) return parse_alias_location(out);
  Loc loc;
  if (is(Tok::String)) {
    loc.text = decode_string(text());
    advance();
    if (accept(Tok::Colon)) {
      loc.kind = Loc::Kind::File;
      if (!parse_file_range(loc)) return false;
    } else {
      loc.kind = Loc::Kind::Name;
      if (accept(Tok::LParen)) {
        if (!parse_location(loc.children.emplace_back()) || !expect(Tok::RParen)) return false;
      }
    }
  } else if (accept_word("unknown") || accept(Tok::Question)) {
    out = LocId(0u);
    return true;
  } else if (accept_word("callsite")) {
    loc.kind = Loc::Kind::CallSite;
    loc.children.resize(2);
    if (!expect(Tok::LParen) || !parse_location(loc.children[0]) || !expect_word("at") ||
        !parse_location(loc.children[1]) || !expect(Tok::RParen))
      return false;
  } else if (accept_word("fused")) {
    loc.kind = Loc::Kind::Fused;
    if (accept(Tok::Less)) {
      Attribute metadata;
      const size_t begin = tok_.begin;
      if (!parse_attribute(metadata)) return false;
      loc.text = text_.substr(begin, tok_.begin - begin);
      if (!expect(Tok::Greater)) return false;
    }
    if (!expect(Tok::LSquare)) return false;
    if (!accept(Tok::RSquare)) {
      do {
        if (!parse_location(loc.children.emplace_back())) return false;
      } while (accept(Tok::Comma));
      if (!expect(Tok::RSquare)) return false;
    }
  } else {
    return fail_expected("a location: unknown, \"file\":1:2, \"name\", callsite(...), fused[...] or an alias");
  }
  out = program_.locs.add(std::move(loc));
  return true;
}

}  // namespace eutectic::mlir

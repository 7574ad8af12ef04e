// Names, types, indices and the frame of kernel text; statements are in parse_statement.cc.
#include "kernel/parse.h"

#include <fmt/format.h>

#include <limits>

#include "kernel/parser.h"

namespace eutectic::kernel {
namespace {

constexpr int max_nesting = 64;
constexpr int64_t max_size = int64_t{1} << 48;

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
std::string_view type_text(ElementType t) { return info(t).hlo; }

}  // namespace

std::string_view Parser::read_word() {
  c_.skip_space();
  const size_t from = c_.pos();
  size_t n = 0;
  while (is_word(c_.here(n))) ++n;
  c_.set_pos(from + n);
  return c_.text().substr(from, n);
}

Result<Kernel> Parser::run() {
  if (!top()) return std::unexpected(std::move(c_.diagnostics()));
  return b_.finish();
}

bool Parser::top() {
  for (;;) {
    c_.skip_space();
    const size_t pos = c_.pos();
    const std::string_view word = read_word();
    if (word == "func") {
      if (!function()) return false;
    } else if (word == "kernel") {
      break;
    } else {
      c_.set_pos(pos);
      return c_.fail(pos, fmt::format("expected 'func' or 'kernel', found {}", c_.found()));
    }
  }
  if (!header()) return false;
  std::vector<ValueId> yields;
  size_t yield_pos = 0;
  if (!statements(yields, yield_pos)) return false;
  if (!yields.empty()) return c_.fail(yield_pos, "a kernel yields nothing", "store results to its parameters");
  if (!c_.at_end()) return c_.fail(c_.pos(), fmt::format("expected the end of the text, found {}", c_.found()));
  return true;
}

bool Parser::function() {
  std::string name;
  c_.skip_space();
  const size_t pos = c_.pos();
  if (!at_name(name) || !c_.expect('(', "before the parameters")) return false;
  if (functions_.contains(name)) return c_.fail(pos, fmt::format("function @{} is defined twice", name));
  std::vector<Name> names;
  std::vector<ElementType> types;
  while (!c_.consume(')')) {
    if (!names.empty() && !c_.expect(',', "between parameters")) return false;
    Name n;
    ElementType t = ElementType::F32;
    if (!this->name(n, "a parameter") || !c_.expect(':', "before the parameter's type") || !type(t)) return false;
    names.push_back(n);
    types.push_back(t);
  }
  ++depth_;
  const std::vector<ValueId> params = b_.begin_function(name, types);
  std::vector<ValueId> yields;
  size_t yield_pos = 0;
  if (!region(names, params, yields, yield_pos)) return false;
  b_.end(yields);
  defined_.clear();  // its names are its own
  functions_.emplace(std::move(name), b_.last_function());
  return true;
}

bool Parser::header() {
  std::string name;
  if (!at_name(name) || !c_.expect('(', "before the kernel's parameters")) return false;
  b_.rename(name);
  const auto add = [&](Space space) {
    Name n;
    ElementType t = ElementType::F32;
    int64_t size = 0;
    if (!this->name(n, "a buffer") || !new_name(n) || !c_.expect(':', "before the buffer's type") || !type(t) ||
        !size_of(size))
      return false;
    Access access = Access::In;
    if (space == Space::Param) {
      c_.skip_space();
      const size_t pos = c_.pos();
      const std::string_view word = read_word();
      if (word == "out") {
        access = Access::Out;
      } else if (word == "inout") {
        access = Access::InOut;
      } else if (word != "in") {
        c_.set_pos(pos);
        return c_.fail(pos, fmt::format("expected 'in', 'out' or 'inout', found {}", c_.found()));
      }
    }
    buffers_.emplace(n.text, b_.buffer(n.text, t, size, space, access));
    return true;
  };
  bool first = true;
  while (!c_.consume(')')) {
    if (!first && !c_.expect(',', "between parameters")) return false;
    first = false;
    if (!add(Space::Param)) return false;
  }
  if (!c_.expect('{', "before the kernel's body")) return false;
  for (;;) {
    c_.skip_space();
    const size_t pos = c_.pos();
    const std::string_view word = read_word();
    if (word == "local" || word == "worker") {
      if (!add(word == "local" ? Space::Local : Space::Worker)) return false;
    } else {
      c_.set_pos(pos);
      return true;
    }
  }
}

bool Parser::at_name(std::string& out) {
  if (!c_.expect('@', "before a name")) return false;
  if (c_.here() != '"') {
    const size_t pos = c_.pos();
    out = is_word(c_.here()) ? read_word() : std::string_view();
    return !out.empty() || c_.fail(pos, "expected a name after '@'");
  }
  const size_t pos = c_.pos();
  const auto hex = [](char ch) {
    return ch >= '0' && ch <= '9' ? ch - '0' : ch >= 'a' && ch <= 'f' ? ch - 'a' + 10 : -1;
  };
  for (size_t i = 1;; ++i) {
    const char ch = c_.here(i);
    if (ch == '"') {
      c_.set_pos(pos + i + 1);
      return true;
    }
    if (ch == '\\' && hex(c_.here(i + 1)) >= 0 && hex(c_.here(i + 2)) >= 0) {
      out += static_cast<char>(hex(c_.here(i + 1)) * 16 + hex(c_.here(i + 2)));
      i += 2;
    } else if (ch == '\0' || ch == '\n' || ch == '\\') {
      return c_.fail(pos + i, "expected '\"' at the end of the name", "write other characters as \\hh");
    } else {
      out += ch;
    }
  }
}

bool Parser::type(ElementType& out) {
  c_.skip_space();
  const size_t pos = c_.pos();
  const std::string_view word = read_word();
  const auto t = element_type_from_hlo(word);
  if (t && scalar::is_scalar_type(*t)) {
    out = *t;
    return true;
  }
  c_.set_pos(pos);
  return c_.fail(pos, fmt::format("expected a type, found {}", c_.found()),
                 "pred, s8 to s64, u8 to u64, f16, bf16, f32, f64");
}

bool Parser::integer(int64_t& out, int64_t lo, int64_t hi, std::string_view what) {
  c_.skip_space();
  const size_t pos = c_.pos();
  if (!c_.integer(out, what)) return false;
  return (out >= lo && out <= hi) || c_.fail(pos, fmt::format("{} is {}; it can be {} to {}", what, out, lo, hi));
}

bool Parser::size_of(int64_t& out) {
  return c_.expect('[', "before the buffer's size") && integer(out, 0, max_size, "the buffer's size") &&
         c_.expect(']', "after the buffer's size");
}

bool Parser::keyword(std::string_view wanted) {
  c_.skip_space();
  const size_t pos = c_.pos();
  if (read_word() == wanted) return true;
  c_.set_pos(pos);
  return c_.fail(pos, fmt::format("expected '{}', found {}", wanted, c_.found()));
}

bool Parser::name(Name& out, std::string_view what) {
  c_.skip_space();
  out.pos = c_.pos();
  if (c_.here() != '%') return c_.fail(out.pos, fmt::format("expected {} (%name), found {}", what, c_.found()));
  c_.set_pos(out.pos + 1);
  out.text = is_word(c_.here()) ? read_word() : std::string_view();
  if (out.text.empty()) return c_.fail(out.pos, "expected a name after '%'");
  const bool number = out.text[0] >= '0' && out.text[0] <= '9';
  if (number && out.text.find_first_not_of("0123456789") != std::string_view::npos)
    return c_.fail(out.pos, fmt::format("%{} starts with a digit", out.text),
                   "a name is a number or starts with a letter");
  return true;
}

bool Parser::names(std::vector<Name>& out, char close, std::string_view what) {
  while (!c_.consume(close)) {
    if (!out.empty() && !c_.expect(',', fmt::format("or '{}' after {}", close, what))) return false;
    if (!name(out.emplace_back(), what)) return false;
  }
  return true;
}

bool Parser::value(ValueId& out, std::string_view what) {
  Name n;
  if (!name(n, what)) return false;
  const auto it = visible_.find(n.text);
  if (it != visible_.end()) {
    out = it->second;
    return true;
  }
  if (buffers_.contains(n.text))
    return c_.fail(n.pos, fmt::format("%{} is a buffer, not a value", n.text), "read it with load %buffer[index]");
  return c_.fail(n.pos, fmt::format("%{} is not defined here", n.text),
                 defined_.contains(n.text) ? "its region has ended: yield it from there" : "");
}

bool Parser::values(std::vector<ValueId>& out, char close) {
  while (!c_.consume(close)) {
    if (!out.empty() && !c_.expect(',', fmt::format("or '{}' after a value", close))) return false;
    if (!value(out.emplace_back(), "a value")) return false;
  }
  return true;
}

bool Parser::s64_value(ValueId& out, std::string_view what) {
  c_.skip_space();
  const size_t pos = c_.pos();
  if (!value(out, what)) return false;
  return type_of(out) == ElementType::S64 ||
         c_.fail(pos, fmt::format("{} is {}, not s64", what, type_text(type_of(out))), "convert.s64 it first");
}

bool Parser::pred_value(ValueId& out, std::string_view what) {
  c_.skip_space();
  const size_t pos = c_.pos();
  if (!value(out, what)) return false;
  return type_of(out) == ElementType::Pred ||
         c_.fail(pos, fmt::format("{} is {}, not pred", what, type_text(type_of(out))));
}

bool Parser::buffer(BufferId& out) {
  Name n;
  if (!name(n, "a buffer")) return false;
  const auto it = buffers_.find(n.text);
  if (it == buffers_.end()) return c_.fail(n.pos, fmt::format("%{} is not a buffer", n.text));
  out = it->second;
  return true;
}

bool Parser::magnitude(uint64_t& out) {
  c_.skip_space();
  const size_t pos = c_.pos();
  out = 0;
  size_t n = 0;
  for (; hlo::is_digit(c_.here(n)); ++n) {
    if (out > (std::numeric_limits<uint64_t>::max() - 9) / 10) return c_.fail(pos, "this number does not fit in s64");
    out = out * 10 + static_cast<uint64_t>(c_.here(n) - '0');
  }
  if (n == 0) return c_.fail(pos, fmt::format("expected a value or a number, found {}", c_.found()));
  c_.set_pos(pos + n);
  return true;
}

// [2 * %i - %j + 5]
bool Parser::index(Index& out) {
  if (!c_.expect('[', "before the index")) return false;
  constexpr uint64_t half = uint64_t{1} << 63;
  bool offset = false;
  for (bool first = true;; first = false) {
    bool negative = c_.consume('-');
    if (!negative && !first && !c_.expect('+', "or ']' in an index")) return false;
    c_.skip_space();
    const size_t pos = c_.pos();
    uint64_t n = 1;
    bool term = c_.here() == '%';
    if (!term) {
      if (!magnitude(n)) return false;
      if (n > half || (n == half && !negative)) return c_.fail(pos, fmt::format("{} does not fit in s64", n));
      term = c_.consume('*');
    }
    const auto number = static_cast<int64_t>(negative ? 0 - n : n);
    if (term) {
      if (offset) return c_.fail(pos, "the offset is the last term of an index");
      IndexTerm t{ValueId(), number};
      if (!s64_value(t.value, "an index")) return false;
      out.terms.push_back(t);
    } else {
      if (offset) return c_.fail(pos, "an index has one offset, its last term");
      offset = true;
      out.offset = number;
    }
    if (c_.consume(']')) return true;
  }
}

bool Parser::new_name(const Name& n) {
  return defined_.emplace(n.text, true).second || c_.fail(n.pos, fmt::format("%{} is defined twice", n.text));
}

bool Parser::define(const Name& n, ValueId v) {
  if (!new_name(n)) return false;
  visible_.emplace(n.text, v);
  scope_.push_back(n.text);
  if (!hlo::is_digit(n.text[0])) b_.name(v, n.text);
  return true;
}

bool Parser::define_all(const std::vector<Name>& names, const std::vector<ValueId>& values, size_t pos) {
  if (names.size() != values.size())
    return c_.fail(pos, fmt::format("{} results for {} names", values.size(), names.size()));
  for (size_t i = 0; i < names.size(); ++i)
    if (!define(names[i], values[i])) return false;
  return true;
}

bool Parser::nest(size_t pos) {
  if (depth_ >= max_nesting) return c_.fail(pos, fmt::format("regions are nested deeper than {}", max_nesting));
  ++depth_;
  return true;
}

bool Parser::region(const std::vector<Name>& names, const std::vector<ValueId>& params, std::vector<ValueId>& yields,
                    size_t& yield_pos) {
  if (!c_.expect('{', "before a region")) return false;
  const size_t mark = scope_.size();
  if (!define_all(names, params, c_.pos()) || !statements(yields, yield_pos)) return false;
  for (size_t i = mark; i < scope_.size(); ++i) visible_.erase(scope_[i]);
  scope_.resize(mark);
  --depth_;
  return true;
}

bool Parser::yields_like(const std::vector<ValueId>& yields, const std::vector<ValueId>& like, size_t from,
                         size_t pos) {
  if (yields.size() + from != like.size())
    return c_.fail(pos, fmt::format("{} values are yielded for {}", yields.size(), like.size() - from));
  for (size_t i = 0; i < yields.size(); ++i)
    if (type_of(yields[i]) != type_of(like[i + from]))
      return c_.fail(pos, fmt::format("yielded value {} is {}, not {}", i, type_text(type_of(yields[i])),
                                      type_text(type_of(like[i + from]))));
  return true;
}

bool Parser::single(const std::vector<Name>& results, size_t pos) {
  return results.size() == 1 || c_.fail(pos, fmt::format("one result for {} names", results.size()));
}

Result<Kernel> parse_kernel(std::string_view text, std::string_view file) { return Parser(text, file).run(); }

}  // namespace eutectic::kernel

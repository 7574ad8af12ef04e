// Cuts MLIR text into tokens; see lexer.h.
#include "format/mlir/lexer.h"

#include <array>

namespace eutectic::mlir {
namespace {

constexpr uint8_t letter = 1, digit = 2, id_tail = 4, suffix_tail = 8, hex = 16;
constexpr std::array<uint8_t, 256> make_classes() {
  std::array<uint8_t, 256> c{};
  for (int i = 'a'; i <= 'z'; ++i) c[i] = letter | id_tail | suffix_tail;
  for (int i = 'A'; i <= 'Z'; ++i) c[i] = letter | id_tail | suffix_tail;
  for (int i = '0'; i <= '9'; ++i) c[i] = digit | id_tail | suffix_tail | hex;
  for (int i = 'a'; i <= 'f'; ++i) c[i] |= hex;
  for (int i = 'A'; i <= 'F'; ++i) c[i] |= hex;
  c['_'] = letter | id_tail | suffix_tail;
  c['$'] = c['.'] = id_tail | suffix_tail;
  c['-'] = suffix_tail;
  return c;
}
constexpr std::array<uint8_t, 256> classes = make_classes();
bool is(char c, uint8_t mask) { return classes[static_cast<unsigned char>(c)] & mask; }

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

// A sigil followed by a name: digits only, or an identifier that may hold '-' (but not "->").
Token Lexer::word(Tok kind, size_t begin) {
  size_t i = begin + 1;
  if (i < text_.size() && is(text_[i], digit)) {
    while (i < text_.size() && is(text_[i], digit)) ++i;
    return make(kind, begin, i);
  }
  while (i < text_.size() && is(text_[i], suffix_tail)) {
    if (text_[i] == '-' && i + 1 < text_.size() && text_[i + 1] == '>') break;
    ++i;
  }
  return make(i == begin + 1 ? Tok::Bad : kind, begin, i);
}

Token Lexer::number(size_t begin) {
  size_t i = begin;
  const auto at = [&](size_t k) { return k < text_.size() ? text_[k] : '\0'; };
  if (at(i) == '0' && at(i + 1) == 'x' && is(at(i + 2), hex)) {
    i += 2;
    while (is(at(i), hex)) ++i;
    return make(Tok::Integer, begin, i);
  }
  while (is(at(i), digit)) ++i;
  if (at(i) != '.') return make(Tok::Integer, begin, i);
  ++i;
  while (is(at(i), digit)) ++i;
  if (at(i) == 'e' || at(i) == 'E') {
    size_t k = i + 1;
    if (at(k) == '+' || at(k) == '-') ++k;
    if (is(at(k), digit)) {
      while (is(at(k), digit)) ++k;
      i = k;
    }
  }
  return make(Tok::Float, begin, i);
}

Token Lexer::string(Tok kind, size_t begin, size_t quote) {
  size_t i = quote + 1;
  while (i < text_.size() && text_[i] != '"' && text_[i] != '\n') i += text_[i] == '\\' ? 2 : 1;
  if (i >= text_.size() || text_[i] != '"') return make(Tok::Bad, begin, std::min(i, text_.size()));
  return make(kind, begin, i + 1);
}

Token Lexer::next() {
  size_t i = at_;
  const size_t n = text_.size();
  for (;;) {
    while (i < n && (text_[i] == ' ' || text_[i] == '\n' || text_[i] == '\t' || text_[i] == '\r')) ++i;
    if (i + 1 < n && text_[i] == '/' && text_[i + 1] == '/') {
      i = text_.find('\n', i);
      if (i == std::string_view::npos) i = n;
      continue;
    }
    break;
  }
  if (i >= n) return make(Tok::End, n, n);
  const char c = text_[i];
  const char after = i + 1 < n ? text_[i + 1] : '\0';
  if (is(c, letter)) {
    size_t k = i + 1;
    while (k < n && is(text_[k], id_tail)) ++k;
    return make(Tok::Id, i, k);
  }
  if (is(c, digit)) return number(i);
  switch (c) {
    case '%':
      return word(Tok::Percent, i);
    case '^':
      return word(Tok::Caret, i);
    case '!':
      return word(Tok::Exclaim, i);
    case '#':
      if (after == '-' && i + 2 < n && text_[i + 2] == '}') return make(Tok::MetaEnd, i, i + 3);
      return word(Tok::Hash, i);
    case '@':
      if (after == '"') return string(Tok::At, i, i + 1);
      if (!is(after, letter)) return make(Tok::Bad, i, i + 1);
      {
        size_t k = i + 2;
        while (k < n && is(text_[k], id_tail)) ++k;
        return make(Tok::At, i, k);
      }
    case '"':
      return string(Tok::String, i, i);
    case '-':
      return after == '>' ? make(Tok::Arrow, i, i + 2) : make(Tok::Minus, i, i + 1);
    case ':':
      return after == ':' ? make(Tok::DoubleColon, i, i + 2) : make(Tok::Colon, i, i + 1);
    case '{':
      if (after == '-' && i + 2 < n && text_[i + 2] == '#') return make(Tok::MetaBegin, i, i + 3);
      return make(Tok::LBrace, i, i + 1);
    case ',':
      return make(Tok::Comma, i, i + 1);
    case '=':
      return make(Tok::Equal, i, i + 1);
    case '(':
      return make(Tok::LParen, i, i + 1);
    case ')':
      return make(Tok::RParen, i, i + 1);
    case '}':
      return make(Tok::RBrace, i, i + 1);
    case '[':
      return make(Tok::LSquare, i, i + 1);
    case ']':
      return make(Tok::RSquare, i, i + 1);
    case '<':
      return make(Tok::Less, i, i + 1);
    case '>':
      return make(Tok::Greater, i, i + 1);
    case '+':
      return make(Tok::Plus, i, i + 1);
    case '*':
      return make(Tok::Star, i, i + 1);
    case '?':
      return make(Tok::Question, i, i + 1);
    case '/':
      return make(Tok::Slash, i, i + 1);
    case '|':
      return make(Tok::Pipe, i, i + 1);
    default:
      return make(Tok::Bad, i, i + 1);
  }
}

std::string_view describe(Tok kind) {
  switch (kind) {
    case Tok::End:
      return "the end of the file";
    case Tok::Bad:
      return "an unreadable character";
    case Tok::Id:
      return "a name";
    case Tok::Integer:
      return "an integer";
    case Tok::Float:
      return "a number";
    case Tok::String:
      return "a string";
    case Tok::Percent:
      return "a value such as %0";
    case Tok::At:
      return "a symbol such as @main";
    case Tok::Caret:
      return "a block label such as ^bb0";
    case Tok::Hash:
      return "an attribute such as #a";
    case Tok::Exclaim:
      return "a type such as !t";
    case Tok::Arrow:
      return "'->'";
    case Tok::Colon:
      return "':'";
    case Tok::DoubleColon:
      return "'::'";
    case Tok::Comma:
      return "','";
    case Tok::Equal:
      return "'='";
    case Tok::LParen:
      return "'('";
    case Tok::RParen:
      return "')'";
    case Tok::LBrace:
      return "'{'";
    case Tok::RBrace:
      return "'}'";
    case Tok::LSquare:
      return "'['";
    case Tok::RSquare:
      return "']'";
    case Tok::Less:
      return "'<'";
    case Tok::Greater:
      return "'>'";
    case Tok::Minus:
      return "'-'";
    case Tok::Plus:
      return "'+'";
    case Tok::Star:
      return "'*'";
    case Tok::Question:
      return "'?'";
    case Tok::Slash:
      return "'/'";
    case Tok::Pipe:
      return "'|'";
    case Tok::MetaBegin:
      return "'{-#'";
    case Tok::MetaEnd:
      return "'#-}'";
  }
  return "";
}

size_t end_of_balanced(std::string_view text, size_t open) {
  std::string closers;  // the stack; at most one byte per character read
  for (size_t i = open; i < text.size(); ++i) {
    switch (text[i]) {
      case '<':
        closers += '>';
        break;
      case '(':
        closers += ')';
        break;
      case '[':
        closers += ']';
        break;
      case '{':
        closers += '}';
        break;
      case '>':
        if (i > open && text[i - 1] == '-') break;  // ->
        [[fallthrough]];
      case ')':
      case ']':
      case '}':
        if (closers.empty() || closers.back() != text[i]) return std::string_view::npos;
        closers.pop_back();
        if (closers.empty()) return i + 1;
        break;
      case '"':
        for (++i; i < text.size() && text[i] != '"'; ++i) {
          if (text[i] == '\n') return std::string_view::npos;
          if (text[i] == '\\') ++i;
        }
        break;
      default:
        break;
    }
  }
  return std::string_view::npos;
}

std::string decode_string(std::string_view token) {
  std::string out;
  token = token.substr(1, token.size() - 2);
  out.reserve(token.size());
  for (size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '\\' || i + 1 >= token.size()) {
      out += token[i];
      continue;
    }
    const char c = token[++i];
    const int high = hex_value(c), low = i + 1 < token.size() ? hex_value(token[i + 1]) : -1;
    if (high >= 0 && low >= 0) {
      out += static_cast<char>(high * 16 + low);
      ++i;
    } else if (c == 'n') {
      out += '\n';
    } else if (c == 't') {
      out += '\t';
    } else {
      out += c;
    }
  }
  return out;
}

std::string encode_string(std::string_view text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      out += "\\\\";
    } else if (byte >= 0x20 && byte < 0x7f && c != '"') {
      out += c;
    } else {
      out += {'\\', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return out + '"';
}

bool is_bare_id(std::string_view text) {
  if (text.empty() || !is(text[0], letter)) return false;
  for (const char c : text)
    if (!is(c, id_tail)) return false;
  return true;
}

}  // namespace eutectic::mlir

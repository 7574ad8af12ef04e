// A position in HLO text: skips blanks and comments, reads the small tokens, and collects diagnostics with
// line, column and source line. Reading functions return false after reporting; the caller unwinds.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eutectic::hlo {

// Nesting of tuples, braces and the like beyond this is refused.
inline constexpr int max_depth = 200;
// After this many diagnostics the reader stops.
inline constexpr size_t max_diagnostics = 20;

class Cursor {
 public:
  Cursor(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  size_t pos() const { return pos_; }
  void set_pos(size_t pos) { pos_ = pos; }
  std::string_view text() const { return text_; }
  size_t remaining() const { return text_.size() - pos_; }

  // Blanks, line ends, /* ... */ and // comments.
  void skip_space() {
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
        ++pos_;
      else if (c != '/' || !skip_comment())
        return;
    }
  }
  bool at_end() {
    skip_space();
    return pos_ >= text_.size();
  }
  // The character here, without skipping; '\0' at the end.
  char here(size_t ahead = 0) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }
  char peek() {
    skip_space();
    return here();
  }
  bool consume(char c) {
    if (peek() != c) return false;
    ++pos_;
    return true;
  }
  bool consume(std::string_view token) {
    skip_space();
    if (!text_.substr(pos_).starts_with(token)) return false;
    pos_ += token.size();
    return true;
  }
  // A whole word, not a prefix of a longer one.
  bool consume_word(std::string_view word);
  // Reports "expected <what>, found ..." unless the character follows.
  bool expect(char c, std::string_view what);

  // [%]name; "" when there is none. Names are made of letters, digits, '_', '.', '-'.
  std::string_view name();
  // Letters, digits, '_' and '-', e.g. attribute keys and ops; "" when there is none.
  std::string_view word();
  bool integer(int64_t& out, std::string_view what);
  // A quoted string, decoded.
  bool quoted(std::string& out);
  // Text up to a ',' , ')' or line end outside all brackets and quotes, exactly as written.
  bool raw(std::string_view& out);

  // Always false, so that readers can `return fail(...)`.
  bool fail(size_t pos, std::string message, std::string hint = {});
  bool fail_unsupported(size_t pos, std::string message, std::string hint = {});
  // What stands here, for messages: "'%x'", "the end of the file".
  std::string found();

  Place place(size_t pos) const;
  int line_of(size_t pos) const;
  Diagnostics& diagnostics() { return diagnostics_; }
  bool give_up() const { return diagnostics_.size() >= max_diagnostics; }

 private:
  bool skip_comment();
  std::string_view text_;
  std::string file_;
  size_t pos_ = 0;
  Diagnostics diagnostics_;
};

inline bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace eutectic::hlo

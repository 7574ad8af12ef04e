#include "format/hlo/cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "format/hlo/escapes.h"

namespace eutectic::hlo {

bool Cursor::skip_comment() {
  if (here(1) == '*') {
    size_t end = text_.find("*/", pos_ + 2);
    pos_ = end == std::string_view::npos ? text_.size() : end + 2;
    return true;
  }
  if (here(1) == '/') {
    size_t end = text_.find('\n', pos_);
    pos_ = end == std::string_view::npos ? text_.size() : end;
    return true;
  }
  return false;
}

bool Cursor::consume_word(std::string_view w) {
  skip_space();
  if (!text_.substr(pos_).starts_with(w)) return false;
  if (is_name_char(here(w.size()))) return false;
  pos_ += w.size();
  return true;
}

bool Cursor::expect(char c, std::string_view what) {
  if (consume(c)) return true;
  return fail(pos_, fmt::format("expected '{}' {}, found {}", c, what, found()));
}

std::string_view Cursor::name() {
  skip_space();
  size_t start = pos_;
  if (here() == '%') ++start;
  size_t end = start;
  while (end < text_.size() && is_name_char(text_[end])) ++end;
  if (end == start) return {};
  pos_ = end;
  return text_.substr(start, end - start);
}

std::string_view Cursor::word() {
  skip_space();
  size_t end = pos_;
  while (end < text_.size() && is_name_char(text_[end]) && text_[end] != '.') ++end;
  std::string_view out = text_.substr(pos_, end - pos_);
  pos_ = end;
  return out;
}

bool Cursor::integer(int64_t& out, std::string_view what) {
  skip_space();
  const char* begin = text_.data() + pos_;
  auto [end, ec] = std::from_chars(begin, text_.data() + text_.size(), out);
  if (ec == std::errc::invalid_argument) return fail(pos_, fmt::format("expected {}, found {}", what, found()));
  if (ec != std::errc()) return fail(pos_, fmt::format("{} does not fit in 64 bits", found()));
  pos_ += static_cast<size_t>(end - begin);
  return true;
}

bool Cursor::quoted(std::string& out) {
  skip_space();
  const size_t start = pos_;
  if (here() != '"') return fail(pos_, fmt::format("expected a quoted string, found {}", found()));
  size_t end = pos_ + 1;
  bool escaped = false;
  while (end < text_.size() && text_[end] != '"') {
    if (text_[end] == '\\') {
      escaped = true;
      ++end;
    }
    ++end;
  }
  if (end >= text_.size()) return fail(start, "this string has no closing quote");
  std::string_view body = text_.substr(start + 1, end - start - 1);
  pos_ = end + 1;
  if (!escaped) {
    out.assign(body);
    return true;
  }
  if (!unescape(body, out)) return fail(start, "this string has an escape sequence that is not one of C's");
  return true;
}

bool Cursor::raw(std::string_view& out) {
  skip_space();
  const size_t start = pos_;
  std::string open;  // the closers that are awaited
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (c == '"') {
      const size_t quote = pos_++;
      while (pos_ < text_.size() && text_[pos_] != '"') pos_ += text_[pos_] == '\\' ? 2 : 1;
      if (pos_ >= text_.size()) {
        pos_ = text_.size();
        return fail(quote, "this string has no closing quote");
      }
    } else if (c == '{' || c == '(' || c == '[') {
      if (open.size() >= static_cast<size_t>(max_depth))
        return fail(pos_, fmt::format("brackets are nested more than {} deep", max_depth));
      open += c == '{' ? '}' : c == '(' ? ')' : ']';
    } else if (c == '}' || c == ')' || c == ']') {
      if (open.empty()) break;
      if (open.back() != c) return fail(pos_, fmt::format("expected '{}' here, found '{}'", open.back(), c));
      open.pop_back();
    } else if (open.empty() && (c == ',' || c == '\n' || c == '\r')) {
      break;
    }
    ++pos_;
  }
  if (!open.empty()) return fail(start, fmt::format("a bracket opened here is not closed; expected '{}'", open.back()));
  out = text_.substr(start, pos_ - start);
  while (!out.empty() && (out.back() == ' ' || out.back() == '\t')) out.remove_suffix(1);
  if (out.empty()) return fail(start, fmt::format("expected a value, found {}", found()));
  return true;
}

bool Cursor::fail(size_t pos, std::string message, std::string hint) {
  if (!give_up()) diagnostics_.push_back({Severity::Error, place(pos), std::move(message), std::move(hint)});
  return false;
}

bool Cursor::fail_unsupported(size_t pos, std::string message, std::string hint) {
  if (!give_up()) diagnostics_.push_back({Severity::Unsupported, place(pos), std::move(message), std::move(hint)});
  return false;
}

std::string Cursor::found() {
  skip_space();
  if (pos_ >= text_.size()) return "the end of the file";
  size_t end = pos_;
  if (text_[end] == '%') ++end;
  while (end < text_.size() && is_name_char(text_[end])) ++end;
  if (end == pos_) ++end;
  std::string shown(text_.substr(pos_, std::min<size_t>(end - pos_, 60)));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  return "'" + shown + (end - pos_ > 60 ? "...'" : "'");
}

int Cursor::line_of(size_t pos) const {
  pos = std::min(pos, text_.size());
  return 1 + static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(pos), '\n'));
}

Place Cursor::place(size_t pos) const {
  pos = std::min(pos, text_.size());
  size_t start = pos == 0 ? std::string_view::npos : text_.rfind('\n', pos - 1);
  start = start == std::string_view::npos ? 0 : start + 1;
  size_t end = std::min(text_.find('\n', pos), text_.size());
  Place out;
  out.file = file_;
  out.line = line_of(pos);
  out.column = static_cast<int>(pos - start) + 1;
  // The source line up to a little after the column; not kept at all when that is very long.
  end = std::min(end, pos + 200);
  if (end - start <= 65536) out.source_line = std::string(text_.substr(start, end - start));
  return out;
}

}  // namespace eutectic::hlo

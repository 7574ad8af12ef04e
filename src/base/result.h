// How functions fail on bad or unsupported input: a list of diagnostics, each with a place.
// Our own bugs do not come this way; see check.h.
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eutectic {

enum class Severity : uint8_t {
  Error,        // the input is wrong
  Unsupported,  // the input is fine, but we cannot do this; the message says what would work
};

// A place in an input. Text inputs have line and column (from 1), binary inputs a byte offset.
struct Place {
  std::string file;  // "-" for standard input, "" when unknown
  int line = 0;      // 0: not a text place
  int column = 0;
  int64_t byte_offset = -1;  // -1: not a binary place
  std::string source_line;   // the text of the line, for the caret; may be empty
};

struct Diagnostic {
  Severity severity = Severity::Error;
  Place place;
  std::string message;  // what is wrong: "slice limit 9 is past the end of dimension 1 (8)"
  std::string hint;     // what would work; may be empty

  // "file:3:14: error: message", the source line with a caret, and the hint; ends with a newline.
  std::string render() const;
};

using Diagnostics = std::vector<Diagnostic>;

template <class T>
using Result = std::expected<T, Diagnostics>;
using Status = Result<void>;

std::string render(const Diagnostics& diagnostics);

inline std::unexpected<Diagnostics> error(std::string message, Place place = {}, std::string hint = {}) {
  return std::unexpected(
      Diagnostics{Diagnostic{Severity::Error, std::move(place), std::move(message), std::move(hint)}});
}
inline std::unexpected<Diagnostics> unsupported(std::string message, Place place = {}, std::string hint = {}) {
  return std::unexpected(
      Diagnostics{Diagnostic{Severity::Unsupported, std::move(place), std::move(message), std::move(hint)}});
}

}  // namespace eutectic

#define EUTECTIC_CONCAT_INNER(a, b) a##b
#define EUTECTIC_CONCAT(a, b) EUTECTIC_CONCAT_INNER(a, b)
// ASSIGN_OR_RETURN(auto x, f()): x = *f(), or returns f's diagnostics.
#define ASSIGN_OR_RETURN(decl, expr) ASSIGN_OR_RETURN_IMPL(EUTECTIC_CONCAT(result_, __LINE__), decl, expr)
#define ASSIGN_OR_RETURN_IMPL(tmp, decl, expr)              \
  auto tmp = (expr);                                        \
  if (!tmp) return std::unexpected(std::move(tmp).error()); \
  decl = std::move(tmp).value()
#define RETURN_IF_ERROR(expr)                                                                \
  do {                                                                                       \
    if (auto status_ = (expr); !status_) return std::unexpected(std::move(status_).error()); \
  } while (0)

#include "base/result.h"

#include <fmt/format.h>

namespace eutectic {

std::string Diagnostic::render() const {
  std::string out;
  if (!place.file.empty()) out += place.file + ":";
  if (place.line > 0) out += fmt::format("{}:{}:", place.line, place.column);
  if (place.byte_offset >= 0) out += fmt::format("byte {}:", place.byte_offset);
  if (!out.empty()) out += ' ';
  out += severity == Severity::Error ? "error: " : "unsupported: ";
  out += message + "\n";
  if (!place.source_line.empty() && place.column > 0) {
    // Long lines (constants) are cut around the column so that the caret stays readable.
    constexpr size_t width = 110;
    size_t column = static_cast<size_t>(place.column - 1);
    size_t start = column > width / 2 && place.source_line.size() > width ? column - width / 2 : 0;
    if (start > place.source_line.size()) start = place.source_line.size();
    std::string shown = place.source_line.substr(start, width);
    for (char& c : shown)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    out += fmt::format("  {}\n  {}^\n", shown, std::string(column - start, ' '));
  }
  if (!hint.empty()) out += "  hint: " + hint + "\n";
  return out;
}

std::string render(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += d.render();
  return out;
}

}  // namespace eutectic

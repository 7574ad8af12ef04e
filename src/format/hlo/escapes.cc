#include "format/hlo/escapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace eutectic::hlo {
namespace {
int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool unescape(std::string_view body, std::string& out) {
  out.clear();
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\') {
      out += body[i];
      continue;
    }
    if (++i == body.size()) return false;
    const char c = body[i];
    switch (c) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'a':
        out += '\a';
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'v':
        out += '\v';
        break;
      case '\\':
      case '"':
      case '\'':
      case '?':
        out += c;
        break;
      case 'x':
      case 'X': {
        int value = 0, digits = 0;
        while (digits < 2 && i + 1 < body.size() && hex_digit(body[i + 1]) >= 0) {
          value = value * 16 + hex_digit(body[++i]);
          ++digits;
        }
        if (digits == 0) return false;
        out += static_cast<char>(value);
        break;
      }
      default: {
        if (c < '0' || c > '7') return false;
        int value = c - '0';
        for (int digits = 1; digits < 3 && i + 1 < body.size() && body[i + 1] >= '0' && body[i + 1] <= '7'; ++digits)
          value = value * 8 + (body[++i] - '0');
        if (value > 255) return false;
        out += static_cast<char>(value);
      }
    }
  }
  return true;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\'':
        out += "\\'";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        if (byte < 0x20 || byte >= 0x7f)
          out += fmt::format("\\{:03o}", byte);
        else
          out += c;
    }
  }
  out += '"';
}

}  // namespace eutectic::hlo

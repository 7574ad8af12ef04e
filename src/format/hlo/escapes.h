// C escapes of quoted strings in HLO text, and the nearest known word for a misspelt one.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace eutectic::hlo {

// False if `body` (without quotes) holds an unknown or cut-off escape.
bool unescape(std::string_view body, std::string& out);
// Appends `text` in quotes.
void append_quoted(std::string& out, std::string_view text);
// The known word nearest to `word` if it is near enough to be a slip, else "".
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace eutectic::hlo

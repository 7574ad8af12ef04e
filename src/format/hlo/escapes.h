// C escapes of quoted strings in HLO text.
#pragma once
#include <string>
#include <string_view>

namespace eutectic::hlo {

// False if `body` (without quotes) holds an unknown or cut-off escape.
bool unescape(std::string_view body, std::string& out);
// Appends `text` in quotes.
void append_quoted(std::string& out, std::string_view text);

}  // namespace eutectic::hlo

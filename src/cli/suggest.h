// The nearest known word to a mistyped one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace eutectic::cli {

// "" if nothing is near enough to be what was meant.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace eutectic::cli

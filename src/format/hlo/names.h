// Names as HLO text allows them.
#pragma once
#include <string>
#include <string_view>

namespace eutectic::hlo {

// `name` itself if XLA's parser takes it, else the nearest that it takes.
std::string legal_name(std::string_view name);

}  // namespace eutectic::hlo

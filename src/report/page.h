// The page of a report: one HTML file with its style, scripts and data inside, which asks the network for nothing.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace eutectic::report {

// `data`: {"program": name, "device": name, "instructions": n, "views": [...]} (view.h), and "rewriting" where a
// program was rewritten between two of them. Same data, same bytes.
std::string page_of(const nlohmann::ordered_json& data);

}  // namespace eutectic::report

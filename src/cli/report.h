// What the pages of report and of opt --report share.
#pragma once
#include <string>

#include "cli/plan_xla.h"
#include "report/view.h"

namespace eutectic::cli {

// The plan of one of XLA's strategies as a page draws it, under this name.
Result<report::Json> xla_view(const Module& module, const std::string& strategy, const XlaSetup& setup,
                              std::string name);
// What the page calls the program.
std::string name_on_page(const std::string& title, const std::string& program);

}  // namespace eutectic::cli

// eutectic explain with a strategy of XLA's: what each kernel costs, what keeps any two apart, and what would change
// that.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "cli/plan_xla.h"

namespace eutectic::cli {

struct XlaExplainOptions {
  std::string program, strategy;
  XlaSetup setup;
  std::string a, b;  // two kernels, or none
  bool what_if = false, json = false;
};

int run_xla_explain(const XlaExplainOptions& o);

}  // namespace eutectic::cli

// eutectic plan with a strategy of XLA's: the kernels that it would make, and on request every step on the way.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace eutectic::cli {

struct XlaPlanOptions {
  std::string program, strategy;
  std::string apply;  // file for the fused program; "": none
  std::string era = "2024";
  std::string passes = "default";  // none: a stage is planned as it is, without XLA's passes before and copies after
  bool json = false, steps = false;
};

std::vector<std::string> xla_strategies();
bool is_xla_strategy(std::string_view name);
int run_xla_plan(const XlaPlanOptions& o);

}  // namespace eutectic::cli

// eutectic explain BEFORE --import AFTER: what XLA made of a program, from its own dumps, and why by our rules.
#pragma once
#include <string>

#include "cli/plan_xla.h"

namespace eutectic::cli {

struct ImportExplainOptions {
  std::string before, after, strategy;
  XlaSetup setup;
  bool json = false;
};

int run_import_explain(const ImportExplainOptions& o);

}  // namespace eutectic::cli

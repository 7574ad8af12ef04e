// What follows reading in the tool, for the fuzz targets: verifying, writing, and evaluating with small limits.
#pragma once
#include <cstdlib>

#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic::fuzz {

// Parameters beyond this many bytes, and values, are not worth the time.
constexpr int64_t byte_limit = 4096;

inline void go_on(const Module& module) {
  if (!verify(module)) return;
  (void)write_hlo_text(module);
  (void)write_stablehlo_text(module);
  std::vector<Literal> arguments;
  int64_t bytes = 0;
  for (InstrId id : module[module.entry].parameters) {
    bytes += module.shape(id).size_bytes();
    if (bytes > byte_limit) return;
    arguments.push_back(Literal::zeros(module.shape(id)));
  }
  static int ticks;
  ticks = 0;
  EvalOptions options;
  options.max_bytes = byte_limit;
  options.cancelled = [] { return ++ticks > 50; };
  Evaluator evaluator(module, options);
  (void)evaluator.run(std::move(arguments));
}

}  // namespace eutectic::fuzz

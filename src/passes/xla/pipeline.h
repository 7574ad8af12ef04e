// XLA's passes before fusion: from a program straight from JAX to (nearly) the module that XLA's fusion passes see.
#pragma once
#include "ir/module.h"

namespace eutectic::xla_passes {

enum class Target : uint8_t { Gpu2024, Gpu2026, Cpu2026 };

struct Options {
  bool excess_precision = true;  // rounding to a narrow type and back may go: XLA's default
  bool verify_each = false;      // verify after every pass; the result is always verified
};

// Whether the fusion passes would see this module as it is: it has bitcasts or fusions.
bool is_after_passes(const Module& module);
// A module that is after these passes is returned as it is.
Result<Module> run_xla_passes(const Module& module, Target target, const Options& options = {});

}  // namespace eutectic::xla_passes

// The access maps of a program as text, for `print --maps`.
#pragma once
#include <string>

#include "ir/module.h"

namespace eutectic::cli {

// Composed: each map goes on through ops of one operand, to the value that they look at.
std::string maps_text(const Module& module, bool composed);

}  // namespace eutectic::cli

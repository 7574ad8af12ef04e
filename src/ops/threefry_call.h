// cu_threefry2x32_ffi(k0, k1, x0, x1): the custom call by which JAX draws random bits on GPUs.
#pragma once
#include <string_view>

#include "ops/op_def.h"

namespace eutectic {

inline constexpr std::string_view threefry_target = "cu_threefry2x32_ffi";

// Key words, then counter words: four u32 arrays of one shape; it gives two more. Other forms of the call are refused.
bool has_threefry_form(const OpView& op);

}  // namespace eutectic

// Reads shapes of HLO text: f32[2,3]{1,0:T(8,128)S(1)}, tuples, tokens.
#pragma once
#include "array/shape.h"
#include "format/hlo/cursor.h"

namespace eutectic::hlo {

// Whether a shape begins here (a tuple, or a word followed by '[').
bool at_shape(Cursor& in);
bool parse_shape(Cursor& in, Shape& out, int depth = 0);

}  // namespace eutectic::hlo

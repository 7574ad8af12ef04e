// Reads and writes the value of a constant: "5", "{ { 1, 2 }, { 3, 4 } }", "(1, 2)", tuples of these.
#pragma once
#include "array/literal.h"
#include "format/hlo/cursor.h"

namespace eutectic::hlo {

// `shape` is the constant's. The value's own shape states no layout.
bool parse_literal(Cursor& in, const Shape& shape, Literal& out);
void append_literal(std::string& out, const Literal& value);

}  // namespace eutectic::hlo

// Constants as messages, in the order of their layout.
#pragma once
#include "array/literal.h"
#include "format/proto/hlo.pb.h"

namespace eutectic::proto {

void fill(pb::Literal& out, const Literal& value, const Shape& shape);
// `shape` is the constant's; it has been checked. False where the message has not as many elements.
bool read(const pb::Literal& in, const Shape& shape, Literal& out);

}  // namespace eutectic::proto

// How reshapes move dimensions.
#pragma once
#include <optional>

#include "ir/attrs.h"

namespace eutectic::xla_passes {

// Where the wanted dimensions (of more than one element) of a shape are after a reshape, if it leaves each as it is.
std::optional<Dims> unmodified_dims(const Dims& from, const Dims& to, const Dims& wanted);
// Where a reshape inserts dimensions of one element, if it does nothing else.
std::optional<Dims> inserted_ones(const Dims& from, const Dims& to);

}  // namespace eutectic::xla_passes

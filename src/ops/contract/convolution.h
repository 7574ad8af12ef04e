// Convolution over literals: what convolution and the cuDNN custom calls share.
#pragma once
#include "ops/contract/common.h"

namespace eutectic::contract {

struct ConvConfig {
  Window window;
  ConvDims dims;
  int64_t feature_groups = 1, batch_groups = 1;
};

// Checks everything and returns the result's dimensions.
Result<std::vector<int64_t>> conv_result_dims(const OpView& op, const Shape& lhs, const Shape& rhs,
                                              const ConvConfig& config);

// Checked before. Sums in the wide type of `type`, rounded once; order: kernel position row-major, then input feature.
Literal convolve(const Literal& lhs, const Literal& rhs, const ConvConfig& config, ElementType type);

}  // namespace eutectic::contract

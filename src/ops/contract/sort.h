// Stable sorting and top-k of literals: what sort, topk and the TopK custom calls share.
#pragma once
#include "ops/contract/body.h"
#include "ops/contract/common.h"

namespace eutectic::contract {

// Sorts all operands together along `dimension` by the comparator, stably.
Result<std::vector<Literal>> sort_together(const OpView& op, std::vector<Literal> operands, int64_t dimension,
                                           CompId comparator, Evaluator& evaluator);

// The k largest (or smallest) elements of each row in the total order of floats, ties by lower index: (values,
// indices).
Literal top_k(const Literal& input, int64_t k, bool largest);

}  // namespace eutectic::contract

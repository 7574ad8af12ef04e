// Whether a program whose kernels differ from XLA's is explained by what its text does not hold: runs the strategy
// again with the users of single values in other orders, and with XLA's log of priority fusion followed where ties
// leave the choice open, and keeps what comes nearer to XLA's kernels.
#pragma once
#include <string>
#include <vector>

#include "fusion/xla/decisions.h"
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"

namespace eutectic::fusion::xla {

struct OrderSearch {
  bool followed = false;  // XLA's log
  int64_t tries = 0;
  int64_t matched = 0, ours = 0, theirs = 0;
  std::vector<std::string> reordered;  // values whose users stand in another order than in the text
  bool exact() const { return matched == ours && matched == theirs; }
};

// `log` may be empty: XLA wrote none. The device is `want`'s. At most `most_tries`
// runs; the same every time.
Result<OrderSearch> search_orders(const Module& before, const Graph& want, Status (*run)(Graph&, Log&),
                                  const std::vector<XlaStep>& log, int64_t most_tries);

}  // namespace eutectic::fusion::xla

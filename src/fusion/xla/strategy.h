// The strategies by name, and which stages of a compilation each is compared with.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fusion/xla/graph.h"
#include "fusion/xla/log.h"
#include "fusion/xla/why.h"

namespace eutectic::fusion::xla {

// One run that parity compares: from the stage whose file ends in `before` to the last one that ends in `after`.
struct StagePair {
  std::string_view before, after;
  Status (*run)(Graph& graph, Log& log);
};

struct Strategy {
  std::string_view name;
  std::string_view folder;  // in a corpus program's folder
  std::vector<StagePair> pairs;
  // What XLA fuses among its passes before fusion, for programs that come from these passes; or nullptr.
  Status (*after_passes)(Graph& graph, Log& log) = nullptr;
  // What follows fusion and adds launches: copies of loop-carried buffers.
  Status (*finish)(Graph& graph, Log& log);
  // Every rule that keeps two kernels of the end state apart, one reading the other; nullptr: the log has to say.
  std::vector<Refused> (*why)(Graph& graph, NodeId producer, NodeId consumer) = nullptr;
  std::vector<Refused> (*why_siblings)(Graph& graph, NodeId n1, NodeId n2, NodeId value) = nullptr;
};

// nullptr: no such strategy.
const Strategy* find_strategy(std::string_view name);
std::vector<std::string_view> strategy_names();

}  // namespace eutectic::fusion::xla

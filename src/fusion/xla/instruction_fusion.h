// XLA's InstructionFusion: consumers before producers, each producer cloned into its consumer where a backend's rules
// agree, the fusion looked at again at once.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "explain/verdict.h"
#include "fusion/xla/graph.h"
#include "fusion/xla/growth.h"
#include "fusion/xla/log.h"

namespace eutectic::fusion::xla {

// A backend's say in it.
class FusionRules {
 public:
  virtual ~FusionRules() = default;
  virtual bool may_duplicate() const = 0;
  virtual bool expensive(const Graph& g, NodeId n) const = 0;
  // Why not, or nothing. `consumer` may be a fusion.
  virtual std::optional<explain::Verdict> refusal(const Graph& g, Growth& growth, NodeId producer, NodeId consumer,
                                                  size_t operand) const = 0;
  virtual FusionKind kind(const Graph& g, NodeId producer, NodeId consumer) const = 0;

  static explain::Verdict verdict(const Graph& g, explain::Reason reason, NodeId producer, NodeId consumer,
                                  std::vector<int64_t> numbers = {});

 protected:
  // The tests that all backends share, in XLA's order: roots, duplication of what is dear, buffers written in place.
  std::optional<explain::Verdict> base_refusal(const Graph& g, NodeId producer, NodeId consumer) const;
};

// Every rule that keeps the producer out of the consumer's kernel on the graph as it is.
std::vector<explain::Verdict> instruction_fusion_refusals(Graph& g, const FusionRules& rules, NodeId producer,
                                                          NodeId consumer);
void instruction_fusion(Graph& graph, const FusionRules& rules, Log& log);

}  // namespace eutectic::fusion::xla

// What HLO text does not hold though XLA's decisions depend on it: the order of a value's users, and which of two
// producers of equal benefit is the newer one. XLA's log of priority fusion shows both in part: each estimate lists
// users in their order, and the fusions come in the order in which producers left the queue. Following that log where,
// and only where, the rules leave the choice open tells whether a difference comes from the order or from a rule.
#pragma once
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fusion/xla/decisions.h"
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

class HiddenOrder {
 public:
  explicit HiddenOrder(std::vector<XlaStep> log) : steps_(std::move(log)) { index(); }

  // Puts the users of each value that XLA estimated before its first fusion into XLA's order.
  void order_users(Graph& g) const;
  bool knows_users(const Graph& g, NodeId n) const;
  // Of producers of equal benefit, oldest first: the one that XLA took next.
  NodeId next(const Graph& g, std::span<const NodeId> equal) const;
  // A fusion that was made has XLA's name for it from now on.
  void fused(const Graph& g, NodeId producer, const std::string& consumer, NodeId fusion);
  std::string name_of(const Graph& g, NodeId n) const;

 private:
  void index();

  std::vector<XlaStep> steps_;
  std::map<std::string, size_t, std::less<>> first_estimate_;
  std::vector<bool> used_;
  std::map<std::string, std::vector<size_t>, std::less<>> fusions_of_;  // by producer, in order
  std::map<NodeId, std::string> names_;
};

}  // namespace eutectic::fusion::xla

// What priority fusion may fuse: whether a producer may go into one consumer, asked once until one of them changes.
#pragma once
#include <optional>
#include <unordered_map>

#include "fusion/xla/priority/model.h"
#include "fusion/xla/priority/triton.h"

namespace eutectic::fusion::xla {

class PriorityLegality {
 public:
  PriorityLegality(const Graph& g, const Device& device, Model& model) : g_(g), device_(device), model_(model) {}

  // nullopt: it may. Where the two become a Triton kernel, the model learns its time.
  const std::optional<TritonRefusal>& refusal(NodeId producer, NodeId consumer);
  // How the two are cut as one Triton kernel, if they are one.
  std::optional<TiledTime> tiled(NodeId producer, NodeId consumer) const;
  std::optional<TritonRefusal> constant_refusal(NodeId constant, NodeId user) const;
  // Makes sure that the model has the time of a Triton fusion.
  void know_time(NodeId n);
  void forget(NodeId n);  // after it changed

 private:
  struct Known {
    std::optional<TritonRefusal> refusal;
    std::optional<TiledTime> tiled;
  };
  Known ask(NodeId producer, NodeId consumer);
  bool is_fusible(NodeId n) const;
  std::string other_width(NodeId n) const;

  const Graph& g_;
  const Device& device_;
  Model& model_;
  std::unordered_map<NodeId, std::unordered_map<NodeId, Known>> known_;
};

}  // namespace eutectic::fusion::xla

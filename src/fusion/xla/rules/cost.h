// XLA's cost analysis: what each instruction reads, writes and computes, and how often parts of a fusion are
// read and emitted. Single precision throughout, as XLA has it: decisions hang on the last bit.
#pragma once
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fusion/xla/graph.h"
#include "fusion/xla/rules/device.h"
#include "fusion/xla/rules/fusible.h"

namespace eutectic::fusion::xla {

class Cost {
 public:
  Cost(const Graph& g, const Device& device) : g_(g), device_(device) {}

  float flops(NodeId n) { return of(n).flops; }
  float output_bytes(NodeId n) { return of(n).output_bytes; }
  float operand_bytes(NodeId n, size_t i) { return of(n).operand_bytes[i]; }
  // How often each element of the operand is read, on average.
  float utilization(NodeId n, size_t i) { return of(n).utilization[i]; }
  // Instructions that the code of a fusion would have; of an instruction in a fusion: times it is emitted.
  float code_size(NodeId n) { return of(n).code_size; }
  // Ops that split its code into blocks, each time that it is emitted.
  float splits(NodeId n) { return of(n).splits; }
  // How often parameter `a` of a fusion is read at the very element at which `b` is.
  float common_utilization(NodeId fusion, NodeId a, NodeId b);
  // How often the consumer reads each element of the producer.
  float use_of(NodeId consumer, NodeId producer);
  // The share of reads of the producer's operand that the consumer makes at the same element anyway.
  float common_use(NodeId producer, size_t operand, NodeId consumer);
  // The code of the producer emitted in the consumer would split too often or be too large.
  std::optional<Refusal> code_refusal(NodeId producer, NodeId consumer);

  void forget(NodeId n) { known_.erase(n); }  // after it changed

  struct Inner {  // of one instruction in a fusion
    NodeId node;
    float utilization = 0, emitted = 0;
    float root_utilization = 0, root_emitted = 0;  // as one of the roots below
    uint32_t roots = 0;                            // what reads it element by element: one of Entry::root_sets
  };
  struct Entry {
    float flops = 0, output_bytes = 0, code_size = 1, splits = 0;
    std::vector<float> operand_bytes{}, utilization{};
    std::vector<Inner> inner{};                      // of fusions; by node
    std::vector<std::vector<NodeId>> root_sets{{}};  // sorted; chains of elementwise ops share one
    const Inner& of(NodeId n) const;
  };

 private:
  const Entry& of(NodeId n);
  Entry leaf(NodeId n);
  Entry fusion(NodeId n);
  const Entry& fused_leaf(NodeId n);
  float computation_flops(CompId comp);
  float embedded_flops(NodeId n);
  int64_t elementwise_flops(OpKind op, const Shape& shape) const;

  const Graph& g_;
  const Device& device_;
  std::unordered_map<NodeId, Entry> known_;
  std::vector<std::unique_ptr<const Entry>> fused_leaves_;  // instructions in fusions: these do not change
  std::vector<size_t> place_;                               // of a node in the fusion that is looked at
  std::unordered_map<uint32_t, float> computations_;
};

}  // namespace eutectic::fusion::xla

// XLA's cost analysis: what each instruction reads, writes and computes, and how often parts of a fusion are
// read and emitted. Single precision throughout, as XLA has it: decisions hang on the last bit.
#pragma once
#include <cmath>
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
  bool knows(NodeId n) const { return known_.contains(n); }

  // A sum in single precision, of terms that are not negative.
  struct Sum {
    float value = 0;
    int16_t unit = most_unit;  // every term is a multiple of 2^unit

    void add(float term);
    // It would be the same in any order: every part of it is a number of units that single precision has.
    bool any_order() const { return value < std::ldexp(16777216.0f, unit); }
    static constexpr int16_t most_unit = 100, no_unit = -1000;
  };
  struct Inner {  // of one instruction in a fusion
    NodeId node;
    float utilization = 0, emitted = 0;
    Sum root_utilization{}, root_emitted{};  // as one of the roots below
    uint32_t roots = 0;                      // what reads it element by element: one of Entry::root_sets
  };
  struct Entry {
    float flops = 0, output_bytes = 0, code_size = 1, splits = 0;
    Sum flops_sum{}, code_sum{}, splits_sum{};  // of fusions
    std::vector<float> operand_bytes{}, utilization{};
    std::vector<Inner> inner{};                      // of fusions; by node
    std::vector<std::vector<NodeId>> root_sets{{}};  // sorted; chains of elementwise ops share one
    const Inner& of(NodeId n) const;
  };

  // A fusion that a producer is about to join, with what was known of it.
  struct Joining {
    Entry known;
    NodeId fusion, parameter, first_new;  // what stands for the producer; what joins comes from there on
  };
  // Takes what is known out; nothing if it would not help afterwards.
  std::optional<Joining> before_joining(NodeId fusion, NodeId producer);
  // After it, and after `forget`: what is known of the fusion with what has joined, if that is to the bit what looking
  // at all of it would give.
  void joined(Joining joining);

 private:
  const Entry& of(NodeId n);
  Entry leaf(NodeId n);
  Entry fusion(NodeId n);
  // Adds what the instruction costs and what it reads; `at` finds its operands.
  template <class At>
  void count(Entry& e, Inner& here, bool unread, At at);
  void count_parameters(Entry& e, BodyId body);
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

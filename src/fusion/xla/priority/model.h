// XLA's estimates of 2026: the time of a kernel alone and of a producer within its consumer. Each is kept until one of
// the two changes.
#pragma once
#include <unordered_map>
#include <vector>

#include "fusion/xla/log.h"
#include "fusion/xla/rules/cost.h"
#include "fusion/xla/rules/timing.h"

namespace eutectic::fusion::xla {

struct KernelTime {
  int64_t flops = 0, written = 0;
  Ticks compute = 0, write = 0, memory = 0, all = 0;  // memory: reads and the write
  std::optional<Ticks> reads = {};                    // where it is a sum over operands
};

struct KernelForm {
  Emitter emitter = Emitter::Loop;
  Launch launch;
  bool whole_transactions = true;  // are used by its reads
};

class Model {
 public:
  Model(const Graph& g, const Device& device) : g_(g), d_(device), timing_(device, g.era()), cost_(g, device) {}

  Cost& cost() { return cost_; }
  const KernelForm& form(NodeId n);
  const KernelForm& form(NodeId producer, NodeId consumer);
  const KernelTime& alone(NodeId n);
  void set_alone(NodeId n, const KernelTime& time) { alone_[n] = time; }
  Ticks together(NodeId producer, NodeId consumer);
  void set_together(NodeId producer, NodeId consumer, Ticks time) { pairs_[producer][consumer].time = time; }
  // The time if it has been asked for since one of them changed.
  std::optional<Ticks> known_together(NodeId producer, NodeId consumer) const;
  // The producer's result is written all the same, as another output.
  Ticks together_with_output(NodeId producer, NodeId consumer);
  void forget(NodeId n);  // after it changed; its operands are those after the change

 private:
  struct Pair {
    std::optional<KernelForm> form;
    std::optional<Ticks> time;
  };
  Ticks estimate(NodeId producer, NodeId consumer, Ticks more_writes);
  int64_t bytes_read(NodeId n, NodeId operand);  // 0 if it is none
  int64_t shared_bytes(NodeId producer, NodeId consumer, NodeId operand);
  Ticks read(const KernelForm& form, NodeId operand, int64_t bytes) const;
  Ticks reads(NodeId producer, NodeId consumer);
  bool reads_whole(NodeId n, Emitter emitter);

  const Graph& g_;
  const Device& d_;
  const Timing timing_;
  Cost cost_;
  std::unordered_map<NodeId, KernelForm> forms_;
  std::unordered_map<NodeId, bool> whole_;  // but for the emitter of transpositions
  std::unordered_map<NodeId, KernelTime> alone_;
  std::unordered_map<NodeId, std::unordered_map<NodeId, Pair>> pairs_;
};

}  // namespace eutectic::fusion::xla

// The formulas of XLA's cost model for the time of one kernel: computing, reading, writing. Their rounding is XLA's:
// rates and bytes in single precision, results in whole ticks.
#pragma once
#include "fusion/xla/log.h"
#include "fusion/xla/rules/device.h"
#include "fusion/xla/rules/emitter.h"

namespace eutectic::fusion::xla {

inline constexpr Ticks launch_time = ticks_per_us;

class Timing {
 public:
  Timing(const Device& device, Era era) : d_(device), era_(era) {}

  static Ticks seconds(double s);
  static Ticks overlapped(Ticks compute, Ticks memory);  // 95% of the shorter is hidden

  Ticks write(int64_t bytes) const;
  Ticks write_at(int64_t bytes, double rate) const;  // of whole transactions
  Ticks computing(int64_t flops, const Launch& launch) const;
  // All reads after the first of `net` bytes, or all reads, come from the cache that holds them.
  Ticks read_cached(int64_t blocks, int64_t net, int64_t total) const;
  // The first `net` bytes come from memory, with `rate` of each transaction used.
  Ticks read(int64_t blocks, int64_t net, int64_t total, double rate) const;
  // Share of a transaction that is used.
  double rate_of(const Shape& shape, bool coalesced) const;

 private:
  float limited(float bandwidth, int64_t blocks) const;
  float cached(int64_t net) const;

  const Device& d_;
  const Era era_;
};

// Transposing the fastest dimension wastes most of each transaction, except in the emitter made for it.
bool reads_whole_transactions(const Graph& g, NodeId n, Emitter emitter);

}  // namespace eutectic::fusion::xla

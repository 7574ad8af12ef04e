// Steps that carry nothing and store reductions over their lanes: parallel over steps, each reducing all of its lanes
// in one go.
#include <algorithm>
#include <numeric>

#include "kernel/lower/loop_lowering.h"
#include "kernel/reduce.h"

namespace eutectic::kernel {

void LoopLowering::row_kernel() {
  auto uniform = [&](NodeId n) { return !lane(n) && !late(n); };
  const ValueId p = b_.begin_par(b_.s64(a_.trip_count));
  e_.push();
  e_.define_atom(counter_atom(), p);
  e_.emit(frontier(uniform, [&](NodeId n) { return lane(n); }), false);
  std::vector<Op> reducers;
  std::vector<NodeId> elements;
  for (NodeId r : reduces_) {
    reducers.push_back(g_[r].op);
    elements.push_back(g_[r].operands[0]);
  }
  const ValueId j = b_.begin_lanes(b_.s64(0), b_.s64(lanes_), reducers, std::gcd(lanes_, int64_t{reduce_accumulators}),
                                   options_.interleave);
  e_.push();
  if (a_.lane_extents.size() == 1) {
    e_.define_atom(lane_atom(0), j);
  } else {
    e_.lane_strides = row_major_strides(a_.lane_extents);
    e_.lane_count = lanes_;
    e_.define_flat(j);
  }
  const std::vector<ValueId> v = e_.emit(elements, true);
  std::vector<ValueId> reduced;
  end_lanes(v, &reduced);
  for (size_t i = 0; i < reduces_.size(); ++i) e_.define(reduces_[i], combined(reduces_[i], reduced[i]));
  for (const StreamStore& s : a_.stores) store_row(s);
  e_.pop();
  b_.end();
}

}  // namespace eutectic::kernel

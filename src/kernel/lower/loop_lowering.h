// The state of one lowering of a loop; its parts are in loop.cc (schedule, buffers), loop_tile.cc and
// loop_registers.cc; loop_phases.cc.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "kernel/lower/emitter.h"
#include "kernel/lower/loop.h"

namespace eutectic::kernel {

using analysis::AtomKind;
using analysis::CarryKind;
using analysis::CarrySlot;
using analysis::LoopAnalysis;
using analysis::LoopLeaf;
using analysis::Node;
using analysis::NodeId;
using analysis::NodeKind;
using analysis::StreamStore;
using scalar::Op;

// Lanes whose reduction makes one partial result; part of the order of reductions over lanes.
// It follows from the number of lanes alone: few are still shared by two workers.
inline int64_t small_tile(int64_t lanes) { return lanes < 1024 ? 128 : 256; }

class LoopLowering {
 public:
  LoopLowering(const Module& module, LoopAnalysis& loop, std::string_view name, const LowerOptions& options)
      : module_(module), a_(loop), g_(loop.graph), options_(options), b_(std::string(name)), e_(b_, loop.graph) {}

  std::expected<Kernel, explain::Verdict> run();

 private:
  void contract();
  void classify();
  void choose_schedule();
  void make_buffers();
  void tile_kernel();
  void register_kernel();
  void row_kernel();
  // Values after the last step that lanes (or not) store; the carries are defined.
  Index row_index(const StreamStore& store);  // with the values that name the row
  void store_row(const StreamStore& store);
  void store_finals(bool of_lanes);
  void late_phase();
  void phased_kernel();
  bool forms_are_flat() const;

  bool lane(NodeId n) const { return g_[n].depends & analysis::DependsOnLane; }
  bool late(NodeId n) const { return late_[n.index()]; }
  bool varies(NodeId n) const { return g_[n].depends & (analysis::DependsOnCounter | analysis::DependsOnCarry); }
  // Enters a tile: defines outer lane axes, returns the bounds of its lanes.
  std::pair<ValueId, ValueId> enter_tile(ValueId p);
  ValueId begin_lanes(ValueId lo, ValueId hi, std::span<const Op> reducers = {});
  void end_lanes(std::span<const ValueId> yields = {}, std::vector<ValueId>* results = nullptr);
  analysis::AtomId lane_atom(size_t axis) {
    return g_.affine.atom(AtomKind::Lane, static_cast<uint32_t>(axis), {0, a_.lane_extents[axis] - 1});
  }
  analysis::AtomId counter_atom() {
    return g_.affine.atom(AtomKind::Counter, 0, {0, std::max<int64_t>(a_.trip_count - 1, 0)});
  }
  Index local_index(ValueId j, ValueId lo) { return {{{j, 1}, {lo, -1}}, 0}; }
  analysis::AffineId linear(const CarrySlot& slot);
  bool stored(const CarrySlot& slot) const { return a_.leaves[slot.leaf].used; }
  // Nodes of the given kind that others outside it read: what to compute before entering a region.
  std::vector<NodeId> frontier(const std::function<bool(NodeId)>& inside,
                               const std::function<bool(NodeId)>& reader) const;
  ValueId combined(NodeId reduce, ValueId partial);
  // What one phase of a step does: a `par` over tiles of lanes, and the reductions after it.
  struct Phase {
    std::vector<NodeId> uniforms;  // computed before, by every worker
    std::vector<NodeId> loaded;    // lane values of earlier phases
    std::vector<uint32_t> carries, nexts;
    std::vector<NodeId> made;  // lane values for later phases
    std::vector<const StreamStore*> lane_stores, row_stores;
    std::vector<NodeId> reduces;
  };
  void find_levels();
  void find_forms();  // fills in_forms_
  void collect(const std::vector<NodeId>& roots, int level, Phase& phase) const;
  std::vector<Phase> plan_phases(const std::vector<NodeId>& uniform_roots, bool body);
  int emit_phase(const Phase& phase);
  void choose_half(ValueId step);
  Index lane_number(ValueId j) const;
  BufferId memory_of(NodeId n);
  BufferId partial_of(NodeId reduce);
  std::pair<BufferId, Index> state_of(uint32_t slot, ValueId j, ValueId half);
  int64_t leaf_size(uint32_t leaf) const;
  void store_uniform_results(const std::vector<ValueId>& finals);

  const Module& module_;
  LoopAnalysis& a_;
  analysis::ScalarGraph& g_;
  const LowerOptions& options_;
  KernelBuilder b_;
  GraphEmitter e_;

  std::vector<bool> needed_, needed_at_all_;  // by the steps; also by what is stored after them
  std::vector<bool> late_;
  std::vector<NodeId> reduces_;
  std::vector<uint32_t> lane_slots_, uniform_slots_, late_slots_;
  bool nested_axes_ = false;
  int64_t lanes_ = 1, tile_ = 256, reduce_block_ = 256, tiles_ = 1, rows_ = 1, tiles_per_row_ = 1;
  bool registers_ = false;
  std::vector<BufferId> outputs_;  // by leaf
  std::vector<BufferId> partials_;
  // Phases: levels of nodes, lane values that no step changes, and where everything lies.
  std::vector<int> levels_;
  std::set<NodeId> kept_, in_forms_;
  bool waits_for_index_ = false;  // an index would have to be kept in memory, where it loses its bounds
  std::map<NodeId, BufferId> values_in_, partial_in_;
  std::vector<BufferId> state_, shared_;  // by slot; by leaf, twice its size
  ValueId row_, half_, other_half_;
};

}  // namespace eutectic::kernel

// Writes nodes of a scalar graph into a kernel: each node once per scope, operands first; arms of selects that are
// expensive and read by nothing else go into `when` (lazy arms).
#pragma once
#include <functional>
#include <unordered_map>
#include <vector>

#include "analysis/scalar_graph.h"
#include "analysis/threefry.h"
#include "kernel/builder.h"

namespace eutectic::kernel {

class GraphEmitter {
 public:
  using NodeId = analysis::NodeId;
  using AffineId = analysis::AffineId;
  using AtomId = analysis::AtomId;

  GraphEmitter(KernelBuilder& builder, const analysis::ScalarGraph& graph) : b_(builder), g_(graph) {}

  // Buffers of array numbers, set once.
  std::vector<BufferId> arrays;
  // Carried arrays by number, and what is added to an element's number: the half that this step reads.
  struct StateArray {
    BufferId buffer;
    IndexTerm half;
  };
  std::unordered_map<uint32_t, StateArray> state_arrays;
  // Extents of lane axes; with more than one, forms that use them as one row-major number read `flat` (if valid).
  std::vector<int64_t> lane_strides;
  int64_t lane_count = 0;  // over all lane axes; 32 bits divide faster

  // Threefry's rounds become a function of the kernel. Before any region is entered.
  void use_threefry(std::vector<analysis::Threefry> found);

  // Scopes nest like the kernel's regions; what is defined in one is forgotten at its end.
  void push();
  void pop();
  void define(NodeId node, ValueId value);
  void define_atom(AtomId atom, ValueId value);       // s64
  void define_flat(ValueId value) { flat_ = value; }  // row-major number over all lane axes
  bool defined(NodeId node) const { return values_.contains(node.value); }

  // Values of these nodes in the current scope. `lazy`: selects may become lazy arms.
  std::vector<ValueId> emit(const std::vector<NodeId>& roots, bool lazy);
  ValueId emit(NodeId root) { return emit(std::vector<NodeId>{root}, false)[0]; }
  Index index(AffineId form);

  int64_t lazy_operations() const { return lazy_operations_; }
  // Ops at least this many make an arm lazy.
  static constexpr int64_t lazy_threshold = 17;
  static constexpr int64_t long_threshold = 150;

 private:
  struct Group {  // selects of one predicate whose arms become lazy
    NodeId pred;
    bool when_true = true;
    std::vector<NodeId> selects;
    std::vector<NodeId> own;      // nodes that only the arms need
    std::vector<NodeId> outside;  // what those read
    int64_t operations = 0;
  };
  void emit_level(const std::vector<NodeId>& roots, bool lazy);
  std::vector<Group> find_groups(const std::vector<NodeId>& roots);
  void emit_group(Group& group);
  ValueId emit_node(NodeId node);
  ValueId form_value(AffineId form, ElementType type);
  ValueId atom_value(AtomId atom);
  bool is_flat(const analysis::Affine& form, int64_t& scale) const;
  void dependencies(NodeId node, std::vector<NodeId>& out) const;

  KernelBuilder& b_;
  const analysis::ScalarGraph& g_;
  void emit_threefry(const analysis::Threefry& t);

  std::vector<analysis::Threefry> threefries_;
  std::unordered_map<uint32_t, size_t> threefry_of_;  // by its results
  FunctionId threefry_;
  std::unordered_map<uint32_t, ValueId> values_, atoms_;
  std::vector<std::vector<uint32_t>> scope_nodes_, scope_atoms_;
  ValueId flat_;
  int64_t lazy_operations_ = 0;
};

}  // namespace eutectic::kernel

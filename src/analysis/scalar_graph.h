// A hash-consed graph of scalar operations: what one lane (or one worker) of a kernel computes. Built by
// symbolic evaluation of array elements (scalarize.h); node ids are a topological order. Simplifies on the way:
// constants fold, exact integer and float identities apply, integer values that are affine in lanes and counters stay
// index forms.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/affine.h"
#include "scalar/emitter.h"

namespace eutectic::analysis {

using NodeId = Id<struct NodeTag>;

enum class NodeKind : uint8_t {
  Const,   // bits
  Op,      // op(operands), a primitive
  Index,   // the value of `form`, which fits the (integer) type
  Load,    // element `form` (linear, row-major) of external array `number`, or of a carried one (state_array)
  Carry,   // carried scalar `number` at the start of an iteration
  Reduce,  // operands[0] (a lane value) reduced with `op` over all lanes, starting from operands[1]
};

// Loads with numbers from here on read carried leaf `number - state_array` as it was before the step, at any lane.
inline constexpr uint32_t state_array = 1u << 24;

// What a node depends on.
enum Depends : uint8_t {
  DependsOnLane = 1,
  DependsOnCounter = 2,
  DependsOnCarry = 4,
  DependsOnReduce = 8,
};

struct Node {
  NodeKind kind = NodeKind::Const;
  ElementType type = ElementType::F32;
  scalar::Op op = scalar::Op::Add;
  uint8_t depends = 0;
  bool rigid = false;  // part of an expansion: never contracted
  uint8_t operand_count = 0;
  std::array<NodeId, 3> operands;
  scalar::Bits bits = 0;
  AffineId form;
  uint32_t number = 0;
};

// Whether every value of a range is one of an integer type.
bool fits(Range range, ElementType type);

class ScalarGraph : public scalar::Emitter {
 public:
  using scalar::Emitter::emit;
  scalar::Value emit(scalar::Op op, ElementType type, std::span<const scalar::Value> operands) override;
  scalar::Value constant(ElementType type, scalar::Bits bits) override;
  ElementType type(scalar::Value value) const override { return nodes_[NodeId(value.id)].type; }

  // Composite ops are expanded.
  NodeId op(scalar::Op op, ElementType type, std::span<const NodeId> operands);
  NodeId op(scalar::Op op, ElementType type, std::initializer_list<NodeId> operands) {
    return this->op(op, type, std::span(operands.begin(), operands.size()));
  }
  NodeId constant_node(ElementType type, scalar::Bits bits);
  NodeId index(AffineId form, ElementType type);  // converted where it does not fit
  NodeId load(uint32_t array, AffineId form, ElementType type);
  NodeId carry(uint32_t slot, ElementType type, bool lane);
  NodeId reduce(scalar::Op op, NodeId value, NodeId init, uint32_t instr);  // `instr` is kept in `number`
  // The same node with other operands; stays rigid if it was.
  NodeId rebuild(NodeId id, std::span<const NodeId> operands);

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  size_t size() const { return nodes_.size(); }
  bool is_constant(NodeId id) const { return nodes_[id].kind == NodeKind::Const; }
  // An integer node as an index form, if it is one (a constant or Index), else through a Node atom.
  AffineId as_index(NodeId id);
  std::optional<AffineId> affine_of(NodeId id) const;
  // Known bounds of an integer or pred node.
  Range range(NodeId id) const;
  uint8_t depends(AffineId form) const;

  AffineTable affine;
  // Relaxation `reciprocal`: x / s becomes x * (1 / s) where s is uniform and x is not.
  bool reciprocal = false;
  std::string to_string(NodeId id) const;
  std::span<const NodeId> operands(NodeId id) const {
    return std::span(nodes_[id].operands).first(nodes_[id].operand_count);
  }
  // Nodes that a form's atoms name.
  void form_nodes(AffineId form, std::vector<NodeId>& out) const;

 private:
  NodeId intern(Node node);
  NodeId simplify(scalar::Op op, ElementType type, std::span<const NodeId> x);
  NodeId remainder(ElementType type, NodeId x, NodeId y);
  Range compute_range(const Node& node) const;
  uint8_t compute_depends(const Node& node) const;

  Store<NodeId, Node> nodes_;
  std::vector<Range> ranges_;
  std::unordered_map<std::string, NodeId> ids_;
  int expanding_ = 0;
};

}  // namespace eutectic::analysis

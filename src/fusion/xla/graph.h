// The scratch graph of the xla-* strategies: a copy of a module's computations that changes as XLA's does. The order
// of operands, users and ids follows XLA's rules (a removed user is replaced by the last one; new instructions come
// last), since XLA's decisions depend on it. The module itself never changes; a plan is taken from the end state.
#pragma once
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/chunked_store.h"
#include "base/result.h"
#include "fusion/xla/rule_set.h"
#include "ir/module.h"

namespace eutectic::fusion::xla {

using NodeId = Id<struct NodeTag>;
using BodyId = Id<struct BodyTag>;
struct Device;  // rules/device.h
struct Piece;   // piece.h

enum class FusionKind : uint8_t { None, Loop, Input, Output, Custom };
// Whose rules hold where XLA changed them: the last version of the rule-based passes, or priority fusion of 2026.
enum class Era : uint8_t { Rules2024, Priority2026 };

struct Node {
  OpKind op{};
  FusionKind kind = FusionKind::None;  // of a fusion
  bool dead = false;
  BodyId body;                   // where it stands
  BodyId called;                 // body of a fusion
  const Shape* shape = nullptr;  // the module's or the graph's; never changes
  const Attrs* attrs = nullptr;
  std::vector<NodeId> operands;
  std::vector<NodeId> users;  // distinct, in XLA's order
  std::vector<NodeId> control_predecessors;
  InstrId origin;       // the instruction of the module that it is, or is a copy of
  int64_t number = -1;  // of a parameter
  std::string name;     // XLA's for the module's own instructions; "fusion", "fusion.1" ... for new ones

  int64_t index() const { return attrs->integer(AttrName::Index); }  // of a get-tuple-element
};

struct Body {
  CompId origin;  // of a control-flow body
  NodeId fusion;  // the fusion whose body it is, or invalid
  NodeId root;
  std::vector<NodeId> nodes;       // in order of creation, some dead ones included
  size_t dead = 0;                 // of those
  std::vector<NodeId> parameters;  // by number
  bool fusible = true;             // not the target of a call: XLA fuses nothing there
  bool settled = false;            // put in as it was at the end of fusion
  // How many of them were ever added: where there was none, there is none.
  uint32_t reduces = 0, transposes = 0, concatenates = 0, fusions = 0;
};

class Graph {
 public:
  // Copies the entry and everything that control flow reaches; reducers and other embedded computations stay in the
  // module. The module must outlive the graph.
  explicit Graph(const Module& module);

  const Module& module() const { return module_; }
  Era era() const { return era_; }
  void set_era(Era era) { era_ = era; }
  RuleSet rules;  // that strategies keep to
  // Whose figures the strategies count with; it outlives the graph.
  const Device& device() const { return *device_; }
  void set_device(const Device& device) { device_ = &device; }
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  Node& mut(NodeId id) { return nodes_[id]; }
  const Body& operator[](BodyId id) const { return bodies_[id]; }
  size_t node_count() const { return nodes_.size(); }
  size_t body_count() const { return bodies_.size(); }
  // Fusion copies instructions, and without the rules that bound their code without end: passes stop then, and
  // `checked` says so. XLA's own decisions stay below a third of it in programs of 10,000 instructions.
  bool is_overgrown() const { return nodes_.size() > most_nodes_; }
  Status checked() const;
  // What runs as part of control flow: the entry, bodies and conditions of loops, branches, called computations;
  // callees before callers.
  const std::vector<BodyId>& control_bodies() const { return control_bodies_; }

  // XLA's post-order: depth first from every instruction without users, operands (then control predecessors) first.
  std::vector<NodeId> post_order(BodyId body) const;
  bool has_control_edges() const { return has_control_edges_; }
  bool is_root(NodeId id) const { return bodies_[nodes_[id].body].root == id; }
  bool is_user_of(NodeId user, NodeId operand) const;
  // First position of `operand` among the operands of `user`, or -1.
  int64_t operand_index(NodeId user, NodeId operand) const;
  // The root of a fusion's body.
  NodeId fused_root(NodeId fusion) const { return bodies_[nodes_[fusion].called].root; }
  NodeId fused_parameter(NodeId fusion, int64_t n) const {
    return bodies_[nodes_[fusion].called].parameters[static_cast<size_t>(n)];
  }
  bool is_fusion(NodeId id) const { return nodes_[id].op == OpKind::Fusion; }
  bool is_multi_output(NodeId id) const { return is_fusion(id) && nodes_[fused_root(id)].op == OpKind::Tuple; }

  // Edits. Each keeps operands and users consistent.
  NodeId add(BodyId body, OpKind op, const Shape* shape, const Attrs* attrs, std::vector<NodeId> operands,
             InstrId origin);
  NodeId clone(NodeId id, BodyId into, std::vector<NodeId> operands);
  void replace_operand(NodeId user, size_t n, NodeId with);
  void replace_use(NodeId user, NodeId of, NodeId with);
  void replace_all_uses(NodeId of, NodeId with);  // the root of a body too
  void set_root(BodyId body, NodeId root);
  void set_fusible(BodyId body, bool fusible) { bodies_[body].fusible = fusible; }
  void set_kind(NodeId fusion, FusionKind kind) { nodes_[fusion].kind = kind; }
  void set_attrs(NodeId id, const Attrs* attrs) { nodes_[id].attrs = attrs; }
  void remove(NodeId id);  // without users; a fusion's body goes with it
  // Turns `consumer` into a fusion of itself alone and puts that in its place.
  NodeId wrap(NodeId consumer, FusionKind kind);
  // Moves a copy of `producer` (its body, if it is a fusion) into `fusion`, which stops reading it. The producer stays.
  void fuse(NodeId producer, NodeId fusion);
  // The same, and the producer's values become outputs of `fusion`; the producer is removed.
  void fuse_multi_output(NodeId producer, NodeId fusion);
  // A new fusion with one parameter for each of the (different) operands and a body yet to be filled: add() into
  // [fusion].called, then finish_fusion.
  NodeId add_fusion(BodyId outer, FusionKind kind, const std::vector<NodeId>& operands, InstrId origin);
  void finish_fusion(NodeId fusion, NodeId root);
  // What another graph has made of an equal computation, in the place of this one's; settled after that.
  void put_in(BodyId body, const Piece& piece);
  // Of a fusion: a parameter that nothing in the body reads, and the operand with it.
  void remove_parameter(NodeId fusion, size_t n);
  NodeId get_tuple_element(NodeId tuple, int64_t n);
  void set_tuple_index(NodeId get_tuple_element, int64_t n);

  std::string fresh_name(std::string_view prefix);  // that no instruction has yet: "x", "x.1" ...
  const Shape* own(Shape shape);
  const Attrs* own(Attrs attrs);

 private:
  void copy_instructions(BodyId body, CompId comp, std::vector<std::pair<NodeId, CompId>>& fusions);
  void bury(NodeId id);  // nothing reads it any more
  void add_user(NodeId operand, NodeId user);
  void drop_user(NodeId operand, NodeId user);  // if no operand of `user` is `operand` any more
  NodeId append(NodeId instruction, NodeId fusion, bool add_output);
  void add_output(NodeId instruction, NodeId copy, NodeId fusion);
  NodeId add_parameter(NodeId fusion, NodeId operand);
  void drop_parameter(NodeId fusion, size_t n);
  NodeId add_get_tuple_element(NodeId fusion, int64_t n, const Shape* shape, InstrId origin);
  void copy_called(NodeId from, NodeId to);

  const Module& module_;
  Era era_ = Era::Rules2024;
  const Device* device_;  // h100() at first
  ChunkedStore<NodeId, Node> nodes_;
  Store<BodyId, Body> bodies_;
  std::vector<BodyId> control_bodies_;
  std::deque<Shape> shapes_;
  std::deque<Attrs> attrs_;
  std::map<std::string, int, std::less<>> names_;
  bool has_control_edges_ = false;
  size_t most_nodes_ = 0;
  // Scratch of post_order, which therefore runs on one thread at a time: 2 * walk_ is open, one more is done.
  mutable std::vector<uint32_t> mark_;
  mutable uint32_t walk_ = 0;
};

FusionKind fusion_kind_from(std::string_view hlo);
std::string_view to_hlo(FusionKind kind);

}  // namespace eutectic::fusion::xla

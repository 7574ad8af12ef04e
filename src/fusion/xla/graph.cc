// Building the scratch graph, orders, and the plain edits; graph_fuse.cc has fusing.
#include "fusion/xla/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "fusion/xla/rules/device.h"

namespace eutectic::fusion::xla {

FusionKind fusion_kind_from(std::string_view hlo) {
  if (hlo == "kLoop") return FusionKind::Loop;
  if (hlo == "kInput") return FusionKind::Input;
  if (hlo == "kOutput") return FusionKind::Output;
  if (hlo == "kCustom") return FusionKind::Custom;
  return FusionKind::None;
}

std::string_view to_hlo(FusionKind kind) {
  switch (kind) {
    case FusionKind::None:
      return "";
    case FusionKind::Loop:
      return "kLoop";
    case FusionKind::Input:
      return "kInput";
    case FusionKind::Output:
      return "kOutput";
    case FusionKind::Custom:
      return "kCustom";
  }
  return "";
}

namespace {

// Computations that run as part of control flow, callees before callers.
std::vector<CompId> control_computations(const Module& m) {
  std::vector<CompId> order;
  std::vector<uint8_t> state(m.comp_count(), 0);  // 1: open, 2: done
  std::vector<CompId> stack{m.entry};
  while (!stack.empty()) {
    const CompId c = stack.back();
    if (state[c.index()] == 2) {
      stack.pop_back();
      continue;
    }
    if (state[c.index()] == 1) {
      state[c.index()] = 2;
      order.push_back(c);
      stack.pop_back();
      continue;
    }
    state[c.index()] = 1;
    std::vector<CompId> callees;
    for (InstrId id : instrs_of(m[c])) {
      const OpKind op = m[id].op;
      if (op == OpKind::While || op == OpKind::Conditional || op == OpKind::Call)
        for (CompId callee : m.callees(id)) callees.push_back(callee);
    }
    for (auto it = callees.rbegin(); it != callees.rend(); ++it)
      if (state[it->index()] == 0) stack.push_back(*it);
  }
  return order;
}

}  // namespace

Graph::Graph(const Module& module) : module_(module), device_(&h100()) {
  std::vector<bool> called(module.comp_count(), false);
  for (size_t i = 0; i < module.instr_count(); ++i)
    if (module[InstrId(i)].op == OpKind::Call)
      for (CompId callee : module.callees(InstrId(i))) called[callee.index()] = true;
  for (CompId c : control_computations(module)) {
    std::vector<std::pair<NodeId, CompId>> fusions;
    const BodyId body = bodies_.add(Body{.origin = c, .fusion = {}, .root = {}, .nodes = {}, .parameters = {}});
    copy_instructions(body, c, fusions);
    bodies_[body].fusible = !called[c.index()];
    control_bodies_.push_back(body);
    // A fusion's body may hold fusions; each level is one turn of this loop.
    while (!fusions.empty()) {
      std::vector<std::pair<NodeId, CompId>> inner;
      for (auto [fusion, comp] : fusions) {
        const BodyId b = bodies_.add(Body{.origin = comp, .fusion = fusion, .root = {}, .nodes = {}, .parameters = {}});
        nodes_[fusion].called = b;
        copy_instructions(b, comp, inner);
      }
      fusions = std::move(inner);
    }
  }
  most_nodes_ = 200'000 + 400 * nodes_.size();
}

Status Graph::checked() const {
  if (!is_overgrown()) return {};
  return error(fmt::format("without these rules kernels grow beyond {} instructions", most_nodes_), {},
               "rules of code size, splits and time keep code from doubling from kernel to kernel: lift fewer at once");
}

void Graph::copy_instructions(BodyId body, CompId comp, std::vector<std::pair<NodeId, CompId>>& fusions) {
  const Computation& c = module_[comp];
  std::unordered_map<std::string_view, NodeId> by_name;
  const auto first = static_cast<uint32_t>(nodes_.size());
  auto at = [&](InstrId id) { return NodeId(first + (id.value - c.begin.value)); };
  for (InstrId id : instrs_of(c)) {
    std::vector<NodeId> operands;
    for (InstrId o : module_.operands(id)) operands.push_back(at(o));
    const NodeId n = add(body, module_[id].op, &module_.shape(id), &module_.attrs(id), std::move(operands), id);
    nodes_[n].name = std::string(module_.name(id));
    names_.emplace(nodes_[n].name, 0);
    by_name.emplace(module_.name(id), n);  // the nodes move as they grow in number
    if (nodes_[n].op == OpKind::Fusion) {
      nodes_[n].kind = fusion_kind_from(nodes_[n].attrs->text(AttrName::FusionKind));
      const Comps& calls = nodes_[n].attrs->comps(AttrName::Calls);
      CHECK(calls.size() == 1, "fusion {} calls {} computations", nodes_[n].name, calls.size());
      fusions.emplace_back(n, calls[0]);
    }
  }
  // control-predecessors={%a, %b}
  for (NodeId n : bodies_[body].nodes) {
    const std::string& text = nodes_[n].attrs->text(AttrName::ControlPredecessors);
    for (size_t i = 0; i < text.size();) {
      size_t end = text.find_first_of("{}, ", i);
      if (end == std::string::npos) end = text.size();
      std::string_view name = std::string_view(text).substr(i, end - i);
      if (name.starts_with('%')) name.remove_prefix(1);
      if (auto it = by_name.find(name); it != by_name.end()) {
        nodes_[n].control_predecessors.push_back(it->second);
        has_control_edges_ = true;
      }
      i = end + 1;
    }
  }
  bodies_[body].root = at(c.root);
  for (InstrId p : c.parameters) {
    nodes_[at(p)].number = static_cast<int64_t>(bodies_[body].parameters.size());
    bodies_[body].parameters.push_back(at(p));
  }
}

std::vector<NodeId> Graph::post_order(BodyId body) const {
  std::vector<NodeId> order, stack;
  mark_.resize(nodes_.size(), 0);
  const uint32_t open = 2 * ++walk_, done = open + 1;
  for (NodeId start : bodies_[body].nodes) {
    if (nodes_[start].dead || !nodes_[start].users.empty()) continue;
    stack.push_back(start);
    while (!stack.empty()) {
      const NodeId n = stack.back();
      uint32_t& mark = mark_[n.index()];
      if (mark >= open) {
        stack.pop_back();
        if (mark == open) {
          mark = done;
          order.push_back(n);
        }
        continue;
      }
      mark = open;
      const Node& node = nodes_[n];
      for (auto p = node.control_predecessors.rbegin(); p != node.control_predecessors.rend(); ++p)
        if (mark_[p->index()] < open) stack.push_back(*p);
      for (auto o = node.operands.rbegin(); o != node.operands.rend(); ++o)
        if (mark_[o->index()] < open) stack.push_back(*o);
    }
  }
  return order;
}

bool Graph::is_user_of(NodeId user, NodeId operand) const { return operand_index(user, operand) >= 0; }

int64_t Graph::operand_index(NodeId user, NodeId operand) const {
  const auto& list = nodes_[user].operands;
  // Fusions have up to hundreds: compared a block at a time, by vectors.
  constexpr size_t block = 16;
  size_t i = 0;
  for (; i + block <= list.size(); i += block) {
    uint32_t equal = 0;
    for (size_t k = 0; k < block; ++k) equal |= static_cast<uint32_t>(list[i + k].value == operand.value);
    if (equal != 0) break;
  }
  for (; i < list.size(); ++i)
    if (list[i] == operand) return static_cast<int64_t>(i);
  return -1;
}

NodeId Graph::add(BodyId body, OpKind op, const Shape* shape, const Attrs* attrs, std::vector<NodeId> operands,
                  InstrId origin) {
  Node n;
  n.op = op;
  n.body = body;
  n.shape = shape;
  n.attrs = attrs;
  n.operands = std::move(operands);
  n.origin = origin;
  const NodeId id = nodes_.add(std::move(n));
  // A new user is the last one of those that it has already joined.
  for (NodeId o : nodes_[id].operands)
    if (auto& users = nodes_[o].users; users.empty() || users.back() != id) users.push_back(id);
  Body& b = bodies_[body];
  if (b.dead > 32 && b.dead > b.nodes.size() / 2) {
    std::erase_if(b.nodes, [&](NodeId m) { return nodes_[m].dead; });
    b.dead = 0;
  }
  b.nodes.push_back(id);
  b.reduces += op == OpKind::Reduce;
  b.transposes += op == OpKind::Transpose;
  b.concatenates += op == OpKind::Concatenate;
  b.fusions += op == OpKind::Fusion;
  return id;
}

NodeId Graph::clone(NodeId id, BodyId into, std::vector<NodeId> operands) {
  const NodeId copy =
      add(into, nodes_[id].op, nodes_[id].shape, nodes_[id].attrs, std::move(operands), nodes_[id].origin);
  nodes_[copy].kind = nodes_[id].kind;
  nodes_[copy].name = nodes_[id].name;
  nodes_[copy].number = nodes_[id].number;
  if (nodes_[id].called.valid()) copy_called(id, copy);
  return copy;
}

void Graph::bury(NodeId id) {
  Node& n = nodes_[id];
  n.dead = true;
  n.operands = {};
  n.users = {};
  ++bodies_[n.body].dead;
}

void Graph::add_user(NodeId operand, NodeId user) {
  auto& users = nodes_[operand].users;
  if (std::find(users.rbegin(), users.rend(), user) == users.rend()) users.push_back(user);
}

void Graph::drop_user(NodeId operand, NodeId user) {
  if (is_user_of(user, operand)) return;
  auto& users = nodes_[operand].users;
  auto it = std::find(users.begin(), users.end(), user);
  if (it == users.end()) return;
  *it = users.back();
  users.pop_back();
}

void Graph::replace_operand(NodeId user, size_t n, NodeId with) {
  const NodeId old = nodes_[user].operands[n];
  if (old == with) return;
  nodes_[user].operands[n] = with;
  drop_user(old, user);
  add_user(with, user);
}

void Graph::replace_use(NodeId user, NodeId of, NodeId with) {
  for (NodeId& o : nodes_[user].operands)
    if (o == of) o = with;
  drop_user(of, user);
  add_user(with, user);
}

void Graph::replace_all_uses(NodeId of, NodeId with) {
  // In the users' order, each taken out as its operands change.
  const std::vector<NodeId> users = nodes_[of].users;
  for (NodeId user : users)
    if (user != with) replace_use(user, of, with);
  Body& b = bodies_[nodes_[of].body];
  if (b.root == of) b.root = with;
}

void Graph::set_root(BodyId body, NodeId root) { bodies_[body].root = root; }

void Graph::remove(NodeId id) {
  Node& n = nodes_[id];
  CHECK(n.users.empty(), "{} still has users", n.name);
  std::vector<NodeId> operands;
  operands.swap(n.operands);
  for (NodeId o : operands) drop_user(o, id);
  bury(id);
  // What stood in a fusion cannot be reached any more.
  if (n.called.valid())
    for (NodeId m : bodies_[n.called].nodes)
      if (!nodes_[m].dead) bury(m);
  n.control_predecessors.clear();
  if (has_control_edges_)
    for (NodeId m : bodies_[n.body].nodes) std::erase(nodes_[m].control_predecessors, id);
}

const Shape* Graph::own(Shape shape) {
  shapes_.push_back(std::move(shape));
  return &shapes_.back();
}

const Attrs* Graph::own(Attrs attrs) {
  attrs_.push_back(std::move(attrs));
  return &attrs_.back();
}

std::string Graph::fresh_name(std::string_view prefix) {
  std::string base(prefix);
  auto [it, fresh] = names_.emplace(base, 0);
  if (fresh) return base;
  while (true) {
    std::string name = base + "." + std::to_string(++it->second);
    if (names_.emplace(name, 0).second) return name;
  }
}

}  // namespace eutectic::fusion::xla

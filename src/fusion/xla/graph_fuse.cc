// Fusing on the scratch graph, step by step as XLA does it: which operand, user and output comes where matters to
// what it decides later.
#include <algorithm>
#include <map>

#include "base/check.h"
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {
namespace {

const Attrs no_attrs;

}  // namespace

void Graph::copy_called(NodeId from, NodeId to) {
  std::vector<std::pair<NodeId, NodeId>> work{{from, to}};
  while (!work.empty()) {
    auto [old_fusion, new_fusion] = work.back();
    work.pop_back();
    const Body old = bodies_[nodes_[old_fusion].called];  // a copy: bodies_ grows
    const BodyId body =
        bodies_.add(Body{.origin = old.origin, .fusion = new_fusion, .root = {}, .nodes = {}, .parameters = {}});
    nodes_[new_fusion].called = body;
    std::map<NodeId, NodeId> copy_of;
    for (NodeId n : old.nodes) {
      if (nodes_[n].dead) continue;
      std::vector<NodeId> operands;
      for (NodeId o : nodes_[n].operands) operands.push_back(copy_of.at(o));
      const NodeId copy =
          add(body, nodes_[n].op, nodes_[n].shape, nodes_[n].attrs, std::move(operands), nodes_[n].origin);
      nodes_[copy].kind = nodes_[n].kind;
      nodes_[copy].number = nodes_[n].number;
      nodes_[copy].name = nodes_[n].name;
      copy_of[n] = copy;
      if (nodes_[n].called.valid()) work.emplace_back(n, copy);
    }
    for (NodeId p : old.parameters) bodies_[body].parameters.push_back(copy_of.at(p));
    bodies_[body].root = copy_of.at(old.root);
  }
}

NodeId Graph::wrap(NodeId consumer, FusionKind kind) {
  const BodyId outer = nodes_[consumer].body;
  const NodeId fusion =
      add(outer, OpKind::Fusion, nodes_[consumer].shape, &no_attrs, nodes_[consumer].operands, nodes_[consumer].origin);
  nodes_[fusion].name = fresh_name("fusion");
  nodes_[fusion].kind = kind;
  nodes_[fusion].operands.clear();  // rebuilt below, without repeats
  const BodyId body =
      bodies_.add(Body{.origin = bodies_[outer].origin, .fusion = fusion, .root = {}, .nodes = {}, .parameters = {}});
  nodes_[fusion].called = body;
  std::vector<NodeId> inner;
  const std::vector<NodeId> operands = nodes_[consumer].operands;
  for (NodeId o : operands) {
    const int64_t n = operand_index(fusion, o);
    inner.push_back(n >= 0 ? bodies_[body].parameters[static_cast<size_t>(n)] : add_parameter(fusion, o));
  }
  bodies_[body].root = clone(consumer, body, std::move(inner));
  nodes_[fusion].control_predecessors = nodes_[consumer].control_predecessors;
  if (has_control_edges_)
    for (NodeId n : bodies_[outer].nodes)
      for (NodeId& p : nodes_[n].control_predecessors)
        if (p == consumer) p = fusion;
  replace_all_uses(consumer, fusion);
  remove(consumer);
  return fusion;
}

NodeId Graph::add_parameter(NodeId fusion, NodeId operand) {
  const BodyId body = nodes_[fusion].called;
  const NodeId p = add(body, OpKind::Parameter, nodes_[operand].shape, &no_attrs, {}, nodes_[operand].origin);
  nodes_[p].number = static_cast<int64_t>(bodies_[body].parameters.size());
  nodes_[p].name = "param";
  bodies_[body].parameters.push_back(p);
  nodes_[fusion].operands.push_back(operand);
  add_user(operand, fusion);
  return p;
}

void Graph::drop_parameter(NodeId fusion, size_t n) {
  Body& b = bodies_[nodes_[fusion].called];
  const NodeId p = b.parameters[n];
  CHECK(nodes_[p].users.empty(), "parameter {} of {} is used", n, nodes_[fusion].name);
  bury(p);
  b.parameters.erase(b.parameters.begin() + static_cast<ptrdiff_t>(n));
  for (size_t i = n; i < b.parameters.size(); ++i) nodes_[b.parameters[i]].number = static_cast<int64_t>(i);
  auto& operands = nodes_[fusion].operands;
  operands.erase(operands.begin() + static_cast<ptrdiff_t>(n));
}

// Copies `instruction` into the body of `fusion`. Its operands become operands of the fusion.
NodeId Graph::append(NodeId instruction, NodeId fusion, bool output) {
  const BodyId body = nodes_[fusion].called;
  const bool was_operand = is_user_of(fusion, instruction);
  const NodeId copy = clone(instruction, body, {});
  for (int64_t n = operand_index(fusion, instruction); n >= 0; n = operand_index(fusion, instruction)) {
    replace_all_uses(bodies_[body].parameters[static_cast<size_t>(n)], copy);
    drop_parameter(fusion, static_cast<size_t>(n));
  }
  if (was_operand) {
    drop_user(instruction, fusion);
    if (nodes_[instruction].users.empty()) output = false;
  }
  const std::vector<NodeId> operands = nodes_[instruction].operands;
  for (NodeId o : operands) {
    const int64_t n = operand_index(fusion, o);
    const NodeId p = n >= 0 ? bodies_[body].parameters[static_cast<size_t>(n)] : add_parameter(fusion, o);
    nodes_[copy].operands.push_back(p);
    add_user(p, copy);
  }
  if (output) add_output(instruction, copy, fusion);
  return copy;
}

NodeId Graph::add_get_tuple_element(NodeId fusion, int64_t n, const Shape* shape, InstrId origin) {
  Attrs a;
  a.set(AttrName::Index, n);
  const NodeId gte = add(nodes_[fusion].body, OpKind::GetTupleElement, shape, own(std::move(a)), {fusion}, origin);
  nodes_[gte].name = fresh_name("get-tuple-element");
  return gte;
}

void Graph::add_output(NodeId instruction, NodeId copy, NodeId fusion) {
  const BodyId body = nodes_[fusion].called;
  const NodeId root = bodies_[body].root;
  const bool was_tuple = nodes_[root].op == OpKind::Tuple;
  std::vector<NodeId> elements = was_tuple ? nodes_[root].operands : std::vector<NodeId>{root};
  if (was_tuple) {
    auto it = std::find(elements.begin(), elements.end(), copy);
    if (it != elements.end()) {
      const NodeId gte = add_get_tuple_element(fusion, it - elements.begin(), nodes_[copy].shape, nodes_[copy].origin);
      replace_all_uses(instruction, gte);
      return;
    }
  }
  elements.push_back(copy);
  std::vector<Shape> shapes;
  for (NodeId e : elements) shapes.push_back(*nodes_[e].shape);
  const Shape* shape = own(Shape::tuple(std::move(shapes)));
  const NodeId tuple = add(body, OpKind::Tuple, shape, &no_attrs, elements, nodes_[root].origin);
  nodes_[tuple].name = fresh_name("tuple");
  bodies_[body].root = tuple;
  const Shape* before = nodes_[fusion].shape;
  nodes_[fusion].shape = shape;
  if (was_tuple) {
    remove(root);
  } else {
    const NodeId first = add_get_tuple_element(fusion, 0, before, nodes_[fusion].origin);
    const std::vector<NodeId> users = nodes_[fusion].users;
    for (NodeId u : users)
      if (u != first) replace_use(u, fusion, first);
    if (bodies_[nodes_[fusion].body].root == fusion) bodies_[nodes_[fusion].body].root = first;
  }
  const NodeId gte =
      add_get_tuple_element(fusion, static_cast<int64_t>(elements.size()) - 1, nodes_[copy].shape, nodes_[copy].origin);
  replace_all_uses(instruction, gte);
}

void Graph::fuse(NodeId producer, NodeId fusion) {
  CHECK(is_fusion(fusion) && is_user_of(fusion, producer), "{} does not read {}", nodes_[fusion].name,
        nodes_[producer].name);
  if (!is_fusion(producer)) {
    append(producer, fusion, false);
    return;
  }
  // The producer's instructions join one by one, users first; until its turn comes, an instruction that is read stands
  // among the fusion's operands itself.
  const BodyId from = nodes_[producer].called;
  const BodyId body = nodes_[fusion].called;
  std::vector<NodeId> order = post_order(from);
  std::reverse(order.begin(), order.end());
  auto outer = [&](NodeId n) {
    return nodes_[n].op == OpKind::Parameter ? nodes_[producer].operands[static_cast<size_t>(nodes_[n].number)] : n;
  };
  const NodeId root = outer(bodies_[from].root);
  for (NodeId& o : nodes_[fusion].operands)
    if (o == producer) o = root;
  drop_user(producer, fusion);
  add_user(root, fusion);
  for (NodeId n : order) {
    if (nodes_[n].op == OpKind::Parameter) continue;
    if (operand_index(fusion, n) < 0) continue;  // nothing reads it
    const NodeId copy = clone(n, body, {});
    for (int64_t i = operand_index(fusion, n); i >= 0; i = operand_index(fusion, n)) {
      replace_all_uses(bodies_[body].parameters[static_cast<size_t>(i)], copy);
      drop_parameter(fusion, static_cast<size_t>(i));
    }
    drop_user(n, fusion);
    const std::vector<NodeId> operands = nodes_[n].operands;
    for (NodeId inner : operands) {
      const NodeId o = outer(inner);
      const int64_t i = operand_index(fusion, o);
      const NodeId p = i >= 0 ? bodies_[body].parameters[static_cast<size_t>(i)] : add_parameter(fusion, o);
      nodes_[copy].operands.push_back(p);
      add_user(p, copy);
    }
  }
}

NodeId Graph::add_fusion(BodyId outer, FusionKind kind, const std::vector<NodeId>& operands, InstrId origin) {
  const NodeId fusion = add(outer, OpKind::Fusion, nullptr, &no_attrs, {}, origin);
  nodes_[fusion].name = fresh_name("fusion");
  nodes_[fusion].kind = kind;
  const BodyId body =
      bodies_.add(Body{.origin = bodies_[outer].origin, .fusion = fusion, .root = {}, .nodes = {}, .parameters = {}});
  nodes_[fusion].called = body;
  for (NodeId o : operands) add_parameter(fusion, o);
  return fusion;
}

void Graph::finish_fusion(NodeId fusion, NodeId root) {
  bodies_[nodes_[fusion].called].root = root;
  nodes_[fusion].shape = nodes_[root].shape;
}

void Graph::remove_parameter(NodeId fusion, size_t n) {
  const NodeId operand = nodes_[fusion].operands[n];
  drop_parameter(fusion, n);
  drop_user(operand, fusion);
}

NodeId Graph::get_tuple_element(NodeId tuple, int64_t n) {
  return add_get_tuple_element(tuple, n, own(nodes_[tuple].shape->elements[static_cast<size_t>(n)]),
                               nodes_[tuple].origin);
}

void Graph::set_tuple_index(NodeId get_tuple_element, int64_t n) {
  Attrs a;
  a.set(AttrName::Index, n);
  nodes_[get_tuple_element].attrs = own(std::move(a));
}

void Graph::fuse_multi_output(NodeId producer, NodeId fusion) {
  if (!is_fusion(producer)) {
    append(producer, fusion, true);
    remove(producer);
    return;
  }
  const BodyId outer = nodes_[producer].body;
  const BodyId from = nodes_[producer].called;
  const NodeId old_root = bodies_[from].root;
  std::map<NodeId, NodeId> copy_of;
  std::vector<NodeId> copies, outputs;
  std::vector<std::pair<NodeId, int64_t>> old_outputs;
  for (NodeId n : post_order(from)) {
    const Node node = nodes_[n];
    if (node.op == OpKind::Parameter) {
      copy_of[n] = nodes_[producer].operands[static_cast<size_t>(node.number)];
      continue;
    }
    if (node.op == OpKind::Tuple && n == old_root) {
      for (NodeId gte : nodes_[producer].users) {
        const int64_t index = nodes_[gte].index();
        const NodeId element = node.operands[static_cast<size_t>(index)];
        old_outputs.emplace_back(element, index);
        const auto& users = nodes_[gte].users;
        const bool read_outside = std::any_of(users.begin(), users.end(), [&](NodeId u) { return u != fusion; });
        if (read_outside || is_root(gte)) outputs.push_back(copy_of.at(element));
      }
      continue;
    }
    std::vector<NodeId> operands;
    for (NodeId o : node.operands) operands.push_back(copy_of.at(o));
    const NodeId copy = clone(n, outer, std::move(operands));
    copies.push_back(copy);
    copy_of[n] = copy;
  }
  if (nodes_[old_root].op == OpKind::Tuple) {
    for (auto [element, index] : old_outputs) {
      const std::vector<NodeId> users = nodes_[producer].users;
      for (NodeId gte : users) {
        if (nodes_[gte].op != OpKind::GetTupleElement || nodes_[gte].index() != index) continue;
        replace_all_uses(gte, copy_of.at(element));
        remove(gte);
      }
    }
  } else {
    const NodeId root = copy_of.at(old_root);
    outputs.push_back(root);
    replace_all_uses(producer, root);
  }
  remove(producer);
  for (auto it = copies.rbegin(); it != copies.rend(); ++it) {
    append(*it, fusion, std::find(outputs.begin(), outputs.end(), *it) != outputs.end());
    remove(*it);
  }
}

}  // namespace eutectic::fusion::xla

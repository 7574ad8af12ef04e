// See piece.h.
#include "fusion/xla/piece.h"

#include <algorithm>
#include <unordered_map>

namespace eutectic::fusion::xla {
namespace {

template <class T>
const T* kept(const T* value, const T& of_origin, std::deque<T>& others,
              std::unordered_map<const T*, const T*>& known) {
  if (value == &of_origin) return nullptr;
  const auto [it, is_new] = known.emplace(value, nullptr);
  if (is_new) {
    others.push_back(*value);
    it->second = &others.back();
  }
  return it->second;
}

bool names_computations(const std::pair<AttrName, AttrValue>& attr) {
  return std::holds_alternative<Comps>(attr.second);
}

}  // namespace

std::optional<Piece> piece_of(const Graph& g, BodyId body) {
  const Module& module = g.module();
  const CompId comp = g[body].origin;
  const uint32_t first = module[comp].begin.value, last = module[comp].end.value;
  std::vector<BodyId> bodies{body};
  std::unordered_map<NodeId, NodeId> number;
  std::unordered_map<BodyId, BodyId> body_number{{body, BodyId(size_t{0})}};
  std::vector<NodeId> nodes;
  for (size_t b = 0; b < bodies.size(); ++b)
    for (NodeId n : g[bodies[b]].nodes) {
      if (g[n].dead) continue;
      if (!g[n].origin.valid() || g[n].origin.value < first || g[n].origin.value >= last) return std::nullopt;
      number.emplace(n, NodeId(nodes.size()));
      nodes.push_back(n);
      if (!g[n].called.valid()) continue;
      body_number.emplace(g[n].called, BodyId(bodies.size()));
      bodies.push_back(g[n].called);
    }
  Piece out;
  std::unordered_map<const Shape*, const Shape*> shapes;
  std::unordered_map<const Attrs*, const Attrs*> attrs;
  auto renumber = [&](std::vector<NodeId>& list) {
    for (NodeId& n : list) n = number.at(n);
  };
  for (NodeId n : nodes) {
    Node node = g[n];
    node.body = body_number.at(node.body);
    if (node.called.valid()) node.called = body_number.at(node.called);
    node.shape = kept(node.shape, module.shape(node.origin), out.shapes, shapes);
    node.attrs = kept(node.attrs, module.attrs(node.origin), out.attrs, attrs);
    if (node.attrs && std::ranges::any_of(node.attrs->entries(), names_computations)) return std::nullopt;
    renumber(node.operands);
    renumber(node.users);
    renumber(node.control_predecessors);
    node.origin = InstrId(node.origin.value - first);
    out.nodes.push_back(std::move(node));
  }
  for (BodyId b : bodies) {
    Body copy = g[b];
    if (copy.origin != comp) return std::nullopt;
    if (b != body) copy.fusion = number.at(copy.fusion);
    std::erase_if(copy.nodes, [&](NodeId n) { return g[n].dead; });
    copy.dead = 0;
    renumber(copy.nodes);
    renumber(copy.parameters);
    copy.root = number.at(copy.root);
    out.bodies.push_back(std::move(copy));
  }
  return out;
}

void Graph::put_in(BodyId body, const Piece& piece) {
  const CompId comp = bodies_[body].origin;
  const uint32_t first = module_[comp].begin.value;
  for (NodeId n : bodies_[body].nodes)
    if (!nodes_[n].dead) bury(n);
  const uint32_t new_node = static_cast<uint32_t>(nodes_.size());
  const uint32_t new_body = static_cast<uint32_t>(bodies_.size());
  auto body_at = [&](BodyId b) { return b.index() == 0 ? body : BodyId(new_body + b.value - 1); };
  auto renumber = [&](std::vector<NodeId>& list) {
    for (NodeId& n : list) n = NodeId(new_node + n.value);
  };
  for (const Node& from : piece.nodes) {
    Node node = from;
    node.origin = InstrId(first + node.origin.value);
    node.body = body_at(node.body);
    if (node.called.valid()) node.called = body_at(node.called);
    if (!node.shape) node.shape = &module_.shape(node.origin);
    if (!node.attrs) node.attrs = &module_.attrs(node.origin);
    renumber(node.operands);
    renumber(node.users);
    renumber(node.control_predecessors);
    has_control_edges_ = has_control_edges_ || !node.control_predecessors.empty();
    names_.emplace(node.name, 0);
    nodes_.add(std::move(node));
  }
  for (size_t b = 0; b < piece.bodies.size(); ++b) {
    Body copy = piece.bodies[b];
    copy.origin = comp;
    copy.settled = true;
    renumber(copy.nodes);
    renumber(copy.parameters);
    copy.root = NodeId(new_node + copy.root.value);
    if (b == 0) {
      copy.fusible = bodies_[body].fusible;
      bodies_[body] = std::move(copy);
    } else {
      copy.fusion = NodeId(new_node + copy.fusion.value);
      bodies_.add(std::move(copy));
    }
  }
}

}  // namespace eutectic::fusion::xla

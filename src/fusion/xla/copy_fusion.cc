// Copies join their producer. See copies.h.
#include <algorithm>
#include <set>

#include "fusion/xla/copies.h"
#include "fusion/xla/rules/in_place.h"
#include "fusion/xla/rules/reduction.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

constexpr size_t most_operands_and_outputs = 96;

bool only_elementwise(const Graph& g, BodyId body) {
  std::vector<NodeId> work = g[body].parameters;
  std::set<NodeId> seen(work.begin(), work.end());
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    for (NodeId u : g[n].users) {
      const bool plain = is_elementwise_on(g, u, static_cast<size_t>(g.operand_index(u, n))) && g[u].op != OpKind::Copy;
      if (!plain && g[u].op != OpKind::Bitcast && g[u].op != OpKind::Tuple) return false;
      if (seen.insert(u).second) work.push_back(u);
    }
  }
  return true;
}

// A copy and the values between it and the fusion: copy, bitcast, get-tuple-element.
struct Chain {
  NodeId copy, bitcast, element;
};

std::vector<Chain> copies_of(const Graph& g, NodeId fusion) {
  std::vector<Chain> out;
  for (NodeId u : g[fusion].users) {
    Chain c;
    NodeId n = u;
    if (g[n].op == OpKind::GetTupleElement) {
      const NodeId value = g[g.fused_root(fusion)].operands[static_cast<size_t>(g[n].index())];
      if (g[n].users.size() != 1 || is_fast_reduction(g, value)) continue;
      c.element = n;
      n = g[n].users[0];
    }
    if (g[n].op == OpKind::Bitcast && g[n].users.size() == 1) {
      c.bitcast = n;
      n = g[n].users[0];
    }
    if (g[n].op != OpKind::Copy || !g[n].control_predecessors.empty() || g[n].shape->is_tuple()) continue;
    c.copy = n;
    out.push_back(c);
  }
  return out;
}

void fuse_into(Graph& g, NodeId fusion, const std::vector<Chain>& chains) {
  const BodyId body = g[fusion].called, outer = g[fusion].body;
  const NodeId root = g.fused_root(fusion);
  const bool several = g[root].op == OpKind::Tuple;
  std::vector<NodeId> outputs = several ? g[root].operands : std::vector<NodeId>{root};
  const size_t before = outputs.size();
  for (const Chain& c : chains) {
    NodeId value = c.element.valid() ? outputs[static_cast<size_t>(g[c.element].index())] : root;
    if (c.bitcast.valid()) value = g.clone(c.bitcast, body, {value});
    outputs.push_back(g.clone(c.copy, body, {value}));
  }
  std::vector<Shape> shapes;
  for (NodeId n : outputs) shapes.push_back(*g[n].shape);
  const Shape* shape = g.own(Shape::tuple(std::move(shapes)));
  const std::vector<NodeId> users = g[fusion].users;
  const bool was_root = g.is_root(fusion);
  g.set_root(body, g.add(body, OpKind::Tuple, shape, g.own(Attrs()), outputs, g[fusion].origin));
  if (several) g.remove(root);
  g.mut(fusion).shape = shape;
  if (!several) {
    const NodeId first = g.get_tuple_element(fusion, 0);
    for (NodeId u : users) g.replace_use(u, fusion, first);
    if (was_root) g.set_root(outer, first);
  }
  for (size_t i = 0; i < chains.size(); ++i) {
    const NodeId copied = g.get_tuple_element(fusion, static_cast<int64_t>(before + i));
    g.replace_all_uses(chains[i].copy, copied);
    const NodeId bitcast = chains[i].bitcast;
    g.remove(chains[i].copy);
    if (bitcast.valid()) g.remove(bitcast);
  }
}

}  // namespace

void fuse_copies(Graph& g) {
  const BodyId entry = g.control_bodies().back();
  for (NodeId n : g.post_order(entry)) {
    if (!g.is_fusion(n) || is_custom_fusion(g, n) || !only_elementwise(g, g[n].called)) continue;
    const NodeId root = g.fused_root(n);
    if (is_fast_reduction(g, root) || g[root].op == OpKind::Scatter) continue;
    if (g[root].op == OpKind::Tuple &&
        std::ranges::all_of(g[root].operands, [&](NodeId o) { return g[o].op == OpKind::Slice; }))
      continue;
    const std::vector<Chain> chains = copies_of(g, n);
    if (chains.empty()) continue;
    const size_t outputs = g[root].op == OpKind::Tuple ? g[root].operands.size() : 1;
    const std::vector<InPlacePair> in_place = in_place_pairs(g, n);
    if (!in_place.empty() && in_place.size() == outputs) continue;
    if (outputs + chains.size() + g[n].operands.size() > most_operands_and_outputs) continue;
    fuse_into(g, n, chains);
  }
}

}  // namespace eutectic::fusion::xla

// See view.h.
#include "fusion/xla/rules/view.h"

#include <algorithm>
#include <set>

namespace eutectic::fusion::xla {

std::vector<NodeId> output_values(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return {n};
  std::vector<NodeId> out, work{g.fused_root(n)};
  while (!work.empty()) {
    const NodeId v = work.back();
    work.pop_back();
    if (g[v].op != OpKind::Tuple) {
      out.push_back(v);
      continue;
    }
    for (auto it = g[v].operands.rbegin(); it != g[v].operands.rend(); ++it) work.push_back(*it);
  }
  return out;
}

bool View::part_contains(NodeId part, NodeId n) const {
  if (!part.valid()) return false;
  return n == part || (g_.is_fusion(part) && g_[n].body == g_[part].called);
}

bool View::contains(NodeId n) const { return part_contains(consumer_, n) || part_contains(producer_, n); }

bool View::may_contain(OpKind op) const {
  auto part = [&](NodeId n) {
    if (!n.valid() || g_[n].op == op) return n.valid();
    if (!g_.is_fusion(n)) return false;
    const Body& body = g_[g_[n].called];
    return (op == OpKind::Transpose ? body.transposes : body.concatenates) != 0;
  };
  return part(producer_) || part(consumer_);
}

NodeId View::resolve(NodeId operand) const {
  while (true) {
    const Node& node = g_[operand];
    if (node.op == OpKind::GetTupleElement && g_.is_multi_output(node.operands[0]) && contains(node.operands[0]))
      return g_[g_.fused_root(node.operands[0])].operands[static_cast<size_t>(node.index())];
    if (!contains(operand)) return operand;
    if (node.op == OpKind::Fusion) return g_.fused_root(operand);
    if (node.op != OpKind::Parameter || !g_[node.body].fusion.valid()) return operand;
    operand = g_[g_[node.body].fusion].operands[static_cast<size_t>(node.number)];
  }
}

std::vector<NodeId> View::operands(NodeId n) const {
  std::vector<NodeId> out;
  if (g_[n].op == OpKind::Parameter) {
    // A parameter that is a root stands for itself computed.
    const NodeId o = resolve(n);
    if (o != n) out.push_back(o);
    return out;
  }
  for (NodeId o : g_[n].operands) out.push_back(resolve(o));
  return out;
}

void View::resolve_users(NodeId value, NodeId user, std::vector<NodeId>& to) const {
  std::vector<std::pair<NodeId, NodeId>> work{{value, user}};
  while (!work.empty()) {
    const auto [v, u] = work.back();
    work.pop_back();
    const NodeId fusion = g_[g_[u].body].fusion;
    if (g_[u].op == OpKind::Tuple && g_.is_root(u)) {
      if (!fusion.valid()) continue;
      const auto& users = g_[fusion].users;
      for (auto it = users.rbegin(); it != users.rend(); ++it) {
        if (g_[*it].op != OpKind::GetTupleElement) {
          if (contains(v)) to.push_back(*it);
          continue;
        }
        const auto& readers = g_[*it].users;
        for (auto r = readers.rbegin(); r != readers.rend(); ++r) work.emplace_back(*it, *r);
      }
    } else if (contains(u) && g_.is_fusion(u)) {
      const int64_t at = g_.operand_index(u, v);
      if (at < 0) continue;
      for (NodeId reader : g_[g_.fused_parameter(u, at)].users) to.push_back(reader);
    } else if (contains(u)) {
      to.push_back(u);
    }
  }
}

std::vector<NodeId> View::users(NodeId n) const {
  std::vector<NodeId> out;
  if (const NodeId fusion = g_[g_[n].body].fusion; g_.is_root(n) && fusion.valid())
    for (NodeId u : g_[fusion].users) resolve_users(fusion, u, out);
  for (NodeId u : g_[n].users) resolve_users(n, u, out);
  return out;
}

bool View::is_producer_output(NodeId n) const {
  if (g_[n].op == OpKind::GetTupleElement) n = g_[n].operands[0];
  return n == producer_;
}

std::vector<NodeId> View::roots() const {
  std::vector<NodeId> roots = output_values(g_, consumer_);
  if (!producer_.valid()) return roots;
  const std::vector<NodeId> producer_roots = output_values(g_, producer_);
  for (NodeId& root : roots) {
    if (g_[root].op != OpKind::Parameter || !g_.is_fusion(consumer_)) continue;
    NodeId o = g_[consumer_].operands[static_cast<size_t>(g_[root].number)];
    size_t at = 0;
    if (g_[o].op == OpKind::GetTupleElement) {
      at = static_cast<size_t>(g_[o].index());
      o = g_[o].operands[0];
    }
    if (o == producer_) root = producer_roots[at];
  }
  if (!g_.is_multi_output(producer_)) return roots;
  // Outputs of the producer that others read too.
  std::set<size_t> outside;
  for (NodeId u : g_[producer_].users) {
    if (g_[u].op != OpKind::GetTupleElement) {
      if (u != consumer_) outside.insert(0);
      continue;
    }
    for (NodeId reader : g_[u].users)
      if (reader != consumer_) outside.insert(static_cast<size_t>(g_[u].index()));
  }
  for (size_t i : outside)
    if (i < producer_roots.size() && g_[producer_roots[i]].op != OpKind::Parameter) roots.push_back(producer_roots[i]);
  return roots;
}

std::vector<NodeId> View::parameters() const {
  std::vector<NodeId> out;
  if (!producer_.valid()) return g_[consumer_].operands;
  for (NodeId o : g_[consumer_].operands)
    if (!is_producer_output(o)) out.push_back(o);
  std::set<NodeId> seen(out.begin(), out.end());
  for (NodeId o : g_[producer_].operands)
    if (seen.insert(o).second) out.push_back(o);
  return out;
}

std::vector<NodeId> View::nodes() const {
  std::vector<NodeId> out;
  for (NodeId part : {producer_, consumer_}) {
    if (!part.valid()) continue;
    if (!g_.is_fusion(part)) {
      out.push_back(part);
      continue;
    }
    for (NodeId n : g_[g_[part].called].nodes)
      if (!g_[n].dead && g_[n].op != OpKind::Parameter && g_[n].op != OpKind::Tuple &&
          g_[n].op != OpKind::GetTupleElement)
        out.push_back(n);
  }
  return out;
}

}  // namespace eutectic::fusion::xla

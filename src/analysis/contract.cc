#include "analysis/contract.h"

namespace eutectic::analysis {

using scalar::Op;

std::vector<bool> needed(const ScalarGraph& graph, const std::vector<NodeId>& roots) {
  std::vector<bool> mark(graph.size(), false);
  for (NodeId r : roots) mark[r.index()] = true;
  std::vector<NodeId> in_form;
  for (size_t i = graph.size(); i-- > 0;) {
    if (!mark[i]) continue;
    const Node& n = graph[NodeId(i)];
    for (NodeId o : graph.operands(NodeId(i))) mark[o.index()] = true;
    if (n.form.valid()) {
      in_form.clear();
      graph.form_nodes(n.form, in_form);
      for (NodeId o : in_form) mark[o.index()] = true;
    }
  }
  return mark;
}

int64_t contract(ScalarGraph& graph, const std::vector<NodeId*>& roots) {
  std::vector<NodeId> ids;
  for (NodeId* r : roots) ids.push_back(*r);
  const std::vector<bool> mark = needed(graph, ids);
  const size_t before = graph.size();
  std::vector<int> uses(before, 0);
  for (NodeId r : ids) uses[r.index()] += 2;
  for (size_t i = 0; i < before; ++i)
    if (mark[i])
      for (NodeId o : graph.operands(NodeId(i))) ++uses[o.index()];
  std::vector<NodeId> to(before);
  int64_t count = 0;
  for (size_t i = 0; i < before; ++i) {
    if (!mark[i]) continue;
    const NodeId id(i);
    const Node n = graph[id];
    std::vector<NodeId> x;
    for (NodeId o : graph.operands(id)) x.push_back(to[o.index()]);
    auto product = [&](size_t k) {
      const NodeId o = n.operands[k];
      const Node& m = graph[o];
      return m.kind == NodeKind::Op && m.op == Op::Mul && !m.rigid && uses[o.index()] == 1;
    };
    auto factor = [&](size_t k, size_t f) { return to[graph[n.operands[k]].operands[f].index()]; };
    const bool sum = n.kind == NodeKind::Op && !n.rigid && (n.op == Op::Add || n.op == Op::Sub) &&
                     (n.type == ElementType::F32 || n.type == ElementType::F64);
    if (sum && product(0)) {
      NodeId c = n.op == Op::Add ? x[1] : graph.op(Op::Neg, n.type, {x[1]});
      to[i] = graph.op(Op::Fma, n.type, {factor(0, 0), factor(0, 1), c});
      ++count;
    } else if (sum && product(1)) {
      NodeId a = n.op == Op::Add ? factor(1, 0) : graph.op(Op::Neg, n.type, {factor(1, 0)});
      to[i] = graph.op(Op::Fma, n.type, {a, factor(1, 1), x[0]});
      ++count;
    } else {
      to[i] = graph.rebuild(id, x);
    }
  }
  for (NodeId* r : roots) *r = to[r->index()];
  return count;
}

}  // namespace eutectic::analysis

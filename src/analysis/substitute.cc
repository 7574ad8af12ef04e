#include "analysis/substitute.h"

#include <vector>

namespace eutectic::analysis {

NodeId substitute(ScalarGraph& graph, NodeId root, NodeId from, NodeId to) {
  // Operands have smaller numbers than what reads them; nodes made here are not visited.
  const size_t size = root.index() + 1;
  std::vector<bool> needed(size, false);
  needed[root.index()] = true;
  for (size_t i = size; i-- > 0;)
    if (needed[i])
      for (NodeId o : graph.operands(NodeId(i))) needed[o.index()] = true;
  std::vector<NodeId> now(size);
  for (size_t i = 0; i < size; ++i) {
    const NodeId id(i);
    now[i] = id;
    if (!needed[i]) continue;
    if (id == from) {
      now[i] = to;
      continue;
    }
    std::vector<NodeId> operands;
    bool same = true;
    for (NodeId o : graph.operands(id)) {
      operands.push_back(now[o.index()]);
      same &= operands.back() == o;
    }
    if (same) continue;
    const Node node = graph[id];
    if (node.kind == NodeKind::Op && node.op == scalar::Op::Select && graph.is_constant(operands[0]))
      now[i] = graph[operands[0]].bits ? operands[1] : operands[2];
    else if (node.kind == NodeKind::Op && !node.rigid)
      now[i] = graph.op(node.op, node.type, operands);
    else
      now[i] = graph.rebuild(id, operands);
  }
  return now[root.index()];
}

}  // namespace eutectic::analysis

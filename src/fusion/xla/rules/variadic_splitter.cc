// See variadic_splitter.h.
#include "fusion/xla/rules/variadic_splitter.h"

#include <algorithm>

namespace eutectic::fusion::xla {
namespace {

constexpr size_t most_operands = 128;

NodeId joined(Graph& g, NodeId concatenation, std::vector<NodeId> operands) {
  const Node node = g[concatenation];
  const auto d = static_cast<size_t>(node.attrs->integer(AttrName::ConcatDimension));
  Shape shape = *node.shape;
  shape.dims[d] = 0;
  for (NodeId o : operands) shape.dims[d] += g[o].shape->dims[d];
  const NodeId n = g.add(node.body, node.op, g.own(std::move(shape)), node.attrs, std::move(operands), node.origin);
  g.mut(n).name = node.name;
  return n;
}

}  // namespace

bool split_variadic_ops(Graph& g) {
  bool changed = false;
  for (BodyId body : g.control_bodies()) {
    std::vector<NodeId> wide;
    for (NodeId n : g[body].nodes)
      if (!g[n].dead && g[n].op == OpKind::Concatenate && g[n].operands.size() > most_operands) wide.push_back(n);
    for (NodeId n : wide) {
      std::vector<NodeId> level = g[n].operands;
      while (level.size() > 1) {
        std::vector<NodeId> next;
        for (size_t at = 0; at < level.size(); at += most_operands) {
          const auto begin = level.begin() + static_cast<ptrdiff_t>(at);
          // What does not fill a piece waits for the next level.
          if (at > 0 && at + most_operands > level.size())
            next.insert(next.end(), begin, level.end());
          else
            next.push_back(
                joined(g, n, {begin, begin + static_cast<ptrdiff_t>(std::min(most_operands, level.size() - at))}));
        }
        level = std::move(next);
      }
      g.replace_all_uses(n, level[0]);
      g.remove(n);
      changed = true;
    }
  }
  return changed;
}

}  // namespace eutectic::fusion::xla

// Whether a kernel may overwrite what it reads. See copies.h.
#include <algorithm>
#include <set>

#include "fusion/xla/copies.h"
#include "fusion/xla/rules/emitter.h"
#include "fusion/xla/rules/in_place.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

const Shape& output_shape(const Graph& g, NodeId n, int64_t output) {
  const Shape& s = *g[n].shape;
  return output >= 0 && s.is_tuple() ? s.elements[static_cast<size_t>(output)] : s;
}

bool same_starts(const Graph& g, NodeId slice, NodeId update) {
  for (size_t i = 1; i < g[slice].operands.size(); ++i)
    if (g[slice].operands[i] != g[update].operands[i + 1]) return false;
  return true;
}

// GPU: the threads that read an element are those that write it. All that is computed from the parameter on the way to
// any output must be element-wise, or an update in place of it; what a reduction's own threads do comes first.
bool gpu_fusion_shares(const Graph& g, NodeId fusion, size_t operand, int64_t output_index) {
  const Shape &in = *g[g[fusion].operands[operand]].shape, &out = output_shape(g, fusion, output_index);
  if (!in.is_array() || !out.is_array() || elements_of(in) != elements_of(out) || bits_of(in.type) != bits_of(out.type))
    return false;
  const Emission emission = emission_of(View(g, fusion));
  const NodeId hero = emission.emitter == Emitter::Reduction ? emission.reduction : NodeId();
  NodeId output = g.fused_root(fusion);
  const bool several = g[output].op == OpKind::Tuple;
  const NodeId tuple = several ? output : NodeId();
  if (several && output_index >= 0) output = g[output].operands[static_cast<size_t>(output_index)];
  NodeId root = output;
  if (g[root].op == OpKind::Bitcast) root = g[root].operands[0];
  std::vector<NodeId> queue{g.fused_parameter(fusion, static_cast<int64_t>(operand))};
  std::set<NodeId> visited(queue.begin(), queue.end());
  bool found = false;
  for (size_t at = 0; at < queue.size(); ++at) {
    const NodeId n = queue[at];
    found |= n == output;
    if (hero.valid() && n == hero) continue;
    for (NodeId u : g[n].users) {
      if (visited.insert(u).second) queue.push_back(u);
      const auto position = static_cast<size_t>(g.operand_index(u, n));
      if (u == root && g[u].op == OpKind::Scatter) {
        const size_t inputs = std::max<size_t>(1, g[u].shape->elements.size());
        if (position < inputs && std::ranges::count(g[u].operands, n) == 1) continue;
      }
      if (g[root].op == OpKind::DynamicUpdateSlice && g[u].op == OpKind::DynamicSlice &&
          g[root].operands[0] == g[u].operands[0] &&
          same_with_layout(*g[u].shape, *g[g[root].operands[1]].shape, false)) {
        if (!is_effective_scalar(*g[u].shape) && !same_starts(g, u, root)) return false;
        continue;
      }
      if (is_elementwise_on(g, u, position) && g[u].op != OpKind::Copy) continue;
      if (g[u].op == OpKind::Bitcast || (hero.valid() && u == hero)) continue;
      if (u == tuple) continue;
      if (u == root && g[u].op == OpKind::DynamicUpdateSlice && position == 1) continue;
      return false;
    }
  }
  if (several) {
    bool other = false, transposed = false;
    for (size_t i = 0; i < emission.roots.size(); ++i) {
      if (!visited.contains(emission.roots[i])) continue;
      other |= emission.roots[i] != output;
      const OpKind op = g[emission.heroes[i]].op;
      transposed |= op == OpKind::Transpose || op == OpKind::Copy;
    }
    if (other && (!is_elementwise(g, root) || transposed)) return false;
  }
  return found;
}

bool cpu_fusion_shares(const Graph& g, NodeId fusion, size_t operand) {
  if (!same_with_layout(*g[g[fusion].operands[operand]].shape, *g[fusion].shape, false)) return false;
  std::vector<NodeId> queue{g.fused_parameter(fusion, static_cast<int64_t>(operand))};
  std::set<NodeId> visited(queue.begin(), queue.end());
  for (size_t at = 0; at < queue.size(); ++at)
    for (NodeId u : g[queue[at]].users) {
      if (visited.insert(u).second) queue.push_back(u);
      if (!is_elementwise_on(g, u, static_cast<size_t>(g.operand_index(u, queue[at])))) return false;
    }
  return true;
}

}  // namespace

bool may_share_buffer(const Graph& g, NodeId user, size_t operand, int64_t output, Sharing sharing) {
  for (const InPlacePair& pair : in_place_pairs(g, user))
    if (pair.operand == operand && pair.output == output) {
      const NodeId buffer = g[user].operands[operand];
      return std::ranges::count(g[user].operands, buffer) == 1;
    }
  if (g.is_fusion(user))
    return sharing == Sharing::Cpu ? cpu_fusion_shares(g, user, operand) : gpu_fusion_shares(g, user, operand, output);
  if (g[user].op == OpKind::Sort) return output < 0 ? operand == 0 : static_cast<int64_t>(operand) == output;
  return is_elementwise_op(g[user].op) &&
         same_with_layout(*g[g[user].operands[operand]].shape, output_shape(g, user, output), false);
}

}  // namespace eutectic::fusion::xla

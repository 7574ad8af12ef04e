// See growth.h.
#include "fusion/xla/growth.h"

#include <algorithm>

#include "fusion/xla/expensive.h"
#include "fusion/xla/shapes.h"

namespace eutectic::fusion::xla {
namespace {

// Counts double along a chain of diamonds; no limit lies near this.
constexpr int64_t very_many = int64_t{1} << 40;

void insert(std::vector<NodeId>& sorted, NodeId n) {
  if (auto it = std::ranges::lower_bound(sorted, n); it == sorted.end() || *it != n) sorted.insert(it, n);
}

}  // namespace

void Growth::make_room() {
  if (inner_.size() < g_.node_count()) inner_.resize(g_.node_count());
}

void Growth::count_indices(NodeId n) {
  Inner& inner = at(n);
  inner.indices = 0;
  for (NodeId by : inner.indexed_by) inner.indices = std::min(very_many, inner.indices + at(by).indices);
}

void Growth::pass_on(NodeId n) {
  const Inner& mine = at(n);
  for (size_t i = 0; i < g_[n].operands.size(); ++i) {
    const NodeId o = g_[n].operands[i];
    Inner& theirs = at(o);
    if (mine.use != Use::None)
      theirs.use = std::max(theirs.use, mine.use == Use::Again || reads_again(g_, n, i) ? Use::Again : Use::Once);
    // The same index serves where shapes are equal; XLA takes a transposition for such a case too.
    if (g_[n].op == OpKind::Transpose || same_with_layout(*g_[n].shape, *g_[o].shape, true))
      for (NodeId by : mine.indexed_by) insert(theirs.indexed_by, by);
    else
      insert(theirs.indexed_by, n);
  }
}

void Growth::study(NodeId fusion) {
  if (!studied_.insert(fusion).second) return;
  make_room();
  const NodeId root = g_.fused_root(fusion);
  std::vector<NodeId> order = g_.post_order(g_[fusion].called);
  at(root) = {Use::Once, 1, {root}};
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    if (*it != root) count_indices(*it);
    pass_on(*it);
  }
}

bool Growth::reuses_operand(NodeId consumer, size_t operand) {
  if (!g_.is_fusion(consumer)) return reads_again(g_, consumer, operand);
  study(consumer);
  return at(g_.fused_parameter(consumer, static_cast<int64_t>(operand))).use == Use::Again;
}

int64_t Growth::emitted_copies(NodeId producer, NodeId fusion) {
  before(producer, fusion);
  int64_t total = 0;
  for (NodeId by : joining_.indexed_by) total = std::min(very_many, total + at(by).indices);
  return total;
}

void Growth::before(NodeId producer, NodeId fusion) {
  study(fusion);
  joining_ = {};
  const auto& operands = g_[fusion].operands;
  const int64_t first = g_.operand_index(fusion, producer);
  for (size_t i = first < 0 ? operands.size() : static_cast<size_t>(first); i < operands.size(); ++i) {
    if (operands[i] != producer) continue;
    const Inner& p = at(g_.fused_parameter(fusion, static_cast<int64_t>(i)));
    joining_.use = std::max(joining_.use, p.use);
    for (NodeId by : p.indexed_by) insert(joining_.indexed_by, by);
  }
  copy_ = NodeId(g_.node_count());
}

void Growth::joined() {
  make_room();
  at(copy_) = joining_;
  count_indices(copy_);
  pass_on(copy_);
}

}  // namespace eutectic::fusion::xla

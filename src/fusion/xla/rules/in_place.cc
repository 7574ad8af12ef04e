// See in_place.h.
#include "fusion/xla/rules/in_place.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>

#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;

// Instructions of a fusion, or the instruction itself, that satisfy the test.
std::vector<NodeId> matching(const Graph& g, NodeId n, const std::function<bool(NodeId)>& test) {
  if (test(n)) return {n};
  std::vector<NodeId> out;
  if (!g.is_fusion(n)) return out;
  for (NodeId m : g[g[n].called].nodes)
    if (!g[m].dead && test(m)) out.push_back(m);
  return out;
}

bool reaches(const Graph& g, NodeId from, const std::set<NodeId>& targets) {
  std::vector<NodeId> work{from};
  std::set<NodeId> seen{from};
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    if (targets.contains(n)) return true;
    for (NodeId u : g[n].users)
      if (seen.insert(u).second) work.push_back(u);
  }
  return false;
}

// Whether an op that is not elementwise, other than `update`, is computed from the parameter.
bool read_elsewhere(const Graph& g, NodeId parameter, NodeId update) {
  std::vector<NodeId> work{parameter};
  std::set<NodeId> seen{parameter};
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    if (n != update && g[n].op != OpKind::Parameter && !is_elementwise(g, n)) return true;
    for (NodeId u : g[n].users)
      if (seen.insert(u).second) work.push_back(u);
  }
  return false;
}

// Whether the slice reads exactly what the update writes: the same constant starts, or the same values.
bool same_window(const Graph& g, NodeId producer, NodeId slice, NodeId consumer, NodeId update) {
  const Node &s = g[slice], &u = g[update];
  if (!same_with_layout(*g[u.operands[1]].shape, *s.shape, false)) return false;
  auto outer = [&](NodeId fusion, NodeId n) {
    return g.is_fusion(fusion) && g[n].op == OpKind::Parameter ? g[fusion].operands[static_cast<size_t>(g[n].number)]
                                                               : n;
  };
  auto constant = [&](NodeId n) -> std::optional<int64_t> {
    if (g[n].op != OpKind::Constant) return std::nullopt;
    return static_cast<int64_t>(g[n].attrs->value().as_double(0));
  };
  for (size_t d = 0; d + 2 < u.operands.size(); ++d) {
    const NodeId theirs = outer(consumer, u.operands[d + 2]);
    const std::optional<int64_t> start = constant(theirs);
    if (s.op == OpKind::Slice) {
      if (start != std::optional(s.attrs->dims(AttrName::SliceStarts)[d]) ||
          s.attrs->dims(AttrName::SliceStrides)[d] != 1)
        return false;
      continue;
    }
    if (d + 1 >= s.operands.size()) return false;
    const NodeId mine = outer(producer, s.operands[d + 1]);
    if (constant(mine) != start || (!start && mine != theirs)) return false;
  }
  return true;
}

std::optional<Reason> conflict_at(const Graph& g, const InPlacePair& pair, NodeId producer, NodeId consumer) {
  auto not_elementwise = [&](NodeId n) {
    return !g.is_fusion(n) && !is_elementwise(g, n) && g[n].op != OpKind::Bitcast && g[n].op != OpKind::Parameter;
  };
  const std::vector<NodeId> reads = matching(g, producer, not_elementwise);
  if (reads.size() > 1) return Reason::R05ManyReads;
  if (reads.empty()) {
    if (!g.is_fusion(consumer)) return std::nullopt;
    NodeId writer = g.fused_root(consumer);
    if (pair.output >= 0 && g[writer].op == OpKind::Tuple)
      writer = g[writer].operands[static_cast<size_t>(pair.output)];
    const std::vector<NodeId> others =
        matching(g, consumer, [&](NodeId n) { return n != writer && not_elementwise(n); });
    const int64_t at = g.operand_index(consumer, producer);
    if (at >= 0 && reaches(g, g.fused_parameter(consumer, at), {others.begin(), others.end()}))
      return Reason::R05ReadAfterWrite;
    return std::nullopt;
  }
  const std::vector<NodeId> updates =
      matching(g, consumer, [&](NodeId n) { return g[n].op == OpKind::DynamicUpdateSlice; });
  if (updates.empty()) return std::nullopt;
  if (updates.size() > 1) return Reason::R05ManyUpdates;
  if (g[reads[0]].op != OpKind::Slice && g[reads[0]].op != OpKind::DynamicSlice) return Reason::R05UnknownRead;
  if (!same_window(g, producer, reads[0], consumer, updates[0])) return Reason::R05OtherWindow;
  if (g.is_fusion(consumer))
    for (size_t i = 0; i < g[consumer].operands.size(); ++i)
      if (g[consumer].operands[i] == producer &&
          read_elsewhere(g, g.fused_parameter(consumer, static_cast<int64_t>(i)), updates[0]))
        return Reason::R05WindowReadElsewhere;
  return std::nullopt;
}

// "{{0}: (2, {})}": output 0 is written over operand 2. Operands that are tuples themselves are left out.
std::vector<InPlacePair> aliased_pairs(std::string_view text) {
  std::vector<InPlacePair> pairs;
  auto number = [&](size_t& at) {
    int64_t v = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) v = 10 * v + (text[at] - '0');
    return v;
  };
  for (size_t colon = text.find("}:"); colon != std::string_view::npos; colon = text.find("}:", colon + 1)) {
    const size_t open = text.rfind('{', colon), list = text.find('(', colon);
    if (open == std::string_view::npos || list == std::string_view::npos) break;
    InPlacePair pair;
    size_t at = open + 1;
    if (at < colon) pair.output = number(at);
    at = list + 1;
    pair.operand = static_cast<size_t>(number(at));
    const bool whole = text.substr(at).starts_with(", {})") || text.substr(at).starts_with(",{})");
    if (whole) pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

std::vector<InPlacePair> in_place_pairs(const Graph& g, NodeId n) {
  const Node& node = g[n];
  if (node.op == OpKind::DynamicUpdateSlice) return {{0, -1}};
  if (node.op == OpKind::Scatter) {
    const size_t buffers = node.operands.size() / 2;
    if (buffers <= 1) return {{0, -1}};
    std::vector<InPlacePair> pairs;
    for (size_t i = 0; i < buffers; ++i) pairs.push_back({i, static_cast<int64_t>(i)});
    return pairs;
  }
  if (node.op == OpKind::CustomCall) return aliased_pairs(node.attrs->text(AttrName::OutputToOperandAliasing));
  if (!g.is_fusion(n)) return {};
  std::vector<InPlacePair> pairs;
  const NodeId root = g.fused_root(n);
  const bool tuple = g[root].op == OpKind::Tuple;
  const std::vector<NodeId> outputs = tuple ? g[root].operands : std::vector<NodeId>{root};
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (const InPlacePair& inner :
         g.is_fusion(outputs[i]) ? std::vector<InPlacePair>{} : in_place_pairs(g, outputs[i])) {
      NodeId source = g[outputs[i]].operands[inner.operand];
      if (g[source].op == OpKind::Bitcast) source = g[source].operands[0];
      if (g[source].op != OpKind::Parameter) continue;
      pairs.push_back({static_cast<size_t>(g[source].number), tuple ? static_cast<int64_t>(i) : inner.output});
    }
  }
  return pairs;
}

std::optional<Reason> in_place_conflict(const Graph& g, NodeId producer, NodeId consumer) {
  for (const InPlacePair& pair : in_place_pairs(g, consumer)) {
    const NodeId buffer = g[consumer].operands[pair.operand];
    if (std::ranges::count(g[consumer].operands, buffer) > 1) return Reason::R05BufferReadTwice;
    // The first buffer that the producer touches decides.
    if (buffer == producer || g.is_user_of(producer, buffer)) return conflict_at(g, pair, producer, consumer);
  }
  return std::nullopt;
}

}  // namespace eutectic::fusion::xla

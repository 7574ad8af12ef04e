// See launches.h.
#include "fusion/xla/launches.h"

#include <charconv>

#include "analysis/trip_count.h"
#include "fusion/xla/canonical.h"

namespace eutectic::fusion::xla {
namespace {

// Also what ends something asynchronous is a step of the stream.
bool is_step(OpKind op) {
  return is_launch(op) || op == OpKind::AsyncDone || op == OpKind::AsyncUpdate || op == OpKind::CopyDone ||
         op == OpKind::AddDependency || op == OpKind::PartitionId || op == OpKind::ReplicaId;
}

}  // namespace

std::optional<int64_t> known_steps(const Module& m, InstrId loop) {
  if (const auto count = trip_count(m, loop); count && count->count) return count->count;
  const std::string_view config = m.attrs(loop).text(AttrName::BackendConfig);
  constexpr std::string_view key = "\"known_trip_count\":{\"n\":\"";
  const size_t at = config.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  int64_t value = 0;
  const char* begin = config.data() + at + key.size();
  const auto [end, ec] = std::from_chars(begin, config.data() + config.size(), value);
  return ec == std::errc() && end != begin && value >= 0 ? std::optional(value) : std::nullopt;
}

std::map<NodeId, CompId> largest_branches(const Graph& g) {
  const Module& m = g.module();
  std::map<CompId, int64_t> total;  // of one run; callees come before callers
  std::map<NodeId, CompId> largest;
  for (BodyId body : g.control_bodies()) {
    int64_t n = 0;
    for (NodeId id : g[body].nodes) {
      const Node& node = g[id];
      if (node.dead) continue;
      if (is_launch(node.op)) ++n;
      if (node.op == OpKind::Call) n += total[node.attrs->comps(AttrName::ToApply)[0]];
      if (node.op == OpKind::While) {
        const auto steps = node.origin.valid() ? known_steps(m, node.origin) : std::nullopt;
        n += total[node.attrs->comps(AttrName::Body)[0]] * steps.value_or(1);
        if (!steps) n += total[node.attrs->comps(AttrName::Condition)[0]];
      }
      if (node.op != OpKind::Conditional || !node.origin.valid()) continue;
      CompId best;
      for (CompId branch : m.callees(node.origin))
        if (!best.valid() || total[branch] > total[best]) best = branch;
      largest[id] = best;
      n += total[best];
    }
    total[g[body].origin] = n;
  }
  return largest;
}

Launches count_launches(const Graph& g) {
  const Module& m = g.module();
  const std::map<NodeId, CompId> largest = largest_branches(g);
  std::map<CompId, int64_t> total;  // callees come before callers
  std::vector<CompId> bodies;
  Launches out;
  for (BodyId body : g.control_bodies()) {
    int64_t n = 0;
    for (NodeId id : g[body].nodes) {
      if (g[id].dead) continue;
      if (is_step(g[id].op)) ++n;
      if (g[id].op == OpKind::Call)
        for (CompId callee : g[id].attrs->comps(AttrName::ToApply)) n += total[callee];
      if (const auto branch = largest.find(id); branch != largest.end()) n += total[branch->second];
      if (g[id].op == OpKind::While) bodies.push_back(g[id].attrs->comps(AttrName::Body)[0]);
    }
    total[g[body].origin] = n;
    if (g[body].origin == m.entry) out.outside = n;
  }
  std::map<CompId, bool> seen;
  for (CompId body : bodies)
    if (!std::exchange(seen[body], true)) out.loops.emplace_back(m.name(body), total[body]);
  return out;
}

}  // namespace eutectic::fusion::xla

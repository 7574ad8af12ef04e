// See launches.h.
#include "fusion/xla/launches.h"

#include <map>

#include "fusion/xla/canonical.h"

namespace eutectic::fusion::xla {
namespace {

// Also what ends something asynchronous is a step of the stream.
bool is_step(OpKind op) {
  return is_launch(op) || op == OpKind::AsyncDone || op == OpKind::AsyncUpdate || op == OpKind::CopyDone ||
         op == OpKind::AddDependency || op == OpKind::PartitionId || op == OpKind::ReplicaId;
}

}  // namespace

Launches count_launches(const Graph& g) {
  const Module& m = g.module();
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

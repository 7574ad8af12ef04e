// Horizontal fusion of reductions. See horizontal_fusion.h.
#include <algorithm>

#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/horizontal_fusion.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

class Pass {
 public:
  Pass(Graph& g, Log& log, const Device& device) : g_(g), log_(log), device_(device) {}

  bool run(BodyId body) {
    bool changed = false;
    for (NodeId consumer : g_.post_order(body)) {
      if (g_[consumer].dead) continue;
      std::vector<NodeId> list = candidates(consumer);
      if (list.size() < 2) continue;
      for (NodeId& n : list) {
        if (g_.is_fusion(n)) continue;
        n = g_.wrap(n, FusionKind::Input);
        changed = true;
      }
      NodeId anchor = list[0];
      for (size_t i = 1; i < list.size(); ++i) {
        if (auto r = refusal(anchor, list[i])) {
          log_.steps.push_back({StepKind::Refused,
                                g_[anchor].name,
                                {g_[list[i]].name},
                                "",
                                Verdict{r->reason, g_[anchor].origin, g_[list[i]].origin, std::move(r->numbers), ""}});
          anchor = list[i];
          continue;
        }
        log_.steps.push_back({StepKind::Fused,
                              g_[list[i]].name,
                              {g_[anchor].name},
                              g_[anchor].name,
                              Verdict{Reason::XlaHorizontallyFused, g_[list[i]].origin, g_[anchor].origin, {2}, ""}});
        g_.fuse_multi_output(list[i], anchor);
        changed = true;
      }
    }
    return changed;
  }

 private:
  std::optional<Refusal> refusal(NodeId anchor, NodeId n) const {
    if (auto reason = loop_shape_conflict(g_, anchor, n)) return Refusal{*reason};
    return budget_refusal(g_, anchor, n, device_, false);
  }

  const Shape& input_shape(NodeId n) const {
    const NodeId hero = most_constraining_hero(g_, n);
    return *g_[g_[hero].operands[0]].shape;
  }

  std::vector<NodeId> candidates(NodeId consumer) const {
    std::vector<NodeId> list;
    for (NodeId o : g_[consumer].operands) {
      while (g_[o].op == OpKind::GetTupleElement) o = g_[o].operands[0];
      if (!is_custom_fusion(g_, o) && is_reduction_kernel(g_, o) && only_read_by(g_, o, consumer) &&
          std::ranges::find(list, o) == list.end())
        list.push_back(o);
    }
    if (list.size() < 2) return list;
    std::ranges::stable_sort(list, [&](NodeId a, NodeId b) {
      const Shape &x = input_shape(a), &y = input_shape(b);
      if (x.dims.size() != y.dims.size()) return x.dims.size() < y.dims.size();
      if (x.dims != y.dims) return x.dims < y.dims;
      return instruction_count(g_, a) < instruction_count(g_, b);
    });
    return list;
  }

  Graph& g_;
  Log& log_;
  const Device& device_;
};

}  // namespace

bool horizontal_input_fusion(Graph& graph, Log& log, const Device& device) {
  bool changed = false;
  for (BodyId body : graph.control_bodies()) changed = Pass(graph, log, device).run(body) || changed;
  return changed;
}

}  // namespace eutectic::fusion::xla

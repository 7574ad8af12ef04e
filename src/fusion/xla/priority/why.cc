// Why two kernels of priority fusion's end state stay apart: all of its rules asked anew for each reader of the
// producer, since it fuses a producer into all of them or none; then what fusing would cost. Rules that can be lifted
// are lifted in turn, to see those behind them; behind what keeps a kernel possible at all nothing is asked.
#include "base/check.h"
#include "fusion/xla/priority/legality.h"
#include "fusion/xla/priority/priority_fusion.h"

namespace eutectic::fusion::xla {

using explain::Reason;
using explain::Verdict;

std::vector<Refused> priority_why(Graph& g, NodeId producer, NodeId consumer) {
  constexpr std::string_view pass = "priority fusion";
  std::vector<Refused> all;
  auto refuse = [&](Reason reason, NodeId reader, std::vector<int64_t> numbers = {}, std::string detail = {}) {
    all.push_back({pass, Verdict{reason, g[producer].origin, g[reader].origin, std::move(numbers), std::move(detail)}});
  };
  if (g.is_multi_output(producer)) {
    refuse(Reason::R06SeveralOutputs, consumer);
    return all;
  }
  const Device& device = g.device();
  Model model(g, device);
  PriorityLegality times(g, device, model);
  times.know_time(producer);
  for (NodeId reader : g[producer].users) times.know_time(reader);
  const RuleSet before = g.rules;
  bool possible = true;
  for (NodeId reader : g[producer].users) {
    if (g[reader].op == OpKind::Bitcast) continue;
    g.rules = before;
    while (true) {
      const std::optional<TritonRefusal> r = PriorityLegality(g, device, model).refusal(producer, reader);
      if (!r) break;
      refuse(r->refusal.reason, reader, r->refusal.numbers, r->detail);
      if (!RuleSet::can_be_lifted(r->refusal.reason)) {
        possible = false;
        break;
      }
      CHECK(g.rules.holds(r->refusal.reason), "the rule {} refuses though it is lifted",
            explain::info(r->refusal.reason).text);
      g.rules.lift(r->refusal.reason);
    }
  }
  g.rules = before;
  if (!possible || !g.rules.holds(Reason::R29Slower)) return all;
  const auto count = static_cast<Ticks>(g[producer].users.size());
  Ticks fused = launch_time * count, unfused = launch_time * (count + 1) + model.alone(producer).all;
  for (NodeId reader : g[producer].users) {
    if (g[reader].op == OpKind::Bitcast) continue;
    unfused += model.alone(reader).all;
    fused += model.together(producer, reader);
  }
  if (fused > unfused) refuse(Reason::R29Slower, consumer, {fused * ps_per_tick, unfused * ps_per_tick});
  return all;
}

}  // namespace eutectic::fusion::xla

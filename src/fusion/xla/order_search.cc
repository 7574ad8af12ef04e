// See order_search.h.
#include "fusion/xla/order_search.h"

#include <algorithm>
#include <map>
#include <random>

#include "fusion/xla/hidden_order.h"
#include "fusion/xla/parity.h"

namespace eutectic::fusion::xla {
namespace {

using Orders = std::map<NodeId, std::vector<NodeId>>;

struct Outcome {
  int64_t matched = 0, ours = 0, theirs = 0;
  int64_t missing() const { return ours + theirs - 2 * matched; }
};

}  // namespace

Result<OrderSearch> search_orders(const Module& before, const Graph& want, Status (*run)(Graph&, Log&),
                                  const std::vector<XlaStep>& log, int64_t most_tries) {
  auto attempt = [&](const Orders& orders) -> Result<Outcome> {
    Graph g(before);
    g.set_device(want.device());
    for (const auto& [n, users] : orders) g.mut(n).users = users;
    Log ours;
    HiddenOrder follow(log);
    if (!log.empty()) {
      follow.order_users(g);
      ours.follow = &follow;
    }
    RETURN_IF_ERROR(run(g, ours));
    const Parity p = compare_kernels(g, want);
    return Outcome{p.matched, p.ours, p.xla};
  };

  // Values whose users' order XLA's log does not tell; what comes from outside the computation first, since the most
  // kernels meet there.
  const Graph g(before);
  const HiddenOrder known(log);
  std::vector<NodeId> outer, inner;
  for (BodyId body : g.control_bodies())
    for (NodeId n : g[body].nodes) {
      if (g[n].users.size() < 2 || known.knows_users(g, n)) continue;
      const bool from_outside = g[n].op == OpKind::Parameter || g[n].op == OpKind::GetTupleElement;
      (from_outside ? outer : inner).push_back(n);
    }
  std::vector<NodeId> values;
  for (int round = 0; round < 10; ++round) values.insert(values.end(), outer.begin(), outer.end());
  values.insert(values.end(), inner.begin(), inner.end());

  OrderSearch out;
  out.followed = !log.empty();
  Orders best_orders;
  ASSIGN_OR_RETURN(Outcome best, attempt(best_orders));
  out.tries = 1;
  std::mt19937_64 random(1);
  for (size_t i = 0; !values.empty() && best.missing() > 0 && out.tries < most_tries; ++i) {
    const NodeId n = values[i % values.size()];
    Orders orders = best_orders;
    std::vector<NodeId>& users = orders.try_emplace(n, g[n].users).first->second;
    for (size_t k = users.size(); k > 1; --k) std::swap(users[k - 1], users[random() % k]);
    ASSIGN_OR_RETURN(const Outcome o, attempt(orders));
    ++out.tries;
    if (o.missing() >= best.missing()) continue;
    best = o;
    best_orders = std::move(orders);
  }
  out.matched = best.matched;
  out.ours = best.ours;
  out.theirs = best.theirs;
  for (const auto& [n, users] : best_orders) out.reordered.push_back(g[n].name);
  return out;
}

}  // namespace eutectic::fusion::xla

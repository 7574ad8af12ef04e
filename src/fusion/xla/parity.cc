// See parity.h.
#include "fusion/xla/parity.h"

#include <map>
#include <optional>

namespace eutectic::fusion::xla {

Parity compare_kernels(const Graph& ours, const Graph& theirs) {
  auto name_of = [](const Graph& g, BodyId b) { return std::string(g.module().name(g[b].origin)); };
  std::vector<std::optional<BodyId>> partner(ours.control_bodies().size());
  std::vector<bool> taken(theirs.control_bodies().size(), false);
  auto pair_up = [&](bool by_name) {
    for (size_t i = 0; i < partner.size(); ++i) {
      if (partner[i]) continue;
      for (size_t j = 0; j < taken.size(); ++j) {
        const BodyId b = theirs.control_bodies()[j];
        if (taken[j] || (by_name && name_of(ours, ours.control_bodies()[i]) != name_of(theirs, b))) continue;
        taken[j] = true;
        partner[i] = b;
        break;
      }
    }
  };
  pair_up(true);
  pair_up(false);

  Parity out;
  auto add = [&](std::string name, std::vector<Kernel> mine, std::vector<Kernel> xla) {
    ComputationParity c;
    c.name = std::move(name);
    c.ours = static_cast<int64_t>(mine.size());
    c.xla = static_cast<int64_t>(xla.size());
    std::multimap<std::string_view, const Kernel*> left;
    for (const Kernel& k : xla) left.emplace(k.text, &k);
    for (const Kernel& k : mine) {
      auto it = left.find(k.text);
      if (it == left.end()) {
        c.only_ours.push_back(k);
      } else {
        left.erase(it);
        ++c.matched;
      }
    }
    for (const Kernel& k : xla)  // in their order
      for (auto it = left.lower_bound(k.text); it != left.end() && it->first == k.text; ++it)
        if (it->second == &k) {
          c.only_xla.push_back(k);
          break;
        }
    out.matched += c.matched;
    out.ours += c.ours;
    out.xla += c.xla;
    out.computations.push_back(std::move(c));
  };
  for (size_t i = 0; i < partner.size(); ++i) {
    const BodyId b = ours.control_bodies()[i];
    add(name_of(ours, b), kernels_of(ours, b), partner[i] ? kernels_of(theirs, *partner[i]) : std::vector<Kernel>());
  }
  for (size_t j = 0; j < taken.size(); ++j)
    if (!taken[j]) add(name_of(theirs, theirs.control_bodies()[j]), {}, kernels_of(theirs, theirs.control_bodies()[j]));
  return out;
}

}  // namespace eutectic::fusion::xla

// What computing a value takes, and which values are a kernel together. See planner.h.
#include <algorithm>
#include <limits>
#include <unordered_set>

#include "analysis/elementwise.h"
#include "fusion/eutectic/planner.h"

namespace eutectic::fusion {

using explain::Verdict;

const Planner::Cone& Planner::cone(InstrId root) {
  if (auto it = cones_.find(root.value); it != cones_.end()) return it->second;
  Cone out = walk(root, std::numeric_limits<size_t>::max());
  std::ranges::sort(out.instrs);
  out.hash = joined(0, root.value);
  for (InstrId id : out.instrs) out.hash = joined(out.hash, id.value);
  return cones_.emplace(root.value, std::move(out)).first->second;
}

Planner::Cone Planner::walk(InstrId root, size_t most) {
  Cone out;
  seen_.resize(module_.instr_count());
  ++walk_;
  std::vector<InstrId> work{root};
  auto add = [&](InstrId id) {
    out.instrs.push_back(id);
    if (module_[id].op == OpKind::Reduce)
      out.most_elements = std::max(out.most_elements, module_.shape(module_.operand(id, 0)).element_count());
  };
  while (!work.empty() && out.instrs.size() <= most) {
    InstrId id = work.back();
    work.pop_back();
    if (std::exchange(seen_[id.index()], walk_) == walk_) continue;
    bool here = id == root || (may_fuse(id) && (!materialized_.contains(id.value) || analysis::is_cheap(module_, id)));
    if (module_[id].op == OpKind::Constant) here = true;
    // A loop that is written out, and its initial values.
    if (written_out_.contains(id.value) || (module_[id].op == OpKind::Tuple && id != root)) {
      for (InstrId o : module_.operands(id)) work.push_back(o);
      add(id);
      continue;
    }
    if (!here || is_name(id)) {
      out.inputs.push_back(id);
      continue;
    }
    add(id);
    for (InstrId o : module_.operands(id)) work.push_back(o);
  }
  return out;
}

const Planner::Tried& Planner::tried(const Group& group, const std::vector<int64_t>& lanes, size_t count) {
  uint64_t hash = 0;
  for (size_t i = 0; i < count; ++i) hash = joined(hash, cone(group.roots[i]).hash);
  auto [it, is_new] = tried_.try_emplace({hash, lanes});
  if (!is_new) return it->second;
  std::unordered_set<uint32_t> own;
  const std::vector<InstrId> roots(group.roots.begin(), group.roots.begin() + static_cast<ptrdiff_t>(count));
  for (InstrId r : roots)
    for (InstrId id : cone(r).instrs) own.insert(id.value);
  analysis::LoopOptions o;
  o.reciprocal = options_.reciprocal;
  auto memory = [&](InstrId id) {
    return module_[id].parent == computation_ && !own.contains(id.value) && module_[id].op != OpKind::Constant;
  };
  auto result = analysis::analyze_elementwise(module_, roots, lanes, memory, o);
  if (!result) {
    it->second.refusal = result.error();
  } else {
    for (const analysis::Source& s : (*result)->sources) it->second.inputs.push_back(s.instr);
  }
  return it->second;
}

std::optional<Verdict> Planner::try_group(Group& group, const std::vector<int64_t>& lanes) {
  std::set<InstrId> own;
  for (InstrId r : group.roots) own.insert(cone(r).instrs.begin(), cone(r).instrs.end());
  const Tried& t = tried(group, lanes, group.roots.size());
  group.instrs.assign(own.begin(), own.end());
  group.lanes = lanes;
  group.inputs = t.inputs;
  return t.refusal;
}

bool Planner::holds(const Group& group, const std::vector<int64_t>& lanes) {
  if (!tried(group, lanes, group.roots.size()).refusal) return true;
  // The first root is a kernel alone. What is refused once stays refused with more roots.
  size_t good = 1, bad = group.roots.size();
  while (bad - good > 1) {
    const size_t middle = (good + bad) / 2;
    (tried(group, lanes, middle).refusal ? bad : good) = middle;
  }
  return false;
}

}  // namespace eutectic::fusion

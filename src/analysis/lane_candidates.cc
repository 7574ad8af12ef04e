#include "analysis/lane_candidates.h"

#include <algorithm>

namespace eutectic::analysis {
namespace {

constexpr int64_t small_dimension = 16;
constexpr int64_t few_scalars = 64;
constexpr size_t most_splits = 4;

// Numbers of lanes that go into a dimension several times, as the body's own shapes show.
std::vector<int64_t> parts_of(const Module& module, const LoopAnalysis& a, int64_t dimension) {
  std::vector<int64_t> out;
  const CompId body = module.attrs(a.loop).comps(AttrName::Body)[0];
  for (InstrId id : instrs_of(module[body])) {
    if (module.shape(id).is_tuple()) continue;
    for (int64_t n : module.shape(id).dims)
      if (n > small_dimension && n < dimension && dimension % n == 0 && dimension / n <= small_dimension &&
          std::ranges::find(out, n) == out.end())
        out.push_back(n);
  }
  std::ranges::sort(out, std::greater<>());
  return out;
}

}  // namespace

// Of the largest carried or streamed value: all dimensions that are not small; the largest one; each; all; parts of the
// largest one; one lane.
std::vector<LaneAxes> lane_candidates(const Module& module, const LoopAnalysis& a) {
  const Shape* seed = nullptr;
  auto larger = [&](const Shape& s) { return !seed || s.element_count() > seed->element_count(); };
  for (const LoopLeaf& l : a.leaves)
    if (l.kind == CarryKind::State && larger(l.shape)) seed = &l.shape;
  std::vector<Shape> updates;
  updates.reserve(a.leaves.size());
  for (const LoopLeaf& l : a.leaves)
    if (l.kind == CarryKind::Stream) {
      updates.push_back(module.shape(module.operand(l.update, 1)));
      if (larger(updates.back())) seed = &updates.back();
    }
  std::vector<LaneAxes> out;
  if (!seed) return out;
  auto add = [&](std::vector<int64_t> dims) {
    std::erase(dims, 1);
    const bool known = std::ranges::any_of(out, [&](const LaneAxes& x) { return x.extents == dims; });
    if (!dims.empty() && !known) out.push_back({std::move(dims)});
  };
  std::vector<int64_t> big;
  for (int64_t d : seed->dims)
    if (d > small_dimension) big.push_back(d);
  add(big);
  if (!seed->dims.empty()) {
    const int64_t largest = *std::ranges::max_element(seed->dims);
    add({largest});
    for (int64_t d : seed->dims) add({d});
    add(seed->dims);
    std::vector<int64_t> parts = parts_of(module, a, largest);
    if (parts.size() > most_splits) parts.resize(most_splits);
    for (int64_t n : parts)
      for (LaneAxes::Split split : {LaneAxes::Split::Blocked, LaneAxes::Split::Interleaved})
        out.push_back({{n}, split});
  }
  // Little state and no lanes: one lane, all values uniform.
  if (seed->element_count() <= few_scalars) out.push_back({{1}});
  return out;
}

}  // namespace eutectic::analysis

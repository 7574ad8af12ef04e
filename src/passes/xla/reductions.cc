// Rules for reductions.
#include <algorithm>

#include "passes/xla/rule.h"

namespace eutectic::xla_passes {
namespace {

// reduce(reduce(x)) with one combiner and one initial value is one reduce.
std::optional<Local> merged(const Site& s) {
  const Local a = s.operand(0);
  if (s.op_of(0) != OpKind::Reduce || s.draft.operand(a, 1) != s.operand(1)) return std::nullopt;
  if (s.draft.attrs(a).comps(AttrName::ToApply) != s.attrs().comps(AttrName::ToApply)) return std::nullopt;
  const Dims inner = s.draft.attrs(a).dims(AttrName::Dimensions), outer = s.attrs().dims(AttrName::Dimensions);
  Dims dims = inner;
  int64_t kept = 0;
  for (int64_t d = 0; d < s.draft.shape(s.draft.operand(a, 0)).rank(); ++d) {
    if (std::ranges::count(inner, d)) continue;
    if (std::ranges::count(outer, kept)) dims.push_back(d);
    ++kept;
  }
  std::ranges::sort(dims);
  Attrs attrs(s.attrs());
  attrs.set(AttrName::Dimensions, dims);
  return s.make(OpKind::Reduce, {s.draft.operand(a, 0), s.operand(1)}, std::move(attrs));
}

}  // namespace

std::optional<Local> simplify_reduction(const Site& s) {
  if (s.op() != OpKind::Reduce || s.operands.size() != 2) return std::nullopt;
  return merged(s);
}

}  // namespace eutectic::xla_passes

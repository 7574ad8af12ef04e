#include "passes/rewrites/cuts.h"

#include <algorithm>
#include <optional>

#include "analysis/trip_count.h"
#include "ops/op_def.h"
#include "passes/rewrites/region.h"

namespace eutectic::rewrites {
namespace {

constexpr size_t most_cuts = 64;  // of one dimension; more are of no use to anybody

void add(Cuts& to, size_t d, int64_t at, const Dims& dims) {
  if (at > 0 && at < dims[d] && to[d].size() < most_cuts) to[d].insert(at);
}
void add(Cuts& to, const Cuts& from, const Dims& dims) {
  for (const auto& [d, cuts] : from)
    for (int64_t at : cuts) add(to, d, at, dims);
}

// Where a dynamic-slice or an update begins, if that is constant.
std::optional<Dims> starts_of(const Module& module, InstrId id, size_t first, const Dims& array, const Dims& window) {
  Dims out;
  for (size_t d = 0; d < array.size(); ++d) {
    int64_t start = 0;
    if (array[d] != window[d]) {
      const std::optional<int64_t> value = integer_constant(module, module.operand(id, first + d));
      if (!value) return std::nullopt;
      start = std::clamp<int64_t>(*value, 0, array[d] - window[d]);
    }
    out.push_back(start);
  }
  return out;
}

}  // namespace

std::vector<int64_t> CutAnalysis::moved(InstrId id, size_t n) const {
  const Dims& from = module_.shape(module_.operand(id, n)).dims;
  const Dims& to = module_.shape(id).dims;
  std::vector<int64_t> out(from.size(), -1);
  auto same = [&] {
    for (size_t d = 0; d < out.size(); ++d) out[d] = static_cast<int64_t>(d);
  };
  switch (module_[id].op) {
    case OpKind::Transpose: {
      const Dims& permutation = module_.attrs(id).dims(AttrName::Permutation);
      for (size_t d = 0; d < permutation.size(); ++d)
        out[static_cast<size_t>(permutation[d])] = static_cast<int64_t>(d);
      break;
    }
    case OpKind::Broadcast:
      return module_.attrs(id).dims(AttrName::BroadcastDimensions);
    case OpKind::Reduce: {
      if (n != 0 || module_[id].operand_count != 2) break;
      int64_t next = 0;
      for (size_t d = 0; d < out.size(); ++d)
        if (!std::ranges::count(module_.attrs(id).dims(AttrName::Dimensions), static_cast<int64_t>(d))) out[d] = next++;
      break;
    }
    case OpKind::DynamicSlice:
    case OpKind::DynamicUpdateSlice:
      if (n > (module_[id].op == OpKind::DynamicSlice ? 0 : 1)) break;
      for (size_t d = 0; d < out.size(); ++d)
        if (from[d] == to[d]) out[d] = static_cast<int64_t>(d);
      if (module_[id].op == OpKind::DynamicUpdateSlice && n == 0) same();
      break;
    case OpKind::BitcastConvert:
      if (from == to) same();
      break;
    default:
      if (op_def(module_[id].op).traits.elementwise && from.size() == to.size()) same();
  }
  return out;
}

Cuts CutAnalysis::to_result(InstrId id, size_t n, const Cuts& operand) const {
  Cuts out;
  if (operand.empty() || !module_.shape(id).is_array()) return out;
  const Dims& from = module_.shape(module_.operand(id, n)).dims;
  const Dims& to = module_.shape(id).dims;
  const Attrs& attrs = module_.attrs(id);
  const OpKind op = module_[id].op;
  for (const auto& [d, cuts] : operand)
    for (int64_t at : cuts) {
      if (op == OpKind::Reshape) {
        if (const auto there = cut_through_reshape(from, to, d, at)) add(out, there->first, there->second, to);
      } else if (op == OpKind::Concatenate) {
        int64_t offset = 0;
        if (static_cast<size_t>(attrs.integer(AttrName::ConcatDimension)) == d)
          for (size_t k = 0; k < n; ++k) offset += module_.shape(module_.operand(id, k)).dims[d];
        add(out, d, at + offset, to);
      } else if (op == OpKind::Slice) {
        if (attrs.dims(AttrName::SliceStrides)[d] == 1) add(out, d, at - attrs.dims(AttrName::SliceStarts)[d], to);
      } else if (op == OpKind::Reverse) {
        const bool turned = std::ranges::count(attrs.dims(AttrName::Dimensions), static_cast<int64_t>(d)) > 0;
        add(out, d, turned ? to[d] - at : at, to);
      } else if (op == OpKind::Pad) {
        if (n == 0) add(out, d, at + attrs.padding(AttrName::Padding)[d].low, to);
      } else if (const int64_t there = moved(id, n)[d]; there >= 0) {
        add(out, static_cast<size_t>(there), at, to);
      }
    }
  return out;
}

Cuts CutAnalysis::to_operand(InstrId id, size_t n, const Cuts& result) const {
  Cuts out;
  if (result.empty() || !module_.shape(module_.operand(id, n)).is_array()) return out;
  const Dims& to = module_.shape(module_.operand(id, n)).dims;
  const Dims& from = module_.shape(id).dims;
  const Attrs& attrs = module_.attrs(id);
  const OpKind op = module_[id].op;
  for (const auto& [d, cuts] : result)
    for (int64_t at : cuts) {
      if (op == OpKind::Reshape) {
        if (const auto there = cut_through_reshape(from, to, d, at)) add(out, there->first, there->second, to);
      } else if (op == OpKind::Concatenate) {
        int64_t offset = 0;
        if (static_cast<size_t>(attrs.integer(AttrName::ConcatDimension)) == d)
          for (size_t k = 0; k < n; ++k) offset += module_.shape(module_.operand(id, k)).dims[d];
        add(out, d, at - offset, to);
      } else if (op == OpKind::Slice) {
        if (attrs.dims(AttrName::SliceStrides)[d] == 1) add(out, d, at + attrs.dims(AttrName::SliceStarts)[d], to);
      } else if (op == OpKind::Reverse) {
        const bool turned = std::ranges::count(attrs.dims(AttrName::Dimensions), static_cast<int64_t>(d)) > 0;
        add(out, d, turned ? to[d] - at : at, to);
      } else if (op == OpKind::Pad) {
        if (n == 0) add(out, d, at - attrs.padding(AttrName::Padding)[d].low, to);
      } else {
        const std::vector<int64_t> there = moved(id, n);
        for (size_t k = 0; k < there.size(); ++k)
          if (there[k] == static_cast<int64_t>(d)) add(out, k, at, to);
      }
    }
  return out;
}

Cuts CutAnalysis::window(const Dims& start, const Dims& size, const Dims& dims) const {
  Cuts out;
  for (size_t d = 0; d < dims.size(); ++d) {
    add(out, d, start[d], dims);
    add(out, d, start[d] + size[d], dims);
  }
  return out;
}

CutAnalysis::CutAnalysis(const Module& module, CompId comp) : module_(module), base_(module[comp].begin.value) {
  const Computation& c = module[comp];
  taken_.resize(c.end.value - base_);
  joined_.resize(c.end.value - base_);
  for (InstrId id : instrs_of(c)) {
    if (!module.shape(id).is_array()) continue;
    const Dims& dims = module.shape(id).dims;
    Cuts& joined = joined_[id.value - base_];
    for (size_t n = 0; n < module[id].operand_count; ++n)
      add(joined, to_result(id, n, joined_[module.operand(id, n).value - base_]), dims);
    if (module[id].op == OpKind::Concatenate) {
      const auto d = static_cast<size_t>(module.attrs(id).integer(AttrName::ConcatDimension));
      int64_t at = 0;
      for (InstrId o : module.operands(id)) add(joined, d, at += module.shape(o).dims[d], dims);
    } else if (module[id].op == OpKind::DynamicUpdateSlice) {
      const Dims& size = module.shape(module.operand(id, 1)).dims;
      if (const auto start = starts_of(module, id, 2, dims, size)) add(joined, window(*start, size, dims), dims);
    } else if (module[id].op == OpKind::Pad) {
      const Padding& padding = module.attrs(id).padding(AttrName::Padding);
      for (size_t d = 0; d < dims.size(); ++d) {
        if (padding[d].interior != 0) continue;
        add(joined, d, padding[d].low, dims);
        add(joined, d, dims[d] - padding[d].high, dims);
      }
    }
  }
  for (uint32_t i = c.end.value; i-- > c.begin.value;) {
    const InstrId id(i);
    for (size_t n = 0; n < module[id].operand_count; ++n) {
      const InstrId operand = module.operand(id, n);
      if (!module.shape(operand).is_array() || !module.shape(id).is_array()) continue;
      const Dims& dims = module.shape(operand).dims;
      Cuts& taken = taken_[operand.value - base_];
      add(taken, to_operand(id, n, taken_[i - base_]), dims);
      if (n != 0) continue;
      if (module[id].op == OpKind::Slice) {
        add(taken, window(module.attrs(id).dims(AttrName::SliceStarts), module.shape(id).dims, dims), dims);
      } else if (module[id].op == OpKind::DynamicSlice) {
        if (const auto start = starts_of(module, id, 1, dims, module.shape(id).dims))
          add(taken, window(*start, module.shape(id).dims, dims), dims);
      }
    }
  }
}

}  // namespace eutectic::rewrites

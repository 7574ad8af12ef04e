// Finding what was unrolled, by data flow. Instructions that look alike (op, shape, attributes, and the same
// of their operands) and are K in number seed an orbit: one instruction of the step, in its K repetitions.
// Operands of an orbit are then the same value, another orbit (in this repetition or the one before),
// constants that advance, or alike and thus a new orbit. What does not fit undoes the seed. The order of
// instructions does not matter, nor what was merged across repetitions.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "passes/reroll.h"

namespace eutectic {
namespace {

class Finder {
 public:
  Finder(const Module& module, CompId comp, const Effects& effects, Classes& classes, const RerollLimits& limits)
      : module_(module), comp_(module[comp]), effects_(effects), classes_(classes), limits_(limits) {
    base_ = comp_.begin.value;
    size_ = comp_.end.value - base_;
  }

  std::optional<Repetition> run() {
    if (size_ < limits_.min_count) return std::nullopt;
    hash_all();
    std::optional<Repetition> best;
    for (size_t k : candidates()) {
      std::optional<Repetition> found = attempt(k);
      if (found && (!best || found->saved > best->saved)) best = std::move(found);
      if (best && best->saved + best->saved / 4 > size_) break;  // hardly more to be had
    }
    return best;
  }

 private:
  using Tuple = std::vector<InstrId>;  // one value per repetition; invalid where unknown

  size_t at(InstrId id) const { return id.value - base_; }
  bool is_interface(InstrId id) const {
    if (module_[id].op == OpKind::Parameter) return true;
    return module_[id].op == OpKind::GetTupleElement && module_[module_.operand(id, 0)].op == OpKind::Parameter;
  }
  bool is_scalar_constant(InstrId id) const {
    return module_[id].op == OpKind::Constant && module_.shape(id).is_array() && module_.shape(id).element_count() == 1;
  }
  bool is_integer_scalar(InstrId id) const { return is_scalar_constant(id) && is_integer(module_.shape(id).type); }
  bool is_unit_slice(InstrId id) const {
    return module_[id].op == OpKind::Slice &&
           std::ranges::all_of(module_.attrs(id).dims(AttrName::SliceStrides), [](int64_t s) { return s == 1; });
  }

  // Own hash: what all repetitions have in common. Where a slice begins may differ, and a constant's value.
  void hash_all() {
    own_.resize(size_);
    full_.resize(size_);
    std::vector<uint8_t> constant(size_);
    for (size_t i = 0; i < size_; ++i) {
      const InstrId id(base_ + i);
      size_t h = static_cast<size_t>(module_[id].op);
      mix_hash(h, module_[id].shape.value);
      if (!is_unit_slice(id) && !is_scalar_constant(id)) mix_hash(h, classes_.of(module_[id].attrs));
      own_[i] = h;
      constant[i] = !is_interface(id);
      for (InstrId o : module_.operands(id)) {
        mix_hash(h, own_[at(o)]);
        constant[i] &= constant[at(o)];
      }
      full_[i] = h;
      if (!constant[i] && !is_interface(id) && effects_.is_pure(id) && id != comp_.root) alike_[h].push_back(id);
    }
  }

  // Numbers of repetitions to try, those that most instructions speak for first: a step that has the same
  // twice has it 2K times in all, and what reads the initial state looks different in the first. Of equals
  // the larger number, whose segment is shorter.
  std::vector<size_t> candidates() const {
    std::map<size_t, size_t> sizes;
    for (const auto& [h, list] : alike_)
      if (list.size() >= limits_.min_count) sizes[list.size()] += list.size();
    std::vector<std::pair<size_t, size_t>> order;
    for (auto [k, w] : sizes) {
      size_t weight = 0;
      for (auto [n, of_size] : sizes)
        if (n % k == 0 || n + 1 == k) weight += of_size;
      order.emplace_back(weight, k);
    }
    std::ranges::sort(order, std::greater<>());
    std::vector<size_t> out;
    for (size_t i = 0; i < order.size() && i < 6; ++i) out.push_back(order[i].second);
    return out;
  }

  bool alike(InstrId a, InstrId b) const {
    if (module_[a].op != module_[b].op || module_[a].shape != module_[b].shape || own_[at(a)] != own_[at(b)])
      return false;
    if (module_[a].operand_count != module_[b].operand_count) return false;
    if (is_unit_slice(a) || is_scalar_constant(a)) return module_[a].op != OpKind::Slice || is_unit_slice(b);
    return classes_.of(module_[a].attrs) == classes_.of(module_[b].attrs);
  }

  // ---- one number of repetitions
  std::optional<Repetition> attempt(size_t k) {
    count_ = k;
    orbits_.clear();
    by_member0_.clear();
    by_member1_.clear();
    budget_ = 40 * size_ + 1000;
    std::vector<const std::vector<InstrId>*> seeds;
    for (const auto& [h, list] : alike_)
      if (list.size() == k) seeds.push_back(&list);
    // From the end: a late seed has most of the step behind it.
    std::ranges::sort(seeds, [](const auto* a, const auto* b) { return a->back() > b->back(); });
    for (const std::vector<InstrId>* seed : seeds) {
      if (budget_ == 0) break;
      if (lookup_same(*seed)) continue;
      plant(*seed);
    }
    complete_last();
    if (orbits_.empty() || !is_legal()) return std::nullopt;
    Repetition out{k, orbits_, 0};
    bool carries = false;
    size_t wasted = 0;  // computed by the loop though not needed
    for (const Orbit& o : orbits_) {
      const size_t missing = static_cast<size_t>(std::ranges::count(o.members, InstrId()));
      out.saved += (k - 1 - missing) * weight(o.members[1]);
      wasted += missing * weight(o.members[1]);
      for (const RepeatedOperand& operand : o.operands) carries |= operand.kind == RepeatedOperand::Kind::Previous;
    }
    if (!carries || out.saved < limits_.min_saved + wasted) return std::nullopt;
    out.saved -= wasted;
    return out;
  }

  size_t weight(InstrId id) {
    size_t n = 1;
    for (const auto& [name, value] : module_.attrs(id).entries())
      if (const Comps* comps = std::get_if<Comps>(&value))
        for (CompId c : *comps) n += comp_weight(c);
    return n;
  }
  size_t comp_weight(CompId comp) {
    if (auto it = weights_.find(comp); it != weights_.end()) return it->second;
    // Callees in depth first order without recursion would only refine this bound.
    size_t n = module_[comp].end.value - module_[comp].begin.value;
    for (InstrId id : instrs_of(module_[comp]))
      for (const auto& [name, value] : module_.attrs(id).entries())
        if (const Comps* comps = std::get_if<Comps>(&value))
          for (CompId c : *comps) n += module_[c].end.value - module_[c].begin.value;
    return weights_[comp] = n;
  }

  // Adds the seed's orbit and all that it needs, or nothing.
  void plant(const std::vector<InstrId>& seed) {
    const size_t mark = orbits_.size();
    filled_.clear();
    bool fits = new_orbit(seed).has_value();
    for (size_t o = mark; fits && o < orbits_.size(); ++o) fits = resolve_operands(o);
    if (fits) return;
    for (size_t o = mark; o < orbits_.size(); ++o) {
      forget(by_member0_, orbits_[o].members[0], static_cast<uint32_t>(o));
      forget(by_member1_, orbits_[o].members[1], static_cast<uint32_t>(o));
    }
    orbits_.resize(mark);
    for (auto [o, t] : filled_)
      if (o < mark) orbits_[o].members[t] = InstrId();
  }
  using Index = std::unordered_multimap<uint32_t, uint32_t>;
  static void forget(Index& index, InstrId id, uint32_t orbit) {
    for (auto [it, last] = index.equal_range(id.value); it != last; ++it)
      if (it->second == orbit) {
        index.erase(it);
        return;
      }
  }

  std::optional<uint32_t> new_orbit(const Tuple& members) {
    if (!members[0].valid() || !members[1].valid()) return std::nullopt;
    Orbit orbit;
    orbit.members = members;
    const InstrId model = members[1];
    if (is_interface(model) || !effects_.is_pure(model) || module_[model].op == OpKind::Constant) return std::nullopt;
    for (size_t t = 0; t < count_; ++t) {
      if (!members[t].valid()) continue;
      if (t > 0 && (!members[t - 1].valid() || members[t] == members[t - 1])) return std::nullopt;
      if (is_interface(members[t]) || members[t] == comp_.root || !alike(members[t], model)) return std::nullopt;
    }
    if (is_unit_slice(model)) {
      const Dims& first = module_.attrs(members[0]).dims(AttrName::SliceStarts);
      const Dims& second = module_.attrs(model).dims(AttrName::SliceStarts);
      for (size_t d = 0; d < first.size(); ++d) {
        orbit.slice_start.push_back(first[d]);
        orbit.slice_delta.push_back(second[d] - first[d]);
      }
      for (size_t t = 0; t < count_; ++t)
        for (size_t d = 0; d < first.size() && members[t].valid(); ++d)
          if (module_.attrs(members[t]).dims(AttrName::SliceStarts)[d] !=
              first[d] + static_cast<int64_t>(t) * orbit.slice_delta[d])
            return std::nullopt;
    }
    const uint32_t n = static_cast<uint32_t>(orbits_.size());
    by_member0_.emplace(members[0].value, n);
    by_member1_.emplace(members[1].value, n);
    orbits_.push_back(std::move(orbit));
    return n;
  }

  // The orbit with these members; what it misses at the end is filled in.
  std::optional<uint32_t> lookup_same(const Tuple& values) {
    if (!values[1].valid()) return std::nullopt;
    for (auto [it, last] = by_member1_.equal_range(values[1].value); it != last; ++it)
      if (agrees(it->second, values, 0)) return it->second;
    return std::nullopt;
  }
  // The orbit whose value of the repetition before this is, from the second on.
  std::optional<uint32_t> lookup_previous(const Tuple& values) {
    if (!values[1].valid()) return std::nullopt;
    for (auto [it, last] = by_member0_.equal_range(values[1].value); it != last; ++it)
      if (agrees(it->second, values, 1)) return it->second;
    return std::nullopt;
  }
  // Whether values[t] is the orbit's member of repetition t - shift.
  bool agrees(uint32_t o, const Tuple& values, size_t shift) {
    for (size_t t = shift; t < count_; ++t) {
      const InstrId member = orbits_[o].members[t - shift];
      if (values[t].valid() && member.valid() && values[t] != member) return false;
    }
    for (size_t t = shift; t < count_; ++t)
      if (values[t].valid() && !orbits_[o].members[t - shift].valid() && !fill(o, t - shift, values[t])) return false;
    return true;
  }

  // Whether `id` continues the orbit in repetition t, by the operands known so far. Then it is a member.
  bool fill(uint32_t o, size_t t, InstrId id) {
    Orbit& orbit = orbits_[o];
    if (!orbit.members[t - 1].valid() || is_interface(id) || id == comp_.root || !alike(id, orbit.members[1]))
      return false;
    for (size_t j = 0; j < orbit.operands.size(); ++j) {
      const RepeatedOperand& r = orbit.operands[j];
      const InstrId operand = module_.operand(id, j);
      if (r.kind == RepeatedOperand::Kind::Affine) {
        if (!is_integer_scalar(operand) || module_[operand].shape != module_[r.constants[0]].shape ||
            value_of(operand) != r.start + r.delta * static_cast<int64_t>(t))
          return false;
      } else if (expected(r, t) != operand) {
        return false;
      }
    }
    // An orbit not resolved yet sees its new member when it is.
    if (is_unit_slice(id)) {
      const Dims& starts = module_.attrs(id).dims(AttrName::SliceStarts);
      for (size_t d = 0; d < starts.size(); ++d)
        if (starts[d] != orbit.slice_start[d] + static_cast<int64_t>(t) * orbit.slice_delta[d]) return false;
    }
    orbit.members[t] = id;
    filled_.emplace_back(o, t);
    return true;
  }
  // What the operand must be in repetition t > 0; invalid if unknown.
  InstrId expected(const RepeatedOperand& r, size_t t) const {
    switch (r.kind) {
      case RepeatedOperand::Kind::Invariant:
        return r.value;
      case RepeatedOperand::Kind::Same:
        return orbits_[r.orbit].members[t];
      case RepeatedOperand::Kind::Previous:
        return orbits_[r.orbit].members[t - 1];
      case RepeatedOperand::Kind::Table:
        return t < r.constants.size() ? r.constants[t] : InstrId();
      default:
        return {};
    }
  }
  int64_t value_of(InstrId constant) const { return module_.attrs(constant).value().as_int(); }

  bool resolve_operands(size_t o) {
    const size_t n = module_[orbits_[o].members[1]].operand_count;
    for (size_t j = 0; j < n; ++j) {
      if (budget_ < count_) return budget_ = 0, false;
      budget_ -= count_;
      Tuple values(count_);
      for (size_t t = 0; t < count_; ++t)
        if (const InstrId member = orbits_[o].members[t]; member.valid()) values[t] = module_.operand(member, j);
      std::optional<RepeatedOperand> operand = resolve(values);
      if (!operand) return false;
      orbits_[o].operands.push_back(std::move(*operand));
    }
    return true;
  }

  std::optional<RepeatedOperand> resolve(const Tuple& values) {
    using Kind = RepeatedOperand::Kind;
    RepeatedOperand out;
    size_t known = 0;
    while (known < count_ && values[known].valid()) ++known;
    if (known < 2) return std::nullopt;
    const std::span<const InstrId> all(values.data(), known);
    if (std::ranges::all_of(all, [&](InstrId v) { return v == all[0]; })) {
      out.value = values[0];
      return out;
    }
    if (std::optional<uint32_t> o = lookup_same(values)) {
      out.kind = Kind::Same;
      out.orbit = *o;
      return out;
    }
    // A carried value starts with one of its own shape (a slice may read arrays of several).
    const bool carries = module_[values[0]].shape == module_[values[1]].shape;
    if (std::optional<uint32_t> o = carries ? lookup_previous(values) : std::nullopt) {
      out.kind = Kind::Previous;
      out.orbit = *o;
      out.value = values[0];
      return out;
    }
    if (std::ranges::all_of(all, [&](InstrId v) { return is_scalar_constant(v); })) return constants(all);
    if (std::ranges::all_of(all, [&](InstrId v) { return !is_interface(v) && alike(v, values[1]); })) {
      if (std::optional<uint32_t> o = new_orbit(values)) {
        out.kind = Kind::Same;
        out.orbit = *o;
        return out;
      }
    }
    // A carried value whose last version is not known: the next repetition's operand is this one's result.
    Tuple carried(values.begin() + 1, values.end());
    carried.push_back(InstrId());
    if (std::optional<uint32_t> o = carries ? new_orbit(carried) : std::nullopt) {
      out.kind = Kind::Previous;
      out.orbit = *o;
      out.value = values[0];
      return out;
    }
    return std::nullopt;
  }

  std::optional<RepeatedOperand> constants(std::span<const InstrId> all) {
    RepeatedOperand out;
    for (InstrId v : all)
      if (module_[v].shape != module_[all[0]].shape) return std::nullopt;
    out.constants.assign(all.begin(), all.end());
    const ElementType type = module_.shape(all[0]).type;
    if (is_integer(type)) {
      out.start = value_of(all[0]);
      out.delta = value_of(all[1]) - out.start;
      bool affine = true;
      for (size_t t = 0; t < all.size(); ++t)
        affine &= value_of(all[t]) == out.start + out.delta * static_cast<int64_t>(t);
      if (affine && std::abs(out.start) < (int64_t{1} << 30) && std::abs(out.delta) < (int64_t{1} << 20)) {
        out.kind = RepeatedOperand::Kind::Affine;
        return out;
      }
    }
    // Few repetitions with different constants are the stages of a method rather than steps.
    if (count_ < 5) return std::nullopt;
    out.kind = RepeatedOperand::Kind::Table;
    return out;
  }

  // Finds members that are missing at the end: users of their operands that continue the pattern.
  void complete_last() {
    filled_.clear();
    std::vector<std::vector<InstrId>> users;
    for (bool again = true; again;) {
      again = false;
      for (uint32_t o = 0; o < orbits_.size(); ++o) {
        size_t t = count_;
        while (!orbits_[o].members[t - 1].valid()) --t;
        if (t == count_) continue;
        if (users.empty()) {
          users.resize(size_);
          for (InstrId id : instrs_of(comp_))
            for (InstrId operand : module_.operands(id)) users[at(operand)].push_back(id);
        }
        InstrId via;
        for (const RepeatedOperand& r : orbits_[o].operands)
          if (r.kind == RepeatedOperand::Kind::Same || r.kind == RepeatedOperand::Kind::Previous) {
            via = expected(r, t);
            if (via.valid()) break;
          }
        if (!via.valid()) continue;
        for (InstrId user : users[at(via)])
          if (fill(o, t, user)) {
            again = true;
            break;
          }
      }
    }
  }

  // No value from outside may depend on what the loop computes; effects keep their order.
  bool is_legal() const {
    enum : uint8_t { Before, After, Inside };
    std::vector<uint8_t> place(size_, Before);
    for (const Orbit& o : orbits_)
      for (InstrId m : o.members)
        if (m.valid()) place[at(m)] = Inside;
    bool after_effect = false;
    for (size_t i = 0; i < size_; ++i) {
      const InstrId id(base_ + i);
      if (place[i] == Before)
        for (InstrId o : module_.operands(id))
          if (place[at(o)] != Before) place[i] = After;
      if (place[i] == Inside || !effects_.has_effect(id)) continue;
      if (place[i] == Before && after_effect) return false;
      after_effect |= place[i] == After;
    }
    for (const Orbit& o : orbits_)
      for (const RepeatedOperand& r : o.operands)
        if (r.value.valid() && place[at(r.value)] != Before) return false;
    return true;
  }

  const Module& module_;
  const Computation& comp_;
  const Effects& effects_;
  Classes& classes_;
  const RerollLimits& limits_;
  uint32_t base_ = 0;
  size_t size_ = 0;
  std::vector<size_t> own_, full_;
  std::map<size_t, std::vector<InstrId>> alike_;
  std::map<CompId, size_t> weights_;

  size_t count_ = 0;
  size_t budget_ = 0;
  std::vector<Orbit> orbits_;
  Index by_member0_, by_member1_;
  std::vector<std::pair<uint32_t, size_t>> filled_;  // (orbit, repetition) found since the seed was planted
};

}  // namespace

std::optional<Repetition> find_repetition(const Module& module, CompId comp, const Effects& effects, Classes& classes,
                                          const RerollLimits& limits) {
  return Finder(module, comp, effects, classes, limits).run();
}

}  // namespace eutectic

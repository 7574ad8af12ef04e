// Rerolling: what reroll_find.cc finds becomes a loop of its own,
//   (t, carried values, values from outside, collected results) while t < K,
// in the place of the repeated instructions. Results of each repetition that were concatenated are written
// into one buffer, those read singly into a stack.
#include "passes/reroll.h"

#include <algorithm>
#include <map>

#include "analysis/call_order.h"
#include "passes/draft.h"
#include "passes/emit.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;
using Kind = RepeatedOperand::Kind;

// A run of a concatenate's operands that is an orbit's members, in order or in reverse.
struct Run {
  uint32_t orbit;
  size_t first;  // operand of the concatenate
  bool reversed;
  auto operator<=>(const Run&) const = default;
};

class Roller {
 public:
  Roller(Module& module, CompId comp, const Repetition& repetition)
      : module_(module),
        comp_id_(comp),
        comp_(module[comp]),
        rep_(repetition),
        count_(repetition.count),
        k_(static_cast<int64_t>(repetition.count)) {}

  bool run() {
    place_members();
    if (!plan()) return false;
    build();
    return true;
  }

 private:
  struct Slot {
    uint32_t orbit = 0;
    InstrId init;       // carried values: from outside; invalid: zeros, only the last value is read
    int64_t index = 0;  // in the loop's tuple
    int64_t dim = -1;   // buffers: the concatenated dimension; -1: a stack
    bool reversed = false;
    Shape shape;
  };
  struct Place {
    uint32_t orbit = 0;
    int64_t repetition = -1;  // -1: outside the loop
    bool after = false;       // depends on the loop
  };
  Place& at(InstrId id) { return places_[id.value - comp_.begin.value]; }

  void place_members() {
    places_.assign(comp_.end.value - comp_.begin.value, {});
    for (uint32_t o = 0; o < rep_.orbits.size(); ++o)
      for (size_t t = 0; t < count_; ++t)
        if (const InstrId m = rep_.orbits[o].members[t]; m.valid())
          if (Place& p = at(m); p.repetition < static_cast<int64_t>(t)) p = {o, static_cast<int64_t>(t), false};
    for (InstrId id : instrs_of(comp_))
      if (at(id).repetition < 0)
        for (InstrId o : module_.operands(id)) at(id).after |= at(o).after || at(o).repetition >= 0;
  }

  std::optional<Run> run_at(InstrId concatenate, size_t first) {
    const std::span<const InstrId> operands = module_.operands(concatenate);
    if (first + count_ > operands.size()) return std::nullopt;
    for (uint32_t o = 0; o < rep_.orbits.size(); ++o) {
      const std::vector<InstrId>& m = rep_.orbits[o].members;
      if (m[0] != operands[first] && m.back() != operands[first]) continue;
      if (std::ranges::equal(m, operands.subspan(first, count_))) return Run{o, first, false};
      if (std::equal(m.rbegin(), m.rend(), operands.begin() + static_cast<std::ptrdiff_t>(first)))
        return Run{o, first, true};
    }
    return std::nullopt;
  }

  // Decides what the loop carries. False if some value cannot be carried, or too many would be.
  bool plan() {
    auto carry = [&](uint32_t orbit, InstrId init) {
      auto [it, fresh] = carried_.try_emplace({orbit, init}, slots_.size());
      if (fresh) slots_.push_back({orbit, init, 0, -1, false, module_.shape(rep_.orbits[orbit].members[1])});
    };
    for (const Orbit& orbit : rep_.orbits)
      for (const RepeatedOperand& r : orbit.operands)
        if (r.kind == Kind::Previous) carry(r.orbit, r.value);
    for (const Slot& s : slots_)
      if (!s.shape.is_array()) return false;
    size_t stacks = 0;
    for (InstrId id : instrs_of(comp_)) {
      if (!at(id).after) continue;
      const std::span<const InstrId> operands = module_.operands(id);
      for (size_t j = 0; j < operands.size(); ++j) {
        const Place p = at(operands[j]);
        if (p.repetition < 0) continue;
        if (!module_.shape(operands[j]).is_array()) return false;
        if (module_[id].op == OpKind::Concatenate) {
          if (std::optional<Run> run = run_at(id, j)) {
            runs_[id].push_back(*run);
            const int64_t dim = module_.attrs(id).integer(AttrName::ConcatDimension);
            auto [it, fresh] = buffers_.try_emplace({run->orbit, dim, run->reversed}, slots_.size());
            if (fresh) {
              Shape shape = logical(module_.shape(operands[j]));
              shape.dims[static_cast<size_t>(dim)] *= k_;
              slots_.push_back({run->orbit, {}, 0, dim, run->reversed, std::move(shape)});
            }
            j += count_ - 1;
            continue;
          }
        }
        if (p.repetition == k_ - 1) {
          auto it = carried_.lower_bound({p.orbit, InstrId(0u)});
          if (it == carried_.end() || it->first.first != p.orbit) carry(p.orbit, {});
          continue;
        }
        auto [it, fresh] = stacks_.try_emplace(p.orbit, slots_.size());
        if (!fresh) continue;
        if (++stacks > 4) return false;
        Shape shape = logical(module_.shape(operands[j]));
        shape.dims.insert(shape.dims.begin(), k_);
        slots_.push_back({p.orbit, {}, 0, -1, false, std::move(shape)});
      }
    }
    return true;
  }
  static Shape logical(Shape shape) {
    shape.layout.reset();
    return shape;
  }

  void build() {
    Draft outer(module_);
    Copier copier(outer, comp_id_);
    for (InstrId id : instrs_of(comp_))
      if (at(id).repetition < 0 && !at(id).after) copier.copy(id);

    // The loop's state: counter, slots, then values from outside as the body asks for them.
    const InstrId like = rep_.orbits[0].members[1];
    std::vector<Local> state{outer.constant(integer_literal(ElementType::S32, 0))};
    for (Slot& s : slots_) {
      s.index = static_cast<int64_t>(state.size());
      state.push_back(s.init.valid() ? copier.at(s.init) : zeros(outer, s.shape));
    }
    std::map<InstrId, int64_t> external;
    for (const Orbit& orbit : rep_.orbits)
      for (const RepeatedOperand& r : orbit.operands)
        if (r.kind == Kind::Invariant && !is_constant_chain(outer, copier.at(r.value)) &&
            external.try_emplace(r.value, static_cast<int64_t>(state.size())).second)
          state.push_back(copier.at(r.value));
    const Local initial = outer.tuple(state);
    const Shape shape = outer.shape(initial);

    const CompId body = module_.add_computation("rerolled_body");
    const CompId condition = module_.add_computation("rerolled_condition");
    build_body(body, shape, outer, copier, external);
    build_condition(condition, shape);
    Attrs attrs;
    attrs.set(AttrName::Condition, Comps{condition});
    attrs.set(AttrName::Body, Comps{body});
    const Local loop = outer.add(OpKind::While, shape, {initial}, std::move(attrs), like);

    std::map<std::pair<int64_t, int64_t>, Local> read;  // (slot, repetition or -1)
    auto result = [&](size_t slot, int64_t repetition) {
      Local& value = read[{static_cast<int64_t>(slot), repetition}];
      if (value.valid()) return value;
      Local& all = read[{static_cast<int64_t>(slot), -1}];
      if (!all.valid()) all = outer.get_tuple_element(loop, slots_[slot].index);
      if (repetition < 0) return all;
      const Shape stack = slots_[slot].shape;
      Attrs slice;
      Dims starts(stack.dims.size(), 0), limits = stack.dims, strides(stack.dims.size(), 1);
      starts[0] = repetition;
      limits[0] = repetition + 1;
      Shape one = stack, item = stack;
      one.dims[0] = 1;
      item.dims.erase(item.dims.begin());
      slice.set(AttrName::SliceStarts, starts);
      slice.set(AttrName::SliceLimits, limits);
      slice.set(AttrName::SliceStrides, strides);
      const Local piece = outer.add(OpKind::Slice, one, {all}, std::move(slice));
      return read[{static_cast<int64_t>(slot), repetition}] = outer.add(OpKind::Reshape, item, {piece});
    };
    auto value_of = [&](InstrId id) {
      const Place p = at(id);
      if (p.repetition < 0) return copier.at(id);
      if (p.repetition == k_ - 1) {
        auto it = carried_.lower_bound({p.orbit, InstrId(0u)});
        return result(it->second, -1);
      }
      return result(stacks_.at(p.orbit), p.repetition);
    };
    for (InstrId id : instrs_of(comp_)) {
      if (!at(id).after) continue;
      const std::span<const InstrId> operands = module_.operands(id);
      std::vector<Local> values;
      const std::vector<Run>* runs = nullptr;
      if (auto it = runs_.find(id); it != runs_.end()) runs = &it->second;
      const int64_t dim = runs ? module_.attrs(id).integer(AttrName::ConcatDimension) : 0;
      size_t next_run = 0;
      for (size_t j = 0; j < operands.size(); ++j) {
        if (runs && next_run < runs->size() && (*runs)[next_run].first == j) {
          const Run& run = (*runs)[next_run++];
          values.push_back(result(buffers_.at({run.orbit, dim, run.reversed}), -1));
          j += count_ - 1;
          continue;
        }
        values.push_back(value_of(operands[j]));
      }
      copier.set(id, runs && values.size() == 1 ? values[0] : outer.copy(id, values));
    }
    outer.finish(comp_id_, copier.at(comp_.root));
  }

  void build_condition(CompId comp, const Shape& state) {
    Draft draft(module_);
    const Local p = draft.parameter(0, state);
    const Local t = draft.get_tuple_element(p, 0);
    const Local limit = draft.constant(integer_literal(ElementType::S32, k_));
    Attrs attrs;
    attrs.set(AttrName::Direction, std::string("LT"));
    draft.finish(comp, draft.add(OpKind::Compare, Shape::scalar(ElementType::Pred), {t, limit}, std::move(attrs)));
  }

  void build_body(CompId comp, const Shape& state, const Draft& outer, Copier& copier,
                  const std::map<InstrId, int64_t>& external) {
    Draft draft(module_);
    const Local p = draft.parameter(0, state);
    const Local t = draft.get_tuple_element(p, 0);
    std::vector<Local> elements(state.elements.size());
    elements[0] = t;
    auto element = [&](int64_t k) {
      Local& e = elements[static_cast<size_t>(k)];
      if (!e.valid()) e = draft.get_tuple_element(p, k);
      return e;
    };
    std::map<InstrId, Local> constants;
    auto invariant = [&](InstrId id) {
      if (auto it = external.find(id); it != external.end()) return element(it->second);
      Local& c = constants[id];
      if (!c.valid()) c = copy_constant_chain(draft, outer, copier.at(id));
      return c;
    };
    // Operands stand before their users in every repetition.
    std::vector<uint32_t> order;
    for (uint32_t o = 0; o < rep_.orbits.size(); ++o) order.push_back(o);
    std::ranges::sort(order, {}, [&](uint32_t o) { return std::pair(rep_.orbits[o].members[1], o); });
    std::vector<Local> value(rep_.orbits.size());
    std::vector<Local> operands;
    for (uint32_t o : order) {
      const Orbit& orbit = rep_.orbits[o];
      const InstrId model = orbit.members[1];
      operands.clear();
      for (const RepeatedOperand& r : orbit.operands) {
        switch (r.kind) {
          case Kind::Invariant:
            operands.push_back(invariant(r.value));
            break;
          case Kind::Same:
            operands.push_back(value[r.orbit]);
            break;
          case Kind::Previous:
            operands.push_back(element(slots_[carried_.at({r.orbit, r.value})].index));
            break;
          case Kind::Affine:
            operands.push_back(affine(draft, t, Shape(module_.shape(r.constants[0])), r.start, r.delta));
            break;
          case Kind::Table:
            operands.push_back(table(draft, t, r.constants));
            break;
        }
        CHECK(operands.back().valid(), "operand of {} not built yet", module_.name(model));
      }
      if (std::ranges::any_of(orbit.slice_delta, [](int64_t d) { return d != 0; })) {
        Attrs attrs;
        attrs.set(AttrName::SliceSizes, module_.shape(model).dims);
        for (size_t d = 0; d < orbit.slice_start.size(); ++d)
          operands.push_back(
              affine(draft, t, Shape::scalar(ElementType::S32), orbit.slice_start[d], orbit.slice_delta[d]));
        value[o] = draft.add(OpKind::DynamicSlice, Shape(module_.shape(model)), operands, std::move(attrs), model);
      } else {
        value[o] = draft.copy(model, operands);
      }
    }
    elements[0] = affine(draft, t, Shape::scalar(ElementType::S32), 1, 1);
    std::vector<Local> next(state.elements.size());
    next[0] = elements[0];
    elements[0] = t;
    for (const Slot& s : slots_) {
      const Local v = value[s.orbit];
      const bool carried = carried_.contains({s.orbit, s.init}) && slot_of(s) == carried_.at({s.orbit, s.init});
      next[static_cast<size_t>(s.index)] = carried ? v : collect(draft, t, s, v, element(s.index));
    }
    for (size_t k = 0; k < next.size(); ++k)
      if (!next[k].valid()) next[k] = element(static_cast<int64_t>(k));
    draft.finish(comp, draft.tuple(next));
  }
  size_t slot_of(const Slot& s) const { return static_cast<size_t>(&s - slots_.data()); }

  // Writes this repetition's value into a buffer or stack.
  Local collect(Draft& draft, Local t, const Slot& s, Local value, Local buffer) {
    const size_t dim = s.dim < 0 ? 0 : static_cast<size_t>(s.dim);
    Shape update = s.shape;
    update.dims[dim] /= k_;
    const int64_t extent = update.dims[dim];
    if (s.dim < 0) value = draft.add(OpKind::Reshape, update, {value});
    std::vector<Local> operands{buffer, value};
    for (size_t d = 0; d < s.shape.dims.size(); ++d) {
      const bool here = d == dim;
      const int64_t start = here && s.reversed ? extent * (k_ - 1) : 0;
      const int64_t delta = !here ? 0 : s.reversed ? -extent : extent;
      operands.push_back(affine(draft, t, Shape::scalar(ElementType::S32), start, delta));
    }
    return draft.add(OpKind::DynamicUpdateSlice, s.shape, operands);
  }

  // The constant of repetition t.
  Local table(Draft& draft, Local t, const std::vector<InstrId>& constants) {
    const Shape shape = module_.shape(constants[0]);
    Literal all = Literal::uninitialized(Shape::array(shape.type, {k_}));
    const size_t bytes = static_cast<size_t>(all.shape().size_bytes()) / count_;
    for (size_t i = 0; i < count_; ++i) {
      const InstrId c = constants[std::min(i, constants.size() - 1)];
      std::copy_n(module_.attrs(c).value().bytes(), bytes, all.mutable_bytes() + i * bytes);
    }
    Attrs attrs;
    attrs.set(AttrName::SliceSizes, Dims{1});
    const Local values = draft.constant(all);
    const Local one = draft.add(OpKind::DynamicSlice, Shape::array(shape.type, {1}), {values, t}, std::move(attrs));
    return shape.dims == Dims{1} ? one : draft.add(OpKind::Reshape, shape, {one});
  }

  Module& module_;
  const CompId comp_id_;
  const Computation comp_;
  const Repetition& rep_;
  const size_t count_;
  const int64_t k_;
  std::vector<Place> places_;
  std::vector<Slot> slots_;
  std::map<std::pair<uint32_t, InstrId>, size_t> carried_;         // (orbit, init)
  std::map<std::tuple<uint32_t, int64_t, bool>, size_t> buffers_;  // (orbit, dimension, reversed)
  std::map<uint32_t, size_t> stacks_;                              // orbit
  std::map<InstrId, std::vector<Run>> runs_;                       // by concatenate
};

}  // namespace

Result<bool> reroll_with(Module& module, const RerollLimits& limits) {
  bool changed = false;
  // Facts hold until something changes: they are of the whole module.
  std::optional<Effects> effects;
  std::optional<Classes> classes;
  for (CompId comp : callee_order(module)) {
    // What one loop leaves may hold another; the bound is on the work, not on what may be found.
    for (int round = 0; round < 8; ++round) {
      if (module[comp].end.value - module[comp].begin.value < limits.min_saved / 8) break;
      if (!effects) effects.emplace(module);
      if (!classes) classes.emplace(module);
      const std::optional<Repetition> found = find_repetition(module, comp, *effects, *classes, limits);
      if (!found || !Roller(module, comp, *found).run()) break;
      changed = true;
      effects.reset();
      classes.reset();
    }
  }
  return changed;
}

Result<bool> reroll(Module& module) { return reroll_with(module, {}); }

}  // namespace eutectic

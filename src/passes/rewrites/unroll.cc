// unroll: an innermost counted loop does several steps at a time. Steps that are left over are done by the loop as it
// was, after the unrolled one. Rows that a step writes into an array along the counter are written as one block.
#include <algorithm>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "analysis/trip_count.h"
#include "passes/emit.h"
#include "passes/rewrites/loops.h"
#include "passes/rewrites/rewrite.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

constexpr int64_t most_steps = 10;     // done at a time where no factor is given: the paper's
constexpr int64_t most_instrs = 6000;  // of an unrolled body: XLA's compile time grows with their square

// The factor that leaves the fewest steps of loops, of the unrolled one and of the rest after it; the smallest of
// these.
int64_t best_factor(int64_t steps) {
  int64_t best = 2;
  for (int64_t f = 2; f <= std::min(steps, most_steps); ++f)
    if (steps / f + steps % f < steps / best + steps % best) best = f;
  return best;
}

// An element that collects one row per step: dynamic-update-slice(element, row, index, 0 ...).
struct Collected {
  size_t element = 0;
  InstrId update;
  bool forward = true;  // the rows of later steps come after
};

class Unroller {
 public:
  Unroller(Module& module, InstrId loop, int64_t factor, const TripCount& count)
      : module_(module),
        loop_(loop),
        factor_(factor),
        count_(count),
        body_(module.attrs(loop).comps(AttrName::Body)[0]),
        condition_(module.attrs(loop).comps(AttrName::Condition)[0]) {
    find_collected();
  }

  size_t collected() const { return collected_.size(); }

  std::vector<Local> emit(Draft& draft, std::span<const Local> init) {
    const int64_t rest = *count_.count % factor_;
    const Local start = draft.tuple(init, module_.operand(loop_, 0));
    const Shape state = draft.shape(start);
    Attrs attrs = module_.attrs(loop_);
    CompId rest_condition, rest_body;
    if (rest > 0) {
      rest_condition = copied(condition_);
      rest_body = copied(body_);
    }
    unroll_body(state);
    bound_condition(state, rest);
    std::vector<Local> values = elements(draft, draft.add(OpKind::While, state, {start}, attrs, loop_));
    if (rest == 0) return values;
    // Where the unrolled loop ends is known: so is how often the other one runs.
    const auto index = static_cast<size_t>(count_.index);
    values[index] = draft.constant(
        integer_literal(draft.shape(values[index]).type, *count_.start + (*count_.count - rest) * count_.step));
    Attrs rest_attrs = attrs;
    rest_attrs.set(AttrName::Condition, Comps{rest_condition});
    rest_attrs.set(AttrName::Body, Comps{rest_body});
    return elements(draft, draft.add(OpKind::While, state, {draft.tuple(values)}, std::move(rest_attrs), loop_));
  }

 private:
  static std::vector<Local> elements(Draft& draft, Local loop) {
    std::vector<Local> out;
    const size_t n = draft.shape(loop).elements.size();
    for (size_t k = 0; k < n; ++k) out.push_back(draft.get_tuple_element(loop, static_cast<int64_t>(k)));
    return out;
  }

  void find_collected() {
    const Computation& body = module_[body_];
    const size_t n = module_.shape(loop_).elements.size();
    std::vector<size_t> readers(n, 0);
    std::vector<size_t> users(body.end.value - body.begin.value, 0);
    for (InstrId id : instrs_of(body))
      for (InstrId o : module_.operands(id)) {
        ++users[o.value - body.begin.value];
        if (const int64_t k = element_of(module_, body_, o); k >= 0) ++readers[static_cast<size_t>(k)];
      }
    for (size_t k = 0; k < n; ++k) {
      const InstrId next = module_.operand(body.root, k);
      if (module_[next].op != OpKind::DynamicUpdateSlice || readers[k] != 1 ||
          element_of(module_, body_, module_.operand(next, 0)) != static_cast<int64_t>(k) ||
          users[next.value - body.begin.value] != 1)
        continue;
      const Dims& array = module_.shape(next).dims;
      const Dims& row = module_.shape(module_.operand(next, 1)).dims;
      if (array.empty() || row[0] != 1 || !std::equal(row.begin() + 1, row.end(), array.begin() + 1)) continue;
      const auto index = index_of_counter(module_, body_, module_.operand(next, 2), count_.index);
      if (!index) continue;
      // Every row of every step is inside, so that no index is clamped.
      const int64_t last = *count_.start + (*count_.count - 1) * count_.step, move = index->scale * count_.step;
      const int64_t a = index->scale * *count_.start + index->offset, b = index->scale * last + index->offset;
      if (std::min(a, b) < 0 || std::max(a, b) >= array[0] || (move != 1 && move != -1)) continue;
      collected_.push_back({k, next, move == 1});
    }
  }

  const Collected* collected_by(InstrId update) const {
    for (const Collected& c : collected_)
      if (c.update == update) return &c;
    return nullptr;
  }

  // A computation of its own with the same content.
  CompId copied(CompId from) {
    const CompId to = module_.add_computation(module_.name(from));
    const Computation comp = module_[from];
    Draft draft(module_);
    Copier copier(draft, from);
    for (InstrId id : instrs_of(comp)) copier.copy(id);
    draft.finish(to, copier.at(comp.root));
    return to;
  }

  Local counter_after(Draft& draft, Local counter, int64_t steps) {
    if (steps == 0) return counter;
    const Shape shape = draft.shape(counter);
    return draft.add(OpKind::Add, shape, {counter, draft.constant(integer_literal(shape.type, steps * count_.step))});
  }

  void unroll_body(const Shape& state) {
    const Computation comp = module_[body_];
    const auto index = static_cast<size_t>(count_.index);
    Draft draft(module_);
    const Local p = draft.parameter(0, state, comp.parameters[0]);
    std::vector<Local> values;
    for (size_t k = 0; k < state.elements.size(); ++k)
      values.push_back(draft.get_tuple_element(p, static_cast<int64_t>(k)));
    const std::vector<Local> first = values;
    std::vector<std::vector<Local>> rows(collected_.size()), places(collected_.size());
    for (int64_t step = 0; step < factor_; ++step) {
      Copier copier(draft, body_);
      values[index] = counter_after(draft, first[index], step);
      for (InstrId id : instrs_of(comp)) {
        if (id == comp.root || module_[id].op == OpKind::Parameter) continue;
        if (const int64_t k = element_of(module_, body_, id); k >= 0) {
          copier.set(id, values[static_cast<size_t>(k)]);
        } else if (const Collected* c = collected_by(id)) {
          const auto n = static_cast<size_t>(c - collected_.data());
          rows[n].push_back(copier.at(module_.operand(id, 1)));
          places[n].push_back(copier.at(module_.operand(id, 2)));
          copier.set(id, first[c->element]);
        } else {
          copier.copy(id);
        }
      }
      const std::span<const Local> next = copier.operands(comp.root);
      values.assign(next.begin(), next.end());
    }
    values[index] = counter_after(draft, first[index], factor_);
    for (size_t n = 0; n < collected_.size(); ++n) {
      const Collected& c = collected_[n];
      Local at = places[n].front();
      if (!c.forward) {
        std::ranges::reverse(rows[n]);
        at = places[n].back();
      }
      Shape block = Shape::array(draft.shape(rows[n][0]).type, draft.shape(rows[n][0]).dims);
      block.dims[0] = factor_;
      Attrs attrs;
      attrs.set(AttrName::ConcatDimension, int64_t{0});
      std::vector<Local> operands{first[c.element],
                                  draft.add(OpKind::Concatenate, block, rows[n], std::move(attrs), c.update), at};
      for (size_t d = 1; d < block.dims.size(); ++d)
        operands.push_back(draft.constant(integer_literal(draft.shape(at).type, 0)));
      values[c.element] =
          draft.add(OpKind::DynamicUpdateSlice, Shape(state.elements[c.element]), operands, {}, c.update);
    }
    draft.finish(body_, draft.tuple(values, comp.root));
  }

  // Goes on while a whole block of steps is left.
  void bound_condition(const Shape& state, int64_t rest) {
    Draft draft(module_);
    const Local p = draft.parameter(0, state);
    const Local counter = draft.get_tuple_element(p, count_.index);
    const int64_t limit = *count_.start + (*count_.count - rest) * count_.step;
    const Local bound = draft.constant(integer_literal(draft.shape(counter).type, limit));
    Attrs attrs;
    attrs.set(AttrName::Direction, std::string(count_.step > 0 ? "LT" : "GT"));
    draft.finish(condition_,
                 draft.add(OpKind::Compare, Shape::scalar(ElementType::Pred), {counter, bound}, std::move(attrs)));
  }

  Module& module_;
  const InstrId loop_;
  const int64_t factor_;
  const TripCount count_;
  const CompId body_, condition_;
  std::vector<Collected> collected_;
};

}  // namespace

Result<bool> unroll(Module& module, Context& context) {
  if (context.factor == 1) return false;
  bool changed = false;
  for (CompId comp : callee_order(module)) {
    changed |= replace_loops(module, comp, [&](Draft& draft, InstrId loop, std::span<const Local> init) {
      std::vector<Local> none;
      if (!context.has_fuel()) return none;
      const std::optional<TripCount> count = trip_count(module, loop);
      if (!count || !count->count || !count->start || count->index < 0) {
        context.note(module, loop, Reason::UnrollUnknownCount);
        return none;
      }
      const int64_t factor = context.factor > 0 ? context.factor : best_factor(*count->count);
      if (*count->count < factor) {
        context.note(module, loop, Reason::UnrollFewSteps, {*count->count, factor});
        return none;
      }
      const Computation body = module[module.attrs(loop).comps(AttrName::Body)[0]];
      for (InstrId id : instrs_of(body))
        if (module[id].op == OpKind::While || module[id].op == OpKind::Conditional) {
          context.note(module, loop, Reason::UnrollNotInnermost, {}, std::string(module.name(id)));
          return none;
        }
      const int64_t instrs = factor * (body.end.value - body.begin.value);
      if (instrs > most_instrs) {
        context.note(module, loop, Reason::UnrollTooLarge, {instrs, most_instrs});
        return none;
      }
      if (!context.wants_loop()) return none;
      Unroller unroller(module, loop, factor, *count);
      context.note(module, loop, Reason::LoopUnrolled,
                   {factor, *count->count, *count->count % factor, static_cast<int64_t>(unroller.collected())});
      return unroller.emit(draft, init);
    });
  }
  return changed;
}

}  // namespace eutectic::rewrites

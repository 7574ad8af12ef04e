// clean-loops: loops of no or one step go, loops carry only what they need, what no step changes is computed before the
// loop, and of several counters that go in step one is carried. But for the counters the passes do it
// (simplify_loops.cc, move_invariant_code.cc); here each change is allowed, counted and explained.
#include <algorithm>
#include <map>

#include "analysis/call_order.h"
#include "analysis/trip_count.h"
#include "passes/emit.h"
#include "passes/passes.h"
#include "passes/rewrites/loops.h"
#include "passes/rewrites/rewrite.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

int64_t as_int(size_t n) { return static_cast<int64_t>(n); }

// A scalar integer that grows by a constant each step.
struct Counter {
  size_t element = 0;
  int64_t step = 0;
};

std::optional<Counter> counter_at(const Module& module, CompId body, size_t k) {
  const InstrId next = module.operand(module[body].root, k);
  if (module[next].op != OpKind::Add || !module.shape(next).dims.empty() || !is_integer(module.shape(next).type))
    return std::nullopt;
  for (size_t side = 0; side < 2; ++side) {
    const std::optional<int64_t> step = integer_constant(module, module.operand(next, 1 - side));
    if (element_of(module, body, module.operand(next, side)) == as_int(k) && step && *step != 0)
      return Counter{k, *step};
  }
  return std::nullopt;
}

// A counter that is base + factor * leader at every step; the loop carries the base, unchanged, in its place.
struct Derived {
  size_t element = 0;
  int64_t factor = 0;
};

class Counters {
 public:
  Counters(Module& module, InstrId loop, const TripCount& count)
      : module_(module),
        loop_(loop),
        count_(count),
        body_(module.attrs(loop).comps(AttrName::Body)[0]),
        condition_(module.attrs(loop).comps(AttrName::Condition)[0]) {}

  void find(Context& context) {
    const Shape& state = module_.shape(loop_);
    const std::optional<Counter> leader = counter_at(module_, body_, static_cast<size_t>(count_.index));
    if (!leader) return;
    for (size_t k = 0; k < state.elements.size(); ++k) {
      if (as_int(k) == count_.index) continue;
      const std::optional<Counter> c = counter_at(module_, body_, k);
      if (!c) continue;
      // A counter of fewer bits that wraps says nothing about one of more.
      if (!count_.count && info(state.elements[k].type).bits > info(state.elements[leader->element].type).bits)
        continue;
      if (c->step % leader->step != 0) {
        context.note(module_, loop_, Reason::CounterUneven, {as_int(k), c->step, leader->step, count_.index});
        continue;
      }
      if (!context.has_fuel()) return;
      context.note(module_, loop_, Reason::CounterDerived, {as_int(k), count_.index, c->step / leader->step});
      derived_.push_back({c->element, c->step / leader->step});
    }
  }
  bool found() const { return !derived_.empty(); }

  std::vector<Local> emit(Draft& draft, std::span<const Local> init) {
    std::vector<Local> start(init.begin(), init.end());
    for (const Derived& d : derived_)
      start[d.element] = combined(draft, start[d.element], -d.factor, init[static_cast<size_t>(count_.index)]);
    rewrite(body_);
    rewrite(condition_);
    const Local tuple = draft.tuple(start, module_.operand(loop_, 0));
    const Local loop = draft.add(OpKind::While, Shape(draft.shape(tuple)), {tuple}, Attrs(module_.attrs(loop_)), loop_);
    std::vector<Local> out;
    for (size_t k = 0; k < start.size(); ++k) out.push_back(draft.get_tuple_element(loop, as_int(k)));
    Local last = out[static_cast<size_t>(count_.index)];
    if (count_.count && count_.start)
      last = draft.constant(integer_literal(draft.shape(last).type, *count_.start + *count_.count * count_.step));
    for (const Derived& d : derived_) out[d.element] = combined(draft, start[d.element], d.factor, last);
    return out;
  }

 private:
  // value + factor * counter, wrapped to the value's type.
  static Local combined(Draft& draft, Local value, int64_t factor, Local counter) {
    const Shape shape = draft.shape(value);
    auto constant = [&](Local v) -> std::optional<int64_t> {
      if (draft.op(v) != OpKind::Constant) return std::nullopt;
      return draft.attrs(v).value().as_int();
    };
    const std::optional<int64_t> v = constant(value), c = constant(counter);
    if (c == 0) return value;
    if (v && c) {
      const uint64_t sum = static_cast<uint64_t>(*v) + static_cast<uint64_t>(factor) * static_cast<uint64_t>(*c);
      return draft.constant(integer_literal(shape.type, static_cast<int64_t>(sum)));
    }
    if (draft.shape(counter).type != shape.type) counter = draft.add(OpKind::Convert, shape, {counter});
    if (factor == -1) return draft.add(OpKind::Subtract, shape, {value, counter});
    if (factor != 1)
      counter = draft.add(OpKind::Multiply, shape, {counter, draft.constant(integer_literal(shape.type, factor))});
    return v == 0 ? counter : draft.add(OpKind::Add, shape, {value, counter});
  }

  void rewrite(CompId comp_id) {
    const Computation comp = module_[comp_id];
    Draft draft(module_);
    Copier copier(draft, comp_id);
    std::map<size_t, Local> bases;
    Local leader;
    for (InstrId id : instrs_of(comp)) {
      const int64_t k = element_of(module_, comp_id, id);
      const auto d = std::ranges::find_if(derived_, [&](const Derived& x) { return as_int(x.element) == k; });
      if (d != derived_.end()) {
        const Local p = copier.at(comp.parameters[0]);
        if (!leader.valid()) leader = draft.get_tuple_element(p, count_.index);
        const Local base = bases.try_emplace(d->element, draft.get_tuple_element(p, k, id)).first->second;
        copier.set(id, combined(draft, base, d->factor, leader));
      } else if (id == comp.root && comp_id == body_) {
        std::vector<Local> parts(copier.operands(id).begin(), copier.operands(id).end());
        for (const Derived& other : derived_) parts[other.element] = bases.at(other.element);
        copier.set(id, draft.tuple(parts, id));
      } else {
        copier.copy(id);
      }
    }
    draft.finish(comp_id, copier.at(comp.root));
  }

  Module& module_;
  const InstrId loop_;
  const TripCount count_;
  const CompId body_, condition_;
  std::vector<Derived> derived_;
};

bool derive_counters(Module& module, Context& context) {
  bool changed = false;
  for (CompId comp : callee_order(module))
    changed |= replace_loops(module, comp, [&](Draft& draft, InstrId loop, std::span<const Local> init) {
      const std::optional<TripCount> count = trip_count(module, loop);
      if (!count || count->index < 0) return std::vector<Local>();
      Counters counters(module, loop, *count);
      counters.find(context);
      return counters.found() ? counters.emit(draft, init) : std::vector<Local>();
    });
  return changed;
}

// What the passes did to one loop in all their rounds, as one verdict.
class Log {
 public:
  Log(Context& context) : context_(context) {}

  bool operator()(const Module& module, InstrId loop, const LoopChange& change) {
    switch (change.kind) {
      case LoopChange::Removed:
        return add(module, loop, change.numbers[0] == 0 ? Reason::LoopOfNoStep : Reason::LoopOfOneStep, {});
      case LoopChange::Narrowed:
        return add(module, loop, Reason::CarriedDropped, {change.numbers[0] - change.numbers[1], change.numbers[0]});
      case LoopChange::ReadNow:
        return add(module, loop, Reason::ResultsReadBefore, change.numbers);
      case LoopChange::Moved:
        return add(module, loop, Reason::InvariantMoved, change.numbers);
      case LoopChange::Stays:
        return add(module, loop, Reason::InvariantStays, change.numbers);
    }
    return false;
  }

 private:
  bool add(const Module& module, InstrId loop, Reason reason, std::vector<int64_t> numbers) {
    const std::string_view name = module.name(loop);
    for (Verdict& v : context_.verdicts)
      if (v.reason == reason && v.subject == name) {
        if (reason == Reason::InvariantStays) return true;
        // A later round of the same: the first number adds up.
        if (!numbers.empty()) v.numbers[0] += numbers[0];
        return true;
      }
    if (reason != Reason::InvariantStays && !context_.has_fuel()) return false;
    context_.note(module, loop, reason, std::move(numbers));
    return true;
  }

  Context& context_;
};

}  // namespace

Result<bool> clean_loops(Module& module, Context& context) {
  Log log(context);
  const LoopFilter filter = [&](const Module& m, InstrId loop, const LoopChange& c) { return log(m, loop, c); };
  ASSIGN_OR_RETURN(bool changed, simplify_loops_with(module, filter));
  RETURN_IF_ERROR(simplify(module));  // constants that the loops carried have come to where they are read
  ASSIGN_OR_RETURN(const bool moved, move_invariant_code_with(module, filter));
  const bool counted = derive_counters(module, context);
  return changed || moved || counted;
}

}  // namespace eutectic::rewrites

// rng-ahead: random numbers that a loop draws from keys which depend on nothing but earlier keys and the counter are
// drawn before it, for all steps at once. The key chain becomes a small loop of its own that keeps each step's keys;
// from these one wide computation makes the numbers of all steps; the loop reads those of its step.
#include <algorithm>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "analysis/trip_count.h"
#include "passes/emit.h"
#include "passes/rewrites/batch.h"
#include "passes/rewrites/key_chain.h"
#include "passes/rewrites/long_rows.h"
#include "passes/rewrites/loops.h"
#include "passes/rewrites/rewrite.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

constexpr int64_t most_key_words = 64;            // of one carried key
constexpr int64_t most_bytes = int64_t{1} << 30;  // of the numbers of all steps
constexpr size_t least_hash = 8;                  // xors behind a value that is drawn at random

class Ahead {
 public:
  Ahead(Module& module, const Effects& effects, InstrId loop, const TripCount& count, bool on_cpu)
      : module_(module),
        effects_(effects),
        loop_(loop),
        count_(count),
        on_cpu_(on_cpu),
        body_(module.attrs(loop).comps(AttrName::Body)[0]),
        condition_(module.attrs(loop).comps(AttrName::Condition)[0]),
        comp_(module[body_]),
        base_(comp_.begin.value) {}

  // Whether there is anything to draw ahead; notes why not, where there are random numbers.
  bool analyse(Context& context) {
    find_keys();
    find_numbers();
    if (numbers_.empty()) return false;
    int64_t bytes = 0;
    for (InstrId id : numbers_) {
      const int64_t size = module_.shape(id).size_bytes();
      bytes = size > most_bytes / *count_.count ? most_bytes + 1 : bytes + size * *count_.count;
      if (bytes > most_bytes) {
        context.note(module_, loop_, Reason::AheadTooLarge, {most_bytes >> 20}, std::string(module_.name(id)));
        return false;
      }
    }
    if (!context.wants_loop()) return false;
    context.note(module_, loop_, Reason::DrawnAhead,
                 {static_cast<int64_t>(numbers_.size()), *count_.count, (bytes + 1023) / 1024});
    return true;
  }

  std::vector<Local> emit(Draft& draft, std::span<const Local> init) {
    KeyChain chain;
    if (std::ranges::count(is_key_, 1)) chain = key_chain(draft, loop_, count_, is_key_, init, on_cpu_);
    // What the body has at every step.
    Batch batch(draft, body_, *count_.count);
    for (InstrId id : instrs_of(comp_)) {
      const int64_t k = element_of(module_, body_, id);
      if (k < 0) {
        if (needed_[id.value - base_]) CHECK(batch.make(id), "{} cannot be made for all steps", module_.name(id));
      } else if (k == count_.index) {
        batch.set(id, {counters(draft, module_.shape(id), count_, *count_.count, 1, 0), true});
      } else if (invariant(static_cast<size_t>(k))) {
        batch.set(id, {init[static_cast<size_t>(k)], false});
      } else if (is_key_[static_cast<size_t>(k)]) {
        batch.set(id, {chain.stacks[static_cast<size_t>(k)], true});
      }
    }
    std::vector<Local> values(init.begin(), init.end());
    for (InstrId id : numbers_) {
      Local all = batch.batched(batch.at(id));
      orders_.push_back(on_cpu_ ? long_rows(draft.shape(all)) : std::nullopt);
      if (orders_.back()) all = in_order(draft, all, *orders_.back());
      values.push_back(all);
    }
    const Local start = draft.tuple(values, module_.operand(loop_, 0));
    const Shape state = draft.shape(start);
    read_numbers(state, init.size());
    widen_condition(state);
    const Local loop = draft.add(OpKind::While, state, {start}, Attrs(module_.attrs(loop_)), loop_);
    std::vector<Local> out;
    for (size_t k = 0; k < init.size(); ++k)
      out.push_back(is_key_[k] ? chain.last[k] : draft.get_tuple_element(loop, static_cast<int64_t>(k)));
    return out;
  }

 private:
  InstrId next(size_t k) const { return module_.operand(comp_.root, k); }
  bool invariant(size_t k) const { return element_of(module_, body_, next(k)) == static_cast<int64_t>(k); }

  // Whether a value is made of keys, the counter and what does not change; per instruction.
  void find_ahead() {
    ahead_.assign(comp_.end.value - base_, 0);
    for (InstrId id : instrs_of(comp_)) {
      if (module_[id].op == OpKind::Parameter || !module_.shape(id).is_array()) continue;
      if (const int64_t k = element_of(module_, body_, id); k >= 0) {
        const auto e = static_cast<size_t>(k);
        ahead_[id.value - base_] = k == count_.index || is_key_[e] || invariant(e);
        continue;
      }
      bool all = Batch::can(module_, id) && effects_.is_pure(id);
      for (InstrId o : module_.operands(id)) all &= ahead_[o.value - base_] != 0;
      ahead_[id.value - base_] = all;
    }
  }

  // Carried words whose next values are hashes of such words alone: the greatest such set.
  void find_keys() {
    const size_t n = module_.shape(loop_).elements.size();
    is_key_.assign(n, 0);
    for (size_t k = 0; k < n; ++k) {
      const Shape& shape = module_.shape(loop_).elements[k];
      is_key_[k] = static_cast<int64_t>(k) != count_.index && !invariant(k) && shape.is_array() &&
                   shape.type == ElementType::U32 && shape.element_count() <= most_key_words &&
                   shape.element_count() > 0;
    }
    for (bool changed = true; changed;) {
      changed = false;
      find_ahead();
      find_hashes();
      for (size_t k = 0; k < n; ++k)
        if (is_key_[k] && (!ahead_[next(k).value - base_] || hash_[next(k).value - base_] < least_hash)) {
          is_key_[k] = 0;
          changed = true;
        }
    }
  }

  // How much hashing is behind each value, and whether a key or the counter is.
  void find_hashes() {
    hash_.assign(ahead_.size(), 0);
    by_key_.assign(ahead_.size(), 0);
    by_counter_.assign(ahead_.size(), 0);
    for (InstrId id : instrs_of(comp_)) {
      const size_t n = id.value - base_;
      if (!ahead_[n]) continue;
      if (const int64_t k = element_of(module_, body_, id); k >= 0) {
        by_key_[n] = is_key_[static_cast<size_t>(k)];
        by_counter_[n] = k == count_.index;
        continue;
      }
      size_t most = 0;
      for (InstrId o : module_.operands(id)) {
        most = std::max(most, hash_[o.value - base_]);
        by_key_[n] |= by_key_[o.value - base_];
        by_counter_[n] |= by_counter_[o.value - base_];
      }
      hash_[n] = most + (module_[id].op == OpKind::Xor);
    }
  }

  // Values made ahead that something else reads: all that come from a key, which stands still in the loop that is left,
  // and hashes of the counter. What else the counter gives costs less to make again.
  void find_numbers() {
    std::vector<uint8_t> wanted(ahead_.size(), 0);
    auto want = [&](InstrId id) {
      const size_t n = id.value - base_;
      if (ahead_[n] && (by_key_[n] || (by_counter_[n] && hash_[n] >= least_hash))) wanted[n] = 1;
    };
    for (InstrId id : instrs_of(comp_)) {
      if (ahead_[id.value - base_]) continue;
      for (size_t n = 0; n < module_[id].operand_count; ++n) {
        // What becomes a key again is the chain's affair.
        if (id == comp_.root && is_key_[n]) continue;
        if (id == comp_.root && static_cast<int64_t>(n) == count_.index) continue;
        want(module_.operand(id, n));
      }
    }
    bool random = false;
    for (InstrId id : instrs_of(comp_))
      if (wanted[id.value - base_]) {
        numbers_.push_back(id);
        random |= hash_[id.value - base_] >= least_hash;
      }
    if (!random) numbers_.clear();
    needed_ = wanted;
    for (size_t i = needed_.size(); i-- > 0;)
      if (needed_[i])
        for (InstrId o : module_.operands(InstrId(base_ + i)))
          if (module_[o].op != OpKind::Parameter) needed_[o.value - base_] = 1;
  }

  // The step's number, from the counter: 0, 1, 2 ...
  Local step_of(Draft& draft, Local counter) const {
    const Shape shape = draft.shape(counter);
    Local out = counter;
    if (*count_.start != 0)
      out = draft.add(OpKind::Subtract, shape, {out, draft.constant(integer_literal(shape.type, *count_.start))});
    if (count_.step != 1)
      out = draft.add(OpKind::Divide, shape, {out, draft.constant(integer_literal(shape.type, count_.step))});
    return out;
  }

  // The condition over a longer tuple.
  void widen_condition(const Shape& state) {
    Draft draft(module_);
    const Local p = draft.parameter(0, state);
    std::vector<Local> values;
    for (size_t k = 0; k < module_.shape(loop_).elements.size(); ++k)
      values.push_back(draft.get_tuple_element(p, static_cast<int64_t>(k)));
    const std::vector<Local> root = inlined(draft, condition_, values);
    draft.finish(condition_, root[0]);
  }

  // The body with the numbers of its step; keys stand still.
  void read_numbers(const Shape& state, size_t first) {
    Draft draft(module_);
    const Local p = draft.parameter(0, state, comp_.parameters[0]);
    std::vector<Local> values;
    for (size_t k = 0; k < state.elements.size(); ++k)
      values.push_back(draft.get_tuple_element(p, static_cast<int64_t>(k)));
    const Local step = step_of(draft, values[static_cast<size_t>(count_.index)]);
    Copier copier(draft, body_);
    for (InstrId id : instrs_of(comp_)) {
      if (id == comp_.root || module_[id].op == OpKind::Parameter) continue;
      if (const auto it = std::ranges::find(numbers_, id); it != numbers_.end()) {
        const Local all = values[first + static_cast<size_t>(it - numbers_.begin())];
        Shape row = Shape::array(draft.shape(all).type, draft.shape(all).dims);
        row.dims[0] = 1;
        std::vector<Local> operands{all, step};
        for (size_t d = 1; d < row.dims.size(); ++d)
          operands.push_back(draft.constant(integer_literal(draft.shape(step).type, 0)));
        Attrs attrs;
        attrs.set(AttrName::SliceSizes, row.dims);
        const Local one = draft.add(OpKind::DynamicSlice, row, operands, std::move(attrs), id);
        const auto& order = orders_[static_cast<size_t>(it - numbers_.begin())];
        copier.set(id, order ? in_place(draft, one, *order, id)
                             : draft.add(OpKind::Reshape, Shape(module_.shape(id)), {one}, {}, id));
      } else if (const int64_t k = element_of(module_, body_, id); k >= 0) {
        copier.set(id, values[static_cast<size_t>(k)]);
      } else {
        copier.copy(id);
      }
    }
    std::vector<Local> results;
    for (size_t k = 0; k < state.elements.size(); ++k)
      results.push_back(k >= first || is_key_[k] ? values[k] : copier.at(next(k)));
    draft.finish(body_, draft.tuple(results, comp_.root));
  }

  // One step's row, whose dimensions are in another order.
  Local in_place(Draft& draft, Local one, const std::vector<int64_t>& order, InstrId id) const {
    Shape row = Shape::array(draft.shape(one).type, draft.shape(one).dims);
    row.dims.erase(row.dims.begin());
    std::vector<int64_t> back;  // without the first dimension, which is the steps'
    for (int64_t d : inverse_order(order)) back.push_back(d - 1);
    back.erase(back.begin());
    Attrs attrs;
    attrs.set(AttrName::Permutation, back);
    const Local reshaped = draft.add(OpKind::Reshape, row, {one}, {}, id);
    return draft.add(OpKind::Transpose, Shape(module_.shape(id)), {reshaped}, std::move(attrs), id);
  }

  Module& module_;
  const Effects& effects_;
  const InstrId loop_;
  const TripCount count_;
  const bool on_cpu_;
  const CompId body_, condition_;
  const Computation comp_;
  const uint32_t base_;
  std::vector<uint8_t> is_key_, ahead_, by_key_, by_counter_, needed_;
  std::vector<size_t> hash_;
  std::vector<InstrId> numbers_;
  std::vector<std::optional<std::vector<int64_t>>> orders_;  // of the numbers' dimensions, where it is another
};

}  // namespace

Result<bool> rng_ahead(Module& module, Context& context) {
  bool changed = false;
  const Effects effects(module);
  for (CompId comp : callee_order(module)) {
    changed |= replace_loops(module, comp, [&](Draft& draft, InstrId loop, std::span<const Local> init) {
      std::vector<Local> none;
      const std::optional<TripCount> count = trip_count(module, loop);
      if (!context.has_fuel() || !count || !count->count || !count->start || count->index < 0 || *count->count < 2)
        return none;
      Ahead ahead(module, effects, loop, *count, context.on_cpu);
      return ahead.analyse(context) ? ahead.emit(draft, init) : none;
    });
  }
  return changed;
}

}  // namespace eutectic::rewrites

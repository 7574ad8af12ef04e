// Drives the rules, and folds constants: small results of constants through the reference evaluator, and
// arithmetic on repeated scalars on the scalars. Comparisons of a loop's counter with constants are decided
// by its range.
#include "passes/simplify.h"

#include <algorithm>
#include <map>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "analysis/trip_count.h"
#include "ops/evaluator.h"
#include "passes/emit.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

constexpr int64_t fold_limit = 4096;  // elements

// A counted loop's counter, inside its body.
struct CounterRange {
  int64_t index = 0, low = 0, high = 0;
};

class Simplifier {
 public:
  Simplifier(Module& module, int64_t& fuel) : module_(module), fuel_(fuel) {}

  bool run() {
    bool changed = false;
    for (CompId comp : callee_order(module_))
      for (InstrId id : instrs_of(module_[comp]))
        if (module_[id].op == OpKind::While) note_counter(id);
    for (CompId comp : callee_order(module_)) changed |= visit(comp);
    return changed;
  }

 private:
  void note_counter(InstrId loop) {
    const std::optional<TripCount> t = trip_count(module_, loop);
    const CompId body = module_.attrs(loop).comps(AttrName::Body)[0];
    if (counters_.contains(body)) {  // shared: its loops may differ
      counters_[body].index = -1;
      return;
    }
    counters_[body].index = -1;
    if (!t || !t->count || !t->start || t->index < 0 || *t->count == 0) return;
    const int64_t last = *t->start + (*t->count - 1) * t->step;
    counters_[body] = {t->index, std::min(*t->start, last), std::max(*t->start, last)};
  }

  bool visit(CompId comp_id) {
    const Computation comp = module_[comp_id];
    Draft draft(module_);
    Copier copier(draft, comp_id);
    bool changed = false;
    std::vector<Local> operands;
    counter_.reset();
    if (auto it = counters_.find(comp_id); it != counters_.end()) counter_ = it->second;
    for (InstrId id : instrs_of(comp)) {
      const std::span<const Local> given = copier.operands(id);
      operands.assign(given.begin(), given.end());
      std::optional<Local> better;
      const bool stays = module_[id].op == OpKind::Parameter || module_[id].op == OpKind::OptimizationBarrier;
      if (fuel_ != 0 && !stays && module_.shape(id).is_array()) better = simplify({draft, id, operands});
      if (better) {
        changed = true;
        if (fuel_ > 0) --fuel_;
        copier.set(id, *better);
      } else {
        copier.set(id, draft.copy(id, operands));
      }
    }
    if (changed) {
      Local root = copier.at(comp.root);
      draft.finish(comp_id, root);
    }
    return changed;
  }

  std::optional<Local> simplify(const Candidate& c) {
    if (std::optional<Local> out = simplify_arithmetic(c)) return out;
    if (std::optional<Local> out = simplify_shape(c)) return out;
    if (std::optional<Local> out = decide_by_range(c)) return out;
    return fold(c);
  }

  std::optional<Local> decide_by_range(const Candidate& c) {
    if (!counter_ || counter_->index < 0 || c.op() != OpKind::Compare || !c.shape().dims.empty()) return std::nullopt;
    const Local a = c.operand(0);
    if (c.draft.op(a) != OpKind::GetTupleElement || c.draft.op(c.draft.operand(a, 0)) != OpKind::Parameter ||
        c.draft.attrs(a).integer(AttrName::Index) != counter_->index)
      return std::nullopt;
    const Literal* bound = repeated_constant(c.draft, c.operand(1));
    if (!bound || !is_integer(bound->type()) || bound->type() == ElementType::U64) return std::nullopt;
    const int64_t b = bound->as_int(), low = counter_->low, high = counter_->high;
    const std::string& direction = c.attrs().text(AttrName::Direction);
    std::optional<bool> answer;
    if (direction == "LT" && (high < b || low >= b)) answer = high < b;
    if (direction == "GE" && (high < b || low >= b)) answer = low >= b;
    if (direction == "LE" && (high <= b || low > b)) answer = high <= b;
    if (direction == "GT" && (high <= b || low > b)) answer = low > b;
    if (direction == "EQ" && (b < low || b > high)) answer = false;
    if (direction == "NE" && (b < low || b > high)) answer = true;
    if (!answer) return std::nullopt;
    return c.draft.constant(Literal::scalar<bool>(ElementType::Pred, *answer), c.id);
  }

  std::optional<Local> fold(const Candidate& c) {
    const OpDef& def = op_def(c.op());
    if (!def.evaluate || c.operands.empty() || def.traits.side_effect) return std::nullopt;
    for (const auto& [name, value] : c.attrs().entries())
      if (std::holds_alternative<Comps>(value)) return std::nullopt;
    bool constant = true, repeated = def.traits.elementwise;
    for (Local o : c.operands) {
      constant &= c.draft.op(o) == OpKind::Constant;
      repeated &= repeated_constant(c.draft, o) != nullptr;
    }
    switch (c.op()) {
      case OpKind::Broadcast:  // stays small
      case OpKind::Iota:
      case OpKind::Bitcast:
      case OpKind::CustomCall:
      case OpKind::OptimizationBarrier:
      case OpKind::AddDependency:
      case OpKind::Rng:
      case OpKind::RngGetAndUpdateState:
      case OpKind::AllReduce:
      case OpKind::AllGather:
      case OpKind::AllToAll:
      case OpKind::ReduceScatter:
      case OpKind::CollectiveBroadcast:
      case OpKind::CollectivePermute:
      case OpKind::Copy:
        return std::nullopt;
      default:
        break;
    }
    if (constant && c.shape().element_count() <= fold_limit) {
      std::vector<Literal> values;
      for (Local o : c.operands) values.push_back(c.draft.attrs(o).value());
      return evaluated(c, std::move(values), c.shape());
    }
    if (repeated && !c.shape().dims.empty()) return fold_repeated(c);
    return std::nullopt;
  }

  std::optional<Local> evaluated(const Candidate& c, std::vector<Literal> values, const Shape& shape) {
    if (!evaluator_) evaluator_.emplace(module_);
    EvalContext context{OpView{module_, c.id}, std::move(values), *evaluator_};
    Result<Literal> result = op_def(c.op()).evaluate(context);
    if (!result || !same_logical(result->shape(), shape)) return std::nullopt;
    Attrs attrs;
    attrs.set(AttrName::Value, result->with_shape(shape));
    return c.draft.add(OpKind::Constant, Shape(shape), {}, std::move(attrs), c.id);
  }

  // The op on one element, in a module of its own: the evaluator looks at the instruction's shapes.
  std::optional<Local> fold_repeated(const Candidate& c) {
    Module scratch;
    scratch.entry = scratch.add_computation("fold");
    Draft draft(scratch);
    std::vector<Local> operands;
    for (Local o : c.operands) operands.push_back(draft.constant(*repeated_constant(c.draft, o)));
    const Shape scalar = Shape::scalar(c.shape().type);
    const Local value = draft.add(c.op(), scalar, operands, Attrs(c.attrs()));
    draft.finish(scratch.entry, value);
    Evaluator evaluator(scratch);
    const Result<Literal> result = evaluator.run({});
    if (!result) return std::nullopt;
    return c.splat(*result);
  }

  Module& module_;
  int64_t& fuel_;
  std::optional<Evaluator> evaluator_;
  std::map<CompId, CounterRange> counters_;
  std::optional<CounterRange> counter_;
};

}  // namespace

Local Candidate::splat(const Literal& scalar) const {
  const Local value = draft.constant(scalar, id);
  if (shape().dims.empty()) return value;
  Attrs attrs;
  attrs.set(AttrName::BroadcastDimensions, Dims{});
  return draft.add(OpKind::Broadcast, Shape(shape()), {value}, std::move(attrs), id);
}

std::optional<Local> repeated_scalar(const Draft& draft, Local value) {
  if (!draft.shape(value).is_array()) return std::nullopt;
  if (draft.shape(value).dims.empty()) return value;
  if (draft.op(value) == OpKind::Broadcast && draft.shape(draft.operand(value, 0)).dims.empty())
    return draft.operand(value, 0);
  return std::nullopt;
}

const Literal* repeated_constant(const Draft& draft, Local value) {
  const std::optional<Local> scalar = repeated_scalar(draft, value);
  if (!scalar || draft.op(*scalar) != OpKind::Constant) return nullptr;
  return &draft.attrs(*scalar).value();
}

Result<bool> simplify_with(Module& module, int64_t& fuel) {
  bool changed = false;
  for (int round = 0; round < 3; ++round) {
    if (!Simplifier(module, fuel).run()) break;
    changed = true;
    if (fuel == 0) break;
  }
  return changed;
}

Result<bool> simplify(Module& module) {
  int64_t fuel = -1;
  return simplify_with(module, fuel);
}

}  // namespace eutectic

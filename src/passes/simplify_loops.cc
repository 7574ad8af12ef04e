// What loops carry and what conditionals pass. Callers come before callees: what leaves an outer loop's
// tuple may then leave the inner one's. Repeated until nothing changes, since it also helps the other way.
#include <algorithm>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "analysis/trip_count.h"
#include "passes/classes.h"
#include "passes/draft.h"
#include "passes/emit.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

// What stands for an element of a computation's flat parameter after the rewrite.
struct Element {
  int64_t kept = -1;  // its new position
  Local constant;     // or: this value of the caller's draft, built from constants alone
};

class Simplifier {
 public:
  Simplifier(Module& module, const Effects& effects, const LoopFilter& filter)
      : module_(module), effects_(effects), filter_(filter) {
    callers_.assign(module.comp_count(), 0);
    dropped_.assign(module.comp_count(), 0);
    order_ = callee_order(module);
    for (CompId comp : order_)
      for (InstrId id : instrs_of(module[comp]))
        for (CompId callee : module.callees(id)) ++callers_[callee.index()];
  }

  bool run() {
    std::ranges::reverse(order_);
    for (CompId comp : order_) visit(comp);
    return changed_;
  }

 private:
  bool owned(CompId comp) const { return comp.index() < callers_.size() && callers_[comp.index()] == 1; }

  // Nobody calls these any more: what they call belongs to others now.
  void drop(const std::vector<CompId>& comps) {
    for (CompId c : comps) dropped_[c.index()] = 1;
  }

  void visit(CompId comp_id) {
    if (dropped_[comp_id.index()]) return;
    const Computation comp = module_[comp_id];
    bool any = false;
    for (InstrId id : instrs_of(comp)) any |= module_[id].op == OpKind::While || module_[id].op == OpKind::Conditional;
    if (!any) return;
    const bool before = changed_;
    changed_ = false;
    find_used_elements(comp);
    Draft draft(module_);
    Copier copier(draft, comp_id);
    results_.assign(comp.end.value - comp.begin.value, {});
    base_ = comp.begin.value;
    for (InstrId id : instrs_of(comp)) {
      const OpKind op = module_[id].op;
      if (op == OpKind::GetTupleElement) {
        const std::vector<Local>& parts = results_[module_.operand(id, 0).value - base_];
        if (!parts.empty()) {
          const Local part = parts[static_cast<size_t>(module_.attrs(id).integer(AttrName::Index))];
          CHECK(part.valid(), "element of {} was dropped", module_.name(module_.operand(id, 0)));
          copier.set(id, part);
          continue;
        }
      }
      if (op == OpKind::While && loop(draft, copier, id)) continue;
      if (op == OpKind::Conditional && branch(draft, copier, id)) continue;
      copier.copy(id);
    }
    if (changed_) draft.finish(comp_id, copier.at(comp.root));
    changed_ |= before;
  }

  // Per loop and conditional of the computation: the elements of its result that are read.
  void find_used_elements(const Computation& comp) {
    used_.assign(comp.end.value - comp.begin.value, {});
    auto all = [&](InstrId id) {
      if (is_flat(module_.shape(id))) used_[id.value - comp.begin.value].assign(module_.shape(id).elements.size(), 2);
    };
    for (InstrId id : instrs_of(comp))
      for (InstrId o : module_.operands(id)) {
        if (!module_.shape(o).is_tuple()) continue;
        std::vector<uint8_t>& used = used_[o.value - comp.begin.value];
        if (module_[id].op != OpKind::GetTupleElement) {
          all(o);
        } else {
          used.resize(module_.shape(o).elements.size(), 0);
          uint8_t& u = used[static_cast<size_t>(module_.attrs(id).integer(AttrName::Index))];
          u = std::max<uint8_t>(u, 1);
        }
      }
    if (module_.shape(comp.root).is_tuple()) all(comp.root);
    for (InstrId id : instrs_of(comp))
      if (module_.shape(id).is_tuple()) used_[id.value - comp.begin.value].resize(module_.shape(id).elements.size(), 0);
  }

  static bool is_flat(const Shape& shape) {
    return shape.is_tuple() && std::ranges::none_of(shape.elements, [](const Shape& e) { return e.is_tuple(); });
  }
  bool flat_interface(CompId comp, bool flat_root) const {
    const Computation& c = module_[comp];
    if (!owned(comp) || c.parameters.size() != 1 || !is_flat(module_.shape(c.parameters[0]))) return false;
    for (InstrId id : instrs_of(c))
      if (std::ranges::count(module_.operands(id), c.parameters[0]) && module_[id].op != OpKind::GetTupleElement)
        return false;
    return !flat_root || (is_flat(module_.shape(c.root)) && module_[c.root].op == OpKind::Tuple);
  }
  // The element of the parameter that an instruction is, or -1.
  int64_t element_of(InstrId id) const {
    if (module_[id].op != OpKind::GetTupleElement) return -1;
    if (module_[module_.operand(id, 0)].op != OpKind::Parameter) return -1;
    return module_.attrs(id).integer(AttrName::Index);
  }

  // Gives a computation with one flat tuple parameter another one, and keeps some of its results. No
  // results: the root stays.
  void rebuild(CompId comp_id, const Draft& caller, const std::vector<Element>& elements, const Shape& parameter,
               const std::vector<size_t>* results) {
    const Computation comp = module_[comp_id];
    Draft draft(module_);
    Copier copier(draft, comp_id);
    std::vector<Local> values(elements.size());
    const Local p = draft.parameter(0, parameter, comp.parameters[0]);
    for (InstrId id : instrs_of(comp)) {
      if (module_[id].op == OpKind::Parameter) {
        copier.set(id, p);
      } else if (const int64_t k = element_of(id); k >= 0) {
        const Element& e = elements[static_cast<size_t>(k)];
        Local& value = values[static_cast<size_t>(k)];
        if (!value.valid() && e.constant.valid()) value = copy_constant_chain(draft, caller, e.constant);
        if (!value.valid() && e.kept >= 0) value = draft.get_tuple_element(p, e.kept, id);
        if (value.valid()) copier.set(id, value);
      } else if (id == comp.root && results) {
        continue;
      } else {
        // What reads a dropped element is itself dead.
        bool whole = true;
        for (InstrId o : module_.operands(id)) whole &= copier.has(o);
        if (whole) copier.copy(id);
      }
    }
    Local root;
    if (results) {
      std::vector<Local> parts;
      for (size_t k : *results) parts.push_back(copier.at(module_.operand(comp.root, k)));
      root = draft.tuple(parts, comp.root);
    } else {
      root = copier.at(comp.root);
    }
    draft.finish(comp_id, root);
  }

  // The computation's instructions in place of its caller.
  std::vector<Local> inlined(Draft& draft, CompId comp_id, std::span<const Local> arguments) {
    const Computation comp = module_[comp_id];
    Copier copier(draft, comp_id);
    for (InstrId id : instrs_of(comp)) {
      if (module_[id].op == OpKind::Parameter || id == comp.root) continue;
      if (const int64_t k = element_of(id); k >= 0)
        copier.set(id, arguments[static_cast<size_t>(k)]);
      else
        copier.copy(id);
    }
    const std::span<const Local> parts = copier.operands(comp.root);
    return {parts.begin(), parts.end()};
  }

  bool loop(Draft& draft, Copier& copier, InstrId id) {
    const CompId body_id = module_.attrs(id).comps(AttrName::Body)[0];
    const CompId condition_id = module_.attrs(id).comps(AttrName::Condition)[0];
    const Local operand = copier.at(module_.operand(id, 0));
    if (draft.op(operand) != OpKind::Tuple || !flat_interface(body_id, true) || !flat_interface(condition_id, false))
      return false;
    const std::vector<Local> init(draft.operands(operand).begin(), draft.operands(operand).end());
    const std::vector<uint8_t>& used = used_[id.value - base_];
    const bool needs_whole = std::ranges::count(used, 2) > 0;
    if (const std::optional<TripCount> t = trip_count(module_, id); t && t->count && *t->count <= 1 && !needs_whole) {
      if (!allowed(id, {LoopChange::Removed, {*t->count}})) return false;
      results_[id.value - base_] = *t->count == 0 ? init : inlined(draft, body_id, init);
      drop({body_id, condition_id});
      return changed_ = true;
    }

    const Computation body = module_[body_id];
    const size_t n = init.size();
    std::vector<uint8_t> invariant(n);
    for (size_t k = 0; k < n; ++k) invariant[k] = element_of(module_.operand(body.root, k)) == static_cast<int64_t>(k);
    const std::vector<size_t> same = equal_elements(body_id, init);
    std::vector<Element> elements(n);
    for (size_t k = 0; k < n; ++k)
      if (invariant[k] && is_constant_chain(draft, init[k])) elements[k].constant = init[k];
    std::vector<uint8_t> live = live_elements(id, same, invariant, needs_whole);
    if (needs_whole)
      for (size_t k = 0; k < n; ++k) elements[k].constant = Local();
    int64_t carried = 0, read_now = 0;
    for (size_t k = 0; k < n; ++k) {
      carried += live[k] && (same[k] == k || needs_whole) && !elements[k].constant.valid();
      read_now += !needs_whole && used[k] && invariant[k];
    }
    const auto all = static_cast<int64_t>(n);
    if (carried < all && !allowed(id, {LoopChange::Narrowed, {all, carried}})) return false;
    if (carried == all && read_now > 0 && !allowed(id, {LoopChange::ReadNow, {read_now}})) return false;
    std::vector<size_t> kept;
    for (size_t k = 0; k < n; ++k)
      if (live[k] && (same[k] == k || needs_whole) && !elements[k].constant.valid()) {
        elements[k].kept = static_cast<int64_t>(kept.size());
        kept.push_back(k);
      }
    for (size_t k = 0; k < n; ++k)
      if (same[k] != k && !elements[k].constant.valid()) elements[k] = elements[same[k]];

    Local result;
    if (kept.size() == n) {
      result = draft.copy(id, std::span(&operand, 1));
    } else {
      changed_ = true;
      std::vector<Local> parts;
      for (size_t k : kept) parts.push_back(init[k]);
      const Local state = draft.tuple(parts, module_.operand(id, 0));
      const Shape shape = draft.shape(state);
      rebuild(body_id, draft, elements, shape, &kept);
      rebuild(condition_id, draft, elements, shape, nullptr);
      result = draft.add(OpKind::While, shape, {state}, Attrs(module_.attrs(id)), id);
    }
    copier.set(id, result);
    if (needs_whole) return true;
    std::vector<Local>& results = results_[id.value - base_];
    results.resize(n);
    for (size_t k = 0; k < n; ++k) {
      if (!used[k]) continue;
      if (invariant[k] || elements[k].constant.valid()) {
        results[k] = init[k];
        changed_ = true;
      } else {
        Local& part = results[same[k]];
        if (!part.valid()) part = draft.get_tuple_element(result, elements[k].kept);
        results[k] = part;
      }
    }
    return true;
  }

  // Elements that the loop's results, its condition, effects or other live elements need.
  std::vector<uint8_t> live_elements(InstrId loop, const std::vector<size_t>& same,
                                     const std::vector<uint8_t>& invariant, bool all) {
    const CompId body_id = module_.attrs(loop).comps(AttrName::Body)[0];
    const CompId condition_id = module_.attrs(loop).comps(AttrName::Condition)[0];
    const std::vector<uint8_t>& used = used_[loop.value - base_];
    const size_t n = same.size();
    std::vector<uint8_t> live(n, 0);
    std::vector<size_t> work;
    auto mark = [&](size_t k) {
      k = same[k];
      if (live[k]) return;
      live[k] = 1;
      work.push_back(k);
    };
    if (all) {
      live.assign(n, 1);
      return live;
    }
    for (size_t k = 0; k < n; ++k)
      if (used[k] && !invariant[k]) mark(k);
    const Computation& condition = module_[condition_id];
    const Computation& body = module_[body_id];
    std::vector<uint8_t> needed_c(condition.end.value - condition.begin.value, 0);
    std::vector<uint8_t> needed(body.end.value - body.begin.value, 0);
    std::vector<InstrId> stack;
    auto need = [&](const Computation& comp, std::vector<uint8_t>& seen, InstrId id) {
      stack.push_back(id);
      while (!stack.empty()) {
        const InstrId at = stack.back();
        stack.pop_back();
        if (seen[at.value - comp.begin.value]) continue;
        seen[at.value - comp.begin.value] = 1;
        if (const int64_t k = element_of(at); k >= 0) {
          mark(static_cast<size_t>(k));
          continue;
        }
        for (InstrId o : module_.operands(at)) stack.push_back(o);
      }
    };
    need(condition, needed_c, condition.root);
    for (InstrId id : instrs_of(condition))
      if (effects_.has_effect(id)) need(condition, needed_c, id);
    for (InstrId id : instrs_of(body))
      if (effects_.has_effect(id)) need(body, needed, id);
    while (!work.empty()) {
      const size_t k = work.back();
      work.pop_back();
      need(body, needed, module_.operand(body.root, k));
    }
    return live;
  }

  // Per element the first one that always has the same value: equal at the start, and the body makes equal
  // values of equal values. Coarsest such partition, found by refining the one by initial values.
  std::vector<size_t> equal_elements(CompId body_id, const std::vector<Local>& init) {
    const size_t n = init.size();
    std::vector<size_t> group(n);
    size_t groups = 0;
    for (size_t k = 0; k < n; ++k) {
      group[k] = k;
      for (size_t j = 0; j < k && group[k] == k; ++j)
        if (init[j] == init[k]) group[k] = j;
      groups += group[k] == k;
    }
    if (groups == n) return group;
    if (!classes_) classes_.emplace(module_);
    const Computation& body = module_[body_id];
    std::vector<uint32_t> number(body.end.value - body.begin.value);
    while (true) {
      std::unordered_multimap<size_t, InstrId> table;
      auto at = [&](InstrId id) -> uint32_t& { return number[id.value - body.begin.value]; };
      for (InstrId id : instrs_of(body)) {
        at(id) = id.value;
        if (module_[id].op == OpKind::Parameter || !effects_.is_pure(id)) continue;
        const int64_t element = element_of(id);
        size_t h = static_cast<size_t>(module_[id].op);
        mix_hash(h, module_[id].shape.value);
        if (element >= 0) {
          mix_hash(h, group[static_cast<size_t>(element)]);
        } else {
          mix_hash(h, classes_->of(module_[id].attrs));
          for (InstrId o : module_.operands(id)) mix_hash(h, at(o));
        }
        bool found = false;
        for (auto [it, last] = table.equal_range(h); it != last && !found; ++it) {
          const InstrId other = it->second;
          if (module_[other].op != module_[id].op || module_[other].shape != module_[id].shape) continue;
          const int64_t other_element = element_of(other);
          if (element >= 0 || other_element >= 0) {
            found = element >= 0 && other_element >= 0 &&
                    group[static_cast<size_t>(element)] == group[static_cast<size_t>(other_element)];
          } else {
            found = classes_->of(module_[other].attrs) == classes_->of(module_[id].attrs) &&
                    std::ranges::equal(module_.operands(other), module_.operands(id),
                                       [&](InstrId a, InstrId b) { return at(a) == at(b); });
          }
          if (found) at(id) = at(other);
        }
        if (!found) table.emplace(h, id);
      }
      std::vector<size_t> next(n);
      size_t next_groups = 0;
      for (size_t k = 0; k < n; ++k) {
        next[k] = k;
        for (size_t j = 0; j < k && next[k] == k; ++j)
          if (group[j] == group[k] && at(module_.operand(body.root, j)) == at(module_.operand(body.root, k)))
            next[k] = j;
        next_groups += next[k] == k;
      }
      group = std::move(next);
      if (next_groups == groups) return group;
      groups = next_groups;
    }
  }

  bool branch(Draft& draft, Copier& copier, InstrId id) {
    const std::vector<uint8_t>& used = used_[id.value - base_];
    if (std::ranges::count(used, 2) > 0) return false;
    const std::vector<Local> operands(copier.operands(id).begin(), copier.operands(id).end());
    const Attrs attrs = module_.attrs(id);
    std::vector<CompId> branches = attrs.comps(AttrName::BranchComputations);
    const bool on_pred = branches.empty();
    if (on_pred)
      for (AttrName name : {AttrName::TrueComputation, AttrName::FalseComputation})
        for (CompId c : attrs.comps(name)) branches.push_back(c);
    if (branches.size() + 1 != operands.size()) return false;
    for (size_t b = 0; b < branches.size(); ++b)
      if (draft.op(operands[b + 1]) != OpKind::Tuple || !flat_interface(branches[b], true)) return false;
    std::optional<size_t> taken;
    if (branches.size() == 1) taken = 0;
    if (draft.op(operands[0]) == OpKind::Constant) {
      const int64_t value = draft.attrs(operands[0]).value().as_int();
      if (draft.shape(operands[0]).type == ElementType::Pred)
        taken = value ? 0 : 1;
      else
        taken = value < 0 || static_cast<size_t>(value) >= branches.size() ? branches.size() - 1
                                                                           : static_cast<size_t>(value);
    }
    if (taken) {
      const std::span<const Local> arguments = draft.operands(operands[*taken + 1]);
      results_[id.value - base_] =
          inlined(draft, branches[*taken], std::vector<Local>(arguments.begin(), arguments.end()));
      drop(branches);
      return changed_ = true;
    }
    std::vector<size_t> results;
    for (size_t r = 0; r < used.size(); ++r)
      if (used[r]) results.push_back(r);
    bool rewrite = results.size() != used.size();
    std::vector<Local> new_operands{operands[0]};
    struct Change {
      std::vector<Element> elements;
      Shape parameter;
    };
    std::vector<Change> changes;
    for (size_t b = 0; b < branches.size(); ++b) {
      const std::vector<Local> given(draft.operands(operands[b + 1]).begin(), draft.operands(operands[b + 1]).end());
      const std::vector<uint8_t> needed = needed_elements(branches[b], results, given.size());
      Change change;
      change.elements.resize(given.size());
      std::vector<Local> parts;
      for (size_t k = 0; k < given.size(); ++k) {
        if (is_constant_chain(draft, given[k])) {
          change.elements[k].constant = given[k];
        } else if (needed[k]) {
          change.elements[k].kept = static_cast<int64_t>(parts.size());
          parts.push_back(given[k]);
        }
      }
      rewrite |= parts.size() != given.size();
      const Local tuple = draft.tuple(parts, {});
      change.parameter = draft.shape(tuple);
      new_operands.push_back(tuple);
      changes.push_back(std::move(change));
    }
    if (!rewrite) return false;
    changed_ = true;
    Shape shape = Shape::tuple({});
    for (size_t r : results) shape.elements.push_back(module_.shape(id).elements[r]);
    for (size_t b = 0; b < branches.size(); ++b)
      rebuild(branches[b], draft, changes[b].elements, changes[b].parameter, &results);
    const Local result = draft.add(OpKind::Conditional, shape, new_operands, attrs, id);
    std::vector<Local>& parts = results_[id.value - base_];
    parts.resize(used.size());
    for (size_t r = 0; r < results.size(); ++r)
      parts[results[r]] = draft.get_tuple_element(result, static_cast<int64_t>(r));
    if (parts.empty()) copier.set(id, result);
    return true;
  }

  std::vector<uint8_t> needed_elements(CompId comp_id, const std::vector<size_t>& results, size_t n) {
    const Computation& comp = module_[comp_id];
    std::vector<uint8_t> needed(n, 0), live(comp.end.value - comp.begin.value, 0);
    for (size_t r : results) live[module_.operand(comp.root, r).value - comp.begin.value] = 1;
    for (size_t i = live.size(); i-- > 0;) {
      const InstrId id(comp.begin.value + i);
      if (effects_.has_effect(id)) live[i] = 1;
      if (!live[i] || id == comp.root) continue;
      if (const int64_t k = element_of(id); k >= 0) needed[static_cast<size_t>(k)] = 1;
      for (InstrId o : module_.operands(id)) live[o.value - comp.begin.value] = 1;
    }
    return needed;
  }

  bool allowed(InstrId loop, const LoopChange& change) const { return !filter_ || filter_(module_, loop, change); }

  Module& module_;
  const Effects& effects_;
  const LoopFilter& filter_;
  std::optional<Classes> classes_;
  std::vector<uint32_t> callers_;
  std::vector<uint8_t> dropped_;
  std::vector<CompId> order_;
  bool changed_ = false;
  // Of the computation being visited:
  uint32_t base_ = 0;
  std::vector<std::vector<uint8_t>> used_;   // 1: read by get-tuple-element, 2: the whole tuple is
  std::vector<std::vector<Local>> results_;  // of rewritten loops: what stands for each element
};

}  // namespace

Result<bool> simplify_loops(Module& module) { return simplify_loops_with(module, nullptr); }

Result<bool> simplify_loops_with(Module& module, const LoopFilter& filter) {
  bool changed = false;
  for (int round = 0; round < 4; ++round) {
    const Effects effects(module);
    if (!Simplifier(module, effects, filter).run()) break;
    changed = true;
  }
  return changed;
}

}  // namespace eutectic

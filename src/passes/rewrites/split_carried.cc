// split-carried: an array that a loop carries, takes apart and puts together again becomes several carried arrays,
// split before the loop and joined after it. Inner loops come first: what they are split into is taken apart and put
// together in the body around them.
#include <algorithm>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "ops/op_def.h"
#include "passes/rewrites/cuts.h"
#include "passes/rewrites/forwarder.h"
#include "passes/rewrites/loops.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

constexpr size_t most_parts = 32;  // of one array: arguments of a kernel that writes them all

struct Split {
  size_t element = 0, dim = 0;
  Dims bounds;  // 0 ... the extent
  std::vector<Region> regions(const Dims& dims) const {
    std::vector<Region> out;
    for (size_t i = 0; i + 1 < bounds.size(); ++i) {
      Region r = Region::whole(dims);
      r.start[dim] = bounds[i];
      r.limit[dim] = bounds[i + 1];
      out.push_back(std::move(r));
    }
    return out;
  }
};

class LoopSplitter {
 public:
  LoopSplitter(Module& module, const Effects& effects, InstrId loop, Context& context)
      : module_(module),
        effects_(effects),
        loop_(loop),
        context_(context),
        body_(module.attrs(loop).comps(AttrName::Body)[0]),
        condition_(module.attrs(loop).comps(AttrName::Condition)[0]),
        old_state_(module.shape(loop)) {}

  // Rewrites body and condition.
  bool run() {
    find_candidates();
    while (!splits_.empty()) {
      number();
      Forwarder body(module_, body_), condition(module_, condition_);
      const Local next = build(body, body_, true), goes_on = build(condition, condition_, false);
      // An array that is read whole all the same would be put together in every step.
      std::vector<Split> left;
      for (const Split& s : splits_) {
        std::optional<std::string> reader = whole_reader(body, next, whole_in_body_[s.element]);
        if (!reader) reader = whole_reader(condition, goes_on, whole_in_condition_[s.element]);
        if (reader)
          context_.note(module_, loop_, Reason::CarriedReadWhole, {as_int(s.element)}, *reader);
        else
          left.push_back(s);
      }
      if (left.size() < splits_.size()) {
        splits_ = std::move(left);
        continue;
      }
      if (!context_.wants_loop()) return false;
      for (const Split& s : splits_)
        context_.note(module_, loop_, Reason::CarriedSplit,
                      {as_int(s.element), as_int(s.bounds.size() - 1), as_int(s.dim)},
                      to_hlo(old_state_.elements[s.element], false));
      body.draft.finish(body_, next);
      condition.draft.finish(condition_, goes_on);
      return true;
    }
    return false;
  }

  // The loop in its caller's draft; `results` has what stands for each old element.
  void emit(Forwarder& caller, std::vector<Local>& results) {
    Draft& draft = caller.draft;
    const Local operand = caller.copier.at(module_.operand(loop_, 0));
    std::vector<Local> init;
    for (size_t k = 0; k < old_state_.elements.size(); ++k) {
      const Local value =
          draft.op(operand) == OpKind::Tuple ? draft.operand(operand, k) : draft.get_tuple_element(operand, as_int(k));
      if (const Split* s = split_of(k))
        for (const Region& r : s->regions(old_state_.elements[k].dims)) init.push_back(caller.parts.of(value, r));
      else
        init.push_back(value);
    }
    const Local loop = draft.add(OpKind::While, state_, {draft.tuple(init)}, Attrs(module_.attrs(loop_)), loop_);
    for (size_t k = 0; k < old_state_.elements.size(); ++k) results.push_back(element(caller, loop, k));
  }

 private:
  static int64_t as_int(size_t n) { return static_cast<int64_t>(n); }

  void find_candidates() {
    const Computation& body = module_[body_];
    const CutAnalysis cuts(module_, body_);
    const size_t n = old_state_.elements.size();
    std::vector<Cuts> taken(n), joined(n);
    for (InstrId id : instrs_of(body)) {
      if (module_[id].op != OpKind::GetTupleElement || module_[module_.operand(id, 0)].op != OpKind::Parameter)
        continue;
      for (const auto& [d, at] : cuts.taken_apart(id))
        taken[static_cast<size_t>(module_.attrs(id).integer(AttrName::Index))][d].insert(at.begin(), at.end());
    }
    for (size_t k = 0; k < n; ++k) {
      if (!context_.has_fuel()) return;
      if (!old_state_.elements[k].is_array() || old_state_.elements[k].element_count() == 0) continue;
      joined[k] = cuts.put_together(module_.operand(body.root, k));
      // The dimension that is both cut and joined in most places.
      std::optional<Split> best;
      for (const auto& [d, at] : joined[k]) {
        if (at.empty() || taken[k][d].empty()) continue;
        std::set<int64_t> all = at;
        all.insert(taken[k][d].begin(), taken[k][d].end());
        Split s{k, d, {0}};
        s.bounds.insert(s.bounds.end(), all.begin(), all.end());
        s.bounds.push_back(old_state_.elements[k].dims[d]);
        if (!best || s.bounds.size() > best->bounds.size()) best = std::move(s);
      }
      if (!best) continue;
      if (best->bounds.size() - 1 > most_parts)
        context_.note(module_, loop_, Reason::CarriedTooManyParts,
                      {as_int(k), as_int(best->bounds.size() - 1), as_int(most_parts)});
      else if (context_.fuel < 0 || splits_.size() < static_cast<size_t>(context_.fuel))
        splits_.push_back(std::move(*best));
    }
  }

  const Split* split_of(size_t element) const {
    for (const Split& s : splits_)
      if (s.element == element) return &s;
    return nullptr;
  }

  // The new tuple, and where each old element begins in it.
  void number() {
    std::vector<Shape> elements;
    first_.clear();
    for (size_t k = 0; k < old_state_.elements.size(); ++k) {
      const Shape& old = old_state_.elements[k];
      first_.push_back(elements.size());
      if (const Split* s = split_of(k))
        for (const Region& r : s->regions(old.dims))
          elements.push_back(Shape::array(old.type, part_dims(old.dims, r).dims));
      else
        elements.push_back(old);
    }
    state_ = Shape::tuple(std::move(elements));
  }

  // An old element of a new tuple.
  Local element(Forwarder& f, Local tuple, size_t k) {
    const Split* s = split_of(k);
    if (!s) return f.draft.get_tuple_element(tuple, as_int(first_[k]));
    std::vector<Local> pieces;
    for (size_t i = 0; i + 1 < s->bounds.size(); ++i)
      pieces.push_back(f.draft.get_tuple_element(tuple, as_int(first_[k] + i)));
    return f.join(pieces, old_state_.elements[k], s->dim);
  }

  Local build(Forwarder& f, CompId comp_id, bool is_body) {
    const Computation comp = module_[comp_id];
    std::vector<Local>& whole = is_body ? whole_in_body_ : whole_in_condition_;
    whole.assign(old_state_.elements.size(), {});
    const Local p = f.draft.parameter(0, state_, comp.parameters[0]);
    for (InstrId id : instrs_of(comp)) {
      const OpKind op = module_[id].op;
      if (op == OpKind::Parameter) {
        f.copier.set(id, p);
      } else if (op == OpKind::GetTupleElement && module_.operand(id, 0) == comp.parameters[0]) {
        const auto k = static_cast<size_t>(module_.attrs(id).integer(AttrName::Index));
        if (!whole[k].valid()) whole[k] = element(f, p, k);
        f.copier.set(id, whole[k]);
      } else if (id != comp.root || !is_body) {
        f.visit(id);
      }
    }
    if (!is_body) return f.copier.at(comp.root);
    std::vector<Local> next;
    for (size_t k = 0; k < old_state_.elements.size(); ++k) {
      const Local value = f.copier.at(module_.operand(comp.root, k));
      if (const Split* s = split_of(k))
        for (const Region& r : s->regions(old_state_.elements[k].dims)) next.push_back(f.parts.of(value, r));
      else
        next.push_back(value);
    }
    return f.draft.tuple(next, comp.root);
  }

  // What reads a value of the draft, if anything that is needed does. Writing a row of a stacked result does not count:
  // it puts the parts together where it stores them.
  std::optional<std::string> whole_reader(Forwarder& f, Local root, Local value) const {
    if (!value.valid()) return std::nullopt;
    std::vector<uint8_t> live(f.draft.size(), 0), stored(f.draft.size(), 1);
    live[root.index()] = 1;
    std::optional<std::string> reader;
    for (size_t i = live.size(); i-- > value.index();) {
      const Local at(i);
      if (!live[i] && has_effect(f.draft, at)) live[i] = 1;
      if (!live[i]) continue;
      const OpKind op = f.draft.op(at);
      // Whether all that needs this value only stores it.
      const bool moves = op == OpKind::Reshape && stored[i];
      for (size_t n = 0; n < f.draft.operands(at).size(); ++n) {
        const Local o = f.draft.operand(at, n);
        live[o.index()] = 1;
        if (moves || (op == OpKind::DynamicUpdateSlice && n == 1)) continue;
        stored[o.index()] = 0;
        if (o != value) continue;
        const NameId name = f.draft[at].name;
        reader = name.valid() ? std::string(module_[name]) : std::string(hlo_name(op));
      }
    }
    return reader;
  }
  // As of a copy: by its op and what it calls.
  bool has_effect(const Draft& draft, Local at) const {
    const OpKind op = draft.op(at);
    if (op_def(op).traits.side_effect) return true;
    for (const auto& [name, value] : draft.attrs(at).entries())
      if (const Comps* comps = std::get_if<Comps>(&value))
        for (CompId c : *comps)
          if (effects_.has_effect(c)) return true;
    return false;
  }

  Module& module_;
  const Effects& effects_;
  const InstrId loop_;
  Context& context_;
  const CompId body_, condition_;
  const Shape old_state_;
  Shape state_;
  std::vector<Split> splits_;
  std::vector<size_t> first_;
  std::vector<Local> whole_in_body_, whole_in_condition_;
};

}  // namespace

Result<bool> split_carried(Module& module, Context& context) {
  constant_windows(module);
  bool changed = false;
  const Effects effects(module);
  for (CompId comp_id : callee_order(module)) {
    const Computation comp = module[comp_id];
    std::vector<uint8_t> whole(comp.end.value - comp.begin.value, 0);  // read by something else than get-tuple-element
    bool loops = false;
    for (InstrId id : instrs_of(comp)) {
      loops |= module[id].op == OpKind::While;
      if (module[id].op == OpKind::GetTupleElement) continue;
      for (InstrId o : module.operands(id)) whole[o.value - comp.begin.value] = 1;
    }
    if (!loops) continue;
    whole[comp.root.value - comp.begin.value] = 1;
    std::vector<std::pair<InstrId, LoopSplitter>> split;
    for (InstrId id : instrs_of(comp)) {
      if (module[id].op != OpKind::While || !context.has_fuel()) continue;
      if (whole[id.value - comp.begin.value] || !is_flat_loop(module, id)) {
        context.note(module, id, Reason::CarriedForm);
        continue;
      }
      LoopSplitter splitter(module, effects, id, context);
      if (splitter.run()) split.emplace_back(id, std::move(splitter));
    }
    if (split.empty()) continue;
    changed = true;
    Forwarder caller(module, comp_id);
    std::vector<std::vector<Local>> results(whole.size());
    for (InstrId id : instrs_of(comp)) {
      if (module[id].op == OpKind::GetTupleElement)
        if (const auto& parts = results[module.operand(id, 0).value - comp.begin.value]; !parts.empty()) {
          caller.copier.set(id, parts[static_cast<size_t>(module.attrs(id).integer(AttrName::Index))]);
          continue;
        }
      const auto it = std::ranges::find(split, id, [](const auto& s) { return s.first; });
      if (it != split.end())
        it->second.emit(caller, results[id.value - comp.begin.value]);
      else
        caller.visit(id);
    }
    caller.draft.finish(comp_id, caller.copier.at(comp.root));
  }
  return changed;
}

}  // namespace eutectic::rewrites

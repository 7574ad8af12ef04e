// Two nested counted loops as one: for (i < N) { for (k < K) step } becomes for (I < N * K) step, where the
// outer body does no more than hand state to the inner loop, slice x[i] for it and store what it collected
// as y[i]. Then x and y are seen as [N * K, ...] and indexed by I. This undoes what unrolling does to a scan.
#include <algorithm>
#include <limits>

#include "analysis/call_order.h"
#include "analysis/effects.h"
#include "analysis/trip_count.h"
#include "passes/draft.h"
#include "passes/emit.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

// A computation with one flat tuple parameter: its elements and who reads them.
struct Body {
  Body(const Module& m, CompId id) : module(m), comp(m[id]) {
    users.resize(comp.end.value - comp.begin.value);
    elements.resize(m.shape(comp.parameters[0]).elements.size());
    for (InstrId i : instrs_of(comp)) {
      for (InstrId o : m.operands(i)) users[o.value - comp.begin.value].push_back(i);
      if (const int64_t k = element_of(i); k >= 0) elements[static_cast<size_t>(k)].push_back(i);
    }
  }
  int64_t element_of(InstrId id) const {
    if (module[id].op != OpKind::GetTupleElement || module.operand(id, 0) != comp.parameters[0]) return -1;
    return module.attrs(id).integer(AttrName::Index);
  }
  const std::vector<InstrId>& users_of(InstrId id) const { return users[id.value - comp.begin.value]; }
  // All that read element k, apart from get-tuple-element itself.
  std::vector<InstrId> readers(size_t k) const {
    std::vector<InstrId> out;
    for (InstrId g : elements[k])
      for (InstrId u : users_of(g)) out.push_back(u);
    return out;
  }
  InstrId next(size_t k) const { return module.operand(comp.root, k); }
  // Whether an index runs over 0 ... count - 1 with the counter (true), or backwards (false).
  std::optional<bool> walks(InstrId index, int64_t counter, int64_t count) const {
    int64_t scale = 1, offset = 0;  // index = scale * x + offset
    for (int steps = 0; steps < 8; ++steps) {
      if (element_of(index) == counter) {
        if (scale == 1 && offset == 0) return true;
        if (scale == -1 && offset == count - 1) return false;
        return std::nullopt;
      }
      const OpKind op = module[index].op;
      if (!is_integer(module.shape(index).type) || info(module.shape(index).type).bits < 32) return std::nullopt;
      if (op == OpKind::Copy || (op == OpKind::Convert && is_integer(module.shape(module.operand(index, 0)).type))) {
        index = module.operand(index, 0);
        continue;
      }
      if (op != OpKind::Add && op != OpKind::Subtract && op != OpKind::Multiply) return std::nullopt;
      const InstrId a = module.operand(index, 0), b = module.operand(index, 1);
      const std::optional<int64_t> x = integer_constant(module, a), y = integer_constant(module, b);
      if (x.has_value() == y.has_value()) return std::nullopt;
      const int64_t c = x ? *x : *y;
      if (c < -(int64_t{1} << 31) || c > (int64_t{1} << 31)) return std::nullopt;
      if (op == OpKind::Multiply) {
        if (c != 1 && c != -1) return std::nullopt;
        scale *= c;
      } else if (op == OpKind::Add || x) {
        offset += scale * c;
        if (op == OpKind::Subtract) scale = -scale;
      } else {
        offset -= scale * c;
      }
      index = x ? b : a;
    }
    return std::nullopt;
  }
  bool is_invariant(size_t k) const { return element_of(next(k)) == static_cast<int64_t>(k); }

  const Module& module;
  const Computation comp;
  std::vector<std::vector<InstrId>> users;
  std::vector<std::vector<InstrId>> elements;
};

// An outer loop that may be merged with the one in its body.
class Merger {
 public:
  Merger(Module& module, InstrId outer, InstrId inner, const TripCount& n, const TripCount& k)
      : module_(module),
        outer_(outer),
        inner_(inner),
        n_(n),
        k_(k),
        b_(module, module.attrs(outer).comps(AttrName::Body)[0]),
        d_(module, module.attrs(inner).comps(AttrName::Body)[0]) {}

  bool analyse() {
    const int64_t total = *n_.count * *k_.count;
    const int bits = info(module_.shape(b_.elements[static_cast<size_t>(n_.index)][0]).type).bits;
    if (bits < 32 || total > std::numeric_limits<int32_t>::max()) return false;
    const InstrId operand = module_.operand(inner_, 0);
    if (module_[operand].op != OpKind::Tuple || b_.users_of(operand).size() != 1) return false;
    init_.assign(module_.operands(operand).begin(), module_.operands(operand).end());
    roles_.assign(init_.size(), {});
    roles_[static_cast<size_t>(k_.index)].kind = Role::Counter;
    if (!match_results()) return false;
    for (size_t m = 0; m < init_.size(); ++m)
      if (roles_[m].kind == Role::Unknown && !match_external(m)) return false;
    // State is read by the inner loop alone.
    for (size_t m = 0; m < init_.size(); ++m)
      if (roles_[m].kind == Role::State)
        for (InstrId reader : b_.readers(roles_[m].outer))
          if (reader != operand) return false;
    return true;
  }

  // Emits the merged loop into the computation that holds the outer one; fills in its results by element.
  void emit(Draft& draft, Local state, std::vector<Local>& results) {
    const int64_t total = *n_.count * *k_.count;
    std::vector<Local> parts(draft.operands(state).begin(), draft.operands(state).end());
    const size_t own = parts.size();
    for (size_t j : collected_) parts[j] = joined(draft, parts[j]);
    for (Role& r : roles_)
      if (r.kind == Role::Streamed) {
        r.extra = parts.size();
        parts.push_back(joined(draft, parts[r.outer]));
      }
    const Local initial = draft.tuple(parts);
    const Shape shape = draft.shape(initial);
    const CompId body = module_.attrs(outer_).comps(AttrName::Body)[0];
    const CompId condition = module_.attrs(outer_).comps(AttrName::Condition)[0];
    build_body(body, shape);
    build_condition(condition, shape, total);
    const Local loop = draft.add(OpKind::While, shape, {initial}, Attrs(module_.attrs(outer_)), outer_);
    results.resize(own);
    for (size_t j = 0; j < own; ++j) {
      results[j] = draft.get_tuple_element(loop, static_cast<int64_t>(j));
      if (j == static_cast<size_t>(n_.index))
        results[j] = draft.constant(integer_literal(draft.shape(results[j]).type, *n_.count));
    }
    for (size_t j : collected_)
      results[j] = draft.add(OpKind::Reshape, Shape(module_.shape(outer_).elements[j]), {results[j]});
  }

 private:
  struct Role {
    enum Kind : uint8_t { Unknown, Counter, State, Collected, Passed, Streamed, Computed } kind = Unknown;
    size_t outer = 0;     // the element of the outer loop
    size_t extra = 0;     // Streamed: the element that holds x as [N * K, ...]
    bool forward = true;  // Streamed, Collected: indexed by I, or by N * K - 1 - I
  };

  // The inner element that an instruction of the outer body is a result of, or -1.
  int64_t inner_result(InstrId id) const {
    if (module_[id].op != OpKind::GetTupleElement || module_.operand(id, 0) != inner_) return -1;
    return module_.attrs(id).integer(AttrName::Index);
  }

  // What becomes of each element of the outer loop.
  bool match_results() {
    for (size_t j = 0; j < b_.elements.size(); ++j) {
      if (static_cast<int64_t>(j) == n_.index || b_.is_invariant(j)) continue;
      const InstrId next = b_.next(j);
      if (const int64_t m = inner_result(next); m >= 0) {
        if (b_.users_of(next).size() != 1 || roles_[static_cast<size_t>(m)].kind != Role::Unknown) return false;
        const bool starts_there = b_.element_of(init_[static_cast<size_t>(m)]) == static_cast<int64_t>(j);
        // An element whose old value nobody reads may start as anything.
        const bool unread = d_.readers(static_cast<size_t>(m)).empty() && b_.readers(j).empty();
        if (!starts_there && !unread) return false;
        roles_[static_cast<size_t>(m)] = {Role::State, j};
      } else if (!match_collected(j, next)) {
        return false;
      }
    }
    return true;
  }

  // y = dynamic-update-slice(y, reshape(inner result), i, ...) with the inner one written at k, row by row.
  bool match_collected(size_t j, InstrId next) {
    if (module_[next].op != OpKind::DynamicUpdateSlice || b_.element_of(module_.operand(next, 0)) != as_int(j))
      return false;
    const std::optional<bool> outer_walk = b_.walks(module_.operand(next, 2), n_.index, *n_.count);
    if (!outer_walk || b_.readers(j).size() != 1) return false;
    InstrId update = module_.operand(next, 1);
    if (b_.users_of(next).size() != 1 || b_.users_of(update).size() != 1) return false;
    const Shape y = module_.shape(next), piece = module_.shape(update);
    if (y.dims.size() < 2 || y.dims[0] != *n_.count || y.dims[1] != *k_.count || piece.dims[0] != 1) return false;
    if (!std::equal(y.dims.begin() + 1, y.dims.end(), piece.dims.begin() + 1, piece.dims.end())) return false;
    if (module_[update].op == OpKind::Reshape) update = module_.operand(update, 0);
    const int64_t m = inner_result(update);
    if (m < 0 || b_.users_of(update).size() != 1 || roles_[static_cast<size_t>(m)].kind != Role::Unknown) return false;
    const Dims& buffer = module_.shape(update).dims;
    if (!std::equal(y.dims.begin() + 1, y.dims.end(), buffer.begin(), buffer.end())) return false;
    const InstrId write = d_.next(static_cast<size_t>(m));
    if (module_[write].op != OpKind::DynamicUpdateSlice || d_.element_of(module_.operand(write, 0)) != m) return false;
    if (d_.walks(module_.operand(write, 2), k_.index, *k_.count) != outer_walk) return false;
    if (d_.readers(static_cast<size_t>(m)).size() != 1) return false;
    if (d_.users_of(write).size() != 1) return false;
    const Dims& row = module_.shape(module_.operand(write, 1)).dims;
    if (row[0] != 1 || !std::equal(row.begin() + 1, row.end(), buffer.begin() + 1)) return false;
    roles_[static_cast<size_t>(m)] = {Role::Collected, j, 0, *outer_walk};
    collected_.push_back(j);
    return true;
  }
  static int64_t as_int(size_t n) { return static_cast<int64_t>(n); }

  // What the inner loop leaves unchanged and gets from outside.
  bool match_external(size_t m) {
    if (!d_.is_invariant(m)) return false;
    const InstrId value = init_[m];
    if (const int64_t j = b_.element_of(value); j >= 0 && j != n_.index) {
      if (!b_.is_invariant(static_cast<size_t>(j))) return false;
      roles_[m] = {Role::Passed, static_cast<size_t>(j)};
      return true;
    }
    if (match_streamed(m, value)) return true;
    if (!is_cheap(value)) return false;
    roles_[m] = {Role::Computed};
    return true;
  }

  // x[i], read by the inner loop at k only.
  bool match_streamed(size_t m, InstrId value) {
    if (module_[value].op == OpKind::Reshape) value = module_.operand(value, 0);
    if (module_[value].op != OpKind::DynamicSlice) return false;
    const int64_t j = b_.element_of(module_.operand(value, 0));
    if (j < 0 || !b_.is_invariant(static_cast<size_t>(j))) return false;
    const std::optional<bool> walk = b_.walks(module_.operand(value, 1), n_.index, *n_.count);
    if (!walk) return false;
    const Dims& x = module_.shape(module_.operand(value, 0)).dims;
    const Dims& piece = module_.shape(value).dims;
    const Dims& given = module_.shape(init_[m]).dims;
    if (x.size() < 2 || x[0] != *n_.count || x[1] != *k_.count || piece[0] != 1) return false;
    if (!std::equal(x.begin() + 1, x.end(), piece.begin() + 1, piece.end())) return false;
    if (!std::equal(x.begin() + 1, x.end(), given.begin(), given.end())) return false;
    for (InstrId reader : d_.readers(m)) {
      if (reader == d_.comp.root) continue;
      if (module_[reader].op != OpKind::DynamicSlice || d_.element_of(module_.operand(reader, 0)) != as_int(m))
        return false;
      if (d_.walks(module_.operand(reader, 1), k_.index, *k_.count) != walk) return false;
      if (module_.shape(reader).dims[0] != 1) return false;
    }
    roles_[m] = {Role::Streamed, static_cast<size_t>(j), 0, *walk};
    return true;
  }

  // Small values of the counter and invariants, which every step may compute anew.
  bool is_cheap(InstrId value) {
    std::vector<InstrId> work{value};
    for (size_t n = 0; !work.empty(); ++n) {
      const InstrId at = work.back();
      work.pop_back();
      if (const int64_t j = b_.element_of(at); j >= 0) {
        if (j != n_.index && !b_.is_invariant(static_cast<size_t>(j))) return false;
        continue;
      }
      if (n > 16 || !module_.shape(at).is_array() || module_.shape(at).element_count() > 64) return false;
      if (module_[at].op == OpKind::While || module_[at].op == OpKind::Parameter) return false;
      for (InstrId o : module_.operands(at)) work.push_back(o);
    }
    return true;
  }

  // [N, K, ...] as [N * K, ...].
  Local joined(Draft& draft, Local value) {
    Shape shape = draft.shape(value);
    shape.layout.reset();
    shape.dims[1] *= shape.dims[0];
    shape.dims.erase(shape.dims.begin());
    return draft.add(OpKind::Reshape, shape, {value});
  }

  void build_condition(CompId comp, const Shape& state, int64_t total) {
    Draft draft(module_);
    const Local p = draft.parameter(0, state);
    const Local i = draft.get_tuple_element(p, n_.index);
    const Local limit = draft.constant(integer_literal(draft.shape(i).type, total));
    Attrs attrs;
    attrs.set(AttrName::Direction, std::string("LT"));
    draft.finish(comp, draft.add(OpKind::Compare, Shape::scalar(ElementType::Pred), {i, limit}, std::move(attrs)));
  }

  void build_body(CompId comp, const Shape& state) {
    Draft draft(module_);
    const Local p = draft.parameter(0, state, b_.comp.parameters[0]);
    std::vector<Local> elements(state.elements.size());
    for (size_t j = 0; j < elements.size(); ++j) elements[j] = draft.get_tuple_element(p, as_int(j));
    const Local i = elements[static_cast<size_t>(n_.index)];
    const Shape counter = draft.shape(i);
    const ElementType inner_type = module_.shape(d_.elements[static_cast<size_t>(k_.index)][0]).type;
    auto of_counter = [&](OpKind op) {
      return draft.add(op, counter, {i, draft.constant(integer_literal(counter.type, *k_.count))});
    };
    auto inner_counter = [&](Local value) {
      return inner_type == counter.type ? value : draft.add(OpKind::Convert, Shape::scalar(inner_type), {value});
    };
    Local outer_step, inner_step;
    // The row of this step, counted from the front or from the back, in the type of the index it replaces.
    auto row = [&](bool forward, ElementType type) {
      Local at = i;
      if (!forward) {
        const Local last = draft.constant(integer_literal(counter.type, *n_.count * *k_.count - 1));
        at = draft.add(OpKind::Subtract, counter, {last, i});
      }
      return type == counter.type ? at : draft.add(OpKind::Convert, Shape::scalar(type), {at});
    };
    Copier pre(draft, module_.attrs(outer_).comps(AttrName::Body)[0]);
    auto computed = [&](InstrId value) {
      std::vector<InstrId> work{value};
      while (!work.empty()) {
        const InstrId at = work.back();
        if (pre.has(at)) {
          work.pop_back();
          continue;
        }
        if (const int64_t j = b_.element_of(at); j >= 0) {
          if (j == n_.index && !outer_step.valid()) outer_step = of_counter(OpKind::Divide);
          pre.set(at, j == n_.index ? outer_step : elements[static_cast<size_t>(j)]);
          continue;
        }
        bool ready = true;
        for (InstrId o : module_.operands(at))
          if (!pre.has(o)) {
            work.push_back(o);
            ready = false;
          }
        if (ready) pre.copy(at);
      }
      return pre.at(value);
    };
    Copier copier(draft, module_.attrs(inner_).comps(AttrName::Body)[0]);
    for (InstrId id : instrs_of(d_.comp)) {
      if (id == d_.comp.root || module_[id].op == OpKind::Parameter) continue;
      if (const int64_t m = d_.element_of(id); m >= 0) {
        const Role& role = roles_[static_cast<size_t>(m)];
        switch (role.kind) {
          case Role::Counter:
            if (!inner_step.valid()) inner_step = inner_counter(of_counter(OpKind::Remainder));
            copier.set(id, inner_step);
            break;
          case Role::Computed:
            copier.set(id, computed(init_[static_cast<size_t>(m)]));
            break;
          case Role::Streamed:
            copier.set(id, elements[role.extra]);
            break;
          default:
            copier.set(id, elements[role.outer]);
        }
        continue;
      }
      // Rows of streamed and collected arrays are found by the joint counter.
      const OpKind op = module_[id].op;
      const bool slice = op == OpKind::DynamicSlice, update = op == OpKind::DynamicUpdateSlice;
      const int64_t m = slice || update ? d_.element_of(module_.operand(id, 0)) : -1;
      const Role::Kind kind = m >= 0 ? roles_[static_cast<size_t>(m)].kind : Role::Unknown;
      if ((slice && kind == Role::Streamed) || (update && kind == Role::Collected)) {
        std::vector<Local> operands(copier.operands(id).begin(), copier.operands(id).end());
        Local& index = operands[slice ? 1 : 2];
        index = row(roles_[static_cast<size_t>(m)].forward, draft.shape(index).type);
        if (slice)
          copier.set(id, draft.copy(id, operands));
        else
          copier.set(id, draft.add(op, Shape(draft.shape(operands[0])), operands, {}, id));
        continue;
      }
      copier.copy(id);
    }
    std::vector<Local> next = elements;
    next[static_cast<size_t>(n_.index)] =
        draft.add(OpKind::Add, counter, {i, draft.constant(integer_literal(counter.type, 1))});
    for (size_t m = 0; m < roles_.size(); ++m)
      if (roles_[m].kind == Role::State || roles_[m].kind == Role::Collected)
        next[roles_[m].outer] = copier.at(d_.next(m));
    draft.finish(comp, draft.tuple(next, b_.comp.root));
  }

  Module& module_;
  const InstrId outer_, inner_;
  const TripCount n_, k_;
  const Body b_, d_;
  std::vector<InstrId> init_;      // what the inner loop starts with, in the outer body
  std::vector<Role> roles_;        // of the inner loop's elements
  std::vector<size_t> collected_;  // elements of the outer loop
};

bool starts_at_zero(const std::optional<TripCount>& t) {
  return t && t->count && *t->count > 0 && t->index >= 0 && t->start == 0 && t->step == 1;
}
bool is_flat_body(const Module& module, CompId id) {
  const Computation& c = module[id];
  if (c.parameters.size() != 1 || !module.shape(c.parameters[0]).is_tuple()) return false;
  if (module[c.root].op != OpKind::Tuple) return false;
  for (InstrId i : instrs_of(c))
    for (InstrId o : module.operands(i))
      if (o == c.parameters[0] && module[i].op != OpKind::GetTupleElement) return false;
  return true;
}

// The loop in the body of `outer` that may be merged with it.
std::optional<Merger> candidate(Module& module, const Effects& effects, InstrId outer) {
  const CompId body = module.attrs(outer).comps(AttrName::Body)[0];
  const std::optional<TripCount> n = trip_count(module, outer);
  if (!starts_at_zero(n) || !is_flat_body(module, body) || !effects.is_pure(outer)) return std::nullopt;
  InstrId inner;
  for (InstrId id : instrs_of(module[body])) {
    if (module[id].op != OpKind::While) continue;
    if (inner.valid()) return std::nullopt;
    inner = id;
  }
  if (!inner.valid()) return std::nullopt;
  const std::optional<TripCount> k = trip_count(module, inner);
  if (!starts_at_zero(k) || !is_flat_body(module, module.attrs(inner).comps(AttrName::Body)[0])) return std::nullopt;
  if (*n->count > (int64_t{1} << 31) / *k->count) return std::nullopt;
  Merger merger(module, outer, inner, *n, *k);
  if (!merger.analyse()) return std::nullopt;
  return std::optional<Merger>(std::move(merger));
}

}  // namespace

Result<bool> merge_loops(Module& module) {
  bool changed = false;
  const Effects effects(module);
  // Inner loops first: a merged loop may be merged again.
  for (CompId comp_id : callee_order(module)) {
    const Computation comp = module[comp_id];
    bool loops = false;
    for (InstrId id : instrs_of(comp)) loops |= module[id].op == OpKind::While;
    if (!loops) continue;
    Draft draft(module);
    Copier copier(draft, comp_id);
    std::vector<std::vector<Local>> results(comp.end.value - comp.begin.value);
    bool here = false;
    std::vector<uint8_t> whole(results.size(), 0);  // read by something other than get-tuple-element
    for (InstrId id : instrs_of(comp))
      for (InstrId o : module.operands(id))
        if (module[id].op != OpKind::GetTupleElement) whole[o.value - comp.begin.value] = 1;
    whole[comp.root.value - comp.begin.value] = 1;
    for (InstrId id : instrs_of(comp)) {
      if (module[id].op == OpKind::GetTupleElement)
        if (const auto& parts = results[module.operand(id, 0).value - comp.begin.value]; !parts.empty()) {
          copier.set(id, parts[static_cast<size_t>(module.attrs(id).integer(AttrName::Index))]);
          continue;
        }
      if (module[id].op == OpKind::While && !whole[id.value - comp.begin.value] &&
          draft.op(copier.at(module.operand(id, 0))) == OpKind::Tuple)
        if (std::optional<Merger> merger = candidate(module, effects, id)) {
          merger->emit(draft, copier.at(module.operand(id, 0)), results[id.value - comp.begin.value]);
          here = true;
          continue;
        }
      copier.copy(id);
    }
    if (here) draft.finish(comp_id, copier.at(comp.root));
    changed |= here;
  }
  return changed;
}

}  // namespace eutectic

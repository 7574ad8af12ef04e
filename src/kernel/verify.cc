// Definitions, types, kinds and places of statements, in the order they run.
#include "kernel/verify.h"

#include "kernel/reduce.h"
#include "kernel/verifier.h"

namespace eutectic::kernel {

using scalar::Op;

namespace {
constexpr size_t max_diagnostics = 50;
std::string_view type_text(ElementType t) { return info(t).hlo; }
std::string_view kind_text(bool lane) { return lane ? "lane" : "uniform"; }
}  // namespace

Status verify(const Kernel& kernel, const VerifyOptions& options) { return Verifier(kernel, options).run(); }

void Verifier::report(StmtId at, std::string message) {
  if (diagnostics_.size() >= max_diagnostics) return;
  message = fmt::format("kernel {}: {}", k_.name, message);
  if (at.valid()) message += fmt::format("\n  in {}", names_->head(at));
  diagnostics_.push_back({Severity::Error, {}, std::move(message), {}});
}

Status Verifier::run() {
  names_ = std::make_unique<Names>(k_);
  buffers();
  if (!structure() || !diagnostics_.empty()) return std::unexpected(std::move(diagnostics_));
  ranges_ = std::make_unique<Ranges>(k_);
  visible_.assign(k_.values.size(), false);
  stored_.assign(k_.buffers.size(), false);
  for (size_t i = 0; i < k_.buffers.size(); ++i) {
    const Buffer& b = k_.buffers[BufferId(i)];
    stored_[i] = b.space == Space::Param && b.access != Access::Out;
  }
  Place place;
  place.in_function = place.in_lanes = true;
  for (const Function& f : k_.functions) {
    for (ValueId v : k_.regions[f.body].params) {
      ranges_->define_unknown(v);
      kind(StmtId(), v, true);
    }
    region(f.body, place);
    ++functions_done_;
  }
  region(k_.root, {});
  if (diagnostics_.empty()) phases(k_.root);
  if (diagnostics_.empty()) return {};
  return std::unexpected(std::move(diagnostics_));
}

void Verifier::define(ValueId v) {
  visible_[v.index()] = true;
  scope_.push_back(v);
}

void Verifier::use(StmtId id, ValueId v) {
  if (!visible(v)) fail(id, "{} is not defined here", name(v));
}

void Verifier::kind(StmtId id, ValueId v, bool is_lane) {
  if (lane(v) != is_lane) fail(id, "{} is marked {}, but it is {}", name(v), kind_text(lane(v)), kind_text(is_lane));
}

void Verifier::same(StmtId id, ValueId a, ValueId b, std::string_view what) {
  if (type(a) != type(b))
    fail(id, "{}: {} is {}, {} is {}", what, name(a), type_text(type(a)), name(b), type_text(type(b)));
}

void Verifier::bound(StmtId id, ValueId v, std::string_view what) {
  if (type(v) != ElementType::S64) fail(id, "{} is {}, not s64", what, type_text(type(v)));
  if (lane(v)) fail(id, "{} is not uniform", what);
}

void Verifier::region(RegionId id, const Place& place) {
  const size_t mark = scope_.size();
  for (ValueId v : k_.regions[id].params) define(v);
  for (StmtId s : k_.regions[id].stmts) statement(s, place);
  for (ValueId v : k_.regions[id].yields)
    if (!visible(v)) fail(StmtId(), "{} is yielded but not defined there", name(v));
  for (size_t i = mark; i < scope_.size(); ++i) visible_[scope_[i].index()] = false;
  scope_.resize(mark);
}

// Where a statement may stand.
void Verifier::where(StmtId id, const Stmt& s, const Place& place) {
  switch (s.kind) {
    case StmtKind::Load:
      if (place.in_function) fail(id, "a function does not read memory");
      return;
    case StmtKind::Store:
      if (place.in_function) return fail(id, "a function does not store");
      if (place.pure) fail(id, "a store in an arm that only some lanes take: give it a mask");
      if (place.fixpoint) fail(id, "a store in a for with the fixpoint hint");
      if (!place.in_par) fail(id, "a store outside of every par: all workers would do it");
      if (k_.buffers[s.buffer].space == Space::Param && k_.buffers[s.buffer].access == Access::In)
        fail(id, "{} is only read", names_->buffer(s.buffer));
      return;
    case StmtKind::Par:
      if (place.in_function || place.in_lanes || place.in_par)
        return fail(id, "a par inside of {}", place.in_function ? "a function" : place.in_lanes ? "lanes" : "a par");
      if (place.condition) fail(id, "a par in the condition of a while");
      return;
    case StmtKind::Lanes:
      if (place.in_function || place.in_lanes)
        fail(id, "lanes inside of {}", place.in_function ? "a function" : "lanes");
      return;
    default:
      return;
  }
}

void Verifier::statement(StmtId id, const Place& place) {
  const Stmt& s = k_.stmts[id];
  const size_t before = diagnostics_.size();
  for (ValueId v : s.operands) use(id, v);
  for (const IndexTerm& t : s.index.terms) use(id, t.value);
  where(id, s, place);
  // Regions of a statement that is wrong itself would only repeat it.
  const bool fine = diagnostics_.size() == before;
  switch (s.kind) {
    case StmtKind::Const: {
      const int bits = info(type(s.results[0])).bits;
      if (bits < 64 && s.bits >> bits) fail(id, "0x{:x} has more bits than {}", s.bits, type_text(type(s.results[0])));
      kind(id, s.results[0], false);
      break;
    }
    case StmtKind::Op:
      op(id, s);
      break;
    case StmtKind::Load:
    case StmtKind::Store:
      if (fine) memory(id, s, place);
      break;
    case StmtKind::For:
      if (fine) for_loop(id, s, place);
      break;
    case StmtKind::While:
      if (fine) while_loop(id, s, place);
      break;
    case StmtKind::When:
      if (fine) when(id, s, place);
      break;
    case StmtKind::Par:
      if (fine) par(id, s, place);
      break;
    case StmtKind::Lanes:
      if (fine) lanes(id, s, place);
      break;
    case StmtKind::Call:
      call(id, s);
      break;
  }
  for (ValueId v : s.results) define(v);
  if (s.regions.empty() && diagnostics_.size() == before) ranges_->define(s);
}

void Verifier::op(StmtId id, const Stmt& s) {
  std::vector<ElementType> types;
  bool any_lane = false;
  for (ValueId v : s.operands) {
    types.push_back(type(v));
    any_lane |= lane(v);
  }
  const ValueId result = s.results[0];
  const auto t = scalar::result_type(s.op, types, type(result));
  if (!t) {
    std::string list;
    for (ElementType u : types) list += fmt::format("{}{}", list.empty() ? "" : ", ", type_text(u));
    fail(id, "there is no {} of {}", scalar::info(s.op).text, list);
  } else if (*t != type(result)) {
    fail(id, "the result is {}, not {}", type_text(*t), type_text(type(result)));
  }
  kind(id, result, any_lane);
}

void Verifier::for_loop(StmtId id, const Stmt& s, const Place& place) {
  const Region& body = k_.regions[s.regions[0]];
  bound(id, s.operands[0], "the lower bound");
  bound(id, s.operands[1], "the upper bound");
  if (type(body.params[0]) != ElementType::S64) fail(id, "the loop's variable is not s64");
  kind(id, body.params[0], false);
  for (size_t i = 2; i < s.operands.size(); ++i) {
    same(id, body.params[i - 1], s.operands[i], "carry");
    same(id, body.yields[i - 2], s.operands[i], "yield");
    same(id, s.results[i - 2], s.operands[i], "result");
    kind(id, body.params[i - 1], place.in_lanes);
    kind(id, s.results[i - 2], place.in_lanes);
    ranges_->define_unknown(body.params[i - 1]);
  }
  ranges_->define_counter(body.params[0], ranges_->form(s.operands[0]), ranges_->form(s.operands[1]));
  Place inner = place;
  inner.reachable &= !ranges_->range(ranges_->form(body.params[0])).empty();
  if (s.fixpoint != 0) {
    if (s.fixpoint < 0) fail(id, "a negative fixpoint");
    if (!place.in_lanes || place.in_function) fail(id, "a fixpoint hint outside of lanes");
    inner.fixpoint = true;
    // The body must not know which iteration it is.
    visible_[body.params[0].index()] = false;
    const size_t mark = scope_.size();
    for (size_t i = 1; i < body.params.size(); ++i) define(body.params[i]);
    for (StmtId st : body.stmts) statement(st, inner);
    for (ValueId v : body.yields)
      if (!visible(v)) fail(id, "{} is yielded but not defined there", name(v));
    for (size_t i = mark; i < scope_.size(); ++i) visible_[scope_[i].index()] = false;
    scope_.resize(mark);
    return;
  }
  region(s.regions[0], inner);
}

void Verifier::while_loop(StmtId id, const Stmt& s, const Place& place) {
  const Region& condition = k_.regions[s.regions[0]];
  const Region& body = k_.regions[s.regions[1]];
  if (type(condition.yields[0]) != ElementType::Pred) fail(id, "the condition is not a pred");
  for (size_t i = 0; i < s.operands.size(); ++i) {
    same(id, condition.params[i], s.operands[i], "carry");
    same(id, body.params[i], s.operands[i], "carry");
    same(id, body.yields[i], s.operands[i], "yield");
    same(id, s.results[i], s.operands[i], "result");
    for (ValueId v : {condition.params[i], body.params[i], s.results[i]}) kind(id, v, place.in_lanes);
    ranges_->define_unknown(condition.params[i]);
    ranges_->define_unknown(body.params[i]);
  }
  Place inner = place;
  inner.condition = true;
  region(s.regions[0], inner);
  inner.condition = place.condition;
  inner.guarded = true;
  region(s.regions[1], inner);
}

void Verifier::when(StmtId id, const Stmt& s, const Place& place) {
  const Region& body = k_.regions[s.regions[0]];
  if (type(s.operands[0]) != ElementType::Pred) return fail(id, "the condition is not a pred");
  Place inner = place;
  inner.guarded = true;
  inner.pure |= lane(s.operands[0]);
  const size_t mark = ranges_->mark();
  ranges_->assume(s.operands[0], true);
  region(s.regions[0], inner);
  for (size_t i = 0; i < body.yields.size(); ++i) {
    same(id, body.yields[i], s.operands[i + 1], "yield");
    same(id, s.results[i], s.operands[i + 1], "result");
    kind(id, s.results[i], lane(s.operands[0]) || lane(s.operands[i + 1]) || lane(body.yields[i]));
    if (type(body.yields[i]) == type(s.operands[i + 1]))
      ranges_->define_join(s.results[i], body.yields[i], s.operands[i + 1]);
  }
  ranges_->restore(mark);
}

void Verifier::par(StmtId id, const Stmt& s, const Place& place) {
  const ValueId p = k_.regions[s.regions[0]].params[0];
  bound(id, s.operands[0], "the count");
  if (type(p) != ElementType::S64) fail(id, "the iteration's number is not s64");
  kind(id, p, false);
  ranges_->define_counter(p, {}, ranges_->form(s.operands[0]));
  for (size_t i = 0; i < k_.buffers.size(); ++i)
    if (k_.buffers[BufferId(i)].space == Space::Local) stored_[i] = false;
  Place inner = place;
  inner.in_par = true;
  inner.guarded = false;
  inner.reachable &= !ranges_->range(ranges_->form(p)).empty();
  iteration_ = p;
  touches_.clear();
  region(s.regions[0], inner);
  disjoint();
}

void Verifier::lanes(StmtId id, const Stmt& s, const Place& place) {
  const Region& body = k_.regions[s.regions[0]];
  const ValueId j = body.params[0];
  bound(id, s.operands[0], "the lower bound");
  bound(id, s.operands[1], "the upper bound");
  if (type(j) != ElementType::S64) fail(id, "the lane's number is not s64");
  kind(id, j, true);
  for (size_t i = 0; i < s.reducers.size(); ++i) {
    if (!reduce_identity(s.reducers[i], type(body.yields[i])))
      fail(id, "there is no {} of {}", scalar::info(s.reducers[i]).text, type_text(type(body.yields[i])));
    same(id, s.results[i], body.yields[i], "result");
    kind(id, s.results[i], false);
  }
  if (s.multiple < 1) fail(id, "multiple {}", s.multiple);
  if (s.interleave < 0) fail(id, "interleave {}", s.interleave);
  const auto length = add(ranges_->form(s.operands[1]), ranges_->form(s.operands[0]), -1);
  if (s.multiple > 1 && length && length->terms.empty() && length->constant > 0 && length->constant % s.multiple != 0)
    fail(id, "{} lanes are no multiple of {}", to_string(length->constant), s.multiple);
  ranges_->define_counter(j, ranges_->form(s.operands[0]), ranges_->form(s.operands[1]));
  Place inner = place;
  inner.in_lanes = true;
  inner.reachable &= !ranges_->range(ranges_->form(j)).empty();
  region(s.regions[0], inner);
}

void Verifier::call(StmtId id, const Stmt& s) {
  if (s.function.index() >= functions_done_)
    return fail(id, "a function calls only earlier ones: {} comes later", names_->function(s.function));
  const Region& body = k_.regions[k_.functions[s.function].body];
  bool any_lane = false;
  for (size_t i = 0; i < s.operands.size(); ++i) {
    same(id, s.operands[i], body.params[i], "parameter");
    any_lane |= lane(s.operands[i]);
  }
  for (size_t i = 0; i < s.results.size(); ++i) {
    same(id, s.results[i], body.yields[i], "result");
    kind(id, s.results[i], any_lane);
  }
}

}  // namespace eutectic::kernel

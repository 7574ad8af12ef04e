#include "kernel/ranges.h"

#include <algorithm>
#include <limits>

namespace eutectic::kernel {
namespace {

using scalar::Op;

// Beyond these a form is given up, so that sums of products stay far below 127 bits.
constexpr int64_t max_scale = int64_t{1} << 45;
constexpr Wide max_constant = Wide{1} << 80;
constexpr size_t max_terms = 16;
constexpr int max_depth = 7;

Wide floor_div(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
Wide ceil_div(Wide a, Wide b) { return -floor_div(-a, b); }

bool fits(const Interval& inner, const Interval& outer) { return inner.lo >= outer.lo && inner.hi <= outer.hi; }

Form constant_form(Wide v) { return {{}, v}; }
Form atom_form(uint32_t v) { return {{{v, 1}}, 0}; }

}  // namespace

Interval type_interval(ElementType type) {
  if (type == ElementType::Pred) return {0, 1};
  const int bits = info(type).bits;
  if (is_signed_int(type)) return {-(Wide{1} << (bits - 1)), (Wide{1} << (bits - 1)) - 1};
  return {0, (Wide{1} << bits) - 1};
}

std::string to_string(Wide value) {
  const bool negative = value < 0;
  std::string digits;
  do {
    const int d = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (d < 0 ? -d : d));
    value /= 10;
  } while (value != 0);
  if (negative) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

int64_t Form::scale_of(uint32_t atom) const {
  for (const auto& [v, c] : terms)
    if (v == atom) return c;
  return 0;
}

std::optional<Form> add(const Form& a, const Form& b, int64_t scale) {
  Form out;
  size_t i = 0, k = 0;
  while (i < a.terms.size() || k < b.terms.size()) {
    const uint32_t left = i < a.terms.size() ? a.terms[i].first : UINT32_MAX;
    const uint32_t right = k < b.terms.size() ? b.terms[k].first : UINT32_MAX;
    Wide c = 0;
    if (left <= right) c += a.terms[i++].second;
    if (right <= left) c += Wide{b.terms[k++].second} * scale;
    if (c == 0) continue;
    if (c > max_scale || c < -max_scale || out.terms.size() == max_terms) return std::nullopt;
    out.terms.emplace_back(std::min(left, right), static_cast<int64_t>(c));
  }
  if (b.constant > max_constant || b.constant < -max_constant) return std::nullopt;
  // Scales fit 45 bits where there are terms; else they may be as large as a word.
  Wide product = 0;
  if (__builtin_mul_overflow(b.constant, Wide{scale}, &product)) return std::nullopt;
  if (__builtin_add_overflow(a.constant, product, &out.constant)) return std::nullopt;
  if (out.constant > max_constant || out.constant < -max_constant) return std::nullopt;
  return out;
}

Ranges::Ranges(const Kernel& kernel)
    : k_(kernel),
      forms_(kernel.values.size()),
      intervals_(kernel.values.size()),
      lower_(kernel.values.size()),
      upper_(kernel.values.size()),
      quotients_(kernel.values.size()),
      definitions_(kernel.values.size(), nullptr) {
  for (size_t i = 0; i < intervals_.size(); ++i)
    if (!is_float(kernel.values[ValueId(i)].type)) intervals_[i] = type_interval(kernel.values[ValueId(i)].type);
}

void Ranges::set_atom(ValueId v, Interval interval) {
  intervals_[v.index()] = interval;
  if (interval.lo == interval.hi) {
    forms_[v.index()] = constant_form(interval.lo);
  } else {
    forms_[v.index()].reset();
  }
}

void Ranges::set_form(ValueId v, const std::optional<Form>& form, Interval otherwise) {
  const Interval full = type_interval(k_.values[v].type);
  if (form) {
    const Interval r = range(*form);
    if (!r.empty() && fits(r, full)) {
      forms_[v.index()] = form;
      return;
    }
  }
  set_atom(v, otherwise);
}

void Ranges::define_unknown(ValueId v) {
  if (!is_float(k_.values[v].type)) set_atom(v, type_interval(k_.values[v].type));
}

void Ranges::define_counter(ValueId v, const Form& lo, const Form& hi) {
  const Form last = add(hi, constant_form(-1), 1).value_or(constant_form(std::numeric_limits<int64_t>::max()));
  const Interval a = range(lo), b = range(last);
  // An empty one stays as it is: what it bounds never runs.
  intervals_[v.index()] = {a.lo, b.hi};
  forms_[v.index()].reset();
  if (a.lo == b.hi) forms_[v.index()] = constant_form(a.lo);
  lower_[v.index()] = {{lo, 1}};
  upper_[v.index()] = {{last, 1}};
}

void Ranges::define_join(ValueId v, ValueId a, ValueId b) {
  if (is_float(k_.values[v].type)) return;
  const Interval x = range(form(a)), y = range(form(b));
  set_atom(v, {std::min(x.lo, y.lo), std::max(x.hi, y.hi)});
}

Form Ranges::form(ValueId v) const { return forms_[v.index()].value_or(atom_form(v.value)); }

std::optional<Form> Ranges::form(const Index& index) const {
  std::optional<Form> out = constant_form(index.offset);
  for (const IndexTerm& t : index.terms) {
    out = add(*out, form(t.value), t.scale);
    if (!out) return out;
  }
  return out;
}

std::optional<int64_t> Ranges::constant(ValueId v) const {
  const Form f = form(v);
  if (!f.terms.empty()) return std::nullopt;
  return f.constant > std::numeric_limits<int64_t>::max() || f.constant < std::numeric_limits<int64_t>::min()
             ? std::nullopt
             : std::optional(static_cast<int64_t>(f.constant));
}

void Ranges::divide(ValueId v, const Form& of, int64_t divisor, bool remainder, Interval full) {
  const Interval x = range(of);
  if (divisor == 1) return set_form(v, remainder ? Form{} : of, full);
  if (x.lo < 0) {
    if (remainder) return set_atom(v, {std::max(-Wide{divisor} + 1, x.lo), divisor - 1});
    return set_atom(v, {x.lo / divisor, std::max<Wide>(0, x.hi) / divisor});
  }
  if (remainder) {
    if (x.hi < divisor) return set_form(v, of, full);
    set_atom(v, {0, divisor - 1});
    upper_[v.index()] = {{of, 1}};
  } else {
    set_atom(v, {x.lo / divisor, x.hi / divisor});
    upper_[v.index()] = {{of, divisor}};
    if (auto low = add(of, constant_form(1 - Wide{divisor}), 1)) lower_[v.index()] = {{*low, divisor}};
  }
  quotient_atoms_.push_back(v.value);
  // A quotient of a quotient is one.
  quotients_[v.index()] = {of, divisor, remainder};
  if (remainder || of.constant != 0 || of.terms.size() != 1 || of.terms[0].second != 1) return;
  const Quotient& inner = quotients_[of.terms[0].first];
  if (inner.divisor != 0 && !inner.remainder && inner.divisor <= max_scale / divisor)
    quotients_[v.index()] = {inner.of, inner.divisor * divisor, false};
}

void Ranges::define(const Stmt& s) {
  for (ValueId v : s.results) {
    definitions_[v.index()] = &s;
    define_unknown(v);
  }
  if (s.results.size() != 1) return;
  const ValueId v = s.results[0];
  const ElementType type = k_.values[v].type;
  if (is_float(type)) return;
  if (s.kind == StmtKind::Const) {
    forms_[v.index()] = constant_form(is_signed_int(type) ? Wide{scalar::decode_int(type, s.bits)} : Wide{s.bits});
    return;
  }
  if (s.kind != StmtKind::Op || is_float(k_.values[s.operands.back()].type)) return;
  const Interval full = type_interval(type);
  const Form a = form(s.operands[0]);
  const Form b = s.operands.size() > 1 ? form(s.operands[1]) : Form{};
  const auto right = s.operands.size() > 1 ? constant(s.operands[1]) : std::nullopt;
  const auto wide = [&](Interval r) { return fits(r, full) ? r : full; };
  switch (s.op) {
    case Op::Add:
      return set_form(v, add(a, b, 1), full);
    case Op::Sub:
      return set_form(v, add(a, b, -1), full);
    case Op::Neg:
      return set_form(v, add({}, a, -1), full);
    case Op::Convert:
      return type == ElementType::Pred ? void() : set_form(v, a, full);
    case Op::Mul: {
      if (right) return set_form(v, add({}, a, *right), full);
      if (const auto left = constant(s.operands[0])) return set_form(v, add({}, b, *left), full);
      const Interval x = range(a), y = range(b);
      Wide p[4];
      if (__builtin_mul_overflow(x.lo, y.lo, &p[0]) || __builtin_mul_overflow(x.lo, y.hi, &p[1]) ||
          __builtin_mul_overflow(x.hi, y.lo, &p[2]) || __builtin_mul_overflow(x.hi, y.hi, &p[3]))
        return;
      return set_atom(v, wide({*std::min_element(p, p + 4), *std::max_element(p, p + 4)}));
    }
    case Op::ShiftLeft:
      if (right && *right >= 0 && *right < 40) return set_form(v, add({}, a, int64_t{1} << *right), full);
      return;
    case Op::ShiftRightLogical:
    case Op::ShiftRightArithmetic:
      if (right && *right >= 0 && *right < 40 && range(a).lo >= 0)
        return divide(v, a, int64_t{1} << *right, false, full);
      return;
    case Op::Div:
    case Op::Rem:
      if (right && *right > 0) return divide(v, a, *right, s.op == Op::Rem, full);
      return;
    case Op::Min:
    case Op::Max: {
      const Interval x = range(a), y = range(b);
      const bool least = s.op == Op::Min;
      // Where the order is known the value is one of them.
      if (least ? x.hi <= y.lo : x.lo >= y.hi) return set_form(v, a, full);
      if (least ? y.hi <= x.lo : y.lo >= x.hi) return set_form(v, b, full);
      set_atom(v, least ? Interval{std::min(x.lo, y.lo), std::min(x.hi, y.hi)}
                        : Interval{std::max(x.lo, y.lo), std::max(x.hi, y.hi)});
      (least ? upper_ : lower_)[v.index()] = {{a, 1}, {b, 1}};
      return;
    }
    case Op::And: {
      const Interval x = range(a), y = range(b);
      if (type == ElementType::Pred || (x.lo < 0 && y.lo < 0)) return;
      return set_atom(v, {0, x.lo < 0 ? y.hi : y.lo < 0 ? x.hi : std::min(x.hi, y.hi)});
    }
    case Op::Popcnt:
    case Op::Clz:
      return set_atom(v, {0, info(type).bits});
    case Op::Abs: {
      const Interval x = range(a);
      return x.lo >= 0 ? set_form(v, a, full) : set_atom(v, wide({0, std::max(-x.lo, x.hi)}));
    }
    case Op::Select: {
      const Form c = form(s.operands[2]);
      if (b == c) return set_form(v, b, full);
      const Interval x = range(b), y = range(c);
      return set_atom(v, {std::min(x.lo, y.lo), std::max(x.hi, y.hi)});
    }
    default:
      return;
  }
}

std::optional<Wide> Ranges::bound(const Form& f, bool upper, int depth) {
  Wide best = f.constant;
  for (const auto& [v, c] : f.terms) best += Wide{c} * ((c > 0) == upper ? intervals_[v].hi : intervals_[v].lo);
  if (depth == 0) return best;
  // The latest atom that has bounds of this side is replaced by them.
  for (size_t i = f.terms.size(); i-- > 0;) {
    const auto [v, c] = f.terms[i];
    const std::vector<Bound>& bounds = (c > 0) == upper ? upper_[v] : lower_[v];
    if (bounds.empty()) continue;
    Form rest = f;
    rest.terms.erase(rest.terms.begin() + static_cast<std::ptrdiff_t>(i));
    for (const Bound& b : bounds) {
      if (--budget_ < 0) return best;
      std::optional<Form> g = rest;
      if (b.divisor != 1) g = add({}, rest, b.divisor);
      if (g) g = add(*g, b.form, c);
      if (!g) continue;
      const auto r = bound(*g, upper, depth - 1);
      if (!r) continue;
      const Wide whole = upper ? floor_div(*r, b.divisor) : ceil_div(*r, b.divisor);
      best = upper ? std::min(best, whole) : std::max(best, whole);
    }
    break;
  }
  return best;
}

Interval Ranges::range(const Form& f) {
  if (f.terms.empty()) return {f.constant, f.constant};
  budget_ = 300;
  const Wide hi = *bound(f, true, max_depth);
  budget_ = 300;
  return {*bound(f, false, max_depth), hi};
}

std::optional<Form> Ranges::reduce_to(const Form& f, uint32_t atom, bool upper, int depth) {
  // The last other atom is replaced: by its bounds, or else by its interval.
  size_t i = f.terms.size();
  while (i-- > 0 && f.terms[i].first == atom) {
  }
  if (i >= f.terms.size()) return f;
  const auto [v, c] = f.terms[i];
  Form rest = f;
  rest.terms.erase(rest.terms.begin() + static_cast<std::ptrdiff_t>(i));
  std::optional<Form> best;
  const auto offer = [&](const std::optional<Form>& r) {
    // One that follows the atom says more than a constant; then the tighter one.
    if (!r) return;
    const auto follows_well = [&](const Form& g) {
      const int64_t s = g.scale_of(atom);
      return s == 0 ? 0 : s == wanted_ || wanted_ == 0 ? 2 : 1;
    };
    if (!best || follows_well(*r) > follows_well(*best) ||
        (follows_well(*r) == follows_well(*best) &&
         (upper ? r->constant < best->constant : r->constant > best->constant)))
      best = r;
  };
  if (depth > 0) {
    for (const Bound& b : (c > 0) == upper ? upper_[v] : lower_[v]) {
      if (b.divisor != 1 || --budget_ < 0) continue;
      if (const auto g = add(rest, b.form, c)) offer(reduce_to(*g, atom, upper, depth - 1));
    }
  }
  rest.constant += Wide{c} * ((c > 0) == upper ? intervals_[v].hi : intervals_[v].lo);
  if (rest.constant <= max_constant && rest.constant >= -max_constant) offer(reduce_to(rest, atom, upper, depth));
  return best;
}

std::optional<Form> Ranges::over_atom(const Form& f, uint32_t atom, bool upper, int64_t wanted) {
  budget_ = 300;
  wanted_ = wanted;
  return reduce_to(f, atom, upper, max_depth);
}

void Ranges::narrow(const Form& less) {
  // less < 0 with one atom: c * v + k < 0.
  if (less.terms.size() != 1) return;
  const auto [v, c] = less.terms[0];
  Interval now = intervals_[v];
  if (c > 0) {
    now.hi = std::min(now.hi, ceil_div(-less.constant, c) - 1);
  } else {
    now.lo = std::max(now.lo, floor_div(less.constant, -Wide{c}) + 1);
  }
  undo_.emplace_back(v, intervals_[v]);
  intervals_[v] = now;
}

void Ranges::assume(ValueId pred, bool truth) {
  std::vector<std::pair<ValueId, bool>> work{{pred, truth}};
  for (int steps = 0; !work.empty() && steps < 100; ++steps) {
    const auto [p, wanted] = work.back();
    work.pop_back();
    const Stmt* s = definitions_[p.index()];
    if (!s || s->kind != StmtKind::Op) continue;
    if (s->op == Op::Not) {
      work.emplace_back(s->operands[0], !wanted);
      continue;
    }
    if ((s->op == Op::And && wanted) || (s->op == Op::Or && !wanted)) {
      work.emplace_back(s->operands[0], wanted);
      work.emplace_back(s->operands[1], wanted);
      continue;
    }
    if (s->op < Op::Eq || s->op > Op::Ge || is_float(k_.values[s->operands[0]].type)) continue;
    const auto difference = add(form(s->operands[0]), form(s->operands[1]), -1);
    if (!difference) continue;
    const auto negated = add({}, *difference, -1);
    const auto less = [&](const std::optional<Form>& f, int64_t slack) {
      if (const auto g = f ? add(*f, constant_form(-slack), 1) : std::nullopt) narrow(*g);
    };
    // a < b: difference < 0; a <= b: difference - 1 < 0.
    Op op = s->op;
    if (!wanted) {
      switch (op) {
        case Op::Eq:
          op = Op::Ne;
          break;
        case Op::Ne:
          op = Op::Eq;
          break;
        case Op::Lt:
          op = Op::Ge;
          break;
        case Op::Le:
          op = Op::Gt;
          break;
        case Op::Gt:
          op = Op::Le;
          break;
        default:
          op = Op::Lt;
          break;
      }
    }
    if (op == Op::Lt) less(difference, 0);
    if (op == Op::Le || op == Op::Eq) less(difference, 1);
    if (op == Op::Gt) less(negated, 0);
    if (op == Op::Ge || op == Op::Eq) less(negated, 1);
  }
}

void Ranges::restore(size_t mark) {
  while (undo_.size() > mark) {
    intervals_[undo_.back().first] = undo_.back().second;
    undo_.pop_back();
  }
}

}  // namespace eutectic::kernel

// Loads and stores: bounds, reads of memory that nothing has stored, and iterations of a par that meet.
#include <algorithm>
#include <map>

#include "kernel/verifier.h"

namespace eutectic::kernel {

void Verifier::memory(StmtId id, const Stmt& s, const Place& place) {
  const Buffer& b = k_.buffers[s.buffer];
  const bool is_load = s.kind == StmtKind::Load;
  const bool masked = s.operands.size() == 2;
  bool any_lane = false, typed = true;
  for (const IndexTerm& t : s.index.terms) {
    if (type(t.value) != ElementType::S64) {
      fail(id, "{} in the index is {}, not s64", name(t.value), info(type(t.value)).hlo);
      typed = false;
    }
    any_lane |= lane(t.value);
  }
  const auto expect = [&](ValueId v, ElementType wanted) {
    if (type(v) != wanted) fail(id, "{} is {}, not {}", name(v), info(type(v)).hlo, info(wanted).hlo);
  };
  if (masked) expect(s.operands[is_load ? 0 : 1], ElementType::Pred);
  if (is_load) {
    if (masked) expect(s.operands[1], b.type);
    for (ValueId v : s.operands) any_lane |= lane(v);
    expect(s.results[0], b.type);
    kind(id, s.results[0], any_lane);
    if (!stored_[s.buffer.index()] && place.reachable)
      fail(id, "{} is read, but nothing was stored there before", names_->buffer(s.buffer));
  } else {
    expect(s.operands[0], b.type);
    stored_[s.buffer.index()] = true;
  }
  if (b.space == Space::Local && !place.in_par)
    fail(id, "{} belongs to the iterations of a par", names_->buffer(s.buffer));
  if (!typed || !place.reachable) return;
  // Under a mask only lanes in bounds need be.
  const auto form = ranges_->form(s.index);
  const Interval at = form ? ranges_->range(*form) : type_interval(ElementType::S64);
  if (!at.empty() && !masked && (at.lo < 0 || at.hi >= b.size)) {
    const bool never = at.hi < 0 || at.lo >= b.size;
    fail(id, "elements {} to {} {} outside of {} with its {}", to_string(at.lo), to_string(at.hi),
         never ? "are" : "may be", names_->buffer(s.buffer), b.size);
  }
  if (place.in_par && b.space != Space::Local && !at.empty()) record(id, s, place);
}

void Verifier::record(StmtId id, const Stmt& s, const Place& place) {
  Touch a;
  a.stmt = id;
  a.buffer = s.buffer;
  a.store = s.kind == StmtKind::Store;
  a.masked = s.operands.size() == 2;
  a.guarded = place.guarded;
  const Interval p = ranges_->range(ranges_->form(iteration_));
  const auto form = ranges_->form(s.index);
  if (p.lo >= p.hi) {
    a.single = true;
    a.iteration = p.lo;
  } else if (form) {
    a.constant = form->terms.empty();
    footprint(a, *form);
  }
  touches_.push_back(std::move(a));
}

// Shows that equal addresses come from equal iterations, step by step:
// - pivot a: scale * a + lo <= form <= scale * a + hi, less than scale apart: the address determines the atom a;
// - no pivot: form = scale * t + rest with lo <= rest <= hi, less than scale apart: it determines the rest.
// Known is the iteration p once it is a pivot, or its digits are: p div k and p mod k, or more of them.
void Verifier::footprint(Touch& touch, Form form) {
  const uint32_t p = iteration_.value;
  const Form p_form = ranges_->form(iteration_);
  // An atom that is p div `over`, or that modulo `modulo`.
  struct Digit {
    uint32_t atom;
    int64_t over = 1, modulo = 0;
  };
  std::vector<uint32_t> pivots, known;
  std::vector<Digit> digits;
  const auto add_digit = [&](Digit d) {
    digits.push_back(d);
    pivots.push_back(d.atom);
  };
  add_digit({p});
  for (uint32_t v : ranges_->quotient_atoms()) {
    const Ranges::Quotient& q = ranges_->quotient(v);
    if (!visible_[v] || digits.size() == 64) continue;
    if (q.of == p_form) {
      add_digit(q.remainder ? Digit{v, 1, q.divisor} : Digit{v, q.divisor});
    } else if (q.remainder && q.of.constant == 0 && q.of.terms.size() == 1 && q.of.terms[0].second == 1) {
      const Ranges::Quotient& of = ranges_->quotient(q.of.terms[0].first);
      if (of.divisor != 0 && !of.remainder && of.of == p_form && of.divisor < (int64_t{1} << 31) &&
          q.divisor < (int64_t{1} << 31))
        add_digit({v, of.divisor, q.divisor});
    }
  }
  const Wide last = ranges_->range(p_form).hi;
  const auto complete = [&] {
    // p div k is known for these k, and where it is 0 anyway.
    std::vector<int64_t> over;
    const auto has = [&](int64_t k) { return Wide{k} > last || std::ranges::find(over, k) != over.end(); };
    for (bool more = true; more;) {
      more = false;
      for (const Digit& d : digits) {
        if (has(d.over) || std::ranges::find(known, d.atom) == known.end()) continue;
        if (d.modulo != 0 && !has(d.over * d.modulo)) continue;
        over.push_back(d.over);
        more = true;
      }
    }
    return has(1);
  };
  for (int steps = 0; steps < 16; ++steps) {
    bool found = false;
    for (uint32_t a : pivots) {
      if (std::ranges::find(known, a) != known.end()) continue;
      auto low = ranges_->over_atom(form, a, false);
      const auto high = low ? ranges_->over_atom(form, a, true, low->scale_of(a)) : std::nullopt;
      if (high && high->scale_of(a) != low->scale_of(a)) low = ranges_->over_atom(form, a, false, high->scale_of(a));
      if (!low || !high) continue;
      const int64_t scale = low->scale_of(a);
      if (scale == 0 || high->scale_of(a) != scale) continue;
      if (high->constant - low->constant >= (scale < 0 ? -Wide{scale} : Wide{scale})) continue;
      touch.steps.push_back({scale, low->constant, high->constant, a});
      known.push_back(a);
      if (complete()) {
        touch.known = true;
        return;
      }
      const int64_t own = form.scale_of(a);
      if (own == 0) continue;
      const auto rest = add(form, Form{{{a, 1}}, 0}, -own);
      if (!rest) return;
      form = *rest;
      found = true;
      break;
    }
    if (found) continue;
    size_t largest = form.terms.size();
    for (size_t i = 0; i < form.terms.size(); ++i)
      if (largest == form.terms.size() || std::abs(form.terms[i].second) > std::abs(form.terms[largest].second))
        largest = i;
    if (largest == form.terms.size()) return;
    const int64_t scale = std::abs(form.terms[largest].second);
    form.terms.erase(form.terms.begin() + static_cast<std::ptrdiff_t>(largest));
    const Interval rest = ranges_->range(form);
    if (rest.hi - rest.lo >= scale) return;
    touch.steps.push_back({scale, rest.lo, rest.hi, UINT32_MAX});
  }
}

// At the end of a par: whether iterations meet in memory that one of them stores.
void Verifier::disjoint() {
  std::map<BufferId, std::vector<const Touch*>> by_buffer;
  for (const Touch& a : touches_) by_buffer[a.buffer].push_back(&a);
  for (const auto& [buffer, all] : by_buffer) {
    const auto at = std::ranges::find_if(all, [](const Touch* a) { return a->store; });
    if (at == all.end()) continue;
    const Touch* store = *at;
    const Touch* doubtful = nullptr;
    std::vector<Step> merged;
    for (const Touch* a : all) {
      if (a->store && a->constant && !a->masked && !a->guarded) {
        fail(a->stmt, "every iteration of the par stores the same element");
        doubtful = nullptr;
        break;
      }
      if (doubtful) continue;
      const bool first = a == all.front();
      if (a->single || all.front()->single) {
        if (a->single != all.front()->single || a->iteration != all.front()->iteration) doubtful = a;
        continue;
      }
      if (first) merged = a->steps;
      bool same = a->known && a->steps.size() == merged.size();
      for (size_t n = 0; same && n < merged.size(); ++n) {
        Step& m = merged[n];
        const Step& s = a->steps[n];
        m.lo = std::min(m.lo, s.lo);
        m.hi = std::max(m.hi, s.hi);
        same = m.scale == s.scale && m.pivot == s.pivot && m.hi - m.lo < (m.scale < 0 ? -Wide{m.scale} : Wide{m.scale});
      }
      if (!same) doubtful = a;
    }
    if (!doubtful || !o_.strict_disjoint) continue;
    const Touch* other = doubtful == store ? all.front() : doubtful;
    fail(store->stmt, "it cannot be shown that iterations of the par keep apart in {}{}", names_->buffer(buffer),
         other == store ? "" : "; see " + names_->head(other->stmt));
  }
}

// A worker may still load while another is in the par that follows: only pars end with a barrier.
void Verifier::race(const Phases& before, const Phases& after) {
  for (const auto& [buffer, load] : before.loads)
    if (const auto by = after.first.find(buffer); by != after.first.end())
      return fail(load, "another worker may already store to {} in {}", names_->buffer(buffer),
                  names_->head(by->second));
}

Verifier::Phases Verifier::phases(RegionId id) {
  Phases out;
  const auto then = [&](const Phases& next, bool surely) {
    race(out, next);
    if (!out.barrier) out.first.insert(next.first.begin(), next.first.end());
    if (next.barrier && surely) {
      out.loads.clear();
      out.barrier = true;
    }
    out.loads.insert(next.loads.begin(), next.loads.end());
  };
  for (StmtId sid : k_.regions[id].stmts) {
    const Stmt& s = k_.stmts[sid];
    if (s.kind == StmtKind::Par) {
      Phases own;
      own.barrier = true;
      std::vector<RegionId> work{s.regions[0]};
      std::vector<bool> seen(k_.buffers.size(), false);
      while (!work.empty()) {
        const RegionId r = work.back();
        work.pop_back();
        for (StmtId inner : k_.regions[r].stmts) {
          const Stmt& t = k_.stmts[inner];
          work.insert(work.end(), t.regions.begin(), t.regions.end());
          if (t.kind != StmtKind::Store || seen[t.buffer.index()]) continue;
          seen[t.buffer.index()] = true;
          own.first.emplace(t.buffer, sid);
        }
      }
      then(own, true);
    } else if (s.kind == StmtKind::Load) {
      if (k_.buffers[s.buffer].space != Space::Param || k_.buffers[s.buffer].access != Access::In)
        out.loads.emplace(s.buffer, sid);
    } else if (!s.regions.empty()) {
      Phases body = phases(s.regions[0]);
      bool surely = false;
      if (s.kind == StmtKind::While) {
        then(body, true);
        Phases again = body;
        body = phases(s.regions[1]);
        race(again, body);
      }
      if (s.kind == StmtKind::For) {
        const Interval lo = ranges_->range(ranges_->form(s.operands[0])),
                       hi = ranges_->range(ranges_->form(s.operands[1]));
        surely = lo.hi < hi.lo;
      }
      if (s.kind == StmtKind::For || s.kind == StmtKind::While) race(body, body);
      then(body, surely);
    }
  }
  return out;
}

}  // namespace eutectic::kernel

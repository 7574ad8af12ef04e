#include "kernel/random_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace eutectic::kernel {

using scalar::Op;
using enum ElementType;

uint64_t Random::next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

RandomBody::RandomBody(KernelBuilder& builder, Random& random, const RandomKernelOptions& options)
    : b_(builder), r_(random), options_(options) {
  // Repeated: more often.
  types_ = {F32, F32, F32, F32, S32, S32, U32, U32, S64, Pred};
  if (options.wide_types) types_.insert(types_.end(), {F64, U64});
  if (options.narrow_types && random.chance(50)) types_.insert(types_.end(), {S8, U8, S16, U16, F16, BF16});
}

ElementType RandomBody::random_type() { return r_.pick(types_); }

ValueId RandomBody::constant(ElementType type) {
  if (type == Pred) return b_.constant(type, r_.next() & 1);
  if (is_float(type)) {
    static const std::vector<double> numbers = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.25, -7.5, 1e-3, 100.0, 0.1};
    const double v = r_.chance(60) ? r_.pick(numbers) : static_cast<double>(r_.between(-1000, 1000)) / 64.0;
    return b_.constant(type, scalar::encode(type, v));
  }
  const int64_t v = r_.chance(70) ? r_.between(-8, 40) : static_cast<int64_t>(r_.next());
  return b_.constant(type, scalar::encode_int(type, v));
}

// Late values more often, so that long chains come about.
ValueId RandomBody::any(ElementType type) {
  if (r_.chance(12)) return constant(type);
  for (int tries = 0; tries < 12 && !scope_.empty(); ++tries) {
    const auto n = static_cast<int64_t>(scope_.size());
    const int64_t from = r_.chance(60) ? std::max<int64_t>(0, n - 10) : 0;
    const ValueId v = scope_[static_cast<size_t>(r_.between(from, n - 1))];
    if (type_of(v) == type) return v;
  }
  if (scope_.empty() || r_.chance(30)) return constant(type);
  return b_.op(Op::Convert, type, {r_.pick(scope_)});
}

ValueId RandomBody::clamped(ValueId value, int64_t lo, int64_t hi) {
  if (type_of(value) != S64) value = b_.op(Op::Convert, S64, {value});
  value = b_.op(Op::Max, S64, {value, b_.s64(lo)});
  return b_.op(Op::Min, S64, {value, b_.s64(hi)});
}

ValueId RandomBody::random_op() {
  for (;;) {
    const auto op = static_cast<Op>(r_.below(static_cast<int64_t>(Op::Bitcast) + 1));
    const ElementType type = random_type();
    std::vector<ElementType> types(static_cast<size_t>(scalar::info(op).operands), type);
    if (op == Op::Select) types[0] = Pred;
    if (op == Op::Rem && is_float(type) && (!options_.float_rem || r_.chance(80))) continue;
    ElementType wanted = type;
    if (op == Op::Convert || op == Op::Bitcast) wanted = random_type();
    const auto result = scalar::result_type(op, types, wanted);
    if (!result) continue;
    std::vector<ValueId> operands;
    for (ElementType t : types) operands.push_back(any(t));
    if (op == Op::Bitcast && is_float(type) && wanted != type) {
      // The bits of a NaN are nobody's promise.
      const ValueId number = b_.op(Op::Eq, Pred, {operands[0], operands[0]});
      operands[0] = b_.op(Op::Select, type, {number, operands[0], constant(type)});
    }
    return b_.op(op, *result, operands);
  }
}

ValueId RandomBody::random_load() {
  const Source& s = r_.pick(sources);
  const int kind = static_cast<int>(r_.below(10));
  if (lane.valid() && kind < 5 && s.limit >= lanes) {
    if (r_.chance(20)) return b_.load(s.buffer, {{{lane, -1}}, lanes - 1});
    const int64_t scale = r_.chance(30) ? r_.between(1, std::max<int64_t>(1, s.limit / lanes)) : 1;
    const int64_t room = s.limit - 1 - (lanes - 1) * scale;
    return b_.load(s.buffer, {{{lane, scale}}, r_.chance(60) ? 0 : r_.between(0, room)});
  }
  if (kind == 5 || !options_.gathers) return b_.load(s.buffer, {{}, r_.below(s.limit)});
  const ValueId at = any(r_.chance(50) ? S32 : S64);
  if (kind == 6 && options_.masked) {
    // Out of bounds where the mask is false.
    const ValueId wide = type_of(at) == S64 ? at : b_.op(Op::Convert, S64, {at});
    const ValueId low = b_.op(Op::Ge, Pred, {wide, b_.s64(0)});
    const ValueId high = b_.op(Op::Lt, Pred, {wide, b_.s64(s.limit)});
    const ValueId mask = b_.op(Op::And, Pred, {low, high});
    return b_.load(s.buffer, {{{wide, 1}}, 0}, mask, any(b_.kernel().buffers[s.buffer].type));
  }
  return b_.load(s.buffer, {{{clamped(at, 0, s.limit - 1), 1}}, 0});
}

std::vector<ValueId> RandomBody::carries(int most) {
  std::vector<ValueId> out;
  for (int64_t n = r_.between(1, most); n > 0; --n) out.push_back(any(random_type()));
  return out;
}

std::vector<ValueId> RandomBody::like(const std::vector<ValueId>& values, size_t from) {
  std::vector<ValueId> out;
  for (size_t i = from; i < values.size(); ++i) out.push_back(any(type_of(values[i])));
  return out;
}

void RandomBody::random_for(int depth) {
  ValueId lo = b_.s64(r_.chance(70) ? 0 : r_.between(-3, 3)), hi;
  const std::vector<ValueId> init = carries(3);
  hi = b_.s64(r_.between(0, 6));
  // The bounds are uniform: in lanes only values from outside of them would do.
  const std::vector<ValueId> params = b_.begin_for(lo, hi, init);
  const size_t m = mark();
  for (ValueId p : params) define(p);
  statements(static_cast<int>(r_.between(1, 6)), depth + 1);
  const std::vector<ValueId> yields = like(params, 1);
  forget(m);
  for (ValueId v : b_.end(yields)) define(v);
}

// A body that reads only its carries and constants, so that the hint is right.
void RandomBody::random_fixpoint() {
  const ElementType type = r_.chance(50) ? F32 : S32;
  const std::vector<ValueId> init = {any(type), any(type)};
  const std::vector<ValueId> params =
      b_.begin_for(b_.s64(0), b_.s64(r_.between(1, 40)), init, static_cast<int>(r_.between(1, 8)));
  const ValueId a = params[1], b = params[2];
  ValueId next;
  if (type == F32) {
    next = b_.op(Op::Fma, type, {a, constant(F32), b_.op(Op::Mul, type, {b, constant(F32)})});
    next = b_.op(Op::Min, type, {next, b});
  } else {
    next = b_.op(Op::And, type, {a, b});
  }
  for (ValueId v : b_.end(std::vector<ValueId>{next, a})) define(v);
}

void RandomBody::random_while(int depth) {
  std::vector<ValueId> init = carries(2);
  init.insert(init.begin(), b_.constant(S32, 0));
  std::vector<ValueId> params = b_.begin_while(init);
  size_t m = mark();
  for (ValueId p : params) define(p);
  const ValueId limit = b_.constant(S32, static_cast<uint64_t>(r_.between(0, 6)));
  ValueId go = b_.op(Op::Lt, Pred, {params[0], limit});
  if (r_.chance(70)) {
    statements(static_cast<int>(r_.between(0, 2)), depth + 2);
    go = b_.op(Op::And, Pred, {go, any(Pred)});
  }
  forget(m);
  params = b_.next(go);
  for (ValueId p : params) define(p);
  statements(static_cast<int>(r_.between(1, 5)), depth + 1);
  std::vector<ValueId> yields = like(params, 1);
  yields.insert(yields.begin(), b_.op(Op::Add, S32, {params[0], b_.constant(S32, 1)}));
  forget(m);
  for (ValueId v : b_.end(yields)) define(v);
}

void RandomBody::random_when(int depth) {
  const ValueId pred = any(Pred);
  const std::vector<ValueId> otherwise = carries(3);
  b_.begin_when(pred, otherwise);
  const size_t m = mark();
  const bool outside = std::exchange(pure_, pure_ || b_.kernel().values[pred].lane);
  statements(static_cast<int>(r_.between(1, 7)), depth + 1);
  const std::vector<ValueId> yields = like(otherwise, 0);
  pure_ = outside;
  forget(m);
  for (ValueId v : b_.end(yields)) define(v);
}

void RandomBody::random_call() {
  const FunctionId f = r_.pick(functions);
  const Region body = b_.kernel().regions[b_.kernel().functions[f].body];
  const std::vector<ValueId> operands = like(body.params, 0);
  for (ValueId v : b_.call(f, operands)) define(v);
}

void RandomBody::random_store() {
  const BufferId sink = r_.pick(sinks);
  const ValueId v = any(b_.kernel().buffers[sink].type);
  const Index at{{{lane, 1}}, 0};
  if (options_.masked && r_.chance(50)) {
    b_.store(sink, at, v, any(Pred));
  } else {
    b_.store(sink, at, v);
  }
}

void RandomBody::statements(int count, int depth) {
  for (int i = 0; i < count; ++i) {
    const int kind = static_cast<int>(r_.below(100));
    if (kind < 18 && !function_ && !sources.empty()) {
      define(random_load());
    } else if (kind >= 90 && depth < options_.max_depth) {
      if (kind < 93) {
        random_for(depth);
      } else if (kind < 94) {
        if (options_.fixpoints && in_lanes) random_fixpoint();
      } else if (kind < 96) {
        if (options_.whiles) random_while(depth);
      } else if (options_.whens) {
        random_when(depth);
      }
    } else if (kind >= 86 && !functions.empty()) {
      random_call();
    } else if (kind >= 84 && in_lanes && !pure_ && !sinks.empty()) {
      random_store();
    } else {
      define(random_op());
    }
  }
}

void RandomBody::make_function() {
  std::vector<ElementType> types;
  for (int64_t n = r_.between(1, 3); n > 0; --n) types.push_back(random_type());
  const std::vector<ValueId> params = b_.begin_function(fmt::format("f{}", functions.size()), types);
  std::vector<ValueId> outside = std::move(scope_);
  scope_ = params;
  function_ = pure_ = true;
  statements(static_cast<int>(r_.between(2, 10)), std::max(0, options_.max_depth - 2));
  std::vector<ValueId> yields;
  for (int64_t n = r_.between(1, 2); n > 0; --n) yields.push_back(any(random_type()));
  function_ = pure_ = false;
  scope_ = std::move(outside);
  b_.end(yields);
  functions.push_back(b_.last_function());
}

}  // namespace eutectic::kernel

// Operations: uniform ones as scalars, lane ones vector by vector; 64-bit integers of lanes also (or only) in 32 bits
// where that gives the same, since indices are s64 and data is not.
#include <algorithm>

#include "backend/cpu/codegen.h"

namespace eutectic::cpu {
namespace {
using scalar::Op;
using Wide = __int128;

Range clip(Wide lo, Wide hi) {
  constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
  if (lo < least || hi > most) return {};  // may wrap: nothing is known
  return {static_cast<int64_t>(lo), static_cast<int64_t>(hi)};
}

Range of_type(ElementType t) {
  int bits = info(t).bits;
  if (t == ElementType::Pred) return {0, 1};
  if (is_float(t) || bits == 64) return {};
  if (is_signed_int(t)) return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
  return {0, (int64_t{1} << bits) - 1};
}

bool in_type(const Range& r, ElementType t) {
  if (t == ElementType::S64) return true;
  Range all = t == ElementType::U64 ? Range{0, std::numeric_limits<int64_t>::max()} : of_type(t);
  return r.lo >= all.lo && r.hi <= all.hi;
}

}  // namespace

// Bounds of an integer result; those of u64 hold only below 2^63.
Range Codegen::op_range(const Stmt& s) const {
  ElementType t = type_of(s.results[0]);
  if (is_float(t)) return {};
  auto get = [&](size_t i) {
    ElementType ot = type_of(s.operands[i]);
    Range r = rep(s.operands[i]).range, all = of_type(ot);
    return Range{std::max(r.lo, all.lo), std::min(r.hi, all.hi)};
  };
  auto result = [&](Range r) { return in_type(r, t) ? r : of_type(t); };
  auto known_u64 = [&](size_t i) { return type_of(s.operands[i]) != ElementType::U64 || get(i).lo >= 0; };
  for (size_t i = 0; i < s.operands.size(); ++i)
    if (is_float(type_of(s.operands[i])) || !known_u64(i)) return of_type(t);
  switch (s.op) {
    case Op::Add: {
      Range x = get(0), y = get(1);
      return result(clip(Wide{x.lo} + y.lo, Wide{x.hi} + y.hi));
    }
    case Op::Sub: {
      Range x = get(0), y = get(1);
      return result(clip(Wide{x.lo} - y.hi, Wide{x.hi} - y.lo));
    }
    case Op::Mul: {
      Range x = get(0), y = get(1);
      Wide p[] = {Wide{x.lo} * y.lo, Wide{x.lo} * y.hi, Wide{x.hi} * y.lo, Wide{x.hi} * y.hi};
      return result(clip(*std::min_element(p, p + 4), *std::max_element(p, p + 4)));
    }
    case Op::Min: {
      Range x = get(0), y = get(1);
      return {std::min(x.lo, y.lo), std::min(x.hi, y.hi)};
    }
    case Op::Max: {
      Range x = get(0), y = get(1);
      return {std::max(x.lo, y.lo), std::max(x.hi, y.hi)};
    }
    case Op::Select: {
      Range x = get(1), y = get(2);
      return {std::min(x.lo, y.lo), std::max(x.hi, y.hi)};
    }
    case Op::Convert: {
      Range x = get(0);
      return in_type(x, t) ? x : of_type(t);
    }
    case Op::And: {
      Range x = get(0), y = get(1);
      if (x.lo >= 0 && y.lo >= 0) return {0, std::min(x.hi, y.hi)};
      if (x.lo >= 0) return {0, x.hi};
      if (y.lo >= 0) return {0, y.hi};
      return of_type(t);
    }
    case Op::Div: {
      Range x = get(0), y = get(1);
      if (x.lo >= 0 && y.lo > 0) return {x.lo / y.hi, x.hi / y.lo};
      return of_type(t);
    }
    case Op::Rem: {
      Range x = get(0), y = get(1);
      if (x.lo >= 0 && y.lo > 0) return {0, std::min(x.hi, y.hi - 1)};
      if (y.lo > 0) return {-(y.hi - 1), y.hi - 1};
      return of_type(t);
    }
    case Op::ShiftRightLogical: {
      Range x = get(0), y = get(1);
      if (x.lo >= 0 && y.lo == y.hi && y.lo >= 0 && y.lo < 64) return {x.lo >> y.lo, x.hi >> y.lo};
      return of_type(t);
    }
    default:
      return of_type(t);
  }
}

// s64 and u64 (and conversions from them) on lanes. True if the result is complete.
bool Codegen::emit_integer_lane(const Stmt& s, Rep& r) {
  ElementType t = type_of(s.results[0]), from = type_of(s.operands.back());
  bool result64 = info(t).bits == 64 && !is_float(t), from64 = info(from).bits == 64 && !is_float(from);
  auto exact = [&](ValueId v) {
    const Rep& x = rep(v);
    return type_of(v) != ElementType::Pred && !is_float(type_of(v)) && x.range.fits32() && has_low(v);
  };
  auto push_wide_from_low = [&] {
    for (V low : r.low) r.wide.push_back(b.CreateSExt(low, low->getType()->getWithNewBitWidth(64)));
  };
  // A step along the lanes stays one under +, - and * with what is uniform.
  if (t == ElementType::S64 && (s.op == Op::Add || s.op == Op::Sub || s.op == Op::Mul)) {
    const Rep &x = rep(s.operands[0]), &y = rep(s.operands[1]);
    auto constant = [](const Rep& c) { return c.lane ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(c.uniform); };
    auto part = [&](const Rep& c) { return c.lane ? base_here(c) : c.uniform; };
    bool both = (x.base || !x.lane) && (y.base || !y.lane);
    llvm::ConstantInt* factor = s.op == Op::Mul ? (constant(x) ? constant(x) : constant(y)) : nullptr;
    if (both && (s.op != Op::Mul || factor)) {
      V p = part(x), q = part(y);
      auto sx = static_cast<uint64_t>(x.step), sy = static_cast<uint64_t>(y.step);
      uint64_t step = 0;
      V base = nullptr;
      if (s.op == Op::Mul) {
        uint64_t c = factor->getZExtValue();
        step = (constant(x) ? sy : sx) * c;
        base = b.CreateMul(p, q);
      } else {
        step = s.op == Op::Add ? sx + sy : sx - sy;
        base = s.op == Op::Add ? b.CreateAdd(p, q) : b.CreateSub(p, q);
      }
      define_affine(s.results[0], base, static_cast<int64_t>(step), r.range);
      return true;
    }
  }
  if (s.op == Op::Convert && from64) {
    const Rep& x = rep(s.operands[0]);
    if (result64) {
      if (x.base) {
        define_affine(s.results[0], base_here(x), x.step, r.range);
        return true;
      }
      if (has_low(s.operands[0]))
        for (int k = 0; k < lanes_.count; ++k) r.low.push_back(low32(s.operands[0], k));
      return false;
    }
    bool narrow = !is_float(t) && t != ElementType::Pred && info(t).bits <= 32;
    bool small_signed = from == ElementType::S64 || x.range.lo >= 0;
    if (!(narrow && has_low(s.operands[0])) && !(exact(s.operands[0]) && small_signed)) return false;
    for (int k = 0; k < lanes_.count; ++k) {
      V low = low32(s.operands[0], k);
      ElementType types[] = {ElementType::S32};
      V args[] = {low};
      r.wide.push_back(ops_.emit(Op::Convert, t, types, args));
    }
    return true;
  }
  if (s.op == Op::Convert && result64) {
    // From a narrower integer: the low half is simple.
    if (is_float(from) || from == ElementType::Pred || info(from).bits > 32) return false;
    for (int k = 0; k < lanes_.count; ++k) {
      ElementType types[] = {from};
      V args[] = {vec(s.operands[0], k)};
      r.low.push_back(ops_.emit(Op::Convert, ElementType::S32, types, args));
    }
    if (t == ElementType::S64 && r.range.fits32()) {
      push_wide_from_low();
      return true;
    }
    return false;
  }
  if (!from64) return false;
  size_t first = s.op == Op::Select ? 1 : 0;
  bool all_exact = from == ElementType::S64, all_low = true;
  for (size_t i = first; i < s.operands.size(); ++i) {
    all_exact &= exact(s.operands[i]);
    all_low &= has_low(s.operands[i]);
  }
  auto in32 = [&](ElementType result, ElementType operand) {
    llvm::SmallVector<ElementType, 3> types;
    llvm::SmallVector<V, 3> args;
    Vectors out;
    for (int k = 0; k < lanes_.count; ++k) {
      types.clear();
      args.clear();
      for (size_t i = 0; i < s.operands.size(); ++i) {
        types.push_back(i < first ? ElementType::Pred : operand);
        args.push_back(i < first ? vec(s.operands[i], k) : low32(s.operands[i], k));
      }
      out.push_back(ops_.emit(s.op, result, types, args));
    }
    return out;
  };
  switch (s.op) {
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      if (!all_exact) return false;
      r.wide = in32(t, ElementType::S32);
      return true;
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Not:
    case Op::Neg:
    case Op::Select:
      if (!all_low) return false;
      r.low = in32(ElementType::S32, ElementType::S32);
      if (t != ElementType::S64 || !r.range.fits32()) return false;
      push_wide_from_low();
      return true;
    case Op::Min:
    case Op::Max:
    case Op::Div:
    case Op::Rem:
    case Op::Abs:
      if (!all_exact || !r.range.fits32()) return false;
      if (s.op == Op::Abs && rep(s.operands[0]).range.lo == std::numeric_limits<int32_t>::min()) return false;
      r.low = in32(ElementType::S32, ElementType::S32);
      push_wide_from_low();
      return true;
    default:
      return false;
  }
}

void Codegen::emit_op(const Stmt& s) {
  ElementType t = type_of(s.results[0]);
  llvm::SmallVector<ElementType, 3> types;
  bool lane = false;
  for (ValueId o : s.operands) {
    types.push_back(type_of(o));
    lane |= rep(o).lane;
  }
  Rep r;
  r.range = op_range(s);
  llvm::SmallVector<V, 3> args(s.operands.size());
  if (!lane) {
    for (size_t i = 0; i < args.size(); ++i) args[i] = uniform(s.operands[i]);
    r.uniform = ops_.emit(s.op, t, types, args);
    return define(s.results[0], std::move(r));
  }
  r.lane = true;
  r.first = lanes_.first;
  if ((s.op == Op::Min || s.op == Op::Max) && t == ElementType::S64)
    for (size_t i : {0, 1}) {
      const Rep &x = rep(s.operands[i]), &bound = rep(s.operands[1 - i]);
      r.clamped |= !bound.lane && x.lane && (x.clamped || (x.base && x.step == 1));
    }
  bool wide_integers =
      !is_float(types.back()) && (info(types.back()).bits == 64 || info(t).bits == 64) && s.op != Op::Bitcast;
  if (wide_integers) {
    // A step along the lanes defines its value itself.
    bool done = emit_integer_lane(s, r);
    if (done && r.wide.empty()) return;
    if (done) return define(s.results[0], std::move(r));
    r.wide.clear();
  }
  for (int k = 0; k < lanes_.count; ++k) {
    for (size_t i = 0; i < args.size(); ++i) args[i] = vec(s.operands[i], k);
    r.wide.push_back(ops_.emit(s.op, t, types, args));
  }
  define(s.results[0], std::move(r));
}

}  // namespace eutectic::cpu

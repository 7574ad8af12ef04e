// Exact identities of the scalar graph: integers by value ranges and index forms, floats only where no bit changes
// (NaN payloads aside).
#include <bit>
#include <cmath>
#include <limits>

#include "analysis/scalar_graph.h"

namespace eutectic::analysis {

using scalar::Op;

namespace {

constexpr Range everything{std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};

Range type_range(ElementType t) {
  if (t == ElementType::Pred) return {0, 1};
  if (!is_integer(t)) return everything;
  int bits = eutectic::info(t).bits;
  if (is_signed_int(t)) {
    if (bits == 64) return everything;
    return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
  }
  if (bits == 64) return everything;  // not representable: unknown
  return {0, (int64_t{1} << bits) - 1};
}

bool known(Range r, ElementType t) {
  // An unsigned 64-bit value beyond the signed range shows as `everything`.
  return t != ElementType::U64 || r.lo >= 0;
}

bool is_comparison(Op op) { return op >= Op::Eq && op <= Op::Ge; }

}  // namespace

bool fits(Range r, ElementType t) {
  if (t == ElementType::U64) return r.lo >= 0;
  Range all = type_range(t);
  return r.lo >= all.lo && r.hi <= all.hi;
}

Range ScalarGraph::compute_range(const Node& n) const {
  if (!is_integer(n.type) && n.type != ElementType::Pred) return everything;
  const Range all = type_range(n.type);
  auto of = [&](int i) { return ranges_[n.operands[static_cast<size_t>(i)].index()]; };
  auto type_of = [&](int i) { return nodes_[n.operands[static_cast<size_t>(i)]].type; };
  switch (n.kind) {
    case NodeKind::Const: {
      int64_t v = scalar::decode_int(n.type, n.bits);
      if (n.type == ElementType::U64 && v < 0) return everything;
      return {v, v};
    }
    case NodeKind::Index:
      return affine[n.form].range;
    case NodeKind::Op:
      break;
    default:
      return all;
  }
  switch (n.op) {
    case Op::And:
      for (int i = 0; i < 2; ++i)
        if (Range r = of(i); n.type != ElementType::Pred && r.lo >= 0 && r.hi < everything.hi) return {0, r.hi};
      return all;
    case Op::ShiftRightLogical: {
      Range c = of(1), x = of(0);
      int bits = eutectic::info(n.type).bits;
      if (c.lo == c.hi && c.lo >= 1 && c.lo < bits && bits <= 63) {
        if (x.lo >= 0) return {x.lo >> c.lo, x.hi >> c.lo};
        return {0, (int64_t{1} << (bits - c.lo)) - 1};
      }
      if (c.lo == c.hi && c.lo >= 1 && c.lo < 64 && bits == 64) {
        if (x.lo >= 0 && x.hi < everything.hi) return {x.lo >> c.lo, x.hi >> c.lo};
        return {0, static_cast<int64_t>(~uint64_t{0} >> c.lo)};
      }
      return all;
    }
    case Op::Rem: {
      Range c = of(1), x = of(0);
      if (c.lo == c.hi && c.lo > 0 && is_unsigned_int(n.type)) return {0, c.lo - 1};
      if (c.lo == c.hi && c.lo > 0) return {x.lo >= 0 ? 0 : -(c.lo - 1), c.lo - 1};
      return all;
    }
    case Op::Select: {
      Range a = of(1), b = of(2);
      return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
    }
    case Op::Min:
      return {std::min(of(0).lo, of(1).lo), std::min(of(0).hi, of(1).hi)};
    case Op::Max:
      return {std::max(of(0).lo, of(1).lo), std::max(of(0).hi, of(1).hi)};
    case Op::Add: {
      Range r = of(0) + of(1);
      return known(of(0), n.type) && known(of(1), n.type) && r.lo > everything.lo && r.hi < everything.hi &&
                     fits(r, n.type)
                 ? r
                 : all;
    }
    case Op::Convert:
      if ((is_integer(type_of(0)) || type_of(0) == ElementType::Pred) && known(of(0), type_of(0)) &&
          fits(of(0), n.type))
        return of(0);
      return all;
    default:
      return all;
  }
}

NodeId ScalarGraph::simplify(Op op, ElementType type, std::span<const NodeId> x) {
  const NodeId none;
  auto node = [&](size_t i) -> const Node& { return nodes_[x[i]]; };
  auto constant = [&](size_t i) { return is_constant(x[i]); };
  const ElementType in = node(0).type;
  if (op == Op::Select) {
    if (constant(0)) return node(0).bits ? x[1] : x[2];
    if (x[1] == x[2]) return x[1];
    if (node(0).kind == NodeKind::Op && node(0).op == Op::Not)
      return this->op(op, type, {node(0).operands[0], x[2], x[1]});
    if (type == ElementType::Pred) {
      if (constant(1) && constant(2)) return node(1).bits ? x[0] : this->op(Op::Not, type, {x[0]});
      if (constant(1)) return node(1).bits ? this->op(Op::Or, type, {x[0], x[2]}) : none;
      if (constant(2) && !node(2).bits) return this->op(Op::And, type, {x[0], x[1]});
    }
    return none;
  }
  if (op == Op::Convert) {
    if (in == type) return x[0];
    if (is_integer(type) && is_integer(in)) {
      if (auto form = affine_of(x[0]); form && fits(affine[*form].range, type)) return index(*form, type);
      const Node& n = node(0);
      if (n.kind == NodeKind::Op && n.op == Op::Convert) {
        ElementType from = nodes_[n.operands[0]].type;
        bool wide = eutectic::info(in).bits >= eutectic::info(type).bits;
        if ((is_integer(from) || from == ElementType::Pred) && wide) return this->op(op, type, {n.operands[0]});
      }
    }
    if (type == ElementType::F32 && in == ElementType::F64 && node(0).kind == NodeKind::Op &&
        node(0).op == Op::Convert && nodes_[node(0).operands[0]].type == ElementType::F32)
      return node(0).operands[0];
    return none;
  }
  if (op == Op::Bitcast) {
    if (in == type) return x[0];
    if (node(0).kind == NodeKind::Op && node(0).op == Op::Bitcast) return this->op(op, type, {node(0).operands[0]});
    return none;
  }
  if (op == Op::Not || op == Op::Neg) {
    if (node(0).kind == NodeKind::Op && node(0).op == op) return node(0).operands[0];
    return none;
  }
  if (x.size() != 2) return none;
  if (is_comparison(op)) {
    if (!is_integer(in)) return none;
    Range a = range(x[0]), b = range(x[1]);
    if (!known(a, in) || !known(b, in)) return none;
    auto fa = affine_of(x[0]), fb = affine_of(x[1]);
    if (fa && fb) {
      a = affine[affine.add(*fa, *fb, -1)].range;
      b = {0, 0};
    }
    auto truth = [&](bool v) { return constant_node(ElementType::Pred, v); };
    bool lt = a.hi<b.lo, ge = a.lo >= b.hi, gt = a.lo> b.hi, le = a.hi <= b.lo;
    bool same = x[0] == x[1] || (a.lo == a.hi && b.lo == b.hi && a.lo == b.lo);
    switch (op) {
      case Op::Eq:
        return same ? truth(true) : lt || gt ? truth(false) : none;
      case Op::Ne:
        return same ? truth(false) : lt || gt ? truth(true) : none;
      case Op::Lt:
        return lt ? truth(true) : ge || same ? truth(false) : none;
      case Op::Ge:
        return ge || same ? truth(true) : lt ? truth(false) : none;
      case Op::Gt:
        return gt ? truth(true) : le || same ? truth(false) : none;
      case Op::Le:
        return le || same ? truth(true) : gt ? truth(false) : none;
      default:
        return none;
    }
  }
  if (type == ElementType::Pred) {
    for (size_t i = 0; i < 2; ++i) {
      if (!constant(i)) continue;
      bool v = node(i).bits;
      NodeId other = x[1 - i];
      if (op == Op::And) return v ? other : x[i];
      if (op == Op::Or) return v ? x[i] : other;
      if (op == Op::Xor) return v ? this->op(Op::Not, type, {other}) : other;
    }
    if (x[0] == x[1] && (op == Op::And || op == Op::Or)) return x[0];
    return none;
  }
  if (is_integer(type)) {
    auto value = [&](size_t i) { return scalar::decode_int(node(i).type, node(i).bits); };
    auto number = [&](int64_t v) { return constant_node(type, scalar::encode_int(type, v)); };
    auto fa = affine_of(x[0]), fb = affine_of(x[1]);
    auto fit = [&](AffineId f) { return fits(affine[f].range, type) ? index(f, type) : none; };
    switch (op) {
      case Op::Add:
      case Op::Sub:
        if (constant(1) && value(1) == 0) return x[0];
        if (op == Op::Add && constant(0) && value(0) == 0) return x[1];
        if (op == Op::Sub && x[0] == x[1]) return number(0);
        if (fa && fb) return fit(affine.add(*fa, *fb, op == Op::Add ? 1 : -1));
        return none;
      case Op::Mul:
        for (size_t i = 0; i < 2; ++i) {
          if (!constant(i)) continue;
          int64_t v = value(i);
          if (v == 0) return x[i];
          if (v == 1) return x[1 - i];
          if (auto f = i ? fa : fb; f && v > 0 && v < (int64_t{1} << 40)) return fit(affine.scale(*f, v));
        }
        return none;
      case Op::And:
        for (size_t i = 0; i < 2; ++i) {
          if (!constant(i)) continue;
          int64_t v = value(i);
          Range r = range(x[1 - i]);
          if (v == 0) return x[i];
          if (node(i).bits == scalar::encode_int(type, -1)) return x[1 - i];
          if (v > 0 && (v & (v + 1)) == 0 && r.lo >= 0 && r.hi <= v) return x[1 - i];
        }
        return x[0] == x[1] ? x[0] : none;
      case Op::Or:
      case Op::Xor:
        for (size_t i = 0; i < 2; ++i)
          if (constant(i) && value(i) == 0) return x[1 - i];
        if (x[0] == x[1]) return op == Op::Or ? x[0] : number(0);
        return none;
      case Op::ShiftLeft:
      case Op::ShiftRightLogical:
      case Op::ShiftRightArithmetic: {
        if (!constant(1)) return none;
        int64_t c = value(1);
        if (c == 0) return x[0];
        Range r = range(x[0]);
        if (op == Op::ShiftLeft) return fa && c > 0 && c < 40 ? fit(affine.scale(*fa, int64_t{1} << c)) : none;
        if (r.lo >= 0 && r.hi < everything.hi && c > 0 && (c >= 63 || (r.hi >> c) == 0)) return number(0);
        if (fa && r.lo >= 0 && c > 0 && c < 62) return fit(affine.floordiv(*fa, int64_t{1} << c));
        return none;
      }
      case Op::Div:
      case Op::Rem: {
        if (!constant(1)) return none;
        int64_t c = value(1);
        if (c == 1) return op == Op::Div ? x[0] : number(0);
        if (c <= 0) return none;
        Range r = range(x[0]);
        if (r.lo >= 0 && r.hi < c) return op == Op::Div ? number(0) : x[0];
        if (fa && r.lo >= 0) return fit(op == Op::Div ? affine.floordiv(*fa, c) : affine.mod(*fa, c));
        if (is_unsigned_int(type) && std::has_single_bit(static_cast<uint64_t>(c)))
          return op == Op::Rem ? this->op(Op::And, type, {x[0], number(c - 1)})
                               : this->op(Op::ShiftRightLogical, type,
                                          {x[0], number(std::countr_zero(static_cast<uint64_t>(c)))});
        return none;
      }
      case Op::Min:
      case Op::Max: {
        Range a = range(x[0]), b = range(x[1]);
        if (x[0] == x[1]) return x[0];
        if (!known(a, type) || !known(b, type)) return none;
        if (a.hi <= b.lo) return op == Op::Min ? x[0] : x[1];
        if (b.hi <= a.lo) return op == Op::Min ? x[1] : x[0];
        return none;
      }
      default:
        return none;
    }
  }
  // Floats.
  auto is = [&](size_t i, double v) {
    return constant(i) && scalar::decode(type, node(i).bits) == v &&
           std::signbit(scalar::decode(type, node(i).bits)) == std::signbit(v);
  };
  switch (op) {
    case Op::Add:
      for (size_t i = 0; i < 2; ++i)
        if (is(i, -0.0)) return x[1 - i];
      return none;
    case Op::Sub:
      return is(1, 0.0) ? x[0] : none;
    case Op::Mul:
      for (size_t i = 0; i < 2; ++i) {
        if (is(i, 1.0)) return x[1 - i];
        if (is(i, -1.0)) return this->op(Op::Neg, type, {x[1 - i]});
      }
      return none;
    case Op::Div:
      if (is(1, 1.0)) return x[0];
      if (constant(1)) {
        double d = scalar::decode(type, node(1).bits);
        int exponent;
        if (std::abs(std::frexp(d, &exponent)) == 0.5 && std::abs(exponent) < 14) {
          return this->op(Op::Mul, type, {x[0], constant_node(type, scalar::encode(type, 1 / d))});
        }
      }
      return none;
    default:
      return none;
  }
}

}  // namespace eutectic::analysis

// Element-wise ops on scalar nodes: the map from HLO ops to scalar ops, what needs more than one, and complex numbers
// as pairs of reals.
#include <array>
#include <cmath>
#include <limits>

#include "analysis/scalarize.h"
#include "ops/threefry_call.h"
#include "scalar/expand.h"

namespace eutectic::analysis {

using explain::Reason;
using scalar::Op;

namespace {

std::optional<Op> direct(OpKind op) {
  switch (op) {
    case OpKind::Abs:
      return Op::Abs;
    case OpKind::Acos:
      return Op::Acos;
    case OpKind::Acosh:
      return Op::Acosh;
    case OpKind::Add:
      return Op::Add;
    case OpKind::And:
      return Op::And;
    case OpKind::Asin:
      return Op::Asin;
    case OpKind::Asinh:
      return Op::Asinh;
    case OpKind::Atan:
      return Op::Atan;
    case OpKind::Atan2:
      return Op::Atan2;
    case OpKind::Atanh:
      return Op::Atanh;
    case OpKind::Cbrt:
      return Op::Cbrt;
    case OpKind::Ceil:
      return Op::Ceil;
    case OpKind::Cosh:
      return Op::Cosh;
    case OpKind::Cosine:
      return Op::Cos;
    case OpKind::CountLeadingZeros:
      return Op::Clz;
    case OpKind::Divide:
      return Op::Div;
    case OpKind::Erf:
      return Op::Erf;
    case OpKind::ErfInv:
      return Op::ErfInv;
    case OpKind::Erfc:
      return Op::Erfc;
    case OpKind::Exponential:
      return Op::Exp;
    case OpKind::ExponentialMinusOne:
      return Op::Expm1;
    case OpKind::Floor:
      return Op::Floor;
    case OpKind::IsFinite:
      return Op::IsFinite;
    case OpKind::Log:
      return Op::Log;
    case OpKind::LogPlusOne:
      return Op::Log1p;
    case OpKind::Logistic:
      return Op::Logistic;
    case OpKind::Maximum:
      return Op::Max;
    case OpKind::Minimum:
      return Op::Min;
    case OpKind::Multiply:
      return Op::Mul;
    case OpKind::Negate:
      return Op::Neg;
    case OpKind::Not:
      return Op::Not;
    case OpKind::Or:
      return Op::Or;
    case OpKind::Popcnt:
      return Op::Popcnt;
    case OpKind::Power:
      return Op::Pow;
    case OpKind::Remainder:
      return Op::Rem;
    case OpKind::RoundNearestAfz:
      return Op::RoundAway;
    case OpKind::RoundNearestEven:
      return Op::RoundEven;
    case OpKind::Rsqrt:
      return Op::Rsqrt;
    case OpKind::ShiftLeft:
      return Op::ShiftLeft;
    case OpKind::ShiftRightArithmetic:
      return Op::ShiftRightArithmetic;
    case OpKind::ShiftRightLogical:
      return Op::ShiftRightLogical;
    case OpKind::Sign:
      return Op::Sign;
    case OpKind::Sine:
      return Op::Sin;
    case OpKind::Sinh:
      return Op::Sinh;
    case OpKind::Sqrt:
      return Op::Sqrt;
    case OpKind::Subtract:
      return Op::Sub;
    case OpKind::Tan:
      return Op::Tan;
    case OpKind::Tanh:
      return Op::Tanh;
    case OpKind::Xor:
      return Op::Xor;
    default:
      return std::nullopt;
  }
}

Op comparison(std::string_view direction) {
  if (direction == "EQ") return Op::Eq;
  if (direction == "NE") return Op::Ne;
  if (direction == "LT") return Op::Lt;
  if (direction == "LE") return Op::Le;
  if (direction == "GT") return Op::Gt;
  return Op::Ge;
}

}  // namespace

std::optional<NodeId> Scalarizer::elementwise(const Key& key) {
  const OpView op{module_, key.instr};
  const OpKind kind = op.instr().op;
  const ElementType type = op.shape().type;
  if (!op_def(kind).traits.elementwise && kind != OpKind::BitcastConvert) return fail(Reason::NoKernelForOp, key.instr);
  bool complex = is_complex(type);
  for (size_t n = 0; n < op.operand_count(); ++n) complex |= is_complex(op.operand_shape(n).type);
  if (complex) return complex_elementwise(key);
  if (!scalar::is_scalar_type(type)) return fail(Reason::NoKernelForType, key.instr);
  const IndexList index = indices_[key.index];
  std::vector<NodeId> x;
  for (size_t n = 0; n < op.operand_count(); ++n) {
    if (!scalar::is_scalar_type(op.operand_shape(n).type)) return fail(Reason::NoKernelForType, key.instr);
    if (auto v = operand(key, n, 0, op.operand_shape(n).rank() == 0 ? IndexList() : index)) x.push_back(*v);
  }
  if (x.size() != op.operand_count()) return std::nullopt;
  const ElementType in = graph_[x[0]].type;
  auto number = [&](double v) { return graph_.constant_node(in, scalar::encode(in, v)); };
  switch (kind) {
    case OpKind::Compare:
      if (!op.attrs().text(AttrName::CompareType).empty() && is_float(in))
        return fail(Reason::NoKernelForOp, key.instr, {}, ": total order");
      return graph_.op(comparison(op.attrs().text(AttrName::Direction)), ElementType::Pred, x);
    case OpKind::Select:
      return graph_.op(Op::Select, type, x);
    case OpKind::Convert:
      return graph_.op(Op::Convert, type, x);
    case OpKind::BitcastConvert:
      if (info(in).storage_bytes != info(type).storage_bytes || in == ElementType::Pred || type == ElementType::Pred)
        return fail(Reason::NoKernelForOp, key.instr, {}, ": another width");
      return graph_.op(Op::Bitcast, type, x);
    case OpKind::Clamp: {
      NodeId v = graph_.op(Op::Max, type, {x[0], x[1]});
      return graph_.op(Op::Min, type, {x[2], v});
    }
    case OpKind::Square:
      return graph_.op(Op::Mul, type, {x[0], x[0]});
    case OpKind::Real:
      return x[0];
    case OpKind::Imag:
      return number(0);
    case OpKind::Conj:
      return x[0];
    case OpKind::IsInf:
      return graph_.op(Op::Eq, ElementType::Pred,
                       {graph_.op(Op::Abs, in, {x[0]}), number(std::numeric_limits<double>::infinity())});
    case OpKind::IsPosInf:
      return graph_.op(Op::Eq, ElementType::Pred, {x[0], number(std::numeric_limits<double>::infinity())});
    case OpKind::IsNegInf:
      return graph_.op(Op::Eq, ElementType::Pred, {x[0], number(-std::numeric_limits<double>::infinity())});
    case OpKind::Power:
      // As XLA rewrites them.
      if (graph_.is_constant(x[1]) && is_float(type)) {
        double e = scalar::decode(type, graph_[x[1]].bits);
        if (e == 0) return number(1);
        if (e == 1) return x[0];
        if (e == 2) return graph_.op(Op::Mul, type, {x[0], x[0]});
        if (e == 3) return graph_.op(Op::Mul, type, {graph_.op(Op::Mul, type, {x[0], x[0]}), x[0]});
        if (e == 0.5) return graph_.op(Op::Sqrt, type, {x[0]});
        if (e == -1) return graph_.op(Op::Div, type, {number(1), x[0]});
      }
      break;
    case OpKind::Maximum:
    case OpKind::Minimum:
      // One instruction when the first operand is a constant.
      if (is_float(type) && graph_.is_constant(x[1])) std::swap(x[0], x[1]);
      break;
    case OpKind::ReducePrecision: {
      int64_t e = op.attrs().integer(AttrName::ExponentBits), m = op.attrs().integer(AttrName::MantissaBits);
      ElementType narrow;
      if (e == 8 && m == 7) {
        narrow = ElementType::BF16;
      } else if (e == 5 && m == 10) {
        narrow = ElementType::F16;
      } else if (e == 8 && m == 23) {
        narrow = ElementType::F32;
      } else {
        return fail(Reason::NoKernelForOp, key.instr, {}, ": to this format");
      }
      return graph_.op(Op::Convert, type, {graph_.op(Op::Convert, narrow, x)});
    }
    default:
      break;
  }
  std::optional<Op> scalar_op = direct(kind);
  if (!scalar_op) return fail(Reason::NoKernelForOp, key.instr);
  if (scalar::info(*scalar_op).group == scalar::OpGroup::Composite) {
    if (!scalar::can_expand(*scalar_op, in)) return fail(Reason::NoKernelForType, key.instr);
  } else {
    std::vector<ElementType> types;
    for (NodeId n : x) types.push_back(graph_[n].type);
    if (scalar::result_type(*scalar_op, types, type) != type) return fail(Reason::NoKernelForType, key.instr);
  }
  return graph_.op(*scalar_op, type, x);
}

std::optional<NodeId> Scalarizer::complex_elementwise(const Key& key) {
  const OpView op{module_, key.instr};
  const IndexList index = indices_[key.index];
  const ElementType real = part_type(op.shape().type);
  // re[n], im[n] of operand n, fetched when asked for.
  auto get_part = [&](size_t n, uint32_t part) -> std::optional<NodeId> {
    const Shape& s = op.operand_shape(n);
    if (!is_complex(s.type) && part == 1) return graph_.constant_node(part_type(s.type), 0);
    return operand(key, n, part, s.rank() == 0 ? IndexList() : index);
  };
  // Braces keep the order of evaluation, and with it of nodes, the same with every compiler.
  using Pair = std::array<std::optional<NodeId>, 2>;
  auto binary = [&](Op o, Pair x) -> std::optional<NodeId> {
    if (!x[0] || !x[1]) return std::nullopt;
    return graph_.op(o, graph_[*x[0]].type, {*x[0], *x[1]});
  };
  const uint32_t p = key.part;
  switch (op.instr().op) {
    case OpKind::Add:
      return binary(Op::Add, {get_part(0, p), get_part(1, p)});
    case OpKind::Subtract:
      return binary(Op::Sub, {get_part(0, p), get_part(1, p)});
    case OpKind::Multiply: {
      auto a = get_part(0, 0), b = get_part(0, 1), c = get_part(1, 0), d = get_part(1, 1);
      if (!a || !b || !c || !d) return std::nullopt;
      if (p == 0) return binary(Op::Sub, {graph_.op(Op::Mul, real, {*a, *c}), graph_.op(Op::Mul, real, {*b, *d})});
      return binary(Op::Add, {graph_.op(Op::Mul, real, {*a, *d}), graph_.op(Op::Mul, real, {*b, *c})});
    }
    case OpKind::Negate: {
      auto a = get_part(0, p);
      return a ? std::optional(graph_.op(Op::Neg, real, {*a})) : std::nullopt;
    }
    case OpKind::Conj: {
      auto a = get_part(0, p);
      return a && p == 1 ? std::optional(graph_.op(Op::Neg, real, {*a})) : a;
    }
    case OpKind::Abs: {
      auto a = get_part(0, 0), b = get_part(0, 1);
      if (!a || !b) return std::nullopt;
      return graph_.op(Op::Hypot, real, {*a, *b});
    }
    case OpKind::Real:
      return get_part(0, 0);
    case OpKind::Imag:
      return get_part(0, 1);
    case OpKind::Complex:
      return operand(key, p, 0, op.operand_shape(p).rank() == 0 ? IndexList() : index);
    case OpKind::Convert: {
      auto a = get_part(0, p);
      if (!a) return std::nullopt;
      if (!is_complex(op.operand_shape(0).type) && p == 1) return graph_.constant_node(real, 0);
      return graph_.op(Op::Convert, real, {*a});
    }
    case OpKind::Select: {
      auto c = operand(key, 0, 0, op.operand_shape(0).rank() == 0 ? IndexList() : index);
      auto a = get_part(1, p), b = get_part(2, p);
      if (!a || !b || !c) return std::nullopt;
      return graph_.op(Op::Select, real, {*c, *a, *b});
    }
    case OpKind::Compare: {
      std::string_view direction = op.attrs().text(AttrName::Direction);
      if (direction != "EQ" && direction != "NE") break;
      auto a0 = get_part(0, 0), b0 = get_part(1, 0), a1 = get_part(0, 1), b1 = get_part(1, 1);
      if (!a0 || !b0 || !a1 || !b1) return std::nullopt;
      NodeId equal = graph_.op(
          Op::And, ElementType::Pred,
          {graph_.op(Op::Eq, ElementType::Pred, {*a0, *b0}), graph_.op(Op::Eq, ElementType::Pred, {*a1, *b1})});
      return direction == "EQ" ? equal : graph_.op(Op::Not, ElementType::Pred, {equal});
    }
    default:
      break;
  }
  return fail(Reason::NoKernelForType, key.instr);
}

// cu_threefry2x32_ffi(k0, k1, x0, x1): what JAX emits for GPUs.
std::optional<NodeId> Scalarizer::threefry_call(const Key& key) {
  const OpView op{module_, key.instr};
  if (op.attrs().text(AttrName::CustomCallTarget) != threefry_target || !has_threefry_form(op))
    return fail(Reason::NoKernelForOp, key.instr);
  const IndexList index = indices_[key.index];
  std::vector<NodeId> in;
  for (size_t n = 0; n < 4; ++n)
    if (auto v = operand(key, n, 0, op.operand_shape(n).rank() == 0 ? IndexList() : index)) in.push_back(*v);
  if (in.size() != 4) return std::nullopt;
  const ElementType u32 = ElementType::U32;
  auto number = [&](uint32_t v) { return graph_.constant_node(u32, v); };
  auto add = [&](NodeId a, NodeId b) { return graph_.op(Op::Add, u32, {a, b}); };
  auto exclusive = [&](NodeId a, NodeId b) { return graph_.op(Op::Xor, u32, {a, b}); };
  const NodeId keys[3] = {in[0], in[1], exclusive(exclusive(in[0], in[1]), number(0x1BD11BDA))};
  constexpr uint32_t rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  NodeId x0 = add(in[2], keys[0]), x1 = add(in[3], keys[1]);
  for (uint32_t round = 0; round < 5; ++round) {
    for (uint32_t r : rotations[round % 2]) {
      x0 = add(x0, x1);
      NodeId turned = graph_.op(Op::Or, u32,
                                {graph_.op(Op::ShiftLeft, u32, {x1, number(r)}),
                                 graph_.op(Op::ShiftRightLogical, u32, {x1, number(32 - r)})});
      x1 = exclusive(x0, turned);
    }
    x0 = add(x0, keys[(round + 1) % 3]);
    x1 = add(add(x1, keys[(round + 2) % 3]), number(round + 1));
  }
  return key.leaf == 0 ? x0 : x1;
}

}  // namespace eutectic::analysis

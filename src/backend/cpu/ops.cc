#include "backend/cpu/ops.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "base/check.h"

namespace eutectic::cpu {

using llvm::Type;
using scalar::Op;

Type* Ops::type(ElementType t, int width) const {
  Type* s = nullptr;
  switch (t) {
    case ElementType::Pred:
      s = b.getInt1Ty();
      break;
    case ElementType::F32:
      s = b.getFloatTy();
      break;
    case ElementType::F64:
      s = b.getDoubleTy();
      break;
    default:
      s = b.getIntNTy(static_cast<unsigned>(info(t).bits));
      break;
  }
  return width == 1 ? s : llvm::FixedVectorType::get(s, static_cast<unsigned>(width));
}

Type* Ops::memory_type(ElementType t, int width) const {
  return t == ElementType::Pred ? type(ElementType::U8, width) : type(t, width);
}

llvm::Constant* Ops::constant(ElementType t, scalar::Bits bits) const {
  switch (t) {
    case ElementType::F32:
      return llvm::ConstantFP::get(b.getContext(), llvm::APFloat(std::bit_cast<float>(static_cast<uint32_t>(bits))));
    case ElementType::F64:
      return llvm::ConstantFP::get(b.getContext(), llvm::APFloat(std::bit_cast<double>(bits)));
    default: {
      unsigned width = t == ElementType::Pred ? 1 : static_cast<unsigned>(info(t).bits);
      uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
      return llvm::ConstantInt::get(b.getIntNTy(width), bits & mask);
    }
  }
}

Type* Ops::shaped(Type* scalar, V like) const {
  if (auto* v = llvm::dyn_cast<llvm::FixedVectorType>(like->getType()))
    return llvm::FixedVectorType::get(scalar, v->getNumElements());
  return scalar;
}

Ops::V Ops::number(V like, double v) { return llvm::ConstantFP::get(like->getType(), v); }

Ops::V Ops::integer_like(V like, uint64_t v) {
  unsigned bits = like->getType()->getScalarSizeInBits();
  return llvm::ConstantInt::get(shaped(b.getIntNTy(bits), like), bits == 64 ? v : v & ((uint64_t{1} << bits) - 1));
}

Ops::V Ops::as_int(V x) {
  if (!x->getType()->isFPOrFPVectorTy()) return x;
  return b.CreateBitCast(x, shaped(b.getIntNTy(x->getType()->getScalarSizeInBits()), x));
}

Ops::V Ops::as_float(V x) {
  if (x->getType()->isFPOrFPVectorTy()) return x;
  return b.CreateBitCast(x, shaped(x->getType()->getScalarSizeInBits() == 64 ? b.getDoubleTy() : b.getFloatTy(), x));
}

Ops::V Ops::call(llvm::Intrinsic::ID id, V x) { return b.CreateUnaryIntrinsic(id, x); }

Ops::V Ops::from_memory(ElementType t, V v) {
  return t == ElementType::Pred ? b.CreateICmpNE(v, llvm::Constant::getNullValue(v->getType())) : v;
}

Ops::V Ops::to_memory(ElementType t, V v) {
  return t == ElementType::Pred ? b.CreateZExt(v, shaped(b.getInt8Ty(), v)) : v;
}

Ops::V Ops::bits_differ(ElementType, V x, V y) { return b.CreateICmpNE(as_int(x), as_int(y)); }

Ops::V Ops::emit(Op op, ElementType result, std::span<const ElementType> types, std::span<V const> x) {
  ElementType t = types.empty() ? result : types.back();
  switch (op) {
    case Op::Convert:
      return convert(t, result, x[0]);
    case Op::Bitcast: {
      Type* to = shaped(type(result, 1), x[0]);
      if (t == result || to == x[0]->getType()) return x[0];
      if (t == ElementType::Pred) return b.CreateZExt(x[0], to);
      if (result == ElementType::Pred) return b.CreateICmpNE(x[0], llvm::Constant::getNullValue(x[0]->getType()));
      return b.CreateBitCast(x[0], to);
    }
    case Op::Select:
      return b.CreateSelect(x[0], x[1], x[2]);
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      return compare(op, t, x[0], x[1]);
    default:
      break;
  }
  if (t == ElementType::F16 || t == ElementType::BF16) return narrow_float(op, result, types, x);
  return is_float(t) ? floating(op, t, x) : integer(op, t, x);
}

// Computed in f32 and rounded; what only moves bits is done on the bits.
Ops::V Ops::narrow_float(Op op, ElementType result, std::span<const ElementType> types, std::span<V const> x) {
  ElementType t = types.back();
  if (op == Op::Neg) return b.CreateXor(x[0], integer_like(x[0], 0x8000));
  if (op == Op::Abs) return b.CreateAnd(x[0], integer_like(x[0], 0x7fff));
  V wide[3];
  for (size_t i = 0; i < x.size(); ++i) wide[i] = widen(t, x[i]);
  V r = floating(op, ElementType::F32, std::span<V const>(wide, x.size()));
  return narrow(result, r);
}

Ops::V Ops::compare(Op op, ElementType t, V x, V y) {
  using P = llvm::CmpInst::Predicate;
  if (t == ElementType::F16 || t == ElementType::BF16) {
    x = widen(t, x);
    y = widen(t, y);
  }
  bool f = is_float(t), s = is_signed_int(t);
  P p = P::ICMP_EQ;
  switch (op) {
    case Op::Eq:
      p = f ? P::FCMP_OEQ : P::ICMP_EQ;
      break;
    case Op::Ne:
      p = f ? P::FCMP_UNE : P::ICMP_NE;
      break;
    case Op::Lt:
      p = f ? P::FCMP_OLT : s ? P::ICMP_SLT : P::ICMP_ULT;
      break;
    case Op::Le:
      p = f ? P::FCMP_OLE : s ? P::ICMP_SLE : P::ICMP_ULE;
      break;
    case Op::Gt:
      p = f ? P::FCMP_OGT : s ? P::ICMP_SGT : P::ICMP_UGT;
      break;
    default:
      p = f ? P::FCMP_OGE : s ? P::ICMP_SGE : P::ICMP_UGE;
      break;
  }
  return f ? b.CreateFCmp(p, x, y) : b.CreateICmp(p, x, y);
}

// Whether a value cannot be NaN, seen locally; saves two instructions of min and max.
bool Ops::never_nan(V x) const {
  for (int depth = 0; depth < 4; ++depth) {
    if (auto* c = llvm::dyn_cast<llvm::Constant>(x)) {
      if (auto* v = c->getType()->isVectorTy() ? c->getSplatValue() : c)
        if (auto* f = llvm::dyn_cast<llvm::ConstantFP>(v)) return !f->isNaN();
      return false;
    }
    if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(x)) return true;
    auto* i = llvm::dyn_cast<llvm::IntrinsicInst>(x);
    if (!i) return false;
    switch (i->getIntrinsicID()) {
      case llvm::Intrinsic::floor:
      case llvm::Intrinsic::ceil:
      case llvm::Intrinsic::trunc:
      case llvm::Intrinsic::roundeven:
      case llvm::Intrinsic::fabs:
        x = i->getArgOperand(0);
        break;
      default:
        return false;
    }
  }
  return false;
}

// min(a, b) = a is NaN ? a : (a < b ? a : b). The inner part is one instruction of x86, which takes the second operand
// when either is NaN. With a constant b other than zero, c < a ? c : a is the same and right for a NaN too.
Ops::V Ops::float_min_max(bool max, V x, V y) {
  auto p = max ? llvm::CmpInst::FCMP_OGT : llvm::CmpInst::FCMP_OLT;
  if (never_nan(x)) return b.CreateSelect(b.CreateFCmp(p, x, y), x, y);
  if (auto* c = llvm::dyn_cast<llvm::Constant>(y)) {
    auto* v = c->getType()->isVectorTy() ? c->getSplatValue() : c;
    auto* f = v ? llvm::dyn_cast<llvm::ConstantFP>(v) : nullptr;
    if (f && !f->isNaN() && !f->isZero()) return b.CreateSelect(b.CreateFCmp(p, y, x), y, x);
  }
  V r = b.CreateSelect(b.CreateFCmp(p, x, y), x, y);
  return b.CreateSelect(b.CreateFCmpUNO(x, llvm::Constant::getNullValue(x->getType())), x, r);
}

Ops::V Ops::floating(Op op, ElementType, std::span<V const> x) {
  switch (op) {
    case Op::Add:
      return b.CreateFAdd(x[0], x[1]);
    case Op::Sub:
      return b.CreateFSub(x[0], x[1]);
    case Op::Mul:
      return b.CreateFMul(x[0], x[1]);
    case Op::Div:
      return b.CreateFDiv(x[0], x[1]);
    case Op::Rem:
      return float_rem(x[0], x[1]);
    case Op::Fma:
      return fma(x[0], x[1], x[2]);
    case Op::Neg:
      return b.CreateFNeg(x[0]);
    case Op::Abs:
      return call(llvm::Intrinsic::fabs, x[0]);
    case Op::Min:
      return float_min_max(false, x[0], x[1]);
    case Op::Max:
      return float_min_max(true, x[0], x[1]);
    case Op::Sqrt:
      return call(llvm::Intrinsic::sqrt, x[0]);
    case Op::Floor:
      return call(llvm::Intrinsic::floor, x[0]);
    case Op::Ceil:
      return call(llvm::Intrinsic::ceil, x[0]);
    case Op::Trunc:
      return call(llvm::Intrinsic::trunc, x[0]);
    case Op::RoundEven:
      return call(llvm::Intrinsic::roundeven, x[0]);
    default:
      CHECK(false, "{} of floats", scalar::info(op).text);
      return nullptr;
  }
}

Ops::V Ops::integer(Op op, ElementType t, std::span<V const> x) {
  bool s = is_signed_int(t);
  switch (op) {
    case Op::Add:
      return b.CreateAdd(x[0], x[1]);
    case Op::Sub:
      return b.CreateSub(x[0], x[1]);
    case Op::Mul:
      return b.CreateMul(x[0], x[1]);
    case Op::Fma:
      return b.CreateAdd(b.CreateMul(x[0], x[1]), x[2]);
    case Op::Div:
    case Op::Rem:
      return divide(op, t, x[0], x[1]);
    case Op::MulHi: {
      unsigned bits = x[0]->getType()->getScalarSizeInBits();
      Type* wide = shaped(b.getIntNTy(2 * bits), x[0]);
      V p = b.CreateMul(b.CreateIntCast(x[0], wide, s), b.CreateIntCast(x[1], wide, s));
      return b.CreateTrunc(b.CreateLShr(p, bits), x[0]->getType());
    }
    case Op::Neg:
      return b.CreateNeg(x[0]);
    case Op::Abs:
      return s ? b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x[0], b.getFalse()) : x[0];
    case Op::Min:
      return b.CreateBinaryIntrinsic(s ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, x[0], x[1]);
    case Op::Max:
      return b.CreateBinaryIntrinsic(s ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, x[0], x[1]);
    case Op::And:
      return b.CreateAnd(x[0], x[1]);
    case Op::Or:
      return b.CreateOr(x[0], x[1]);
    case Op::Xor:
      return b.CreateXor(x[0], x[1]);
    case Op::Not:
      return b.CreateNot(x[0]);
    case Op::ShiftLeft:
    case Op::ShiftRightLogical:
    case Op::ShiftRightArithmetic:
      return shift(op, t, x[0], x[1]);
    case Op::Popcnt:
      return call(llvm::Intrinsic::ctpop, x[0]);
    case Op::Clz:
      return b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x[0], b.getFalse());
    case Op::Floor:
    case Op::Ceil:
    case Op::Trunc:
    case Op::RoundEven:
      return x[0];
    default:
      CHECK(false, "{} of integers", scalar::info(op).text);
      return nullptr;
  }
}

// LLVM's shifts by the width or more are poison. The selects below become nothing on AVX2, whose variable shifts give
// zero by themselves, and fold away for constants.
Ops::V Ops::shift(Op op, ElementType, V x, V count) {
  unsigned bits = x->getType()->getScalarSizeInBits();
  if (op == Op::ShiftRightArithmetic) {
    V most = integer_like(x, bits - 1);
    return b.CreateAShr(x, b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, most));
  }
  V inside = b.CreateICmpULT(count, integer_like(x, bits));
  V zero = llvm::Constant::getNullValue(x->getType());
  if (auto* c = llvm::dyn_cast<llvm::Constant>(inside)) {
    if (c->isNullValue()) return zero;
    if (c->isAllOnesValue()) return op == Op::ShiftLeft ? b.CreateShl(x, count) : b.CreateLShr(x, count);
  }
  V r = op == Op::ShiftLeft ? b.CreateShl(x, count) : b.CreateLShr(x, count);
  return b.CreateSelect(inside, r, zero);
}

}  // namespace eutectic::cpu

// Division and remainder, and FMA where the processor has none.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <limits>

#include "backend/cpu/ops.h"

namespace eutectic::cpu {

using llvm::Type;
using scalar::Op;

// Vectors of up to 32 bits divide as f64, which is exact: the quotient of two 32-bit integers is at least 2^-32 away
// from an integer that it does not reach, relative to its size, and f64 has 53 bits.
Ops::V Ops::small_divide(Op op, bool s, V x, V y) {
  Type* f64 = shaped(b.getDoubleTy(), x);
  V fx = s ? b.CreateSIToFP(x, f64) : b.CreateUIToFP(x, f64), fy = s ? b.CreateSIToFP(y, f64) : b.CreateUIToFP(y, f64);
  V fq = b.CreateFDiv(fx, fy);
  V q = s ? b.CreateFPToSI(fq, x->getType()) : b.CreateFPToUI(fq, x->getType());
  return op == Op::Div ? q : b.CreateSub(x, b.CreateMul(q, y));
}

// Zero divisors and lowest / -1 are replaced before and mended after.
Ops::V Ops::divide(Op op, ElementType t, V x, V y) {
  bool s = is_signed_int(t);
  V zero = llvm::Constant::getNullValue(x->getType()), one = llvm::ConstantInt::get(x->getType(), 1);
  V minus = llvm::Constant::getAllOnesValue(x->getType());
  V is_zero = b.CreateICmpEQ(y, zero);
  V bad = is_zero;
  if (s) {
    unsigned bits = x->getType()->getScalarSizeInBits();
    V lowest = llvm::ConstantInt::get(x->getType(), llvm::APInt::getSignedMinValue(bits));
    bad = b.CreateOr(bad, b.CreateAnd(b.CreateICmpEQ(y, minus), b.CreateICmpEQ(x, lowest)));
  }
  V safe = b.CreateSelect(bad, one, y);
  bool vector =
      x->getType()->isVectorTy() && x->getType()->getScalarSizeInBits() <= 32 && !llvm::isa<llvm::Constant>(y);
  V r;
  if (vector)
    r = small_divide(op, s, x, safe);
  else if (op == Op::Div)
    r = s ? b.CreateSDiv(x, safe) : b.CreateUDiv(x, safe);
  else
    r = s ? b.CreateSRem(x, safe) : b.CreateURem(x, safe);
  return b.CreateSelect(is_zero, op == Op::Div ? minus : x, r);
}

// fmod. For quotients below 2^22 (2^51) it is x - q * y by one FMA: the rounded quotient is right or, where rounding
// took it up to an integer, one too large, and both differences are exact. Vectors with other lanes go through fmod
// itself.
Ops::V Ops::float_rem(V x, V y) {
  bool f64 = x->getType()->getScalarType()->isDoubleTy();
  bool has_fma = target_.fma || (target_.sse41 && !f64);
  if (!x->getType()->isVectorTy() || !has_fma) return b.CreateFRem(x, y);
  V ax = call(llvm::Intrinsic::fabs, x), ay = call(llvm::Intrinsic::fabs, y);
  V ratio = b.CreateFDiv(ax, ay);
  V simple = b.CreateAnd(b.CreateFCmpOLT(ratio, number(x, f64 ? 0x1p51 : 0x1p22)),
                         b.CreateFCmpOLT(ay, number(x, std::numeric_limits<double>::infinity())));
  V q = call(llvm::Intrinsic::trunc, ratio);
  V r = fma(b.CreateFNeg(q), ay, ax);
  r = b.CreateSelect(b.CreateFCmpOLT(r, number(x, 0)), b.CreateFAdd(r, ay), r);
  V fast = b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, r, x);
  auto lanes = llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements();
  V bits = b.CreateBitCast(simple, b.getIntNTy(lanes));
  llvm::Function* f = b.GetInsertBlock()->getParent();
  llvm::BasicBlock* before = b.GetInsertBlock();
  auto* slow = llvm::BasicBlock::Create(b.getContext(), "rem.slow", f);
  auto* end = llvm::BasicBlock::Create(b.getContext(), "rem.end", f);
  b.CreateCondBr(b.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType())), end, slow);
  b.SetInsertPoint(slow);
  V exact = b.CreateFRem(x, y);
  b.CreateBr(end);
  b.SetInsertPoint(end);
  llvm::PHINode* result = b.CreatePHI(x->getType(), 2);
  result->addIncoming(fast, before);
  result->addIncoming(exact, slow);
  return result;
}

Ops::V Ops::fma(V x, V y, V z) {
  if (!target_.fma && target_.sse41 && x->getType()->getScalarType()->isFloatTy() && x->getType()->isVectorTy())
    return soft_fma(x, y, z);
  return b.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, y, z});
}

// f32 FMA by f64: the product is exact; the sum is rounded to odd, after which rounding to f32 is right.
Ops::V Ops::soft_fma(V x, V y, V z) {
  Type* f64 = shaped(b.getDoubleTy(), x);
  V p = b.CreateFMul(b.CreateFPExt(x, f64), b.CreateFPExt(y, f64)), c = b.CreateFPExt(z, f64);
  V s = b.CreateFAdd(p, c);
  // The error of the sum (Knuth), exact: both terms are far from the limits of f64.
  V pp = b.CreateFSub(s, c), cc = b.CreateFSub(s, pp);
  V e = b.CreateFAdd(b.CreateFSub(p, pp), b.CreateFSub(c, cc));
  // Inexact: step to the value towards zero of the true sum if it was rounded away, and make it odd.
  V bits = as_int(s), zero = llvm::Constant::getNullValue(bits->getType());
  V inexact = b.CreateFCmpONE(e, number(e, 0));                  // ordered: infinities and NaN stay
  V away = b.CreateICmpSLT(b.CreateXor(as_int(e), bits), zero);  // signs differ: |s| > |true sum|
  V down = b.CreateSub(bits, b.CreateZExt(away, bits->getType()));
  V odd = b.CreateOr(down, llvm::ConstantInt::get(bits->getType(), 1));
  V r = b.CreateBitCast(b.CreateSelect(inexact, odd, bits), f64);
  return b.CreateFPTrunc(r, x->getType());
}

}  // namespace eutectic::cpu

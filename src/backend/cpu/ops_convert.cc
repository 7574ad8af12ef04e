// Conversions between the scalar types.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "backend/cpu/ops.h"

namespace eutectic::cpu {

using llvm::Type;

Ops::V Ops::widen(ElementType t, V bits) {
  Type* i32 = shaped(b.getInt32Ty(), bits);
  Type* f32 = shaped(b.getFloatTy(), bits);
  if (t == ElementType::BF16) return b.CreateBitCast(b.CreateShl(b.CreateZExt(bits, i32), 16), f32);
  if (target_.f16c) return b.CreateFPExt(b.CreateBitCast(bits, shaped(b.getHalfTy(), bits)), f32);
  // Moves exponent and fraction to their f32 places and scales by 2^112, which is exact for subnormals too.
  V x = b.CreateZExt(bits, i32);
  V magnitude = b.CreateShl(b.CreateAnd(x, 0x7fff), 13);
  V scaled = b.CreateBitCast(b.CreateFMul(b.CreateBitCast(magnitude, f32), llvm::ConstantFP::get(f32, 0x1p112)), i32);
  V special = b.CreateICmpUGE(magnitude, llvm::ConstantInt::get(i32, 0x7c00u << 13));
  V nan = b.CreateICmpUGT(magnitude, llvm::ConstantInt::get(i32, 0x7c00u << 13));
  V quiet = b.CreateSelect(nan, llvm::ConstantInt::get(i32, 0x7fc00000), llvm::ConstantInt::get(i32, 0x7f800000));
  V r = b.CreateSelect(special, b.CreateOr(magnitude, quiet), scaled);
  return b.CreateBitCast(b.CreateOr(r, b.CreateShl(b.CreateAnd(x, 0x8000), 16)), f32);
}

Ops::V Ops::narrow(ElementType t, V value) {
  Type* i32 = shaped(b.getInt32Ty(), value);
  Type* i16 = shaped(b.getInt16Ty(), value);
  V x = b.CreateBitCast(value, i32);
  V is_nan = b.CreateFCmpUNO(value, llvm::Constant::getNullValue(value->getType()));
  if (t == ElementType::BF16) {
    V odd = b.CreateAnd(b.CreateLShr(x, 16), 1);
    V rounded = b.CreateLShr(b.CreateAdd(x, b.CreateAdd(odd, llvm::ConstantInt::get(i32, 0x7fff))), 16);
    V quiet = b.CreateOr(b.CreateLShr(x, 16), 0x40);
    return b.CreateTrunc(b.CreateSelect(is_nan, quiet, rounded), i16);
  }
  if (target_.f16c) return b.CreateBitCast(b.CreateFPTrunc(value, shaped(b.getHalfTy(), value)), i16);
  auto k = [&](uint32_t v) { return llvm::ConstantInt::get(i32, v); };
  V sign = b.CreateAnd(b.CreateLShr(x, 16), 0x8000);
  V m = b.CreateAnd(x, 0x7fffffff);
  // Subnormal results: adding 0.5 lets the f32 adder round at the right place.
  V small = b.CreateSub(
      b.CreateBitCast(b.CreateFAdd(b.CreateBitCast(m, value->getType()), llvm::ConstantFP::get(value->getType(), 0.5)),
                      i32),
      k(126u << 23));
  V odd = b.CreateAnd(b.CreateLShr(m, 13), 1);
  V normal = b.CreateLShr(b.CreateAdd(b.CreateAdd(m, odd), k((static_cast<uint32_t>(15 - 127) << 23) + 0xfff)), 13);
  V r = b.CreateSelect(b.CreateICmpULT(m, k(113u << 23)), small, normal);
  V infinite = b.CreateSelect(is_nan, b.CreateOr(k(0x7e00), b.CreateAnd(b.CreateLShr(m, 13), 0x3ff)), k(0x7c00));
  r = b.CreateSelect(b.CreateICmpUGE(m, k(0x47800000)), infinite, r);
  return b.CreateTrunc(b.CreateOr(r, sign), i16);
}

// f64 to f32 so that a later rounding to f16 or bf16 is the only one: inexact results are made odd, towards zero.
Ops::V Ops::round_to_odd(V x) {
  Type* f32 = shaped(b.getFloatTy(), x);
  Type* i32 = shaped(b.getInt32Ty(), x);
  V f = b.CreateFPTrunc(x, f32), back = b.CreateFPExt(f, x->getType()), bits = b.CreateBitCast(f, i32);
  V inexact = b.CreateFCmpONE(back, x);
  V away = b.CreateFCmpOGT(call(llvm::Intrinsic::fabs, back), call(llvm::Intrinsic::fabs, x));
  V odd = b.CreateOr(b.CreateSub(bits, b.CreateZExt(away, i32)), llvm::ConstantInt::get(i32, 1));
  return b.CreateBitCast(b.CreateSelect(inexact, odd, bits), f32);
}

Ops::V Ops::convert(ElementType from, ElementType to, V x) {
  if (from == to) return x;
  bool from16 = from == ElementType::F16 || from == ElementType::BF16;
  bool to16 = to == ElementType::F16 || to == ElementType::BF16;
  Type* result = shaped(type(to, 1), x);
  V zero = llvm::Constant::getNullValue(x->getType());
  if (to == ElementType::Pred) {
    if (from16) return b.CreateICmpNE(b.CreateAnd(x, integer_like(x, 0x7fff)), zero);
    return is_float(from) ? b.CreateFCmpUNE(x, zero) : b.CreateICmpNE(x, zero);
  }
  if (from == ElementType::Pred) {
    if (!is_float(to)) return b.CreateZExt(x, result);
    scalar::Bits one = scalar::encode(to, 1.0);
    auto splat = [&](llvm::Constant* c) -> llvm::Constant* {
      auto* v = llvm::dyn_cast<llvm::FixedVectorType>(result);
      return v ? llvm::ConstantVector::getSplat(v->getElementCount(), c) : c;
    };
    return b.CreateSelect(x, splat(constant(to, one)), splat(constant(to, 0)));
  }
  if (is_float(from)) {
    if (from16) {
      x = widen(from, x);
      if (to == ElementType::F32) return x;
      if (to16) return narrow(to, x);
    }
    if (to == ElementType::F64) return b.CreateFPExt(x, result);
    if (to == ElementType::F32) return b.CreateFPTrunc(x, result);
    if (to16) return narrow(to, from == ElementType::F64 ? round_to_odd(x) : x);
    return float_to_int(to, x);
  }
  bool s = is_signed_int(from);
  if (!is_float(to)) return b.CreateIntCast(x, result, s);
  // Integers above 24 bits are infinite as f16 whatever f32 makes of them; bf16 has their exponents, so through f64.
  if (to16) {
    bool big = to == ElementType::BF16 && info(from).bits > 16;
    Type* f = shaped(big ? b.getDoubleTy() : b.getFloatTy(), x);
    V v = s ? b.CreateSIToFP(x, f) : b.CreateUIToFP(x, f);
    return narrow(to, big ? round_to_odd(v) : v);
  }
  return s ? b.CreateSIToFP(x, result) : b.CreateUIToFP(x, result);
}

// The instruction itself, whose result out of range is 0x80000000; fptosi would be undefined there.
Ops::V Ops::x86_cvtt(V x) {
  auto* vt = llvm::dyn_cast<llvm::FixedVectorType>(x->getType());
  unsigned n = vt ? vt->getNumElements() : 1;
  Type* i32 = b.getInt32Ty();
  if (!vt) {
    V v = b.CreateInsertElement(llvm::Constant::getNullValue(llvm::FixedVectorType::get(b.getFloatTy(), 4)), x,
                                uint64_t{0});
    return b.CreateIntrinsic(i32, llvm::Intrinsic::x86_sse_cvttss2si, {v});
  }
  unsigned unit = target_.avx && n >= 8 ? 8 : 4;
  llvm::SmallVector<V, 4> parts;
  for (unsigned i = 0; i < n; i += unit) {
    V part = x;
    if (n != unit) {
      llvm::SmallVector<int, 8> mask;
      for (unsigned k = 0; k < unit; ++k) mask.push_back(i + k < n ? static_cast<int>(i + k) : -1);
      part = b.CreateShuffleVector(x, mask);
    }
    auto id = unit == 8 ? llvm::Intrinsic::x86_avx_cvtt_ps2dq_256 : llvm::Intrinsic::x86_sse2_cvttps2dq;
    parts.push_back(b.CreateIntrinsic(llvm::FixedVectorType::get(i32, unit), id, {part}));
  }
  while (parts.size() > 1) {
    llvm::SmallVector<V, 4> joined;
    for (size_t i = 0; i + 1 < parts.size(); i += 2) {
      unsigned w = llvm::cast<llvm::FixedVectorType>(parts[i]->getType())->getNumElements();
      llvm::SmallVector<int, 32> mask;
      for (unsigned k = 0; k < 2 * w; ++k) mask.push_back(static_cast<int>(k));
      joined.push_back(b.CreateShuffleVector(parts[i], parts[i + 1], mask));
    }
    parts = joined;
  }
  if (n < unit) {
    llvm::SmallVector<int, 4> mask;
    for (unsigned k = 0; k < n; ++k) mask.push_back(static_cast<int>(k));
    return b.CreateShuffleVector(parts[0], mask);
  }
  return parts[0];
}

// 0x80000000 for large positive values becomes 0x7fffffff by a xor with the comparison; NaN becomes 0 by an and.
Ops::V Ops::x86_float_to_s32(V x) {
  V r = x86_cvtt(x);
  V high = b.CreateSExt(b.CreateFCmpOGE(x, number(x, 0x1p31)), r->getType());
  V real = b.CreateSExt(b.CreateFCmpORD(x, number(x, 0)), r->getType());
  return b.CreateAnd(b.CreateXor(r, high), real);
}

Ops::V Ops::x86_float_to_u32(V x) {
  // max(x, 0) with NaN to 0, in x86's operand order.
  V p = b.CreateSelect(b.CreateFCmpOGT(x, number(x, 0)), x, number(x, 0));
  V low = x86_cvtt(p), high = x86_cvtt(b.CreateFSub(p, number(x, 0x1p31)));
  V r = b.CreateOr(low, b.CreateAnd(high, b.CreateAShr(low, 31)));
  return b.CreateOr(r, b.CreateSExt(b.CreateFCmpOGE(p, number(x, 0x1p32)), r->getType()));
}

Ops::V Ops::float_to_int(ElementType to, V x) {
  bool s = is_signed_int(to);
  int bits = info(to).bits;
  Type* result = shaped(type(to, 1), x);
  bool f32 = x->getType()->getScalarType()->isFloatTy();
  if (target_.x86 && f32 && x->getType()->isVectorTy()) {
    if (bits == 32) return s ? x86_float_to_s32(x) : x86_float_to_u32(x);
    if (bits < 32) {
      V r = x86_float_to_s32(x);
      auto k = [&](int64_t v) { return llvm::ConstantInt::get(r->getType(), static_cast<uint64_t>(v), true); };
      int64_t lo = s ? -(int64_t{1} << (bits - 1)) : 0, hi = (int64_t{1} << (s ? bits - 1 : bits)) - 1;
      r = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, r, k(hi));
      r = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, r, k(lo));
      return b.CreateTrunc(r, result);
    }
  }
  return b.CreateIntrinsic(s ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat, {result, x->getType()}, {x});
}

}  // namespace eutectic::cpu

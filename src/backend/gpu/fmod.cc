// The remainder of floats by long division of the mantissas: exact, as C's fmod. NVPTX would compute x - trunc(x / y)
// y.
#include <llvm/IR/Constants.h>

#include <bit>

#include "backend/gpu/codegen.h"

namespace eutectic::gpu {

llvm::Value* Codegen::float_rem(ElementType type, V x, V y) {
  const ElementType types[] = {type};
  if (type == ElementType::F16 || type == ElementType::BF16) {
    V operands_x[] = {x}, operands_y[] = {y};
    V wide = float_rem(ElementType::F32, ops_.emit(scalar::Op::Convert, ElementType::F32, types, operands_x),
                       ops_.emit(scalar::Op::Convert, ElementType::F32, types, operands_y));
    const ElementType f32[] = {ElementType::F32};
    V operands[] = {wide};
    return ops_.emit(scalar::Op::Convert, type, f32, operands);
  }
  llvm::Function*& f = rems_[static_cast<int>(type)];
  if (!f) f = make_rem(type);
  return b.CreateCall(f, {x, y});
}

llvm::Function* Codegen::make_rem(ElementType type) {
  const bool single = type == ElementType::F32;
  const unsigned width = single ? 32 : 64, mantissa = single ? 23 : 52;
  llvm::Type *real = single ? b.getFloatTy() : b.getDoubleTy(), *whole = b.getIntNTy(width);
  auto number = [&](uint64_t n) { return llvm::ConstantInt::get(whole, n); };
  const uint64_t hidden = uint64_t{1} << mantissa, sign = uint64_t{1} << (width - 1);
  const uint64_t infinity = (sign - 1) & ~(hidden - 1);
  auto* made =
      llvm::Function::Create(llvm::FunctionType::get(real, {real, real}, false), llvm::GlobalValue::InternalLinkage,
                             single ? "remainder_f32" : "remainder_f64", module_);
  llvm::IRBuilderBase::InsertPointGuard guard(b);
  llvm::Function* outer = std::exchange(function_, made);
  llvm::BasicBlock *entry = new_block("entry"), *usual = new_block("usual"), *divide = new_block("divide"),
                   *loop = new_block("loop"), *last = new_block("last"), *pack = new_block("pack"),
                   *whole_x = new_block("x"), *wrong = new_block("wrong"), *zero = new_block("zero");
  b.SetInsertPoint(entry);
  V xb = b.CreateBitCast(made->getArg(0), whole), yb = b.CreateBitCast(made->getArg(1), whole);
  V sx = b.CreateAnd(xb, number(sign)), ax = b.CreateAnd(xb, number(sign - 1)), ay = b.CreateAnd(yb, number(sign - 1));
  V bad = b.CreateOr(b.CreateICmpEQ(ay, number(0)),
                     b.CreateOr(b.CreateICmpUGE(ax, number(infinity)), b.CreateICmpUGT(ay, number(infinity))));
  b.CreateCondBr(bad, wrong, usual);
  b.SetInsertPoint(wrong);
  b.CreateRet(llvm::ConstantFP::getNaN(real));
  b.SetInsertPoint(usual);
  b.CreateCondBr(b.CreateICmpULT(ax, ay), whole_x, divide);
  b.SetInsertPoint(whole_x);
  b.CreateRet(made->getArg(0));

  b.SetInsertPoint(divide);
  // Mantissas with their leading bit at `mantissa`, and exponents that may be below 1 for subnormal numbers.
  auto leading = [&](V m) {
    V zeros = b.CreateIntrinsic(llvm::Intrinsic::ctlz, {whole}, {m, b.getFalse()});
    return b.CreateSub(zeros, number(width - 1 - mantissa));
  };
  auto split = [&](V bits) {
    V e = b.CreateLShr(bits, number(mantissa)), m = b.CreateAnd(bits, number(hidden - 1));
    V small = b.CreateICmpEQ(e, number(0)), up = leading(m);
    V exponent = b.CreateSelect(small, b.CreateSub(number(1), up), e);
    // A zero has no leading bit; it is not divided, but must not be shifted too far.
    V shift = b.CreateAnd(up, number(width - 1));
    return std::pair{exponent, b.CreateSelect(small, b.CreateShl(m, shift), b.CreateOr(m, number(hidden)))};
  };
  auto [ex, mx] = split(ax);
  auto [ey, my] = split(ay);
  V steps = b.CreateSub(ex, ey);
  llvm::BasicBlock* before = b.GetInsertBlock();
  b.CreateCondBr(b.CreateICmpSGT(steps, number(0)), loop, last);
  b.SetInsertPoint(loop);
  llvm::PHINode *left = b.CreatePHI(whole, 2), *m = b.CreatePHI(whole, 2);
  V less = b.CreateSelect(b.CreateICmpUGE(m, my), b.CreateSub(m, my), m);
  V next = b.CreateShl(less, number(1)), fewer = b.CreateSub(left, number(1));
  left->addIncoming(steps, before);
  left->addIncoming(fewer, loop);
  m->addIncoming(mx, before);
  m->addIncoming(next, loop);
  b.CreateCondBr(b.CreateICmpSGT(fewer, number(0)), loop, last);
  b.SetInsertPoint(last);
  llvm::PHINode* r = b.CreatePHI(whole, 2);
  r->addIncoming(mx, before);
  r->addIncoming(next, loop);
  V rest = b.CreateSelect(b.CreateICmpUGE(r, my), b.CreateSub(r, my), r);
  b.CreateCondBr(b.CreateICmpEQ(rest, number(0)), zero, pack);
  b.SetInsertPoint(zero);
  b.CreateRet(b.CreateBitCast(sx, real));
  b.SetInsertPoint(pack);
  V up = leading(rest), scaled = b.CreateShl(rest, up), e = b.CreateSub(ey, up);
  V normal = b.CreateOr(b.CreateSub(scaled, number(hidden)), b.CreateShl(e, number(mantissa)));
  V down = b.CreateAnd(b.CreateSub(number(1), e), number(width - 1));
  V bits = b.CreateSelect(b.CreateICmpSGT(e, number(0)), normal, b.CreateLShr(scaled, down));
  b.CreateRet(b.CreateBitCast(b.CreateOr(bits, sx), real));
  function_ = outer;
  return made;
}

}  // namespace eutectic::gpu

// Primitives as LLVM instructions, on scalars and vectors alike. f16 and bf16 are their bits (i16) in IR, pred is i1.
// Private to backend/cpu.
#pragma once
#include <llvm/IR/IRBuilder.h>

#include <span>

#include "backend/cpu/target.h"
#include "scalar/scalar_op.h"

namespace eutectic::cpu {

using Builder = llvm::IRBuilder<>;

class Ops {
 public:
  Ops(Builder& builder, const Target& target) : b(builder), target_(target) {}

  // The type of a value, `width` elements long (1: a scalar), and that of its elements in memory (pred: i8).
  llvm::Type* type(ElementType t, int width) const;
  llvm::Type* memory_type(ElementType t, int width) const;
  llvm::Constant* constant(ElementType t, scalar::Bits bits) const;  // a scalar

  // Operands all scalars or all vectors of one width, with the types given.
  llvm::Value* emit(scalar::Op op, ElementType result, std::span<const ElementType> types,
                    std::span<llvm::Value* const> operands);
  // Between the value and what is in memory.
  llvm::Value* from_memory(ElementType t, llvm::Value* v);
  llvm::Value* to_memory(ElementType t, llvm::Value* v);
  // Bitwise inequality: i1.
  llvm::Value* bits_differ(ElementType t, llvm::Value* x, llvm::Value* y);

 private:
  using V = llvm::Value*;
  V narrow_float(scalar::Op op, ElementType result, std::span<const ElementType> types, std::span<V const> operands);
  V floating(scalar::Op op, ElementType t, std::span<V const> x);
  V integer(scalar::Op op, ElementType t, std::span<V const> x);
  V compare(scalar::Op op, ElementType t, V x, V y);
  V float_min_max(bool max, V x, V y);
  V divide(scalar::Op op, ElementType t, V x, V y);
  V small_divide(scalar::Op op, bool is_signed, V x, V y);
  V float_rem(V x, V y);
  V shift(scalar::Op op, ElementType t, V x, V count);
  V convert(ElementType from, ElementType to, V x);
  V float_to_int(ElementType to, V x);
  V x86_float_to_s32(V x);
  V x86_cvtt(V x);
  V x86_float_to_u32(V x);
  V round_to_odd(V f64);             // f64 -> f32
  V widen(ElementType t, V bits);    // f16, bf16 -> f32
  V narrow(ElementType t, V value);  // f32 -> f16, bf16
  V fma(V x, V y, V z);
  V soft_fma(V x, V y, V z);

  // The type `scalar` with as many elements as `like` has.
  llvm::Type* shaped(llvm::Type* scalar, V like) const;
  V number(V like, double v);          // of like's float type
  V integer_like(V like, uint64_t v);  // of the integer type as wide as like's elements
  V as_int(V x);
  V as_float(V x);
  V call(llvm::Intrinsic::ID id, V x);
  bool never_nan(V x) const;

  Builder& b;
  const Target& target_;
};

}  // namespace eutectic::cpu

// The short pass pipeline, and machine code from a module. Private to backend/cpu.
#pragma once
#include <llvm/ADT/SmallVector.h>

#include "backend/cpu/target.h"

namespace eutectic::cpu {

void optimize(llvm::Module& module, const Target& target);
// Vectors of i1 that live across blocks become integers as wide as the lanes. x86 before AVX-512 and NEON have no mask
// registers; LLVM would pass them from block to block as packed 16-bit integers. Done last: LLVM's own passes undo it.
void widen_masks(llvm::Module& module, const Target& target);

enum class CodeKind : uint8_t { Object, Assembly };
llvm::SmallVector<char, 0> make_code(llvm::Module& module, const Target& target, CodeKind kind);

}  // namespace eutectic::cpu

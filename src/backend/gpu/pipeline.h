// The optimization that device code and its host twin share. Private to backend/gpu.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace eutectic::gpu {

void run_pipeline(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace eutectic::gpu

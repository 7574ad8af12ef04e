// NVPTX: the target, a common optimization pipeline, and text.
#include "backend/gpu/ptx.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include "backend/cpu/optimize.h"
#include "backend/gpu/codegen.h"
#include "backend/gpu/pipeline.h"

namespace eutectic::gpu {
namespace {

Result<cpu::Target> nvptx(const GpuOptions& options) {
  cpu::initialize_llvm();
  const llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string message;
#if LLVM_VERSION_MAJOR >= 22
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, message);
#else
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple.str(), message);
#endif
  if (!target) return unsupported(fmt::format("this LLVM has no NVPTX code generator: {}", message));
  cpu::Target t;
  t.cpu = fmt::format("sm_{}", options.sm);
  t.fma = true;
#if LLVM_VERSION_MAJOR >= 22
  std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple, "", ""));
#else
  std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple.str(), "", ""));
#endif
  if (!info || !info->isCPUStringValid(t.cpu))
    return error(fmt::format("no GPU architecture sm_{}", options.sm), {},
                 "75, 80, 86, 89, 90 and 100 are common ones");
  llvm::TargetOptions target_options;
  target_options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
#if LLVM_VERSION_MAJOR >= 21
  t.machine.reset(target->createTargetMachine(triple, t.cpu, "", target_options, std::nullopt));
#else
  t.machine.reset(target->createTargetMachine(triple.str(), t.cpu, "", target_options, std::nullopt));
#endif
  if (!t.machine) return unsupported(fmt::format("LLVM cannot make code for sm_{}", options.sm));
  return t;
}

Result<GpuCode> emit(const kernel::Kernel& kernel, const GpuOptions& options, bool as_ptx) {
  ASSIGN_OR_RETURN(cpu::Target target, nvptx(options));
  llvm::LLVMContext context;
  llvm::Module module(kernel.name, context);
  cpu::set_target(module, target);
  Codegen codegen(kernel, target, true, module);
  GpuCode code;
  ASSIGN_OR_RETURN(code.launches, codegen.run());
  code.scratch_bytes = codegen.scratch_bytes();
  if (as_ptx) {
    run_pipeline(module, *target.machine);
    llvm::SmallVector<char, 0> text = cpu::make_code(module, target, cpu::CodeKind::Assembly);
    code.text.assign(text.begin(), text.end());
  } else {
    llvm::raw_string_ostream out(code.text);
    module.print(out, nullptr);
  }
  return code;
}

}  // namespace

// Private functions are inlined and state goes to registers; nothing here may change a bit, since no operation carries
// a fast-math flag.
void run_pipeline(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

Result<GpuCode> emit_ptx(const kernel::Kernel& kernel, const GpuOptions& options) {
  return emit(kernel, options, true);
}
Result<GpuCode> emit_ir(const kernel::Kernel& kernel, const GpuOptions& options) {
  return emit(kernel, options, false);
}

}  // namespace eutectic::gpu

#include "backend/cpu/jit.h"

#include <fmt/format.h>
#if __has_include(<llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>)  // LLVM 19 has it in Core.h
#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#endif
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>

#include "backend/cpu/target.h"
#include "runtime/launch.h"

namespace eutectic::cpu {
namespace {
template <class E>
auto failure(const char* what, E error_value) {
  return error(fmt::format("{}: {}", what, llvm::toString(std::move(error_value))));
}
}  // namespace

Result<LoadedCode> load_object(std::span<const char> object) {
  initialize_llvm();
  auto jit = llvm::orc::LLJITBuilder().setNumCompileThreads(0).create();
  if (!jit) return failure("cannot start the JIT", jit.takeError());
  llvm::orc::JITDylib& library = (*jit)->getMainJITDylib();
  llvm::orc::SymbolMap symbols;
  symbols[(*jit)->mangleAndIntern("eutectic_barrier")] = {
      llvm::orc::ExecutorAddr::fromPtr(&runtime::eutectic_barrier),
      llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (auto e = library.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return failure("cannot define symbols", std::move(e));
  // fmod, fma and the like of processors without such instructions.
  auto process =
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess((*jit)->getDataLayout().getGlobalPrefix());
  if (!process) return failure("cannot search this process", process.takeError());
  library.addGenerator(std::move(*process));
  auto copy = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(object.data(), object.size()), "kernel");
  if (auto e = (*jit)->addObjectFile(std::move(copy))) return failure("cannot load code", std::move(e));
  auto symbol = (*jit)->lookup("kernel");
  if (!symbol) return failure("cannot link code", symbol.takeError());
  LoadedCode code;
  code.entry = symbol->toPtr<void*>();
  code.owner = std::shared_ptr<llvm::orc::LLJIT>(std::move(*jit));
  return code;
}

}  // namespace eutectic::cpu

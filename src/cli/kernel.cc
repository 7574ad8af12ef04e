// eutectic kernel, llvm, asm: a program's kernels as the stages of the way see them.
#include <memory>

#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/process.h"
#include "kernel/text.h"

namespace eutectic::cli {
namespace {

enum class Stage : uint8_t { Kernel, Llvm, Asm };

struct Options {
  Stage stage = Stage::Kernel;
  std::string program;
  int number = -1;
  CompileFlags flags;
  cpu::CpuOptions cpu;
  bool unoptimized = false;
};

Result<std::string> text_of(const Options& o, const compiler::KernelRecord& kernel) {
  switch (o.stage) {
    case Stage::Kernel:
      return kernel::to_text(kernel.kernel);
    case Stage::Llvm:
      return cpu::emit_llvm(kernel.kernel, o.cpu, !o.unoptimized);
    case Stage::Asm:
      return cpu::emit_assembly(kernel.kernel, o.cpu);
  }
  return "";
}

int run(const Options& o) {
  int code = exit_ok;
  auto record = record_of(o.program, o.flags, code);
  if (!record) return code;
  const auto asked = kernels_asked(*record, o.number, code);
  if (!asked) return code;
  const auto [first, last] = *asked;
  for (size_t i = first; i < last; ++i) {
    const compiler::KernelRecord& kernel = record->kernels[i];
    auto text = text_of(o, kernel);
    if (!text) return fail_at(text.error(), o.program);
    if (i > first) out("\n");
    const std::string where = record->module->where(kernel.root);
    out(fmt::format("{} kernel {} of {}: {}{}{}\n",
                    o.stage == Stage::Kernel ? "//"
                    : o.stage == Stage::Llvm ? ";"
                                             : "#",
                    i, record->kernels.size(), record->module->name(kernel.root), where.empty() ? "" : ", ", where));
    out(*text);
    if (!text->empty() && text->back() != '\n') out("\n");
  }
  return code;
}

Runner add(App& app, Stage stage) {
  auto o = std::make_shared<Options>();
  o->stage = stage;
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  app.add_option("number", o->number, "Only this kernel")->check(NonNegativeNumber);
  o->flags.add(app, false);
  if (stage == Stage::Kernel) return [o] { return run(*o); };
  app.add_option("--cpu", o->cpu.cpu, "Processor by LLVM's name, e.g. znver3; this machine if not given");
  app.add_option("--vector-bits", o->cpu.vector_bits, "Width of vectors; 0: the processor's")
      ->check(IsMember({0, 128, 256, 512}));
  if (stage == Stage::Llvm) app.add_flag("--unoptimized", o->unoptimized, "As emitted, before LLVM's passes");
  return [o] { return run(*o); };
}

}  // namespace

Runner add_kernel(App& app) { return add(app, Stage::Kernel); }
Runner add_llvm(App& app) { return add(app, Stage::Llvm); }
Runner add_asm(App& app) { return add(app, Stage::Asm); }

}  // namespace eutectic::cli

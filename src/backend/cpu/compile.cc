#include "backend/cpu/compile.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <chrono>

#include "backend/cpu/cache.h"
#include "backend/cpu/codegen.h"
#include "backend/cpu/jit.h"
#include "backend/cpu/optimize.h"

namespace eutectic::cpu {
namespace {

class Timer {
 public:
  double ms() {
    auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::milli>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// The module of a kernel, in a context that lives as long.
struct Unit {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

Result<std::unique_ptr<Unit>> emit(const kernel::Kernel& kernel, const Target& target, const CpuOptions& options) {
  auto unit = std::make_unique<Unit>();
  unit->module = std::make_unique<llvm::Module>(kernel.name, unit->context);
  set_target(*unit->module, target);
  Codegen codegen(kernel, target, options, *unit->module);
  RETURN_IF_ERROR(codegen.run());
  return unit;
}

// An upper bound of how many workers find a par iteration.
int64_t most_workers(const kernel::Kernel& kernel) {
  std::vector<int64_t> constant(kernel.values.size(), -1);
  for (const kernel::Stmt& s : kernel.stmts)
    if (s.kind == kernel::StmtKind::Const && kernel.values[s.results[0]].type == ElementType::S64)
      constant[s.results[0].index()] = static_cast<int64_t>(s.bits);
  int64_t most = 1;
  for (const kernel::Stmt& s : kernel.stmts)
    if (s.kind == kernel::StmtKind::Par) {
      int64_t count = constant[s.operands[0].index()];
      most = std::max(most, count < 0 ? int64_t{1} << 20 : count);
    }
  return most;
}

// One par at the root level, and nothing there that reads what it may write: no worker waits for another.
bool workers_meet(const kernel::Kernel& kernel) {
  int pars = 0;
  for (kernel::StmtId id : kernel.regions[kernel.root].stmts) {
    const kernel::Stmt& s = kernel.stmts[id];
    switch (s.kind) {
      case kernel::StmtKind::Const:
      case kernel::StmtKind::Op:
      case kernel::StmtKind::Call:
        break;
      case kernel::StmtKind::Load:
        if (kernel.buffers[s.buffer].access != kernel::Access::In) return true;
        break;
      case kernel::StmtKind::Par:
        ++pars;
        break;
      default:
        return true;
    }
  }
  return pars > 1;
}

}  // namespace

KernelFootprint footprint(const kernel::Kernel& kernel) {
  Layout l = layout(kernel);
  return {l.local_bytes, l.shared_bytes, most_workers(kernel), workers_meet(kernel)};
}

Result<std::string> emit_llvm(const kernel::Kernel& kernel, const CpuOptions& options, bool optimized) {
  ASSIGN_OR_RETURN(Target target, make_target(options));
  ASSIGN_OR_RETURN(std::unique_ptr<Unit> unit, emit(kernel, target, options));
  if (optimized) {
    optimize(*unit->module, target);
    widen_masks(*unit->module, target);
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  unit->module->print(out, nullptr);
  return text;
}

Result<std::string> emit_assembly(const kernel::Kernel& kernel, const CpuOptions& options) {
  ASSIGN_OR_RETURN(Target target, make_target(options));
  ASSIGN_OR_RETURN(std::unique_ptr<Unit> unit, emit(kernel, target, options));
  optimize(*unit->module, target);
  widen_masks(*unit->module, target);
  llvm::SmallVector<char, 0> code = make_code(*unit->module, target, CodeKind::Assembly);
  return std::string(code.data(), code.size());
}

Result<runtime::KernelEntry> compile(const kernel::Kernel& kernel, const CpuOptions& options, CompileTimes* times) {
  CompileTimes unused;
  CompileTimes& t = times ? *times : unused;
  t = {};
  Timer timer;
  CacheKey key{};
  LoadedCode code;
  if (options.cache) {
    key = cache_key(kernel, options);
    if (std::optional<LoadedCode> known = find_loaded(key)) {
      t.memory_hit = true;
      code = *known;
    } else if (std::optional<std::vector<char>> object = read_object(key)) {
      t.emit_ms = timer.ms();
      // An object that does not load is compiled again.
      if (auto loaded = load_object(std::span<const char>(*object))) {
        code = *loaded;
        t.disk_hit = true;
        t.object_bytes = static_cast<int64_t>(object->size());
        keep_loaded(key, code);
      }
      t.link_ms = timer.ms();
    }
  }
  if (!code.entry) {
    ASSIGN_OR_RETURN(Target target, make_target(options));
    ASSIGN_OR_RETURN(std::unique_ptr<Unit> unit, emit(kernel, target, options));
    t.emit_ms = timer.ms();
    optimize(*unit->module, target);
    widen_masks(*unit->module, target);
    t.optimize_ms = timer.ms();
    llvm::SmallVector<char, 0> object = make_code(*unit->module, target, CodeKind::Object);
    t.object_bytes = static_cast<int64_t>(object.size());
    t.code_ms = timer.ms();
    ASSIGN_OR_RETURN(code, load_object(std::span<const char>(object.data(), object.size())));
    t.link_ms = timer.ms();
    if (options.cache) {
      keep_loaded(key, code);
      write_object(key, std::span<const char>(object.data(), object.size()));
    }
  }
  KernelFootprint f = footprint(kernel);
  runtime::KernelEntry entry;
  entry.name = kernel.name;
  entry.entry = reinterpret_cast<void (*)(const runtime::LaunchArgs*)>(code.entry);
  entry.local_bytes = f.local_bytes;
  entry.shared_bytes = f.shared_bytes;
  entry.max_workers = f.max_workers;
  entry.workers_meet = f.workers_meet;
  entry.owner = std::move(code.owner);
  return entry;
}

}  // namespace eutectic::cpu

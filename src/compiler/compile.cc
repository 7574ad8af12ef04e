#include "compiler/compile.h"

#include <chrono>

#include "backend/cpu/compile.h"
#include "base/check.h"
#include "compiler/host_plan.h"
#include "compiler/host_runner.h"
#include "compiler/steps.h"
#include "compiler/work.h"
#include "fusion/eutectic/plan.h"
#include "kernel/lower/lower.h"
#include "kernel/verify.h"
#include "passes/pipeline.h"
#include "runtime/thread_pool.h"

namespace eutectic::compiler {
namespace {

// Milliseconds by phase, in order of first use.
class Phases {
 public:
  explicit Phases(std::vector<std::pair<std::string, double>>& out) : out_(out) {}
  // Books the time since the last call.
  void end(const std::string& phase) {
    const auto now = std::chrono::steady_clock::now();
    add(phase, std::chrono::duration<double, std::milli>(now - last_).count());
    last_ = now;
  }
  void add(const std::string& phase, double ms) {
    for (auto& [name, sum] : out_)
      if (name == phase) {
        sum += ms;
        return;
      }
    out_.emplace_back(phase, ms);
  }
  void skip() { last_ = std::chrono::steady_clock::now(); }

 private:
  std::vector<std::pair<std::string, double>>& out_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Everything between the module and the steps; lives while an executable is made.
struct Work {
  std::vector<std::pair<const fusion::Group*, uint32_t>> kernels;  // into the record
};

// Groups of a plan and of the plans inside, outermost first.
void collect(const fusion::Plan& plan, std::vector<const fusion::Group*>& out) {
  std::vector<const fusion::Plan*> work{&plan};
  while (!work.empty()) {
    const fusion::Plan* p = work.back();
    work.pop_back();
    for (const fusion::Group& g : p->groups) {
      out.push_back(&g);
      for (const fusion::Plan& inner : g.plans) work.push_back(&inner);
    }
  }
}

Status prepare(Module module, const CompileOptions& options, CompileRecord& record, Phases& phases, Work& work) {
  if (options.passes && options.strategy != Strategy::None) {
    ASSIGN_OR_RETURN(module, run_pipeline(module));
    phases.end("passes");
  }
  record.module = std::make_shared<const Module>(std::move(module));
  const Module& m = *record.module;
  const bool relaxed = options.numbers == Numbers::Xla;
  if (options.strategy == Strategy::None) {
    const Effects effects(m);
    record.plan = HostPlanner(m, effects).plan(m.entry);
  } else {
    fusion::PlanOptions plan_options;
    plan_options.reciprocal = relaxed;
    ASSIGN_OR_RETURN(record.plan, fusion::plan_eutectic(m, m.entry, plan_options));
  }
  phases.end("plan");
  std::vector<const fusion::Group*> groups;
  collect(record.plan, groups);
  kernel::LowerOptions lower_options;
  lower_options.contract = lower_options.reciprocal = relaxed;
  for (const fusion::Group* g : groups) {
    if (g->kind != fusion::GroupKind::Elementwise && g->kind != fusion::GroupKind::Loop) continue;
    auto kernel = kernel::lower(m, *g, lower_options);
    if (!kernel) {
      record.fallbacks.push_back(
          {explain::Reason::NoKernelForOp, g->roots[0], InstrId(), {}, ": " + kernel.error()[0].message});
      continue;
    }
    const Status valid = kernel::verify(*kernel);
    CHECK(valid, "kernel '{}' is wrong: {}", kernel->name, render(valid.error()));
    work.kernels.emplace_back(g, static_cast<uint32_t>(record.kernels.size()));
    KernelRecord k;
    k.work_ns = estimate_work_ns(*kernel);
    k.kernel = std::move(*kernel);
    k.root = g->roots[0];
    record.kernels.push_back(std::move(k));
  }
  phases.end("lower");
  return {};
}

}  // namespace

Status compile_record(Module module, const CompileOptions& options, CompileRecord& record) {
  Phases phases(record.phase_ms);
  Work work;
  return prepare(std::move(module), options, record, phases, work);
}

Result<std::shared_ptr<runtime::Executable>> compile(Module module, const CompileOptions& options,
                                                     CompileRecord* record) {
  CompileRecord own;
  CompileRecord& r = record ? *record : own;
  Phases phases(r.phase_ms);
  Work work;
  RETURN_IF_ERROR(prepare(std::move(module), options, r, phases, work));

  cpu::CpuOptions cpu_options;
  cpu_options.cpu = options.cpu;
  cpu_options.cache = options.cache;
  std::vector<runtime::CompiledKernel> compiled;
  GroupKernels group_kernels;
  for (auto& [group, number] : work.kernels) {
    KernelRecord& k = r.kernels[number];
    cpu::CompileTimes times;
    phases.skip();
    auto entry = cpu::compile(k.kernel, cpu_options, &times);
    if (!entry) {
      r.fallbacks.push_back({explain::Reason::NoKernelForOp, k.root, InstrId(), {}, ": " + entry.error()[0].message});
      continue;
    }
    phases.add("emit", times.emit_ms);
    phases.add("optimize", times.optimize_ms);
    phases.add("code", times.code_ms);
    phases.add("link", times.link_ms);
    k.memory_hit = times.memory_hit;
    k.disk_hit = times.disk_hit;
    k.object_bytes = times.object_bytes;
    group_kernels[group] = {static_cast<uint32_t>(compiled.size()), &k.kernel};
    compiled.push_back({std::move(*entry), k.work_ns});
  }
  phases.skip();
  auto builder = std::make_unique<StepBuilder>(*r.module, group_kernels);
  auto steps = builder->build(r.plan);
  if (!steps) {
    // The plan asks for what steps cannot say: then no kernels.
    r.fallbacks.push_back({explain::Reason::NoKernelForOp,
                           (*r.module)[r.module->entry].root,
                           InstrId(),
                           {},
                           ": " + steps.error()[0].message});
    const Effects effects(*r.module);
    r.plan = HostPlanner(*r.module, effects).plan(r.module->entry);
    group_kernels.clear();
    compiled.clear();
    builder = std::make_unique<StepBuilder>(*r.module, group_kernels);
    steps = builder->build(r.plan);
    if (!steps) return std::unexpected(std::move(steps).error());
  }
  runtime::ProgramSteps program = std::move(*steps);
  program.kernels = std::move(compiled);
  auto ops = std::make_shared<const std::vector<HostOp>>(host_ops(*r.module, builder->host_instrs));
  program.make_host_runner = [module_ptr = r.module, ops] { return make_host_runner(module_ptr, ops); };
  std::shared_ptr<runtime::ThreadPool> pool = options.pool;
  if (!pool) pool = std::make_shared<runtime::ThreadPool>(options.threads);
  auto out = std::make_shared<runtime::Executable>(std::move(program), std::move(pool), options.threads);
  phases.end("steps");
  return out;
}

}  // namespace eutectic::compiler

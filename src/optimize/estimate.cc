#include "optimize/estimate.h"

#include "fusion/xla/boundaries.h"
#include "fusion/xla/strategy.h"
#include "optimize/estimate_cpu.h"
#include "passes/xla/pipeline.h"

namespace eutectic::optimize {

namespace xla = fusion::xla;

std::optional<Target> find_target(std::string_view name) {
  if (name == "xla-gpu") return Target::XlaGpu;
  if (name == "xla-cpu") return Target::XlaCpu;
  return std::nullopt;
}

Result<Estimate> estimate(const Module& module, Target target) {
  const xla::Strategy& strategy = *xla::find_strategy(target == Target::XlaGpu ? "xla-priority" : "xla-cpu");
  ASSIGN_OR_RETURN(const Module made,
                   xla_passes::run_xla_passes(
                       module, target == Target::XlaGpu ? xla_passes::Target::Gpu2026 : xla_passes::Target::Cpu2026));
  xla::Graph graph(made);
  xla::Log log;
  if (strategy.after_passes) RETURN_IF_ERROR(strategy.after_passes(graph, log));
  for (const xla::StagePair& pair : strategy.pairs) RETURN_IF_ERROR(pair.run(graph, log));
  RETURN_IF_ERROR(strategy.finish(graph, log));
  const xla::Report report = xla::kernels_report_of(graph, strategy, log);
  Estimate out;
  out.launches = report.launches();
  for (const xla::ComputationReport& c : report.computations) {
    double step_us = 0;
    const bool small_loop = target == Target::XlaCpu && c.loop.valid() && is_small_loop(made.shape(c.loop));
    if (target == Target::XlaCpu && c.loop.valid() && !c.condition && !small_loop) step_us += cpu_step_us;
    for (const xla::KernelReport& k : c.kernels)
      step_us += target == Target::XlaCpu ? cpu_kernel_us(graph, k, small_loop)
                                          : xla::microseconds(k.time) + Estimate::launch_us;
    out.time_us += step_us * static_cast<double>(c.steps);
    if (c.loop.valid() && !c.condition)
      out.loops.push_back(
          {std::string(made.name(graph[c.body].origin)), c.steps, static_cast<int64_t>(c.kernels.size()), c.bytes()});
  }
  return out;
}

}  // namespace eutectic::optimize

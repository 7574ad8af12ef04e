#include "optimize/estimate.h"

#include "fusion/xla/boundaries.h"
#include "fusion/xla/piece.h"
#include "fusion/xla/strategy.h"
#include "optimize/computation_text.h"
#include "optimize/estimate_cpu.h"
#include "passes/xla/pipeline.h"

namespace eutectic::optimize {

namespace xla = fusion::xla;

std::optional<Target> find_target(std::string_view name) {
  if (name == "xla-gpu") return Target::XlaGpu;
  if (name == "xla-cpu") return Target::XlaCpu;
  return std::nullopt;
}

Result<Estimate> Estimator::operator()(const Module& module) {
  const xla::Strategy& strategy = *xla::find_strategy(target_ == Target::XlaGpu ? "xla-priority" : "xla-cpu");
  ASSIGN_OR_RETURN(const Module made,
                   xla_passes::run_xla_passes(
                       module, target_ == Target::XlaGpu ? xla_passes::Target::Gpu2026 : xla_passes::Target::Cpu2026));
  xla::Graph graph(made);
  // Fusion looks at one computation at a time; what it made of an equal one before is put in.
  ComputationTexts texts(made);
  std::vector<xla::BodyId> known;
  std::vector<std::pair<std::string, xla::BodyId>> fresh;
  for (xla::BodyId body : graph.control_bodies()) {
    if (!graph[body].fusible) continue;
    std::string text = texts.of(graph[body].origin);
    const auto it = known_.find(text);
    if (it == known_.end()) {
      fresh.emplace_back(std::move(text), body);
      continue;
    }
    graph.put_in(body, it->second);
    graph.set_fusible(body, false);
    known.push_back(body);
  }
  xla::Log log;
  if (strategy.after_passes) RETURN_IF_ERROR(strategy.after_passes(graph, log));
  for (const xla::StagePair& pair : strategy.pairs) RETURN_IF_ERROR(pair.run(graph, log));
  for (xla::BodyId body : known) graph.set_fusible(body, true);
  for (auto& [text, body] : fresh)
    if (auto piece = xla::piece_of(graph, body)) known_.emplace(std::move(text), std::move(*piece));
  planned_ += std::ssize(fresh);
  RETURN_IF_ERROR(strategy.finish(graph, log));
  const xla::Report report = xla::kernels_report_of(graph, strategy, log);
  Estimate out;
  out.launches = report.launches();
  for (const xla::ComputationReport& c : report.computations) {
    double step_us = 0;
    const bool small_loop = target_ == Target::XlaCpu && c.loop.valid() && is_small_loop(made.shape(c.loop));
    if (target_ == Target::XlaCpu && c.loop.valid() && !c.condition && !small_loop) step_us += cpu_step_us;
    for (const xla::KernelReport& k : c.kernels)
      step_us += target_ == Target::XlaCpu ? cpu_kernel_us(graph, k, small_loop)
                                           : xla::microseconds(k.time) + Estimate::launch_us;
    out.time_us += step_us * static_cast<double>(c.steps);
    if (c.loop.valid() && !c.condition)
      out.loops.push_back(
          {std::string(made.name(graph[c.body].origin)), c.steps, static_cast<int64_t>(c.kernels.size()), c.bytes()});
  }
  return out;
}

}  // namespace eutectic::optimize

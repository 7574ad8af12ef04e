// See sides.h.
#include "cli/sides.h"

#include <algorithm>

#include "cli/load.h"
#include "cli/process.h"
#include "fusion/xla/traits.h"
#include "report/plan_json.h"

namespace eutectic::cli {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

namespace {

bool is_fused(const Module& m) {
  const xla::Graph g(m);
  int64_t fusions = 0, plain = 0;
  for (xla::BodyId body : g.control_bodies())
    for (xla::NodeId n : g[body].nodes)
      if (g.is_fusion(n))
        ++fusions;
      else if (xla::is_elementwise_op(g[n].op) || g[n].op == OpKind::Broadcast)
        ++plain;
  return fusions > 0 && fusions >= plain;
}

}  // namespace

std::unique_ptr<Side> plan_side(const std::string& path, const std::string& strategy, const XlaSetup& setup,
                                int& code) {
  const auto program = load_program(path, code);
  if (!program) return nullptr;
  auto side = std::make_unique<Side>();
  side->path = path;
  side->strategy = xla::find_strategy(strategy);
  const Module& m = program->module;
  side->imported = strategy == "import" || is_fused(m);
  const xla::Strategy& planner = side->imported ? *xla::find_strategy("import") : *side->strategy;
  code = usage_of(planner, setup);
  if (code != exit_ok) return nullptr;
  auto plan = plan_xla(m, planner, setup);
  if (!plan) {
    code = fail_at(plan.error(), path);
    return nullptr;
  }
  side->plan = std::move(*plan);
  if (side->imported && strategy == "xla-priority") side->graph().set_era(xla::Era::Priority2026);
  return side;
}

void number_values(Side& a, Side& b) {
  xla::Numbering numbering;
  const auto remember_start = [](Side& s, const xla::Graph& g, const xla::PlanValues& values) {
    s.start.assign(s.module().instr_count(), xla::PlanValues::none);
    for (size_t i = 0; i < g.node_count(); ++i)
      if (const InstrId origin = g[xla::NodeId(i)].origin; origin.valid()) s.start[origin.index()] = values.of[i];
  };
  const xla::Graph start_a(a.module()), start_b(b.module());
  const auto labels_a = xla::own_labels(start_a), labels_b = xla::labels_like(start_a, start_b);
  const xla::PlanValues program_a = xla::values_of(start_a, labels_a, numbering);
  remember_start(a, start_a, program_a);
  a.values = xla::values_of(a.graph(), labels_a, numbering);
  const xla::PlanValues program_b = b.imported && !a.imported
                                        ? xla::values_like(start_a, program_a, start_b, labels_b, numbering)
                                        : xla::values_of(start_b, labels_b, numbering);
  remember_start(b, start_b, program_b);
  b.values = xla::values_of(b.graph(), labels_b, numbering);
}

std::vector<xla::Refused> refusals_of(const Side& side, const xla::ValueEdge& edge) {
  const auto [producer, consumer] = side.values.across.at(edge);
  std::vector<xla::Refused> all = xla::why_apart(side.graph(), *side.strategy, side.plan.log, producer, consumer);
  if (side.imported)
    std::erase_if(all, [](const xla::Refused& r) { return r.verdict.reason == explain::Reason::XlaPassOver; });
  return all;
}

std::optional<size_t> step_of(const Side& side, const xla::ValueEdge& edge) {
  const bool fused = side.values.fuses(edge);
  // Of a step, the producer's value and whether the consumer's is in the kernel that was made.
  std::vector<xla::Value> in_kernel;
  if (const auto it = side.values.inside.find(edge); it != side.values.inside.end())
    in_kernel = side.values.computed.at(it->second);
  std::optional<size_t> found;
  for (size_t i = 0; i < side.plan.log.steps.size(); ++i) {
    const xla::Step& s = side.plan.log.steps[i];
    if (s.kind != (fused ? xla::StepKind::Fused : xla::StepKind::Refused) || !s.verdict.subject.valid()) continue;
    if (side.start[s.verdict.subject.index()] != edge.first) continue;
    const xla::Value other = s.verdict.other.valid() ? side.start[s.verdict.other.index()] : xla::PlanValues::none;
    const bool about = other == edge.second || !fused || std::ranges::find(in_kernel, other) != in_kernel.end();
    if (about && (!found || !fused)) found = i;
  }
  return found;
}

std::string value_name(const Side& side, xla::Value value) {
  const xla::Node& node = side.graph()[side.values.first.at(value)];
  if (!node.origin.valid()) return "%" + node.name;
  const std::string where = side.module().where(node.origin);
  return fmt::format("%{}{}", side.module().name(node.origin), where.empty() ? "" : " (" + where + ")");
}

ordered_json refusals_json(const Module& m, const std::vector<xla::Refused>& refusals) {
  auto list = ordered_json::array();
  for (const xla::Refused& r : refusals) list.push_back(report::refusal_json(m, r));
  return list;
}

void print_refusals(const ordered_json& list, std::string_view indent) {
  for (const auto& r : list)
    out(fmt::format("{}{}{}: {} [{}, {}]\n", indent, r.contains("rule") ? r["rule"].get<std::string>() : "wall",
                    r["reason"] == "xla-pass-over" ? " (order)" : "", r["text"].get<std::string>(),
                    r["reason"].get<std::string>(), r["pass"].get<std::string>()));
}

}  // namespace eutectic::cli

// See plan_json.h.
#include "report/plan_json.h"

#include <fmt/format.h>

#include <string_view>

#include "fusion/xla/canonical.h"

namespace eutectic::report {

namespace xla = fusion::xla;

std::string place_of(const xla::Graph& g, xla::NodeId n) {
  return g[n].origin.valid() ? g.module().where(g[n].origin) : "";
}

void set_source(Json& j, const std::string& place) {
  if (!place.empty()) j["source"] = place;
}

std::string_view step_name(xla::StepKind kind) {
  static constexpr std::string_view names[] = {"fused", "refused", "estimate"};
  return names[static_cast<size_t>(kind)];
}

Json step_json(const Module& m, const xla::Step& s) {
  Json j{{"step", step_name(s.kind)},    {"producer", s.producer},
         {"consumers", s.consumers},     {"reason", explain::info(s.verdict.reason).text},
         {"numbers", s.verdict.numbers}, {"text", explain::render(m, s.verdict)}};
  if (!s.result.empty()) j["result"] = s.result;
  return j;
}

Json refusal_json(const Module& m, const xla::Refused& r) {
  const int rule = xla::RuleSet::number_of(r.verdict.reason);
  Json j;
  if (rule > 0) j["rule"] = fmt::format("R{:02}", rule);
  j["reason"] = explain::info(r.verdict.reason).text;
  j["pass"] = r.pass;
  j["numbers"] = r.verdict.numbers;
  j["text"] = explain::render(m, r.verdict);
  return j;
}

Json kernel_json(const xla::Graph& g, const xla::KernelReport& k, int64_t launches) {
  Json j{{"kernel", g[k.node].name}};
  if (g.is_fusion(k.node)) j["kind"] = xla::to_hlo(g[k.node].kind);
  set_source(j, place_of(g, k.node));
  j["ops"] = k.ops;
  j["inputs"] = Json::array();
  for (const xla::Operand& o : k.inputs) j["inputs"].push_back({{"value", o.name}, {"bytes", o.bytes}});
  j["result"] = to_hlo(*g[k.node].shape, false);
  j["hash"] = fmt::format("{:016x}", xla::kernel_of(g, k.node).hash);
  set_costs(j, k);
  j["launches"] = launches;
  return j;
}

std::set<std::string> rules_to_lift(const xla::Boundary& b) {
  std::set<std::string> rules;
  for (const xla::Refused& r : b.refusals) {
    const std::string rule = fmt::format("R{:02}", xla::RuleSet::number_of(r.verdict.reason));
    if (b.wall || xla::RuleSet::liftable(rule).empty()) return {};
    rules.insert(rule);
  }
  return rules;
}

Json boundary_json(const xla::Graph& g, const xla::Boundary& b, int64_t steps) {
  Json j{{"producer", g[b.producer].name}, {"consumer", g[b.consumer].name}};
  j["wall"] = b.wall;
  set_cost(j, g, b, steps);
  j["refusals"] = Json::array();
  for (const xla::Refused& r : b.refusals) j["refusals"].push_back(refusal_json(g.module(), r));
  if (const auto rules = rules_to_lift(b); !rules.empty()) j["lift"] = rules;
  return j;
}

Json computation_json(const xla::Graph& g, const xla::ComputationReport& c, bool with_boundaries) {
  const Module& m = g.module();
  Json j{{"computation", m.name(g[c.body].origin)}};
  if (c.loop.valid()) {
    j["loop"] = m.name(c.loop);
    set_source(j, m.where(c.loop));
    j["condition"] = c.condition;
  }
  j["depth"] = c.depth;
  j["steps"] = c.steps;
  j["steps_known"] = c.steps_known();
  j["bound"] = c.bound();
  if (c.branch) j["branch"] = true;
  j["bytes"] = c.bytes();
  j["kernels"] = Json::array();
  for (const xla::KernelReport& k : c.kernels) j["kernels"].push_back(kernel_json(g, k, c.steps));
  if (!with_boundaries) return j;
  j["boundaries"] = Json::array();
  for (const xla::Boundary& b : c.boundaries) j["boundaries"].push_back(boundary_json(g, b, c.steps));
  return j;
}

void set_costs(Json& j, const xla::KernelReport& k) {
  j["read_bytes"] = k.read_bytes;
  j["written_bytes"] = k.written_bytes;
  if (!k.flops) return;
  j["flops"] = *k.flops;
  j["compute_us"] = xla::microseconds(k.compute);
  j["memory_us"] = xla::microseconds(k.memory);
  j["time_us"] = xla::microseconds(k.time_in_all());
  j["bound_by"] = k.bound_by_launch() ? "launch" : k.compute > k.memory ? "compute" : "memory";
}

void set_cost(Json& j, const xla::Graph& g, const xla::Boundary& b, int64_t steps) {
  if (b.output.valid()) j["output"] = g[b.output].name;
  if (!b.through.empty()) j["through"] = b.through;
  const std::string source = b.output.valid() ? place_of(g, b.output) : "";
  set_source(j, source.empty() ? place_of(g, b.producer) : source);
  j["bytes"] = b.bytes;
  if (b.cost > 0) j["cost_us"] = xla::microseconds(b.cost * steps);
  j["only_reader"] = b.only_reader;
}

}  // namespace eutectic::report

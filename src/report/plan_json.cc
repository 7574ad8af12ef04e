// See plan_json.h.
#include "report/plan_json.h"

#include <fmt/format.h>

#include <string_view>

namespace eutectic::report {

namespace xla = fusion::xla;

std::string place_of(const xla::Graph& g, xla::NodeId n) {
  return g[n].origin.valid() ? g.module().where(g[n].origin) : "";
}

void set_source(Json& j, const std::string& place) {
  if (!place.empty()) j["source"] = place;
}

Json step_json(const Module& m, const xla::Step& s) {
  static constexpr std::string_view kinds[] = {"fused", "refused", "estimate"};
  Json j{{"step", kinds[static_cast<size_t>(s.kind)]},
         {"producer", s.producer},
         {"consumers", s.consumers},
         {"reason", explain::info(s.verdict.reason).text},
         {"numbers", s.verdict.numbers},
         {"text", explain::render(m, s.verdict)}};
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
  if (!b.through.empty()) j["through"] = b.through;
  set_source(j, place_of(g, b.producer));
  j["bytes"] = b.bytes;
  if (b.cost > 0) j["cost_us"] = xla::microseconds(b.cost * steps);
  j["only_reader"] = b.only_reader;
}

}  // namespace eutectic::report

// See explain_xla.h.
#include "cli/explain_xla.h"

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/load.h"
#include "cli/process.h"
#include "cli/sides.h"
#include "report/plan_json.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

ordered_json kernel_json(const xla::Graph& g, const xla::KernelReport& k, int64_t steps) {
  auto inputs = ordered_json::array();
  for (const xla::Operand& o : k.inputs) inputs.push_back({{"value", o.name}, {"bytes", o.bytes}});
  ordered_json j{{"kernel", g[k.node].name}};
  if (g.is_fusion(k.node)) j["kind"] = xla::to_hlo(g[k.node].kind);
  report::set_source(j, report::place_of(g, k.node));
  j["ops"] = k.ops;
  j["inputs"] = std::move(inputs);
  report::set_costs(j, k);
  j["launches"] = steps;
  return j;
}

ordered_json computation_json(const xla::Graph& g, const xla::ComputationReport& c) {
  const Module& m = g.module();
  ordered_json j{{"computation", m.name(g[c.body].origin)}};
  if (c.loop.valid()) {
    j["loop"] = m.name(c.loop);
    report::set_source(j, m.where(c.loop));
    j["condition"] = c.condition;
  }
  j["depth"] = c.depth;
  j["steps"] = c.steps;
  j["steps_known"] = c.steps_known;
  j["bytes"] = c.bytes();
  j["kernels"] = ordered_json::array();
  for (const xla::KernelReport& k : c.kernels) j["kernels"].push_back(kernel_json(g, k, c.steps));
  j["boundaries"] = ordered_json::array();
  for (const xla::Boundary& b : c.boundaries) {
    ordered_json e{{"producer", g[b.producer].name}, {"consumer", g[b.consumer].name}, {"wall", b.wall}};
    report::set_cost(e, g, b, c.steps);
    e["refusals"] = ordered_json::array();
    for (const xla::Refused& r : b.refusals) e["refusals"].push_back(report::refusal_json(m, r));
    std::set<std::string> lifts;
    bool every = !b.wall;
    for (const xla::Refused& r : b.refusals) {
      const std::string rule = fmt::format("R{:02}", xla::RuleSet::number_of(r.verdict.reason));
      if (!xla::RuleSet::liftable(rule).empty())
        lifts.insert(rule);
      else
        every = false;
    }
    if (every && !lifts.empty()) e["lift"] = lifts;
    j["boundaries"].push_back(std::move(e));
  }
  return j;
}

// What is counted before and after: kernels and bytes of a step of each loop, and launches in all.
struct Counted {
  struct Part {
    std::string name;
    int64_t kernels = 0, bytes = 0;
    int64_t each = 1;  // steps that these are for
  };
  std::vector<Part> loops;
  int64_t launches = 0;
};

// `as`: loops whose numbers are another's, which was planned for them too.
Counted count(const xla::Graph& g, const xla::Report& report, const std::map<CompId, CompId>& as = {}) {
  Counted c;
  std::map<CompId, const xla::ComputationReport*> of;
  for (const xla::ComputationReport& r : report.computations) of[g[r.body].origin] = &r;
  for (const xla::ComputationReport& r : report.computations) {
    const CompId body = g[r.body].origin;
    const auto same = as.find(body);
    const xla::ComputationReport& planned = same == as.end() ? r : *of.at(same->second);
    const auto kernels = static_cast<int64_t>(planned.kernels.size());
    c.launches += kernels * r.steps;
    if (r.loop.valid() && !r.condition)
      c.loops.push_back({std::string(g.module().name(body)), kernels, planned.bytes(), g[r.body].steps_each});
  }
  return c;
}

ordered_json a_step(int64_t count, int64_t steps) {
  if (count % steps == 0) return count / steps;
  return static_cast<double>(count) / static_cast<double>(steps);
}

ordered_json what_if(const std::shared_ptr<const Module>& m, const xla::Strategy& strategy, const XlaSetup& setup,
                     const xla::Graph& g, const xla::Report& report) {
  const Counted before = count(g, report);
  struct Variant {
    std::string name;
    XlaSetup setup;
  };
  std::vector<Variant> variants;
  std::set<std::string> rules;
  bool custom_call = false, loops = false;
  for (const xla::ComputationReport& c : report.computations) {
    loops = loops || c.loop.valid();
    for (const xla::KernelReport& k : c.kernels) custom_call = custom_call || g[k.node].op == OpKind::CustomCall;
    for (const xla::Boundary& b : c.boundaries)
      for (const xla::Refused& r : b.refusals) {
        const std::string rule = fmt::format("R{:02}", xla::RuleSet::number_of(r.verdict.reason));
        if (!xla::RuleSet::liftable(rule).empty()) rules.insert(rule);
      }
  }
  auto variant = [&](std::string name) -> XlaSetup& {
    variants.push_back({std::move(name), setup});
    return variants.back().setup;
  };
  for (const std::string& rule : rules) {
    XlaSetup& s = variant("lift " + rule);
    s.lift += (s.lift.empty() ? "" : ",") + rule;
  }
  if (rules.contains("R18") && rules.contains("R19")) {
    XlaSetup& s = variant("lift R18 and R19");
    s.lift += (s.lift.empty() ? "" : ",") + std::string("R18,R19");
  }
  variant("forward slices through concatenations").forward_slices = true;
  if (loops) {
    variant("scalarise concatenates").scalarise_concatenates = true;
    variant("random numbers ahead of the loop").random_ahead = true;
    XlaSetup& both = variant("random numbers ahead of the loop, scalarise concatenates");
    both.random_ahead = both.scalarise_concatenates = true;
  }
  if (loops && custom_call) variant("custom calls ahead of the loop").drop_custom_calls = true;
  if (loops && setup.unroll == 1) {
    variant("unroll 2").unroll = 2;
    variant("unroll 10").unroll = 10;
    XlaSetup& both = variant("unroll 10, forward slices through concatenations");
    both.unroll = 10;
    both.forward_slices = true;
  }
  auto list = ordered_json::array();
  for (const Variant& v : variants) {
    auto plan = plan_prepared(m, strategy, v.setup, true);
    if (!plan) continue;  // an error of the setup has come up before
    const xla::Report other = xla::kernels_report_of(*plan->graph, strategy, plan->log);
    const Counted after = count(*plan->graph, other, plan->as);
    ordered_json j{{"change", v.name}};
    auto parts = ordered_json::array();
    for (const Counted::Part& b : before.loops) {
      const auto a = std::ranges::find(after.loops, b.name, &Counted::Part::name);
      const Counted::Part then =
          a == after.loops.end() ? Counted::Part{} : *a;  // none: nothing needs the loop any more
      parts.push_back({{"loop", b.name},
                       {"kernels_per_step", {a_step(b.kernels, b.each), a_step(then.kernels, then.each)}},
                       {"bytes_per_step", {a_step(b.bytes, b.each), a_step(then.bytes, then.each)}}});
    }
    j["loops"] = std::move(parts);
    j["launches"] = {before.launches, after.launches};
    list.push_back(std::move(j));
  }
  return list;
}

std::string number(const ordered_json& j) {
  return j.is_number_integer() ? fmt::format("{}", j.get<int64_t>()) : fmt::format("{:.4g}", j.get<double>());
}

std::string joined(const ordered_json& list) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : " ") + item.get<std::string>();
  return out;
}

std::string source(const ordered_json& j) {
  return j.contains("source") ? " (" + j["source"].get<std::string>() + ")" : "";
}

void print_computation(const ordered_json& c) {
  const std::string name = c["computation"].get<std::string>();
  if (c.contains("loop"))
    out(fmt::format("{} of loop {}{}: {}{} steps, {} kernels and {} bytes a step\n", name, c["loop"].get<std::string>(),
                    source(c), c["steps_known"].get<bool>() ? "" : "at least ", number(c["steps"]), c["kernels"].size(),
                    number(c["bytes"])));
  else
    out(fmt::format("{}: {} kernels, {} bytes\n", name, c["kernels"].size(), number(c["bytes"])));
  for (const auto& k : c["kernels"]) {
    std::string inputs;
    for (const auto& i : k["inputs"])
      inputs += fmt::format("{}{} {}", inputs.empty() ? "" : ", ", i["value"].get<std::string>(), number(i["bytes"]));
    out(fmt::format("  kernel {}{}{}: {}\n    reads {} bytes ({}), writes {}", k["kernel"].get<std::string>(),
                    k.contains("kind") ? " " + k["kind"].get<std::string>() : "", source(k), joined(k["ops"]),
                    number(k["read_bytes"]), inputs, number(k["written_bytes"])));
    if (k.contains("flops"))
      out(fmt::format("; {} flops; {:.3f} us, bound by {}", number(k["flops"]), k["time_us"].get<double>(),
                      k["bound_by"].get<std::string>()));
    out(fmt::format("; {} launches\n", number(k["launches"])));
  }
  for (const auto& b : c["boundaries"]) {
    out(fmt::format("  boundary {} -> {}{}: {} bytes{}{}\n", b["producer"].get<std::string>(),
                    b["consumer"].get<std::string>(), source(b), number(b["bytes"]),
                    b.contains("cost_us") ? fmt::format(", costs {:.3f} us", b["cost_us"].get<double>()) : "",
                    b.contains("through") ? ", through " + b["through"].get<std::string>() : ""));
    print_refusals(b["refusals"], "    ");
    if (b.contains("lift")) out(fmt::format("    without {} the two could be fused\n", joined(b["lift"])));
  }
}

void print_text(const ordered_json& j) {
  out(fmt::format("{}: {} launches in all\n", j["strategy"].get<std::string>(), number(j["launches"])));
  for (const auto& c : j["computations"]) print_computation(c);
  if (!j.contains("what_if")) return;
  out("what if (planned again):\n");
  for (const auto& w : j["what_if"]) {
    out(fmt::format("  {}:", w["change"].get<std::string>()));
    for (const auto& l : w["loops"])
      out(fmt::format(" {} {} -> {} kernels, {} -> {} bytes a step;", l["loop"].get<std::string>(),
                      number(l["kernels_per_step"][0]), number(l["kernels_per_step"][1]),
                      number(l["bytes_per_step"][0]), number(l["bytes_per_step"][1])));
    out(fmt::format(" {} -> {} launches in all\n", number(w["launches"][0]), number(w["launches"][1])));
  }
}

// The kernels that a name stands for.
std::vector<xla::NodeId> kernels_named(const xla::Graph& g, const std::string& name) {
  std::vector<xla::NodeId> found = xla::kernels_with(g, name);
  if (!found.empty()) return found;
  std::vector<std::string> known;
  for (size_t i = 0; i < g.node_count(); ++i)
    if (!g[xla::NodeId(i)].dead) known.push_back(g[xla::NodeId(i)].name);
  const std::string near = nearest(name, known);
  err(fmt::format("eutectic: no kernel is called '{}' or computes an instruction of that name{}\n", name,
                  near.empty() ? "" : "; did you mean '" + near + "'?"));
  return {};
}

int explain_pair(xla::Graph& g, const xla::Strategy& strategy, const xla::Log& log, const XlaExplainOptions& o) {
  const auto as = kernels_named(g, o.a), bs = kernels_named(g, o.b);
  if (as.empty() || bs.empty()) return exit_usage;
  auto list = ordered_json::array();
  for (xla::NodeId a : as)
    for (xla::NodeId b : bs) {
      ordered_json j{{"a", g[a].name}, {"b", g[b].name}, {"same", a == b}};
      j["refusals"] = ordered_json::array();
      if (a != b)
        for (const xla::Refused& r : xla::why_apart(g, strategy, log, a, b))
          j["refusals"].push_back(report::refusal_json(g.module(), r));
      list.push_back(std::move(j));
    }
  if (o.json) {
    out(list.dump(1) + "\n");
    return exit_ok;
  }
  for (const auto& j : list) {
    const std::string a = j["a"].get<std::string>(), b = j["b"].get<std::string>();
    if (j["same"].get<bool>())
      out(fmt::format("{} is one kernel\n", a));
    else if (j["refusals"].empty())
      out(fmt::format("{} and {}: neither reads the other, and they share no operand\n", a, b));
    else
      out(fmt::format("{} and {} are two kernels:\n", a, b));
    print_refusals(j["refusals"], "  ");
  }
  return exit_ok;
}

}  // namespace

int run_xla_explain(const XlaExplainOptions& o) {
  int code = usage_of(*xla::find_strategy(o.strategy), o.setup);
  if (code != exit_ok) return code;
  const auto program = load_program(o.program, code);
  if (!program) return code;
  const xla::Strategy& strategy = *xla::find_strategy(o.strategy);
  const auto start = prepared(program->module, strategy, o.setup);
  if (!start) return fail_at(start.error(), o.program);
  const auto plan = plan_prepared(*start, strategy, o.setup);
  if (!plan) return fail_at(plan.error(), o.program);
  xla::Graph& g = *plan->graph;
  if (!o.a.empty()) return explain_pair(g, strategy, plan->log, o);
  const xla::Report report = xla::report_of(g, strategy, plan->log);
  if (auto status = xla::verify(g, report); !status) return fail_at(status.error(), o.program);
  ordered_json j{{"strategy", o.strategy}, {"launches", report.launches()}};
  j["computations"] = ordered_json::array();
  for (const xla::ComputationReport& c : report.computations)
    if (!c.kernels.empty() || !c.boundaries.empty()) j["computations"].push_back(computation_json(g, c));
  if (o.what_if) j["what_if"] = what_if(*start, strategy, o.setup, g, report);
  if (o.json)
    out(j.dump(1) + "\n");
  else
    print_text(j);
  return exit_ok;
}

}  // namespace eutectic::cli

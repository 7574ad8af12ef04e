// See explain_xla.h.
#include "cli/explain_xla.h"

#include <algorithm>

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/load.h"
#include "cli/process.h"
#include "cli/sides.h"
#include "cli/what_if.h"
#include "report/plan_json.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

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
  const std::string name = c["computation"].get<std::string>(), bound = c["bound"].get<std::string>();
  const std::string kernels =
      fmt::format("{} kernels{} {} bytes", c["kernels"].size(), c.contains("loop") ? " and" : ",", number(c["bytes"]));
  const bool runs = c["steps"] != 0;
  if (c.contains("loop")) {
    const std::string loop = fmt::format("loop {}{}", c["loop"].get<std::string>(), source(c));
    if (c["condition"].get<bool>() && !runs)
      out(fmt::format("{}, condition of {}: {} that are not launched: the count is known\n", name, loop, kernels));
    else if (!runs)
      out(fmt::format("{} of {}: {} a step, not counted: another branch has more, or it has no steps\n", name, loop,
                      kernels));
    else
      out(fmt::format("{}{} {}: {}{} steps, {} a step\n", name, c["condition"].get<bool>() ? ", condition of" : " of",
                      loop, bound, number(c["steps"]), kernels));
  } else if (!runs) {
    out(fmt::format("{}: {}, not counted: another branch has more\n", name, kernels));
  } else {
    out(fmt::format("{}: {}{}\n", name, kernels,
                    c["steps"] == 1 ? "" : fmt::format(", {}{} times", bound, number(c["steps"]))));
  }
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
    out(fmt::format("; {}{} launches\n", bound, number(k["launches"])));
  }
  for (const auto& b : c["boundaries"]) {
    const std::string output = b.contains("output") ? " (output " + b["output"].get<std::string>() + ")" : "";
    out(fmt::format("  boundary {}{} -> {}{}: {} bytes{}{}\n", b["producer"].get<std::string>(), output,
                    b["consumer"].get<std::string>(), source(b), number(b["bytes"]),
                    b.contains("cost_us") ? fmt::format(", costs {:.3f} us", b["cost_us"].get<double>()) : "",
                    b.contains("through") ? ", through " + b["through"].get<std::string>() : ""));
    print_refusals(b["refusals"], "    ");
    if (b.contains("lift")) out(fmt::format("    without {} the two could be fused\n", joined(b["lift"])));
  }
}

void print_text(const ordered_json& j) {
  out(fmt::format("{}: {}{} launches in all\n", j["strategy"].get<std::string>(), j["bound"].get<std::string>(),
                  number(j["launches"])));
  for (const auto& u : j.value("unrolling", ordered_json::array())) out("unroll: " + u.get<std::string>() + "\n");
  for (const auto& c : j["computations"]) print_computation(c);
  if (j.contains("what_if")) print_what_if(j["what_if"]);
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
  // Names may stand for several; two of the same computation are meant, if there are such.
  const auto together = [&](xla::NodeId a, xla::NodeId b) { return g[a].body == g[b].body; };
  const bool any = std::ranges::any_of(
      as, [&](xla::NodeId a) { return std::ranges::any_of(bs, [&](xla::NodeId b) { return together(a, b); }); });
  auto list = ordered_json::array();
  for (xla::NodeId a : as)
    for (xla::NodeId b : bs) {
      if (any && !together(a, b)) continue;
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
  const auto plan = plan_prepared(start->module, strategy, o.setup);
  if (!plan) return fail_at(plan.error(), o.program);
  xla::Graph& g = *plan->graph;
  if (!o.a.empty()) return explain_pair(g, strategy, plan->log, o);
  const xla::Report report = xla::report_of(g, strategy, plan->log);
  if (auto status = xla::verify(g, report); !status) return fail_at(status.error(), o.program);
  ordered_json j{{"strategy", o.strategy}, {"launches", report.launches()}, {"bound", report.bound()}};
  for (const rewrites::Verdict& v : start->unrolling) j["unrolling"].push_back(rewrites::render(v));
  j["computations"] = ordered_json::array();
  for (const xla::ComputationReport& c : report.computations)
    if (!c.kernels.empty() || !c.boundaries.empty()) j["computations"].push_back(report::computation_json(g, c, true));
  if (o.what_if) {
    auto changes = what_if(program->module, *start, strategy, o.setup, *plan, report);
    if (!changes) return fail_at(changes.error(), o.program);
    j["what_if"] = std::move(*changes);
  }
  if (o.json)
    out(j.dump(1) + "\n");
  else
    print_text(j);
  return exit_ok;
}

}  // namespace eutectic::cli

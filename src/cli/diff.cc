// eutectic diff: two plans: the kernels that only one has, and the decision where they part. Of two programs, of a
// program and what XLA made of it, or of one program under two strategies, eras, devices.
#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/process.h"
#include "cli/sides.h"
#include "fusion/xla/parity.h"
#include "report/plan_json.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

struct Options {
  std::vector<std::string> programs;
  std::string strategy = "xla-priority", strategy_b;
  XlaSetup a, b;
  bool json = false, strict = false;
};

// The setup of the second plan: what it does not say is as in the first.
XlaSetup second(const XlaSetup& a, const XlaSetup& b, const std::string& strategy_b) {
  XlaSetup s = b;
  if (s.passes.empty()) s.passes = a.passes;
  if (s.era.empty()) s.era = has_era(strategy_b) ? a.era : "2024";
  if (s.device.empty()) s.device = a.device;
  if (s.lift.empty()) s.lift = a.lift;
  if (s.unroll == 0) s.unroll = a.unroll;
  s.drop_custom_calls |= a.drop_custom_calls;
  s.random_ahead |= a.random_ahead;
  s.forward_slices |= a.forward_slices;
  s.scalarise_concatenates |= a.scalarise_concatenates;
  return s;
}

ordered_json side_json(const Side& s, const XlaSetup& setup, int64_t kernels) {
  ordered_json j{{"program", s.path}, {"strategy", s.imported ? "import" : s.strategy->name}, {"kernels", kernels}};
  if (s.strategy->name == "xla-rules" && !s.imported) j["era"] = setup.era;
  j["device"] = s.graph().device().name;
  return j;
}

ordered_json kernels_json(const Side& s, const std::vector<xla::Kernel>& kernels) {
  auto list = ordered_json::array();
  for (const xla::Kernel& k : kernels) {
    auto ops = ordered_json::array();
    for (xla::Value v : s.values.computed.at(k.node))
      ops.push_back(std::string(hlo_name(s.graph()[s.values.first.at(v)].op)));
    ordered_json j{{"kernel", s.graph()[k.node].name}, {"ops", std::move(ops)}};
    if (s.graph().is_fusion(k.node)) j["kind"] = xla::to_hlo(s.graph()[k.node].kind);
    j["result"] = to_hlo(*s.graph()[k.node].shape, false);
    j["hash"] = fmt::format("{:016x}", k.hash);
    list.push_back(std::move(j));
  }
  return list;
}

struct Parting {
  xla::ValueEdge edge;
  bool constant = false;
  std::optional<size_t> step_a, step_b;
  size_t order() const { return std::min(step_a.value_or(SIZE_MAX), step_b.value_or(SIZE_MAX)); }
};

// What one treats otherwise than the other, in the order in which it was decided; constants last, which every reader
// can have for nothing.
std::vector<Parting> partings(const Side& a, const Side& b) {
  std::vector<Parting> list;
  auto compare = [&](const xla::ValueEdge& e) {
    if (!b.values.has(e)) return;
    if (a.values.fuses(e) == b.values.fuses(e) && a.values.parts(e) == b.values.parts(e)) return;
    const bool constant = a.graph()[a.values.first.at(e.first)].op == OpKind::Constant;
    list.push_back({e, constant, step_of(a, e), step_of(b, e)});
  };
  for (const auto& [e, kernel] : a.values.inside) compare(e);
  for (const auto& [e, kernels] : a.values.across)
    if (!a.values.fuses(e)) compare(e);
  std::ranges::stable_sort(list, {}, [](const Parting& p) { return std::pair(p.constant, p.order()); });
  return list;
}

// What a side says about an edge.
ordered_json says(const Side& s, const xla::ValueEdge& e, std::optional<size_t> step) {
  ordered_json j{{"fused", s.values.fuses(e)}};
  if (step) j["step"] = *step + 1;
  if (s.values.fuses(e)) {
    j["kernel"] = s.graph()[s.values.inside.at(e)].name;
    if (step) {
      const explain::Verdict& v = s.plan.log.steps[*step].verdict;
      j["reason"] = explain::info(v.reason).text;
      j["numbers"] = v.numbers;
      j["text"] = explain::render(s.module(), v);
    }
    if (!s.values.parts(e)) return j;
    const auto [producer, consumer] = s.values.across.at(e);  // as well, in another kernel that computes one of them
    j["also_apart"] = {s.graph()[producer].name, s.graph()[consumer].name};
    return j;
  }
  const auto [producer, consumer] = s.values.across.at(e);
  j["kernels"] = {s.graph()[producer].name, s.graph()[consumer].name};
  if (step) {
    const explain::Verdict& v = s.plan.log.steps[*step].verdict;
    j["decided"] = report::refusal_json(s.module(), {"log", v});
  }
  j["refusals"] = refusals_json(s.module(), refusals_of(s, e));
  return j;
}

ordered_json compare(const Side& a, const Side& b, const Options& o, const XlaSetup& setup_b) {
  const xla::Parity parity = xla::compare_kernels(a.graph(), b.graph());
  ordered_json j{{"a", side_json(a, o.a, parity.ours)}, {"b", side_json(b, setup_b, parity.xla)}};
  j["matched"] = parity.matched;
  j["computations"] = ordered_json::array();
  for (const xla::ComputationParity& c : parity.computations)
    if (c.ours + c.xla > 0)
      j["computations"].push_back({{"computation", c.name},
                                   {"matched", c.matched},
                                   {"only_a", kernels_json(a, c.only_ours)},
                                   {"only_b", kernels_json(b, c.only_xla)}});
  j["partings"] = ordered_json::array();
  for (const Parting& p : partings(a, b))
    j["partings"].push_back({{"producer", value_name(a, p.edge.first)},
                             {"consumer", value_name(a, p.edge.second)},
                             {"constant", p.constant},
                             {"a", says(a, p.edge, p.step_a)},
                             {"b", says(b, p.edge, p.step_b)}});
  return j;
}

std::string described(const ordered_json& side) {
  return fmt::format("{} by {}{} for {}: {} kernels", side["program"].get<std::string>(),
                     side["strategy"].get<std::string>(),
                     side.contains("era") ? " of " + side["era"].get<std::string>() : "",
                     side["device"].get<std::string>(), side["kernels"].get<int64_t>());
}

void print_says(const char* name, const ordered_json& s) {
  const std::string step = s.contains("step") ? fmt::format(", step {}", s["step"].get<int64_t>()) : "";
  if (s["fused"].get<bool>()) {
    out(fmt::format("    {}: one kernel, {}{}{}\n", name, s["kernel"].get<std::string>(), step,
                    s.contains("text")
                        ? fmt::format(": {} [{}]", s["text"].get<std::string>(), s["reason"].get<std::string>())
                        : ""));
    if (s.contains("also_apart"))
      out(fmt::format("      and two kernels, {} and {}\n", s["also_apart"][0].get<std::string>(),
                      s["also_apart"][1].get<std::string>()));
    return;
  }
  out(fmt::format("    {}: two kernels, {} and {}{}\n", name, s["kernels"][0].get<std::string>(),
                  s["kernels"][1].get<std::string>(), step));
  if (s.contains("decided")) {
    out("      then: ");
    print_refusals(ordered_json::array({s["decided"]}), "");
  } else if (s["refusals"].empty()) {
    out("      no rule keeps them apart\n");
  }
  print_refusals(s["refusals"], "      ");
}

void print_text(const ordered_json& j) {
  out(fmt::format("A: {}\nB: {}\n{} kernels are the same\n", described(j["a"]), described(j["b"]),
                  j["matched"].get<int64_t>()));
  for (const auto& c : j["computations"]) {
    if (c["only_a"].empty() && c["only_b"].empty()) continue;
    out(fmt::format("{}: {} the same\n", c["computation"].get<std::string>(), c["matched"].get<int64_t>()));
    for (const char* side : {"a", "b"})
      for (const auto& k : c[std::string("only_") + side]) {
        std::string ops;
        for (const auto& op : k["ops"]) ops += " " + op.get<std::string>();
        out(fmt::format("  only {}: {}{}:{} -> {}\n", side[0] == 'a' ? "A" : "B", k["kernel"].get<std::string>(),
                        k.contains("kind") ? " " + k["kind"].get<std::string>() : "", ops,
                        k["result"].get<std::string>()));
      }
  }
  bool first = true;
  int64_t constants = 0;
  for (const auto& p : j["partings"]) {
    if (p["constant"].get<bool>() && !first) {
      ++constants;
      continue;
    }
    out(fmt::format("{}: {} -> {}\n", first ? "they part at" : "  and", p["producer"].get<std::string>(),
                    p["consumer"].get<std::string>()));
    print_says("A", p["a"]);
    print_says("B", p["b"]);
    first = false;
  }
  if (constants > 0) out(fmt::format("  and {} constants that one of them has inside\n", constants));
  if (first && j["matched"] != j["a"]["kernels"])
    out("no value and reader that both have are in one kernel, or in two, in one plan only\n");
}

int run(Options o) {
  if (o.programs.size() > 2) {
    err("eutectic: diff compares two plans\n");
    return exit_usage;
  }
  const bool one = o.programs.size() == 1;
  const std::string strategy_b = o.strategy_b.empty() ? o.strategy : o.strategy_b;
  for (const std::string& name : {o.strategy, strategy_b})
    if (name == "eutectic") {
      err("eutectic: diff compares kernels that are HLO fusions; this compiler's are loops with all their steps, which "
          "no fusion is. See both plans with 'eutectic report --strategies eutectic,xla-priority'\n");
      return exit_usage;
    } else if (!xla::find_strategy(name)) {
      std::string known;
      for (std::string_view n : xla::strategy_names()) known += (known.empty() ? "" : ", ") + std::string(n);
      err(fmt::format("eutectic: no strategy '{}'; the strategies are: {}\n", name, known));
      return exit_usage;
    }
  const XlaSetup setup_b = second(o.a, o.b, strategy_b);
  int code = exit_ok;
  const auto a = plan_side(o.programs[0], o.strategy, o.a, code);
  if (!a) return code;
  const auto b = plan_side(o.programs[one ? 0 : 1], strategy_b, setup_b, code);
  if (!b) return code;
  number_values(*a, *b);
  const ordered_json j = compare(*a, *b, o, setup_b);
  if (o.json)
    out(j.dump(1) + "\n");
  else
    print_text(j);
  return o.strict && (j["matched"] != j["a"]["kernels"] || j["matched"] != j["b"]["kernels"]) ? exit_failed : exit_ok;
}

}  // namespace

Runner add_diff(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("programs", o->programs, "One or two programs; one that has fusions is taken as the plan that it is")
      ->required();
  app.add_option("--strategy", o->strategy, "Who plans")->capture_default_str();
  app.add_option("--strategy-b,--against", o->strategy_b, "Who plans the second; if not given, the same");
  o->a.add(app);
  o->b.passes = o->b.era = "";  // as in the first
  o->b.unroll = 0;
  o->b.add(app, "-b");
  app.add_flag("--json", o->json, "As JSON: docs/json.md has its fields");
  app.add_flag("--strict", o->strict,
               "Exit code 1 where kernels differ; without it, 1 is only a program that is wrong or cannot be planned");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

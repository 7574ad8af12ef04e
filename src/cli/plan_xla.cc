// See plan_xla.h.
#include "cli/plan_xla.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/suggest.h"
#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/load.h"
#include "cli/parity_stages.h"
#include "cli/process.h"
#include "format/format.h"
#include "fusion/xla/apply.h"
#include "fusion/xla/canonical.h"
#include "fusion/xla/strategy.h"
#include "fusion/xla/what_if.h"
#include "ops/verify.h"
#include "passes/passes.h"
#include "passes/pipeline.h"
#include "passes/xla/pipeline.h"
#include "report/plan_json.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

// Large plans list hundreds of thousands of ops: a line at a time.
void print_kernel(const xla::Graph& g, xla::NodeId n) {
  std::string inputs;
  for (xla::NodeId o : g[n].operands) inputs += (inputs.empty() ? "" : ", ") + g[o].name;
  out(fmt::format("  {}{}: {} ({}) -> {}\n", g[n].name,
                  g.is_fusion(n) ? fmt::format(" {}", xla::to_hlo(g[n].kind)) : "", fmt::join(xla::ops_of(g, n), " "),
                  inputs, to_hlo(*g[n].shape, false)));
}

void print_step(const Module& m, const xla::Step& s) {
  out(fmt::format("{} {} -> {}{}: {} [{}]\n", report::step_name(s.kind), s.producer, fmt::join(s.consumers, ", "),
                  s.result.empty() ? "" : " = " + s.result, explain::render(m, s.verdict),
                  explain::info(s.verdict.reason).text));
}

void print_text(const XlaPlan& plan, bool steps) {
  const xla::Graph& g = *plan.graph;
  for (xla::BodyId body : g.control_bodies()) {
    const std::vector<xla::NodeId> launches = xla::launches_of(g, body);
    out(fmt::format("{}: {} kernels\n", plan.module->name(g[body].origin), launches.size()));
    for (xla::NodeId n : launches) print_kernel(g, n);
  }
  if (!steps) return;
  for (const xla::Step& s : plan.log.steps) print_step(*plan.module, s);
}

}  // namespace

std::string device_list() {
  std::string list;
  for (std::string_view name : xla::device_names()) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

bool is_xla_strategy(std::string_view name) {
  return (name.starts_with("xla-") || name == "import") && xla::find_strategy(name);
}

std::vector<std::string> xla_strategies() {
  std::vector<std::string> names;
  for (std::string_view name : xla::strategy_names())
    if (is_xla_strategy(name)) names.emplace_back(name);
  return names;
}

void XlaSetup::add(App& app, const std::string& suffix) {
  const std::string whose = suffix.empty() ? "With a strategy of XLA's: " : "The same of the second plan: ";
  const bool first = suffix.empty();
  auto keep = [&](const char* name, Option* option) {
    options_.emplace_back(name + suffix, option);
    return option;
  };
  auto value = [&](const char* name, auto& to, const std::string& help) {
    return keep(name, app.add_option(name + suffix, to, whose + help));
  };
  auto flag = [&](const char* name, bool& to, const std::string& help) {
    keep(name, app.add_flag(name + suffix, to, whose + help));
  };
  Option* p = value("--passes", passes, "its passes before fusion and copies after, or none");
  p->check(IsMember({"default", "none"}));
  if (first) p->capture_default_str();
  value("--era", era, "with xla-rules: 2024, or 2022 as in the paper; with import also 2026, of priority fusion")
      ->check(IsMember({"2022", "2024", "2026"}));
  value(
      "--device", device,
      "the device of its cost model: " + device_list() + ", or a profile's file (eutectic device); h100 if not given");
  value("--lift", lift, "rules that do not count, for instance R18,R19");
  value("--unroll", unroll, "loops do this many steps at a time, as eutectic opt --rewrites unroll=K unrolls them")
      ->check(Range(1, 100));
  flag("--drop-custom-calls", drop_custom_calls, "results of custom calls in loops are there before the loop");
  flag("--random-ahead", random_ahead,
       "random numbers in loops that hang only on keys and counters are there before the loop");
  flag("--scalarise-concatenates", scalarise_concatenates,
       "loops carry the pieces of arrays that they stack, where only pieces are read");
  flag("--forward-slices", forward_slices, "slices of concatenations become the pieces that they read");
}

std::string XlaSetup::given() const {
  std::string names;
  for (const auto& [name, option] : options_)
    if (option->count() > 0) names += (names.empty() ? "" : ", ") + name;
  return names;
}

void XlaSetup::forget_era() {
  era = "2024";
  std::erase_if(options_, [](const auto& o) { return o.first == "--era"; });
}

bool XlaSetup::gives(std::string_view name) const {
  return std::ranges::any_of(options_, [&](const auto& o) { return o.first == name && o.second->count() > 0; });
}

Result<xla::Device> load_device(const std::string& name) {
  if (const xla::Device* known = xla::find_device(name)) return *known;
  if (!file_exists(name)) {
    std::vector<std::string> known;
    for (std::string_view n : xla::device_names()) known.emplace_back(n);
    const std::string near = nearest(name, known);
    return error(fmt::format("there is no device '{}', and no file of that name", name), {},
                 near.empty() ? "devices: " + device_list() : "did you mean '" + near + "'?");
  }
  ASSIGN_OR_RETURN(const std::string text, read_file(name));
  return xla::parse_device(text, name);
}

namespace {

bool has_passes(const xla::Strategy& strategy, const XlaSetup& setup) {
  return setup.passes == "default" && strategy.name != "import";
}

}  // namespace

bool can_unroll(const Module& module, const xla::Strategy& strategy, const XlaSetup& setup) {
  return has_passes(strategy, setup) && !xla_passes::is_after_passes(module);
}

Result<Prepared> prepared(const Module& module, const xla::Strategy& strategy, const XlaSetup& setup) {
  Prepared out;
  std::optional<Module> unrolled;
  if (setup.unroll > 1) {
    if (!can_unroll(module, strategy, setup))
      return error("loops of a program that is taken as it stands are not unrolled", {},
                   fmt::format("leave --unroll out, or unroll the program that it came from: eutectic opt --rewrites "
                               "unroll={}",
                               setup.unroll));
    // As `eutectic opt` does it.
    ASSIGN_OR_RETURN(Module start, run_pipeline(module, {.reroll = false, .remove_barriers = false}));
    rewrites::Context context;
    context.factor = setup.unroll;
    ASSIGN_OR_RETURN(const bool changed, rewrites::unroll(start, context));
    if (changed) {
      ASSIGN_OR_RETURN(unrolled, rewrites::cleaned(start));
    }
    out.unrolling = std::move(context.verdicts);
  }
  const Module& program = unrolled ? *unrolled : module;
  if (!has_passes(strategy, setup)) {
    out.module = std::make_shared<const Module>(program);
    return out;
  }
  ASSIGN_OR_RETURN(Module made, passes_for(strategy, program));
  out.module = std::make_shared<const Module>(std::move(made));
  return out;
}

namespace {

// What the setup names, found.
struct Chosen {
  std::unique_ptr<const xla::Device> device;  // nullptr: as the strategy has it
  std::vector<explain::Reason> lifted;
};

Result<Chosen> choose(const xla::Strategy& strategy, const XlaSetup& setup) {
  Chosen chosen;
  if (!setup.device.empty()) {
    ASSIGN_OR_RETURN(xla::Device device, load_device(setup.device));
    const bool cpu = strategy.name == "xla-cpu";
    if (strategy.name != "import" && device.host != cpu)
      return error(fmt::format("{} decides for a {}, and {} is a {}", strategy.name, cpu ? "CPU" : "GPU", device.name,
                               device.host ? "CPU" : "GPU"),
                   {}, cpu ? "--device host, or a profile measured by eutectic device" : "--device h100");
    chosen.device = std::make_unique<const xla::Device>(std::move(device));
  }
  if (strategy.name != "import" && setup.era == "2026")
    return error(fmt::format("only import is told that its kernels are of 2026, {} is not", strategy.name), {},
                 "leave --era out; the rules of 2026 are --strategy xla-priority");
  if (!has_era(strategy.name) && (setup.era == "2022" || setup.gives("--era") || setup.gives("--era-b")))
    return error(fmt::format("only xla-rules has an era {}", setup.era), {},
                 "leave --era out, or choose --strategy xla-rules");
  for (size_t i = 0; i < setup.lift.size();) {
    const size_t end = std::min(setup.lift.find(',', i), setup.lift.size());
    const std::string rule = setup.lift.substr(i, end - i);
    const auto reasons = xla::RuleSet::liftable(rule);
    if (reasons.empty())
      return error(fmt::format("'{}' is no rule that can be lifted", rule), {},
                   "rules are R01 to R47; those that a right program needs, or a kernel to be possible, stay");
    chosen.lifted.insert(chosen.lifted.end(), reasons.begin(), reasons.end());
    i = end + 1;
  }
  return chosen;
}

}  // namespace

int usage_of(const xla::Strategy& strategy, const XlaSetup& setup) {
  const auto chosen = choose(strategy, setup);
  if (chosen) return exit_ok;
  err(render(chosen.error()));
  return exit_usage;
}

int usage_without_xla(std::string_view strategy, const XlaSetup& setup) {
  if (setup.given().empty()) return exit_ok;
  std::string names;
  for (const std::string& name : xla_strategies()) names += (names.empty() ? "" : ", ") + name;
  err(fmt::format("eutectic: strategy {} takes no {}; these do: {}\n", strategy, setup.given(), names));
  return exit_usage;
}

Result<XlaPlan> plan_prepared(std::shared_ptr<const Module> prepared, const xla::Strategy& strategy,
                              const XlaSetup& setup, bool equal_loops_once) {
  XlaPlan plan;
  ASSIGN_OR_RETURN(Chosen chosen, choose(strategy, setup));
  plan.device = std::move(chosen.device);
  plan.module = std::move(prepared);
  plan.graph = std::make_unique<xla::Graph>(*plan.module);
  xla::Graph& g = *plan.graph;
  if (plan.device) g.set_device(*plan.device);
  if (setup.era == "2022") g.rules.year = xla::RulesYear::Of2022;
  if (setup.era == "2026") g.set_era(xla::Era::Priority2026);
  for (explain::Reason r : chosen.lifted) g.rules.lift(r);
  if (setup.drop_custom_calls) xla::drop_custom_calls(g);
  if (setup.random_ahead) xla::random_ahead(g);
  if (setup.scalarise_concatenates) xla::scalarise_concatenates(g);
  if (setup.forward_slices) xla::forward_slices(g);
  if (has_passes(strategy, setup) && strategy.after_passes) RETURN_IF_ERROR(strategy.after_passes(g, plan.log));
  if (equal_loops_once) {
    plan.as = xla::equal_loop_bodies(g);
    xla::set_aside(g, plan.as);
  }
  for (const xla::StagePair& pair : strategy.pairs) RETURN_IF_ERROR(pair.run(g, plan.log));
  if (has_passes(strategy, setup)) RETURN_IF_ERROR(strategy.finish(g, plan.log));
  return plan;
}

Result<XlaPlan> plan_xla(const Module& module, const xla::Strategy& strategy, const XlaSetup& setup) {
  ASSIGN_OR_RETURN(const Prepared start, prepared(module, strategy, setup));
  return plan_prepared(start.module, strategy, setup);
}

int run_xla_plan(const XlaPlanOptions& o) {
  int code = usage_of(*xla::find_strategy(o.strategy), o.setup);
  if (code != exit_ok) return code;
  const auto program = load_program(o.program, code);
  if (!program) return code;
  const auto start = prepared(program->module, *xla::find_strategy(o.strategy), o.setup);
  if (!start) return fail_at(start.error(), o.program);
  const auto plan = plan_prepared(start->module, *xla::find_strategy(o.strategy), o.setup);
  if (!plan) return fail_at(plan.error(), o.program);
  const xla::Graph& g = *plan->graph;
  if (!o.apply.empty()) {
    if (o.setup.drop_custom_calls || o.setup.random_ahead) {
      err("eutectic: without what it draws the program is no program any more; leave --apply or that flag out\n");
      return exit_usage;
    }
    if (o.apply != "-" && file_exists(o.apply)) {
      err(fmt::format("eutectic: '{}' exists; name another file for --apply\n", o.apply));
      return exit_usage;
    }
    Module fused = xla::apply(g);
    const Result<bool> expanded = expand_special(fused);
    if (!expanded) return fail_at(expanded.error(), o.program);
    if (*expanded) fused = compact(fused);
    const Status sound = verify(fused);
    CHECK(sound, "the fused program is wrong: {}", render(sound.error()));
    if (auto status = write_file(o.apply, write_hlo_text(fused)); !status) {
      err(render(status.error()));
      return exit_usage;
    }
    if (o.apply == "-") return exit_ok;
  }
  if (!o.json) {
    print_text(*plan, o.steps);
    return exit_ok;
  }
  const xla::Report report = xla::kernels_report_of(*plan->graph, *xla::find_strategy(o.strategy), plan->log);
  ordered_json j{{"strategy", o.strategy}, {"launches", report.launches()}, {"bound", report.bound()}};
  for (const rewrites::Verdict& v : start->unrolling) j["unrolling"].push_back(rewrites::render(v));
  j["computations"] = ordered_json::array();
  for (const xla::ComputationReport& c : report.computations)
    j["computations"].push_back(report::computation_json(g, c, false));
  if (o.steps) {
    j["steps"] = ordered_json::array();
    for (const xla::Step& s : plan->log.steps) j["steps"].push_back(report::step_json(*plan->module, s));
  }
  out(j.dump(1) + "\n");
  return exit_ok;
}

}  // namespace eutectic::cli

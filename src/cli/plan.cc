// eutectic plan and explain: what becomes one kernel, and why.
#include <memory>

#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/explain_import.h"
#include "cli/explain_xla.h"
#include "cli/plan_xla.h"
#include "cli/process.h"
#include "explain/verdict.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::string program;
  CompileFlags flags;
  bool json = false, what_if = false;
  XlaPlanOptions xla;
  std::vector<std::string> pair;
  std::string import;  // explain: what XLA made of the program
};

std::string_view kind_name(fusion::GroupKind kind) {
  switch (kind) {
    case fusion::GroupKind::HostOp:
      return "host-op";
    case fusion::GroupKind::Elementwise:
      return "elementwise";
    case fusion::GroupKind::Loop:
      return "loop";
    case fusion::GroupKind::Control:
      return "control";
  }
  return "";
}

nlohmann::ordered_json verdict_json(const Module& m, const explain::Verdict& v) {
  const explain::ReasonInfo& reason = explain::info(v.reason);
  nlohmann::ordered_json j{{"reason", reason.text}, {"accepted", v.accepted()}};
  if (v.subject.valid()) j["subject"] = m.name(v.subject);
  if (v.other.valid()) j["other"] = m.name(v.other);
  j["numbers"] = v.numbers;
  j["text"] = explain::render(m, v);
  return j;
}

// Plans nest at most 60 deep.
nlohmann::ordered_json plan_json(const Module& m, const fusion::Plan& plan) {
  auto names = [&](const std::vector<InstrId>& ids) {
    auto list = nlohmann::ordered_json::array();
    for (InstrId id : ids) list.push_back(m.name(id));
    return list;
  };
  auto groups = nlohmann::ordered_json::array();
  for (const fusion::Group& g : plan.groups) {
    nlohmann::ordered_json j{{"kind", kind_name(g.kind)},
                             {"instructions", names(g.instrs)},
                             {"inputs", names(g.inputs)},
                             {"roots", names(g.roots)}};
    if (!g.lanes.empty()) j["lanes"] = g.lanes;
    j["verdicts"] = nlohmann::ordered_json::array();
    for (const explain::Verdict& v : g.verdicts) j["verdicts"].push_back(verdict_json(m, v));
    for (const fusion::Plan& inner : g.plans) j["plans"].push_back(plan_json(m, inner));
    groups.push_back(std::move(j));
  }
  return {{"computation", m.name(plan.computation)}, {"groups", std::move(groups)}};
}

// XLA's strategies decide what becomes a kernel, and compute nothing.
bool takes_numbers(const Options& o) {
  if (!o.flags.gives_numbers()) return true;
  err(fmt::format("eutectic: strategy {} takes no --numbers; eutectic and none do\n", o.flags.strategy));
  return false;
}

int run_plan(const Options& o) {
  if (is_xla_strategy(o.flags.strategy)) {
    if (!takes_numbers(o)) return exit_usage;
    XlaPlanOptions xla = o.xla;
    xla.program = o.program;
    xla.strategy = o.flags.strategy;
    xla.json = o.json;
    return run_xla_plan(xla);
  }
  if (!o.xla.apply.empty() || o.xla.steps) {
    err("eutectic: --apply and --steps need a strategy of XLA's, for instance --strategy xla-rules\n");
    return exit_usage;
  }
  int code = usage_without_xla(o.flags.strategy, o.xla.setup);
  if (code != exit_ok) return code;
  auto record = record_of(o.program, o.flags, code);
  if (!record) return code;
  if (o.json)
    out(plan_json(*record->module, record->plan).dump(1) + "\n");
  else
    out(fusion::to_text(*record->module, record->plan));
  return exit_ok;
}

struct Counts {
  int64_t kernels = 0, host_ops = 0, control = 0;
};

void explain_plan(const Module& m, const fusion::Plan& plan, int depth, Counts& counts, nlohmann::ordered_json& list) {
  for (const fusion::Group& g : plan.groups) {
    const InstrId root = g.roots.empty() ? g.instrs[0] : g.roots[0];
    if (m[root].op == OpKind::Constant || m[root].op == OpKind::Tuple || m[root].op == OpKind::GetTupleElement)
      continue;
    const bool kernel = g.kind == fusion::GroupKind::Elementwise || g.kind == fusion::GroupKind::Loop;
    (kernel ? counts.kernels : g.kind == fusion::GroupKind::HostOp ? counts.host_ops : counts.control) += 1;
    for (const explain::Verdict& v : g.verdicts) {
      list.push_back(verdict_json(m, v));
      list.back()["depth"] = depth;
    }
    for (const fusion::Plan& inner : g.plans) explain_plan(m, inner, depth + 1, counts, list);
  }
}

int run_explain(const Options& o) {
  if (!o.import.empty()) {
    if (!o.pair.empty() || o.what_if) {
      err("eutectic: --import explains the whole program, without --what-if\n");
      return exit_usage;
    }
    // The newest where none is named.
    const std::string strategy = o.flags.gives_strategy() ? o.flags.strategy : "xla-priority";
    if (strategy == "import" || !is_xla_strategy(strategy)) {
      err("eutectic: --import needs the rules of a strategy: xla-rules, xla-priority or xla-cpu\n");
      return exit_usage;
    }
    if (!takes_numbers(o)) return exit_usage;
    return run_import_explain({o.program, o.import, strategy, o.xla.setup, o.json});
  }
  if (is_xla_strategy(o.flags.strategy)) {
    if (!takes_numbers(o)) return exit_usage;
    XlaExplainOptions xla{o.program, o.flags.strategy, o.xla.setup, "", "", o.what_if, o.json};
    if (!o.pair.empty() && o.pair.size() != 2) {
      err("eutectic: name two kernels or none\n");
      return exit_usage;
    }
    if (!o.pair.empty()) {
      xla.a = o.pair[0];
      xla.b = o.pair[1];
    }
    return run_xla_explain(xla);
  }
  if (!o.pair.empty() || o.what_if) {
    err("eutectic: this needs a strategy of XLA's, for instance --strategy xla-rules\n");
    return exit_usage;
  }
  int code = usage_without_xla(o.flags.strategy, o.xla.setup);
  if (code != exit_ok) return code;
  auto record = record_of(o.program, o.flags, code);
  if (!record) return code;
  const Module& m = *record->module;
  Counts counts;
  auto list = nlohmann::ordered_json::array();
  explain_plan(m, record->plan, 0, counts, list);
  for (const explain::Verdict& v : record->fallbacks) {
    list.push_back(verdict_json(m, v));
    list.back()["depth"] = 0;
  }
  if (o.json) {
    out(nlohmann::ordered_json{{"kernels", record->kernels.size()},
                               {"host_ops", counts.host_ops},
                               {"control", counts.control},
                               {"verdicts", std::move(list)}}
            .dump(1) +
        "\n");
    return exit_ok;
  }
  for (const auto& v : list)
    out(fmt::format("{}{} {} [{}]\n", std::string(static_cast<size_t>(2 * v["depth"].get<int>()), ' '),
                    v["accepted"].get<bool>() ? "+" : "-", v["text"].get<std::string>(),
                    v["reason"].get<std::string>()));
  out(fmt::format("{} kernels, {} host ops, {} loops and branches run step by step\n", record->kernels.size(),
                  counts.host_ops, counts.control));
  return exit_ok;
}

}  // namespace

Runner add_plan(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  o->flags.add(app, false, xla_strategies());
  o->xla.setup.add(app);
  app.add_flag("--steps", o->xla.steps, "With a strategy of XLA's: also every fusion and refusal, with its reason");
  app.add_option("--apply", o->xla.apply,
                 "With a strategy of XLA's: write the fused program as HLO; - is standard output");
  app.add_flag("--json", o->json, "As JSON: docs/json.md has its fields");
  return [o] { return run_plan(*o); };
}

Runner add_explain(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  app.add_option("kernels", o->pair, "Two kernels or instructions: all rules that keep them apart");
  o->flags.add(app, false, xla_strategies());
  o->xla.setup.add(app);
  app.add_option("--import", o->import,
                 "What XLA made of the program, from its dumps: each kernel of that, and why by the strategy's rules");
  app.add_flag("--what-if", o->what_if,
               "With a strategy of XLA's: plan again with each rule lifted, and with changes of the program");
  app.add_flag("--json", o->json, "As JSON: docs/json.md has its fields");
  return [o] { return run_explain(*o); };
}

}  // namespace eutectic::cli

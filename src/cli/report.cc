// eutectic report: one page with the plans of several strategies, their kernels, boundaries and reasons.
#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/load.h"
#include "cli/plan_xla.h"
#include "cli/process.h"
#include "fusion/xla/strategy.h"
#include "report/page.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::string program, output, title, strategies;
  XlaSetup setup;
  bool force = false;
};

constexpr const char* default_help = "xla-rules,xla-priority,xla-cpu,eutectic, of XLA's those that decide for --device";

// Whose plan: an XLA strategy with the setup that it takes, or this compiler's (eutectic, none).
struct Planner {
  std::string name;  // as the page has it
  const fusion::xla::Strategy* strategy = nullptr;
  XlaSetup setup;
};

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  for (size_t i = 0; i <= list.size();) {
    const size_t end = std::min(list.find(',', i), list.size());
    parts.push_back(list.substr(i, end - i));
    i = end + 1;
  }
  return parts;
}

// Those of XLA's strategies that decide for the device.
std::string default_strategies(const fusion::xla::Device* device) {
  if (!device) return "xla-rules,xla-priority,xla-cpu,eutectic";
  return device->host ? "xla-cpu,eutectic" : "xla-rules,xla-priority,eutectic";
}

// "xla-rules:2022" is xla-rules of that year. Empty: what is wrong was said.
std::vector<Planner> planners_of(const Options& o, const fusion::xla::Device* device) {
  std::vector<Planner> planners;
  bool era_used = false;
  for (const std::string& part : parts_of(o.strategies.empty() ? default_strategies(device) : o.strategies)) {
    Planner p{part, nullptr, o.setup};
    std::string name = part;
    const bool year = part == "xla-rules:2022" || part == "xla-rules:2024";
    if (year) {
      p.setup.era = part.substr(part.size() - 4);
      name = "xla-rules";
    }
    const bool own = name == "eutectic" || name == "none";
    if (!own && !is_xla_strategy(name)) {
      err(fmt::format("eutectic: there is no strategy '{}'; there are eutectic, none, {}, xla-rules:2022\n", part,
                      fmt::join(xla_strategies(), ", ")));
      return {};
    }
    if (!own) p.strategy = fusion::xla::find_strategy(name);
    era_used = era_used || (has_era(name) && !year);
    if (!has_era(name)) p.setup.forget_era();
    if (p.strategy && usage_of(*p.strategy, p.setup) != exit_ok) return {};
    p.name = name + (has_era(name) && p.setup.era == "2022" ? " 2022" : "");
    if (std::ranges::find(planners, p.name, &Planner::name) != planners.end()) {
      err(fmt::format("eutectic: strategy '{}' is named twice\n", part));
      return {};
    }
    planners.push_back(std::move(p));
  }
  if (o.setup.gives("--era") && !era_used) {
    err("eutectic: --era is of xla-rules, which no plan of the page is by; write xla-rules in --strategies\n");
    return {};
  }
  if (std::ranges::none_of(planners, [](const Planner& p) { return p.strategy != nullptr; }) &&
      usage_without_xla(planners[0].name, o.setup) != exit_ok)
    return {};
  return planners;
}

Result<report::Json> view_of(const Module& module, const Planner& p) {
  if (p.strategy) return xla_view(module, std::string(p.strategy->name), p.setup, p.name);
  compiler::CompileRecord record;
  CompileFlags flags;
  flags.strategy = p.name;
  RETURN_IF_ERROR(compiler::compile_record(module, flags.options(), record));
  return report::view_of(record, p.name);
}

int run_report(const Options& o) {
  std::optional<fusion::xla::Device> device;
  if (!o.setup.device.empty()) {
    auto loaded = load_device(o.setup.device);
    if (!loaded) return fail_at(loaded.error(), "", exit_usage);
    device = std::move(*loaded);
  }
  const std::vector<Planner> planners = planners_of(o, device ? &*device : nullptr);
  if (planners.empty()) return exit_usage;
  if (!may_write(o.output, o.force)) return exit_usage;
  int code = exit_ok;
  const auto program = load_program(o.program, code);
  if (!program) return code;
  report::Json data{{"program", name_on_page(o.title, o.program)},
                    {"device", device ? device->name : "H100"},
                    {"instructions", program->module.instr_count()}};
  data["views"] = report::Json::array();
  for (const Planner& p : planners) {
    auto view = view_of(program->module, p);
    if (!view) return fail_at(view.error(), o.program);
    data["views"].push_back(std::move(*view));
  }
  if (auto status = write_file(o.output, report::page_of(data)); !status) {
    err(render(status.error()));
    return exit_usage;
  }
  return exit_ok;
}

}  // namespace

Result<report::Json> xla_view(const Module& module, const std::string& strategy, const XlaSetup& setup,
                              std::string name) {
  const fusion::xla::Strategy& s = *fusion::xla::find_strategy(strategy);
  ASSIGN_OR_RETURN(const Prepared start, prepared(module, s, setup));
  ASSIGN_OR_RETURN(const XlaPlan plan, plan_prepared(start.module, s, setup));
  const fusion::xla::Report report = fusion::xla::report_of(*plan.graph, s, plan.log);
  RETURN_IF_ERROR(fusion::xla::verify(*plan.graph, report));
  ASSIGN_OR_RETURN(report::Json view, report::view_of(*plan.graph, plan.log, report, std::move(name)));
  for (const rewrites::Verdict& v : start.unrolling) view["unrolling"].push_back(rewrites::render(v));
  return view;
}

std::string name_on_page(const std::string& title, const std::string& program) {
  if (!title.empty()) return title;
  return program == "-" ? std::string("standard input") : std::filesystem::path(program).filename().string();
}

Runner add_report(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  app.add_option("-o,--output", o->output, "The page, an HTML file; - is standard output")->required();
  app.add_option(
      "--strategies", o->strategies,
      std::string("Whose plans are shown, in this order; xla-rules:2022 has the older rules. If not given: ") +
          default_help);
  app.add_option("--title", o->title, "The program's name on the page; without it, its file's");
  o->setup.add(app);
  app.add_flag("--force", o->force, "Overwrite the page");
  return [o] { return run_report(*o); };
}

}  // namespace eutectic::cli

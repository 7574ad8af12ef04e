// eutectic report: one page with the plans of several strategies, their kernels, boundaries and reasons.
#include "cli/report.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

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
  std::string program, output, title;
  std::string strategies = "xla-rules,xla-priority,xla-cpu,eutectic";
  XlaSetup setup;
  bool force = false;
};

Result<report::Json> view_of(const Module& module, const std::string& strategy, const XlaSetup& setup) {
  if (is_xla_strategy(strategy)) {
    XlaSetup own = setup;
    if (strategy != "xla-rules") own.era = "2024";  // only the rules have another
    return xla_view(module, strategy, own, strategy + (own.era == "2024" ? "" : " " + own.era));
  }
  compiler::CompileRecord record;
  RETURN_IF_ERROR(compiler::compile_record(module, CompileFlags().options(), record));
  return report::view_of(record, strategy);
}

int run_report(const Options& o) {
  if (o.setup.unroll > 1) {
    err("eutectic: a report counts a loop's steps as the program takes them: unroll it there (jax.lax.scan's unroll), "
        "or "
        "see 'eutectic explain --unroll'\n");
    return exit_usage;
  }
  std::vector<std::string> strategies;
  for (size_t i = 0; i <= o.strategies.size();) {
    const size_t end = std::min(o.strategies.find(',', i), o.strategies.size());
    strategies.push_back(o.strategies.substr(i, end - i));
    i = end + 1;
    if (strategies.back() == "eutectic" || is_xla_strategy(strategies.back())) continue;
    err(fmt::format("eutectic: there is no strategy '{}'; there are eutectic, {}\n", strategies.back(),
                    fmt::join(xla_strategies(), ", ")));
    return exit_usage;
  }
  if (o.output != "-" && !o.force && file_exists(o.output)) {
    err(fmt::format("eutectic: '{}' exists; --force overwrites it\n", o.output));
    return exit_usage;
  }
  int code = exit_ok;
  const auto program = load_program(o.program, code);
  if (!program) return code;
  report::Json data{{"program", name_on_page(o.title, o.program)},
                    {"device", "H100"},
                    {"instructions", program->module.instr_count()}};
  data["views"] = report::Json::array();
  for (const std::string& strategy : strategies) {
    auto view = view_of(program->module, strategy, o.setup);
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
  ASSIGN_OR_RETURN(const XlaPlan plan, plan_xla(module, s, setup));
  const fusion::xla::Report report = fusion::xla::report_of(*plan.graph, s, plan.log);
  RETURN_IF_ERROR(fusion::xla::verify(*plan.graph, report));
  return report::view_of(*plan.graph, plan.log, report, std::move(name));
}

std::string name_on_page(const std::string& title, const std::string& program) {
  if (!title.empty()) return title;
  return program == "-" ? std::string("standard input") : std::filesystem::path(program).filename().string();
}

Runner add_report(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  app.add_option("-o,--output", o->output, "The page, an HTML file; - is standard output")->required();
  app.add_option("--strategies", o->strategies, "Whose plans are shown, in this order")->capture_default_str();
  app.add_option("--title", o->title, "The program's name on the page; without it, its file's");
  o->setup.add(app);
  app.add_flag("--force", o->force, "Overwrite the page");
  return [o] { return run_report(*o); };
}

}  // namespace eutectic::cli

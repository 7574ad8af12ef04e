// eutectic opt: a program rewritten so that XLA, or another compiler, makes fewer kernels of it.
#include <memory>
#include <nlohmann/json.hpp>

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/emit.h"
#include "cli/load.h"
#include "cli/process.h"
#include "cli/report.h"
#include "optimize/optimize.h"
#include "report/page.h"

namespace eutectic::cli {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string program, output, to, target = "xla-gpu", rewrites, report, title;
  bool explain = false, json = false, force = false, always = false;
  int64_t fuel = -1;
  EmitOptions emit;
};

// "split-carried,unroll=10" as choices.
Result<std::vector<optimize::Choice>> parse_rewrites(const std::string& text) {
  std::vector<optimize::Choice> out;
  std::vector<std::string> known;
  for (const rewrites::Rewrite& r : rewrites::all_rewrites()) known.emplace_back(r.name);
  for (size_t begin = 0; begin <= text.size() && !text.empty();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin), name = item.substr(0, item.find('='));
    begin = end + 1;
    const rewrites::Rewrite* rewrite = rewrites::find_rewrite(name);
    if (!rewrite) {
      const std::string near = nearest(name, known);
      return error(fmt::format("there is no rewrite '{}'", name), {},
                   near.empty() ? fmt::format("the rewrites are {}", fmt::join(known, ", "))
                                : fmt::format("did you mean {}?", near));
    }
    optimize::Choice choice{rewrite};
    if (name.size() < item.size()) {
      const std::string value = item.substr(name.size() + 1);
      const bool number = !value.empty() && value.size() < 6 && value.find_first_not_of("0123456789") == value.npos;
      if (!rewrite->takes_factor || !number || std::stoll(value) < 1)
        return error(
            fmt::format("'{}' is not understood", item), {},
            rewrite->takes_factor ? fmt::format("write {}=10", name) : fmt::format("{} takes no number", name));
      choice.factor = std::stoll(value);
    }
    out.push_back(choice);
  }
  return out;
}

ordered_json to_json(const optimize::Estimate& e) {
  auto loops = ordered_json::array();
  for (const auto& l : e.loops)
    loops.push_back({{"body", l.body}, {"steps", l.steps}, {"launches", l.launches}, {"bytes", l.bytes}});
  return {{"launches", e.launches}, {"time_us", e.time_us}, {"loops", std::move(loops)}};
}

std::string shown(const optimize::Estimate& e) {
  std::string out = fmt::format("{} launches, {:.4g} us", e.launches, e.time_us);
  for (const auto& l : e.loops) out += fmt::format("; {}: {} a step", l.body, l.launches);
  return out;
}

std::string explanation(const optimize::Optimized& o, std::string_view target) {
  std::string out = fmt::format("for {}, before: {}\n", target, shown(o.before));
  for (const optimize::Step& s : o.steps) {
    out += fmt::format("{}: {}\n", s.rewrite->name,
                       !s.changed ? "nothing to do"
                       : s.kept   ? "kept, " + shown(s.after)
                                  : fmt::format("not kept, it would give {}", shown(s.after)));
    for (const rewrites::Verdict& v : s.verdicts)
      out += fmt::format("  {} [{}]\n", rewrites::render(v), rewrites::info(v.reason).text);
  }
  out += fmt::format("after: {}{}\n", shown(o.after), o.changed ? "" : "; the program is unchanged");
  return out;
}

ordered_json to_json(const optimize::Optimized& o, std::string_view target) {
  ordered_json j{
      {"target", target}, {"changed", o.changed}, {"before", to_json(o.before)}, {"after", to_json(o.after)}};
  auto steps = ordered_json::array();
  for (const optimize::Step& s : o.steps) {
    ordered_json step{{"rewrite", s.rewrite->name}, {"changed", s.changed}, {"kept", s.kept}};
    if (s.changed) {
      step["before"] = to_json(s.before);
      step["after"] = to_json(s.after);
    }
    auto verdicts = ordered_json::array();
    for (const rewrites::Verdict& v : s.verdicts)
      verdicts.push_back({{"reason", rewrites::info(v.reason).text},
                          {"done", v.done()},
                          {"subject", v.subject},
                          {"source", v.where},
                          {"numbers", v.numbers},
                          {"text", rewrites::render(v)}});
    step["verdicts"] = std::move(verdicts);
    steps.push_back(std::move(step));
  }
  j["rewrites"] = std::move(steps);
  j["text"] = explanation(o, target);
  return j;
}

// The plans before and after, with what was rewritten in between.
Result<std::string> page(const Module& before, const optimize::Optimized& done, const Options& o) {
  const bool gpu = o.target == "xla-gpu";
  const std::string strategy = gpu ? "xla-priority" : "xla-cpu";
  report::Json data{{"program", name_on_page(o.title, o.program)}, {"instructions", before.instr_count()}};
  if (gpu) data["device"] = "H100";
  data["views"] = report::Json::array();
  ASSIGN_OR_RETURN(report::Json view, xla_view(before, strategy, {}, done.changed ? "before" : "unchanged"));
  data["views"].push_back(std::move(view));
  if (done.changed) {
    ASSIGN_OR_RETURN(view, xla_view(done.module, strategy, {}, "after"));
    data["views"].push_back(std::move(view));
  }
  data["rewriting"] = to_json(done, o.target);
  if (gpu) data["rewriting"]["launch_us"] = optimize::Estimate::launch_us;
  data["rewriting"].erase("text");
  return report::page_of(data);
}

int run(Options& o) {
  const auto choices = parse_rewrites(o.rewrites);
  if (!choices) {
    err(render(choices.error()));
    return exit_usage;
  }
  const bool writes = !o.output.empty();
  if (writes) {
    o.emit.to = !o.to.empty() ? o.to : format_of(o.output);
    if (o.emit.to.empty()) {
      err(unnamed_format(o.output));
      return exit_usage;
    }
  } else if (!o.explain && !o.json && o.report.empty()) {
    err("eutectic: name a file to write with -o, or ask for --explain, --json or --report\n");
    return exit_usage;
  }
  if (!may_write(o.output, o.force) || !may_write(o.report, o.force)) return exit_usage;
  if (o.report == "-" && (o.output == "-" || o.explain || o.json)) {
    err("eutectic: --report - is standard output, where something else is asked for too\n");
    return exit_usage;
  }
  int code = exit_ok;
  const auto program = load_program(o.program, code);
  if (!program) return code;
  const optimize::Options options{
      .target = *optimize::find_target(o.target), .rewrites = *choices, .forced = o.always, .fuel = o.fuel};
  const auto done = optimize::optimize(program->module, options);
  if (!done) return fail_at(done.error(), o.program);
  if (writes) {
    const auto text = emit(done->module, o.emit);
    if (!text) {
      err(render(text.error()));
      return exit_failed;
    }
    if (auto status = write_file(o.output, *text); !status) {
      err(render(status.error()));
      return exit_usage;
    }
  }
  if (!o.report.empty()) {
    const auto text = page(program->module, *done, o);
    if (!text) return fail_at(text.error(), o.program);
    if (auto status = write_file(o.report, *text); !status) {
      err(render(status.error()));
      return exit_usage;
    }
  }
  // What is said of the program must not stand in the middle of it.
  const auto say = o.output == "-" ? err : out;
  if (o.json)
    say(to_json(*done, o.target).dump(1) + "\n");
  else if (o.explain)
    say(explanation(*done, o.target));
  return exit_ok;
}

}  // namespace

Runner add_opt(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  app.add_option("-o,--output", o->output,
                 "File to write; its suffix (.hlo, .pb, .mlir, .mlirbc) names the format; - with --to");
  app.add_option("--to", o->to, "hlo, proto, stablehlo or bytecode, whatever the suffix")
      ->check(IsMember({"hlo", "proto", "stablehlo", "bytecode"}));
  app.add_option("--for", o->target, "Who compiles the result")
      ->check(IsMember({"xla-gpu", "xla-cpu"}))
      ->capture_default_str();
  app.add_option("--rewrites", o->rewrites, "Only these, in this order: split-carried,unroll=10 ...");
  app.add_flag("--always", o->always, "Keep rewrites whatever the estimate says of them");
  app.add_option("--fuel", o->fuel, "Rewrite at most this many places")->check(NonNegativeNumber);
  app.add_flag("--explain", o->explain, "Say what was done where, what was not and why");
  app.add_flag("--json", o->json, "The same as JSON: docs/json.md has its fields");
  app.add_option("--report", o->report, "A page about it: what was rewritten, and the plans before and after");
  app.add_option("--title", o->title, "The program's name on the page; without it, its file's");
  app.add_flag("--force", o->force, "Overwrite existing files");
  app.add_flag("--no-metadata", o->emit.no_metadata, "HLO: leave source places out");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

// See parity_from.h.
#include "cli/parity_from.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/load.h"
#include "cli/parity_stages.h"
#include "cli/process.h"
#include "fusion/xla/launches.h"
#include "fusion/xla/parity.h"
#include "passes/xla/pipeline.h"

namespace eutectic::cli {
namespace {

namespace fs = std::filesystem;
namespace xla = fusion::xla;
using nlohmann::ordered_json;

ordered_json loops_json(const xla::Launches& launches) {
  auto out = ordered_json::array();
  for (const auto& [name, count] : launches.loops) out.push_back({{"body", name}, {"launches", count}});
  return out;
}

// Null: `code` says why.
ordered_json compare(const xla::Strategy& strategy, const xla::Device& device, xla::RulesYear year,
                     std::string_view from, const fs::path& folder, int& code) {
  const fs::path stages = folder / strategy.folder;
  const std::string final = (stages / "final.hlo").string();
  const std::string start = from == "unoptimized"     ? (stages / "unoptimized.hlo").string()
                            : from == "before-fusion" ? last_stage(stages, from)
                                                      : last_stage(stages, strategy.pairs.back().after);
  const std::string before = last_stage(stages, "before-fusion");
  ordered_json j{{"program", folder.filename().string()}};
  if (!file_exists(start) || !file_exists(final)) {
    j["skipped"] = "not all of the stages";
    return j;
  }
  auto program = load_program(start, code);
  const auto last = load_program(final, code);
  if (!program || !last) return nullptr;
  auto module = from == "unoptimized" ? passes_for(strategy, program->module) : std::move(program->module);
  if (!module) {
    code = fail_at(module.error(), start);
    return nullptr;
  }
  xla::Graph graph(*module);
  graph.set_device(device);
  graph.rules.year = year;
  xla::Log log;
  if (from == "unoptimized" && strategy.after_passes)
    if (auto status = strategy.after_passes(graph, log); !status) {
      code = fail_at(status.error(), start);
      return nullptr;
    }
  if (!before.empty() && from == "unoptimized") {
    const auto stage = load_program(before, code);
    if (!stage) return nullptr;
    const xla::Graph want(stage->module);
    const xla::Parity ops = xla::compare_kernels(graph, want);
    j["ops"] = {{"matched", ops.matched}, {"ours", ops.ours}, {"xla", ops.xla}};
    auto differ = ordered_json::array();
    for (const auto& c : ops.computations)
      if (!c.only_ours.empty() || !c.only_xla.empty())
        differ.push_back({{"computation", c.name},
                          {"only_ours", kernels_json(graph, c.only_ours)},
                          {"only_xla", kernels_json(want, c.only_xla)}});
    j["ops_differ"] = std::move(differ);
  }
  if (from != "fused")
    for (const xla::StagePair& pair : strategy.pairs)
      if (auto status = pair.run(graph, log); !status) {
        code = fail_at(status.error(), start);
        return nullptr;
      }
  if (auto status = strategy.finish(graph, log); !status) {
    code = fail_at(status.error(), start);
    return nullptr;
  }
  const xla::Launches ours = xla::count_launches(graph), theirs = xla::count_launches(xla::Graph(last->module));
  j["outside"] = {{"ours", ours.outside}, {"xla", theirs.outside}};
  j["in_loops"] = {{"ours", ours.in_loops()}, {"xla", theirs.in_loops()}};
  j["loops"] = {{"ours", loops_json(ours)}, {"xla", loops_json(theirs)}};
  return j;
}

void print(const ordered_json& j, bool show) {
  std::string ops;
  if (j.contains("ops"))
    ops = fmt::format("{:>4}/{:>4}/{:>4} ops", j["ops"]["matched"].get<int64_t>(), j["ops"]["ours"].get<int64_t>(),
                      j["ops"]["xla"].get<int64_t>());
  auto pair = [&](const char* key) {
    const int64_t ours = j[key]["ours"].get<int64_t>(), theirs = j[key]["xla"].get<int64_t>();
    return fmt::format("{:>4} {:>4}{}", ours, theirs, ours == theirs ? " " : "*");
  };
  out(fmt::format("{:<32} {}   outside {}  in loops {}\n", j["program"].get<std::string>(), ops, pair("outside"),
                  pair("in_loops")));
  if (!show || !j.contains("ops_differ")) return;
  for (const auto& c : j["ops_differ"])
    for (const char* side : {"only_ours", "only_xla"})
      for (const auto& k : c[side])
        out(fmt::format("  {} {} in {}: {}\n", std::string_view(side) == "only_ours" ? "ours " : "XLA's",
                        k["kernel"].get<std::string>(), c["computation"].get<std::string>(),
                        k["text"].get<std::string>().substr(0, 400)));
}

}  // namespace

ordered_json kernels_json(const xla::Graph& g, const std::vector<xla::Kernel>& kernels) {
  auto out = ordered_json::array();
  for (const xla::Kernel& k : kernels) out.push_back({{"kernel", g[k.node].name}, {"text", k.text}});
  return out;
}

int parity_code(int worst, int64_t compared, bool differs) {
  if (worst != exit_ok) return worst;
  if (compared == 0) err("eutectic: no folder has the stages of this strategy: nothing was compared\n");
  return compared == 0 || differs ? exit_failed : exit_ok;
}

int run_parity_from(const xla::Strategy& strategy, const xla::Device& device, xla::RulesYear year,
                    std::string_view from, const std::vector<std::string>& folders, const ParityOutput& o) {
  auto programs = ordered_json::array();
  int64_t with_loops = 0, loops_equal = 0, outside_equal = 0, compared = 0;
  int worst = exit_ok;
  if (!o.json) out("program: ops before fusion that match/ours/XLA's, launches ours and XLA's\n");
  for (std::string name : folders) {
    if (interrupted()) return exit_interrupted;
    while (name.size() > 1 && name.ends_with("/")) name.pop_back();
    int code = exit_ok;
    ordered_json j = compare(strategy, device, year, from, name, code);
    worst = std::max(worst, code);
    if (j.is_null()) continue;
    if (j.contains("skipped")) {
      if (!o.json) out(fmt::format("{:<32} {}\n", j["program"].get<std::string>(), j["skipped"].get<std::string>()));
      continue;
    }
    ++compared;
    outside_equal += j["outside"]["ours"] == j["outside"]["xla"];
    if (!j["loops"]["xla"].empty()) {
      ++with_loops;
      loops_equal += j["in_loops"]["ours"] == j["in_loops"]["xla"];
    }
    if (!o.json) print(j, o.show);
    programs.push_back(std::move(j));
  }
  if (o.json)
    out(ordered_json{{"strategy", strategy.name},
                     {"programs", std::move(programs)},
                     {"total",
                      {{"programs", compared},
                       {"outside_equal", outside_equal},
                       {"programs_with_loops", with_loops},
                       {"in_loops_equal", loops_equal}}}}
            .dump(1) +
        "\n");
  else
    out(fmt::format("launches outside loops equal in {} of {}, per iteration in {} of {} with loops\n", outside_equal,
                    compared, loops_equal, with_loops));
  const bool differs = outside_equal < std::ssize(folders) || loops_equal < with_loops;
  return parity_code(worst, compared, o.strict && differs);
}

Result<Module> passes_for(const xla::Strategy& strategy, const Module& module) {
  using xla_passes::Target;
  const Target target = strategy.folder == "xla-cpu"          ? Target::Cpu2026
                        : strategy.folder == "xla-rules-h100" ? Target::Gpu2024
                                                              : Target::Gpu2026;
  return xla_passes::run_xla_passes(module, target);
}

}  // namespace eutectic::cli

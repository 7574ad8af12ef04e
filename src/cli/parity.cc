// eutectic parity: our plan of each stage before XLA's fusion passes against XLA's own stage after them, for folders
// laid out as the corpus: PROGRAM/xla-.../N-before-fusion.hlo and so on.
#include "fusion/xla/parity.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/parity_from.h"
#include "cli/parity_stages.h"
#include "cli/plan_xla.h"
#include "cli/process.h"
#include "fusion/xla/decisions.h"
#include "fusion/xla/order_search.h"
#include "fusion/xla/strategy.h"

namespace eutectic::cli {
namespace {

namespace fs = std::filesystem;
namespace xla = fusion::xla;
using nlohmann::ordered_json;

struct Options {
  std::vector<std::string> folders;
  std::string strategy = "xla-cpu", from = "stages", device = "h100", era = "2024";
  bool json = false, show = false, strict = false;
  int64_t orders = 0;
};

}  // namespace

std::string last_stage(const fs::path& folder, std::string_view suffix) {
  std::string best;
  int best_number = -1;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const size_t dash = name.find('-');
    if (dash == std::string::npos || dash == 0 || dash > 6 || !name.ends_with(std::string(suffix) + ".hlo")) continue;
    if (name.size() - dash - 5 != suffix.size()) continue;  // "after-fusion" is not "-before-fusion"
    if (!std::all_of(name.begin(), name.begin() + static_cast<ptrdiff_t>(dash),
                     [](char c) { return c >= '0' && c <= '9'; }))
      continue;
    const int number = std::stoi(name.substr(0, dash));
    if (number > best_number) {
      best_number = number;
      best = entry.path().string();
    }
  }
  return best;
}

namespace {

std::unique_ptr<Module> load(const std::string& path, int& code) {
  auto program = load_program(path, code);
  return program ? std::make_unique<Module>(std::move(program->module)) : nullptr;
}

ordered_json counts(int64_t matched, int64_t ours, int64_t theirs) {
  return {{"matched", matched}, {"ours", ours}, {"xla", theirs}};
}

std::string lines(const std::string& text, std::string_view indent) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t end = text.find('\n', i);
    out += std::string(indent) + text.substr(i, end - i) + "\n";
    i = end + 1;
  }
  return out;
}

ordered_json decisions_json(const xla::DecisionParity& d) {
  auto estimates = ordered_json::array();
  for (const auto& e : d.estimates)
    estimates.push_back(
        {{"producer", e.producer}, {"ours", {e.ours_fused, e.ours_unfused}}, {"xla", {e.xla_fused, e.xla_unfused}}});
  return {
      {"fusions", counts(d.fusions_matched, d.fusions_ours, d.fusions_xla)},
      {"first_only_ours", d.first_fusion_only_ours},
      {"first_only_xla", d.first_fusion_only_xla},
      {"refusals", counts(d.refusals_matched, d.refusals_ours, d.refusals_xla)},
      {"refusals_differ", d.refusals_differ},
      {"estimates", {{"compared", d.estimates.size()}, {"xla", d.estimates_xla}, {"median_error", d.median_error()}}},
      {"estimate_list", std::move(estimates)}};
}

// One program; null if there is nothing to compare.
ordered_json compare_program(const xla::Strategy& strategy, const xla::Device& device, xla::RulesYear year,
                             const fs::path& folder, int64_t orders, int& code) {
  fs::path stages = folder / strategy.folder;
  if (!fs::is_directory(stages)) stages = folder;
  ordered_json program{{"program", fs::path(folder).filename().string()}};
  auto pairs = ordered_json::array();
  int64_t matched = 0, ours = 0, theirs = 0;
  for (const xla::StagePair& pair : strategy.pairs) {
    const std::string before = last_stage(stages, pair.before), after = last_stage(stages, pair.after);
    ordered_json j{{"before", pair.before}, {"after", pair.after}};
    if (before.empty() || after.empty()) {
      j["skipped"] = fmt::format("no stage {}", before.empty() ? pair.before : pair.after);
      pairs.push_back(std::move(j));
      continue;
    }
    auto mine = load(before, code), other = load(after, code);
    if (!mine || !other) return nullptr;
    xla::Graph graph(*mine);
    graph.set_device(device);
    graph.rules.year = year;
    xla::Graph want(*other);
    want.set_device(device);
    xla::Log log;
    if (auto status = pair.run(graph, log); !status) {
      code = fail_at(status.error(), before);
      return nullptr;
    }
    const xla::Parity parity = xla::compare_kernels(graph, want);
    j.update(counts(parity.matched, parity.ours, parity.xla));
    auto computations = ordered_json::array();
    for (const auto& c : parity.computations) {
      ordered_json k{{"computation", c.name}};
      k.update(counts(c.matched, c.ours, c.xla));
      k["only_ours"] = kernels_json(graph, c.only_ours);
      k["only_xla"] = kernels_json(want, c.only_xla);
      computations.push_back(std::move(k));
    }
    j["computations"] = std::move(computations);
    const std::string decisions = (stages / "decisions.txtpb").string();
    std::vector<xla::XlaStep> steps;
    if (strategy.name == "xla-priority" && file_exists(decisions)) {
      auto text = read_file(decisions);
      if (!text) {
        code = fail_at(text.error(), decisions, exit_usage);
        return nullptr;
      }
      auto read = xla::read_decisions(*text, decisions);
      if (!read) {
        code = fail_at(read.error(), decisions);
        return nullptr;
      }
      steps = std::move(*read);
      j["decisions"] = decisions_json(xla::compare_decisions(log, steps));
    }
    if (orders > 0 && (parity.matched != parity.ours || parity.matched != parity.xla)) {
      auto search = xla::search_orders(*mine, want, pair.run, steps, orders);
      if (!search) {
        code = fail_at(search.error(), before);
        return nullptr;
      }
      j["orders"] = counts(search->matched, search->ours, search->theirs);
      j["orders"].update({{"exact", search->exact()},
                          {"followed_log", search->followed},
                          {"tries", search->tries},
                          {"users_reordered", search->reordered}});
    }
    matched += parity.matched;
    ours += parity.ours;
    theirs += parity.xla;
    pairs.push_back(std::move(j));
  }
  program.update(counts(matched, ours, theirs));
  program["exact"] = theirs > 0 && matched == ours && matched == theirs;
  program["pairs"] = std::move(pairs);
  return program;
}

void print_program(const ordered_json& p, bool show) {
  out(fmt::format("{:<32} {:>4} matched {:>4} ours {:>4} XLA {}", p["program"].get<std::string>(),
                  p["matched"].get<int64_t>(), p["ours"].get<int64_t>(), p["xla"].get<int64_t>(),
                  p["exact"].get<bool>() ? " exact" : ""));
  for (const auto& pair : p["pairs"]) {
    if (pair.contains("skipped")) out("  (" + pair["skipped"].get<std::string>() + ")");
    if (!pair.contains("decisions")) continue;
    const auto& d = pair["decisions"];
    out(fmt::format("  steps {}/{}  refusals {}/{}  estimates {}/{} median {:.2f}%",
                    d["fusions"]["matched"].get<int64_t>(), d["fusions"]["xla"].get<int64_t>(),
                    d["refusals"]["matched"].get<int64_t>(), d["refusals"]["xla"].get<int64_t>(),
                    d["estimates"]["compared"].get<int64_t>(), d["estimates"]["xla"].get<int64_t>(),
                    100 * d["estimates"]["median_error"].get<double>()));
  }
  out("\n");
  for (const auto& pair : p["pairs"]) {
    if (!pair.contains("orders")) continue;
    const auto& o = pair["orders"];
    std::string of;
    for (const auto& name : o["users_reordered"]) of += (of.empty() ? " of users of " : ", ") + name.get<std::string>();
    out(fmt::format("  in another order{}{}: {} matched {} ours {} XLA{} ({} tries)\n", of,
                    o["followed_log"].get<bool>() ? ", ties as in XLA's log" : "", o["matched"].get<int64_t>(),
                    o["ours"].get<int64_t>(), o["xla"].get<int64_t>(), o["exact"].get<bool>() ? "  exact" : "",
                    o["tries"].get<int64_t>()));
  }
  if (!show) return;
  for (const auto& pair : p["pairs"]) {
    if (pair.contains("skipped")) continue;
    for (const auto& c : pair["computations"])
      for (const char* side : {"only_ours", "only_xla"})
        for (const auto& k : c[side])
          out(fmt::format("  {} {} in {}:\n{}", std::string_view(side) == "only_ours" ? "only ours" : "only XLA's",
                          k["kernel"].get<std::string>(), c["computation"].get<std::string>(),
                          lines(k["text"].get<std::string>(), "    ")));
    if (!pair.contains("decisions")) continue;
    const auto& d = pair["decisions"];
    for (const char* key : {"first_only_ours", "first_only_xla"})
      if (!d[key].get<std::string>().empty()) out(fmt::format("  {}: {}\n", key, d[key].get<std::string>()));
    for (const auto& line : d["refusals_differ"]) out("  refusal of " + line.get<std::string>() + "\n");
    for (const auto& e : d["estimate_list"])
      if (e["ours"] != e["xla"])
        out(fmt::format("  estimate of {}: ours {} {}, XLA {} {}\n", e["producer"].get<std::string>(),
                        e["ours"][0].get<double>(), e["ours"][1].get<double>(), e["xla"][0].get<double>(),
                        e["xla"][1].get<double>()));
  }
}

int run(const Options& o) {
  const xla::Strategy* strategy = xla::find_strategy(o.strategy);
  if (o.strategy == "eutectic" || o.strategy == "none") {
    err(
        fmt::format("eutectic: parity compares with what XLA made, and strategy {} does not do as XLA: take xla-rules, "
                    "xla-priority or xla-cpu\n",
                    o.strategy));
    return exit_usage;
  }
  if (!strategy) {
    std::string known;
    for (std::string_view name : xla::strategy_names()) known += (known.empty() ? "" : ", ") + std::string(name);
    err(fmt::format("eutectic: no strategy '{}'; the strategies are: {}\n", o.strategy, known));
    return exit_usage;
  }
  const bool of_2022 = o.era == "2022";
  if (of_2022 && strategy->name != "xla-rules") {
    err("eutectic: only xla-rules has an era 2022; leave --era out, or choose --strategy xla-rules\n");
    return exit_usage;
  }
  if (of_2022 && o.orders > 0) {
    err("eutectic: --orders looks for XLA's order with the rules that XLA had: those of 2024\n");
    return exit_usage;
  }
  const xla::RulesYear year = of_2022 ? xla::RulesYear::Of2022 : xla::RulesYear::Of2024;
  const auto device = load_device(o.device);
  if (!device) return fail_at(device.error(), "", exit_usage);
  if (o.from != "stages")
    return run_parity_from(*strategy, *device, year, o.from, o.folders, {o.json, o.show, o.strict});
  auto programs = ordered_json::array();
  int64_t matched = 0, ours = 0, theirs = 0, exact = 0, compared = 0;
  int worst = exit_ok;
  for (const std::string& folder : o.folders) {
    if (interrupted()) return exit_interrupted;
    if (!fs::is_directory(folder)) {
      err(fmt::format("eutectic: '{}' is not a folder\n", folder));
      worst = std::max<int>(worst, exit_usage);
      continue;
    }
    int code = exit_ok;
    std::string name = folder;
    while (name.size() > 1 && name.ends_with("/")) name.pop_back();
    ordered_json p = compare_program(*strategy, *device, year, name, o.orders, code);
    worst = std::max(worst, code);
    if (p.is_null()) continue;
    const bool nothing = p["xla"].get<int64_t>() == 0 && p["ours"].get<int64_t>() == 0;
    compared += !nothing;
    if (nothing && !o.json) {
      out(fmt::format("{:<32} no stages of {}\n", p["program"].get<std::string>(), strategy->name));
      continue;
    }
    matched += p["matched"].get<int64_t>();
    ours += p["ours"].get<int64_t>();
    theirs += p["xla"].get<int64_t>();
    exact += p["exact"].get<bool>();
    if (!o.json) print_program(p, o.show);
    programs.push_back(std::move(p));
  }
  ordered_json total = counts(matched, ours, theirs);
  total["exact"] = exact;
  if (o.json)
    out(ordered_json{{"strategy", strategy->name}, {"programs", std::move(programs)}, {"total", std::move(total)}}.dump(
            1) +
        "\n");
  else
    out(fmt::format("{:<32} {:>4} matched {:>4} ours {:>4} XLA; {} of {} programs exact\n", "total", matched, ours,
                    theirs, exact, programs.size()));
  return parity_code(worst, compared, o.strict && exact < std::ssize(o.folders));
}

}  // namespace

Runner add_parity(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("folders", o->folders, "Folders of programs, each with a folder of XLA's stages")->required();
  app.add_option("--strategy", o->strategy, "Whose decisions to reproduce")->capture_default_str();
  app.add_option("--from", o->from,
                 "stages: pass by pass; else launches, from what XLA was given (unoptimized), before-fusion, or fused")
      ->check(IsMember({"stages", "unoptimized", "before-fusion", "fused"}))
      ->capture_default_str();
  app.add_option("--era", o->era, "With xla-rules: 2024, or 2022 for stages of the paper's XLA")
      ->check(IsMember({"2022", "2024"}))
      ->capture_default_str();
  app.add_option("--device", o->device, "The device that XLA compiled for: " + device_list() + ", or a file")
      ->capture_default_str();
  app.add_option(
         "--orders", o->orders,
         "Where kernels differ: try this many orders of what the text does not hold (users; ties, by XLA's log)")
      ->check(Range(0, 100000));
  app.add_flag("--show", o->show, "Also what differs: kernels, refusals, estimates");
  app.add_flag("--json", o->json, "As JSON: docs/json.md has its fields");
  app.add_flag(
      "--strict", o->strict,
      "Exit code 1 where anything differs, or a program has no stages; without it, 1 is only a program that is "
      "wrong, or no stages at all");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

// See what_if.h.
#include "cli/what_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "cli/process.h"
#include "report/plan_json.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

struct Counted {
  struct Part {
    std::string name;
    int64_t steps = 0, kernels = 0, bytes = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> loops;
  Part outside;  // of loops: the entry and what it calls
  int64_t launches = 0;
  xla::Ticks time = 0;
  std::string bound;
  bool operator==(const Counted&) const = default;
};

// `as`: loops whose numbers are another's, which was planned for them too.
Counted count(const xla::Graph& g, const xla::Report& report, const std::map<CompId, CompId>& as = {}) {
  Counted c;
  c.bound = report.bound();
  std::map<CompId, const xla::ComputationReport*> of;
  for (const xla::ComputationReport& r : report.computations) of[g[r.body].origin] = &r;
  for (const xla::ComputationReport& r : report.computations) {
    const CompId body = g[r.body].origin;
    const auto same = as.find(body);
    const xla::ComputationReport& planned = same == as.end() ? r : *of.at(same->second);
    const auto kernels = static_cast<int64_t>(planned.kernels.size());
    c.launches += kernels * r.steps;
    for (const xla::KernelReport& k : planned.kernels) c.time += k.time_in_all() * r.steps;
    if (!r.loop.valid()) {
      c.outside.kernels += kernels * r.steps;
      c.outside.bytes += planned.bytes() * r.steps;
    } else if (!r.condition) {
      c.loops.push_back({std::string(g.module().name(body)), r.steps, kernels, planned.bytes()});
    }
  }
  return c;
}

struct Variant {
  std::string name;
  XlaSetup setup;
};

// Each set of rules is a plan more.
constexpr size_t most_sets = 6;

std::vector<std::set<std::string>> dearest(const std::map<std::set<std::string>, xla::Ticks>& costs) {
  std::vector<std::pair<xla::Ticks, std::set<std::string>>> sorted;
  for (const auto& [set, cost] : costs) sorted.emplace_back(-cost, set);
  std::ranges::sort(sorted);
  std::vector<std::set<std::string>> sets;
  for (auto& [cost, set] : sorted)
    if (sets.size() < most_sets) sets.push_back(std::move(set));
  return sets;
}

std::vector<Variant> variants_of(const Module& program, const xla::Strategy& strategy, const XlaSetup& setup,
                                 const xla::Graph& g, const xla::Report& report) {
  std::vector<Variant> variants;
  std::set<std::string> rules;
  std::map<std::set<std::string>, xla::Ticks> together;  // what refuses a boundary, and what all such boundaries cost
  bool custom_call = false, loops = false;
  for (const xla::ComputationReport& c : report.computations) {
    loops = loops || c.loop.valid();
    for (const xla::KernelReport& k : c.kernels) custom_call = custom_call || g[k.node].op == OpKind::CustomCall;
    for (const xla::Boundary& b : c.boundaries) {
      for (const xla::Refused& r : b.refusals) {
        const std::string rule = fmt::format("R{:02}", xla::RuleSet::number_of(r.verdict.reason));
        if (!xla::RuleSet::liftable(rule).empty()) rules.insert(rule);
      }
      // Not with R25: without it and another that slows growth, code doubles from fusion to fusion.
      if (const auto all = report::rules_to_lift(b); all.size() > 1 && !all.contains("R25"))
        together[all] += b.cost * std::max<int64_t>(c.steps, 1);
    }
  }
  auto variant = [&](std::string name) -> XlaSetup& {
    variants.push_back({std::move(name), setup});
    return variants.back().setup;
  };
  const auto lift = [&](const std::set<std::string>& set) {
    XlaSetup& s = variant(fmt::format("lift {}", fmt::join(set, " and ")));
    s.lift += fmt::format("{}{}", s.lift.empty() ? "" : ",", fmt::join(set, ","));
  };
  for (const std::string& rule : rules) lift({rule});
  for (const std::set<std::string>& set : dearest(together)) lift(set);
  variant("forward slices through concatenations").forward_slices = true;
  if (loops) {
    variant("scalarise concatenates").scalarise_concatenates = true;
    variant("random numbers ahead of the loop").random_ahead = true;
    XlaSetup& both = variant("random numbers ahead of the loop, scalarise concatenates");
    both.random_ahead = both.scalarise_concatenates = true;
  }
  if (loops && custom_call) variant("custom calls ahead of the loop").drop_custom_calls = true;
  if (loops && setup.unroll == 1 && can_unroll(program, strategy, setup)) {
    variant("unroll 2").unroll = 2;
    variant("unroll 10").unroll = 10;
    XlaSetup& both = variant("unroll 10, forward slices through concatenations");
    both.unroll = 10;
    both.forward_slices = true;
  }
  return variants;
}

ordered_json part_json(const Counted::Part& before, const Counted::Part& after) {
  return {{"loop", before.name.empty() ? after.name : before.name},
          {"steps", {before.steps, after.steps}},
          {"kernels_per_step", {before.kernels, after.kernels}},
          {"bytes_per_step", {before.bytes, after.bytes}}};
}

// Loops by their names: one that is gone has no steps after, and one that is new none before.
ordered_json loops_json(const Counted& before, const Counted& after) {
  auto list = ordered_json::array();
  for (const Counted::Part& b : before.loops) {
    const auto a = std::ranges::find(after.loops, b.name, &Counted::Part::name);
    list.push_back(part_json(b, a == after.loops.end() ? Counted::Part{} : *a));
  }
  for (const Counted::Part& a : after.loops)
    if (std::ranges::find(before.loops, a.name, &Counted::Part::name) == before.loops.end())
      list.push_back(part_json({}, a));
  return list;
}

// 1924 as 1,924.
std::string grouped(int64_t n) {
  std::string s = std::to_string(n);
  for (auto at = std::ssize(s) - 3; at > 0; at -= 3) s.insert(static_cast<size_t>(at), ",");
  return s;
}

std::string time_text(double us) { return us < 100 ? fmt::format("{:.3g}", us) : grouped(std::llround(us)); }

std::string changed(const ordered_json& pair) {
  const auto before = pair[0].get<int64_t>(), after = pair[1].get<int64_t>();
  return before == after ? grouped(before) : grouped(before) + " -> " + grouped(after);
}

std::string loop_text(const ordered_json& l) {
  const std::string name = l["loop"].get<std::string>();
  if (l["steps"][1] == 0) return name + " is gone";
  if (l["steps"][0] == 0)
    return fmt::format("{} is new, {} steps of {} kernels and {} bytes", name, grouped(l["steps"][1].get<int64_t>()),
                       grouped(l["kernels_per_step"][1].get<int64_t>()),
                       grouped(l["bytes_per_step"][1].get<int64_t>()));
  return fmt::format("{} {}{} kernels and {} bytes a step", name,
                     l["steps"][0] == l["steps"][1] ? "" : changed(l["steps"]) + " steps, ",
                     changed(l["kernels_per_step"]), changed(l["bytes_per_step"]));
}

bool differs(const ordered_json& part) {
  return std::ranges::any_of(part, [](const ordered_json& pair) { return pair.is_array() && pair[0] != pair[1]; });
}

}  // namespace

Result<ordered_json> what_if(const Module& program, const Prepared& start, const xla::Strategy& strategy,
                             const XlaSetup& setup, const XlaPlan& plan, const xla::Report& report) {
  const Counted before = count(*plan.graph, report);
  std::map<int, Prepared> starts{{setup.unroll, start}};
  auto list = ordered_json::array();
  for (const Variant& v : variants_of(program, strategy, setup, *plan.graph, report)) {
    auto from = starts.find(v.setup.unroll);
    if (from == starts.end()) {
      ASSIGN_OR_RETURN(Prepared made, prepared(program, strategy, v.setup));
      from = starts.emplace(v.setup.unroll, std::move(made)).first;
    }
    auto other = plan_prepared(from->second.module, strategy, v.setup, true);
    if (!other) continue;  // an error of the setup has come up before
    const Counted after = count(*other->graph, xla::kernels_report_of(*other->graph, strategy, other->log), other->as);
    ordered_json j{{"change", v.name}, {"effect", !(after == before)}};
    if (from->first != setup.unroll) {
      auto texts = ordered_json::array();
      for (const rewrites::Verdict& verdict : from->second.unrolling) texts.push_back(rewrites::render(verdict));
      j["unrolling"] = std::move(texts);
    }
    j["loops"] = loops_json(before, after);
    j["outside"] = {{"kernels", {before.outside.kernels, after.outside.kernels}},
                    {"bytes", {before.outside.bytes, after.outside.bytes}}};
    j["launches"] = {before.launches, after.launches};
    j["bound"] = {before.bound, after.bound};
    if (before.time > 0) {
      j["time_us"] = {xla::microseconds(before.time), xla::microseconds(after.time)};
      if (after.time > 0) j["speedup"] = static_cast<double>(before.time) / static_cast<double>(after.time);
    }
    list.push_back(std::move(j));
  }
  return list;
}

void print_what_if(const ordered_json& changes) {
  out("what if (planned again):\n");
  std::string none, why;
  for (const auto& w : changes) {
    const std::string name = w["change"].get<std::string>();
    std::string notes;
    // Of several changes with the same factor the first says it.
    if (w.contains("unrolling") && !name.contains(','))
      for (const auto& text : w["unrolling"]) notes += fmt::format("    {}: {}\n", name, text.get<std::string>());
    if (!w["effect"].get<bool>()) {
      none += (none.empty() ? "" : "; ") + name;
      why += notes;
      continue;
    }
    std::string text;
    for (const auto& l : w["loops"])
      if (differs(l)) text += loop_text(l) + "; ";
    if (differs(w["outside"]))
      text += fmt::format("outside of loops {} kernels and {} bytes; ", changed(w["outside"]["kernels"]),
                          changed(w["outside"]["bytes"]));
    const std::string bounds[] = {w["bound"][0].get<std::string>(), w["bound"][1].get<std::string>()};
    text += bounds[0] == bounds[1] ? bounds[0] + changed(w["launches"])
                                   : fmt::format("{}{} -> {}{}", bounds[0], grouped(w["launches"][0].get<int64_t>()),
                                                 bounds[1], grouped(w["launches"][1].get<int64_t>()));
    text += " launches in all";
    if (w.contains("time_us"))
      text += fmt::format(", {} -> {} us", time_text(w["time_us"][0].get<double>()),
                          time_text(w["time_us"][1].get<double>()));
    if (w.contains("speedup"))
      text += fmt::format(", {:.{}f}x", w["speedup"].get<double>(), w["speedup"].get<double>() < 2 ? 2 : 1);
    out(fmt::format("  {}: {}\n{}", name, text, notes));
  }
  if (!none.empty()) out(fmt::format("  no effect: {}\n{}", none, why));
}

}  // namespace eutectic::cli

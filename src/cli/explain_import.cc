// See explain_import.h.
#include "cli/explain_import.h"

#include <algorithm>

#include "cli/command.h"
#include "cli/process.h"
#include "cli/sides.h"
#include "report/plan_json.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

// `before` is our plan of the program, `after` what XLA made of it.
class Explainer {
 public:
  Explainer(const Side& before, const Side& after, const xla::Report& report)
      : before_(before), after_(after), report_(report) {
    for (const auto& [kernel, values] : before.values.computed) {
      for (xla::Value v : values) ours_.emplace(v, kernel);
      whole_.emplace(values_in(before, kernel), kernel);
    }
  }

  ordered_json run() {
    auto list = ordered_json::array();
    for (const xla::ComputationReport& c : report_.computations) {
      if (c.kernels.empty() && c.boundaries.empty()) continue;
      ordered_json j = report::computation_json(after_.graph(), c, false);
      j["kernels"] = ordered_json::array();
      for (const xla::KernelReport& k : c.kernels) j["kernels"].push_back(kernel(k, c.steps));
      j["boundaries"] = ordered_json::array();
      for (const xla::Boundary& b : c.boundaries) j["boundaries"].push_back(boundary(b, c.steps));
      list.push_back(std::move(j));
    }
    return list;
  }

  int64_t matched = 0, unmatched = 0, same_kernels = 0, kernels = 0, agreed = 0, would_fuse = 0, walls = 0, unknown = 0;

 private:
  static std::set<xla::Value> values_in(const Side& side, xla::NodeId kernel) {
    std::set<xla::Value> values;
    for (xla::Value v : side.values.computed.at(kernel))
      if (side.graph()[side.values.first.at(v)].op != OpKind::Constant) values.insert(v);
    return values;
  }

  ordered_json kernel(const xla::KernelReport& k, int64_t launches) {
    ordered_json j = report::kernel_json(after_.graph(), k, launches);
    auto values = ordered_json::array();
    int64_t missing = 0;
    std::set<xla::NodeId> mine;
    const std::set<xla::Value> theirs = values_in(after_, k.node);
    for (xla::Value v : after_.values.computed.at(k.node)) {
      if (!theirs.contains(v)) continue;
      if (!before_.values.first.contains(v)) {
        ++missing;
        continue;
      }
      values.push_back(value_name(before_, v));
      if (const auto it = ours_.find(v); it != ours_.end()) mine.insert(it->second);
    }
    // One of ours with just these values, constants aside.
    const auto same = whole_.find(theirs);
    if (same != whole_.end() && missing == 0) mine = {same->second};
    j["computes"] = std::move(values);
    j["not_in_the_program"] = missing;
    auto groups = ordered_json::array();
    for (xla::NodeId n : mine) groups.push_back(before_.graph()[n].name);
    j["ours"] = std::move(groups);
    j["same"] = same != whole_.end() && missing == 0;
    (missing == 0 ? matched : unmatched) += 1;
    same_kernels += j["same"].get<bool>();
    ++kernels;
    return j;
  }

  ordered_json boundary(const xla::Boundary& b, int64_t steps) {
    ordered_json j = report::boundary_json(after_.graph(), b, steps);
    std::vector<xla::Refused> refusals = b.refusals;
    std::erase_if(refusals, [](const xla::Refused& r) { return r.verdict.reason == explain::Reason::XlaPassOver; });
    j["refusals"] = refusals_json(after_.module(), refusals);
    // Between the same two values: what we make of it.
    const xla::ValueEdge* edge = nullptr;
    bool fused = false;
    for (const auto& [e, ends] : after_.values.across) {
      if (ends != std::pair(b.producer, b.consumer) || !before_.values.first.contains(e.first)) continue;
      if (b.output.valid() && e.first != after_.values.of[b.output.index()]) continue;
      if (before_.values.across.contains(e) || before_.values.inside.contains(e)) {
        if (!edge) edge = &e;
        fused = fused || (before_.values.fuses(e) && !before_.values.parts(e));
      }
    }
    if (b.wall) {
      j["verdict"] = "wall";
      ++walls;
      return j;
    }
    if (edge) {
      const std::string where = value_name(before_, edge->first);
      j["value"] = where;
      j["reader"] = value_name(before_, edge->second);
    }
    if (!edge && refusals.empty()) {
      j["verdict"] = "unknown";
      ++unknown;
    } else if (fused || refusals.empty()) {
      j["verdict"] = "we fuse";
      ++would_fuse;
      if (edge && fused)
        if (const auto step = step_of(before_, *edge))
          j["our_step"] = explain::render(before_.module(), before_.plan.log.steps[*step].verdict);
    } else {
      j["verdict"] = "refused";
      ++agreed;
    }
    return j;
  }

  const Side& before_;
  const Side& after_;
  const xla::Report& report_;
  std::map<xla::Value, xla::NodeId> ours_;  // a kernel of ours that computes it
  std::map<std::set<xla::Value>, xla::NodeId> whole_;
};

void print_text(const ordered_json& j) {
  out(
      fmt::format("XLA made {} kernels, {} by our rules ({}); {} of them are the same, {} compute instructions of the "
                  "program only\n",
                  j["kernels"].get<int64_t>(), j["our_kernels"].get<int64_t>(), j["strategy"].get<std::string>(),
                  j["same"].get<int64_t>(), j["matched"].get<int64_t>()));
  if (const auto copies = j["our_copies"].get<int64_t>(); copies > 0)
    out(fmt::format("our rules put {} copies in, which XLA does after this stage: they are left out\n", copies));
  const auto& b = j["boundaries"];
  out(
      fmt::format("boundaries: {} refused by our rules too, {} that we would fuse, {} walls, {} of values that the "
                  "program does not have\n",
                  b["refused"].get<int64_t>(), b["we_fuse"].get<int64_t>(), b["walls"].get<int64_t>(),
                  b["unknown"].get<int64_t>()));
  for (const auto& c : j["computations"]) {
    out(fmt::format("{}: {} kernels, {}\n", c["computation"].get<std::string>(), c["kernels"].size(),
                    c["steps"] == 0
                        ? "not launched"
                        : fmt::format("{}{} steps", c["bound"].get<std::string>(), c["steps"].get<int64_t>())));
    for (const auto& k : c["kernels"]) {
      std::string ours;
      for (const auto& name : k["ours"]) ours += (ours.empty() ? "" : ", ") + name.get<std::string>();
      const int64_t missing = k["not_in_the_program"].get<int64_t>();
      out(fmt::format("  kernel {}{}: {} bytes{}; {}{}\n", k["kernel"].get<std::string>(),
                      k.contains("kind") ? " " + k["kind"].get<std::string>() : "",
                      k["read_bytes"].get<int64_t>() + k["written_bytes"].get<int64_t>(),
                      k.contains("time_us") ? fmt::format(", {:.3f} us", k["time_us"].get<double>()) : "",
                      k["same"].get<bool>() ? "the same as our " + ours
                      : ours.empty()        ? "none of ours computes this"
                                            : "parts of our " + ours,
                      missing > 0 ? fmt::format("; {} values are not in the program", missing) : ""));
      for (const auto& v : k["computes"]) out("    " + v.get<std::string>() + "\n");
    }
    for (const auto& e : c["boundaries"]) {
      out(fmt::format("  boundary {} -> {}: {} bytes{}\n", e["producer"].get<std::string>(),
                      e["consumer"].get<std::string>(), e["bytes"].get<int64_t>(),
                      e.contains("cost_us") ? fmt::format(", costs {:.3f} us", e["cost_us"].get<double>()) : ""));
      if (e.contains("value"))
        out(fmt::format("    {}, read by {}\n", e["value"].get<std::string>(), e["reader"].get<std::string>()));
      print_refusals(e["refusals"], "    ");
      const std::string verdict = e["verdict"].get<std::string>();
      if (verdict == "we fuse")
        out(fmt::format("    our rules would fuse this{}\n",
                        e.contains("our_step") ? ": " + e["our_step"].get<std::string>() : ""));
      if (verdict == "unknown")
        out("    no rule of ours keeps them apart; the program before does not have this value\n");
    }
  }
}

}  // namespace

int run_import_explain(const ImportExplainOptions& o) {
  int code = exit_ok;
  const auto before = plan_side(o.before, o.strategy, o.setup, code);
  if (!before) return code;
  if (before->imported) {
    err(fmt::format("eutectic: '{}' is fused already; the program before fusion comes first\n", o.before));
    return exit_usage;
  }
  const auto after = plan_side(o.after, "import", o.setup, code);
  if (!after) return code;
  after->strategy = before->strategy;
  after->graph().set_era(before->graph().era());
  number_values(*before, *after);
  const xla::Report report = xla::report_of(after->graph(), *after->strategy, after->plan.log);
  Explainer e(*before, *after, report);
  auto computations = e.run();
  // A stage from before XLA's insertion of copies has none; ours are not compared with it then.
  auto is_copy = [](const Side& side, xla::NodeId kernel) { return side.graph()[kernel].op == OpKind::Copy; };
  const bool with_copies =
      std::ranges::any_of(after->values.computed, [&](const auto& k) { return is_copy(*after, k.first); });
  int64_t ours = 0, later_copies = 0;
  for (const auto& [kernel, values] : before->values.computed)
    if (!values.empty()) ++(!with_copies && is_copy(*before, kernel) ? later_copies : ours);
  const ordered_json j{
      {"strategy", o.strategy},
      {"kernels", e.kernels},
      {"our_kernels", ours},
      {"our_copies", later_copies},
      {"same", e.same_kernels},
      {"matched", e.matched},
      {"boundaries", {{"refused", e.agreed}, {"we_fuse", e.would_fuse}, {"walls", e.walls}, {"unknown", e.unknown}}},
      {"computations", std::move(computations)}};
  if (o.json)
    out(j.dump(1) + "\n");
  else
    print_text(j);
  return exit_ok;
}

}  // namespace eutectic::cli

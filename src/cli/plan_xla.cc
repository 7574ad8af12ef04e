// See plan_xla.h.
#include "cli/plan_xla.h"

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/load.h"
#include "cli/parity_stages.h"
#include "cli/process.h"
#include "format/format.h"
#include "fusion/xla/apply.h"
#include "fusion/xla/canonical.h"
#include "fusion/xla/strategy.h"
#include "ops/verify.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;
using nlohmann::ordered_json;

// What a kernel computes, in the order it does.
std::vector<xla::NodeId> computed(const xla::Graph& g, xla::NodeId n) {
  if (!g.is_fusion(n)) return {n};
  std::vector<xla::NodeId> out;
  for (xla::NodeId m : g.post_order(g[n].called))
    if (g[m].op != OpKind::Parameter && g[m].op != OpKind::Tuple) out.push_back(m);
  return out;
}

ordered_json kernel_json(const xla::Graph& g, const xla::Kernel& k) {
  auto names = [&](const std::vector<xla::NodeId>& nodes) {
    auto list = ordered_json::array();
    for (xla::NodeId n : nodes) list.push_back(g[n].name);
    return list;
  };
  auto ops = ordered_json::array();
  for (xla::NodeId n : computed(g, k.node)) ops.push_back(hlo_name(g[n].op));
  ordered_json j{{"kernel", g[k.node].name}};
  if (g.is_fusion(k.node)) j["kind"] = xla::to_hlo(g[k.node].kind);
  j["ops"] = std::move(ops);
  j["inputs"] = names(g[k.node].operands);
  j["result"] = to_hlo(*g[k.node].shape, false);
  j["hash"] = fmt::format("{:016x}", k.hash);
  return j;
}

std::string joined(const ordered_json& list, std::string_view separator) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : std::string(separator)) + item.get<std::string>();
  return out;
}

ordered_json step_json(const Module& m, const xla::Step& s) {
  static constexpr std::string_view kinds[] = {"fused", "refused", "estimate"};
  ordered_json j{{"step", kinds[static_cast<size_t>(s.kind)]},
                 {"producer", s.producer},
                 {"consumers", s.consumers},
                 {"reason", explain::info(s.verdict.reason).text},
                 {"numbers", s.verdict.numbers},
                 {"text", explain::render(m, s.verdict)}};
  if (!s.result.empty()) j["result"] = s.result;
  return j;
}

void print_text(const ordered_json& j) {
  for (const auto& c : j["computations"]) {
    out(fmt::format("{}: {} kernels\n", c["computation"].get<std::string>(), c["kernels"].size()));
    for (const auto& k : c["kernels"])
      out(fmt::format("  {}{}: {} ({}) -> {}\n", k["kernel"].get<std::string>(),
                      k.contains("kind") ? " " + k["kind"].get<std::string>() : "", joined(k["ops"], " "),
                      joined(k["inputs"], ", "), k["result"].get<std::string>()));
  }
  if (!j.contains("steps")) return;
  for (const auto& s : j["steps"])
    out(fmt::format("{} {} -> {}{}: {} [{}]\n", s["step"].get<std::string>(), s["producer"].get<std::string>(),
                    joined(s["consumers"], ", "), s.contains("result") ? " = " + s["result"].get<std::string>() : "",
                    s["text"].get<std::string>(), s["reason"].get<std::string>()));
}

}  // namespace

bool is_xla_strategy(std::string_view name) { return name.starts_with("xla-") && xla::find_strategy(name); }

std::vector<std::string> xla_strategies() {
  std::vector<std::string> names;
  for (std::string_view name : xla::strategy_names())
    if (is_xla_strategy(name)) names.emplace_back(name);
  return names;
}

int run_xla_plan(const XlaPlanOptions& o) {
  int code = exit_ok;
  const auto program = load_program(o.program, code);
  if (!program) return code;
  const xla::Strategy& strategy = *xla::find_strategy(o.strategy);
  if (o.passes == "default") {
    auto module = passes_for(strategy, program->module);
    if (!module) return fail_at(module.error(), o.program);
    program->module = std::move(*module);
  }
  xla::Graph g(program->module);
  xla::Log log;
  for (const xla::StagePair& pair : strategy.pairs)
    if (auto status = pair.run(g, log); !status) return fail_at(status.error(), o.program);
  if (o.passes == "default")
    if (auto status = strategy.finish(g, log); !status) return fail_at(status.error(), o.program);
  if (!o.apply.empty()) {
    if (o.apply != "-" && file_exists(o.apply)) {
      err(fmt::format("eutectic: '{}' exists; name another file for --apply\n", o.apply));
      return exit_usage;
    }
    const Module fused = xla::apply(g);
    const Status sound = verify(fused);
    CHECK(sound, "the fused program is wrong: {}", render(sound.error()));
    if (auto status = write_file(o.apply, write_hlo_text(fused)); !status) {
      err(render(status.error()));
      return exit_usage;
    }
    if (o.apply == "-") return exit_ok;
  }
  ordered_json j{{"strategy", o.strategy}};
  auto computations = ordered_json::array();
  for (xla::BodyId body : g.control_bodies()) {
    auto kernels = ordered_json::array();
    for (const xla::Kernel& k : xla::kernels_of(g, body)) kernels.push_back(kernel_json(g, k));
    computations.push_back({{"computation", program->module.name(g[body].origin)}, {"kernels", std::move(kernels)}});
  }
  j["computations"] = std::move(computations);
  if (o.steps) {
    auto steps = ordered_json::array();
    for (const xla::Step& s : log.steps) steps.push_back(step_json(program->module, s));
    j["steps"] = std::move(steps);
  }
  if (o.json)
    out(j.dump(1) + "\n");
  else
    print_text(j);
  return exit_ok;
}

}  // namespace eutectic::cli

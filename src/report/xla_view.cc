// Views of XLA's strategies: see view.h.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "fusion/xla/canonical.h"
#include "report/history.h"
#include "report/kernel_text.h"
#include "report/plan_json.h"
#include "report/view.h"

namespace eutectic::report {
namespace {

namespace xla = fusion::xla;

// The page shows texts, which have the numbers in them.
Json without_numbers(Json j) {
  j.erase("numbers");
  return j;
}

Json refusal(const Module& m, const xla::Refused& r) {
  Json j = without_numbers(refusal_json(m, r));
  if (j.contains("rule") && !xla::RuleSet::liftable(j["rule"].get<std::string>()).empty()) j["liftable"] = true;
  return j;
}

class XlaView {
 public:
  XlaView(const xla::Graph& g, const xla::Log& log) : g_(g), log_(log), history_(log) {}

  Result<Json> run(const xla::Report& report, std::string name) {
    Json view{{"strategy", std::move(name)}, {"launches", report.launches()}, {"computations", Json::array()}};
    if (!report.bound().empty()) view["bound"] = report.bound();
    for (const xla::ComputationReport& c : report.computations)
      if (!c.kernels.empty() || !c.boundaries.empty()) view["computations"].push_back(computation(c));
    view["steps"] = Json::array();
    for (size_t i : used_) view["steps"].push_back(without_numbers(step_json(g_.module(), log_.steps[i])));
    renumber_steps(view);
    ASSIGN_OR_RETURN(const std::vector<Placement> placements, lay_out(drawings_));
    // Unrolled loops draw the same many times.
    view["drawings"] = Json::array();
    std::unordered_map<std::string, size_t> same;
    auto place_boxes = [&](Json& number) {
      const auto i = number.get<size_t>();
      Json layout = layout_json(drawings_[i], placements[i]);
      const auto [it, fresh] = same.emplace(layout.dump(), same.size());
      if (fresh) view["drawings"].push_back(std::move(layout));
      number = it->second;
    };
    for (auto& c : view["computations"]) {
      place_boxes(c["layout"]);
      for (auto& n : c["nodes"])
        if (n.contains("inside")) place_boxes(n["inside"]["layout"]);
    }
    return view;
  }

 private:
  Json computation(const xla::ComputationReport& c) {
    const Module& m = g_.module();
    Json j{{"name", m.name(g_[c.body].origin)}};
    if (c.loop.valid()) {
      j["loop"] = m.name(c.loop);
      set_source(j, m.where(c.loop));
      j["condition"] = c.condition;
    }
    j["depth"] = c.depth;
    j["steps"] = c.steps;
    j["steps_known"] = c.steps_known();
    if (!c.steps_known()) j["bound"] = c.bound();
    j["bytes"] = c.bytes();
    xla::Ticks time = 0;
    std::unordered_map<xla::NodeId, size_t> at;
    Drawing drawing;
    j["nodes"] = Json::array();
    auto add = [&](xla::NodeId n, Json node) {
      at[n] = drawing.boxes.size();
      drawing.boxes.push_back(node_box(g_[n].name));
      j["nodes"].push_back(std::move(node));
    };
    for (const xla::KernelReport& k : c.kernels) {
      time += k.time_in_all();
      add(k.node, kernel(k));
    }
    if (time > 0) j["time_us"] = xla::microseconds(time);
    j["edges"] = Json::array();
    for (const xla::Boundary& b : c.boundaries) {
      for (xla::NodeId n : {b.producer, b.consumer})
        if (!at.contains(n)) add(n, control(n));
      drawing.edges.push_back({at.at(b.producer), at.at(b.consumer)});
      j["edges"].push_back(edge(b, at, c.steps));
    }
    j["layout"] = draw(std::move(drawing));
    return j;
  }

  size_t draw(Drawing d) {
    drawings_.push_back(std::move(d));
    return drawings_.size() - 1;
  }

  const History::Names& parts(xla::NodeId n) {
    const auto [it, fresh] = parts_.try_emplace(n);
    if (fresh) {
      std::vector<std::string> names{g_[n].name};
      if (g_.is_fusion(n))
        for (xla::NodeId m : g_.post_order(g_[n].called))
          if (g_[m].op != OpKind::Parameter) names.push_back(g_[m].name);
      it->second = history_.parts(std::move(names));
    }
    return it->second;
  }

  // What is no kernel but stands between kernels: a loop, a conditional, a call.
  Json control(xla::NodeId n) {
    Json j{{"name", g_[n].name}, {"op", hlo_name(g_[n].op)}};
    set_source(j, place_of(g_, n));
    j["calls"] = Json::array();
    if (g_[n].origin.valid())
      for (CompId callee : g_.module().callees(g_[n].origin)) j["calls"].push_back(g_.module().name(callee));
    return j;
  }

  Json kernel(const xla::KernelReport& k) {
    Json j{{"name", g_[k.node].name}, {"kernel", true}, {"op", hlo_name(g_[k.node].op)}};
    if (g_.is_fusion(k.node)) j["kind"] = xla::to_hlo(g_[k.node].kind);
    set_source(j, place_of(g_, k.node));
    j["ops"] = k.ops;
    j["inputs"] = Json::array();
    for (const xla::Operand& o : k.inputs) j["inputs"].push_back({o.name, o.bytes});
    set_costs(j, k);
    j["hash"] = fmt::format("{:016x}", xla::kernel_of(g_, k.node).hash);
    j["text"] = kernel_text(g_, k.node);
    j["history"] = use(history_.of(parts(k.node)));
    if (g_.is_fusion(k.node)) inside(j, k.node);
    return j;
  }

  // The operations of a fusion and which reads which.
  void inside(Json& j, xla::NodeId fusion) {
    std::unordered_map<xla::NodeId, size_t> at;
    Drawing d;
    Json labels = Json::array();
    for (xla::NodeId n : g_.post_order(g_[fusion].called)) {
      const OpKind op = g_[n].op;
      if (op == OpKind::Parameter || op == OpKind::Tuple) continue;
      at[n] = d.boxes.size();
      d.boxes.push_back(op_box(hlo_name(op)));
      labels.push_back({hlo_name(op), g_[n].name + " " + to_hlo(*g_[n].shape, false), place_of(g_, n)});
      std::set<size_t> from;
      for (xla::NodeId o : g_[n].operands)
        if (const auto it = at.find(o); it != at.end() && from.insert(it->second).second)
          d.edges.push_back({it->second, at[n]});
    }
    if (d.boxes.size() > most_drawn_inside) return;
    j["inside"] = {{"ops", std::move(labels)}, {"layout", draw(std::move(d))}};
  }

  Json edge(const xla::Boundary& b, const std::unordered_map<xla::NodeId, size_t>& at, int64_t steps) {
    Json j{{"producer", at.at(b.producer)}, {"consumer", at.at(b.consumer)}, {"wall", b.wall}};
    set_cost(j, g_, b, steps);
    j["refusals"] = Json::array();
    for (const xla::Refused& r : b.refusals) j["refusals"].push_back(refusal(g_.module(), r));
    j["history"] = use(history_.between(parts(b.producer), parts(b.consumer)));
    return j;
  }

  Json use(const std::vector<size_t>& steps) {
    used_.insert(steps.begin(), steps.end());
    return steps;
  }

  // The page holds only the steps that something refers to.
  void renumber_steps(Json& view) {
    std::unordered_map<size_t, size_t> number;
    for (size_t i : used_) number.emplace(i, number.size());
    for (auto& c : view["computations"])
      for (const char* list : {"nodes", "edges"})
        for (auto& item : c[list])
          if (item.contains("history"))
            for (auto& step : item["history"]) step = number.at(step.get<size_t>());
  }

  // dot takes long for more, and nobody reads it.
  static constexpr size_t most_drawn_inside = 600;

  const xla::Graph& g_;
  const xla::Log& log_;
  const History history_;
  std::unordered_map<xla::NodeId, History::Names> parts_;
  std::vector<Drawing> drawings_;
  std::set<size_t> used_;
};

}  // namespace

Result<Json> view_of(const xla::Graph& g, const xla::Log& log, const xla::Report& report, std::string name) {
  return XlaView(g, log).run(report, std::move(name));
}

}  // namespace eutectic::report

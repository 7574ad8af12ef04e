// The view of this compiler's own plan: see view.h.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "explain/verdict.h"
#include "report/view.h"

namespace eutectic::report {
namespace {

using fusion::Group;
using fusion::GroupKind;
using fusion::Plan;

std::string_view kind_name(GroupKind kind) {
  switch (kind) {
    case GroupKind::HostOp:
      return "host op";
    case GroupKind::Elementwise:
      return "elementwise";
    case GroupKind::Loop:
      return "loop";
    case GroupKind::Control:
      return "step by step";
  }
  return "";
}

class EutecticView {
 public:
  explicit EutecticView(const compiler::CompileRecord& record) : record_(record), m_(*record.module) {}

  Result<Json> run(std::string name) {
    Json view{{"strategy", std::move(name)}, {"launches", record_.kernels.size()}, {"own", true}};
    view["computations"] = Json::array();
    view["drawings"] = Json::array();
    for (const auto& [plan, depth] : plans()) view["computations"].push_back(computation(*plan, depth));
    ASSIGN_OR_RETURN(const std::vector<Placement> placements, lay_out(drawings_));
    for (size_t i = 0; i < drawings_.size(); ++i) {
      view["computations"][i]["layout"] = i;
      view["drawings"].push_back(layout_json(drawings_[i], placements[i]));
    }
    view["steps"] = Json::array();
    for (const explain::Verdict& v : record_.fallbacks)
      view["steps"].push_back({{"step", "refused"},
                               {"producer", v.subject.valid() ? m_.name(v.subject) : ""},
                               {"consumers", Json::array()},
                               {"reason", explain::info(v.reason).text},
                               {"text", explain::render(m_, v)}});
    return view;
  }

 private:
  // Loops first, the innermost before those around them.
  std::vector<std::pair<const Plan*, int>> plans() const {
    std::vector<std::pair<const Plan*, int>> all{{&record_.plan, 0}};
    for (size_t i = 0; i < all.size(); ++i)
      for (const Group& g : all[i].first->groups)
        for (const Plan& inner : g.plans) all.emplace_back(&inner, all[i].second + 1);
    std::ranges::stable_sort(all, std::greater<>(), [](const auto& p) { return p.second; });
    return all;
  }

  static bool shown(const Module& m, const Group& g) {
    const OpKind op = m[g.roots.empty() ? g.instrs[0] : g.roots[0]].op;
    return op != OpKind::Constant && op != OpKind::Tuple && op != OpKind::GetTupleElement && op != OpKind::Parameter;
  }

  Json computation(const Plan& plan, int depth) {
    Json j{{"name", m_.name(plan.computation)}, {"depth", depth}, {"steps", 1}, {"steps_known", depth == 0}};
    // By instruction: the group that stores it. Others may compute it too, for themselves.
    std::unordered_map<uint32_t, size_t> maker;
    Drawing drawing;
    int64_t bytes = 0;
    j["nodes"] = Json::array();
    std::vector<const Group*> groups;
    for (const Group& g : plan.groups) {
      if (!shown(m_, g)) continue;
      for (InstrId id : g.roots.empty() ? std::vector{g.instrs[0]} : g.roots) maker[id.value] = groups.size();
      groups.push_back(&g);
      j["nodes"].push_back(node(g, bytes));
      drawing.boxes.push_back(node_box(j["nodes"].back()["name"].get<std::string>()));
    }
    j["bytes"] = bytes;
    j["edges"] = Json::array();
    for (size_t i = 0; i < groups.size(); ++i)
      for (const auto& [from, value] : producers(*groups[i], i, maker)) {
        drawing.edges.push_back({from, i});
        Json e{{"producer", from}, {"consumer", i}, {"wall", false}, {"bytes", m_.shape(value).size_bytes()}};
        set_source(e, m_.where(value));
        e["refusals"] = verdicts(*groups[i], false);
        for (auto& v : verdicts(*groups[from], false)) e["refusals"].push_back(std::move(v));
        j["edges"].push_back(std::move(e));
      }
    drawings_.push_back(std::move(drawing));
    return j;
  }

  // The groups whose values it reads, through what moves no data, with one of the values.
  std::vector<std::pair<size_t, InstrId>> producers(const Group& g, size_t self,
                                                    const std::unordered_map<uint32_t, size_t>& maker) const {
    std::vector<std::pair<size_t, InstrId>> found;
    std::set<size_t> seen;
    std::set<uint32_t> visited;
    std::vector<InstrId> work(g.inputs.rbegin(), g.inputs.rend());
    while (!work.empty()) {
      const InstrId id = work.back();
      work.pop_back();
      if (!visited.insert(id.value).second) continue;
      if (const auto it = maker.find(id.value); it != maker.end()) {
        if (it->second != self && seen.insert(it->second).second) found.emplace_back(it->second, id);
      } else if (m_[id].op == OpKind::Tuple || m_[id].op == OpKind::GetTupleElement) {
        for (InstrId o : m_.operands(id)) work.push_back(o);
      }
    }
    std::ranges::sort(found, {}, [](const auto& f) { return f.first; });
    return found;
  }

  Json verdicts(const Group& g, bool accepted_too) const {
    Json list = Json::array();
    for (const explain::Verdict& v : g.verdicts)
      if (accepted_too || !v.accepted())
        list.push_back({{"reason", explain::info(v.reason).text},
                        {"pass", "eutectic"},
                        {"accepted", v.accepted()},
                        {"text", explain::render(m_, v)}});
    return list;
  }

  Json node(const Group& g, int64_t& bytes) const {
    const InstrId root = g.roots.empty() ? g.instrs[0] : g.roots[0];
    Json j{{"name", m_.name(root)}, {"op", hlo_name(m_[root].op)}};
    if (g.kind == GroupKind::Elementwise || g.kind == GroupKind::Loop) j["kernel"] = true;
    j["kind"] = kind_name(g.kind);
    set_source(j, m_.where(root));
    j["ops"] = Json::array();
    for (InstrId id : g.instrs) j["ops"].push_back(hlo_name(m_[id].op));
    int64_t read = 0, written = 0;
    j["inputs"] = Json::array();
    for (InstrId id : g.inputs) {
      j["inputs"].push_back({m_.name(id), m_.shape(id).size_bytes()});
      read += m_.shape(id).size_bytes();
    }
    for (InstrId id : g.roots) written += m_.shape(id).size_bytes();
    if (g.kind != GroupKind::Control) bytes += read + written;
    j["read_bytes"] = read;
    j["written_bytes"] = written;
    if (!g.lanes.empty()) j["lanes"] = g.lanes;
    j["verdicts"] = verdicts(g, true);
    j["calls"] = Json::array();
    for (const Plan& inner : g.plans) j["calls"].push_back(m_.name(inner.computation));
    std::string text;
    for (InstrId id : g.instrs) {
      std::string operands;
      for (InstrId o : m_.operands(id)) operands += fmt::format("{}{}", operands.empty() ? "" : ", ", m_.name(o));
      text += fmt::format("{} = {} {}({})\n", m_.name(id), to_hlo(m_.shape(id), false), hlo_name(m_[id].op), operands);
    }
    j["text"] = std::move(text);
    return j;
  }

  const compiler::CompileRecord& record_;
  const Module& m_;
  std::vector<Drawing> drawings_;
};

}  // namespace

Result<Json> view_of(const compiler::CompileRecord& record, std::string name) {
  return EutecticView(record).run(std::move(name));
}

}  // namespace eutectic::report

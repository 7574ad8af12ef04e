// See apply.h.
#include "fusion/xla/apply.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "fusion/xla/launches.h"
#include "ir/builder.h"

namespace eutectic::fusion::xla {
namespace {

using Local = ComputationBuilder::Local;

class Apply {
 public:
  explicit Apply(const Graph& g) : g_(g), from_(g.module()) {}

  Module run() {
    to_.info = from_.info;
    to_.info.is_scheduled = false;  // the schedule named instructions that are fused now
    for (BodyId b : g_.control_bodies()) {
      const CompId comp = to_.add_computation(unique_computation(from_.name(g_[b].origin)));
      control_[g_[b].origin.value] = comp;
      work_.push_back({comp, b, {}});
    }
    to_.entry = control_.at(from_.entry.value);
    for (size_t i = 0; i < work_.size(); ++i) {
      const Work w = work_[i];  // work_ grows
      if (w.body.valid())
        body(w.comp, w.body);
      else
        embedded(w.comp, w.embedded);
    }
    return std::move(to_);
  }

 private:
  struct Work {
    CompId comp;
    BodyId body;      // of the graph,
    CompId embedded;  // or of the module
  };

  void body(CompId comp, BodyId body) {
    ComputationBuilder builder(to_);
    std::unordered_map<NodeId, Local> at;
    std::unordered_map<NodeId, std::string> names;
    // Parameters that nothing reads are values too; so are all others without users.
    std::vector<NodeId> order = g_.post_order(body);
    const std::unordered_set<NodeId> reached(order.begin(), order.end());
    for (NodeId p : g_[body].parameters)
      CHECK(reached.contains(p), "parameter {} is missing in the order of its body", g_[p].name);
    for (NodeId n : order) {
      const Node& node = g_[n];
      std::vector<Local> operands;
      for (NodeId o : node.operands) operands.push_back(at.at(o));
      Attrs attrs = mapped(*node.attrs);
      if (node.op == OpKind::Parameter) attrs.set(AttrName::ParameterNumber, node.number);
      if (node.op == OpKind::While && node.origin.valid()) note_steps(attrs, node.origin);
      if (node.op == OpKind::Fusion) {
        attrs.set(AttrName::FusionKind, std::string(to_hlo(node.kind)));
        attrs.set(AttrName::Calls, Comps{fused(n)});
      }
      if (!node.control_predecessors.empty()) {
        std::string list;
        for (NodeId p : node.control_predecessors)
          if (!g_[p].dead) list += (list.empty() ? "%" : ", %") + names.at(p);
        if (!list.empty()) attrs.set(AttrName::ControlPredecessors, "{" + list + "}");
      }
      std::string name = unique(node.name.empty() ? hlo_name(node.op) : std::string_view(node.name));
      at[n] = builder.add(node.op, *node.shape, operands, std::move(attrs), name, origin_of(node.origin));
      names[n] = std::move(name);
    }
    builder.finish(comp, at.at(g_[body].root));
  }

  // As XLA writes it: once the counter is in a kernel, nobody can tell from the loop how often it runs.
  void note_steps(Attrs& attrs, InstrId loop) const {
    const auto steps = known_steps(from_, loop);
    const std::string& config = attrs.text(AttrName::BackendConfig);
    if (!steps || config.find("\"known_trip_count\"") != std::string::npos) return;
    if (!config.empty() && !config.starts_with('{')) return;  // not JSON
    std::string text = "{\"known_trip_count\":{\"n\":\"" + std::to_string(*steps) + "\"}";
    text += config.size() > 2 ? "," + config.substr(1) : "}";
    attrs.set(AttrName::BackendConfig, std::move(text));
  }

  CompId fused(NodeId fusion) {
    const BodyId b = g_[fusion].called;
    const Comps& own = g_[fusion].attrs->comps(AttrName::Calls);
    const std::string_view name = own.empty() ? "fused_computation" : from_.name(own[0]);
    const CompId comp = to_.add_computation(unique_computation(name));
    work_.push_back({comp, b, {}});
    return comp;
  }

  void embedded(CompId comp, CompId old) {
    ComputationBuilder builder(to_);
    std::unordered_map<uint32_t, Local> at;
    for (InstrId id : instrs_of(from_[old])) {
      std::vector<Local> operands;
      for (InstrId o : from_.operands(id)) operands.push_back(at.at(o.value));
      at[id.value] = builder.add(from_[id].op, from_.shape(id), operands, mapped(from_.attrs(id)),
                                 unique(from_.name(id)), origin_of(id));
    }
    builder.finish(comp, at.at(from_[old].root.value));
    to_.mutable_comp(comp).execution_thread = from_[old].execution_thread;
  }

  CompId called(CompId old) {
    if (auto it = control_.find(old.value); it != control_.end()) return it->second;
    auto [it, fresh] = embedded_.emplace(old.value, CompId());
    if (fresh) {
      it->second = to_.add_computation(unique_computation(from_.name(old)));
      work_.push_back({it->second, {}, old});
    }
    return it->second;
  }

  Attrs mapped(const Attrs& attrs) {
    Attrs out = attrs;
    out.erase(AttrName::ControlPredecessors);
    for (auto& [name, value] : out.mutable_entries()) {
      auto* comps = std::get_if<Comps>(&value);
      if (!comps || (name == AttrName::Calls && attrs.has(AttrName::FusionKind))) continue;
      for (CompId& c : *comps) c = called(c);
    }
    return out;
  }

  OriginId origin_of(InstrId id) { return id.valid() ? mapped(from_[id].origin) : OriginId(); }

  OriginId mapped(OriginId old) {
    std::vector<OriginId> chain;  // from the innermost frame to one that is known
    for (; old.valid() && !origins_.contains(old.value); old = from_[old].caller) chain.push_back(old);
    OriginId caller = old.valid() ? origins_.at(old.value) : OriginId();
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
      Origin o = from_[*it];
      for (NameId Origin::* field :
           {&Origin::op_name, &Origin::op_type, &Origin::file, &Origin::function, &Origin::extra})
        if ((o.*field).valid()) o.*field = to_.intern_name(from_[o.*field]);
      o.caller = caller;
      caller = to_.intern(o);
      origins_[it->value] = caller;
    }
    return caller;
  }

  static std::string unique_in(std::map<std::string, int>& taken, std::string_view name) {
    const std::string base(name);
    auto [it, fresh] = taken.emplace(base, 0);
    if (fresh) return base;
    while (true) {
      std::string numbered = base + "." + std::to_string(++it->second);
      if (taken.emplace(numbered, 0).second) return numbered;
    }
  }
  std::string unique(std::string_view name) { return unique_in(names_, name); }
  std::string unique_computation(std::string_view name) { return unique_in(computations_, name); }

  const Graph& g_;
  const Module& from_;
  Module to_;
  std::vector<Work> work_;
  std::unordered_map<uint32_t, CompId> control_, embedded_;
  std::unordered_map<uint32_t, OriginId> origins_;
  std::map<std::string, int> names_, computations_;
};

}  // namespace

Module apply(const Graph& graph) { return Apply(graph).run(); }

}  // namespace eutectic::fusion::xla

// See plan_values.h.
#include "fusion/xla/plan_values.h"

#include "fusion/xla/canonical.h"

namespace eutectic::fusion::xla {
namespace {

bool is_control(OpKind op) { return op == OpKind::While || op == OpKind::Conditional || op == OpKind::Call; }

// Values of a program by what its source says of them.
class BySource {
 public:
  BySource(const Graph& g, const PlanValues& values) {
    for (BodyId body : g.control_bodies())
      for (NodeId n : g.post_order(body))
        if (const std::string key = key_of(g, n); !key.empty()) values_[key].push_back(values.of[n.index()]);
  }

  void found(Value v) { used_.insert(v); }
  // PlanValues::none: none is left.
  Value take(const Graph& g, NodeId n) {
    const auto it = values_.find(key_of(g, n));
    if (it == values_.end()) return PlanValues::none;
    for (Value v : it->second)
      if (used_.insert(v).second) return v;
    return PlanValues::none;
  }

 private:
  static std::string key_of(const Graph& g, NodeId n) {
    const Module& m = g.module();
    if (!g[n].origin.valid() || !m[g[n].origin].origin.valid()) return "";
    const Origin& origin = m[m[g[n].origin].origin];
    const std::string where = m.where(g[n].origin);
    if (!origin.op_name.valid() && where.empty()) return "";
    Shape plain = *g[n].shape;
    if (!plain.is_tuple()) plain.layout = {};
    return std::string(hlo_name(g[n].op)) + " " + canonical_shape(plain) + " " + std::string(m[origin.op_name]) + " " +
           where;
  }

  std::map<std::string, std::vector<Value>> values_;
  std::set<Value> used_;
};

class Walk {
 public:
  Walk(const Graph& g, const std::vector<std::string>& labels, Numbering& numbering, BySource* by_source)
      : g_(g), labels_(labels), numbering_(numbering), by_source_(by_source) {
    out_.of.assign(g.node_count(), PlanValues::none);
  }

  PlanValues run() {
    for (size_t i = 0; i < g_.control_bodies().size(); ++i) number_body(g_.control_bodies()[i], labels_[i]);
    for (BodyId body : g_.control_bodies())
      for (NodeId n : g_.post_order(body))
        if (is_launch(g_[n].op)) kernel(n);
    return std::move(out_);
  }

 private:
  void number_body(BodyId body, const std::string& label) {
    for (NodeId n : g_.post_order(body)) {
      if (g_[n].op == OpKind::Parameter) {
        set(n, numbering_.of("parameter " + std::to_string(g_[n].number) + " of " + label));
      } else if (g_.is_fusion(n)) {
        for (NodeId inner : g_.post_order(g_[n].called))
          if (g_[inner].op == OpKind::Parameter)
            set(inner, out_.of[g_[n].operands[static_cast<size_t>(g_[inner].number)].index()]);
          else
            number(inner);
        out_.of[n.index()] = out_.of[g_.fused_root(n).index()];
      } else {
        number(n);
      }
    }
  }

  void number(NodeId n) {
    const Node& node = g_[n];
    if (node.op == OpKind::GetTupleElement) {
      if (auto it = elements_.find(out_.of[node.operands[0].index()]); it != elements_.end())
        return set(n, it->second[static_cast<size_t>(node.index())]);
    }
    std::string text = std::string(hlo_name(node.op)) + " " + canonical_shape(*node.shape);
    if (!is_control(node.op)) text += canonical_attrs(g_.module(), *node.attrs);
    std::vector<Value> operands;
    for (NodeId o : node.operands) {
      operands.push_back(out_.of[o.index()]);
      text += "," + std::to_string(operands.back());
    }
    if (by_source_ && !numbering_.knows(text) && node.op != OpKind::Tuple)
      if (const Value v = by_source_->take(g_, n); v != PlanValues::none) numbering_.call(text, v);
    const Value v = numbering_.of(text);
    if (by_source_) by_source_->found(v);
    if (node.op == OpKind::Tuple) elements_.emplace(v, std::move(operands));
    set(n, v);
  }

  void set(NodeId n, Value v) {
    out_.of[n.index()] = v;
    out_.first.emplace(v, n);
  }

  NodeId behind_bitcasts(NodeId n) const {
    while (g_[n].op == OpKind::Bitcast) n = g_[n].operands[0];
    return n;
  }

  // The kernel that computes an operand of another, and the node within; invalid where it is no kernel's.
  std::pair<NodeId, NodeId> source(NodeId n) const {
    while (true) {
      n = behind_bitcasts(n);
      int64_t element = -1;
      if (g_[n].op == OpKind::GetTupleElement) {
        element = g_[n].index();
        n = g_[n].operands[0];
      }
      if (g_[n].op == OpKind::Constant) return {n, n};
      if (!is_launch(g_[n].op)) return {};
      if (!g_.is_fusion(n)) return {n, n};
      NodeId root = g_.fused_root(n);
      if (element >= 0 && g_[root].op == OpKind::Tuple) root = g_[root].operands[static_cast<size_t>(element)];
      root = behind_bitcasts(root);
      if (g_[root].op != OpKind::Parameter) return {n, root};
      n = g_[n].operands[static_cast<size_t>(g_[root].number)];  // handed through
    }
  }

  void across(NodeId kernel, NodeId reader, NodeId operand) {
    const auto [producer, node] = source(operand);
    if (producer.valid())
      out_.across.emplace(ValueEdge{out_.of[node.index()], out_.of[reader.index()]}, std::pair{producer, kernel});
  }

  void kernel(NodeId n) {
    std::vector<Value>& computed = out_.computed[n];
    if (!g_.is_fusion(n)) {
      computed.push_back(out_.of[n.index()]);
      for (NodeId o : g_[n].operands) across(n, n, o);
      return;
    }
    std::set<Value> seen;
    for (NodeId m : g_.post_order(g_[n].called)) {
      const OpKind op = g_[m].op;
      if (op == OpKind::Parameter || op == OpKind::Tuple || op == OpKind::Bitcast) continue;
      if (seen.insert(out_.of[m.index()]).second) computed.push_back(out_.of[m.index()]);
      for (NodeId o : g_[m].operands) {
        const NodeId from = behind_bitcasts(o);
        if (g_[from].op == OpKind::Parameter)
          across(n, m, g_[n].operands[static_cast<size_t>(g_[from].number)]);
        else
          out_.inside.emplace(ValueEdge{out_.of[from.index()], out_.of[m.index()]}, n);
      }
    }
  }

  const Graph& g_;
  const std::vector<std::string>& labels_;
  Numbering& numbering_;
  BySource* by_source_;
  std::map<Value, std::vector<Value>> elements_;  // of tuples
  PlanValues out_;
};

std::string name_of(const Graph& g, BodyId b) { return std::string(g.module().name(g[b].origin)); }

}  // namespace

PlanValues values_of(const Graph& g, const std::vector<std::string>& labels, Numbering& numbering) {
  return Walk(g, labels, numbering, nullptr).run();
}

PlanValues values_like(const Graph& program, const PlanValues& values, const Graph& g,
                       const std::vector<std::string>& labels, Numbering& numbering) {
  BySource by_source(program, values);
  return Walk(g, labels, numbering, &by_source).run();
}

std::vector<std::string> own_labels(const Graph& g) {
  std::vector<std::string> labels;
  for (BodyId b : g.control_bodies()) labels.push_back(name_of(g, b));
  return labels;
}

std::vector<std::string> labels_like(const Graph& a, const Graph& b) {
  const std::vector<std::string> theirs = own_labels(a);
  std::vector<std::string> labels(b.control_bodies().size());
  std::set<std::string> left(theirs.begin(), theirs.end());
  for (size_t i = 0; i < labels.size(); ++i)
    if (const std::string name = name_of(b, b.control_bodies()[i]); left.erase(name) > 0) labels[i] = name;
  size_t next = 0;
  for (std::string& label : labels) {
    if (!label.empty()) continue;
    while (next < theirs.size() && !left.contains(theirs[next])) ++next;
    label = next < theirs.size() ? theirs[next++] : "another computation " + std::to_string(&label - labels.data());
  }
  return labels;
}

}  // namespace eutectic::fusion::xla

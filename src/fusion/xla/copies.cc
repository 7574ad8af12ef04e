// See copies.h.
#include "fusion/xla/copies.h"

#include <algorithm>
#include <map>
#include <set>

#include "fusion/xla/rules/in_place.h"

namespace eutectic::fusion::xla {
namespace {

// What a buffer holds: a result, or one element of it (index -1: all). Bitcasts and tuples are looked through.
struct Value {
  NodeId def;
  int64_t index = -1;
  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};

// A read; of a loop (or branch), by which of its carried elements.
struct Use {
  NodeId node;
  int64_t element = -1;
};

class Pass {
 public:
  Pass(Graph& g, Sharing sharing) : g_(g), sharing_(sharing) {}

  void run() {
    const std::vector<BodyId> bodies = g_.control_bodies();
    for (BodyId b : bodies)
      for (NodeId n : std::vector<NodeId>(g_[b].nodes))
        if (!g_[n].dead && g_[n].op == OpKind::While) loop_bodies_.insert(body_of(n));
    for (BodyId b : bodies) visit(b);
  }

 private:
  BodyId body_of(NodeId loop) const {
    const CompId comp = g_[loop].attrs->comps(AttrName::Body)[0];
    for (BodyId b : g_.control_bodies())
      if (g_[b].origin == comp) return b;
    return {};
  }

  Value value(NodeId n) const {
    int64_t index = -1;
    while (true) {
      if (g_[n].op == OpKind::Bitcast) {
        n = g_[n].operands[0];
      } else if (g_[n].op == OpKind::GetTupleElement) {
        const NodeId from = g_[n].operands[0];
        if (g_[from].op != OpKind::Tuple) {
          index = g_[n].index();
          n = from;
          break;
        }
        n = g_[from].operands[static_cast<size_t>(g_[n].index())];
      } else {
        break;
      }
    }
    return {n, index};
  }

  std::vector<Use> uses(const Value& v) const {
    std::vector<NodeId> work;
    if (v.index < 0) work.push_back(v.def);
    for (NodeId u : g_[v.def].users)
      if (v.index >= 0 && g_[u].op == OpKind::GetTupleElement && g_[u].index() == v.index) work.push_back(u);
    std::vector<Use> out;
    for (size_t at = 0; at < work.size(); ++at)
      for (NodeId u : g_[work[at]].users) {
        if (g_[u].op == OpKind::Bitcast) {
          work.push_back(u);
        } else if (g_[u].op == OpKind::Tuple && !g_.is_root(u)) {
          for (size_t i = 0; i < g_[u].operands.size(); ++i)
            if (g_[u].operands[i] == work[at])
              for (NodeId w : g_[u].users) out.push_back({w, static_cast<int64_t>(i)});
        } else {
          out.push_back({u});
        }
      }
    return out;
  }

  // Whether `to` runs after `from`, by data or by order given.
  bool reaches(NodeId from, NodeId to) const {
    std::vector<NodeId> work{from};
    std::set<NodeId> seen{from};
    while (!work.empty()) {
      const NodeId n = work.back();
      work.pop_back();
      if (n == to) return true;
      auto go = [&](NodeId u) {
        if (seen.insert(u).second) work.push_back(u);
      };
      for (NodeId u : g_[n].users) go(u);
      if (auto it = after_.find(n); it != after_.end())
        for (NodeId u : it->second) go(u);
    }
    return false;
  }

  bool invariant(BodyId body, size_t i) const {
    const NodeId root = g_[body].root;
    return g_[root].op == OpKind::Tuple &&
           value(g_[root].operands[i]) == Value{g_[body].parameters[0], static_cast<int64_t>(i)};
  }

  // A read-only buffer: a constant, or what the caller handed over.
  bool read_only(BodyId body, const Value& v) const {
    if (g_[v.def].op == OpKind::Constant) return true;
    if (g_[v.def].op != OpKind::Parameter) return false;
    if (g_[body].origin == g_.module().entry || !loop_bodies_.contains(body)) return true;
    return v.index < 0 || invariant(body, static_cast<size_t>(v.index));
  }

  NodeId copy(BodyId body, NodeId of) {
    const NodeId made = g_.add(body, OpKind::Copy, g_[of].shape, g_.own(Attrs()), {of}, g_[of].origin);
    g_.mut(made).name = g_.fresh_name(g_[of].name + ".copy");
    return made;
  }

  // Whether the loop's body may write the next value of element i where the present one is.
  bool needs_copy(BodyId body, size_t i, std::set<Value>& taken) {
    const NodeId parameter = g_[body].parameters[0];
    const Value next = value(g_[g_[body].root].operands[i]);
    const OpKind op = g_[next.def].op;
    if (next.def == parameter || op == OpKind::Constant) return true;
    if (!taken.insert(next).second) return true;
    bool clash = false;
    for (const Use& use : uses({parameter, static_cast<int64_t>(i)})) {
      if (use.node == g_[body].root) continue;
      if (use.node == next.def) {
        if (op == OpKind::While) {
          clash |= use.element != next.index;
          continue;
        }
        const std::vector<NodeId>& operands = g_[next.def].operands;
        for (size_t n = 0; n < operands.size(); ++n)
          if (value(operands[n]) == Value{parameter, static_cast<int64_t>(i)})
            clash |= !may_share_buffer(g_, next.def, n, next.index, sharing_);
        continue;
      }
      if (reaches(next.def, use.node)) {
        clash = true;
        continue;
      }
      if (!reaches(use.node, next.def)) {
        if (sharing_ == Sharing::Cpu) {  // gives no order of its own
          clash = true;
          continue;
        }
        after_[use.node].push_back(next.def);
        g_.mut(next.def).control_predecessors.push_back(use.node);
      }
    }
    return clash;
  }

  // Whether somebody reads the value besides `by`, not certainly before it.
  bool read_later(const Value& v, NodeId by, int64_t element) const {
    for (const Use& use : uses(v)) {
      if (use.node == by && (element < 0 || use.element == element)) continue;
      if (use.node == by || !reaches(use.node, by)) return true;
    }
    return false;
  }

  void initial_values(BodyId body, NodeId loop) {
    const BodyId inside = body_of(loop);
    const NodeId tuple = g_[loop].operands[0];
    if (g_[tuple].op != OpKind::Tuple || g_[g_[inside].root].op != OpKind::Tuple) return;
    for (size_t i = 0; i < g_[tuple].operands.size(); ++i) {
      if (invariant(inside, i) || !g_[g_[tuple].operands[i]].shape->is_array()) continue;
      const NodeId initial = g_[tuple].operands[i];
      const Value v = value(initial);
      if (read_later(v, loop, static_cast<int64_t>(i)))
        g_.replace_operand(tuple, i, copy(body, initial));
      else if (read_only(body, v))
        copy_for_all(body, v, tuple, i);
    }
  }

  // Everybody reads the copy then.
  void copy_for_all(BodyId body, const Value& v, NodeId tuple, size_t i) {
    if (v.index >= 0) return g_.replace_operand(tuple, i, copy(body, g_[tuple].operands[i]));
    const std::vector<NodeId> users = g_[v.def].users;
    const NodeId made = copy(body, v.def);
    for (NodeId u : users) g_.replace_use(u, v.def, made);
  }

  void in_place(BodyId body, NodeId n) {
    for (const InPlacePair& pair : in_place_pairs(g_, n)) {
      const NodeId buffer = g_[n].operands[pair.operand];
      const Value v = value(buffer);
      if (read_only(body, v) || (!overwritten_.contains(n) && read_later(v, n, -1)))
        g_.replace_operand(n, pair.operand, copy(body, buffer));
    }
  }

  void results(BodyId body) {
    const NodeId root = g_[body].root;
    std::set<Value> taken;
    const bool tuple = g_[root].op == OpKind::Tuple;
    for (size_t i = 0; i < (tuple ? g_[root].operands.size() : 1); ++i) {
      const NodeId result = tuple ? g_[root].operands[i] : root;
      const Value v = value(result);
      if (!g_[result].shape->is_array()) continue;
      if (!read_only(body, v) && taken.insert(v).second) continue;
      const NodeId made = copy(body, result);
      if (tuple)
        g_.replace_operand(root, i, made);
      else
        g_.set_root(body, made);
    }
  }

  void visit(BodyId body) {
    after_.clear();
    overwritten_.clear();
    const std::vector<NodeId> nodes = g_[body].nodes;
    for (NodeId n : nodes)
      for (NodeId p : g_[n].control_predecessors) after_[p].push_back(n);
    std::vector<size_t> copied;
    const NodeId root = g_[body].root;
    if (loop_bodies_.contains(body) && g_[root].op == OpKind::Tuple) {
      std::set<Value> taken;
      for (size_t i = 0; i < g_[root].operands.size(); ++i) {
        if (invariant(body, i) || !g_[g_[root].operands[i]].shape->is_array()) continue;
        if (needs_copy(body, i, taken))
          copied.push_back(i);
        else
          overwritten_.insert(value(g_[root].operands[i]).def);
      }
    }
    for (NodeId n : nodes) {
      if (g_[n].dead) continue;
      if (g_[n].op == OpKind::While) initial_values(body, n);
      in_place(body, n);
    }
    for (size_t i : copied) g_.replace_operand(root, i, copy(body, g_[root].operands[i]));
    if (g_[body].origin == g_.module().entry) results(body);
  }

  Graph& g_;
  Sharing sharing_;
  std::set<BodyId> loop_bodies_;
  std::map<NodeId, std::vector<NodeId>> after_;  // control successors
  std::set<NodeId> overwritten_;                 // writers of carried values in place
};

}  // namespace

void insert_copies(Graph& g, Sharing sharing) { Pass(g, sharing).run(); }

}  // namespace eutectic::fusion::xla

// See what_if.h.
#include "fusion/xla/what_if.h"

#include <algorithm>
#include <map>
#include <set>

#include "fusion/xla/canonical.h"
#include "fusion/xla/cleanup.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

// Bodies of while loops: the computation, by what the loops call.
std::set<uint32_t> loop_bodies(const Graph& g) {
  std::set<uint32_t> bodies;
  for (BodyId b : g.control_bodies())
    for (NodeId n : g[b].nodes)
      if (!g[n].dead && g[n].op == OpKind::While)
        for (CompId c : g[n].attrs->comps(AttrName::Body)) bodies.insert(c.value);
  return bodies;
}

// The pieces of dimension `d` that [start, limit) of a concatenation covers; nothing if it starts inside a piece and
// ends in another.
NodeId piece_of(Graph& g, NodeId concat, int64_t d, int64_t start, int64_t limit, int64_t& offset) {
  int64_t at = 0;
  for (NodeId o : g[concat].operands) {
    const int64_t extent = g[o].shape->dims[static_cast<size_t>(d)];
    if (start >= at && limit <= at + extent) {
      offset = at;
      return o;
    }
    at += extent;
  }
  return {};
}

class Forwarder {
 public:
  Forwarder(Graph& g, BodyId body) : g_(g), body_(body) {}

  int64_t run() {
    int64_t count = 0;
    for (NodeId n : g_.post_order(body_)) {
      if (g_[n].dead || g_[n].op != OpKind::Slice || g_[n].users.empty()) continue;
      const Dims strides = g_[n].attrs->dims(AttrName::SliceStrides);
      if (!std::ranges::all_of(strides, [](int64_t s) { return s == 1; })) continue;
      if (!reads_concatenation(g_[n].operands[0])) continue;
      const NodeId value =
          sliced(g_[n].operands[0], g_[n].attrs->dims(AttrName::SliceStarts), g_[n].attrs->dims(AttrName::SliceLimits));
      if (value == n || !(g_[value].shape->dims == g_[n].shape->dims)) continue;
      g_.replace_all_uses(n, value);
      ++count;
    }
    return count;
  }

 private:
  // Elementwise ops and transpositions of which at least one operand leads to a concatenation.
  bool reads_concatenation(NodeId n) const {
    std::vector<NodeId> work{n};
    std::set<NodeId> seen;
    while (!work.empty()) {
      const NodeId m = work.back();
      work.pop_back();
      if (!seen.insert(m).second) continue;
      if (g_[m].op == OpKind::Concatenate) return true;
      if (is_elementwise_op(g_[m].op) || g_[m].op == OpKind::Transpose)
        for (NodeId o : g_[m].operands) work.push_back(o);
    }
    return false;
  }

  // [starts, limits) of a value. The ways down elementwise ops are short; a depth limit keeps the stack so.
  NodeId sliced(NodeId n, const Dims& starts, const Dims& limits, int depth = 0) {
    const Shape& shape = *g_[n].shape;
    if (shape.dims.size() != starts.size()) return n;  // a scalar of a select or clamp
    bool whole = true;
    for (size_t i = 0; i < starts.size(); ++i) whole = whole && starts[i] == 0 && limits[i] == shape.dims[i];
    if (whole) return n;
    std::string key = std::to_string(n.value);
    for (size_t i = 0; i < starts.size(); ++i) key += "," + std::to_string(starts[i]) + ":" + std::to_string(limits[i]);
    if (auto it = known_.find(key); it != known_.end()) return it->second;
    NodeId result;
    if (g_[n].op == OpKind::Concatenate) {
      const int64_t d = g_[n].attrs->integer(AttrName::ConcatDimension);
      const auto dim = static_cast<size_t>(d);
      int64_t offset = 0;
      if (const NodeId piece = piece_of(g_, n, d, starts[dim], limits[dim], offset); piece.valid() && depth < 100) {
        Dims s = starts, l = limits;
        s[dim] -= offset;
        l[dim] -= offset;
        result = sliced(piece, s, l, depth + 1);
      }
    } else if (is_elementwise_op(g_[n].op) && !g_[n].operands.empty() && reads_concatenation(n) && depth < 100) {
      std::vector<NodeId> operands;
      const std::vector<NodeId> old = g_[n].operands;
      for (NodeId o : old) operands.push_back(sliced(o, starts, limits, depth + 1));
      result = g_.clone(n, body_, std::move(operands));
      g_.mut(result).shape = part_shape(shape, starts, limits);
    } else if (g_[n].op == OpKind::Transpose && depth < 100 && reads_concatenation(n)) {
      const Dims permutation = g_[n].attrs->dims(AttrName::Permutation);
      Dims s(starts.size()), l(starts.size());
      for (size_t i = 0; i < starts.size(); ++i) {
        s[static_cast<size_t>(permutation[i])] = starts[i];
        l[static_cast<size_t>(permutation[i])] = limits[i];
      }
      const NodeId part = sliced(g_[n].operands[0], s, l, depth + 1);
      result = g_.clone(n, body_, {part});
      g_.mut(result).shape = part_shape(shape, starts, limits);
    } else if (g_[n].op == OpKind::Broadcast && depth < 100) {
      const NodeId operand = g_[n].operands[0];
      Dims s, l;  // of the operand
      for (int64_t d : g_[n].attrs->dims(AttrName::BroadcastDimensions)) {
        s.push_back(starts[static_cast<size_t>(d)]);
        l.push_back(limits[static_cast<size_t>(d)]);
      }
      const NodeId part = sliced(operand, s, l, depth + 1);
      result = g_.clone(n, body_, {part});
      g_.mut(result).shape = part_shape(shape, starts, limits);
    }
    if (!result.valid()) {
      Attrs a;
      a.set(AttrName::SliceStarts, starts);
      a.set(AttrName::SliceLimits, limits);
      a.set(AttrName::SliceStrides, Dims(starts.size(), 1));
      result = g_.add(body_, OpKind::Slice, part_shape(shape, starts, limits), g_.own(std::move(a)), {n}, g_[n].origin);
      g_.mut(result).name = g_[n].name + ".slice";
    }
    known_[key] = result;
    return result;
  }

  const Shape* part_shape(const Shape& whole, const Dims& starts, const Dims& limits) {
    Shape s = whole;
    for (size_t i = 0; i < starts.size(); ++i) s.dims[i] = limits[i] - starts[i];
    return g_.own(std::move(s));
  }

  Graph& g_;
  const BodyId body_;
  std::map<std::string, NodeId> known_;
};

}  // namespace

NodeId ready_value(Graph& g, BodyId body, NodeId value) {
  const NodeId p = g.add(body, OpKind::Parameter, g[value].shape, g.own(Attrs()), {}, g[value].origin);
  g.mut(p).name = g[value].name + ".ahead";
  g.mut(p).number = static_cast<int64_t>(g[body].parameters.size());
  return p;
}

int64_t drop_custom_calls(Graph& g) {
  const std::set<uint32_t> loops = loop_bodies(g);
  int64_t count = 0;
  for (BodyId body : g.control_bodies()) {
    if (!loops.contains(g[body].origin.value)) continue;
    const std::vector<NodeId> nodes = g[body].nodes;  // a copy: values are added
    for (NodeId n : nodes) {
      if (g[n].dead || g[n].op != OpKind::CustomCall || has_side_effect(g, n)) continue;
      const NodeId value = ready_value(g, body, n);
      g.replace_all_uses(n, value);
      g.remove(n);
      ++count;
    }
  }
  remove_dead(g);
  return count;
}

std::map<CompId, CompId> equal_loop_bodies(const Graph& g) {
  const std::set<uint32_t> loops = loop_bodies(g);
  std::map<std::string, CompId> first;
  std::map<CompId, CompId> equal;
  for (BodyId body : g.control_bodies()) {
    if (!loops.contains(g[body].origin.value)) continue;
    std::string text;
    std::map<NodeId, size_t> number;
    bool innermost = true;
    for (NodeId n : g.post_order(body)) {
      const OpKind op = g[n].op;
      innermost = innermost && op != OpKind::While && op != OpKind::Conditional && op != OpKind::Call;
      text += std::string(hlo_name(op)) + " " + canonical_shape(*g[n].shape) + canonical_attrs(g.module(), *g[n].attrs);
      if (op == OpKind::Parameter) text += " " + std::to_string(g[n].number);
      if (g.is_fusion(n)) text += " " + kernel_of(g, n).text;
      for (NodeId o : g[n].operands) text += " " + std::to_string(number.at(o));
      text += "\n";
      number.emplace(n, number.size());
    }
    if (!innermost) continue;
    if (const auto [it, fresh] = first.emplace(std::move(text), g[body].origin); !fresh)
      equal.emplace(g[body].origin, it->second);
  }
  return equal;
}

void set_aside(Graph& g, const std::map<CompId, CompId>& bodies) {
  for (BodyId body : g.control_bodies())
    if (bodies.contains(g[body].origin)) g.set_fusible(body, false);
}

int64_t forward_slices(Graph& g) {
  int64_t count = 0;
  for (BodyId body : g.control_bodies()) count += Forwarder(g, body).run();
  remove_dead(g);
  return count;
}

}  // namespace eutectic::fusion::xla

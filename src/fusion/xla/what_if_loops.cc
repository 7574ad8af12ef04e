// Changes of what loops carry (what_if.h): stacked arrays taken apart, random numbers drawn ahead.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "fusion/xla/cleanup.h"
#include "fusion/xla/traits.h"
#include "fusion/xla/what_if.h"

namespace eutectic::fusion::xla {
namespace {

// A while loop over a tuple: the body reads elements of its one parameter and ends in a tuple, the caller reads
// elements of the loop.
struct Loop {
  NodeId node;
  BodyId body, condition;
  NodeId parameter(const Graph& g) const { return g[body].parameters[0]; }
};

bool only_elements_are_read(const Graph& g, NodeId tuple) {
  return std::ranges::all_of(g[tuple].users, [&](NodeId u) { return g[u].op == OpKind::GetTupleElement; });
}

std::vector<Loop> plain_loops(const Graph& g) {
  const auto body_of = [&](CompId comp) {
    for (BodyId b : g.control_bodies())
      if (g[b].origin == comp) return b;
    return BodyId();
  };
  std::vector<Loop> loops;
  for (BodyId outer : g.control_bodies())
    for (NodeId n : g[outer].nodes) {
      if (g[n].dead || g[n].op != OpKind::While || g.is_root(n)) continue;
      const Loop l{n, body_of(g[n].attrs->comps(AttrName::Body)[0]),
                   body_of(g[n].attrs->comps(AttrName::Condition)[0])};
      if (!l.body.valid() || !l.condition.valid()) continue;
      bool plain = g[g[l.body].root].op == OpKind::Tuple && only_elements_are_read(g, n) && !g[n].users.empty();
      for (BodyId b : {l.body, l.condition})
        plain = plain && g[b].parameters.size() == 1 && only_elements_are_read(g, g[b].parameters[0]);
      if (plain) loops.push_back(l);
    }
  return loops;
}

std::vector<NodeId> elements_of(const Graph& g, NodeId tuple, size_t i) {
  std::vector<NodeId> found;
  for (NodeId u : g[tuple].users)
    if (g[u].op == OpKind::GetTupleElement && g[u].index() == static_cast<int64_t>(i)) found.push_back(u);
  return found;
}

// Where the pieces of a stacked array end along one dimension.
struct Pieces {
  int64_t dimension = 0;
  std::vector<int64_t> ends;
};

// The cuts of the first concatenation that elementwise ops and transpositions lead to.
std::optional<Pieces> pieces_of(const Graph& g, NodeId n) {
  struct Item {
    NodeId node;
    Dims to_root;  // which dimension of the whole each one is
  };
  Item first{n, Dims(g[n].shape->dims.size())};
  for (size_t d = 0; d < first.to_root.size(); ++d) first.to_root[d] = static_cast<int64_t>(d);
  std::vector<Item> work{first};
  std::set<NodeId> seen;
  while (!work.empty()) {
    const auto [m, to_root] = work.back();
    work.pop_back();
    if (!seen.insert(m).second || g[m].shape->dims.size() != to_root.size()) continue;
    if (g[m].op == OpKind::Concatenate && g[m].operands.size() > 1) {
      const auto d = static_cast<size_t>(g[m].attrs->integer(AttrName::ConcatDimension));
      Pieces p{to_root[d], {}};
      int64_t at = 0;
      for (NodeId o : g[m].operands) p.ends.push_back(at += g[o].shape->dims[d]);
      return p;
    }
    if (g[m].op == OpKind::Transpose) {
      const Dims permutation = g[m].attrs->dims(AttrName::Permutation);
      Dims below(to_root.size());
      for (size_t i = 0; i < to_root.size(); ++i) below[static_cast<size_t>(permutation[i])] = to_root[i];
      work.push_back({g[m].operands[0], below});
    } else if (is_elementwise_op(g[m].op)) {
      for (NodeId o : g[m].operands) work.push_back({o, to_root});
    }
  }
  return std::nullopt;
}

// Every reader takes a part of one piece.
bool readers_take_pieces(const Graph& g, NodeId value, const Pieces& p) {
  const auto d = static_cast<size_t>(p.dimension);
  return std::ranges::all_of(g[value].users, [&](NodeId u) {
    if (g[u].op != OpKind::Slice) return false;
    const int64_t start = g[u].attrs->dims(AttrName::SliceStarts)[d];
    const int64_t limit = g[u].attrs->dims(AttrName::SliceLimits)[d];
    if (g[u].attrs->dims(AttrName::SliceStrides)[d] != 1) return false;
    int64_t begin = 0;
    for (int64_t end : p.ends) {
      if (start >= begin && limit <= end) return true;
      begin = end;
    }
    return false;
  });
}

NodeId add_slice(Graph& g, BodyId body, NodeId of, const Pieces& p, size_t piece) {
  const auto d = static_cast<size_t>(p.dimension);
  Shape shape = *g[of].shape;
  Dims starts(shape.dims.size(), 0), limits = shape.dims;
  starts[d] = piece == 0 ? 0 : p.ends[piece - 1];
  limits[d] = p.ends[piece];
  shape.dims[d] = limits[d] - starts[d];
  Attrs a;
  a.set(AttrName::SliceStarts, starts);
  a.set(AttrName::SliceLimits, limits);
  a.set(AttrName::SliceStrides, Dims(starts.size(), 1));
  const NodeId n = g.add(body, OpKind::Slice, g.own(std::move(shape)), g.own(std::move(a)), {of}, g[of].origin);
  g.mut(n).name = g[of].name + ".piece." + std::to_string(piece);
  return n;
}

NodeId add_concatenation(Graph& g, BodyId body, const Shape* shape, std::vector<NodeId> parts, const Pieces& p,
                         NodeId like) {
  Attrs a;
  a.set(AttrName::ConcatDimension, p.dimension);
  const NodeId n = g.add(body, OpKind::Concatenate, shape, g.own(std::move(a)), std::move(parts), g[like].origin);
  g.mut(n).name = g[like].name + ".stacked";
  return n;
}

// The loop carries the pieces of element i, behind all other elements; the element itself is handed through.
void carry_pieces(Graph& g, const Loop& l, size_t i, const Pieces& p) {
  const NodeId parameter = l.parameter(g), root = g[l.body].root;
  const size_t count = g[root].operands.size();
  Shape tuple = *g[l.node].shape;
  std::vector<NodeId> results;
  for (size_t k = 0; k < p.ends.size(); ++k) {
    results.push_back(add_slice(g, l.body, g[root].operands[i], p, k));
    tuple.elements.push_back(*g[results.back()].shape);
  }
  const Shape* shape = g.own(std::move(tuple));
  for (NodeId n : {parameter, g[l.condition].parameters[0], l.node}) g.mut(n).shape = shape;

  const std::vector<NodeId> carried = elements_of(g, parameter, i);
  const NodeId whole = carried.empty() ? g.get_tuple_element(parameter, static_cast<int64_t>(i)) : carried[0];
  std::vector<NodeId> pieces;
  for (size_t k = 0; k < p.ends.size(); ++k)
    pieces.push_back(g.get_tuple_element(parameter, static_cast<int64_t>(count + k)));
  const NodeId stacked = add_concatenation(g, l.body, g[whole].shape, pieces, p, whole);
  for (NodeId c : carried)
    for (NodeId u : std::vector<NodeId>(g[c].users)) g.replace_use(u, c, stacked);

  std::vector<NodeId> operands = g[root].operands;
  operands[i] = whole;
  operands.insert(operands.end(), results.begin(), results.end());
  const NodeId next = g.add(l.body, OpKind::Tuple, shape, g[root].attrs, std::move(operands), g[root].origin);
  g.mut(next).name = g[root].name + ".pieces";
  g.set_root(l.body, next);
  g.remove(root);

  const BodyId outer = g[l.node].body;
  const NodeId init = g[l.node].operands[0];
  std::vector<NodeId> inits;
  for (size_t k = 0; k < count; ++k)
    inits.push_back(g[init].op == OpKind::Tuple ? g[init].operands[k]
                                                : g.get_tuple_element(init, static_cast<int64_t>(k)));
  for (size_t k = 0; k < p.ends.size(); ++k) inits.push_back(add_slice(g, outer, inits[i], p, k));
  const NodeId tuple_init = g.add(outer, OpKind::Tuple, shape, g.own(Attrs()), std::move(inits), g[init].origin);
  g.mut(tuple_init).name = g[init].name + ".pieces";
  g.replace_operand(l.node, 0, tuple_init);

  for (NodeId after : elements_of(g, l.node, i)) {
    if (g[after].users.empty()) continue;
    std::vector<NodeId> parts;
    for (size_t k = 0; k < p.ends.size(); ++k)
      parts.push_back(g.get_tuple_element(l.node, static_cast<int64_t>(count + k)));
    g.replace_all_uses(after, add_concatenation(g, outer, g[after].shape, std::move(parts), p, after));
  }
}

// A value of a body without one dimension of extent 1, as a program has it that never stacked the array.
class Squeezer {
 public:
  Squeezer(Graph& g, BodyId body) : g_(g), body_(body) {}

  NodeId squeezed(NodeId n, int64_t d, int depth = 0) {
    if (auto it = known_.find({n, d}); it != known_.end()) return it->second;
    const Shape* shape = without(*g_[n].shape, d);
    NodeId result;
    const OpKind op = g_[n].op;
    if (op == OpKind::Bitcast && g_[g_[n].operands[0]].shape->dims == shape->dims) {
      result = g_[n].operands[0];
    } else if (depth < 100 && is_elementwise_op(op) && !g_[n].operands.empty()) {
      std::vector<NodeId> operands;
      const std::vector<NodeId> old = g_[n].operands;
      for (NodeId o : old) operands.push_back(g_[o].shape->dims == g_[n].shape->dims ? squeezed(o, d, depth + 1) : o);
      result = g_.clone(n, body_, std::move(operands));
      g_.mut(result).shape = shape;
    } else if (op == OpKind::Broadcast && !reads_dimension(n, d)) {
      Dims dims = g_[n].attrs->dims(AttrName::BroadcastDimensions);
      for (int64_t& i : dims) i -= i > d;
      // What fills every dimension has nothing left to repeat.
      const NodeId operand = g_[n].operands[0];
      result = g_[operand].shape->dims == shape->dims && std::ranges::is_sorted(dims)
                   ? operand
                   : with_dims(n, operand, AttrName::BroadcastDimensions, dims, shape);
    } else if (op == OpKind::Transpose && depth < 100) {
      Dims permutation = g_[n].attrs->dims(AttrName::Permutation);
      const int64_t below = permutation[static_cast<size_t>(d)];
      permutation.erase(permutation.begin() + d);
      for (int64_t& i : permutation) i -= i > below;
      const NodeId operand = squeezed(g_[n].operands[0], below, depth + 1);
      result = std::ranges::is_sorted(permutation) ? operand
                                                   : with_dims(n, operand, AttrName::Permutation, permutation, shape);
    } else {
      result = g_.add(body_, OpKind::Bitcast, shape, g_.own(Attrs()), {n}, g_[n].origin);
      g_.mut(result).name = g_[n].name + ".squeezed";
    }
    return known_[{n, d}] = result;
  }

  // What it is as it was, for readers that want it so.
  NodeId unsqueezed(NodeId squeezed, const Shape* shape) {
    const NodeId n = g_.add(body_, OpKind::Bitcast, shape, g_.own(Attrs()), {squeezed}, g_[squeezed].origin);
    g_.mut(n).name = g_[squeezed].name + ".unsqueezed";
    return n;
  }

  const Shape* without(const Shape& shape, int64_t d) {
    Shape s = shape;
    s.dims.erase(s.dims.begin() + d);
    s.layout = {};
    return g_.own(std::move(s));
  }

 private:
  bool reads_dimension(NodeId broadcast, int64_t d) const {
    const Dims dims = g_[broadcast].attrs->dims(AttrName::BroadcastDimensions);
    return std::ranges::find(dims, d) != dims.end();
  }

  NodeId with_dims(NodeId like, NodeId operand, AttrName name, Dims dims, const Shape* shape) {
    const NodeId n = g_.clone(like, body_, {operand});
    Attrs a = *g_[like].attrs;
    a.set(name, std::move(dims));
    g_.set_attrs(n, g_.own(std::move(a)));
    g_.mut(n).shape = shape;
    return n;
  }

  Graph& g_;
  const BodyId body_;
  std::map<std::pair<NodeId, int64_t>, NodeId> known_;
};

// Reads of a tuple's element, which is squeezed from now on: through a bitcast, or without the one that was there.
void squeeze_reads(Graph& g, NodeId tuple, size_t i, const Shape* squeezed) {
  for (NodeId element : elements_of(g, tuple, i)) {
    const Shape* shape = g[element].shape;
    g.mut(element).shape = squeezed;
    NodeId whole;
    for (NodeId u : std::vector<NodeId>(g[element].users)) {
      if (g[u].op == OpKind::Bitcast && g[u].shape->dims == squeezed->dims) {
        g.replace_all_uses(u, element);
        g.remove(u);
        continue;
      }
      if (!whole.valid()) whole = Squeezer(g, g[element].body).unsqueezed(element, shape);
      g.replace_use(u, element, whole);
    }
  }
}

// Carried pieces of extent 1 lose that dimension.
void squeeze_pieces(Graph& g, const Loop& l, size_t first, size_t end, int64_t d) {
  Squeezer inside(g, l.body);
  Shape tuple = *g[l.node].shape;
  for (size_t i = first; i < end; ++i) {
    if (tuple.elements[i].dims[static_cast<size_t>(d)] != 1) continue;
    const Shape* squeezed = inside.without(tuple.elements[i], d);
    tuple.elements[i] = *squeezed;
    g.replace_operand(g[l.body].root, i, inside.squeezed(g[g[l.body].root].operands[i], d));
    squeeze_reads(g, l.parameter(g), i, squeezed);
    const NodeId init = g[l.node].operands[0];
    g.replace_operand(init, i, Squeezer(g, g[init].body).squeezed(g[init].operands[i], d));
    squeeze_reads(g, l.node, i, squeezed);
  }
  const Shape* shape = g.own(std::move(tuple));
  for (NodeId n : {l.parameter(g), g[l.condition].parameters[0], l.node, g[l.body].root, g[l.node].operands[0]})
    g.mut(n).shape = shape;
}

// Values of one body that hang only on small carried values which hang only on such: counters, keys.
class AheadOfLoop {
 public:
  AheadOfLoop(Graph& g, const Loop& l) : g_(g), l_(l), order_(g.post_order(l.body)) {
    const NodeId root = g_[l_.body].root;
    for (size_t i = 0; i < g_[root].operands.size(); ++i) small_.push_back(is_small(*g_[g_[root].operands[i]].shape));
    bool changed = true;
    while (changed) {
      find_independent();
      changed = false;
      for (size_t i = 0; i < small_.size(); ++i)
        if (small_[i] && !independent_.contains(g_[root].operands[i])) {
          small_[i] = false;
          changed = true;
        }
    }
  }

  int64_t run() {
    find_random();
    const NodeId root = g_[l_.body].root;
    int64_t count = 0;
    for (NodeId n : order_) {
      if (!random_.contains(n) || g_[n].shape->is_tuple()) continue;
      std::vector<NodeId> readers;
      for (NodeId u : g_[n].users)
        if (u != root && !independent_.contains(u)) readers.push_back(u);
      if (readers.empty()) continue;
      const NodeId value = ready_value(g_, l_.body, n);
      for (NodeId u : readers) g_.replace_use(u, n, value);
      ++count;
    }
    if (count == 0) return 0;
    for (size_t i = 0; i < small_.size(); ++i) {
      const NodeId next = g_[root].operands[i];
      if (!small_[i] || !random_.contains(next)) continue;
      const auto carried = elements_of(g_, l_.parameter(g_), i);
      g_.replace_operand(
          root, i, carried.empty() ? g_.get_tuple_element(l_.parameter(g_), static_cast<int64_t>(i)) : carried[0]);
    }
    return count;
  }

 private:
  static constexpr int64_t few = 16;  // keys are 2 or 4 words, counters one

  static bool is_small(const Shape& s) {
    int64_t n = 1;
    for (int64_t d : s.dims) n *= d;
    return !s.is_tuple() && n <= few;
  }

  void find_independent() {
    independent_.clear();
    for (NodeId n : order_) {
      const Node& node = g_[n];
      if (node.op == OpKind::Parameter || n == g_[l_.body].root) continue;
      const bool element = node.op == OpKind::GetTupleElement && node.operands[0] == l_.parameter(g_);
      if (element ? small_[static_cast<size_t>(node.index())]
                  : !has_side_effect(g_, n) &&
                        std::ranges::all_of(node.operands, [&](NodeId o) { return independent_.contains(o); }))
        independent_.insert(n);
    }
  }

  bool draws(OpKind op) const { return op == OpKind::Xor || op == OpKind::CustomCall || op == OpKind::RngBitGenerator; }

  bool callee_draws(NodeId n) const {
    const Module& m = g_.module();
    std::vector<CompId> work;
    const auto add_callees = [&](InstrId id) {
      for (CompId c : m.callees(id)) work.push_back(c);
    };
    const OpKind op = g_[n].op;
    if ((op == OpKind::While || op == OpKind::Call || op == OpKind::Conditional) && g_[n].origin.valid())
      add_callees(g_[n].origin);
    std::set<uint32_t> seen;
    while (!work.empty()) {
      const CompId c = work.back();
      work.pop_back();
      if (!seen.insert(c.value).second) continue;
      for (InstrId id : instrs_of(m[c])) {
        if (draws(m[id].op)) return true;
        add_callees(id);
      }
    }
    return false;
  }

  void find_random() {
    for (NodeId n : order_)
      if (independent_.contains(n) &&
          (draws(g_[n].op) || callee_draws(n) ||
           std::ranges::any_of(g_[n].operands, [&](NodeId o) { return random_.contains(o); })))
        random_.insert(n);
  }

  Graph& g_;
  const Loop l_;
  const std::vector<NodeId> order_;
  std::vector<bool> small_;  // carried elements, while they hang only on such
  std::set<NodeId> independent_, random_;
};

}  // namespace

int64_t scalarise_concatenates(Graph& g) {
  int64_t count = forward_slices(g);
  struct Carried {
    Loop loop;
    size_t first, end;
    int64_t dimension;
  };
  std::vector<Carried> carried_pieces;
  for (const Loop& l : plain_loops(g)) {
    const size_t elements = g[g[l.body].root].operands.size();
    for (size_t i = 0; i < elements; ++i) {
      const NodeId next = g[g[l.body].root].operands[i];
      if (g[next].shape->is_tuple()) continue;
      const auto pieces = pieces_of(g, next);
      if (!pieces) continue;
      const auto carried = elements_of(g, l.parameter(g), i), tested = elements_of(g, g[l.condition].parameters[0], i);
      if (!tested.empty() ||
          !std::ranges::all_of(carried, [&](NodeId c) { return readers_take_pieces(g, c, *pieces); }))
        continue;
      const size_t at = g[g[l.body].root].operands.size();
      carry_pieces(g, l, i, *pieces);
      carried_pieces.push_back({l, at, at + pieces->ends.size(), pieces->dimension});
      ++count;
    }
  }
  count += forward_slices(g);
  for (const Carried& c : carried_pieces) squeeze_pieces(g, c.loop, c.first, c.end, c.dimension);
  remove_dead(g);
  return count;
}

int64_t random_ahead(Graph& g) {
  int64_t count = 0;
  for (const Loop& l : plain_loops(g)) count += AheadOfLoop(g, l).run();
  remove_dead(g);
  return count;
}

}  // namespace eutectic::fusion::xla

// Horizontal fusion of loops. See horizontal_fusion.h.
#include <algorithm>
#include <map>
#include <set>

#include "fusion/xla/rules/fusible.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/horizontal_fusion.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

struct Limits {
  int64_t elements, instructions;
};
constexpr Limits same_shape{8192 * 8192, 128}, sliced{128 * 2048, 30};
constexpr int64_t most_outputs = 32, most_plain_outputs = 64, most_parameter_bytes = 4000;

class Pass {
 public:
  Pass(Graph& g, Log& log, BodyId body) : g_(g), log_(log), body_(body) {}

  bool run() {
    work_ = g_.post_order(body_);
    bool changed = false;
    while (!work_.empty()) {
      const NodeId consumer = work_.back();
      work_.pop_back();
      if (is_dead(consumer)) continue;
      changed = fuse_operands(consumer, false) || changed;
      changed = fuse_operands(consumer, true) || changed;
    }
    return changed;
  }

 private:
  bool is_dead(NodeId n) const { return g_[n].dead || (g_[n].users.empty() && !g_.is_root(n)); }

  std::vector<NodeId> outputs(NodeId n) const {
    if (!g_.is_fusion(n)) return {n};
    const NodeId root = g_.fused_root(n);
    return g_[root].op == OpKind::Tuple ? g_[root].operands : std::vector<NodeId>{root};
  }
  int64_t output_count(NodeId n) const {
    return g_.is_multi_output(n) ? static_cast<int64_t>(g_[g_.fused_root(n)].operands.size()) : 1;
  }
  const Shape& first_shape(NodeId n) const { return *g_[outputs(n)[0]].shape; }

  bool has_control_edges(NodeId n) const {
    if (!g_.has_control_edges()) return false;
    if (!g_[n].control_predecessors.empty()) return true;
    for (NodeId m : g_[body_].nodes)
      if (!g_[m].dead && std::ranges::find(g_[m].control_predecessors, n) != g_[m].control_predecessors.end())
        return true;
    return false;
  }

  bool is_candidate(NodeId n) const {
    if (is_nestable_variadic_reduction(g_, n)) return false;
    const bool elementwise = is_elementwise(g_, n) && !g_[n].operands.empty();
    if (!elementwise && g_[n].kind != FusionKind::Loop) return false;
    if (!elementwise)
      for (NodeId o : outputs(n))
        if (g_[o].shape->type != first_shape(n).type) return false;
    return !has_control_edges(n);
  }

  bool is_profitable(NodeId n, const Limits& limits) const {
    if (elements_of(first_shape(n)) > limits.elements) return false;
    return !g_.is_fusion(n) || instruction_count(g_, n) <= limits.instructions;
  }

  bool is_all_row_major(NodeId n) const {
    if (!g_.is_fusion(n)) return is_row_major(*g_[n].shape);
    for (NodeId m : g_[g_[n].called].nodes)
      if (!g_[m].dead && g_[m].shape->is_array() && !is_row_major(*g_[m].shape)) return false;
    return true;
  }

  // The output could not take the parameter's buffer if another candidate still reads it.
  bool shares_parameter(NodeId n, const std::set<NodeId>& candidates) const {
    for (NodeId o : g_[n].operands)
      if (g_[o].op == OpKind::Parameter)
        for (NodeId u : g_[o].users)
          if (u != n && candidates.contains(u)) return true;
    return false;
  }

  std::vector<NodeId> candidates(NodeId consumer, bool as_slices) {
    std::set<NodeId> seen;
    std::vector<NodeId> possible, list;
    for (NodeId o : g_[consumer].operands) {
      while (g_[o].op == OpKind::GetTupleElement) o = g_[o].operands[0];
      if (is_candidate(o) && seen.insert(o).second) possible.push_back(o);
    }
    if (possible.size() < 2) return {};
    const Limits& limits = as_slices ? sliced : same_shape;
    for (NodeId n : possible) {
      if (!only_read_by(g_, n, consumer)) {
        refuse(n, consumer, {Reason::R41OtherReaders});
      } else if (!is_profitable(n, limits)) {
        refuse(n, consumer,
               {Reason::R39Large,
                {elements_of(first_shape(n)), limits.elements, instruction_count(g_, n), limits.instructions}});
      } else if (!is_all_row_major(n)) {
        refuse(n, consumer, {Reason::R41Layout});
      } else if (shares_parameter(n, seen)) {
        refuse(n, consumer, {Reason::R41SharedParameter});
      } else {
        list.push_back(n);
      }
    }
    std::ranges::stable_sort(list, std::less<>(), [&](NodeId n) {
      return std::tuple(xla_number(first_shape(n).type), output_count(n), instruction_count(g_, n),
                        elements_of(first_shape(n)));
    });
    return list;
  }

  // XLA sorts by its own numbers of types: only which types stand together matters, not their order.
  static int xla_number(ElementType type) { return static_cast<int>(type); }

  void refuse(NodeId subject, NodeId other, Refusal r) {
    log_.steps.push_back({StepKind::Refused,
                          g_[subject].name,
                          {g_[other].name},
                          "",
                          Verdict{r.reason, g_[subject].origin, g_[other].origin, std::move(r.numbers), ""}});
  }

  size_t end_of_span(const std::vector<NodeId>& list, size_t begin, bool as_slices) {
    const int64_t most = as_slices || g_.is_fusion(list[begin]) ? most_outputs : most_plain_outputs;
    int64_t outs = 0, parameters = 0;
    size_t end = begin;
    for (; end < list.size(); ++end) {
      const NodeId a = list[begin], b = list[end];
      if (first_shape(a).type != first_shape(b).type || output_count(a) != output_count(b) ||
          instruction_count(g_, a) != instruction_count(g_, b))
        break;
      if (!as_slices && !same_with_layout(first_shape(a), first_shape(b), true)) break;
      outs += output_count(b);
      parameters += static_cast<int64_t>(g_[b].operands.size()) + output_count(b);
      if (g_.rules.holds(Reason::R40Span) && (outs >= most || 8 * parameters >= most_parameter_bytes)) {
        if (end > begin) refuse(b, a, {Reason::R40Span, {outs, most, 8 * parameters, most_parameter_bytes}});
        break;
      }
    }
    return std::max(end, begin + 1);
  }

  bool fuse_operands(NodeId consumer, bool as_slices) {
    const std::vector<NodeId> list = candidates(consumer, as_slices);
    bool changed = false;
    for (size_t begin = 0; begin < list.size();) {
      const size_t end = end_of_span(list, begin, as_slices);
      if (end - begin > 1) {
        fuse({list.begin() + static_cast<ptrdiff_t>(begin), list.begin() + static_cast<ptrdiff_t>(end)}, as_slices);
        changed = true;
      }
      begin = end;
    }
    return changed;
  }

  // One body with a copy of each part; returns the copies of the parts' outputs, part by part.
  std::vector<std::vector<NodeId>> copy_parts(const std::vector<NodeId>& parts, NodeId fusion,
                                              const std::map<NodeId, NodeId>& parameter_of, bool as_slices) {
    const BodyId body = g_[fusion].called;
    std::vector<std::vector<NodeId>> result;
    for (NodeId part : parts) {
      std::map<NodeId, NodeId> copy_of;
      for (NodeId n : g_.post_order(g_[part].called)) {
        if (g_[n].op == OpKind::Parameter) {
          copy_of[n] = parameter_of.at(g_[part].operands[static_cast<size_t>(g_[n].number)]);
          continue;
        }
        if (as_slices && g_[n].op == OpKind::Tuple && g_.is_root(n)) continue;
        std::vector<NodeId> operands;
        for (NodeId o : g_[n].operands) operands.push_back(copy_of.at(o));
        copy_of[n] = g_.clone(n, body, std::move(operands));
      }
      result.emplace_back();
      for (NodeId o : outputs(part)) result.back().push_back(copy_of.at(o));
    }
    return result;
  }

  // The i-th outputs of all parts, flat, joined to one array and cut apart again.
  std::vector<NodeId> join_and_cut(const std::vector<std::vector<NodeId>>& values, BodyId body, InstrId origin) {
    const size_t count = values[0].size();
    std::vector<NodeId> cut(values.size() * count);
    for (size_t i = 0; i < count; ++i) {
      std::vector<NodeId> flat;
      int64_t total = 0;
      for (const auto& part : values) {
        NodeId v = part[i];
        const int64_t elements = elements_of(*g_[v].shape);
        total += elements;
        if (g_[v].shape->rank() != 1)
          v = g_.add(body, OpKind::Reshape, flat_shape(g_[v].shape->type, elements), g_.own(Attrs()), {v},
                     g_[v].origin);
        flat.push_back(v);
      }
      const ElementType type = g_[flat[0]].shape->type;
      Attrs joined;
      joined.set(AttrName::ConcatDimension, int64_t{0});
      const NodeId all =
          g_.add(body, OpKind::Concatenate, flat_shape(type, total), g_.own(std::move(joined)), flat, origin);
      int64_t start = 0;
      for (size_t j = 0; j < values.size(); ++j) {
        const int64_t end = start + g_[flat[j]].shape->element_count();
        Attrs slice;
        slice.set(AttrName::SliceStarts, Dims{start});
        slice.set(AttrName::SliceLimits, Dims{end});
        slice.set(AttrName::SliceStrides, Dims{1});
        cut[count * j + i] = g_.add(body, OpKind::Slice, flat_shape(type, end - start), g_.own(std::move(slice)), {all},
                                    g_[flat[j]].origin);
        start = end;
      }
    }
    return cut;
  }

  const Shape* flat_shape(ElementType type, int64_t elements) {
    Shape s = Shape::array(type, {elements});
    s.layout = Layout{{0}, ""};
    return g_.own(std::move(s));
  }

  void fuse(std::vector<NodeId> parts, bool as_slices) {
    Step step{StepKind::Fused,
              g_[parts[0]].name,
              {},
              "",
              Verdict{Reason::XlaHorizontallyFused,
                      g_[parts[0]].origin,
                      g_[parts[1]].origin,
                      {static_cast<int64_t>(parts.size())},
                      ""}};
    std::vector<NodeId> operands;
    for (NodeId& part : parts) {
      step.consumers.push_back(g_[part].name);
      if (!g_.is_fusion(part)) part = g_.wrap(part, FusionKind::Loop);
      for (NodeId o : g_[part].operands)
        if (std::ranges::find(operands, o) == operands.end()) operands.push_back(o);
    }
    const InstrId origin = g_[parts[0]].origin;
    const NodeId fusion = g_.add_fusion(body_, as_slices ? FusionKind::Input : FusionKind::Loop, operands, origin);
    const BodyId body = g_[fusion].called;
    std::map<NodeId, NodeId> parameter_of;
    for (size_t i = 0; i < operands.size(); ++i) parameter_of[operands[i]] = g_[body].parameters[i];
    const auto values = copy_parts(parts, fusion, parameter_of, as_slices);
    std::vector<NodeId> elements;
    if (as_slices) {
      elements = join_and_cut(values, body, origin);
    } else {
      for (const auto& part : values) elements.insert(elements.end(), part.begin(), part.end());
    }
    std::vector<Shape> shapes;
    for (NodeId e : elements) shapes.push_back(*g_[e].shape);
    g_.finish_fusion(fusion, g_.add(body, OpKind::Tuple, g_.own(Shape::tuple(std::move(shapes))), g_.own(Attrs()),
                                    elements, origin));
    step.result = g_[fusion].name;
    log_.steps.push_back(std::move(step));
    work_.push_back(fusion);
    int64_t next = 0;
    for (NodeId part : parts) {
      std::vector<NodeId> replacements;
      for (NodeId o : outputs(part)) {
        const NodeId element = g_.get_tuple_element(fusion, next++);
        const Shape* shape = g_[o].shape;
        replacements.push_back(shape->rank() == 1
                                   ? element
                                   : g_.add(body_, OpKind::Bitcast, shape, g_.own(Attrs()), {element}, g_[o].origin));
      }
      const NodeId by = replacements.size() == 1
                            ? replacements[0]
                            : g_.add(body_, OpKind::Tuple, g_[part].shape, g_.own(Attrs()), replacements, origin);
      g_.replace_all_uses(part, by);
      g_.remove(part);
    }
  }

  Graph& g_;
  Log& log_;
  const BodyId body_;
  std::vector<NodeId> work_;  // consumers, taken from the back
};

}  // namespace

bool horizontal_loop_fusion(Graph& graph, Log& log) { return Pass(graph, log, graph.control_bodies().back()).run(); }

}  // namespace eutectic::fusion::xla

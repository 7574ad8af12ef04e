// See cost.h.
#include "fusion/xla/rules/cost.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "fusion/xla/expensive.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

constexpr int64_t most_code = 10000, most_splits = 10;

float bytes(const Shape& s) { return static_cast<float>(bytes_of(s)); }

float share(int64_t part, int64_t whole) {
  return static_cast<float>(1.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// XLA counts the outputs of a tuple only where it says so.
const Shape& first_array(const Shape& s) { return s.is_tuple() ? s.elements[0] : s; }

}  // namespace

int64_t Cost::elementwise_flops(OpKind op, const Shape& shape) const {
  return cycles_per_element(device_, op, shape.type) * elements_of(shape);
}

// All instructions of an embedded computation (a reducer ...): those that compute.
float Cost::computation_flops(CompId comp) {
  if (auto it = computations_.find(comp.value); it != computations_.end()) return it->second;
  const Module& m = g_.module();
  float sum = 0;
  for (InstrId id : instrs_of(m[comp])) {
    const OpKind op = m[id].op;
    if (is_elementwise_op(op) && op != OpKind::Copy) sum += static_cast<float>(elementwise_flops(op, m.shape(id)));
  }
  return computations_[comp.value] = sum;
}

float Cost::embedded_flops(NodeId n) {
  const Comps& comps = g_[n].attrs->comps(AttrName::ToApply);
  return comps.empty() ? 0 : computation_flops(comps[0]);
}

const Cost::Inner& Cost::Entry::of(NodeId n) const { return *std::ranges::lower_bound(inner, n, {}, &Inner::node); }

const Cost::Entry& Cost::fused_leaf(NodeId n) {
  if (n.index() >= fused_leaves_.size()) fused_leaves_.resize(n.index() + 1);
  std::unique_ptr<const Entry>& known = fused_leaves_[n.index()];
  if (!known) known = std::make_unique<const Entry>(leaf(n));
  return *known;
}

const Cost::Entry& Cost::of(NodeId n) {
  auto it = known_.find(n);
  if (it == known_.end()) it = known_.emplace(n, g_.is_fusion(n) ? fusion(n) : leaf(n)).first;
  return it->second;
}

Cost::Entry Cost::leaf(NodeId n) {
  const Node& node = g_[n];
  const Shape& out = *node.shape;
  Entry e;
  e.splits = splits_code(node.op) ? 1 : 0;
  e.output_bytes = bytes(out);
  for (NodeId o : node.operands) {
    e.operand_bytes.push_back(bytes(*g_[o].shape));
    e.utilization.push_back(1);
  }
  auto operand = [&](size_t i) -> const Shape& { return *g_[node.operands[i]].shape; };
  auto nothing_moves = [&] {
    e.output_bytes = 0;
    std::ranges::fill(e.operand_bytes, 0.0f);
  };
  switch (node.op) {
    case OpKind::Parameter:
    case OpKind::Constant:
      e.output_bytes = 0;
      break;
    case OpKind::GetTupleElement:
    case OpKind::Bitcast:
    case OpKind::AfterAll:
      nothing_moves();
      break;
    case OpKind::Tuple:
      std::ranges::fill(e.operand_bytes, 0.0f);
      break;
    case OpKind::Transpose:
      if (transpose_is_bitcast(operand(0), out, node.attrs->dims(AttrName::Permutation))) nothing_moves();
      break;
    case OpKind::Slice:
    case OpKind::DynamicSlice:
    case OpKind::Gather:
      e.operand_bytes[0] = bytes(out);
      e.utilization[0] = share(out.element_count(), operand(0).element_count());
      break;
    case OpKind::DynamicUpdateSlice:
      e.output_bytes = bytes(operand(1));
      e.operand_bytes[0] = 0;
      e.utilization[0] = share(out.element_count() - operand(1).element_count(), out.element_count());
      break;
    case OpKind::Broadcast:
      e.operand_bytes[0] = bytes(out);
      e.utilization[0] = share(out.element_count(), operand(0).element_count());
      break;
    case OpKind::Concatenate: {
      // Branches in a warp diverge unless the pieces are whole warps.
      const int64_t d = node.attrs->integer(AttrName::ConcatDimension);
      const int64_t cycles = d > 0 && (operand(0).dims[static_cast<size_t>(d)] & 31) ? 400 : 6;
      e.flops = static_cast<float>(cycles * out.element_count());
      break;
    }
    case OpKind::Map:
      e.flops = embedded_flops(n) * static_cast<float>(out.element_count());
      break;
    case OpKind::Reduce: {
      const Shape& result = first_array(out);
      const int64_t results = result.element_count();
      e.flops = embedded_flops(n) * static_cast<float>(operand(0).element_count() - results);
      if (out.is_tuple()) {
        e.output_bytes = 0;
        for (const Shape& s : out.elements) e.output_bytes += bytes(s);
      }
      for (size_t i = node.operands.size() / 2; i < node.operands.size(); ++i) {
        e.operand_bytes[i] = static_cast<float>(results * bytes_of(operand(i)));
        e.utilization[i] = static_cast<float>(results);
      }
      break;
    }
    case OpKind::ReduceWindow: {
      int64_t window = 1, reduced = 0, padded = 0;
      const Window& w = node.attrs->window();
      for (const WindowDim& d : w) {
        window *= d.size;
        reduced += d.size != 1;
        padded += d.pad_low != 0 || d.pad_high != 0;
      }
      const int64_t results = first_array(out).element_count();
      int64_t count = (window - 1) * results;
      // A window as wide as the array is a reduction, broadcast.
      if (reduced == 1 && padded == 1 && !out.is_tuple())
        for (size_t i = 0; i < w.size(); ++i)
          if (w[i].size != 1 && w[i].pad_low != 0 && w[i].pad_low == w[i].pad_high &&
              w[i].size == 2 * w[i].pad_low + 1) {
            if (w[i].pad_low == out.dims[i] - 1) {
              window = out.dims[i];
              count = results / window + (window - 1);
            }
            break;
          }
      e.flops = embedded_flops(n) * static_cast<float>(count);
      e.utilization[0] = share(results * window, operand(0).element_count());
      e.operand_bytes[0] = static_cast<float>(results * window * bytes_of(operand(0).type));
      break;
    }
    case OpKind::Scatter: {
      const size_t buffers = node.operands.size() / 2;
      float updates = 0;
      for (size_t i = 0; i < buffers; ++i) {
        const float size = bytes(operand(buffers + 1 + i));
        e.operand_bytes[i] = size;
        updates += size;
      }
      e.output_bytes = updates;
      e.flops = embedded_flops(n) * static_cast<float>(operand(buffers + 1).element_count());
      break;
    }
    case OpKind::Sort: {
      const auto count = static_cast<uint64_t>(operand(0).element_count());
      const int levels = count <= 1 ? 0 : std::bit_width(count - 1);
      e.flops = static_cast<float>(static_cast<int64_t>(count) * levels);
      break;
    }
    case OpKind::Dot: {
      int64_t width = 1;
      for (int64_t d : node.attrs->dims(AttrName::LhsContractingDims)) width *= operand(0).dims[static_cast<size_t>(d)];
      e.flops = static_cast<float>(2 * out.element_count() * width);
      break;
    }
    case OpKind::CustomCall:
      e.output_bytes = -1;
      std::ranges::fill(e.operand_bytes, -1.0f);
      e.flops = -1;
      break;
    default:
      if (is_elementwise_op(node.op) && node.op != OpKind::Copy)
        e.flops = static_cast<float>(elementwise_flops(node.op, out));
  }
  return e;
}

Cost::Entry Cost::fusion(NodeId n) {
  const BodyId body = g_[n].called;
  const NodeId root = g_[body].root;
  Entry e;
  std::vector<NodeId> order = g_.post_order(body);
  std::ranges::reverse(order);  // readers first

  // What is written: a dynamic-update-slice writes its update only, and does not read the buffer.
  std::vector<NodeId> updates;
  auto written = [&](NodeId value, const Shape& shape) {
    if (g_[value].op != OpKind::DynamicUpdateSlice) return bytes(shape);
    updates.push_back(value);
    return bytes(*g_[g_[value].operands[1]].shape);
  };
  if (g_[n].shape->is_tuple()) {
    for (size_t i = 0; i < g_[n].shape->elements.size(); ++i) {
      const Shape& shape = g_[n].shape->elements[i];
      const NodeId value = g_[root].op == OpKind::Tuple ? g_[root].operands[i] : root;
      if (shape.is_array()) e.output_bytes += written(value, shape);
    }
  } else {
    e.output_bytes = written(root, *g_[n].shape);
  }

  std::vector<Inner> inner;  // readers first
  inner.reserve(order.size());
  for (NodeId m : order) {
    if (m.index() >= place_.size()) place_.resize(m.index() + 1);
    place_[m.index()] = inner.size();
    inner.push_back({.node = m});
  }
  // Bodies in bodies have other nodes.
  auto at = [&](NodeId m) -> Inner& { return inner[place_[m.index()]]; };
  at(root).root_utilization.add(1);
  at(root).root_emitted.add(1);
  e.root_sets.push_back({root});
  at(root).roots = 1;
  for (Inner& here : inner) count(e, here, std::ranges::find(updates, here.node) != updates.end(), at);
  std::ranges::sort(inner, {}, &Inner::node);
  e.inner = std::move(inner);
  count_parameters(e, body);
  return e;
}

void Cost::Sum::add(float term) {
  if (term == 0) return;
  value += term;
  const auto bits = std::bit_cast<uint32_t>(term);
  const auto exponent = static_cast<int>(bits >> 23);  // with the sign
  if (exponent == 0 || exponent >= 255) {
    unit = no_unit;
    return;
  }
  const uint32_t fraction = (bits & 0x7fffffu) | 0x800000u;
  unit = std::min(unit, static_cast<int16_t>(exponent - 150 + std::countr_zero(fraction)));
}

template <class At>
void Cost::count(Entry& e, Inner& here, bool unread, At at) {
  const NodeId m = here.node;
  auto new_set = [&](std::vector<NodeId> roots) {
    e.root_sets.push_back(std::move(roots));
    return static_cast<uint32_t>(e.root_sets.size() - 1);
  };
  for (NodeId r : e.root_sets[here.roots]) {
    const Inner& root = at(r);
    here.utilization += root.root_utilization.value;
    here.emitted += root.root_emitted.value;
  }
  const Node& node = g_[m];
  std::optional<Entry> nested;  // rare and shallow
  if (g_.is_fusion(m)) nested = fusion(m);
  const Entry& own = nested ? *nested : fused_leaf(m);
  e.flops_sum.add(here.utilization * own.flops);
  e.code_sum.add(here.emitted);
  if (splits_code(node.op)) e.splits_sum.add(here.emitted);
  const bool passes_on = is_elementwise(g_, m) || node.op == OpKind::Tuple || node.op == OpKind::GetTupleElement ||
                         (g_.era() == Era::Priority2026 && node.op == OpKind::Bitcast &&
                          same_with_layout(*g_[node.operands[0]].shape, *node.shape, true));
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const NodeId o = node.operands[i];
    Inner& read = at(o);
    if (passes_on) {
      if (read.roots == 0 || read.roots == here.roots) {
        read.roots = here.roots;
      } else {
        std::vector<NodeId> both;
        std::ranges::set_union(e.root_sets[read.roots], e.root_sets[here.roots], std::back_inserter(both));
        read.roots = new_set(std::move(both));
      }
      continue;
    }
    if (read.roots == 0) {
      read.roots = new_set({o});
    } else if (!std::ranges::binary_search(e.root_sets[read.roots], o)) {
      std::vector<NodeId> more = e.root_sets[read.roots];
      more.insert(std::ranges::upper_bound(more, o), o);
      read.roots = new_set(std::move(more));
    }
    float used = here.utilization * (unread && i == 0 ? 0 : own.utilization[i]);
    const int64_t elements = elements_of(*g_[o].shape);
    const double whole = std::ceil(used * static_cast<float>(elements));
    used = elements == 0 ? 0 : static_cast<float>(whole / static_cast<double>(elements));
    read.root_utilization.add(used);
    read.root_emitted.add(here.emitted);
  }
}

void Cost::count_parameters(Entry& e, BodyId body) {
  e.flops = e.flops_sum.value;
  e.code_size = e.code_sum.value;
  e.splits = e.splits_sum.value;
  e.utilization.clear();
  e.operand_bytes.clear();
  for (NodeId p : g_[body].parameters) {
    const float used = e.of(p).utilization;
    e.utilization.push_back(used);
    e.operand_bytes.push_back(static_cast<float>(std::llround(bytes(*g_[p].shape) * used)));
  }
}

std::optional<Cost::Joining> Cost::before_joining(NodeId fusion, NodeId producer) {
  const auto it = known_.find(fusion);
  const int64_t at = g_.operand_index(fusion, producer);
  if (it == known_.end() || !g_.is_fusion(fusion) || at < 0 || g_[fusion].shape->is_tuple() ||
      g_[g_.fused_root(fusion)].op == OpKind::Parameter)
    return std::nullopt;
  // Sets of roots that nothing has any more.
  if (it->second.root_sets.size() > 64 + 4 * it->second.inner.size()) return std::nullopt;
  return Joining{std::move(known_.extract(it).mapped()), fusion, g_.fused_parameter(fusion, at),
                 NodeId(g_.node_count())};
}

// What has joined is read by what was there, and reads only itself and parameters. So what was there is read and
// emitted as often as before; only parameters change, and the sums over all instructions.
void Cost::joined(Joining joining) {
  auto& [e, fusion, replaced, first_new] = joining;
  const NodeId root = first_new;  // of what has joined
  if (root.index() >= g_.node_count() || g_[root].dead || g_[root].body != g_[fusion].called) return;
  std::vector<NodeId> order, stack{root}, parameters;
  place_.resize(std::max(place_.size(), g_.node_count()));
  constexpr size_t unseen = 0, open = 1, done = 2;
  for (size_t n = root.index(); n < g_.node_count(); ++n) place_[n] = unseen;
  while (!stack.empty()) {
    const NodeId m = stack.back();
    size_t& mark = place_[m.index()];
    if (mark != unseen) {
      stack.pop_back();
      if (mark == open) {
        mark = done;
        order.push_back(m);
      }
      continue;
    }
    mark = open;
    const auto& operands = g_[m].operands;
    for (auto o = operands.rbegin(); o != operands.rend(); ++o) {
      if (o->value < root.value)
        parameters.push_back(*o);
      else if (place_[o->index()] == unseen)
        stack.push_back(*o);
    }
  }
  std::ranges::reverse(order);  // readers first
  std::ranges::sort(parameters);
  parameters.erase(std::ranges::unique(parameters).begin(), parameters.end());
  const size_t before = e.inner.size();
  for (NodeId m : order) e.inner.push_back({.node = m});
  std::sort(e.inner.begin() + static_cast<ptrdiff_t>(before), e.inner.end(),
            [](const Inner& a, const Inner& b) { return a.node < b.node; });
  auto at = [&](NodeId m) -> Inner& { return *std::ranges::lower_bound(e.inner, m, {}, &Inner::node); };

  const Inner& parameter = at(replaced);
  Inner& copy = at(root);
  copy.root_utilization = parameter.root_utilization;
  copy.root_emitted = parameter.root_emitted;
  copy.roots = parameter.roots;
  e.code_sum.value -= parameter.emitted;
  if (std::vector<NodeId> roots = e.root_sets[copy.roots]; std::erase(roots, replaced) != 0) {
    roots.push_back(root);  // the last one, being new
    copy.roots = static_cast<uint32_t>(e.root_sets.size());
    e.root_sets.push_back(std::move(roots));
  }
  for (NodeId m : order) count(e, at(m), false, at);
  for (NodeId p : parameters) {
    Inner& read = at(p);
    if (!read.root_utilization.any_order() || !read.root_emitted.any_order()) return;
    e.code_sum.value -= read.emitted;
    read.utilization = read.emitted = 0;
    count(e, read, false, at);
  }
  if (!e.flops_sum.any_order() || !e.code_sum.any_order() || !e.splits_sum.any_order()) return;
  count_parameters(e, g_[fusion].called);
  known_.insert_or_assign(fusion, std::move(e));
}

float Cost::common_utilization(NodeId fusion, NodeId a, NodeId b) {
  const Entry& e = of(fusion);
  float sum = 0;
  const std::vector<NodeId>& theirs = e.root_sets[e.of(b).roots];
  for (NodeId r : e.root_sets[e.of(a).roots])
    if (std::ranges::binary_search(theirs, r)) sum += e.of(r).root_utilization.value;
  return sum;
}

float Cost::use_of(NodeId consumer, NodeId producer) {
  const int64_t at = g_.operand_index(consumer, producer);
  return at < 0 ? 0.0f : utilization(consumer, static_cast<size_t>(at));
}

float Cost::common_use(NodeId producer, size_t operand, NodeId consumer) {
  const NodeId value = g_[producer].operands[operand];
  const int64_t theirs = g_.operand_index(consumer, value);
  if (theirs < 0) return 0;
  bool same_element = is_elementwise(g_, producer);
  if (!same_element && g_.is_fusion(producer)) {
    const NodeId p = g_.fused_parameter(producer, static_cast<int64_t>(operand));
    same_element = common_utilization(producer, p, g_.fused_root(producer)) == 1.0f;
  }
  if (!same_element) return 0;
  if (g_.is_fusion(consumer))
    return common_utilization(consumer, g_.fused_parameter(consumer, theirs),
                              g_.fused_parameter(consumer, g_.operand_index(consumer, producer)));
  return is_elementwise(g_, consumer) ? 1.0f : 0.0f;
}

std::optional<Refusal> Cost::code_refusal(NodeId producer, NodeId consumer) {
  float copies = 1;
  if (g_.is_fusion(consumer))
    copies = std::trunc(of(consumer).of(g_.fused_parameter(consumer, g_.operand_index(consumer, producer))).emitted);
  if (g_.era() == Era::Priority2026) {
    const auto size = static_cast<int64_t>(code_size(producer) * copies + code_size(consumer));
    if (g_.rules.holds(explain::Reason::R25CodeSize) && size > most_code)
      return Refusal{explain::Reason::R25CodeSize, {static_cast<int64_t>(copies), size, most_code}};
    return std::nullopt;
  }
  const auto splits = static_cast<int64_t>(copies * this->splits(producer) + this->splits(consumer));
  if (g_.rules.of_2022()) return std::nullopt;  // copies are counted instead
  if (g_.rules.holds(explain::Reason::R26Splits) && splits > most_splits)
    return Refusal{explain::Reason::R26Splits, {splits, most_splits}};
  // Values computed before a split are not known after it: all may be emitted once more.
  const int64_t size = static_cast<int64_t>(code_size(producer) * copies + code_size(consumer))
                       << std::min<int64_t>(splits, 40);
  if (g_.rules.holds(explain::Reason::R25CodeSize) && size > most_code)
    return Refusal{explain::Reason::R25CodeSize, {static_cast<int64_t>(copies), size, most_code}};
  return std::nullopt;
}

}  // namespace eutectic::fusion::xla

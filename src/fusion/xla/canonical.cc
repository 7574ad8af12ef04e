// See canonical.h. Values are numbered bottom-up, equal ones alike; the text then numbers them in the order of a walk
// from the outputs.
#include "fusion/xla/canonical.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/check.h"

namespace eutectic::fusion::xla {
namespace {

uint64_t hash_of(std::string_view text) {
  uint64_t h = 14695981039346656037u;
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h;
}

bool changes_no_value(AttrName name) {
  switch (name) {
    case AttrName::Sharding:
    case AttrName::FrontendAttributes:
    case AttrName::BackendConfig:
    case AttrName::ControlPredecessors:
    case AttrName::ParameterReplication:
    case AttrName::OriginalValue:
    case AttrName::Statistics:
    case AttrName::Schedule:
    case AttrName::OtherStablehlo:
    case AttrName::ParameterNumber:
    case AttrName::FusionKind:
    case AttrName::Calls:
    case AttrName::IndicesAreSorted:
    case AttrName::ResultAccuracy:
      return true;
    default:
      return false;
  }
}

std::string join(const std::vector<int64_t>& list) {
  std::string out;
  for (int64_t v : list) out += std::to_string(v) + ",";
  return out;
}

std::string literal_text(const Literal& value) {
  std::string out;
  if (value.shape().is_tuple()) return "tuple";
  const auto bytes = static_cast<size_t>(value.shape().size_bytes());
  const auto* data = reinterpret_cast<const unsigned char*>(value.bytes());
  if (bytes > 64) return std::to_string(hash_of({reinterpret_cast<const char*>(data), bytes}));
  for (size_t i = 0; i < bytes; ++i) {
    static constexpr char digits[] = "0123456789abcdef";
    out += digits[data[i] >> 4];
    out += digits[data[i] & 15];
  }
  return out;
}

// Its instructions from the root down, operands first: schedules order them otherwise.
std::vector<InstrId> in_order_of_use(const Module& module, const Computation& c) {
  std::vector<InstrId> order, stack{c.root};
  std::unordered_map<uint32_t, bool> done;  // false: open
  while (!stack.empty()) {
    const InstrId id = stack.back();
    const auto [it, fresh] = done.emplace(id.value, false);
    if (!fresh) {
      stack.pop_back();
      if (!it->second) order.push_back(id);
      it->second = true;
      continue;
    }
    const auto operands = module.operands(id);
    for (size_t i = operands.size(); i-- > 0;)
      if (!done.contains(operands[i].value)) stack.push_back(operands[i]);
  }
  return order;
}

std::string computation_text(const Module& module, CompId comp, int depth) {
  const Computation& c = module[comp];
  std::string out = "{";
  std::unordered_map<uint32_t, size_t> number;
  for (InstrId id : in_order_of_use(module, c)) {
    const size_t n = number.size();
    number[id.value] = n;
    out += std::string(hlo_name(module[id].op)) + " " + canonical_shape(module.shape(id)) + "(";
    for (InstrId o : module.operands(id)) out += std::to_string(number[o.value]) + ",";
    out += ")";
    if (module[id].op == OpKind::Parameter)
      out += std::to_string(module.attrs(id).integer(AttrName::ParameterNumber));
    else if (depth < 8)
      out += canonical_attrs(module, module.attrs(id));
    out += ";";
  }
  return out + "root " + std::to_string(number[c.root.value]) + "}";
}

}  // namespace

std::string canonical_shape(const Shape& shape) {
  if (shape.is_tuple()) {
    std::string out = "(";
    for (const Shape& s : shape.elements) out += canonical_shape(s) + ",";
    return out + ")";
  }
  Shape plain = shape;
  plain.layout = Layout{minor_to_major_of(shape), ""};
  return to_hlo(plain);
}

std::string canonical_attrs(const Module& module, const Attrs& attrs) {
  std::string out;
  for (const auto& [name, value] : attrs.entries()) {
    if (changes_no_value(name)) continue;
    out += " " + std::string(info(name).name) + "=";
    if (const auto* b = std::get_if<bool>(&value)) {
      out += *b ? "1" : "0";
    } else if (const auto* i = std::get_if<int64_t>(&value)) {
      out += std::to_string(*i);
    } else if (const auto* d = std::get_if<double>(&value)) {
      out += std::to_string(*d);
    } else if (const auto* s = std::get_if<std::string>(&value)) {
      out += *s;
    } else if (const auto* dims = std::get_if<Dims>(&value)) {
      out += join(*dims);
    } else if (const auto* pad = std::get_if<Padding>(&value)) {
      for (const PaddingDim& p : *pad) out += join({p.low, p.high, p.interior}) + ";";
    } else if (const auto* window = std::get_if<Window>(&value)) {
      for (const WindowDim& w : *window)
        out += join({w.size, w.stride, w.pad_low, w.pad_high, w.lhs_dilate, w.rhs_dilate, w.reversal}) + ";";
    } else if (const auto* conv = std::get_if<ConvDims>(&value)) {
      out += join({conv->input_batch, conv->input_feature, conv->kernel_input_feature, conv->kernel_output_feature,
                   conv->output_batch, conv->output_feature}) +
             join(conv->input_spatial) + join(conv->kernel_spatial) + join(conv->output_spatial);
    } else if (const auto* comps = std::get_if<Comps>(&value)) {
      for (CompId c : *comps) out += computation_text(module, c, 0);
    } else if (const auto* literal = std::get_if<Literal>(&value)) {
      out += literal_text(*literal);
    }
  }
  return out;
}

bool is_launch(OpKind op) {
  switch (op) {
    case OpKind::Parameter:
    case OpKind::Constant:
    case OpKind::Tuple:
    case OpKind::GetTupleElement:
    case OpKind::Bitcast:
    case OpKind::While:
    case OpKind::Conditional:
    case OpKind::Call:
    case OpKind::AfterAll:
    case OpKind::AddDependency:
    case OpKind::OptimizationBarrier:
    case OpKind::PartitionId:
    case OpKind::ReplicaId:
    case OpKind::AsyncDone:
    case OpKind::AsyncUpdate:
    case OpKind::CopyDone:
      return false;
    default:
      return true;
  }
}

Kernel kernel_of(const Graph& g, NodeId node) {
  // Values: what each is made of. Operands of the kernel are values of their own kind.
  struct Value {
    std::string head;
    std::vector<size_t> operands;
    uint64_t shape_hash = 0;  // of the tree below, parameters told apart by shape only; sorts outputs
  };
  std::vector<Value> values;
  std::map<std::pair<std::string, std::vector<size_t>>, size_t> known;
  std::unordered_map<NodeId, size_t> value_of;
  auto intern = [&](std::string head, std::vector<size_t> operands) {
    auto [it, fresh] = known.emplace(std::pair(head, operands), values.size());
    if (fresh) {
      std::string below = head.substr(0, head.find('#'));
      for (size_t o : operands) below += "," + std::to_string(values[o].shape_hash);
      values.push_back({std::move(head), std::move(operands), hash_of(below)});
    }
    return it->second;
  };
  auto parameter = [&](NodeId outside) {
    return intern("parameter " + canonical_shape(*g[outside].shape) + "#" + std::to_string(outside.value), {});
  };
  std::vector<size_t> outputs;
  // A body inside a body (rare: nested fusions) is written out by name of its value only through its own kernel text.
  auto head_of = [&](NodeId n) {
    std::string head =
        std::string(hlo_name(g[n].op)) + " " + canonical_shape(*g[n].shape) + canonical_attrs(g.module(), *g[n].attrs);
    if (g[n].op == OpKind::Fusion) head += " " + std::to_string(kernel_of(g, n).hash);
    return head;
  };
  if (g.is_fusion(node)) {
    const Body& body = g[g[node].called];
    for (NodeId n : g.post_order(g[node].called)) {
      if (g[n].op == OpKind::Parameter) {
        value_of[n] = parameter(g[node].operands[static_cast<size_t>(g[n].number)]);
        continue;
      }
      if (n == body.root && g[n].op == OpKind::Tuple) continue;
      std::vector<size_t> operands;
      for (NodeId o : g[n].operands) operands.push_back(value_of.at(o));
      value_of[n] = intern(head_of(n), std::move(operands));
    }
    if (g[body.root].op == OpKind::Tuple)
      for (NodeId o : g[body.root].operands) outputs.push_back(value_of.at(o));
    else
      outputs.push_back(value_of.at(body.root));
  } else {
    std::vector<size_t> operands;
    for (NodeId o : g[node].operands) operands.push_back(parameter(o));
    outputs.push_back(intern(head_of(node), std::move(operands)));
  }
  // Outputs that look alike from below are told apart by what reads them.
  std::vector<std::vector<std::string>> readers(values.size());
  std::vector<uint64_t> above(values.size());
  for (size_t output : outputs) readers[output].push_back("root");
  for (size_t v = values.size(); v-- > 0;) {
    std::ranges::sort(readers[v]);
    std::string all;
    for (const std::string& r : readers[v]) all += r + ";";
    above[v] = hash_of(all);
    for (size_t i = 0; i < values[v].operands.size(); ++i)
      readers[values[v].operands[i]].push_back(std::to_string(i) + "," + std::to_string(values[v].shape_hash) + "," +
                                               std::to_string(above[v]));
  }
  std::stable_sort(outputs.begin(), outputs.end(), [&](size_t a, size_t b) {
    return std::pair(values[a].shape_hash, above[a]) < std::pair(values[b].shape_hash, above[b]);
  });
  outputs.erase(std::unique(outputs.begin(), outputs.end()), outputs.end());

  Kernel k{.node = node, .hash = 0, .text = {}};
  std::vector<size_t> number(values.size(), SIZE_MAX), stack;
  std::vector<bool> open(values.size(), false);
  size_t next = 0;
  for (size_t output : outputs) {
    stack.push_back(output);
    while (!stack.empty()) {
      const size_t v = stack.back();
      if (number[v] != SIZE_MAX) {
        stack.pop_back();
        continue;
      }
      if (!open[v]) {
        open[v] = true;
        const auto& operands = values[v].operands;
        for (auto it = operands.rbegin(); it != operands.rend(); ++it)
          if (number[*it] == SIZE_MAX) stack.push_back(*it);
        continue;
      }
      stack.pop_back();
      number[v] = next++;
      k.text += std::to_string(number[v]) + " = " + values[v].head.substr(0, values[v].head.find('#')) + " (";
      for (size_t o : values[v].operands) k.text += std::to_string(number[o]) + " ";
      k.text += ")\n";
    }
  }
  for (size_t output : outputs) k.text += "root " + std::to_string(number[output]) + "\n";
  k.hash = hash_of(k.text);
  return k;
}

std::vector<NodeId> launches_of(const Graph& graph, BodyId body) {
  std::vector<NodeId> list = graph.post_order(body);
  std::erase_if(list, [&](NodeId n) { return !is_launch(graph[n].op); });
  return list;
}

std::vector<Kernel> kernels_of(const Graph& graph, BodyId body) {
  std::vector<Kernel> list;
  for (NodeId n : launches_of(graph, body)) list.push_back(kernel_of(graph, n));
  return list;
}

}  // namespace eutectic::fusion::xla

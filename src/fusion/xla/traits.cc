// See traits.h.
#include "fusion/xla/traits.h"

#include "fusion/xla/shapes.h"

namespace eutectic::fusion::xla {

bool has_side_effect(const Graph& g, NodeId n) {
  switch (g[n].op) {
    case OpKind::Send:
    case OpKind::SendDone:
    case OpKind::Recv:
    case OpKind::RecvDone:
    case OpKind::Rng:
    case OpKind::RngGetAndUpdateState:
    case OpKind::Infeed:
    case OpKind::Outfeed:
    case OpKind::AsyncStart:
    case OpKind::AsyncUpdate:
    case OpKind::AsyncDone:
    case OpKind::CollectiveBroadcast:
      return true;
    case OpKind::AllToAll:
    case OpKind::AllGather:
    case OpKind::AllReduce:
    case OpKind::ReduceScatter:
    case OpKind::CollectivePermute:
      return g[n].attrs->boolean(AttrName::ConstrainLayout) || g[n].attrs->has(AttrName::ChannelId);
    case OpKind::CustomCall:
      return g[n].attrs->boolean(AttrName::HasSideEffect);
    default:
      return false;
  }
}

bool is_elementwise_op(OpKind op) {
  switch (op) {
    case OpKind::Abs:
    case OpKind::Acos:
    case OpKind::Acosh:
    case OpKind::Add:
    case OpKind::And:
    case OpKind::Asin:
    case OpKind::Asinh:
    case OpKind::Atan2:
    case OpKind::Atanh:
    case OpKind::BitcastConvert:
    case OpKind::Cbrt:
    case OpKind::Ceil:
    case OpKind::Clamp:
    case OpKind::Compare:
    case OpKind::Complex:
    case OpKind::Convert:
    case OpKind::Copy:
    case OpKind::Cosh:
    case OpKind::Cosine:
    case OpKind::CountLeadingZeros:
    case OpKind::Divide:
    case OpKind::Erf:
    case OpKind::Exponential:
    case OpKind::ExponentialMinusOne:
    case OpKind::Floor:
    case OpKind::Imag:
    case OpKind::IsFinite:
    case OpKind::Log:
    case OpKind::LogPlusOne:
    case OpKind::Logistic:
    case OpKind::Maximum:
    case OpKind::Minimum:
    case OpKind::Multiply:
    case OpKind::Negate:
    case OpKind::Not:
    case OpKind::Or:
    case OpKind::Popcnt:
    case OpKind::Power:
    case OpKind::Real:
    case OpKind::ReducePrecision:
    case OpKind::Remainder:
    case OpKind::RoundNearestAfz:
    case OpKind::RoundNearestEven:
    case OpKind::Rsqrt:
    case OpKind::Select:
    case OpKind::ShiftLeft:
    case OpKind::ShiftRightArithmetic:
    case OpKind::ShiftRightLogical:
    case OpKind::Sign:
    case OpKind::Sine:
    case OpKind::Sinh:
    case OpKind::Sqrt:
    case OpKind::StochasticConvert:
    case OpKind::Subtract:
    case OpKind::Tan:
    case OpKind::Tanh:
    case OpKind::Xor:
      return true;
    default:
      return false;
  }
}

bool moves_data(OpKind op) {
  switch (op) {
    case OpKind::Bitcast:
    case OpKind::Broadcast:
    case OpKind::Concatenate:
    case OpKind::DynamicSlice:
    case OpKind::DynamicUpdateSlice:
    case OpKind::Gather:
    case OpKind::Pad:
    case OpKind::Reshape:
    case OpKind::Reverse:
    case OpKind::Slice:
    case OpKind::Transpose:
      return true;
    default:
      return false;
  }
}

namespace {

bool is_elementwise_leaf(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Map) {
    const Dims& dims = g[n].attrs->dims(AttrName::Dimensions);
    for (size_t d = 0; d < dims.size(); ++d)
      if (dims[d] != static_cast<int64_t>(d)) return false;
    return true;
  }
  if (g[n].op == OpKind::BitcastConvert && bits_of(g[n].shape->type) != bits_of(g[g[n].operands[0]].shape->type))
    return false;
  return is_elementwise_op(g[n].op);
}

}  // namespace

bool is_elementwise(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return is_elementwise_leaf(g, n);
  std::vector<NodeId> work{n};
  while (!work.empty()) {
    const NodeId fusion = work.back();
    work.pop_back();
    for (NodeId m : g[g[fusion].called].nodes) {
      if (g[m].dead || g[m].op == OpKind::Parameter) continue;
      if (g.is_fusion(m))
        work.push_back(m);
      else if (!is_elementwise_leaf(g, m))
        return false;
    }
  }
  return true;
}

bool is_elementwise_on(const Graph& g, NodeId n, size_t operand) {
  if (g[n].op == OpKind::DynamicUpdateSlice) return operand == 0;
  return is_elementwise(g, n);
}

bool would_be_drawn_twice(const Graph& g, NodeId n) { return g[n].op == OpKind::Rng && g[n].users.size() > 1; }

bool is_fusible_op(const Graph& g, NodeId n) {
  switch (g[n].op) {
    case OpKind::Parameter:
    case OpKind::While:
    case OpKind::Conditional:
    case OpKind::Call:
      return false;
    case OpKind::Fusion:
    case OpKind::Map:
    case OpKind::Reduce:
    case OpKind::ReduceWindow:
      return true;
    case OpKind::Rng:
      return !would_be_drawn_twice(g, n);
    default:
      return !has_side_effect(g, n);
  }
}

bool is_fusible_bitcast(const Graph& g, NodeId n) {
  return g[n].op == OpKind::Bitcast && bits_of(g[n].shape->type) == bits_of(g[g[n].operands[0]].shape->type);
}

bool is_custom_fusion(const Graph& g, NodeId n) { return g[n].kind == FusionKind::Custom; }

std::string_view backend_kind(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return {};
  const std::string_view text = g[n].attrs->text(AttrName::BackendConfig);
  const std::string_view key = "\"fusion_backend_config\":{\"kind\":\"";
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + key.size());
  return rest.substr(0, rest.find('"'));
}

bool is_triton_fusion(const Graph& g, NodeId n) { return is_custom_fusion(g, n) && backend_kind(g, n) == "__triton"; }

bool is_intermediate(const Graph& g, NodeId n, size_t operands) {
  const Node& node = g[n];
  if (node.operands.empty() || node.operands.size() > operands) return false;
  const Shape& first = *g[node.operands[0]].shape;
  if (node.op == OpKind::Copy) return same_with_layout(*node.shape, first, false);
  if (is_elementwise(g, n)) return true;
  switch (node.op) {
    case OpKind::Bitcast:
      return true;
    case OpKind::Reshape:
      return reshape_is_bitcast(first, *node.shape);
    case OpKind::Transpose:
      return transpose_is_bitcast(first, *node.shape, node.attrs->dims(AttrName::Permutation));
    default:
      return false;
  }
}

bool is_effective_scalar(const Shape& shape) { return shape.is_array() && shape.element_count() == 1; }

}  // namespace eutectic::fusion::xla

#include "fusion/xla/expensive.h"

#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

bool is_scalar_constant(const Graph& g, NodeId n) {
  if (g[n].op == OpKind::Broadcast) n = g[n].operands[0];
  return g[n].op == OpKind::Constant && g[n].shape->is_array() && g[n].shape->dims.empty();
}

}  // namespace

bool is_expensive(const Graph& g, NodeId n, bool cpu_2026) {
  const Node& node = g[n];
  switch (node.op) {
    case OpKind::Convert:
      return cpu_2026 && node.shape->type == ElementType::BF16 && g[node.operands[0]].shape->type == ElementType::F32;
    case OpKind::Add:
    case OpKind::And:
    case OpKind::Bitcast:
    case OpKind::BitcastConvert:
    case OpKind::Broadcast:
    case OpKind::Ceil:
    case OpKind::Clamp:
    case OpKind::Compare:
    case OpKind::Complex:
    case OpKind::Concatenate:
    case OpKind::Constant:
    case OpKind::Copy:
    case OpKind::CopyDone:
    case OpKind::CopyStart:
    case OpKind::CountLeadingZeros:
    case OpKind::DynamicSlice:
    case OpKind::DynamicUpdateSlice:
    case OpKind::Floor:
    case OpKind::GetTupleElement:
    case OpKind::Imag:
    case OpKind::Infeed:
    case OpKind::Iota:
    case OpKind::IsFinite:
    case OpKind::Maximum:
    case OpKind::Minimum:
    case OpKind::Multiply:
    case OpKind::Negate:
    case OpKind::Not:
    case OpKind::OptimizationBarrier:
    case OpKind::Or:
    case OpKind::Outfeed:
    case OpKind::Pad:
    case OpKind::PartitionId:
    case OpKind::Popcnt:
    case OpKind::Real:
    case OpKind::ReducePrecision:
    case OpKind::ReplicaId:
    case OpKind::Reshape:
    case OpKind::Reverse:
    case OpKind::RoundNearestAfz:
    case OpKind::RoundNearestEven:
    case OpKind::Select:
    case OpKind::ShiftLeft:
    case OpKind::ShiftRightArithmetic:
    case OpKind::ShiftRightLogical:
    case OpKind::Slice:
    case OpKind::StochasticConvert:
    case OpKind::Subtract:
    case OpKind::Transpose:
    case OpKind::Tuple:
    case OpKind::Xor:
      return false;
    case OpKind::Abs:
    case OpKind::Cosine:
    case OpKind::Sign:
    case OpKind::Sine:
    case OpKind::Tan:
      return is_complex(node.shape->type);
    case OpKind::Divide:
    case OpKind::Remainder:
      // The CPU compiler of 2026 looks at the dividend.
      return !is_integer(node.shape->type) || !is_scalar_constant(g, node.operands[cpu_2026 ? 0 : 1]);
    default:
      return true;
  }
}

bool reads_again(const Graph& g, NodeId n, size_t operand) {
  const Node& node = g[n];
  switch (node.op) {
    case OpKind::Bitcast:
    case OpKind::Concatenate:
    case OpKind::Reshape:
    case OpKind::Reverse:
    case OpKind::Slice:
    case OpKind::Transpose:
    case OpKind::Gather:
      return false;
    case OpKind::Pad:
      return operand == 1;
    case OpKind::Reduce:
      return operand >= node.operands.size() / 2;
    case OpKind::DynamicUpdateSlice:
      return operand >= 2;
    case OpKind::Dot: {
      // A matrix times a vector reads the matrix once.
      const auto rank = [&](size_t i) { return g[node.operands[i]].shape->dims.size(); };
      if (node.shape->dims.size() <= 1) {
        if (rank(0) == 2 && rank(1) == 1) return operand != 0;
        if (rank(0) == 1 && rank(1) == 2) return operand != 1;
      }
      return true;
    }
    case OpKind::Map:
      return !is_elementwise(g, n);
    default:
      return !is_elementwise_op(node.op);
  }
}

bool splits_code(OpKind op) {
  return op == OpKind::Concatenate || op == OpKind::Dot || op == OpKind::DynamicUpdateSlice || op == OpKind::Pad ||
         op == OpKind::Reduce || op == OpKind::ReduceWindow;
}

int64_t real_users(const Graph& g, NodeId n) {
  int64_t count = 0;
  for (NodeId u : g[n].users)
    count += g.is_fusion(u) ? static_cast<int64_t>(g[g.fused_parameter(u, g.operand_index(u, n))].users.size()) : 1;
  return count;
}

}  // namespace eutectic::fusion::xla

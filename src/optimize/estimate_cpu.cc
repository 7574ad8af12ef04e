// See estimate_cpu.h. The weights are nanoseconds of one thread, measured with jaxlib 0.10.2 on the machine of the host
// profile (docs/rewrites.md): chains of one op over arrays that stay in the cache. They are there to tell programs
// apart, not to predict times.
#include "optimize/estimate_cpu.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "fusion/xla/rules/device.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::optimize {
namespace {

using fusion::xla::Graph;
using fusion::xla::Node;
using fusion::xla::NodeId;

constexpr double call_us = 0.08;
constexpr double small_call_us = 0.005;
// Handing work to other threads and waiting for them, where other programs compete for the cores.
constexpr double parallel_call_us = 2;
constexpr double least_parallel_us = 2;     // of work, that is shared
constexpr int64_t small_loop_bytes = 1024;  // XLA's threshold
constexpr double vector_lanes = 8;
constexpr double scalar_factor = 8;  // of cheap ops in loops that LLVM does not vectorize
constexpr double scalar_function_factor = 3;
constexpr double unrolled_share = 0.4;  // of that, where columns are unrolled
constexpr double cheap_ns = 0.025;
constexpr double reduced_ns = 1.2;   // each sum waits for the one before
constexpr double strided_ns = 0.25;  // a load beside which the next element's does not lie
constexpr double branch_ns = 0.3;    // which operand of a concatenation an element is of
constexpr double cached_bytes_per_ns = 60;

// Of one element, in a loop of vectors. 0: moves data or is free.
double weight_of(OpKind op, ElementType type) {
  if (is_complex(type)) return 4 * weight_of(op, part_type(type));
  const double wide = info(type).bits > 32 ? 2 : 1;
  switch (op) {
    case OpKind::Parameter:
    case OpKind::Constant:
    case OpKind::Broadcast:
    case OpKind::Reshape:
    case OpKind::Bitcast:
    case OpKind::BitcastConvert:
    case OpKind::Slice:
    case OpKind::Concatenate:
    case OpKind::Transpose:
    case OpKind::Reverse:
    case OpKind::Pad:
    case OpKind::DynamicSlice:
    case OpKind::DynamicUpdateSlice:
    case OpKind::Tuple:
    case OpKind::GetTupleElement:
    case OpKind::Copy:
    case OpKind::Reduce:
    case OpKind::Gather:
      return 0;
    case OpKind::Divide:
      return wide * (is_integer(type) ? 2 : 0.05);
    case OpKind::Remainder:
      return wide * 2.9;
    case OpKind::Sqrt:
      return wide * 0.2;
    case OpKind::Rsqrt:
      return wide * 3;
    case OpKind::Exponential:
      return wide * 1.7;
    case OpKind::Log:
      return wide * 1.5;
    case OpKind::Tanh:
      return wide * 1.5;
    case OpKind::Erf:
      return wide * 1.2;
    case OpKind::ExponentialMinusOne:
    case OpKind::LogPlusOne:
      return wide * 2.2;
    case OpKind::Sine:
    case OpKind::Cosine:
    case OpKind::Logistic:
      return wide * 2.8;
    case OpKind::Tan:
      return wide * 5.5;
    case OpKind::Power:
      return wide * 7;
    case OpKind::Atan2:
    case OpKind::Cbrt:
      return wide * 13;
    default:
      return wide * cheap_ns;
  }
}

bool is_function(OpKind op) { return weight_of(op, ElementType::F32) >= 1; }

int64_t last_dim(const Shape& s) {  // the fastest that has several elements; -1: none
  for (size_t d = s.dims.size(); d-- > 0;)
    if (s.dims[d] != 1) return static_cast<int64_t>(d);
  return -1;
}

// Consecutive runs of a broadcast's operand at one element: the loops over dimensions that it has not, inside of all
// that it has, compute it once.
double hoisted(const Node& broadcast, const Shape& from) {
  if (from.dims.empty()) return static_cast<double>(broadcast.shape->element_count());
  const Dims& kept = broadcast.attrs->dims(AttrName::BroadcastDimensions);
  double inner = 1;
  for (size_t d = broadcast.shape->dims.size(); d-- > 0;) {
    if (std::ranges::find(kept, static_cast<int64_t>(d)) != kept.end()) break;
    inner *= static_cast<double>(broadcast.shape->dims[d]);
  }
  return inner;
}

class Kernel {
 public:
  Kernel(const Graph& g) : g_(g) {}

  // Nanoseconds of computing `root` and what it is fused with, by one thread.
  double ns(NodeId root, const std::vector<NodeId>& order) {
    elements_ = static_cast<double>(elements_of_result(root));
    if (!g_[root].shape->is_tuple()) {
      // XLA chooses layouts so that a transposed result needs no transposing.
      const Shape& rows = *g_[g_[root].op == OpKind::Transpose ? g_[root].operands[0] : root].shape;
      const int64_t row = last_dim(rows);
      if (row >= 0) lanes_ = std::min<double>(vector_lanes, static_cast<double>(rows.dims[static_cast<size_t>(row)]));
    }
    root_ = root;
    runs_[root] = {{root, elements_}};
    in_rows_.insert(root);
    for (NodeId n : order) by_element_ |= joins_columns(n);
    unrolled_ = by_element_ && lanes_ < vector_lanes;
    for (auto it = order.rbegin(); it != order.rend(); ++it) visit(*it);
    return std::max(vector_ + functions_ + other_, 0.0);
  }

 private:
  using Runs = std::map<NodeId, double>;  // by whose index an element is computed, how often

  // An update in place computes its window only.
  int64_t elements_of_result(NodeId root) const {
    NodeId n = root;
    while (g_[n].op == OpKind::Bitcast) n = g_[n].operands[0];
    if (g_[n].op == OpKind::DynamicUpdateSlice) n = g_[n].operands[1];
    return fusion::xla::elements_of(*g_[n].shape);
  }

  // Whether which operand an element is of changes along the innermost loops.
  bool joins_columns(NodeId n) const {
    if (g_[n].op != OpKind::Concatenate) return false;
    const int64_t d = g_[n].attrs->integer(AttrName::ConcatDimension);
    for (int64_t k = 0; k < d; ++k)
      if (g_[n].shape->dims[static_cast<size_t>(k)] != 1) return true;
    return false;
  }

  void visit(NodeId n) {
    const Node& node = g_[n];
    const auto found = runs_.find(n);
    if (found == runs_.end()) return;
    const Runs mine = found->second;
    double all = 0;
    for (const auto& [by, count] : mine) all += count;
    double weight = all * weight_of(node.op, node.shape->is_tuple() ? ElementType::F32 : node.shape->type);
    // Only the innermost loop is one of vectors: not what is computed once for each run of it, and not more of it than
    // its length.
    const double scalar = is_function(node.op) ? scalar_function_factor : scalar_factor;
    weight *= unrolled_ ? scalar * unrolled_share
              : by_element_ || !in_rows_.contains(n)
                  ? scalar
                  : 1 + (scalar - 1) * (vector_lanes / lanes_ - 1) / (vector_lanes - 1);
    (is_function(node.op) ? functions_ : vector_) += weight;
    for (size_t i = 0; i < node.operands.size(); ++i) {
      const NodeId o = node.operands[i];
      const double factor = own_cost(n, i, all);
      const bool leaves_rows = node.op == OpKind::Broadcast && hoisted(node, *g_[o].shape) > 1;
      if (in_rows_.contains(n) && !leaves_rows) in_rows_.insert(o);
      if (fusion::xla::same_with_layout(*node.shape, *g_[o].shape, true))
        for (const auto& [by, count] : mine) runs_[o][by] = std::max(runs_[o][by], count * factor);
      else
        runs_[o][n] += all * factor;
    }
  }

  // What reading operand `i` costs beside computing it; gives how often it is read for each of the node's own runs.
  double own_cost(NodeId n, size_t i, double all) {
    const Node& node = g_[n];
    const Shape& from = *g_[node.operands[i]].shape;
    const auto ratio = [&] {
      return static_cast<double>(from.element_count()) /
             std::max<double>(1, static_cast<double>(node.shape->element_count()));
    };
    switch (node.op) {
      case OpKind::Broadcast:
        // Out of branches nothing is moved.
        return by_element_ && !from.dims.empty() ? 1 : 1 / hoisted(node, from);
      case OpKind::Concatenate: {
        if (i == 0) other_ += all * (joins_columns(n) ? branch_ns : branch_ns / 4);
        return ratio();
      }
      case OpKind::Pad:
        if (i == 0) other_ += all * branch_ns;
        return i == 0 ? std::min(1.0, ratio()) : 1;
      case OpKind::Reduce: {
        if (2 * i >= node.operands.size()) return 0;
        const double each = std::max(1.0, ratio());
        other_ += all * each * reduced_ns;
        return each;
      }
      case OpKind::DynamicUpdateSlice:
        // The array itself stays where it is.
        return i == 1 ? 1 : 0;
      case OpKind::DynamicSlice:
        return i == 0 ? 1 : 0;
      case OpKind::Gather:
        if (i == 0) other_ += all * strided_ns;
        return 1;
      case OpKind::Transpose:
        if (n != root_ && last_dim(from) >= 0 &&
            node.attrs->dims(AttrName::Permutation)[static_cast<size_t>(std::max<int64_t>(0, last_dim(*node.shape)))] !=
                last_dim(from)) {
          other_ += all * strided_ns * 3;
        }
        return 1;
      case OpKind::Slice:
        if (last_dim(from) >= 0 && node.shape->dims[static_cast<size_t>(last_dim(from))] == 1)
          other_ += all * strided_ns;
        return 1;
      default:
        return 1;
    }
  }

  const Graph& g_;
  std::map<NodeId, Runs> runs_;
  double vector_ = 0, functions_ = 0, other_ = 0;
  NodeId root_;
  std::set<NodeId> in_rows_;     // what the innermost loop computes
  double elements_ = 0;          // of the result
  double lanes_ = vector_lanes;  // that the innermost loop fills
  bool by_element_ = false;
  bool unrolled_ = false;  // a few columns: the loop over rows is the innermost
};

double product(const Dims& dims) {
  double out = 1;
  for (int64_t d : dims) out *= static_cast<double>(d);
  return out;
}

// Of what is no nest of loops of XLA's own.
double library_ns(const Graph& g, NodeId n) {
  const Node& node = g[n];
  const auto elements = static_cast<double>(fusion::xla::elements_of(*node.shape));
  switch (node.op) {
    case OpKind::Dot: {
      const Shape& a = *g[node.operands[0]].shape;
      double contracted = 1;
      for (int64_t d : node.attrs->dims(AttrName::LhsContractingDims))
        contracted *= static_cast<double>(a.dims[static_cast<size_t>(d)]);
      return elements * contracted * 0.04;
    }
    case OpKind::Convolution:
      return elements * product(g[node.operands[1]].shape->dims) /
             std::max<double>(1, static_cast<double>(node.shape->dims.empty() ? 1 : node.shape->dims.back())) * 0.08;
    case OpKind::Sort:
      return elements * std::log2(std::max(2.0, elements)) * 3;
    case OpKind::Scatter:
      return static_cast<double>(fusion::xla::elements_of(*g[node.operands.back()].shape)) * 3;
    case OpKind::ReduceWindow:
      return static_cast<double>(fusion::xla::elements_of(*g[node.operands[0]].shape)) * 0.3;
    default:
      return elements * 1;
  }
}

bool is_library(OpKind op) {
  switch (op) {
    case OpKind::Dot:
    case OpKind::Convolution:
    case OpKind::Sort:
    case OpKind::Scatter:
    case OpKind::SelectAndScatter:
    case OpKind::ReduceWindow:
    case OpKind::CustomCall:
    case OpKind::Fft:
    case OpKind::Cholesky:
    case OpKind::TriangularSolve:
    case OpKind::RngBitGenerator:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_small_loop(const Shape& state) { return fusion::xla::array_bytes(state) < small_loop_bytes; }

double cpu_kernel_us(const Graph& g, const fusion::xla::KernelReport& kernel, bool small_loop) {
  static const fusion::xla::Device& host = *fusion::xla::find_device("host");
  const NodeId n = kernel.node;
  double compute = 0;
  if (g.is_fusion(n)) {
    compute = Kernel(g).ns(g.fused_root(n), g.post_order(g[n].called));
  } else if (is_library(g[n].op)) {
    compute = library_ns(g, n);
  } else {
    compute = Kernel(g).ns(n, {n});
  }
  const double bytes = static_cast<double>(kernel.read_bytes + kernel.written_bytes);
  const double per_ns =
      bytes > static_cast<double>(host.l2_bytes) ? static_cast<double>(host.bandwidth) * 1e-9 : cached_bytes_per_ns;
  const double us = compute * 1e-3, memory = bytes / per_ns * 1e-3;
  if (small_loop) return small_call_us + us;
  if (us < least_parallel_us) return call_us + std::max(us, memory);
  return parallel_call_us + std::max(us / static_cast<double>(host.cores), memory);
}

}  // namespace eutectic::optimize

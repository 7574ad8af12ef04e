// See boundaries.h.
#include "fusion/xla/boundaries.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "fusion/xla/canonical.h"
#include "fusion/xla/launches.h"
#include "fusion/xla/priority/triton.h"
#include "fusion/xla/rules/run_time.h"
#include "fusion/xla/rules/timing.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using explain::Verdict;

bool is_control(OpKind op) { return op == OpKind::While || op == OpKind::Conditional || op == OpKind::Call; }

bool is_group(const Graph& g, NodeId n) { return is_launch(g[n].op) || is_control(g[n].op); }

// What moves no data between two kernels.
bool passes_on(OpKind op) {
  return op == OpKind::GetTupleElement || op == OpKind::Bitcast || op == OpKind::Tuple ||
         op == OpKind::OptimizationBarrier || op == OpKind::AddDependency || op == OpKind::AsyncDone ||
         op == OpKind::CopyDone;
}

// Why no rule of fusion applies to it; "" where one does.
std::string wall_of(const Graph& g, NodeId n) {
  const Node& node = g[n];
  switch (node.op) {
    case OpKind::While:
      return "the loop's tuple is in memory between steps";
    case OpKind::Conditional:
      return "branches are computations of their own";
    case OpKind::Call:
      return "called computations are fused by themselves";
    case OpKind::CustomCall:
      return fmt::format("custom call {}", node.attrs->text(AttrName::CustomCallTarget));
    case OpKind::Copy:
      // Inserted after fusion: fusion passes see none that keeps the layout.
      return canonical_shape(*node.shape) == canonical_shape(*g[node.operands[0]].shape)
                 ? "a copy of what a loop or a result may not share"
                 : "";
    case OpKind::Dot:
    case OpKind::Convolution:
    case OpKind::Sort:
    case OpKind::Fft:
    case OpKind::Cholesky:
    case OpKind::TriangularSolve:
      return fmt::format("{} is left to a library", hlo_name(node.op));
    default:
      break;
  }
  // In 2026 rules say what may join a Triton kernel.
  const bool grows = g.era() == Era::Priority2026 && is_triton_fusion(g, n);
  if (is_custom_fusion(g, n) && !grows) return "a fusion with code of its own";
  return is_fusible_op(g, n) || !is_launch(node.op) ? "" : fmt::format("{} has effects", hlo_name(node.op));
}

// A way from one group to the next through what moves no data.
struct Edge {
  NodeId producer, first_reader, last, consumer;  // first_reader == consumer and last == producer: nothing between
  std::set<OpKind> through;
  std::vector<int64_t> element;  // of the producer's tuple, the outermost index last; empty: all that it makes
};

// What reads the values of one computation: groups, and its root.
class Readers {
 public:
  void add(const Edge& e, NodeId reader) {
    of_kernel_[e.producer].insert(reader);
    of_value_[{e.producer, e.element}].insert(reader);
  }

  bool only_one_of_all(const Graph& g, NodeId producer) const {
    const auto it = of_kernel_.find(producer);
    return it != of_kernel_.end() && it->second.size() == 1 && !g.is_root(producer);
  }
  bool only_one(const Graph& g, const Edge& e) const {
    if (g.is_root(e.producer)) return false;
    const auto whole = of_value_.find({e.producer, {}});
    if (!e.element.empty() && whole != of_value_.end()) return false;
    const auto it = of_value_.find({e.producer, e.element});
    return it != of_value_.end() && it->second.size() == 1;
  }

 private:
  std::map<NodeId, std::set<NodeId>> of_kernel_;
  std::map<std::pair<NodeId, std::vector<int64_t>>, std::set<NodeId>> of_value_;
};

// Rules decided before copies were inserted: while this lives, the order that copies need does not count, only what
// the program itself says comes first.
class WithoutOrderOfCopies {
 public:
  WithoutOrderOfCopies(Graph& g, BodyId body) : g_(g) {
    for (NodeId n : g[body].nodes) {
      if (g[n].control_predecessors.empty()) continue;
      const InstrId origin = g[n].origin;
      if (origin.valid() && g.module().attrs(origin).has(AttrName::ControlPredecessors)) continue;
      set_aside_.emplace_back(n, std::exchange(g.mut(n).control_predecessors, {}));
    }
  }
  ~WithoutOrderOfCopies() {
    for (auto& [n, predecessors] : set_aside_) g_.mut(n).control_predecessors = std::move(predecessors);
  }
  WithoutOrderOfCopies(const WithoutOrderOfCopies&) = delete;
  WithoutOrderOfCopies& operator=(const WithoutOrderOfCopies&) = delete;

 private:
  Graph& g_;
  std::vector<std::pair<NodeId, std::vector<NodeId>>> set_aside_;
};

class Reporter {
 public:
  Reporter(Graph& g, const Strategy& strategy, const Log& log)
      : g_(g),
        strategy_(strategy),
        log_(log),
        cost_(g, g.device()),
        timed_(g.device().host || strategy.name != "xla-cpu"),
        launch_(g.device().host ? 0 : launch_time) {}

  ComputationReport kernels(BodyId body) {
    ComputationReport c;
    c.body = body;
    for (NodeId n : g_.post_order(body))
      if (is_launch(g_[n].op)) c.kernels.push_back(kernel(n));
    return c;
  }

  ComputationReport computation(BodyId body) {
    ComputationReport c = kernels(body);
    const std::vector<NodeId> order = g_.post_order(body);
    std::vector<Edge> edges;
    readers_ = {};
    for (NodeId n : order) {
      if (!is_group(g_, n) && n != g_[body].root) continue;
      for (Edge& e : edges_into(n)) {
        readers_.add(e, n);
        if (is_group(g_, n)) edges.push_back(std::move(e));
      }
    }
    const WithoutOrderOfCopies as_decided(g_, body);
    std::set<std::pair<NodeId, NodeId>> before;  // a launch is saved once
    for (const Edge& e : edges) {
      c.boundaries.push_back(boundary(e));
      Boundary& b = c.boundaries.back();
      if (timed_) b.cost = cost(e, b, before.emplace(e.producer, e.consumer).second);
    }
    std::ranges::stable_sort(c.boundaries, [](const Boundary& a, const Boundary& b) {
      return a.cost != b.cost ? a.cost > b.cost : a.bytes > b.bytes;
    });
    return c;
  }

  std::vector<Refused> why(NodeId a, NodeId b) {
    const WithoutOrderOfCopies as_decided(g_, g_[a].body);
    std::vector<Refused> all;
    for (auto [producer, consumer] : {std::pair{a, b}, std::pair{b, a}})
      for (const Edge& e : edges_into(consumer))
        if (e.producer == producer)
          for (Refused& r : boundary(e).refusals)
            // Of several outputs each has the same to say.
            if (std::ranges::none_of(all, [&](const Refused& o) { return o.verdict.reason == r.verdict.reason; }))
              all.push_back(std::move(r));
    if (!all.empty() || !strategy_.why_siblings) return all;
    std::set<NodeId> shared(g_[a].operands.begin(), g_[a].operands.end());
    for (NodeId value : g_[b].operands) {
      if (!shared.erase(value)) continue;
      for (Refused& r : strategy_.why_siblings(g_, a, b, value))
        if (std::ranges::none_of(all, [&](const Refused& o) { return o.verdict.reason == r.verdict.reason; }))
          all.push_back(std::move(r));
    }
    return all;
  }

 private:
  // Of the operand, by one launch.
  int64_t bytes_read(NodeId n, size_t operand) {
    const bool known = g_.is_fusion(n) || is_fusible_op(g_, n);
    const int64_t whole = array_bytes(*g_[g_[n].operands[operand]].shape);
    const auto counted = known ? static_cast<int64_t>(cost_.operand_bytes(n, operand)) : -1;
    return counted < 0 ? whole : std::min(counted, whole);  // XLA does not know what a custom call reads
  }

  KernelReport kernel(NodeId n) {
    KernelReport k;
    k.node = n;
    k.ops = ops_of(g_, n);
    if (timed_) k.launch = launch_;
    for (size_t i = 0; i < g_[n].operands.size(); ++i) {
      k.inputs.push_back({g_[g_[n].operands[i]].name, bytes_read(n, i)});
      k.read_bytes += k.inputs.back().bytes;
    }
    const std::optional<KernelTime> tiled = tiled_kernel_time(n);
    if (!wall_of(g_, n).empty() && !tiled && g_[n].op != OpKind::Copy) {
      k.written_bytes = array_bytes(*g_[n].shape);
      return k;
    }
    k.written_bytes = g_[n].shape->is_tuple() ? array_bytes(*g_[n].shape) : static_cast<int64_t>(cost_.output_bytes(n));
    if (!timed_) return k;
    k.flops = tiled ? tiled->flops : static_cast<int64_t>(cost_.flops(n));
    if (tiled) {
      k.compute = tiled->compute;
      k.memory = tiled->memory;
      k.time = tiled->all;
      return k;
    }
    const TimeAlone t = g_.device().host ? time_on_host(*k.flops, k.read_bytes + k.written_bytes)
                                         : kernel_time(g_, g_.device(), cost_, n);
    k.compute = t.compute;
    k.memory = t.memory;
    k.time = t.total;
    return k;
  }

  // Of a Triton kernel: by the tiles that it is cut into.
  std::optional<KernelTime> tiled_kernel_time(NodeId n) const {
    if (!timed_ || g_.device().host || !is_triton_fusion(g_, n)) return std::nullopt;
    const auto blocks = block_tiles_of(g_, n);
    return blocks ? tiled_time(g_, g_.device(), n, *blocks) : std::nullopt;
  }

  Ticks moved(int64_t bytes) const {
    return static_cast<Ticks>(static_cast<double>(bytes) * (1e6 * ticks_per_us) /
                              static_cast<double>(g_.device().bandwidth));
  }

  // All threads compute, or all wait for memory.
  TimeAlone time_on_host(int64_t flops, int64_t bytes) const {
    const Device& d = g_.device();
    const double per_ns = 2.0 * static_cast<double>(d.clock_ghz) * static_cast<double>(d.cores * d.fpus_per_core);
    const auto compute = static_cast<Ticks>(static_cast<double>(flops) * 4 / per_ns);
    return {compute, moved(bytes), Timing::overlapped(compute, moved(bytes))};
  }

  // One for each producer and element of its tuple.
  std::vector<Edge> edges_into(NodeId consumer) {
    std::vector<Edge> edges;
    std::set<std::pair<NodeId, std::vector<int64_t>>> seen;
    struct Way {
      NodeId at, reader, last;
      std::set<OpKind> through;
      std::vector<int64_t> element;  // of what it is at
    };
    std::vector<Way> work;
    for (NodeId o : g_[consumer].operands) work.push_back({o, consumer, o, {}, {}});
    std::ranges::reverse(work);
    while (!work.empty()) {
      Way w = work.back();
      work.pop_back();
      const OpKind op = g_[w.at].op;
      const bool group = is_group(g_, w.at);
      if ((!group && !passes_on(op)) || !seen.emplace(w.at, w.element).second) continue;
      if (group) {
        edges.push_back({w.at, w.reader, w.last, consumer, w.through, w.element});
        continue;
      }
      w.through.insert(op);
      std::span<const NodeId> operands = g_[w.at].operands;
      if (op == OpKind::GetTupleElement) {
        w.element.push_back(g_[w.at].index());
      } else if (op == OpKind::Tuple && !w.element.empty()) {
        operands = operands.subspan(static_cast<size_t>(w.element.back()), 1);
        w.element.pop_back();
      } else if (op == OpKind::AsyncDone || op == OpKind::CopyDone) {
        w.element.clear();  // what was started has another tuple
      }
      for (auto o = operands.rbegin(); o != operands.rend(); ++o)
        work.push_back({*o, w.at, w.last, w.through, w.element});
    }
    return edges;
  }

  // Of what the edge is about, all of it.
  int64_t value_bytes(const Edge& e) const {
    const Shape* shape = g_[e.producer].shape;
    for (size_t i = e.element.size(); i-- > 0 && shape->is_tuple();)
      shape = &shape->elements[static_cast<size_t>(e.element[i])];
    return array_bytes(*shape);
  }

  Ticks cost(const Edge& e, const Boundary& b, bool with_launch) const {
    Ticks sum = moved(b.bytes);
    if (is_launch(g_[e.producer].op) && readers_.only_one(g_, e)) sum += moved(value_bytes(e));
    return sum + (b.only_reader && with_launch ? launch_ : 0);
  }

  Boundary boundary(const Edge& e) {
    Boundary b;
    b.producer = e.producer;
    b.consumer = e.consumer;
    if (g_.is_multi_output(e.producer) && !e.element.empty())
      b.output = g_[g_.fused_root(e.producer)].operands[static_cast<size_t>(e.element.back())];
    b.only_reader = is_launch(g_[e.producer].op) && readers_.only_one_of_all(g_, e.producer);
    for (OpKind op : e.through) b.through += (b.through.empty() ? "" : ", ") + std::string(hlo_name(op));
    const int64_t operand = g_.operand_index(e.consumer, e.last);
    b.bytes =
        operand < 0 ? value_bytes(e) : std::min(value_bytes(e), bytes_read(e.consumer, static_cast<size_t>(operand)));
    for (NodeId n : {e.producer, e.consumer})
      if (const std::string detail = wall_of(g_, n); !detail.empty())
        b.refusals.push_back({"wall", verdict(Reason::XlaWall, b, " (" + g_[n].name + ": " + detail + ")")});
    b.wall = !b.refusals.empty();
    if (b.wall) return b;
    if (e.through.contains(OpKind::Tuple) || e.through.contains(OpKind::OptimizationBarrier) ||
        e.through.contains(OpKind::AddDependency)) {
      b.wall = true;
      b.refusals.push_back({"wall", verdict(Reason::XlaWall, b, fmt::format(" ({} between them)", b.through))});
    } else if (e.through.contains(OpKind::GetTupleElement)) {
      b.refusals.push_back({"all passes", verdict(Reason::R06SeveralOutputs, b, "")});
    } else if (strategy_.why) {
      b.refusals = strategy_.why(g_, e.producer, e.first_reader);
      if (e.last != e.producer)
        for (Refused& r : strategy_.why(g_, e.last, e.consumer)) b.refusals.push_back(std::move(r));
    }
    if (b.refusals.empty()) from_log(e, b);
    if (b.refusals.empty() && strategy_.why) b.refusals.push_back({"order", verdict(Reason::XlaPassOver, b, "")});
    return b;
  }

  Verdict verdict(Reason r, const Boundary& b, std::string detail) const {
    const InstrId output = b.output.valid() ? g_[b.output].origin : InstrId();
    return {r, output.valid() ? output : g_[b.producer].origin, g_[b.consumer].origin, {}, std::move(detail)};
  }

  // The last word about these two that the strategy wrote down.
  void from_log(const Edge& e, Boundary& b) const {
    const std::string &producer = g_[e.producer].name, &reader = g_[e.first_reader].name;
    for (auto s = log_.steps.rbegin(); s != log_.steps.rend() && b.refusals.empty(); ++s) {
      if (s->producer != producer) continue;
      const bool about = s->consumers.empty() || std::ranges::find(s->consumers, reader) != s->consumers.end();
      if (s->kind == StepKind::Refused && about) b.refusals.push_back({"log", s->verdict});
      if (s->kind == StepKind::Estimate && s->fused > s->unfused)
        b.refusals.push_back({"log", Verdict{Reason::R29Slower,
                                             g_[e.producer].origin,
                                             g_[e.consumer].origin,
                                             {s->fused * ps_per_tick, s->unfused * ps_per_tick},
                                             ""}});
    }
  }

  Graph& g_;
  const Strategy& strategy_;
  const Log& log_;
  Cost cost_;
  Readers readers_;  // of the computation that is reported
  const bool timed_;
  const Ticks launch_;
};

// How often each control computation runs, and in which loop.
void place_loops(const Graph& g, std::vector<ComputationReport>& computations) {
  const Module& m = g.module();
  const std::map<NodeId, CompId> largest = largest_branches(g);
  std::map<CompId, size_t> at;
  for (size_t i = 0; i < computations.size(); ++i) at[g[computations[i].body].origin] = i;
  std::set<CompId> placed{m.entry};
  computations[at.at(m.entry)].steps = 1;
  // Callers come after those they call. Of several callers the runs add up, and the innermost says where it stands.
  for (size_t i = computations.size(); i-- > 0;) {
    const ComputationReport caller = computations[i];
    for (NodeId n : g[caller.body].nodes) {
      if (g[n].dead || !is_control(g[n].op) || !g[n].origin.valid()) continue;
      const bool loop = g[n].op == OpKind::While, branch = g[n].op == OpKind::Conditional;
      const auto count = loop ? known_steps(m, g[n].origin) : std::nullopt;
      for (CompId callee : m.callees(g[n].origin)) {
        ComputationReport& c = computations[at.at(callee)];
        const bool first = placed.insert(callee).second;
        const bool condition = loop && m.attrs(g[n].origin).comps(AttrName::Condition)[0] == callee;
        // XLA for GPUs counts the steps itself where it knows how many they are.
        const bool runs = !(condition && count) && !(branch && largest.at(n) != callee);
        if (runs) c.steps += caller.steps * count.value_or(1);
        c.at_least |= caller.at_least || (loop && !count);
        c.at_most |= caller.at_most || branch;
        c.condition = (first || c.condition) && (caller.condition || condition);
        c.branch = (first || c.branch) && branch;
        const int depth = caller.depth + (loop ? 1 : 0);
        if (!first && depth <= c.depth) continue;
        c.depth = depth;
        c.loop = loop ? g[n].origin : caller.loop;
      }
    }
  }
}

}  // namespace

int64_t ComputationReport::bytes() const {
  int64_t sum = 0;
  for (const KernelReport& k : kernels) sum += k.read_bytes + k.written_bytes;
  return sum;
}

std::vector<std::string> ops_of(const Graph& g, NodeId n) {
  if (!g.is_fusion(n)) return {std::string(hlo_name(g[n].op))};
  std::vector<std::string> ops;
  for (NodeId m : g.post_order(g[n].called))
    if (g[m].op != OpKind::Parameter && g[m].op != OpKind::Tuple) ops.emplace_back(hlo_name(g[m].op));
  return ops;
}

int64_t ComputationReport::launches() const { return static_cast<int64_t>(kernels.size()) * steps; }

std::string_view ComputationReport::bound() const {
  return at_least && at_most ? "about " : at_least ? "at least " : at_most ? "at most " : "";
}

int64_t Report::launches() const {
  int64_t sum = 0;
  for (const ComputationReport& c : computations) sum += c.launches();
  return sum;
}

std::string_view Report::bound() const {
  ComputationReport all;
  for (const ComputationReport& c : computations) {
    if (c.kernels.empty()) continue;
    all.at_least |= c.at_least;
    all.at_most |= c.at_most;
  }
  return all.bound();
}

namespace {

// Control computations that are still called, callees before callers.
std::vector<BodyId> called_bodies(const Graph& g) {
  std::set<uint32_t> called{g.module().entry.value};
  std::vector<BodyId> bodies;
  for (size_t i = g.control_bodies().size(); i-- > 0;) {
    const BodyId body = g.control_bodies()[i];
    if (!called.contains(g[body].origin.value)) continue;
    bodies.push_back(body);
    for (NodeId n : g[body].nodes)
      if (!g[n].dead && is_control(g[n].op) && g[n].origin.valid())
        for (CompId c : g.module().callees(g[n].origin)) called.insert(c.value);
  }
  std::ranges::reverse(bodies);
  return bodies;
}

Report placed(const Graph& g, std::vector<ComputationReport> computations) {
  place_loops(g, computations);
  std::ranges::stable_sort(computations, std::greater<>(), [](const ComputationReport& c) { return c.depth; });
  return {std::move(computations)};
}

}  // namespace

Report report_of(Graph& g, const Strategy& strategy, const Log& log) {
  Reporter reporter(g, strategy, log);
  std::vector<ComputationReport> computations;
  for (BodyId body : called_bodies(g)) computations.push_back(reporter.computation(body));
  return placed(g, std::move(computations));
}

Report kernels_report_of(Graph& g, const Strategy& strategy, const Log& log) {
  Reporter reporter(g, strategy, log);
  std::vector<ComputationReport> computations;
  for (BodyId body : called_bodies(g)) computations.push_back(reporter.kernels(body));
  return placed(g, std::move(computations));
}

Status verify(const Graph& g, const Report& report) {
  Diagnostics missing;
  for (const ComputationReport& c : report.computations)
    for (const Boundary& b : c.boundaries)
      if (b.refusals.empty())
        missing.push_back(
            {Severity::Error,
             {},
             fmt::format("nothing says why {} and {} are two kernels", g[b.producer].name, g[b.consumer].name),
             {}});
  if (missing.empty()) return {};
  return std::unexpected(std::move(missing));
}

std::vector<Refused> why_apart(Graph& g, const Strategy& strategy, const Log& log, NodeId a, NodeId b) {
  return Reporter(g, strategy, log).why(a, b);
}

std::vector<NodeId> kernels_with(const Graph& g, std::string_view name) {
  std::vector<NodeId> named, computing;
  for (BodyId body : g.control_bodies())
    for (NodeId n : g.post_order(body)) {
      if (!is_group(g, n)) continue;
      if (g[n].name == name) named.push_back(n);
      if (!g.is_fusion(n)) continue;
      if (std::ranges::any_of(g[g[n].called].nodes, [&](NodeId m) {
            return !g[m].dead && g[m].op != OpKind::Parameter && g[m].name == name;
          }))
        computing.push_back(n);
    }
  return named.empty() ? computing : named;
}

}  // namespace eutectic::fusion::xla

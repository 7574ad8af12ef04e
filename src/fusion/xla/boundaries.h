// What a strategy made of a program: the kernels with what they cost, and every edge between two of them with what
// keeps it: all rules that refuse, or a wall (a call of a library, a loop's tuple ...) that no rule of fusion can move.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "fusion/xla/log.h"
#include "fusion/xla/strategy.h"

namespace eutectic::fusion::xla {

// What a kernel computes, in the order it does.
std::vector<std::string> ops_of(const Graph& graph, NodeId kernel);

struct Operand {
  std::string name;
  int64_t bytes = 0;  // read by one launch
};

struct KernelReport {
  NodeId node;
  std::vector<std::string> ops;
  std::vector<Operand> inputs;
  int64_t read_bytes = 0, written_bytes = 0;
  // Of XLA's cost model for the device; not of calls of libraries, which it does not know.
  std::optional<int64_t> flops;
  Ticks compute = 0, memory = 0, time = 0;  // the launch not included
  Ticks launch = 0;                         // also of those
  // What sums over kernels count: of calls of libraries the launch alone.
  Ticks time_in_all() const { return time + launch; }
  bool bound_by_launch() const { return time < launch; }
};

// A value that one kernel makes and another reads: of a kernel with several outputs each output has boundaries of its
// own.
struct Boundary {
  NodeId producer, consumer;
  NodeId output;        // which of several outputs of a fusion; invalid if it has one, or all are read as a tuple
  std::string through;  // "get-tuple-element", "bitcast", "tuple": what stands between; "" if nothing
  bool wall = false;
  bool only_reader = false;  // nothing else reads the producer: fused into this one it would be no kernel any more
  std::vector<Refused> refusals;
  int64_t bytes = 0;  // that the consumer reads of the value between
  // Of one run: reading these, writing the value if nothing else reads it, and the launch of a producer with one reader
  // (once, if that reads several outputs).
  Ticks cost = 0;
};

// One entry, loop body, condition or branch.
struct ComputationReport {
  BodyId body;
  InstrId loop;  // the while whose body (or condition) it is
  bool condition = false;
  bool branch = false;  // of a conditional
  // Runs in all, of all callers. A loop whose count is not known counts once; the condition of one whose count is known
  // does not run at all; of a conditional's branches the one with the most launches runs each time.
  int64_t steps = 0;
  bool at_least = false, at_most = false;  // loops of unknown count, conditionals: around it or itself
  int depth = 0;                           // loops around it
  std::vector<KernelReport> kernels;
  std::vector<Boundary> boundaries;  // by cost, dearest first

  bool steps_known() const { return !at_least && !at_most; }
  std::string_view bound() const;  // "", "at least ", "at most ", or "about " if both
  int64_t bytes() const;
  int64_t launches() const;
};

struct Report {
  std::vector<ComputationReport> computations;  // loops first, the innermost before those around them
  int64_t launches() const;
  std::string_view bound() const;  // of them, as above
};

// The graph is the strategy's end state, the log what it wrote.
Report report_of(Graph& graph, const Strategy& strategy, const Log& log);
// The kernels alone.
Report kernels_report_of(Graph& graph, const Strategy& strategy, const Log& log);
// Every boundary has its verdicts.
Status verify(const Graph& graph, const Report& report);

// Every rule between two kernels, whether or not one reads the other.
std::vector<Refused> why_apart(Graph& graph, const Strategy& strategy, const Log& log, NodeId a, NodeId b);
// The kernels of this name; if there is none, those that compute the value of this name, or copies of it. Computations
// of a program may use the same names.
std::vector<NodeId> kernels_with(const Graph& graph, std::string_view name);

}  // namespace eutectic::fusion::xla

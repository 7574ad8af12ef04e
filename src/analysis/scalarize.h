// Symbolic evaluation of single array elements: asks for element `index` of a value and gets a scalar node, following
// operands through calls, unrolled inner loops, branches, data movement (by access maps) and small reductions.
// Concatenates, slices and transposes thereby only rename scalars. What cannot be followed is a verdict.
//
// Values from outside (inputs, carried values) are given by `boundary`. Complex elements have two parts (0 real, 1
// imaginary); tuples are addressed by leaf number.
#pragma once
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "analysis/scalar_graph.h"
#include "explain/verdict.h"
#include "ops/op_def.h"

namespace eutectic::analysis {

using IndexList = std::vector<AffineId>;

// The op of a reducer that is one commutative binary op on its two parameters.
std::optional<scalar::Op> reducer_op(const Module& module, CompId body);

// An array in memory that loads refer to by number.
struct Source {
  InstrId instr;
  uint32_t leaf = 0;
};

struct ScalarizeLimits {
  int64_t unrolled_reduction = 64;  // elements of a reduction that is written out
  int64_t unrolled_iterations = 64;
  size_t nodes = 40000;
};

// A reduction of more elements than are written out, as a loop over them: accumulators are carried, and an element is
// asked for per step.
struct LongReduction {
  uint32_t frame = 0;
  InstrId instr;
  IndexList index;              // in the result
  std::vector<size_t> running;  // dimensions of the operand that are reduced
  std::vector<NodeId> carries, init, next;
};

class Scalarizer {
 public:
  using NodeOrVerdict = std::expected<NodeId, explain::Verdict>;
  // What a value of the root frame is: a node, or an element of another value (a loop's carried value that never
  // changes is its initial value).
  struct Forward {
    InstrId instr;
    uint32_t leaf, part;
    IndexList index;
  };
  using Given = std::variant<NodeId, Forward>;
  using GivenOrVerdict = std::expected<Given, explain::Verdict>;
  // Asked for every instruction of the root frame. nullopt: not a boundary, evaluate it. A verdict: stop.
  using Boundary =
      std::function<std::optional<GivenOrVerdict>(InstrId, uint32_t leaf, uint32_t part, const IndexList&)>;

  Scalarizer(const Module& module, ScalarGraph& graph, Boundary boundary)
      : module_(module), graph_(graph), boundary_(std::move(boundary)) {
    frames_.push_back({});
  }

  NodeOrVerdict element(InstrId instr, uint32_t leaf, uint32_t part, const IndexList& index);

  // Extents of the lane axes; a reduction over a dimension of such an extent at a lane-free index becomes a Reduce
  // node.
  std::vector<int64_t> lane_extents;
  ScalarizeLimits limits;

  // What becomes of long reductions. Columns: LongReductions of one length, carried per lane. Rows: the lanes are what
  // is reduced, so that only Reduce nodes are left.
  enum class Long : uint8_t { Refuse, Columns, Rows } long_reductions = Long::Refuse;
  // How many elements the roots have; results of fewer elements would be computed again and again.
  int64_t root_elements = 1;
  // Columns: whether a reduction of neighbours in memory stops the attempt; then its dimensions are in `wanted_rows`.
  bool may_want_rows = false;
  std::vector<int64_t> wanted_rows;
  const std::vector<LongReduction>& found_long() const { return long_; }
  // Makes `init` and `next` of all; `counter` numbers the elements.
  std::optional<explain::Verdict> finish_long(AffineId counter);
  int64_t long_count() const { return long_count_; }

  // Loads of `instr` refer to this number.
  uint32_t source(InstrId instr, uint32_t leaf);
  const std::vector<Source>& sources() const { return sources_; }
  // The load of an array that lies in memory row-major. Complex arrays have twice the elements.
  NodeId load(InstrId instr, uint32_t leaf, uint32_t part, const IndexList& index);

  // While a boundary is asked: the nearest instruction on the way here that is not just a name for another.
  InstrId reader() const;

  const Module& module() const { return module_; }
  ScalarGraph& graph() { return graph_; }

 private:
  enum class FrameKind : uint8_t { Root, Call, Iteration, Branch, Bound };
  struct Frame {
    FrameKind kind = FrameKind::Root;
    uint32_t parent = 0;
    InstrId instr;          // in the parent
    int64_t number = 0;     // iteration or branch
    uint32_t previous = 0;  // Iteration: the frame of the iteration before
    std::vector<NodeId> bound;
  };
  struct Key {
    uint32_t frame;
    InstrId instr;
    uint32_t leaf, part, index;
  };
  enum class Outcome : uint8_t { Done, Pending, Failed };

  uint32_t intern(const IndexList& index);
  uint32_t frame(FrameKind kind, uint32_t parent, InstrId instr, int64_t number, uint32_t previous = 0);
  // A frame whose parameters are these nodes.
  uint32_t bound_frame(const Key& key, const std::vector<NodeId>& bound);
  static std::string encode(const Key& key);
  // The memoised value, or none and the key is noted as missing.
  std::optional<NodeId> get(uint32_t frame, InstrId instr, uint32_t leaf, uint32_t part, const IndexList& index);
  std::optional<NodeId> operand(const Key& key, size_t n, uint32_t part, const IndexList& index) {
    return get(key.frame, module_.operand(key.instr, n), 0, part, index);
  }
  // One attempt at a key: its node, or nothing when operands are missing or it failed.
  std::optional<NodeId> step(const Key& key);
  std::optional<NodeId> parameter(const Key& key);
  std::optional<NodeId> loop(const Key& key);
  std::optional<NodeId> conditional(const Key& key);
  std::optional<NodeId> literal(const Key& key);
  std::optional<NodeId> data_movement(const Key& key, size_t data_operands);
  std::optional<NodeId> scatter(const Key& key);
  std::optional<NodeId> elementwise(const Key& key);
  std::optional<NodeId> complex_elementwise(const Key& key);
  std::optional<NodeId> reduce(const Key& key);
  std::optional<NodeId> long_reduction(const Key& key, const std::vector<size_t>& running, int64_t count);
  NodeOrVerdict element_in(uint32_t frame, InstrId instr, uint32_t leaf, uint32_t part, const IndexList& index);
  // The long reduction whose accumulator a node reads, if any.
  std::optional<InstrId> reads_long(NodeId node) const;
  std::optional<NodeId> dot(const Key& key);
  std::optional<NodeId> threefry_call(const Key& key);
  std::optional<AffineId> substitute(const IndexExpr& expr, const IndexList& dims,
                                     const std::vector<AffineId>& runtimes);
  AffineId clamped(AffineId form, int64_t low, int64_t high);
  std::nullopt_t fail(explain::Reason reason, InstrId subject, std::vector<int64_t> numbers = {},
                      std::string detail = {});

  const Module& module_;
  ScalarGraph& graph_;
  Boundary boundary_;
  std::vector<Frame> frames_;
  std::map<std::tuple<int, uint32_t, uint32_t, int64_t>, uint32_t> frame_ids_;
  std::map<std::vector<uint32_t>, uint32_t> bound_ids_;
  std::vector<IndexList> indices_;
  std::unordered_map<std::string, uint32_t> index_ids_;
  std::unordered_map<std::string, NodeId> memo_;
  std::map<std::pair<uint32_t, uint32_t>, int64_t> trip_counts_;  // (frame, while)
  std::vector<Source> sources_;
  std::vector<Key> missing_, stack_;
  std::vector<LongReduction> long_;
  int64_t long_count_ = 0;
  bool finishing_ = false;
  std::optional<explain::Verdict> failure_;
};

}  // namespace eutectic::analysis

// Kernel: buffers plus a tree of regions over scalar SSA. The meaning is that of running every lane alone, in
// ascending order; vector width, thread count, interleaving and lazy arms never change a bit (see reduce.h for the
// order of reductions). Plain data: built by KernelBuilder, checked by verify.h, printed and parsed by text.h.
//
// The root region is run by all workers alike (uniform values are computed by each); a `par` spreads its iterations
// over the workers and ends with a barrier of all of them. Nesting of regions is at most 64 deep.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "scalar/scalar_op.h"

namespace eutectic::kernel {

using ValueId = Id<struct KernelValueTag>;
using StmtId = Id<struct KernelStmtTag>;
using RegionId = Id<struct KernelRegionTag>;
using BufferId = Id<struct KernelBufferTag>;
using FunctionId = Id<struct KernelFunctionTag>;

// uniform: one value per worker. lane: one value per lane of the enclosing `lanes`.
struct Value {
  ElementType type = ElementType::F32;
  bool lane = false;
  std::string name;  // without %; empty: printed as its number
};

enum class Space : uint8_t {
  Param,   // the caller's memory
  Local,   // one array per iteration of the enclosing `par` (L1, shared memory); contents undefined at its start
  Worker,  // memory shared by all workers for the whole launch; undefined at its start
};
enum class Access : uint8_t { In, Out, InOut };
struct Buffer {
  std::string name;
  ElementType type = ElementType::F32;
  int64_t size = 0;  // elements
  Space space = Space::Param;
  Access access = Access::In;  // of a Param. Two Params may be the same memory only if the caller binds one InOut.
};

// Element number offset + sum of value * scale; values are s64.
struct IndexTerm {
  ValueId value;
  int64_t scale = 1;
  bool operator==(const IndexTerm&) const = default;
};
struct Index {
  std::vector<IndexTerm> terms;
  int64_t offset = 0;
  bool operator==(const Index&) const = default;
};

enum class StmtKind : uint8_t {
  Const,  // results[0] = bits
  Op,     // results[0] = op(operands), a primitive
  Load,   // results[0] = buffer[index]; operands: {} or {pred mask, value where it is false (not loaded)}
  Store,  // buffer[index] = operands[0]; operands[1], if present, is a pred mask
  For,    // operands: lo, hi (s64, uniform), initial carries. regions[0]: params iv, carries; yields carries.
          // Serial, ascending, step 1. results: last carries.
  While,  // operands: initial carries. regions[0]: params carries; yields one pred. regions[1]: params carries;
          // yields carries. Inside `lanes` with a lane condition each lane stops alone. results: last carries.
  When,   // operands: pred, then the values where it is false. regions[0]: no params; yields as many values.
          // results: pred ? yields : values. Uniform pred: a branch, which may hold stores, loops and lanes (not par).
          // Lane pred: regions[0] is pure, and skipped where no lane needs it.
  Par,    // operands: count (s64, uniform). regions[0]: param p (s64, uniform); no yields. Only at root or inside
          // root-level For/While/When. Iterations are independent but for Worker/Param memory written by earlier pars.
  Lanes,  // operands: lo, hi (s64, uniform). regions[0]: param j (s64, lane), lo <= j < hi; yields values to be
          // reduced, one per entry of `reducers`. results: the uniform reductions. Not nested in another Lanes.
  Call,   // results = function(operands): pure
};

struct Stmt {
  StmtKind kind = StmtKind::Op;
  scalar::Op op = scalar::Op::Add;
  scalar::Bits bits = 0;
  BufferId buffer;
  Index index;
  FunctionId function;
  std::vector<ValueId> operands, results;
  std::vector<RegionId> regions;
  std::vector<scalar::Op> reducers;  // Lanes: Add, Mul, Min, Max, And, Or, Xor
  // Hints that never change a result.
  int64_t multiple = 1;  // Lanes: hi - lo is a multiple of this
  int interleave = 0;    // Lanes: vectors worked on together; 0: the back end chooses
  int fixpoint = 0;      // For inside Lanes: every so many iterations, stop when all carries of all lanes of the
                         // vector are bit-identical to those before the iteration. The builder has proved that the body
                         // reads neither iv nor anything that changes.
};

struct Region {
  std::vector<ValueId> params;
  std::vector<StmtId> stmts;
  std::vector<ValueId> yields;
};

// A kernel-local pure function of scalars (threefry, the slow path of sin): called with uniform or lane values.
// Its region holds Const, Op, When, Call of earlier functions, and For/While over its own values.
struct Function {
  std::string name;
  RegionId body;  // params, yields
};

struct Kernel {
  std::string name;
  Store<ValueId, Value> values;
  Store<StmtId, Stmt> stmts;
  Store<RegionId, Region> regions;
  Store<BufferId, Buffer> buffers;
  Store<FunctionId, Function> functions;
  RegionId root;
};

}  // namespace eutectic::kernel

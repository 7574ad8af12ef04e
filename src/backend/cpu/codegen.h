// A kernel as LLVM IR: one function `void name(const LaunchArgs*)` plus internal functions for calls that are not
// inlined. Uniform values are scalars; lane values are `count` vectors of `width` elements, unrolled side by side.
// Private to backend/cpu.
#pragma once
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/MDBuilder.h>

#include <limits>
#include <map>
#include <span>
#include <vector>

#include "backend/cpu/ops.h"
#include "kernel/kernel.h"

namespace eutectic::cpu {

using kernel::BufferId;
using kernel::FunctionId;
using kernel::Kernel;
using kernel::RegionId;
using kernel::Stmt;
using kernel::StmtId;
using kernel::StmtKind;
using kernel::ValueId;
using Vectors = llvm::SmallVector<llvm::Value*, 4>;
using Carried = llvm::SmallVector<Vectors, 8>;  // of a loop, each its vectors or one uniform value

// Bounds of a signed integer value, inclusive.
struct Range {
  int64_t lo = std::numeric_limits<int64_t>::min(), hi = std::numeric_limits<int64_t>::max();
  bool fits32() const { return lo >= std::numeric_limits<int32_t>::min() && hi <= std::numeric_limits<int32_t>::max(); }
};

// What a kernel value is at the present point of code generation.
struct Rep {
  bool lane = false;
  llvm::Value* uniform = nullptr;  // !lane
  Vectors wide;                    // lane: its vectors
  // s64 and u64: vectors of i32 equal to it modulo 2^32. Where the range fits 32 bits (s64), it is the value.
  Vectors low;
  int first = 0;  // number of the first vector held
  // s64 that is base + step * (lane number): addresses come from it.
  llvm::Value* base = nullptr;
  int64_t step = 0;
  bool clamped =
      false;  // s64 that is such a number with step 1, between uniform bounds: next to each other or the same
  Range range;
};

// The lanes being worked on: vectors first .. first + count - 1 of those of the enclosing Lanes.
struct LaneContext {
  int width = 1, count = 1, first = 0;
  Vectors mask;  // active lanes, `count` vectors; empty: all
};

struct Layout {
  std::vector<int64_t> offset;  // of Local and Worker buffers; of Param: their number
  int64_t local_bytes = 0, shared_bytes = 0;
};
Layout layout(const Kernel& kernel);

class Codegen {
 public:
  Codegen(const Kernel& kernel, const Target& target, const CpuOptions& options, llvm::Module& module);
  Status run();

 private:
  using V = llvm::Value*;
  // codegen.cc
  void emit_entry();
  llvm::Function* make_function(llvm::FunctionType* type, const std::string& name, bool internal);
  void emit_region(RegionId region);
  void emit_stmt(const Stmt& stmt);
  void emit_plain_stmt(const Stmt& stmt);
  void emit_const(const Stmt& stmt);
  void emit_call(const Stmt& stmt);
  void emit_call_batch(std::span<const Stmt* const> calls);
  std::vector<const Stmt*> call_batch(const kernel::Region& region, size_t first, std::vector<bool>& done);
  bool inlines(const Stmt& call);
  bool any_lane(std::span<const ValueId> values) const;
  int function_cost(FunctionId function);
  // codegen_ops.cc
  void emit_op(const Stmt& stmt);
  bool emit_integer_lane(const Stmt& stmt, Rep& result);
  Range op_range(const Stmt& stmt) const;
  // codegen_values.cc
  Rep& rep(ValueId v) { return reps_[v.index()]; }
  const Rep& rep(ValueId v) const { return reps_[v.index()]; }
  ElementType type_of(ValueId v) const { return kernel_.values[v].type; }
  void define_uniform(ValueId v, V value, Range range = {});
  void define_lane(ValueId v, Vectors vectors);
  void define(ValueId v, Rep r);
  V uniform(ValueId v);
  V vec(ValueId v, int k);    // the k-th vector of the context; splats uniform values
  V low32(ValueId v, int k);  // of s64 and u64
  bool has_low(ValueId v) const;
  V base_of(const Rep& r, int first);  // base of vector number `first`
  V base_here(const Rep& r) { return base_of(r, lanes_.first); }
  V splat(V scalar, int width);
  V mask_any(std::span<V const> masks);
  V active(int k) { return lanes_.mask.empty() ? nullptr : lanes_.mask[static_cast<size_t>(k)]; }
  Vectors mask_and(ValueId pred);  // with the active mask
  Vectors mask_and(std::span<V const> masks);
  llvm::Constant* iota(int width, int64_t from, int64_t step, llvm::Type* element);
  template <class F>
  V after(V scalar, F&& make);
  void define_affine(ValueId v, V base, int64_t step, Range range);
  llvm::BasicBlock* new_block(const char* name);
  void branch_if(V condition, llvm::BasicBlock* yes, llvm::BasicBlock* no, int likely = 0);
  // codegen_loops.cc
  void emit_for(const Stmt& stmt);
  // The counter and the carries of a loop at its head.
  class LoopPhis {
   public:
    LoopPhis(llvm::IRBuilder<>& b, V first, const Carried& init, llvm::BasicBlock* before);
    void close(V counter, const Carried& next, llvm::BasicBlock* end);  // the way back from `end`
    V counter() const { return counter_; }
    const Carried& carries() const { return carries_; }

   private:
    llvm::PHINode* counter_;
    Carried carries_;
  };
  using Exits = llvm::SmallVector<std::pair<llvm::BasicBlock*, Carried>, 4>;
  std::pair<Carried, V> emit_step(const Stmt& stmt, const std::vector<bool>& lane, const Carried& carries, V iv,
                                  Range iv_range);
  void emit_until_fixpoint(const Stmt& stmt, const std::vector<bool>& lane, LoopPhis& outer, Range iv_range, V lo, V hi,
                           llvm::BasicBlock* exit, Exits& exits);
  V carries_changed(const Stmt& stmt, const std::vector<bool>& lane, const Carried& old, const Carried& now);
  void emit_while(const Stmt& stmt);
  void emit_when(const Stmt& stmt);
  void emit_lane_when(const Stmt& stmt);
  void emit_par(const Stmt& stmt);
  void emit_barrier();
  // codegen_root.cc
  struct Accesses {
    std::vector<bool> loaded;  // by buffer
    std::vector<int> stored;
  };
  Accesses no_accesses() const;
  void count_accesses(RegionId region, bool with_pars, Accesses& a) const;
  Accesses left_by(RegionId region, bool& met) const;
  bool conflicts(const Accesses& now, bool par) const;
  void meet_if_needed(const Accesses& now, bool par);
  void add_accesses(const Accesses& now);
  void emit_root_stmt(const Stmt& stmt);
  void find_last_par();
  // codegen_when.cc
  void emit_when_each(const Stmt& stmt);
  std::vector<ValueId> lane_inputs(RegionId region);
  // codegen_flow.cc: which carries of a loop in lanes differ between lanes.
  std::vector<bool> lane_carries(const Stmt& loop);
  bool flow_region(RegionId region);
  bool flow_lane(ValueId v) const;
  bool flow_set(ValueId v, bool lane);
  bool flow_loop(const Stmt& stmt);
  // codegen_memory.cc
  struct Address {
    V index = nullptr;         // i64: the uniform part
    int64_t step = 0;          // per lane
    bool gather = false;       // plus a part that is in no arithmetic progression
    bool consecutive = false;  // that part is one number that is consecutive but for a clamp
    Vectors lane_index;        // i32 or i64 vectors, gather only; without the uniform part and step
  };
  Address address(BufferId buffer, const kernel::Index& index);
  void emit_load(const Stmt& stmt);
  void emit_store(const Stmt& stmt);
  V load_vector(BufferId buffer, const Address& a, int k, V mask);
  V load_clamped(BufferId buffer, const Address& a, int k, V mask);
  V load_strided(BufferId buffer, V index, int64_t step, int width);
  V gather(BufferId buffer, V index, V mask);
  V pointer(BufferId buffer, V index);
  V lane_index_vector(const Address& a, int k);
  void tag(llvm::Instruction* access, BufferId buffer, bool is_load);
  void make_alias_info();
  bool may_alias(BufferId x, BufferId y) const;
  // codegen_lanes.cc
  struct Shape {
    int width = 1, count = 1;
  };
  struct Reduction {
    llvm::AllocaInst* array = nullptr;  // 64 elements as in memory
    llvm::SmallVector<llvm::PHINode*, 8> phis;
    Vectors registers;  // after the main loop, if it keeps all 64 in registers
  };
  void emit_lanes(const Stmt& stmt);
  void lanes_body(const Stmt& stmt, V index, Shape shape, V remaining);
  void reduce_array(const Stmt& stmt, std::span<Reduction> reductions, V position);
  V reduce_finish(const Stmt& stmt, size_t i, Vectors accumulators, int width);
  V reduce_op(const Stmt& stmt, size_t i, V x, V y);
  Vectors reduce_load(const Stmt& stmt, size_t i, const Reduction& r, int width);
  void reduce_store(const Stmt& stmt, size_t i, const Reduction& r, std::span<V const> values, int width);
  // codegen_shape.cc
  struct BodyCost {
    int ops = 0, cold_ops = 0, ops64 = 0, ops32 = 0, ops16 = 0, ops8 = 0;
    bool loop = false, early_exit = false;
  };
  void body_cost(RegionId region, BodyCost& cost, int depth);
  int live_values(RegionId region);
  Shape choose_shape(const Stmt& stmt, int64_t constant_size);

  const Kernel& kernel_;
  const Target& target_;
  const CpuOptions& options_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  Builder b;
  Ops ops_;
  Layout layout_;
  llvm::Function* function_ = nullptr;
  V worker_ = nullptr, workers_ = nullptr, barrier_ = nullptr;
  std::vector<V> buffer_pointer_;
  std::vector<llvm::MDNode*> alias_scope_, no_alias_;
  bool invariant_inputs_ = false;
  std::vector<Rep> reps_;
  bool in_lanes_ = false;
  LaneContext lanes_;
  std::map<std::pair<V, int>, V> splats_;
  std::vector<uint32_t> flow_stamp_;
  std::vector<bool> flow_lane_;
  uint32_t flow_now_ = 0;
  std::vector<int> function_cost_;
  std::map<std::tuple<uint32_t, int, int, bool>, llvm::Function*> functions_;
  int64_t inlined_ops_ = 0;
  int call_depth_ = 0;
  const Stmt* last_par_ = nullptr;
  bool several_workers_ = false, in_par_ = false;
  Accesses since_barrier_;  // at root level
};

}  // namespace eutectic::cpu

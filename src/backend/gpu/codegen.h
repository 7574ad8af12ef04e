// A kernel as LLVM IR, one function per launch, all values scalars of one thread. Private to backend/gpu.
#pragma once
#include <llvm/ADT/SmallVector.h>

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "backend/cpu/ops.h"
#include "backend/gpu/ptx.h"

namespace eutectic::gpu {

using kernel::BufferId;
using kernel::Kernel;
using kernel::RegionId;
using kernel::Stmt;
using kernel::StmtId;
using kernel::StmtKind;
using kernel::ValueId;

class Codegen {
 public:
  // `device`: NVPTX's intrinsics and address spaces; else plain functions behind one entry `kernel` (host.cc).
  Codegen(const Kernel& kernel, const cpu::Target& target, bool device, llvm::Module& module);
  Result<std::vector<GpuLaunch>> run();
  int64_t scratch_bytes() const { return scratch_bytes_; }

 private:
  using V = llvm::Value*;
  using Values = llvm::SmallVector<V, 8>;

  // codegen.cc: launches
  bool contains_par(RegionId region) const;
  bool is_pure(const Stmt& stmt) const;
  std::optional<int64_t> constant(ValueId v) const;
  std::optional<int64_t> extent(ValueId lo, ValueId hi) const;
  void choose_threads();
  void find_hazards(std::span<const StmtId> stmts);
  void find_own(std::span<const StmtId> stmts);
  Status emit_launch(std::span<const StmtId> stmts, const Stmt* par);
  void begin_function(const std::string& name);
  void end_function();
  void emit_host_entry();

  // codegen_statements.cc
  void emit_region(RegionId region);
  void emit_stmt(const Stmt& stmt);
  void emit_op(const Stmt& stmt);
  void emit_load(const Stmt& stmt);
  void emit_store(const Stmt& stmt);
  void emit_for(const Stmt& stmt);
  void emit_while(const Stmt& stmt);
  void emit_when(const Stmt& stmt);
  void emit_call(const Stmt& stmt);
  V pointer(BufferId buffer, const kernel::Index& index);

  // codegen_lanes.cc
  void emit_lanes(const Stmt& stmt);
  void lanes_pass(const Stmt& stmt, V lo, V count, V number, Values* reduced);
  void reduce(const Stmt& stmt, std::span<V const> accumulators);
  void barrier();

  // fmod.cc: the exact remainder, which NVPTX only approximates.
  V float_rem(ElementType type, V x, V y);
  llvm::Function* make_rem(ElementType type);

  struct Frame {  // PHIs at the head of a loop
    llvm::SmallVector<llvm::PHINode*, 8> phis;
  };
  Frame phis_of(std::span<V const> init, llvm::BasicBlock* before);
  static void close(const Frame& frame, std::span<V const> next, llvm::BasicBlock* end);

  V value(ValueId v) const { return values_.at(v.index()); }
  void define(ValueId v, V x) { values_[v.index()] = x; }
  ElementType type_of(ValueId v) const { return kernel_.values[v].type; }
  llvm::BasicBlock* new_block(const char* name);
  V shared_array(ElementType type, int64_t size, const std::string& name);
  bool in_thread() const { return lane_ != nullptr; }

  const Kernel& kernel_;
  const bool device_;
  llvm::Module& module_;
  cpu::Builder b;
  cpu::Ops ops_;
  int threads_ = 64;
  llvm::Function* function_ = nullptr;
  V thread_ = nullptr, block_ = nullptr, barrier_ = nullptr;
  std::vector<V> values_, buffers_;
  std::vector<int64_t> scratch_offset_;
  int64_t scratch_bytes_ = 0;
  std::vector<bool> hazard_;  // buffers whose stores other threads of a launch may read or repeat
  std::vector<bool> own_;     // Local buffers of which each thread touches only its lanes' elements
  const Stmt* lanes_ = nullptr;
  V lane_ = nullptr, number_ = nullptr;  // of the lane: its index, and which of the thread's lanes it is
  std::vector<V> reduce_array_;
  std::unordered_map<uint32_t, llvm::Function*> functions_;
  std::unordered_map<int, llvm::Function*> rems_;
  std::unordered_map<uint32_t, const Stmt*> maker_;
  std::unordered_set<uint32_t> pure_;  // values of the root that every launch may compute for itself
  std::vector<GpuLaunch> launches_;
  std::vector<llvm::Function*> launch_functions_;
  int64_t shared_bytes_ = 0;
  bool meets_ = false;
};

}  // namespace eutectic::gpu

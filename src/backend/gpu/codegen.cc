// Launches: what of the root becomes a function, how many threads a block has, where memory lies.
#include "backend/gpu/codegen.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "base/check.h"
#include "kernel/reduce.h"

namespace eutectic::gpu {
namespace {

constexpr int most_threads = 256;
constexpr int64_t most_shared_bytes = 48 * 1024;
constexpr unsigned global_space = 1, shared_space = 3;

bool may_alias(const kernel::Buffer& x, const kernel::Buffer& y) {
  using kernel::Access;
  using kernel::Space;
  return x.space == Space::Param && y.space == Space::Param && (x.access == Access::InOut || y.access == Access::InOut);
}

}  // namespace

Codegen::Codegen(const Kernel& kernel, const cpu::Target& target, bool device, llvm::Module& module)
    : kernel_(kernel), device_(device), module_(module), b(module.getContext()), ops_(b, target) {
  values_.assign(kernel.values.size(), nullptr);
  for (const Stmt& s : kernel.stmts)
    for (ValueId r : s.results) maker_.emplace(r.value, &s);
  for (StmtId id : kernel.regions[kernel.root].stmts)
    if (is_pure(kernel.stmts[id]))
      for (ValueId r : kernel.stmts[id].results) pure_.insert(r.value);
  for (const kernel::Buffer& buffer : kernel.buffers) {
    scratch_offset_.push_back(scratch_bytes_);
    if (buffer.space == kernel::Space::Worker)
      scratch_bytes_ += (buffer.size * info(buffer.type).storage_bytes + 255) / 256 * 256;
  }
}

bool Codegen::contains_par(RegionId region) const {
  for (StmtId id : kernel_.regions[region].stmts) {
    const Stmt& s = kernel_.stmts[id];
    if (s.kind == StmtKind::Par) return true;
    for (RegionId r : s.regions)
      if (contains_par(r)) return true;
  }
  return false;
}

// Of root statements: what every launch may compute for itself.
bool Codegen::is_pure(const Stmt& stmt) const {
  if (stmt.kind == StmtKind::Const) return true;
  if (stmt.kind != StmtKind::Op) return false;
  return std::ranges::all_of(stmt.operands, [&](ValueId o) { return pure_.contains(o.value); });
}

std::optional<int64_t> Codegen::constant(ValueId v) const {
  auto it = maker_.find(v.value);
  if (it == maker_.end() || it->second->kind != StmtKind::Const) return std::nullopt;
  return static_cast<int64_t>(it->second->bits);
}

// At most hi - lo, where hi is lo + constant, or the smaller of such and something else.
std::optional<int64_t> Codegen::extent(ValueId lo, ValueId hi) const {
  if (auto l = constant(lo), h = constant(hi); l && h) return std::max<int64_t>(0, *h - *l);
  auto it = maker_.find(hi.value);
  if (it == maker_.end() || it->second->kind != StmtKind::Op) return std::nullopt;
  const Stmt& s = *it->second;
  if (s.op == scalar::Op::Min) {
    auto x = extent(lo, s.operands[0]), y = extent(lo, s.operands[1]);
    return x && y ? std::min(*x, *y) : x ? x : y;
  }
  if (s.op == scalar::Op::Add)
    for (size_t n : {0, 1})
      if (auto c = constant(s.operands[n]); c && s.operands[1 - n] == lo) return std::max<int64_t>(0, *c);
  return std::nullopt;
}

// Enough for every lane of the widest `lanes`, in whole warps; sums need 64.
void Codegen::choose_threads() {
  int64_t widest = kernel::reduce_accumulators;
  for (const Stmt& s : kernel_.stmts)
    if (s.kind == StmtKind::Lanes)
      widest = std::max(widest, extent(s.operands[0], s.operands[1]).value_or(most_threads));
  threads_ = static_cast<int>(std::min<int64_t>((widest + 63) / 64 * 64, most_threads));
}

void Codegen::find_own(std::span<const StmtId> stmts) {
  own_.assign(kernel_.buffers.size(), false);
  for (size_t i = 0; i < own_.size(); ++i) own_[i] = kernel_.buffers[BufferId(i)].space == kernel::Space::Local;
  auto walk = [&](auto& self, std::span<const StmtId> list, const Stmt* lanes) -> void {
    for (StmtId id : list) {
      const Stmt& s = kernel_.stmts[id];
      if (s.kind == StmtKind::Load || s.kind == StmtKind::Store) {
        bool mine = false;
        if (lanes && s.index.offset == 0 && s.index.terms.size() == 2) {
          const ValueId j = kernel_.regions[lanes->regions[0]].params[0], lo = lanes->operands[0];
          const auto &x = s.index.terms[0], &y = s.index.terms[1];
          mine = (x == kernel::IndexTerm{j, 1} && y == kernel::IndexTerm{lo, -1}) ||
                 (y == kernel::IndexTerm{j, 1} && x == kernel::IndexTerm{lo, -1});
        }
        if (!mine) own_[s.buffer.index()] = false;
      }
      for (RegionId r : s.regions) self(self, kernel_.regions[r].stmts, s.kind == StmtKind::Lanes ? &s : lanes);
    }
  };
  walk(walk, stmts, nullptr);
}

void Codegen::find_hazards(std::span<const StmtId> stmts) {
  std::vector<bool> loaded(kernel_.buffers.size()), stored(kernel_.buffers.size()), again(kernel_.buffers.size());
  // `repeats`: inside a loop of the whole block, whose rounds may store one element by different threads.
  auto walk = [&](auto& self, std::span<const StmtId> list, bool repeats) -> void {
    for (StmtId id : list) {
      const Stmt& s = kernel_.stmts[id];
      if (s.kind == StmtKind::Load) loaded[s.buffer.index()] = true;
      if (s.kind == StmtKind::Store) {
        again[s.buffer.index()] = again[s.buffer.index()] || repeats || stored[s.buffer.index()];
        stored[s.buffer.index()] = true;
      }
      const bool loop = s.kind == StmtKind::For || s.kind == StmtKind::While;
      for (RegionId r : s.regions) self(self, kernel_.regions[r].stmts, repeats || loop);
    }
  };
  walk(walk, stmts, false);
  hazard_.assign(kernel_.buffers.size(), false);
  for (size_t i = 0; i < hazard_.size(); ++i)
    for (size_t k = 0; k < hazard_.size(); ++k)
      if (stored[i] && loaded[k] && !own_[i] &&
          (i == k || may_alias(kernel_.buffers[BufferId(i)], kernel_.buffers[BufferId(k)])))
        hazard_[i] = true;
  for (size_t i = 0; i < hazard_.size(); ++i) hazard_[i] = hazard_[i] || (again[i] && !own_[i]);
}

llvm::BasicBlock* Codegen::new_block(const char* name) {
  return llvm::BasicBlock::Create(module_.getContext(), name, function_);
}

llvm::Value* Codegen::shared_array(ElementType type, int64_t size, const std::string& name) {
  llvm::Type* t = llvm::ArrayType::get(ops_.memory_type(type, 1), static_cast<uint64_t>(size));
  shared_bytes_ += (size * info(type).storage_bytes + 15) / 16 * 16;
  auto* array =
      new llvm::GlobalVariable(module_, t, false, llvm::GlobalValue::InternalLinkage, llvm::PoisonValue::get(t), name,
                               nullptr, llvm::GlobalValue::NotThreadLocal, device_ ? shared_space : 0);
  array->setAlignment(llvm::Align(16));
  return array;
}

void Codegen::begin_function(const std::string& name) {
  llvm::LLVMContext& context = module_.getContext();
  llvm::Type *pointer = llvm::PointerType::get(context, device_ ? global_space : 0), *i64 = b.getInt64Ty();
  llvm::SmallVector<llvm::Type*, 16> types;
  for (const kernel::Buffer& buffer : kernel_.buffers)
    if (buffer.space == kernel::Space::Param) types.push_back(pointer);
  types.push_back(pointer);
  if (!device_) types.append({i64, i64, b.getPtrTy()});
  function_ = llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), types, false),
                                     device_ ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage,
                                     name, module_);
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  if (device_) {
    function_->setCallingConv(llvm::CallingConv::PTX_Kernel);
    function_->addFnAttr("nvvm.maxntid", std::to_string(threads_));
  }
  b.SetInsertPoint(new_block("entry"));
  if (device_) {
    thread_ = b.CreateZExt(b.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, llvm::ArrayRef<llvm::Type*>(),
                                             llvm::ArrayRef<V>()),
                           i64);
    block_ = b.CreateZExt(b.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::ArrayRef<llvm::Type*>(),
                                            llvm::ArrayRef<V>()),
                          i64);
  } else {
    const unsigned last = static_cast<unsigned>(types.size());
    thread_ = function_->getArg(last - 3);
    block_ = function_->getArg(last - 2);
    barrier_ = function_->getArg(last - 1);
  }
  shared_bytes_ = 0;
  meets_ = false;
  reduce_array_.clear();
  buffers_.clear();
  unsigned param = 0;
  for (size_t i = 0; i < kernel_.buffers.size(); ++i) {
    const kernel::Buffer& buffer = kernel_.buffers[BufferId(i)];
    switch (buffer.space) {
      case kernel::Space::Param: {
        llvm::Argument* a = function_->getArg(param++);
        a->setName(buffer.name);
        bool alone = true;
        for (size_t k = 0; k < kernel_.buffers.size(); ++k)
          alone &= k == i || !may_alias(buffer, kernel_.buffers[BufferId(k)]);
        if (alone) a->addAttr(llvm::Attribute::NoAlias);
        buffers_.push_back(a);
        break;
      }
      case kernel::Space::Worker: {
        llvm::Argument* scratch = function_->getArg(static_cast<unsigned>(types.size()) - (device_ ? 1 : 4));
        buffers_.push_back(
            b.CreateInBoundsGEP(b.getInt8Ty(), scratch, b.getInt64(static_cast<uint64_t>(scratch_offset_[i]))));
        break;
      }
      case kernel::Space::Local:
        if (own_[i]) {
          const int64_t each = (buffer.size + threads_ - 1) / threads_;
          buffers_.push_back(b.CreateAlloca(
              llvm::ArrayType::get(ops_.memory_type(buffer.type, 1), static_cast<uint64_t>(std::max<int64_t>(1, each))),
              nullptr, buffer.name));
        } else {
          buffers_.push_back(shared_array(buffer.type, std::max<int64_t>(1, buffer.size), name + "_" + buffer.name));
        }
        break;
    }
  }
}

Status Codegen::emit_launch(std::span<const StmtId> stmts, const Stmt* par) {
  find_own(stmts);
  find_hazards(stmts);
  GpuLaunch launch;
  launch.name = kernel_.name;
  for (char& c : launch.name)
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_') c = '_';
  if (launch.name.empty() || isdigit(static_cast<unsigned char>(launch.name[0]))) launch.name.insert(0, "k");
  if (!launches_.empty()) launch.name += "_" + std::to_string(launches_.size());
  begin_function(launch.name);
  for (StmtId id : kernel_.regions[kernel_.root].stmts)
    if (is_pure(kernel_.stmts[id])) emit_stmt(kernel_.stmts[id]);
  if (par) {
    const std::optional<int64_t> blocks = constant(par->operands[0]);
    if (!blocks) return unsupported(fmt::format("the number of blocks of kernel '{}' is not a constant", kernel_.name));
    launch.blocks = *blocks;
    define(kernel_.regions[par->regions[0]].params[0], block_);
    emit_region(par->regions[0]);
  } else {
    for (StmtId id : stmts) emit_stmt(kernel_.stmts[id]);
  }
  b.CreateRetVoid();
  if (shared_bytes_ > most_shared_bytes)
    return unsupported(fmt::format("kernel '{}' needs {} bytes of shared memory in a block, which has {}", kernel_.name,
                                   shared_bytes_, most_shared_bytes));
  launch.threads = threads_;
  launch.shared_bytes = shared_bytes_;
  launch.meets = meets_;
  if (launch.blocks > 0) {
    launches_.push_back(std::move(launch));
    launch_functions_.push_back(function_);
  }
  return {};
}

Result<std::vector<GpuLaunch>> Codegen::run() {
  for (const kernel::Value& v : kernel_.values)
    if (!scalar::is_scalar_type(v.type)) return unsupported(fmt::format("a kernel computes with {}", info(v.type).hlo));
  choose_threads();
  std::vector<StmtId> serial;
  auto flush = [&]() -> Status {
    if (serial.empty()) return {};
    std::vector<StmtId> now = std::exchange(serial, {});
    return emit_launch(now, nullptr);
  };
  for (StmtId id : kernel_.regions[kernel_.root].stmts) {
    const Stmt& s = kernel_.stmts[id];
    if (is_pure(s)) continue;
    if (s.kind == StmtKind::Par) {
      // What the root has computed other than by arithmetic is another launch's.
      for (StmtId before : kernel_.regions[kernel_.root].stmts) {
        if (before == id) break;
        const Stmt& p = kernel_.stmts[before];
        if (!p.results.empty() && !is_pure(p))
          return unsupported(fmt::format("kernel '{}' hands values from one launch to the next", kernel_.name));
      }
      RETURN_IF_ERROR(flush());
      const StmtId only[] = {id};
      RETURN_IF_ERROR(emit_launch(only, &s));
      continue;
    }
    for (RegionId r : s.regions)
      if (contains_par(r))
        return unsupported(fmt::format("kernel '{}' has a loop or branch around launches", kernel_.name));
    serial.push_back(id);
  }
  RETURN_IF_ERROR(flush());
  if (!device_) emit_host_entry();
  std::string message;
  llvm::raw_string_ostream out(message);
  const bool broken = llvm::verifyModule(module_, &out);
  CHECK(!broken, "wrong IR for kernel '{}': {}", kernel_.name, out.str());
  return launches_;
}

// kernel(ptr {ptr params, ptr scratch, i64 launch, i64 thread, i64 block, ptr barrier})
void Codegen::emit_host_entry() {
  llvm::Type *ptr = b.getPtrTy(), *i64 = b.getInt64Ty();
  auto* fields = llvm::StructType::get(module_.getContext(), {ptr, ptr, i64, i64, i64, ptr});
  function_ = llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), {ptr}, false),
                                     llvm::GlobalValue::ExternalLinkage, "kernel", module_);
  b.SetInsertPoint(new_block("entry"));
  V args = function_->getArg(0);
  auto field = [&](unsigned i, llvm::Type* t) { return b.CreateLoad(t, b.CreateStructGEP(fields, args, i)); };
  V params = field(0, ptr), scratch = field(1, ptr), which = field(2, i64);
  V thread = field(3, i64), block = field(4, i64), meet = field(5, ptr);
  llvm::BasicBlock* done = new_block("done");
  llvm::SwitchInst* choice = b.CreateSwitch(which, done);
  for (size_t n = 0; n < launch_functions_.size(); ++n) {
    llvm::BasicBlock* here = new_block("launch");
    choice->addCase(b.getInt64(n), here);
    b.SetInsertPoint(here);
    llvm::SmallVector<V, 16> values;
    uint64_t number = 0;
    for (const kernel::Buffer& buffer : kernel_.buffers)
      if (buffer.space == kernel::Space::Param)
        values.push_back(b.CreateLoad(ptr, b.CreateInBoundsGEP(ptr, params, b.getInt64(number++))));
    values.append({scratch, thread, block, meet});
    b.CreateCall(launch_functions_[n], values);
    b.CreateBr(done);
  }
  b.SetInsertPoint(done);
  b.CreateRetVoid();
}

}  // namespace eutectic::gpu

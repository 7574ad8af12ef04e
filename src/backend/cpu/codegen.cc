#include "backend/cpu/codegen.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "base/check.h"

namespace eutectic::cpu {
namespace {

// A function whose body has at most this many operations is inlined, as long as all inlined ones stay below a total:
// a call spills every vector register. Measured with threefry (about 110 operations) in the Cartpole loop.
constexpr int inline_cost = 200;
constexpr int64_t inline_total = 10000;
// Calls worked on together are so many vectors at most.
constexpr int max_batch_vectors = 4;

// LaunchArgs as the code sees it.
enum ArgField { Params, Local, Shared, Worker, Workers, BarrierField };

}  // namespace

Layout layout(const Kernel& kernel) {
  Layout l;
  int64_t param = 0;
  for (const kernel::Buffer& buffer : kernel.buffers) {
    if (buffer.space == kernel::Space::Param) {
      l.offset.push_back(param++);
      continue;
    }
    int64_t& bytes = buffer.space == kernel::Space::Local ? l.local_bytes : l.shared_bytes;
    l.offset.push_back(bytes);
    int64_t size = buffer.size * info(buffer.type).storage_bytes;
    bytes += (size + 63) / 64 * 64;
  }
  return l;
}

Codegen::Codegen(const Kernel& kernel, const Target& target, const CpuOptions& options, llvm::Module& module)
    : kernel_(kernel),
      target_(target),
      options_(options),
      module_(module),
      context_(module.getContext()),
      b(context_),
      ops_(b, target),
      layout_(layout(kernel)) {
  reps_.resize(kernel.values.size());
  flow_stamp_.assign(kernel.values.size(), 0);
  flow_lane_.assign(kernel.values.size(), false);
  function_cost_.assign(kernel.functions.size(), -1);
}

Status Codegen::run() {
  for (const kernel::Value& v : kernel_.values)
    if (!scalar::is_scalar_type(v.type)) return unsupported(fmt::format("a kernel computes with {}", info(v.type).hlo));
  make_alias_info();
  find_last_par();
  since_barrier_ = no_accesses();
  emit_entry();
  std::string message;
  llvm::raw_string_ostream out(message);
  bool broken = llvm::verifyModule(module_, &out);
  CHECK(!broken, "wrong IR for kernel '{}': {}", kernel_.name, out.str());
  return {};
}

llvm::Function* Codegen::make_function(llvm::FunctionType* type, const std::string& name, bool internal) {
  auto* f = llvm::Function::Create(type, internal ? llvm::Function::InternalLinkage : llvm::Function::ExternalLinkage,
                                   name, module_);
  f->addFnAttr(llvm::Attribute::NoUnwind);
  f->addFnAttr("target-cpu", target_.cpu);
  if (!target_.features.empty()) f->addFnAttr("target-features", target_.features);
  if (target_.x86) {
    f->addFnAttr("prefer-vector-width", std::to_string(target_.vector_bits));
    f->addFnAttr("min-legal-vector-width", std::to_string(target_.vector_bits));
  }
  return f;
}

void Codegen::emit_entry() {
  llvm::Type *ptr = b.getPtrTy(), *i64 = b.getInt64Ty();
  auto* type = llvm::FunctionType::get(b.getVoidTy(), {ptr}, false);
  // A fixed name: the kernel's own may be anything and is only the module's.
  function_ = make_function(type, "kernel", false);
  llvm::Argument* args = function_->getArg(0);
  args->addAttr(llvm::Attribute::NoAlias);
  args->addAttr(llvm::Attribute::ReadOnly);
  b.SetInsertPoint(new_block("entry"));
  auto* struct_type = llvm::StructType::get(context_, {ptr, ptr, ptr, i64, i64, ptr});
  llvm::MDNode* empty = llvm::MDNode::get(context_, {});
  auto load = [&](llvm::Type* t, V address) {
    llvm::LoadInst* l = b.CreateLoad(t, address);
    l->setMetadata(llvm::LLVMContext::MD_invariant_load, empty);
    return l;
  };
  auto field = [&](ArgField f, llvm::Type* t) {
    return load(t, b.CreateStructGEP(struct_type, args, static_cast<unsigned>(f)));
  };
  V params = field(Params, ptr), local = field(Local, ptr), shared = field(Shared, ptr);
  worker_ = field(Worker, i64);
  workers_ = field(Workers, i64);
  barrier_ = field(BarrierField, ptr);
  for (size_t i = 0; i < kernel_.buffers.size(); ++i) {
    const kernel::Buffer& buffer = kernel_.buffers[BufferId(i)];
    V offset = b.getInt64(static_cast<uint64_t>(layout_.offset[i]));
    switch (buffer.space) {
      case kernel::Space::Param:
        buffer_pointer_.push_back(load(ptr, b.CreateInBoundsGEP(ptr, params, offset)));
        break;
      case kernel::Space::Local:
        buffer_pointer_.push_back(b.CreateInBoundsGEP(b.getInt8Ty(), local, offset));
        break;
      case kernel::Space::Worker:
        buffer_pointer_.push_back(b.CreateInBoundsGEP(b.getInt8Ty(), shared, offset));
        break;
    }
    buffer_pointer_.back()->setName(buffer.name);
  }
  emit_region(kernel_.root);
  b.CreateRetVoid();
}

// Calls of one function that do not need each other are worked on together: threefry is one long chain.
void Codegen::emit_region(RegionId id) {
  const kernel::Region& region = kernel_.regions[id];
  std::vector<bool> done;
  for (size_t i = 0; i < region.stmts.size(); ++i) {
    if (!done.empty() && done[i]) continue;
    const Stmt& s = kernel_.stmts[region.stmts[i]];
    if (s.kind == StmtKind::Call && in_lanes_ && inlines(s)) {
      std::vector<const Stmt*> batch = call_batch(region, i, done);
      if (batch.size() > 1) {
        emit_call_batch(batch);
        continue;
      }
    }
    emit_stmt(s);
  }
}

void Codegen::emit_stmt(const Stmt& stmt) {
  bool root = several_workers_ && !in_par_ && !in_lanes_ && call_depth_ == 0 && function_->getName() == "kernel";
  return root ? emit_root_stmt(stmt) : emit_plain_stmt(stmt);
}

void Codegen::emit_plain_stmt(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Const:
      return emit_const(stmt);
    case StmtKind::Op:
      return emit_op(stmt);
    case StmtKind::Load:
      return emit_load(stmt);
    case StmtKind::Store:
      return emit_store(stmt);
    case StmtKind::For:
      return emit_for(stmt);
    case StmtKind::While:
      return emit_while(stmt);
    case StmtKind::When:
      return emit_when(stmt);
    case StmtKind::Par:
      return emit_par(stmt);
    case StmtKind::Lanes:
      return emit_lanes(stmt);
    case StmtKind::Call:
      return emit_call(stmt);
  }
}

void Codegen::emit_const(const Stmt& stmt) {
  ElementType t = type_of(stmt.results[0]);
  Range range;
  if (!is_float(t) && !(t == ElementType::U64 && stmt.bits >> 63)) {
    int64_t v = t == ElementType::Pred ? static_cast<int64_t>(stmt.bits & 1) : scalar::decode_int(t, stmt.bits);
    range = {v, v};
  }
  define_uniform(stmt.results[0], ops_.constant(t, stmt.bits), range);
}

// Operations of a function, with those it calls.
int Codegen::function_cost(FunctionId f) {
  int& cost = function_cost_[f.index()];
  if (cost < 0) {
    BodyCost body;
    body_cost(kernel_.functions[f].body, body, 0);
    cost = body.ops;
  }
  return cost;
}

bool Codegen::any_lane(std::span<const ValueId> values) const {
  return std::any_of(values.begin(), values.end(), [&](ValueId v) { return rep(v).lane; });
}

bool Codegen::inlines(const Stmt& call) {
  int cost = function_cost(call.function);
  return call_depth_ < 32 && cost <= inline_cost &&
         inlined_ops_ + cost * (in_lanes_ ? lanes_.count : 1) <= inline_total;
}

// The call at `first` and later ones of the same function whose operands can be had now; what those take in between,
// constants and arithmetic, is emitted here. `done` marks what is emitted out of turn.
std::vector<const Stmt*> Codegen::call_batch(const kernel::Region& region, size_t first, std::vector<bool>& done) {
  constexpr size_t reach = 400;  // statements looked at
  const Stmt& call = kernel_.stmts[region.stmts[first]];
  std::vector<const Stmt*> batch{&call};
  size_t most = static_cast<size_t>(std::max(1, max_batch_vectors / lanes_.count));
  if (most < 2 || !any_lane(call.operands)) return batch;
  // Position + 1 of the statement here that defines a value, for those from `first` on.
  std::map<uint32_t, size_t> defined;
  size_t end = std::min(region.stmts.size(), first + reach);
  for (size_t i = first; i < end; ++i) {
    if (!done.empty() && done[i]) continue;
    for (ValueId r : kernel_.stmts[region.stmts[i]].results) defined[r.value] = i;
  }
  for (size_t i = first + 1; i < end && batch.size() < most; ++i) {
    const Stmt& other = kernel_.stmts[region.stmts[i]];
    if (other.kind != StmtKind::Call || other.function != call.function || (!done.empty() && done[i])) continue;
    std::vector<size_t> needed;
    std::vector<ValueId> open(other.operands.begin(), other.operands.end());
    bool possible = true;
    while (!open.empty() && possible) {
      ValueId v = open.back();
      open.pop_back();
      auto it = defined.find(v.value);
      if (it == defined.end()) continue;
      const Stmt& d = kernel_.stmts[region.stmts[it->second]];
      possible = (d.kind == StmtKind::Const || d.kind == StmtKind::Op) && needed.size() < 32;
      needed.push_back(it->second);
      open.insert(open.end(), d.operands.begin(), d.operands.end());
    }
    if (!possible) continue;
    done.resize(region.stmts.size(), false);
    std::sort(needed.begin(), needed.end());
    for (size_t k : needed) {
      if (done[k]) continue;
      done[k] = true;
      const Stmt& d = kernel_.stmts[region.stmts[k]];
      for (ValueId r : d.results) defined.erase(r.value);
      emit_stmt(d);
    }
    // A call of uniform values gives uniform results and stays alone.
    if (!any_lane(other.operands)) continue;
    done[i] = true;
    batch.push_back(&other);
  }
  return batch;
}

// The body once, at as many vectors as the calls have together.
void Codegen::emit_call_batch(std::span<const Stmt* const> calls) {
  const kernel::Function& callee = kernel_.functions[calls[0]->function];
  const kernel::Region& body = kernel_.regions[callee.body];
  const LaneContext outer = lanes_;
  int m = static_cast<int>(calls.size());
  inlined_ops_ += function_cost(calls[0]->function) * outer.count * m;
  std::vector<Rep> params(body.params.size());
  for (size_t i = 0; i < params.size(); ++i) {
    // One uniform value for all calls stays uniform.
    bool same = true;
    for (const Stmt* c : calls)
      same &= !rep(c->operands[i]).lane && rep(c->operands[i]).uniform == rep(calls[0]->operands[i]).uniform;
    if (same) {
      params[i] = rep(calls[0]->operands[i]);
      continue;
    }
    params[i].lane = true;
    for (const Stmt* c : calls)
      for (int k = 0; k < outer.count; ++k) params[i].wide.push_back(vec(c->operands[i], k));
  }
  lanes_.count = outer.count * m;
  lanes_.first = 0;
  for (int c = 1; c < m; ++c) lanes_.mask.append(outer.mask.begin(), outer.mask.end());
  for (size_t i = 0; i < params.size(); ++i) define(body.params[i], std::move(params[i]));
  ++call_depth_;
  emit_region(callee.body);
  --call_depth_;
  std::vector<Vectors> results;
  for (ValueId y : body.yields) {
    Vectors v;
    for (int k = 0; k < lanes_.count; ++k) v.push_back(vec(y, k));
    results.push_back(std::move(v));
  }
  lanes_ = outer;
  for (int c = 0; c < m; ++c)
    for (size_t i = 0; i < results.size(); ++i)
      define_lane(calls[static_cast<size_t>(c)]->results[i],
                  Vectors(results[i].begin() + c * outer.count, results[i].begin() + (c + 1) * outer.count));
}

// Small functions are emitted in place; the rest once per shape, with all their vectors as arguments. A mask goes
// along where lanes that do not count could keep a `while` going for ever.
void Codegen::emit_call(const Stmt& stmt) {
  const kernel::Function& callee = kernel_.functions[stmt.function];
  const kernel::Region& body = kernel_.regions[callee.body];
  bool lane = any_lane(stmt.operands);
  if (inlines(stmt)) {
    inlined_ops_ += function_cost(stmt.function) * (in_lanes_ ? lanes_.count : 1);
    for (size_t i = 0; i < body.params.size(); ++i) define(body.params[i], Rep(rep(stmt.operands[i])));
    ++call_depth_;
    emit_region(callee.body);
    --call_depth_;
    for (size_t i = 0; i < stmt.results.size(); ++i) define(stmt.results[i], Rep(rep(body.yields[i])));
    return;
  }
  int width = lane ? lanes_.width : 1, count = lane ? lanes_.count : 1;
  bool masked = lane && !lanes_.mask.empty();
  auto mask_bits = static_cast<unsigned>(std::clamp(target_.vector_bits / width, 8, 64));
  llvm::Type* mask_type = b.getIntNTy(mask_bits);
  if (width > 1) mask_type = llvm::FixedVectorType::get(mask_type, static_cast<unsigned>(width));
  llvm::SmallVector<llvm::Type*, 16> types, result_types;
  for (ValueId p : body.params) types.append(static_cast<size_t>(count), ops_.memory_type(type_of(p), width));
  if (masked) types.append(static_cast<size_t>(count), mask_type);
  for (ValueId y : body.yields) result_types.append(static_cast<size_t>(count), ops_.memory_type(type_of(y), width));
  auto* result_type = llvm::StructType::get(context_, result_types);
  llvm::Function*& f = functions_[{stmt.function.value, width, count, masked}];
  if (!f) {
    f = make_function(llvm::FunctionType::get(result_type, types, false), "f_" + callee.name, true);
    f->addFnAttr(llvm::Attribute::NoInline);
    f->setCallingConv(llvm::CallingConv::Fast);
    llvm::IRBuilderBase::InsertPointGuard guard(b);
    llvm::Function* saved_function = std::exchange(function_, f);
    LaneContext saved_lanes = std::exchange(lanes_, LaneContext{width, count, 0, {}});
    bool saved_in = std::exchange(in_lanes_, lane);
    b.SetInsertPoint(new_block("entry"));
    unsigned arg = 0;
    for (ValueId p : body.params) {
      Vectors v;
      for (int k = 0; k < count; ++k) v.push_back(ops_.from_memory(type_of(p), f->getArg(arg++)));
      if (lane)
        define_lane(p, v);
      else
        define_uniform(p, v[0]);
    }
    if (masked)
      for (int k = 0; k < count; ++k) {
        V m = f->getArg(arg++);
        lanes_.mask.push_back(b.CreateICmpSLT(m, llvm::Constant::getNullValue(m->getType())));
      }
    int64_t saved_inlined = std::exchange(inlined_ops_, 0);
    emit_region(callee.body);
    inlined_ops_ = saved_inlined;
    V result = llvm::PoisonValue::get(result_type);
    unsigned out = 0;
    for (ValueId y : body.yields)
      for (int k = 0; k < count; ++k)
        result = b.CreateInsertValue(result, ops_.to_memory(type_of(y), lane ? vec(y, k) : uniform(y)), {out++});
    b.CreateRet(result);
    function_ = saved_function;
    lanes_ = saved_lanes;
    in_lanes_ = saved_in;
  }
  llvm::SmallVector<V, 16> args;
  for (ValueId o : stmt.operands)
    for (int k = 0; k < count; ++k) args.push_back(ops_.to_memory(type_of(o), lane ? vec(o, k) : uniform(o)));
  if (masked)
    for (int k = 0; k < count; ++k) args.push_back(b.CreateSExt(active(k), mask_type));
  llvm::CallInst* call = b.CreateCall(f, args);
  call->setCallingConv(llvm::CallingConv::Fast);
  unsigned out = 0;
  for (size_t i = 0; i < stmt.results.size(); ++i) {
    Vectors v;
    ElementType t = type_of(stmt.results[i]);
    for (int k = 0; k < count; ++k) v.push_back(ops_.from_memory(t, b.CreateExtractValue(call, {out++})));
    if (lane)
      define_lane(stmt.results[i], v);
    else
      define_uniform(stmt.results[i], v[0]);
  }
}

}  // namespace eutectic::cpu

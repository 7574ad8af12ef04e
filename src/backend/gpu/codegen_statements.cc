// Statements of one thread: arithmetic, memory, loops and branches.
#include <algorithm>

#include "backend/gpu/codegen.h"
#include "base/check.h"

namespace eutectic::gpu {

// Regions nest at most 64 deep.
void Codegen::emit_region(RegionId region) {
  for (StmtId id : kernel_.regions[region].stmts) emit_stmt(kernel_.stmts[id]);
}

void Codegen::emit_stmt(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Const:
      return define(stmt.results[0], ops_.constant(type_of(stmt.results[0]), stmt.bits));
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
    case StmtKind::Lanes:
      return emit_lanes(stmt);
    case StmtKind::Call:
      return emit_call(stmt);
    case StmtKind::Par:
      CHECK(false, "a par inside a launch of kernel '{}'", kernel_.name);
  }
}

void Codegen::emit_op(const Stmt& stmt) {
  llvm::SmallVector<ElementType, 3> types;
  Values operands;
  for (ValueId o : stmt.operands) {
    types.push_back(type_of(o));
    operands.push_back(value(o));
  }
  const ElementType type = type_of(stmt.results[0]);
  if (stmt.op == scalar::Op::Rem && is_float(type))
    return define(stmt.results[0], float_rem(type, operands[0], operands[1]));
  define(stmt.results[0], ops_.emit(stmt.op, type, types, operands));
}

llvm::Value* Codegen::pointer(BufferId buffer, const kernel::Index& index) {
  const size_t i = buffer.index();
  llvm::Type* element = ops_.memory_type(kernel_.buffers[buffer].type, 1);
  if (own_[i]) return b.CreateInBoundsGEP(element, buffers_[i], number_);
  V at = b.getInt64(static_cast<uint64_t>(index.offset));
  for (const kernel::IndexTerm& t : index.terms)
    at = b.CreateAdd(at, b.CreateMul(value(t.value), b.getInt64(static_cast<uint64_t>(t.scale))));
  return b.CreateInBoundsGEP(element, buffers_[i], at);
}

void Codegen::emit_load(const Stmt& stmt) {
  const ElementType type = kernel_.buffers[stmt.buffer].type;
  const llvm::Align align(static_cast<uint64_t>(info(type).storage_bytes));
  auto load = [&] {
    return ops_.from_memory(type,
                            b.CreateAlignedLoad(ops_.memory_type(type, 1), pointer(stmt.buffer, stmt.index), align));
  };
  if (stmt.operands.empty()) return define(stmt.results[0], load());
  llvm::BasicBlock *before = b.GetInsertBlock(), *inside = new_block("load"), *after = new_block("loaded");
  b.CreateCondBr(value(stmt.operands[0]), inside, after);
  b.SetInsertPoint(inside);
  V loaded = load();
  llvm::BasicBlock* end = b.GetInsertBlock();
  b.CreateBr(after);
  b.SetInsertPoint(after);
  llvm::PHINode* p = b.CreatePHI(loaded->getType(), 2);
  p->addIncoming(loaded, end);
  p->addIncoming(value(stmt.operands[1]), before);
  define(stmt.results[0], p);
}

// Outside lanes one thread stores for the block.
void Codegen::emit_store(const Stmt& stmt) {
  const ElementType type = kernel_.buffers[stmt.buffer].type;
  const bool meet = !in_thread() && hazard_[stmt.buffer.index()];
  if (meet) barrier();
  V condition = stmt.operands.size() > 1 ? value(stmt.operands[1]) : nullptr;
  if (!in_thread()) {
    V first = b.CreateICmpEQ(thread_, b.getInt64(0));
    condition = condition ? b.CreateAnd(condition, first) : first;
  }
  llvm::BasicBlock* after = nullptr;
  if (condition) {
    llvm::BasicBlock* inside = new_block("store");
    after = new_block("stored");
    b.CreateCondBr(condition, inside, after);
    b.SetInsertPoint(inside);
  }
  b.CreateAlignedStore(ops_.to_memory(type, value(stmt.operands[0])), pointer(stmt.buffer, stmt.index),
                       llvm::Align(static_cast<uint64_t>(info(type).storage_bytes)));
  if (after) {
    b.CreateBr(after);
    b.SetInsertPoint(after);
  }
  if (meet) barrier();
}

Codegen::Frame Codegen::phis_of(std::span<V const> init, llvm::BasicBlock* before) {
  Frame frame;
  for (V x : init) {
    frame.phis.push_back(b.CreatePHI(x->getType(), 2));
    frame.phis.back()->addIncoming(x, before);
  }
  return frame;
}

void Codegen::close(const Frame& frame, std::span<V const> next, llvm::BasicBlock* end) {
  for (size_t i = 0; i < next.size(); ++i) frame.phis[i]->addIncoming(next[i], end);
}

void Codegen::emit_for(const Stmt& stmt) {
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  V lo = value(stmt.operands[0]), hi = value(stmt.operands[1]);
  Values init{lo};
  for (size_t i = 2; i < stmt.operands.size(); ++i) init.push_back(value(stmt.operands[i]));
  llvm::BasicBlock *before = b.GetInsertBlock(), *loop = new_block("for"), *exit = new_block("for.end");
  b.CreateCondBr(b.CreateICmpSLT(lo, hi), loop, exit);
  b.SetInsertPoint(loop);
  Frame frame = phis_of(init, before);
  for (size_t i = 0; i < frame.phis.size(); ++i) define(body.params[i], frame.phis[i]);
  emit_region(stmt.regions[0]);
  V iv = b.CreateAdd(frame.phis[0], b.getInt64(1), "", false, true);
  Values next{iv};
  for (ValueId y : body.yields) next.push_back(value(y));
  llvm::SmallVector<llvm::BasicBlock*, 2> leaves;
  if (stmt.fixpoint > 0 && next.size() > 1 && in_thread()) {
    // The last iteration changed no carry of this lane: none will.
    llvm::BasicBlock *check = new_block("fixpoint"), *latch = new_block("for.next");
    V done = b.CreateURem(b.CreateSub(iv, lo), b.getInt64(static_cast<uint64_t>(stmt.fixpoint)));
    b.CreateCondBr(b.CreateICmpEQ(done, b.getInt64(0)), check, latch);
    b.SetInsertPoint(check);
    V changed = nullptr;
    for (size_t i = 1; i < next.size(); ++i) {
      V d = ops_.bits_differ(type_of(body.params[i]), next[i], frame.phis[i]);
      changed = changed ? b.CreateOr(changed, d) : d;
    }
    leaves.push_back(b.GetInsertBlock());
    b.CreateCondBr(changed, latch, exit);
    b.SetInsertPoint(latch);
  }
  llvm::BasicBlock* end = b.GetInsertBlock();
  leaves.push_back(end);
  close(frame, next, end);
  b.CreateCondBr(b.CreateICmpSLT(iv, hi), loop, exit);
  b.SetInsertPoint(exit);
  for (size_t i = 1; i < init.size(); ++i) {
    llvm::PHINode* p = b.CreatePHI(init[i]->getType(), 3);
    p->addIncoming(init[i], before);
    for (llvm::BasicBlock* leaf : leaves) p->addIncoming(next[i], leaf);
    define(stmt.results[i - 1], p);
  }
}

void Codegen::emit_while(const Stmt& stmt) {
  const kernel::Region &condition = kernel_.regions[stmt.regions[0]], &body = kernel_.regions[stmt.regions[1]];
  Values init;
  for (ValueId o : stmt.operands) init.push_back(value(o));
  llvm::BasicBlock *before = b.GetInsertBlock(), *head = new_block("while"), *loop = new_block("while.body"),
                   *exit = new_block("while.end");
  b.CreateBr(head);
  b.SetInsertPoint(head);
  Frame frame = phis_of(init, before);
  for (size_t i = 0; i < frame.phis.size(); ++i) {
    define(condition.params[i], frame.phis[i]);
    define(body.params[i], frame.phis[i]);
  }
  emit_region(stmt.regions[0]);
  b.CreateCondBr(value(condition.yields[0]), loop, exit);
  b.SetInsertPoint(loop);
  emit_region(stmt.regions[1]);
  Values next;
  for (ValueId y : body.yields) next.push_back(value(y));
  close(frame, next, b.GetInsertBlock());
  b.CreateBr(head);
  b.SetInsertPoint(exit);
  for (size_t i = 0; i < frame.phis.size(); ++i) define(stmt.results[i], frame.phis[i]);
}

void Codegen::emit_when(const Stmt& stmt) {
  llvm::BasicBlock *before = b.GetInsertBlock(), *inside = new_block("when"), *after = new_block("when.end");
  b.CreateCondBr(value(stmt.operands[0]), inside, after);
  b.SetInsertPoint(inside);
  emit_region(stmt.regions[0]);
  llvm::BasicBlock* end = b.GetInsertBlock();
  b.CreateBr(after);
  b.SetInsertPoint(after);
  const kernel::Region& body = kernel_.regions[stmt.regions[0]];
  for (size_t i = 0; i < stmt.results.size(); ++i) {
    llvm::PHINode* p = b.CreatePHI(value(body.yields[i])->getType(), 2);
    p->addIncoming(value(body.yields[i]), end);
    p->addIncoming(value(stmt.operands[i + 1]), before);
    define(stmt.results[i], p);
  }
}

// Functions are pure, so they see neither memory nor the thread.
void Codegen::emit_call(const Stmt& stmt) {
  const kernel::Function& callee = kernel_.functions[stmt.function];
  const kernel::Region& body = kernel_.regions[callee.body];
  llvm::Function*& f = functions_[stmt.function.value];
  if (!f) {
    llvm::SmallVector<llvm::Type*, 8> types, results;
    for (ValueId p : body.params) types.push_back(ops_.type(type_of(p), 1));
    for (ValueId y : body.yields) results.push_back(ops_.type(type_of(y), 1));
    auto* type = llvm::FunctionType::get(llvm::StructType::get(module_.getContext(), results), types, false);
    llvm::Function* made =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "f_" + callee.name, module_);
    llvm::IRBuilderBase::InsertPointGuard guard(b);
    llvm::Function* outer = std::exchange(function_, made);
    b.SetInsertPoint(new_block("entry"));
    for (size_t i = 0; i < body.params.size(); ++i) define(body.params[i], made->getArg(static_cast<unsigned>(i)));
    emit_region(callee.body);
    Values yields;
    for (ValueId y : body.yields) yields.push_back(value(y));
    b.CreateAggregateRet(yields.data(), static_cast<unsigned>(yields.size()));
    function_ = outer;
    functions_[stmt.function.value] = made;
  }
  Values operands;
  for (ValueId o : stmt.operands) operands.push_back(value(o));
  V result = b.CreateCall(functions_[stmt.function.value], operands);
  for (size_t i = 0; i < stmt.results.size(); ++i)
    define(stmt.results[i], b.CreateExtractValue(result, static_cast<unsigned>(i)));
}

}  // namespace eutectic::gpu

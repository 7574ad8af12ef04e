// Loads and stores. An index that goes up by one per lane is a vector access; by nothing, a scalar; by another
// constant, a few scalar accesses; what is in no progression is gathered with 32-bit indices, which are enough since
// only indices in bounds are used.
#include <llvm/IR/Constants.h>

#include "backend/cpu/codegen.h"
#include "base/check.h"

namespace eutectic::cpu {

bool Codegen::may_alias(BufferId x, BufferId y) const {
  if (x == y) return true;
  const kernel::Buffer &p = kernel_.buffers[x], &q = kernel_.buffers[y];
  return p.space == kernel::Space::Param && q.space == kernel::Space::Param &&
         (p.access == kernel::Access::InOut || q.access == kernel::Access::InOut);
}

void Codegen::make_alias_info() {
  llvm::MDBuilder md(context_);
  llvm::MDNode* domain = md.createAnonymousAliasScopeDomain("buffers");
  std::vector<llvm::MDNode*> scopes;
  invariant_inputs_ = true;
  for (size_t i = 0; i < kernel_.buffers.size(); ++i) {
    scopes.push_back(md.createAnonymousAliasScope(domain, kernel_.buffers[BufferId(i)].name));
    if (kernel_.buffers[BufferId(i)].access == kernel::Access::InOut) invariant_inputs_ = false;
  }
  // Lists get long only with very many buffers, where they no longer pay.
  bool few = scopes.size() <= 64;
  for (size_t i = 0; i < scopes.size(); ++i) {
    alias_scope_.push_back(llvm::MDNode::get(context_, {scopes[i]}));
    llvm::SmallVector<llvm::Metadata*, 8> others;
    for (size_t k = 0; few && k < scopes.size(); ++k)
      if (!may_alias(BufferId(i), BufferId(k))) others.push_back(scopes[k]);
    no_alias_.push_back(others.empty() ? nullptr : llvm::MDNode::get(context_, others));
  }
}

void Codegen::tag(llvm::Instruction* access, BufferId buffer, bool is_load) {
  access->setMetadata(llvm::LLVMContext::MD_alias_scope, alias_scope_[buffer.index()]);
  if (no_alias_[buffer.index()]) access->setMetadata(llvm::LLVMContext::MD_noalias, no_alias_[buffer.index()]);
  const kernel::Buffer& info = kernel_.buffers[buffer];
  if (is_load && invariant_inputs_ && info.space == kernel::Space::Param && info.access == kernel::Access::In)
    access->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
}

Codegen::V Codegen::pointer(BufferId buffer, V index) {
  return b.CreateGEP(ops_.memory_type(kernel_.buffers[buffer].type, 1), buffer_pointer_[buffer.index()], index);
}

Codegen::Address Codegen::address(BufferId buffer, const kernel::Index& index) {
  Address a;
  a.index = b.getInt64(static_cast<uint64_t>(index.offset));
  auto scaled = [&](V v, int64_t scale) {
    return scale == 1 ? v : b.CreateMul(v, llvm::ConstantInt::get(v->getType(), static_cast<uint64_t>(scale), true));
  };
  bool narrow = kernel_.buffers[buffer].size <= (int64_t{1} << 31);
  for (const kernel::IndexTerm& t : index.terms) {
    const Rep& r = rep(t.value);
    if (!r.lane) {
      a.index = b.CreateAdd(scaled(r.uniform, t.scale), a.index);
    } else if (r.base) {
      a.index = b.CreateAdd(scaled(base_here(r), t.scale), a.index);
      a.step += r.step * t.scale;
    } else {
      a.consecutive = !a.gather && r.clamped && t.scale == 1;
      a.gather = true;
      a.lane_index.resize(static_cast<size_t>(lanes_.count), nullptr);
      for (int k = 0; k < lanes_.count; ++k) {
        V& sum = a.lane_index[static_cast<size_t>(k)];
        V v = narrow ? low32(t.value, k) : vec(t.value, k);
        if (narrow && t.scale != 1)
          v = b.CreateMul(v, llvm::ConstantInt::get(v->getType(), static_cast<uint32_t>(t.scale)));
        else
          v = scaled(v, t.scale);
        sum = sum ? b.CreateAdd(sum, v) : v;
      }
    }
  }
  a.consecutive &= a.step == 0;
  return a;
}

// The k-th vector of element numbers, as i32 where the buffer is that small.
Codegen::V Codegen::lane_index_vector(const Address& a, int k) {
  llvm::Type* element = a.gather ? a.lane_index[0]->getType()->getScalarType() : b.getInt64Ty();
  V base = splat(b.CreateTrunc(a.index, element), lanes_.width);
  if (a.step != 0) base = b.CreateAdd(base, iota(lanes_.width, a.step * lanes_.width * k, a.step, element));
  return a.gather ? b.CreateAdd(a.lane_index[static_cast<size_t>(k)], base) : base;
}

Codegen::V Codegen::load_strided(BufferId buffer, V index, int64_t step, int width) {
  ElementType t = kernel_.buffers[buffer].type;
  llvm::Type* element = ops_.memory_type(t, 1);
  V r = llvm::PoisonValue::get(ops_.memory_type(t, width));
  for (int i = 0; i < width; ++i) {
    V at = pointer(buffer, b.CreateAdd(index, b.getInt64(static_cast<uint64_t>(step * i))));
    llvm::LoadInst* l = b.CreateAlignedLoad(element, at, llvm::Align(static_cast<uint64_t>(info(t).storage_bytes)));
    tag(l, buffer, true);
    r = b.CreateInsertElement(r, l, static_cast<uint64_t>(i));
  }
  return r;
}

// Inactive lanes read element 0 instead, so no branch is needed.
Codegen::V Codegen::gather(BufferId buffer, V index, V mask) {
  ElementType t = kernel_.buffers[buffer].type;
  llvm::Align align(static_cast<uint64_t>(info(t).storage_bytes));
  llvm::Type* type = ops_.memory_type(t, lanes_.width);
  if (mask) index = b.CreateSelect(mask, index, llvm::Constant::getNullValue(index->getType()));
  llvm::Type* element = ops_.memory_type(t, 1);
  // Gather instructions read 32 or 64 bits.
  if (lanes_.width > 1 && target_.avx2 && info(t).storage_bytes >= 4 && target_.fast_gather) {
    V pointers = b.CreateGEP(element, buffer_pointer_[buffer.index()], index);
    llvm::CallInst* g = b.CreateMaskedGather(type, pointers, align);
    tag(g, buffer, true);
    return g;
  }
  V r = llvm::PoisonValue::get(type);
  for (int i = 0; i < lanes_.width; ++i) {
    V one = lanes_.width == 1 ? index : b.CreateExtractElement(index, static_cast<uint64_t>(i));
    llvm::LoadInst* l = b.CreateAlignedLoad(element, pointer(buffer, b.CreateSExt(one, b.getInt64Ty())), align);
    tag(l, buffer, true);
    if (lanes_.width == 1) return l;
    r = b.CreateInsertElement(r, l, static_cast<uint64_t>(i));
  }
  return r;
}

// Elements of the k-th vector as they are in memory; lanes off in `mask` (null: none) hold anything.
Codegen::V Codegen::load_vector(BufferId buffer, const Address& a, int k, V mask) {
  ElementType t = kernel_.buffers[buffer].type;
  int width = lanes_.width;
  llvm::Align align(static_cast<uint64_t>(info(t).storage_bytes));
  bool dense = !a.gather && (a.step == 1 || (a.step == -1 && !mask)) && width > 1;
  if (!dense) {
    if (a.gather || mask || width == 1) return gather(buffer, lane_index_vector(a, k), mask);
    return load_strided(buffer, b.CreateAdd(a.index, b.getInt64(static_cast<uint64_t>(a.step * width * k))), a.step,
                        width);
  }
  llvm::Type* type = ops_.memory_type(t, width);
  int64_t at = a.step == 1 ? int64_t{width} * k : -(int64_t{width} * k) - (width - 1);
  V p = pointer(buffer, b.CreateAdd(a.index, b.getInt64(static_cast<uint64_t>(at))));
  if (mask) {
    llvm::CallInst* l = b.CreateMaskedLoad(type, p, align, mask, llvm::Constant::getNullValue(type));
    tag(l, buffer, true);
    return l;
  }
  llvm::LoadInst* l = b.CreateAlignedLoad(type, p, align);
  tag(l, buffer, true);
  if (a.step == 1) return l;
  llvm::SmallVector<int, 32> reverse;
  for (int i = 0; i < width; ++i) reverse.push_back(width - 1 - i);
  return b.CreateShuffleVector(l, reverse);
}

// Neighbours at the edges of an array: a vector of clamped element numbers is consecutive nearly always.
Codegen::V Codegen::load_clamped(BufferId buffer, const Address& a, int k, V mask) {
  const int width = lanes_.width;
  const auto end = static_cast<uint64_t>(width - 1);
  V index = lane_index_vector(a, k);
  V first = b.CreateExtractElement(index, uint64_t{0}), last = b.CreateExtractElement(index, end);
  V dense = b.CreateICmpEQ(b.CreateSub(last, first), llvm::ConstantInt::get(first->getType(), end));
  llvm::BasicBlock *vector = new_block("consecutive"), *apart = new_block("clamped"), *done = new_block("loaded");
  branch_if(dense, vector, apart, 1);
  b.SetInsertPoint(vector);
  Address run;
  run.index = b.CreateSExt(first, b.getInt64Ty());
  run.step = 1;
  V together = load_vector(buffer, run, 0, mask);
  vector = b.GetInsertBlock();
  b.CreateBr(done);
  b.SetInsertPoint(apart);
  V gathered = gather(buffer, index, mask);
  apart = b.GetInsertBlock();
  b.CreateBr(done);
  b.SetInsertPoint(done);
  llvm::PHINode* v = b.CreatePHI(together->getType(), 2);
  v->addIncoming(together, vector);
  v->addIncoming(gathered, apart);
  return v;
}

void Codegen::emit_load(const Stmt& s) {
  const kernel::Buffer& buffer = kernel_.buffers[s.buffer];
  ElementType t = buffer.type;
  llvm::Align align(static_cast<uint64_t>(info(t).storage_bytes));
  Address a = address(s.buffer, s.index);
  bool masked = !s.operands.empty();
  bool lane_mask = masked && rep(s.operands[0]).lane;
  Range range = t == ElementType::Pred ? Range{0, 1} : Range{};
  // Uniform. Its index may be out of bounds where no lane wants it: element 0 stands in then.
  if (!a.gather && a.step == 0) {
    V guard = nullptr;
    if (lane_mask) {
      guard = mask_any(mask_and(s.operands[0]));
    } else {
      if (masked) guard = uniform(s.operands[0]);
      if (in_lanes_ && !lanes_.mask.empty()) {
        V any = mask_any(lanes_.mask);
        guard = guard ? b.CreateAnd(guard, any) : any;
      }
    }
    V index = guard ? b.CreateSelect(guard, a.index, b.getInt64(0)) : a.index;
    llvm::LoadInst* l = b.CreateAlignedLoad(ops_.memory_type(t, 1), pointer(s.buffer, index), align);
    tag(l, s.buffer, true);
    V v = ops_.from_memory(t, l);
    if (!masked) return define_uniform(s.results[0], v, range);
    if (!lane_mask && !rep(s.operands[1]).lane)
      return define_uniform(s.results[0], b.CreateSelect(uniform(s.operands[0]), v, uniform(s.operands[1])), range);
    Vectors out;
    for (int k = 0; k < lanes_.count; ++k)
      out.push_back(b.CreateSelect(vec(s.operands[0], k), splat(v, lanes_.width), vec(s.operands[1], k)));
    return define_lane(s.results[0], std::move(out));
  }
  Vectors out;
  for (int k = 0; k < lanes_.count; ++k) {
    V mask = active(k);
    V wanted = masked ? vec(s.operands[0], k) : nullptr;
    if (wanted) mask = mask ? b.CreateAnd(mask, wanted) : wanted;
    const bool clamped = a.consecutive && lanes_.width > 1;
    V v = ops_.from_memory(t, clamped ? load_clamped(s.buffer, a, k, mask) : load_vector(s.buffer, a, k, mask));
    out.push_back(wanted ? b.CreateSelect(wanted, v, vec(s.operands[1], k)) : v);
  }
  define_lane(s.results[0], std::move(out));
  // 64-bit values of a buffer have a low half too.
  rep(s.results[0]).range = range;
}

void Codegen::emit_store(const Stmt& s) {
  const kernel::Buffer& buffer = kernel_.buffers[s.buffer];
  ElementType t = buffer.type;
  llvm::Align align(static_cast<uint64_t>(info(t).storage_bytes));
  Address a = address(s.buffer, s.index);
  bool masked = s.operands.size() > 1;
  bool lane_mask = masked && rep(s.operands[1]).lane;
  auto store = [&](V value, V at) { tag(b.CreateAlignedStore(ops_.to_memory(t, value), at, align), s.buffer, false); };
  auto store_if = [&](V guard, V value, V index) {
    llvm::BasicBlock *then = new_block("store"), *end = new_block("store.end");
    branch_if(guard, then, end);
    b.SetInsertPoint(then);
    store(value, pointer(s.buffer, index));
    b.CreateBr(end);
    b.SetInsertPoint(end);
  };
  if (!a.gather && a.step == 0 && !rep(s.operands[0]).lane) {
    V guard = nullptr;
    if (lane_mask) {
      guard = mask_any(mask_and(s.operands[1]));
    } else {
      if (masked) guard = uniform(s.operands[1]);
      if (in_lanes_ && !lanes_.mask.empty()) {
        V any = mask_any(lanes_.mask);
        guard = guard ? b.CreateAnd(guard, any) : any;
      }
    }
    if (guard) return store_if(guard, uniform(s.operands[0]), a.index);
    return store(uniform(s.operands[0]), pointer(s.buffer, a.index));
  }
  int width = lanes_.width;
  for (int k = 0; k < lanes_.count; ++k) {
    V mask = active(k);
    if (masked) {
      V wanted = vec(s.operands[1], k);
      mask = mask ? b.CreateAnd(mask, wanted) : wanted;
    }
    V value = vec(s.operands[0], k);
    if (width == 1) {
      V index = a.gather ? b.CreateSExt(lane_index_vector(a, k), b.getInt64Ty())
                         : b.CreateAdd(a.index, b.getInt64(static_cast<uint64_t>(a.step * k)));
      if (mask)
        store_if(mask, value, index);
      else
        store(value, pointer(s.buffer, index));
      continue;
    }
    if (!a.gather && a.step == 1) {
      V p = pointer(s.buffer, b.CreateAdd(a.index, b.getInt64(static_cast<uint64_t>(width * k))));
      if (mask)
        tag(b.CreateMaskedStore(ops_.to_memory(t, value), p, align, mask), s.buffer, false);
      else
        store(value, p);
      continue;
    }
    V memory = ops_.to_memory(t, value);
    if (mask) {
      V pointers = b.CreateGEP(ops_.memory_type(t, 1), buffer_pointer_[s.buffer.index()], lane_index_vector(a, k));
      tag(b.CreateMaskedScatter(memory, pointers, align, mask), s.buffer, false);
      continue;
    }
    V indices = a.gather ? lane_index_vector(a, k) : nullptr;
    for (int i = 0; i < width; ++i) {
      V index = indices ? b.CreateSExt(b.CreateExtractElement(indices, static_cast<uint64_t>(i)), b.getInt64Ty())
                        : b.CreateAdd(a.index, b.getInt64(static_cast<uint64_t>(a.step * (width * k + i))));
      V one = b.CreateExtractElement(memory, static_cast<uint64_t>(i));
      tag(b.CreateAlignedStore(one, pointer(s.buffer, index), align), s.buffer, false);
    }
  }
}

}  // namespace eutectic::cpu

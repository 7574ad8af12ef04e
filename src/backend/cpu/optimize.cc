#include "backend/cpu/optimize.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "base/check.h"

namespace eutectic::cpu {

void optimize(llvm::Module& module, const Target& target) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(target.machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), true));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::DCEPass());
  for (llvm::Function& f : module)
    if (!f.isDeclaration()) passes.run(f, functions);
}

void widen_masks(llvm::Module& module, const Target& target) {
  if (target.avx512) return;
  for (llvm::Function& f : module) {
    llvm::SmallVector<llvm::Instruction*, 16> work;
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block) {
        auto* type = llvm::dyn_cast<llvm::FixedVectorType>(i.getType());
        if (!type || !type->getElementType()->isIntegerTy(1)) continue;
        bool crosses = llvm::isa<llvm::PHINode>(i);
        for (llvm::User* user : i.users()) {
          auto* u = llvm::cast<llvm::Instruction>(user);
          crosses |= u->getParent() != &block || llvm::isa<llvm::PHINode>(u);
        }
        if (crosses) work.push_back(&i);
      }
    // Wide twins first (phis may need each other's), then the users.
    llvm::DenseMap<llvm::Value*, llvm::Value*> wide;
    auto wide_type = [&](llvm::Type* t) -> llvm::Type* {
      auto* v = llvm::cast<llvm::FixedVectorType>(t);
      int bits = std::min(64, std::max(8, target.vector_bits / static_cast<int>(v->getNumElements())));
      return llvm::FixedVectorType::get(llvm::IntegerType::get(f.getContext(), static_cast<unsigned>(bits)),
                                        v->getNumElements());
    };
    for (llvm::Instruction* i : work) {
      if (llvm::isa<llvm::PHINode>(i)) {
        auto* p = llvm::PHINode::Create(wide_type(i->getType()), 2, "mask");
        p->insertBefore(i->getIterator());
        wide[i] = p;
      } else {
        auto* s = new llvm::SExtInst(i, wide_type(i->getType()), "mask");
        s->insertAfter(i);
        wide[i] = s;
      }
    }
    auto narrow_at = [&](llvm::Value* w, llvm::BasicBlock::iterator where) -> llvm::Value* {
      llvm::IRBuilder<> b(where->getParent(), where);
      return b.CreateICmpSLT(w, llvm::Constant::getNullValue(w->getType()));
    };
    for (llvm::Instruction* i : work) {
      llvm::Value* w = wide[i];
      if (auto* p = llvm::dyn_cast<llvm::PHINode>(i)) {
        auto* wp = llvm::cast<llvm::PHINode>(w);
        for (unsigned k = 0; k < p->getNumIncomingValues(); ++k) {
          llvm::Value* in = p->getIncomingValue(k);
          llvm::Value* from = wide.lookup(in);
          if (!from) {
            llvm::IRBuilder<> b(p->getIncomingBlock(k)->getTerminator());
            from = b.CreateSExt(in, w->getType());
          }
          wp->addIncoming(from, p->getIncomingBlock(k));
        }
      }
      llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> in_block;
      llvm::SmallVector<llvm::Use*, 8> uses;
      for (llvm::Use& use : i->uses()) uses.push_back(&use);
      for (llvm::Use* use : uses) {
        auto* u = llvm::cast<llvm::Instruction>(use->getUser());
        if (u == w || llvm::isa<llvm::PHINode>(u)) continue;  // phis of masks have their own twins
        if (u->getParent() == i->getParent() && !llvm::isa<llvm::PHINode>(i)) continue;
        llvm::Value*& n = in_block[u->getParent()];
        if (!n) n = narrow_at(w, u->getParent()->getFirstInsertionPt());
        use->set(n);
      }
    }
    for (llvm::Instruction* i : work)
      if (auto* p = llvm::dyn_cast<llvm::PHINode>(i)) {
        p->replaceAllUsesWith(llvm::PoisonValue::get(p->getType()));
        p->eraseFromParent();
      }
  }
}

llvm::SmallVector<char, 0> make_code(llvm::Module& module, const Target& target, CodeKind kind) {
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream out(code);
  llvm::legacy::PassManager passes;
  passes.add(llvm::createTargetTransformInfoWrapperPass(target.machine->getTargetIRAnalysis()));
  bool failed = target.machine->addPassesToEmitFile(
      passes, out, nullptr,
      kind == CodeKind::Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile);
  CHECK(!failed, "LLVM cannot write code for {}", target.cpu);
  passes.run(module);
  return code;
}

}  // namespace eutectic::cpu

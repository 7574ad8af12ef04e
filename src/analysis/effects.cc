#include "analysis/effects.h"

#include "analysis/call_order.h"
#include "ops/op_def.h"

namespace eutectic {
namespace {

bool own_effect(const Module& module, InstrId id) {
  const Instr& instr = module[id];
  if (instr.op != OpKind::CustomCall) return op_def(instr.op).traits.side_effect;
  const Attrs& attrs = module.attrs(id);
  return attrs.boolean(AttrName::HasSideEffect) || attrs.text(AttrName::CustomCallTarget).starts_with("check.");
}

// Random numbers with hidden state, and values that other devices or other instructions make.
bool own_impurity(OpKind op) {
  switch (op) {
    case OpKind::Rng:
    case OpKind::RngGetAndUpdateState:
    case OpKind::AllGather:
    case OpKind::AllReduce:
    case OpKind::AllToAll:
    case OpKind::CollectiveBroadcast:
    case OpKind::CollectivePermute:
    case OpKind::ReduceScatter:
    case OpKind::Infeed:
    case OpKind::Outfeed:
    case OpKind::Send:
    case OpKind::SendDone:
    case OpKind::Recv:
    case OpKind::RecvDone:
    case OpKind::AsyncStart:
    case OpKind::AsyncUpdate:
    case OpKind::AsyncDone:
    case OpKind::CopyStart:
    case OpKind::CopyDone:
      return true;
    default:
      return false;
  }
}

}  // namespace

Effects::Effects(const Module& module) : module_(module), comps_(module.comp_count()) {
  for (CompId comp : callee_order(module)) {
    Flags flags;
    for (InstrId id : instrs_of(module[comp])) {
      if (has_effect(id)) flags.effect = true;
      if (!is_pure(id)) flags.pure = false;
    }
    comps_[comp.index()] = flags;
  }
}

bool Effects::has_effect(InstrId id) const {
  if (own_effect(module_, id)) return true;
  for (const auto& [name, value] : module_.attrs(id).entries())
    if (const Comps* comps = std::get_if<Comps>(&value))
      for (CompId c : *comps)
        if (has_effect(c)) return true;
  return false;
}

bool Effects::is_pure(InstrId id) const {
  if (own_impurity(module_[id].op) || own_effect(module_, id)) return false;
  for (const auto& [name, value] : module_.attrs(id).entries())
    if (const Comps* comps = std::get_if<Comps>(&value))
      for (CompId c : *comps)
        if (!is_pure(c)) return false;
  return true;
}

}  // namespace eutectic

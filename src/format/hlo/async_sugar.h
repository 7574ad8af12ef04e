// `slice-start(...)`, `all-reduce-start(...)`: HLO's short forms of async-start, whose computation is not
// spelled out. The reader makes the computation; the writer leaves it out where XLA has no long form.
#pragma once
#include "ir/module.h"

namespace eutectic::hlo {

// XLA knows these only in the short form, with result shapes of their own.
inline bool only_short_form(OpKind inner) {
  return inner == OpKind::AllReduce || inner == OpKind::AllGather || inner == OpKind::CollectivePermute;
}
// Attributes of a short form that belong to the start; the others are the inner op's.
inline bool stays_on_start(AttrName name) {
  return name == AttrName::AsyncExecutionThread || name == AttrName::ControlPredecessors ||
         name == AttrName::FrontendAttributes || name == AttrName::BackendConfig || name == AttrName::Sharding;
}
// The inner op of an async-start, -update or -done that is written in the short form, else invalid.
InstrId short_form_of(const Module& module, InstrId id);

}  // namespace eutectic::hlo

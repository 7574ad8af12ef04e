#include <map>

#include "analysis/loop.h"

namespace eutectic::analysis {

bool is_cheap(const Module& module, InstrId instr) {
  constexpr int64_t budget = 6;
  std::vector<InstrId> work{instr};
  std::map<uint32_t, bool> seen;
  int64_t cost = 0;
  while (!work.empty()) {
    InstrId id = work.back();
    work.pop_back();
    if (!seen.emplace(id.value, true).second) continue;
    switch (module[id].op) {
      case OpKind::Parameter:
      case OpKind::GetTupleElement:
        // A value in memory.
        if (id == instr) return false;
        continue;
      case OpKind::Constant:
      case OpKind::Iota:
        continue;
      case OpKind::Broadcast:
      case OpKind::Reshape:
      case OpKind::Transpose:
      case OpKind::Slice:
      case OpKind::Copy:
        break;
      case OpKind::Convert:
      case OpKind::Complex:
      case OpKind::Real:
      case OpKind::Imag:
      case OpKind::Negate:
      case OpKind::Add:
      case OpKind::Subtract:
      case OpKind::Multiply:
      case OpKind::Select:
      case OpKind::Compare:
      case OpKind::And:
      case OpKind::Or:
        ++cost;
        break;
      default:
        // Its result is read from memory.
        if (id == instr) return false;
        continue;
    }
    if (cost > budget) return false;
    for (InstrId o : module.operands(id)) work.push_back(o);
  }
  return true;
}

}  // namespace eutectic::analysis

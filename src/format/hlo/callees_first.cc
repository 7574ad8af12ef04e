#include "format/hlo/callees_first.h"

namespace eutectic::hlo {

// A depth-first walk with its own stack.
std::vector<CompId> callees_first(const Module& module) {
  std::vector<CompId> out;
  enum : uint8_t { New, Done };
  std::vector<uint8_t> state(module.comp_count(), New);
  struct Visit {
    CompId comp;
    uint32_t next;
  };
  std::vector<Visit> open;
  for (size_t c = 0; c < module.comp_count(); ++c) {
    if (state[c] != New || !module[CompId(c)].defined) continue;
    open.push_back({CompId(c), module[CompId(c)].begin.value});
    while (!open.empty()) {
      const CompId comp = open.back().comp;
      if (state[comp.index()] == Done) {
        open.pop_back();
        continue;
      }
      // All new callees of one instruction go on the stack at once, the first on top; then the next instruction
      // follows.
      uint32_t next = open.back().next;
      std::vector<CompId> fresh;
      for (; next < module[comp].end.value && fresh.empty(); ++next)
        for (CompId callee : module.callees(InstrId(next)))
          if (state[callee.index()] == New) fresh.push_back(callee);
      open.back().next = next;
      if (fresh.empty()) {
        state[comp.index()] = Done;
        out.push_back(comp);
        open.pop_back();
      }
      for (size_t i = fresh.size(); i-- > 0;) open.push_back({fresh[i], module[fresh[i]].begin.value});
    }
  }
  return out;
}

}  // namespace eutectic::hlo

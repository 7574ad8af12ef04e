#include "analysis/call_order.h"

namespace eutectic {

std::vector<CompId> callee_order(const Module& module) {
  std::vector<CompId> order;
  if (!module.entry.valid()) return order;
  // Depth first with an explicit stack: the callees of a computation, and how many have been entered.
  struct Frame {
    CompId comp;
    std::vector<CompId> callees;
    size_t next = 0;
  };
  std::vector<uint8_t> seen(module.comp_count(), 0);
  std::vector<Frame> stack;
  auto enter = [&](CompId comp) {
    seen[comp.index()] = 1;
    Frame frame{comp, {}};
    for (InstrId id : instrs_of(module[comp]))
      for (const auto& [name, value] : module.attrs(id).entries())
        if (const Comps* comps = std::get_if<Comps>(&value))
          frame.callees.insert(frame.callees.end(), comps->begin(), comps->end());
    stack.push_back(std::move(frame));
  };
  enter(module.entry);
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.callees.size()) {
      order.push_back(top.comp);
      stack.pop_back();
      continue;
    }
    CompId callee = top.callees[top.next++];
    if (!seen[callee.index()]) enter(callee);
  }
  return order;
}

}  // namespace eutectic

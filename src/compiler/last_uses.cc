// Liveness of slots over nested step lists, backwards.
#include <algorithm>

#include "compiler/steps.h"

namespace eutectic::compiler {
namespace {

using runtime::ProgramSteps;
using runtime::SlotId;
using runtime::Step;
using runtime::StepKind;
using runtime::Steps;
using runtime::Use;

class LastUses {
 public:
  explicit LastUses(ProgramSteps& program) : p_(program), live_(program.slots.size(), 0) {}

  void run() {
    uses(p_.results);
    list(p_.steps);
    for (SlotId& parameter : p_.parameters)
      if (!live(parameter)) parameter = SlotId();
  }

 private:
  bool live(SlotId slot) const { return live_[slot.index()]; }
  // Of several uses by one step the last one may take the memory.
  void use(Use& use) {
    use.last = !live(use.slot) && !p_.slots[use.slot].constant;
    live_[use.slot.index()] = 1;
  }
  void uses(std::vector<Use>& list) {
    for (size_t i = list.size(); i-- > 0;) use(list[i]);
  }
  void list(Steps& steps) {
    for (size_t i = steps.size(); i-- > 0;) {
      Step& step = steps[i];
      if (step.kind == StepKind::HostOp) host_op(steps[i]);
      if (step.kind == StepKind::Launch) launch(step);
      if (step.kind == StepKind::Loop) loop(step);
      if (step.kind == StepKind::Branch) branch(step);
    }
    std::erase_if(steps, [](const Step& s) { return s.kind == StepKind::HostOp && s.number == dropped; });
  }

  void host_op(Step& step) {
    bool read = step.effect;
    for (SlotId& r : step.results) {
      if (live(r))
        read = true;
      else
        r = SlotId();
    }
    if (!read) {
      step.number = dropped;
      return;
    }
    for (SlotId r : step.results)
      if (r.valid()) live_[r.index()] = 0;
    uses(step.uses);
  }

  void launch(Step& step) {
    for (runtime::Param& p : step.params) {
      if (!p.writes) continue;
      if (!live(p.output)) step.releases.push_back(p.output);
      live_[p.output.index()] = 0;
    }
    // The memory is freed after the launch; whether another parameter reads it too is known already (takes).
    std::vector<SlotId> dying;
    for (runtime::Param& p : step.params) {
      if (!p.reads) continue;
      const SlotId s = p.input.slot;
      if (!live(s)) dying.push_back(s);
    }
    for (runtime::Param& p : step.params) {
      if (!p.reads) continue;
      live_[p.input.slot.index()] = 1;
      p.input.last = !p_.slots[p.input.slot].constant && std::ranges::find(dying, p.input.slot) != dying.end();
    }
  }

  void loop(Step& step) {
    for (SlotId c : step.results)
      if (!live(c)) step.releases.push_back(c);
    for (SlotId c : step.results) live_[c.index()] = 0;
    uses(step.yields[1]);
    list(step.lists[1]);
    // While the condition runs, the body and the results still need everything.
    for (SlotId c : step.results) live_[c.index()] = 1;
    uses(step.yields[0]);
    list(step.lists[0]);
    for (SlotId c : step.results) live_[c.index()] = 0;
    uses(step.uses);
  }

  void branch(Step& step) {
    for (SlotId& r : step.results) {
      if (!live(r)) {
        r = SlotId();
      } else {
        live_[r.index()] = 0;
      }
    }
    const std::vector<uint8_t> after = live_;
    std::vector<uint8_t> before = after;
    std::vector<std::vector<uint8_t>> each;
    for (size_t b = 0; b < step.lists.size(); ++b) {
      live_ = after;
      uses(step.yields[b]);
      list(step.lists[b]);
      for (size_t s = 0; s < live_.size(); ++s) before[s] |= live_[s];
      each.push_back(live_);
    }
    for (size_t b = 0; b < step.lists.size(); ++b)
      for (size_t s = 0; s < before.size(); ++s)
        if (before[s] && !each[b][s] && !p_.slots[SlotId(s)].constant) step.not_in_branch[b].push_back(SlotId(s));
    live_ = std::move(before);
    uses(step.uses);
  }

  static constexpr uint32_t dropped = 0xffffffffu;
  ProgramSteps& p_;
  std::vector<uint8_t> live_;
};

}  // namespace

void mark_last_uses(ProgramSteps& program) { LastUses(program).run(); }

}  // namespace eutectic::compiler

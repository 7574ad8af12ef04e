// The passes in XLA's order. See pipeline.h.
#include "passes/xla/pipeline.h"

#include <fmt/format.h>

#include "analysis/call_order.h"
#include "ops/verify.h"
#include "passes/passes.h"
#include "passes/xla/passes.h"
#include "passes/xla/rule.h"

namespace eutectic::xla_passes {
namespace {

template <Result<bool> (*Run)(Module&)>
Result<bool> shared(Module& module, Target) {
  return Run(module);
}

// XLA for GPUs keeps barriers until after fusion.
Result<bool> barriers_that_go(Module& module, Target target) {
  if (target != Target::Cpu2026) return false;
  return remove_barriers(module);
}

struct Step {
  std::string_view name;
  Pass run;
};

constexpr Step before_layout[] = {
    {"inline-calls", shared<inline_calls>},
    {"flatten-tuples", shared<flatten_tuples>},
    {"dead-code", shared<remove_dead_code>},
};

// Repeated until nothing changes.
constexpr Step simplification[] = {
    {"simplify", simplify},
    {"simplify-loops", shared<simplify_loops>},
    {"move-reshapes", move_reshapes},
    {"merge-equal", shared<merge_equal>},
    {"dead-code", shared<remove_dead_code>},
};

constexpr Step after_layout[] = {
    {"reshapes-to-bitcasts", reshapes_to_bitcasts},
    {"remove-barriers", barriers_that_go},
    {"merge-equal", shared<merge_equal>},
    {"dead-code", shared<remove_dead_code>},
};

// Row-major is what a shape without layout means; rules make such shapes. Other layouts of a program that is not fused
// yet say nothing about values, and XLA assigns its own within a computation: only what comes in and goes out keeps
// them.
void drop_layouts(Module& module) {
  for (CompId comp : callee_order(module))
    for (InstrId id : instrs_of(module[comp])) {
      const bool keeps = module[id].op == OpKind::Parameter || id == module[comp].root;
      Shape shape = module.shape(id);
      std::vector<Shape*> stack{&shape};
      bool changed = false;
      while (!stack.empty()) {
        Shape* s = stack.back();
        stack.pop_back();
        for (Shape& e : s->elements) stack.push_back(&e);
        if (!s->layout || !s->layout->suffix.empty() || (keeps && !is_row_major(*s))) continue;
        s->layout.reset();
        changed = true;
      }
      if (changed) module.set_shape(id, shape);
    }
}

}  // namespace

Result<bool> simplify(Module& module, Target target) {
  static constexpr Rule rules[] = {simplify_algebra, simplify_movement, simplify_reduction,
                                   simplify_gather,  simplify_scatter,  fold_constants};
  static constexpr Rule last[] = {repeat_counters};
  bool changed = false;
  for (int round = 0; round < 30; ++round) {
    ASSIGN_OR_RETURN(bool now, rewrite(module, rules, target, false));
    if (!now) {
      ASSIGN_OR_RETURN(now, rewrite(module, last, target, false));
      if (!now) break;
    }
    changed = true;
    RETURN_IF_ERROR(merge_equal(module));
    RETURN_IF_ERROR(remove_dead_code(module));
  }
  return changed;
}

// A bitcast's meaning is in the layouts.
bool is_after_passes(const Module& module) {
  for (CompId comp : callee_order(module))
    for (InstrId id : instrs_of(module[comp]))
      if (module[id].op == OpKind::Bitcast || module[id].op == OpKind::Fusion) return true;
  return false;
}

Result<Module> run_xla_passes(const Module& module, Target target, const Options& options) {
  if (is_after_passes(module)) return module;
  Module work = module;
  drop_layouts(work);
  bool changed = false;
  auto run = [&](std::span<const Step> steps) -> Status {
    changed = false;
    for (const Step& step : steps) {
      ASSIGN_OR_RETURN(const bool now, step.run(work, target));
      changed |= now;
      if (!options.verify_each) continue;
      if (Status status = verify(compact(work)); !status) {
        for (Diagnostic& d : status.error()) d.message += fmt::format(" (after the pass {})", step.name);
        return status;
      }
    }
    return {};
  };
  RETURN_IF_ERROR(run(before_layout));
  for (int round = 0; round < 25; ++round) {
    RETURN_IF_ERROR(run(simplification));
    if (!changed) break;
  }
  RETURN_IF_ERROR(run(after_layout));
  Module out = compact(work);
  RETURN_IF_ERROR(verify(out));
  return out;
}

}  // namespace eutectic::xla_passes

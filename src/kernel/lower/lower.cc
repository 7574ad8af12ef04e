#include "kernel/lower/lower.h"

#include <fmt/format.h>

#include <set>

#include "analysis/elementwise.h"
#include "kernel/lower/loop.h"

namespace eutectic::kernel {

Result<Kernel> lower(const Module& module, const fusion::Group& group, const LowerOptions& options) {
  analysis::LoopOptions o;
  o.reciprocal = options.reciprocal;
  std::string name = fmt::format("k_{}", module.name(group.roots[0]));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  std::expected<std::unique_ptr<analysis::LoopAnalysis>, explain::Verdict> a;
  if (group.kind == fusion::GroupKind::Loop) {
    a = analysis::analyze_loop(module, group.roots[0], o);
  } else if (group.kind == fusion::GroupKind::Elementwise) {
    std::set<uint32_t> own;
    for (InstrId id : group.instrs) own.insert(id.value);
    a = analysis::analyze_elementwise(
        module, group.roots, group.lanes,
        [&](InstrId id) {
          // Bodies of loops that are written out are the kernel's own.
          return module[id].parent == module[group.roots[0]].parent && !own.contains(id.value) &&
                 module[id].op != OpKind::Constant;
        },
        o);
  } else {
    return unsupported("this group is not a kernel");
  }
  if (!a) return unsupported(explain::render(module, a.error()));
  auto kernel = lower_loop(module, **a, name, options);
  if (!kernel) return unsupported(explain::render(module, kernel.error()));
  return std::move(*kernel);
}

}  // namespace eutectic::kernel

// Kernel lookup: one table by op kind, joined from the families of src/ops/elementwise.
#include "ops/scalar_kernel.h"

#include <array>

#include "ops/elementwise/family.h"

namespace eutectic {

ScalarKernel scalar_kernel(const OpView& op) {
  using namespace elementwise;
  static const auto table = [] {
    std::array<KernelSelector, op_kind_count> out{};
    for (auto rows : {arithmetic_kernels(), bitwise_kernels(), compare_kernels(), convert_kernels(),
                      unary_math_kernels(), special_kernels(), complex_part_kernels()})
      for (const KernelRow& row : rows) out[static_cast<size_t>(row.kind)] = row.select;
    return out;
  }();
  const KernelSelector select = table[static_cast<size_t>(op.instr().op)];
  if (!select || op.operand_count() == 0) return nullptr;
  for (size_t n = 0; n < op.operand_count(); ++n)
    if (!op.operand_shape(n).is_array()) return nullptr;
  if (!op.shape().is_array()) return nullptr;
  return select(op);
}

}  // namespace eutectic

#include "scalar/scalar_op.h"

namespace eutectic::scalar {
namespace {
constexpr OpInfo table[] = {
#define SCALAR_OP(name, text, operands, group) {text, operands, OpGroup::group},
#include "scalar/scalar_op.def"
#undef SCALAR_OP
};
}  // namespace

const OpInfo& info(Op op) { return table[static_cast<size_t>(op)]; }

std::optional<Op> op_from_text(std::string_view text) {
  for (int i = 0; i < op_count; ++i)
    if (table[i].text == text) return static_cast<Op>(i);
  return std::nullopt;
}

}  // namespace eutectic::scalar

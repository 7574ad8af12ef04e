#include "ops/op_def.h"

namespace eutectic {

const OpDef& op_def(OpKind kind) {
  static const OpDef* const table[] = {
#define OP(name, ...) &op_def_##name,
#include "ir/op_kind.def"
#undef OP
  };
  const OpDef& def = *table[static_cast<int>(kind)];
  CHECK(def.kind == kind, "op table out of order at {}", hlo_name(kind));
  return def;
}

}  // namespace eutectic

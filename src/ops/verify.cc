#include "ops/verify.h"

namespace eutectic {
Status verify(const Module& module) { return verify_structure(module); }
}  // namespace eutectic

// Op rules over a whole module: operand counts, attributes, shapes, called computations. All errors at once.
#pragma once
#include "ir/module.h"

namespace eutectic {

Status verify(const Module& module);  // verify_structure, then every instruction's OpDef

}  // namespace eutectic

// Which instructions do more than compute a value: they must stay, in order (effects), or may not be
// merged, moved or repeated (not pure). Called computations count.
#pragma once
#include <vector>

#include "ir/module.h"

namespace eutectic {

class Effects {
 public:
  // Computations and instructions that stand in `module` now; ask for instructions of these only, or copies.
  explicit Effects(const Module& module);

  // Its effect is seen outside: it may not be removed though nobody reads its value.
  bool has_effect(InstrId id) const;
  // The value depends on operands and attributes alone.
  bool is_pure(InstrId id) const;
  bool has_effect(CompId id) const { return known(id) ? comps_[id.index()].effect : true; }
  bool is_pure(CompId id) const { return known(id) && comps_[id.index()].pure; }

 private:
  struct Flags {
    bool effect = false, pure = true;
  };
  bool known(CompId id) const { return id.index() < comps_.size(); }
  const Module& module_;
  std::vector<Flags> comps_;
};

}  // namespace eutectic

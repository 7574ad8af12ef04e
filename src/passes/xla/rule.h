// A rewrite of XLA's algebraic simplifier: looks at one instruction whose operands stand in a draft already,
// simplified, and gives another value of the draft with the same shape. Unlike our own passes (passes/simplify.h) these
// do what XLA does and no more: the kernels that come out must be XLA's.
#pragma once
#include <span>

#include "passes/simplify.h"
#include "passes/xla/pipeline.h"

namespace eutectic::xla_passes {

using Local = Draft::Local;

// How an instruction of the draft is used, as far as that is known: new values have one user.
class Uses {
 public:
  uint32_t of(Local v) const { return v.index() < count_.size() ? count_[v.index()] : 1; }
  void set(Local v, uint32_t n) {
    if (count_.size() <= v.index()) count_.resize(v.index() + 1, 1);
    count_[v.index()] = n;
  }

 private:
  std::vector<uint32_t> count_;
};

struct Site : Candidate {
  const Uses& uses;
  Target target;
  bool physical;  // after layout assignment

  uint32_t users(Local v) const { return uses.of(v); }
  OpKind op_of(size_t n) const { return draft.op(operands[n]); }
  const Shape& shape_of(size_t n) const { return draft.shape(operands[n]); }
  // An instruction of another shape.
  Local add(OpKind kind, const Shape& s, std::initializer_list<Local> list, Attrs new_attrs = {}) const {
    return draft.add(kind, Shape(s), list, std::move(new_attrs), id);
  }
};

using Rule = std::optional<Local> (*)(const Site&);

// Applies the first rule that matches to each instruction of every computation, once; says whether any did.
Result<bool> rewrite(Module& module, std::span<const Rule> rules, Target target, bool physical);

// The rules; the file of its name has each.
std::optional<Local> simplify_algebra(const Site& site);   // sums, products, quotients, powers ...
std::optional<Local> simplify_movement(const Site& site);  // reshape, broadcast, slice, concatenate ...
std::optional<Local> repeat_counters(const Site& site);
std::optional<Local> simplify_reduction(const Site& site);  // reduce
std::optional<Local> simplify_gather(const Site& site);
std::optional<Local> simplify_scatter(const Site& site);
std::optional<Local> fold_constants(const Site& site);

inline Attrs with(AttrName name, AttrValue value) {
  Attrs out;
  out.set(name, std::move(value));
  return out;
}

}  // namespace eutectic::xla_passes

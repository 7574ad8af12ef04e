// Copies a computation into a draft so that slices and small reductions of arrays that were put together read the
// parts.
#pragma once
#include "passes/rewrites/parts.h"
#include "passes/rewrites/rewrite.h"

namespace eutectic::rewrites {

class Forwarder {
 public:
  using Local = Draft::Local;
  Forwarder(Module& module, CompId comp) : module_(module), draft(module), copier(draft, comp), parts(draft) {}

  // The instruction, whose operands have been copied, or what stands for it. With a context its verdict is noted there,
  // and only what its fuel allows is changed.
  void visit(InstrId id, Context* context = nullptr);

  // An array of these dimensions from its parts between the bounds of dimension `d`.
  Local join(std::span<const Local> pieces, const Shape& whole, size_t d);

 private:
  std::optional<Local> slice(InstrId id);
  std::optional<Local> reduction(InstrId id, int64_t& count);
  // What put the value together, for messages.
  std::string joint_of(Local value);

  Module& module_;

 public:
  Draft draft;
  Copier copier;
  Parts parts;
  bool changed = false;
};

// Gathers and scatters of one window at a constant place become slices and updates, in all computations. Says whether
// there were any.
bool constant_windows(Module& module);

// The op of a reducer that is one op on its two parameters.
std::optional<OpKind> plain_reducer(const Module& module, CompId comp);

}  // namespace eutectic::rewrites

// Algebraic rewrites: rules look at one instruction whose operands are in a draft already, simplified, and
// give another value of the draft with the same shape and bits. simplify.cc drives them.
#pragma once
#include <optional>

#include "passes/draft.h"

namespace eutectic {

// An instruction about to be copied into a draft.
struct Candidate {
  Draft& draft;
  InstrId id;  // the original
  std::span<const Draft::Local> operands;

  const Module& module() const { return draft.module(); }
  OpKind op() const { return module()[id].op; }
  const Shape& shape() const { return module().shape(id); }
  ShapeId shape_id() const { return module()[id].shape; }
  const Attrs& attrs() const { return module().attrs(id); }
  Draft::Local operand(size_t n) const { return operands[n]; }
  // Whether the value has this instruction's very shape, layout included.
  bool has_shape(Draft::Local value) const { return draft[value].shape == shape_id(); }
  // A new instruction in its place.
  Draft::Local make(OpKind op, std::initializer_list<Draft::Local> list, Attrs new_attrs = {}) const {
    return draft.add(op, Shape(shape()), list, std::move(new_attrs), id);
  }
  // A scalar constant of this instruction's type, broadcast to its shape.
  Draft::Local splat(const Literal& scalar) const;
};

// The scalar that a value repeats: a scalar, or what a broadcast without dimensions repeats.
std::optional<Draft::Local> repeated_scalar(const Draft& draft, Draft::Local value);
// The literal of a scalar constant that the value repeats.
const Literal* repeated_constant(const Draft& draft, Draft::Local value);

std::optional<Draft::Local> simplify_arithmetic(const Candidate& c);
std::optional<Draft::Local> simplify_shape(const Candidate& c);

// At most `fuel` rewrites (-1: any number), in program order; takes those made off `fuel`.
Result<bool> simplify_with(Module& module, int64_t& fuel);

}  // namespace eutectic

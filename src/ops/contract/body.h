// The scalar computation that an op applies: a compiled ScalarProgram, or calls of the evaluator where the
// computation is not element-wise. Also recognises bodies that are one binary op, for fast loops.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ops/evaluator.h"
#include "ops/scalar_program.h"

namespace eutectic::contract {

// If the computation is `op(parameter 0, parameter 1)` in either order, with all types equal: the op.
std::optional<OpKind> binary_body(const Module& module, CompId comp);
// If the computation is `compare(parameter 0, parameter 1)`: the instruction, and whether the order is swapped.
struct CompareBody {
  InstrId compare;
  int64_t left, right;  // parameter numbers
};
std::optional<CompareBody> compare_body(const Module& module, CompId comp);

class Body {
 public:
  // The computation must take scalars of these types and return scalars of those (several: a tuple): whoever runs it
  // packs its buffers for them.
  static Result<Body> make(const OpView& op, CompId comp, Evaluator& evaluator, std::span<const ElementType> parameters,
                           std::span<const ElementType> results);

  size_t parameter_count() const { return parameter_types_.size(); }
  size_t result_count() const { return result_types_.size(); }
  ElementType parameter_type(size_t p) const { return parameter_types_[p]; }
  ElementType result_type(size_t r) const { return result_types_[r]; }

  // As ScalarProgram::run. out may be an in.
  Status run(std::span<const std::byte* const> in, std::span<std::byte* const> out, size_t n) const;
  bool compiled() const { return program_.has_value(); }

 private:
  CompId comp_;
  Evaluator* evaluator_ = nullptr;
  std::optional<ScalarProgram> program_;
  std::vector<ElementType> parameter_types_, result_types_;
};

// The body of a reduction: accumulators of the results' types, then elements of whatever types it states.
Result<Body> reduction_body(const OpView& op, CompId comp, Evaluator& evaluator, std::span<const Shape> results);

}  // namespace eutectic::contract

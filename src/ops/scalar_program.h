// A called computation over scalars (the body of reduce, sort, scatter, map ...) compiled once into a flat
// list of ScalarKernel calls over register slots, so that evaluating it per element is cheap.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "ops/op_def.h"
#include "ops/scalar_kernel.h"

namespace eutectic {

class ScalarProgram {
 public:
  // Fails with `unsupported` if the computation has an op that is not element-wise over scalars
  // (parameter, constant, tuple, get-tuple-element, call, fusion, scalar broadcast/reshape/copy/bitcast
  // and all element-wise ops are accepted).
  static Result<ScalarProgram> compile(const Module& module, CompId comp);

  // in[p] points to n elements of parameter p, out[r] to n elements of result r (a tuple's elements, or
  // one). out may equal an in.
  void run(std::span<const std::byte* const> in, std::span<std::byte* const> out, size_t n) const;

  size_t parameter_count() const;
  size_t result_count() const;
  ElementType parameter_type(size_t p) const;
  ElementType result_type(size_t r) const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace eutectic

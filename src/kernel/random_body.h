// Random straight and nested scalar code at the builder's current region; private to random_kernel.
#pragma once
#include <vector>

#include "kernel/builder.h"
#include "kernel/random_kernel.h"

namespace eutectic::kernel {

// Deterministic numbers (SplitMix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  uint64_t next();
  int64_t below(int64_t n) { return static_cast<int64_t>(next() % static_cast<uint64_t>(n)); }
  int64_t between(int64_t lo, int64_t hi) { return lo + below(hi - lo + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<size_t>(below(static_cast<int64_t>(from.size())))];
  }

 private:
  uint64_t state_;
};

class RandomBody {
 public:
  RandomBody(KernelBuilder& builder, Random& random, const RandomKernelOptions& options);

  // What code may read. `limit`: elements that are defined. Indices are made to fit.
  struct Source {
    BufferId buffer;
    int64_t limit;
  };
  std::vector<Source> sources;
  // In lanes: the lane number, with 0 <= lane < lanes; in a par: its number, with 0 <= lane < lanes. Invalid: neither.
  ValueId lane;
  int64_t lanes = 0;
  bool in_lanes = false;
  std::vector<BufferId> sinks;  // in lanes: buffers whose element `lane` is this lane's
  std::vector<FunctionId> functions;

  ElementType random_type();
  ValueId constant(ElementType type);
  ValueId any(ElementType type);  // a value in scope, or a new one
  void define(ValueId value) { scope_.push_back(value); }
  size_t mark() const { return scope_.size(); }
  void forget(size_t mark) { scope_.resize(mark); }
  void statements(int count, int depth);
  ValueId clamped(ValueId value, int64_t lo, int64_t hi);  // as s64
  void make_function();
  ValueId op(scalar::Op op, ElementType type, std::initializer_list<ValueId> operands) {
    return b_.op(op, type, operands);
  }

 private:
  ElementType type_of(ValueId v) const { return b_.kernel().values[v].type; }
  ValueId random_op();
  ValueId random_load();
  void random_for(int depth);
  void random_fixpoint();
  void random_while(int depth);
  void random_when(int depth);
  void random_call();
  void random_store();
  std::vector<ValueId> carries(int most);
  std::vector<ValueId> like(const std::vector<ValueId>& values, size_t from);

  KernelBuilder& b_;
  Random& r_;
  const RandomKernelOptions& options_;
  std::vector<ElementType> types_;
  std::vector<ValueId> scope_;
  bool function_ = false;  // no memory
  bool pure_ = false;      // no stores
};

}  // namespace eutectic::kernel

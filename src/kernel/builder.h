// KernelBuilder: writes statements at a current region. Types of results follow from operands; whether a value is
// uniform or lane is derived (an op is lane if an operand is; a load if its index is; see kernel.h).
#pragma once
#include <initializer_list>
#include <span>
#include <string_view>

#include "kernel/kernel.h"

namespace eutectic::kernel {

class KernelBuilder {
 public:
  explicit KernelBuilder(std::string name);
  BufferId buffer(std::string_view name, ElementType type, int64_t size, Space space, Access access = Access::In);

  ValueId constant(ElementType type, scalar::Bits bits);
  ValueId s64(int64_t value);
  ValueId op(scalar::Op op, ElementType type, std::span<const ValueId> operands);
  ValueId op(scalar::Op op, ElementType type, std::initializer_list<ValueId> operands) {
    return this->op(op, type, std::span(operands.begin(), operands.size()));
  }
  ValueId load(BufferId buffer, Index index);
  // `mask` (pred) where it is false: nothing is loaded, the value is `otherwise`.
  ValueId load(BufferId buffer, Index index, ValueId mask, ValueId otherwise);
  void store(BufferId buffer, Index index, ValueId value);
  void store(BufferId buffer, Index index, ValueId value, ValueId mask);
  std::vector<ValueId> call(FunctionId function, std::span<const ValueId> operands);

  // Regions: begin_x makes the statement, enters its region and returns the region's params; end(yields) leaves it and
  // returns the statement's results. begin_while enters the condition region; next(pred) goes on to the body and
  // returns its params.
  ValueId begin_par(ValueId count);
  ValueId begin_lanes(ValueId lo, ValueId hi, std::span<const scalar::Op> reducers = {}, int64_t multiple = 1,
                      int interleave = 0);
  std::vector<ValueId> begin_for(ValueId lo, ValueId hi, std::span<const ValueId> carries, int fixpoint = 0);
  std::vector<ValueId> begin_while(std::span<const ValueId> carries);
  std::vector<ValueId> next(ValueId condition);
  void begin_when(ValueId pred, std::span<const ValueId> otherwise = {});
  std::vector<ValueId> begin_function(std::string_view name, std::span<const ElementType> params);
  std::vector<ValueId> end(std::span<const ValueId> yields = {});
  FunctionId last_function() const;  // after end() of begin_function

  void rename(std::string_view kernel_name) { kernel_.name = kernel_name; }
  void name(ValueId value, std::string_view name) { kernel_.values[value].name = name; }
  const Kernel& kernel() const { return kernel_; }
  Kernel finish();  // all regions ended

 private:
  struct Frame {
    StmtId stmt;
    RegionId region;
    bool in_lanes = false;
    bool function = false;
    int part = 0;  // While: 0 condition, 1 body
  };
  ValueId value(ElementType type, bool lane);
  bool is_lane(std::span<const ValueId> values) const;
  bool index_is_lane(const Index& index) const;
  StmtId add(Stmt stmt);
  Frame& enter(StmtId stmt, RegionId region, bool in_lanes);

  Kernel kernel_;
  std::vector<Frame> frames_;
};

}  // namespace eutectic::kernel

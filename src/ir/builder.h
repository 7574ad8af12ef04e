// Builds one computation at a time. Several builders may be open at once (nested regions): each collects
// its instructions under local ids and appends them as one contiguous range in finish().
#pragma once
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace eutectic {

class ComputationBuilder {
 public:
  // Ids returned here are local to the builder until finish().
  using Local = Id<struct LocalTag>;

  explicit ComputationBuilder(Module& module) : module_(module) {}

  // An empty name gets "<op>.<n>" in finish(), unique within the module.
  Local add(OpKind op, const Shape& shape, std::span<const Local> operands, Attrs attrs = {},
            std::string_view name = {}, OriginId origin = {});
  Local add(OpKind op, const Shape& shape, std::initializer_list<Local> operands, Attrs attrs = {},
            std::string_view name = {}, OriginId origin = {}) {
    return add(op, shape, std::span(operands.begin(), operands.size()), std::move(attrs), name, origin);
  }
  Local parameter(int64_t number, const Shape& shape, std::string_view name = {}, OriginId origin = {});
  Local constant(const Literal& value, std::string_view name = {}, OriginId origin = {});
  Local get_tuple_element(Local tuple, int64_t index, std::string_view name = {}, OriginId origin = {});

  // Where what is added from now on stands in the input.
  void set_place(const Place& place) {
    place_ = place.line > 0 ? InputPlace{static_cast<uint32_t>(place.line), static_cast<uint32_t>(place.column)}
             : place.byte_offset >= 0 ? InputPlace{0, static_cast<uint32_t>(place.byte_offset)}
                                      : InputPlace{};
  }

  const Shape& shape(Local id) const { return module_[instrs_[id.index()].instr.shape]; }
  OpKind op(Local id) const { return instrs_[id.index()].instr.op; }
  size_t size() const { return instrs_.size(); }
  Module& module() { return module_; }

  // Appends everything to the module as computation `comp` (declared before) with this root.
  void finish(CompId comp, Local root);
  // After finish: the module's id of a local one.
  InstrId final_id(Local id) const { return InstrId(base_ + id.value); }

 private:
  struct Pending {
    Instr instr;
    std::vector<Local> operands;
    InputPlace place;
  };
  Module& module_;
  std::vector<Pending> instrs_;
  InputPlace place_;
  uint32_t base_ = 0;
};

}  // namespace eutectic

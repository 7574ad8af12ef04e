// A computation under construction in a module that it may copy from. Copies share shapes, attributes,
// names and origins with their originals, so that rebuilding a computation costs little. finish() appends
// the instructions as one contiguous range and makes it the definition of a computation, new or old; an
// old range stays behind until compact() (passes.h). Names need not be unique before compact().
#pragma once
#include <initializer_list>
#include <span>
#include <vector>

#include "ir/module.h"

namespace eutectic {

class Draft {
 public:
  using Local = Id<struct DraftTag>;  // a value of the draft

  explicit Draft(Module& module) : module_(module) {}

  // Copies an instruction of the module, from any computation, onto these operands.
  Local copy(InstrId id, std::span<const Local> operands);
  // The same with other attributes.
  Local copy(InstrId id, std::span<const Local> operands, Attrs attrs);
  // Copies an instruction of another draft of the same module.
  Local copy(const Draft& from, Local id, std::span<const Local> operands) { return push(from[id], operands); }
  // An instruction of this draft once more, of another shape; name and origin are kept.
  Local like(Local id, const Shape& shape, std::span<const Local> operands);
  Local like(Local id, const Shape& shape, std::span<const Local> operands, Attrs attrs);
  // A new instruction; `like` lends name and origin if valid.
  Local add(OpKind op, const Shape& shape, std::span<const Local> operands, Attrs attrs = {}, InstrId like = {});
  Local add(OpKind op, const Shape& shape, std::initializer_list<Local> operands, Attrs attrs = {}, InstrId like = {}) {
    return add(op, shape, std::span(operands.begin(), operands.size()), std::move(attrs), like);
  }
  Local parameter(int64_t number, const Shape& shape, InstrId like = {});
  Local constant(const Literal& value, InstrId like = {});
  Local tuple(std::span<const Local> elements, InstrId like = {});
  Local get_tuple_element(Local tuple, int64_t index, InstrId like = {});

  size_t size() const { return nodes_.size(); }
  const Instr& operator[](Local id) const { return nodes_[id.index()]; }
  OpKind op(Local id) const { return nodes_[id.index()].op; }
  const Shape& shape(Local id) const { return module_[nodes_[id.index()].shape]; }
  const Attrs& attrs(Local id) const { return module_[nodes_[id.index()].attrs]; }
  std::span<const Local> operands(Local id) const {
    return std::span(pool_).subspan(nodes_[id.index()].first_operand, nodes_[id.index()].operand_count);
  }
  Local operand(Local id, size_t n) const { return operands(id)[n]; }
  Module& module() { return module_; }
  const Module& module() const { return module_; }

  void finish(CompId comp, Local root);

 private:
  Local push(Instr instr, std::span<const Local> operands);
  Module& module_;
  std::vector<Instr> nodes_;
  std::vector<Local> pool_;
};

// Copies the instructions of one computation into a draft; `at` says what stands for each of them there.
class Copier {
 public:
  Copier(Draft& draft, CompId comp);
  bool has(InstrId id) const { return map_[id.value - base_].valid(); }
  Draft::Local at(InstrId id) const { return map_[id.value - base_]; }
  void set(InstrId id, Draft::Local local) { map_[id.value - base_] = local; }
  // The operands' locals, valid until the next call.
  std::span<const Draft::Local> operands(InstrId id);
  // Copies the instruction onto its operands' locals.
  Draft::Local copy(InstrId id);

 private:
  Draft& draft_;
  uint32_t base_;
  std::vector<Draft::Local> map_, scratch_;
};

}  // namespace eutectic

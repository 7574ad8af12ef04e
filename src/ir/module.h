// Module: tables of instructions, computations, shapes, attributes, names and source origins.
// Invariants (checked by verify_structure): a computation is a contiguous range of instr ids, operands
// stand before users, every id is in range, the call graph has no cycle.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "array/shape.h"
#include "base/ids.h"
#include "base/result.h"
#include "ir/attrs.h"
#include "ir/op_kind.h"

namespace eutectic {

// Where an instruction comes from: JAX's op name and the stack frame that called it. `caller` is the
// frame outside this one.
struct Origin {
  NameId op_name;  // "jit(f)/jit(main)/add"
  NameId op_type;
  NameId file;
  NameId function;
  int32_t line = 0, end_line = 0, column = 0, end_column = 0;
  OriginId caller;
  NameId extra;  // other metadata fields as HLO writes them, e.g. scheduling_name="add.1"
  bool operator==(const Origin&) const = default;
};

struct Instr {
  OpKind op;
  uint16_t flags = 0;
  uint32_t operand_count = 0;
  uint32_t first_operand = 0;  // into Module's operand pool
  ShapeId shape;
  AttrsId attrs;
  CompId parent;
  NameId name;
  OriginId origin;
};
static_assert(sizeof(Instr) == 32);

// Where an instruction stands in the file it was read from. Binary files have no lines: `line` is 0 then and `column`
// the byte offset.
struct InputPlace {
  uint32_t line = 0, column = 0;
};

struct Computation {
  NameId name;
  InstrId begin, end;               // contiguous
  InstrId root;                     // need not be the last
  std::vector<InstrId> parameters;  // by parameter number
  std::string execution_thread;     // "" for main
  bool defined = false;
};

// Donation: output `output_index` may use (must, if `must_alias`) the buffer of a parameter.
struct Alias {
  std::vector<int64_t> output_index;
  int64_t parameter = 0;
  std::vector<int64_t> parameter_index;
  bool must_alias = false;
  bool operator==(const Alias&) const = default;
};
struct BufferDonor {
  int64_t parameter = 0;
  std::vector<int64_t> parameter_index;
  bool operator==(const BufferDonor&) const = default;
};

// What a program says of one argument or result besides its shape (StableHLO dictionaries; text values
// are kept in StableHLO's spelling), e.g. {"jax.result_info", "\"result[0]\""}.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

struct ModuleInfo {
  std::string name = "module";
  bool is_scheduled = false;
  std::vector<Alias> aliases;
  std::vector<BufferDonor> donors;
  NamedTexts hlo_attrs;        // other HLO header attributes as written, in order
  NamedTexts stablehlo_attrs;  // module attributes of StableHLO, e.g. {"mhlo.num_partitions", "1 : i32"}
  std::vector<NamedTexts> parameter_attrs, result_attrs;  // of the entry; empty or one per item
  std::vector<Shape> entry_parameter_layouts;             // entry_computation_layout; empty if not stated
  std::optional<Shape> entry_result_layout;
};

class Module {
 public:
  ModuleInfo info;
  CompId entry;

  const Instr& operator[](InstrId id) const { return instrs_[id]; }
  const Computation& operator[](CompId id) const { return comps_[id]; }
  const Shape& operator[](ShapeId id) const { return shapes_[id]; }
  const Attrs& operator[](AttrsId id) const { return attrs_[id]; }
  const Origin& operator[](OriginId id) const { return origins_[id]; }
  std::string_view operator[](NameId id) const {
    return id.valid() ? std::string_view(names_[id]) : std::string_view();
  }

  size_t instr_count() const { return instrs_.size(); }
  size_t comp_count() const { return comps_.size(); }
  const Shape& shape(InstrId id) const { return shapes_[instrs_[id].shape]; }
  const Attrs& attrs(InstrId id) const { return attrs_[instrs_[id].attrs]; }
  std::string_view name(InstrId id) const { return (*this)[instrs_[id].name]; }
  std::string_view name(CompId id) const { return (*this)[comps_[id].name]; }
  std::span<const InstrId> operands(InstrId id) const {
    const Instr& i = instrs_[id];
    return std::span(operand_pool_).subspan(i.first_operand, i.operand_count);
  }
  InstrId operand(InstrId id, size_t n) const { return operands(id)[n]; }
  // Computations that the instruction calls, in attribute order.
  std::vector<CompId> callees(InstrId id) const;
  // Parameter and result shapes of a computation.
  std::vector<Shape> parameter_shapes(CompId id) const;
  const Shape& result_shape(CompId id) const { return shape(comps_[id].root); }
  // "programs.py:57:15" of the innermost frame with a file, or "".
  std::string where(InstrId id) const;
  // The place in the input, without the file's name; none if a pass made the instruction.
  Place input_place(InstrId id) const;

  // Construction; see builder.h for the comfortable way.
  ShapeId intern(const Shape& shape);
  NameId intern_name(std::string_view name);
  OriginId intern(const Origin& origin);
  AttrsId add_attrs(Attrs attrs);  // the empty map is shared
  // Declares a computation by name; defined later by ComputationBuilder::finish.
  CompId add_computation(std::string_view name);
  Computation& mutable_comp(CompId id) { return comps_[id]; }
  Attrs& mutable_attrs(InstrId id);  // makes the instruction's attributes its own
  InstrId append(Instr instr, std::span<const InstrId> operands);
  void set_shape(InstrId id, const Shape& shape) { instrs_[id].shape = intern(shape); }
  // Attributes may be shared between instructions: a change goes through add_attrs and this.
  void set_attrs(InstrId id, AttrsId attrs) { instrs_[id].attrs = attrs; }
  void set_input_place(InstrId id, InputPlace place);
  void set_name(InstrId id, std::string_view name) { instrs_[id].name = intern_name(name); }

 private:
  Store<InstrId, Instr> instrs_;
  std::vector<InstrId> operand_pool_;
  std::vector<InputPlace> input_places_;  // by instruction; may be shorter
  Store<CompId, Computation> comps_;
  Store<ShapeId, Shape> shapes_;
  Store<AttrsId, Attrs> attrs_;
  Store<NameId, std::string> names_;
  Store<OriginId, Origin> origins_;
  std::unordered_map<std::string, NameId> name_ids_;
  std::unordered_multimap<size_t, ShapeId> shape_ids_;
  std::unordered_multimap<size_t, OriginId> origin_ids_;
};

// Range of a computation's instructions: for (InstrId id : instrs_of(comp)).
struct InstrRange {
  uint32_t first, last;
  struct Iterator {
    uint32_t value;
    InstrId operator*() const { return InstrId(value); }
    Iterator& operator++() {
      ++value;
      return *this;
    }
    bool operator==(const Iterator&) const = default;
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {last}; }
};
inline InstrRange instrs_of(const Computation& c) { return {c.begin.value, c.end.value}; }

// The structural invariants above, all violations at once. Op rules are checked by ops/verify.h.
Status verify_structure(const Module& module);

}  // namespace eutectic

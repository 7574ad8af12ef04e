// The inside of write_stablehlo_text. A tuple-shaped value is kept in parts (a Value with `parts`) and only
// becomes a StableHLO tuple where an operation needs one; loops, branches and calls then have several
// operands and results again.
#pragma once
#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace eutectic::stablehlo {

struct Value {
  std::string ssa;           // "%3", "%4#1"; "" for a tuple in parts
  std::vector<Value> parts;  // of a tuple
};

// Pieces of text (write_text.cc).
std::string elements_text(const Literal& literal);        // dense<...> : tensor<...>
std::string ints_text(std::span<const int64_t> values);   // [1, 2]
std::string array_text(std::span<const int64_t> values);  // array<i64: 1, 2>
std::string quoted(std::string_view text);                // MLIR string
std::string symbol(std::string_view name);                // @name, quoted if need be
std::string unquote(std::string_view hlo_text);           // inverse of HLO's quotes
// key/value pairs of an HLO text such as {a="b",c={...}}; values keep their quotes.
std::vector<std::pair<std::string, std::string>> split_pairs(std::string_view text);
std::string shape_text(const Shape& shape);
std::string padding_text(const Window& window);
std::string conv_text(const ConvDims& dims);
std::string precision_list(std::string_view text);   // "{highest,default}" -> [HIGHEST, DEFAULT]
std::string algorithm_text(std::string_view text);   // "" if not known
std::string groups_elements(std::string_view text);  // "{{0,1},{2,3}}" -> dense<...>; "" if not a table

class Writer;
struct Emit {
  Writer& w;
  const Module& m;
  InstrId id;
  std::vector<Value> operands;

  const Attrs& attrs() const { return m.attrs(id); }
  const Shape& shape() const { return m.shape(id); }
  const Shape& operand_shape(size_t n) const { return m.shape(m.operand(id, n)); }
};

class Writer {
 public:
  explicit Writer(const Module& module) : m(module) {}
  Result<std::string> run();

  const Module& m;

  std::string fresh() { return fmt::format("%{}", next_value_++); }
  void line(std::string_view text, OriginId origin);  // one operation, with its location
  void open(std::string_view text);                   // a line that begins a region
  void close(std::string_view text, OriginId origin);
  void reopen(std::string_view text);  // "} do {": ends a region and begins the next
  void raw(std::string_view text);     // a line without location

  // The value as one SSA value, making a tuple if it is in parts.
  std::string single(const Value& value, const Shape& shape);
  std::vector<std::string> singles(const Emit& e);
  Value part(const Value& value, const Shape& tuple, size_t index);
  // SSA values of a tuple's elements, or of the value itself.
  std::vector<std::string> flat(const Value& value, const Shape& shape);
  // Types of flat().
  static std::vector<Shape> flat_shapes(const Shape& shape);
  // The value that `count` results of an operation with this shape are.
  static Value from_results(const std::string& name, const Shape& shape);
  static std::string results_text(const std::string& name, const Shape& shape);  // "%3:2 = ", "%3 = ", ""

  // Attributes of any instruction, as "key = value" items.
  std::vector<std::string> common_attributes(InstrId id);
  static std::string dictionary(const std::vector<std::string>& items);  // " {a = 1}" or ""

  // name(operands) : types, the op's result as a value.
  Value pretty(Emit& e, std::string_view middle = {}, std::string_view name = {});
  // "name"(operands) <{attributes}> (regions) : types. Regions have block arguments.
  Value generic(Emit& e, std::string_view name, std::vector<std::string> attributes,
                std::span<const CompId> regions = {});
  Value generic(Emit& e, std::string_view name, const std::vector<std::string>& operands,
                const std::vector<Shape>& operand_shapes, std::vector<std::string> attributes,
                std::span<const CompId> regions, const Shape& result);
  // The instructions of a computation with these parameters, then its return.
  void body(CompId comp, std::vector<Value> parameters, std::string_view terminator);
  std::string function_name(CompId comp);
  Value call(Emit& e, CompId comp, std::string_view spelling, const std::vector<std::string>& attributes);

  Value fail(const Emit& e, std::string message, std::string hint = {});

 private:
  friend struct Emit;
  void function(CompId comp, bool entry);
  Value instruction(Emit& e);
  std::string location(OriginId origin);
  std::string location_alias(std::string text);
  bool over_limit();

  std::string out_;
  int indent_ = 0;
  int depth_ = 0;
  size_t next_value_ = 0;
  size_t written_ = 0;
  Diagnostics errors_;
  std::vector<CompId> functions_;  // to write, in order of first call
  std::map<uint32_t, std::string> function_names_;
  std::set<std::string> used_names_;
  std::vector<std::string> loc_lines_;
  std::unordered_map<std::string, std::string> loc_aliases_;
  std::unordered_map<OriginId, std::string> origin_aliases_, frame_aliases_;
};

using WriteHandler = Value (*)(Emit&);
struct WriteRow {
  OpKind kind;
  WriteHandler handler;
};
std::span<const WriteRow> write_data_handlers();
std::span<const WriteRow> write_contract_handlers();
std::span<const WriteRow> write_control_handlers();
std::span<const WriteRow> write_device_handlers();

}  // namespace eutectic::stablehlo

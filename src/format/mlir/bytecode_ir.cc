// Operations, blocks and regions of bytecode files; see bytecode_reader.h.
#include <fmt/format.h>

#include <algorithm>

#include "format/mlir/bytecode_reader.h"

namespace eutectic::mlir {
namespace {

constexpr int nesting_limit = 200;
constexpr uint64_t isolated_sections = 2, use_list_orders = 3, argument_location_flags = 4;

// What an operation stores.
enum Mask : uint8_t {
  HasAttributes = 1,
  HasResults = 2,
  HasOperands = 4,
  HasSuccessors = 8,
  HasRegions = 16,
  HasUseListOrders = 32,
  HasProperties = 64,
};
constexpr uint8_t ir_section = 4;

}  // namespace

void BytecodeReader::read_ir(BytecodeCursor in) {
  Block top;
  Scope scope;
  size_t next_value = 0, count = 0;
  read_block_header(in, top, scope, next_value, count);
  for (; count > 0 && !in.failed(); --count) read_operation(in, top, scope, next_value, false, 0);
  in.expect_end("the section of operations");
  if (in.failed()) return;
  if (top.operations.size() == 1 && top.operations[0].name == "builtin.module") {
    program_.module = std::move(top.operations[0]);
    return;
  }
  program_.module.name = "builtin.module";
  program_.module.loc = attributes_.unknown_location();
  program_.module.place = input_.place(in.position());
  program_.module.regions.emplace_back().blocks.push_back(std::move(top));
}

void BytecodeReader::read_region(BytecodeCursor& in, Region& region, Scope& scope, bool in_function, int depth) {
  size_t block_count = in.count("blocks");
  if (block_count == 0 || in.failed()) return;
  size_t at = in.position();
  size_t value_count = in.count("values of a region");
  // Each value takes at least a byte to define, so that all regions together cannot have more.
  declared_values_ += value_count;
  if (declared_values_ > input_.bytes().size()) {
    input_.fail(at, "regions announce more values than the file can define");
    return;
  }
  size_t first_value = scope.values.size(), next_value = first_value;
  scope.values.resize(first_value + value_count);
  scope.defined.resize(first_value + value_count);
  for (; block_count > 0; --block_count) {
    Block& block = region.blocks.emplace_back();
    size_t operation_count = 0;
    read_block_header(in, block, scope, next_value, operation_count);
    for (; operation_count > 0 && !in.failed(); --operation_count)
      read_operation(in, block, scope, next_value, in_function, depth);
    if (in.failed()) return;
  }
  for (size_t i = first_value; i < scope.values.size(); ++i)
    if (scope.values[i].valid() && !scope.defined[i]) {
      in.fail(fmt::format("value {} is used but never defined", i));
      return;
    }
  scope.values.resize(first_value);
  scope.defined.resize(first_value);
}

ValueId BytecodeReader::define(BytecodeCursor& in, Scope& scope, size_t& next_value, Type type) {
  // Outside of all regions, values are not numbered.
  if (scope.values.empty()) return program_.values.add(std::move(type));
  if (next_value >= scope.values.size()) {
    in.fail("a region defines more values than it announces");
    return {};
  }
  ValueId& id = scope.values[next_value];
  scope.defined[next_value++] = true;
  if (id.valid())  // used before
    program_.values[id] = std::move(type);
  else
    id = program_.values.add(std::move(type));
  return id;
}

bool BytecodeReader::forward_cast(BytecodeCursor& in, Scope& scope, size_t& next_value,
                                  const std::vector<ValueId>& operands, const std::vector<Type>& types) {
  if (in.failed() || operands.size() != types.size() || types.size() > scope.values.size() - next_value) return false;
  for (size_t i = 0; i < types.size(); ++i)
    if (scope.values[next_value + i].valid() || program_.values[operands[i]] != types[i]) return false;
  for (ValueId operand : operands) {
    scope.values[next_value] = operand;
    scope.defined[next_value++] = true;
  }
  return true;
}

void BytecodeReader::read_block_header(BytecodeCursor& in, Block& block, Scope& scope, size_t& next_value,
                                       size_t& operation_count) {
  size_t at = in.position();
  bool has_arguments = false;
  uint64_t count = in.varint_with_flag(has_arguments);
  if (!in.failed() && count > in.remaining() / 3)  // name, mask, location
    input_.fail(at, fmt::format("a block announces {} operations, but only {} bytes are left", count, in.remaining()));
  if (in.failed()) return;
  operation_count = static_cast<size_t>(count);
  if (!has_arguments) return;
  for (size_t n = in.count("block arguments"); n > 0 && !in.failed(); --n) {
    bool has_location = true;
    const Type* type =
        version_ >= argument_location_flags ? attributes_.type_with_flag(in, has_location) : attributes_.type(in);
    LocId loc = has_location ? attributes_.location(in) : attributes_.unknown_location();
    if (in.failed()) return;
    block.arguments.push_back(define(in, scope, next_value, attributes_.copy(type)));
    block.argument_locs.push_back(loc);
  }
  if (version_ >= use_list_orders && in.byte() != 0) skip_use_list_order(in, block.arguments.size());
}

void BytecodeReader::skip_use_list_order(BytecodeCursor& in, size_t values) {
  size_t count = values > 1 ? in.count("use lists") : 1;
  for (; count > 0 && !in.failed(); --count) {
    if (values > 1) in.varint();
    bool pairs = false;
    uint64_t n = in.varint_with_flag(pairs);
    if (n > in.remaining()) in.fail("a use list is longer than the file");
    for (; n > 0 && !in.failed(); --n) in.varint();
  }
}

void BytecodeReader::read_properties(BytecodeCursor& in, const OpName& name, NamedAttributes& attributes) {
  size_t at = in.position();
  size_t index = in.index(properties_.size(), "set of properties");
  if (in.failed()) return;
  if (!name.row) {
    input_.fail(at, fmt::format("the properties of operation '{}' are not known", name.full()), "",
                Severity::Unsupported);
    return;
  }
  BytecodeCursor set = properties_[index];
  for (const VhloAttribute& row : name.row->attributes) {
    const Attribute* value = row.optional ? attributes_.optional_attribute(set) : attributes_.attribute(set);
    if (value) attributes.emplace_back(std::string(row.name), attributes_.copy(value));
    if (set.failed()) return;
  }
  set.expect_end(fmt::format("the properties of '{}'", name.full()));
}

void BytecodeReader::read_attributes(BytecodeCursor& in, const OpName& name, uint8_t mask, Operation& op) {
  if (mask & HasAttributes) {
    const Attribute* dictionary = attributes_.attribute(in);
    if (!dictionary) return;
    if (dictionary->kind != Attribute::Kind::Dictionary) {
      in.fail(fmt::format("the attributes of '{}' are no dictionary", name.full()));
      return;
    }
    op.attributes = attributes_.copy(dictionary).members;
  }
  if (mask & HasProperties) read_properties(in, name, op.attributes);
  if (in.failed() || !name.row) return;
  std::string message;
  if (!to_stablehlo(*name.row, op.attributes, message)) in.fail(std::move(message));
}

void BytecodeReader::read_operation(BytecodeCursor& in, Block& block, Scope& scope, size_t& next_value,
                                    bool in_function, int depth) {
  Operation op;
  op.place = input_.place(in.position());
  size_t name_index = in.index(op_names_.size(), "operation name");
  uint8_t mask = in.byte();
  op.loc = attributes_.location(in);
  if (in.failed()) return;
  const OpName& name = op_names_[name_index];
  if (!name.row && name.dialect == "vhlo") {
    input_.fail(static_cast<size_t>(op.place.byte_offset), fmt::format("operation '{}' is not known", name.full()),
                "serialize for an older StableHLO version (up to 1.20)", Severity::Unsupported);
    return;
  }
  op.name = name.row ? std::string(name.row->stablehlo) : name.full();
  if (in_function && op.name == "stablehlo.return") op.name = "func.return";
  read_attributes(in, name, mask, op);
  std::vector<Type> types;
  if (mask & HasResults)
    for (size_t n = in.count("results"); n > 0 && !in.failed(); --n)
      types.push_back(attributes_.copy(attributes_.type(in)));
  if (mask & HasOperands)
    for (size_t n = in.count("operands"); n > 0 && !in.failed(); --n) {
      size_t index = in.index(scope.values.size(), "value");
      if (in.failed()) return;
      ValueId& id = scope.values[index];
      if (!id.valid()) id = program_.values.add(Type{});
      op.operands.push_back(id);
    }
  if (mask & HasSuccessors && in.count("successors") > 0) {
    input_.fail(in.position(), fmt::format("operation '{}' branches to other blocks", name.full()),
                "only structured control flow (while, case, if) is read", Severity::Unsupported);
    return;
  }
  if (version_ >= use_list_orders && mask & HasUseListOrders) skip_use_list_order(in, types.size());
  bool isolated = false;
  size_t region_count = 0;
  if (mask & HasRegions) {
    uint64_t n = in.varint_with_flag(isolated);
    if (n > in.remaining()) in.fail(fmt::format("an operation announces {} regions", n));
    region_count = in.failed() ? 0 : static_cast<size_t>(n);
  }
  if (op.name == "builtin.unrealized_conversion_cast" && forward_cast(in, scope, next_value, op.operands, types))
    return;
  for (Type& type : types) {
    if (in.failed()) return;
    op.results.push_back(define(in, scope, next_value, std::move(type)));
  }
  if (in.failed()) return;
  if (region_count > 0) {
    if (depth >= nesting_limit) {
      in.fail(fmt::format("regions nest deeper than {}", nesting_limit));
      return;
    }
    bool function = op.name == "func.func";
    Scope own;
    Scope& inner = isolated ? own : scope;
    BytecodeCursor nested = in;
    bool separate = isolated && version_ >= isolated_sections;
    if (separate) {
      uint8_t id = 0;
      nested = in.section(id);
      if (id != ir_section) in.fail("an isolated region is not in a section of operations");
    }
    BytecodeCursor& source = separate ? nested : in;
    for (; region_count > 0; --region_count) {
      read_region(source, op.regions.emplace_back(), inner, function, depth + 1);
      if (in.failed()) return;
    }
    if (separate) source.expect_end("a section of regions");
  }
  block.operations.push_back(std::move(op));
}

}  // namespace eutectic::mlir

// mlir::write_bytecode: the operations of a program and the sections of the file; see bytecode_writer.h.
#include "format/mlir/bytecode_writer.h"

#include <fmt/format.h>

#include <optional>

namespace eutectic::mlir {
namespace {

// Version 1.0.0 of VHLO and later are read by every StableHLO since; what is newer in a file are its operations.
constexpr std::string_view producer = "StableHLO_v1.0.0";
constexpr uint64_t version = 6;

enum Section : uint8_t { Strings, Dialects, Attributes, AttributeOffsets, Ir, Properties = 8 };
enum Mask : uint8_t { HasAttributes = 1, HasResults = 2, HasOperands = 4, HasRegions = 16, HasProperties = 64 };

bool is_shardy(const Operation& op) { return op.name.starts_with("sdy."); }

class BytecodeWriter {
 public:
  explicit BytecodeWriter(const Program& program) : program_(program), tables_(program.locs) {}

  Result<std::string> write() {
    tables_.dialect("builtin");
    tables_.dialect("vhlo");
    BytecodeSink ir;
    ir.varint_with_flag(1, false);  // a block without arguments that holds the module
    write_operation(ir, program_.module);
    if (failure_) return std::unexpected(std::move(*failure_));
    BytecodeSink strings, dialects, offsets, data, properties;
    write_dialects(dialects);
    tables_.write_entries(offsets, data);
    tables_.write_strings(strings);
    properties.varint(properties_.in_order.size());
    for (const std::string* set : properties_.in_order) properties.blob(*set);
    BytecodeSink out;
    out.append("ML\xefR");
    out.varint(version);
    out.append(producer);
    out.byte(0);
    out.section(Dialects, dialects);
    out.section(Attributes, data);
    out.section(AttributeOffsets, offsets);
    out.section(Ir, ir);
    out.section(Strings, strings);
    out.section(Properties, properties);
    return out.bytes();
  }

 private:
  struct Name {
    size_t dialect, string;
    bool operator==(const Name&) const = default;
  };
  struct PropertySets {
    std::vector<const std::string*> in_order;
    std::map<std::string, size_t> numbers;
  };
  void fail(std::string message) {
    if (!failure_)
      failure_ = unsupported(std::move(message), {}, "write StableHLO text (.mlir) or HLO text (.hlo)").error();
  }

  size_t operation_name(std::string_view dialect, std::string_view name) {
    const Name wanted{tables_.dialect(dialect), tables_.string(name)};
    for (size_t i = 0; i < names_.size(); ++i)
      if (names_[i] == wanted) return i;
    names_.push_back(wanted);
    return names_.size() - 1;
  }

  void write_dialects(BytecodeSink& out) const {
    tables_.write_dialects(out);
    out.varint(names_.size());
    for (const Name& name : names_) {
      out.varint(name.dialect);
      out.varint(1);
      out.varint_with_flag(name.string, true);
    }
  }

  size_t property_set(const VhloOp& row, const std::vector<std::optional<Attribute>>& values, bool builtin) {
    BytecodeSink out;
    for (size_t i = 0; i < values.size(); ++i) {
      if (!values[i]) {
        out.varint(0);
        continue;
      }
      const size_t number = row.attributes[i].name == "api_version" ? tables_.api_version(values[i]->integer)
                            : builtin                               ? tables_.builtin_attribute(*values[i])
                                                                    : tables_.attribute(*values[i]);
      if (row.attributes[i].optional)
        out.varint_with_flag(number, true);
      else
        out.varint(number);
    }
    const auto [at, is_new] = properties_.numbers.try_emplace(out.bytes(), properties_.in_order.size());
    if (is_new) properties_.in_order.push_back(&at->first);
    return at->second;
  }

  // Operations of other dialects compute with MLIR's own types: a cast stands before each operand and after each
  // result.
  void write_cast(BytecodeSink& out, LocId loc, size_t value, size_t type) {
    out.varint(operation_name("builtin", "unrealized_conversion_cast"));
    out.byte(HasResults | HasOperands);
    out.varint(tables_.location(loc));
    for (const size_t n : {size_t{1}, type, size_t{1}, value}) out.varint(n);
  }

  void write_operation(BytecodeSink& out, const Operation& op) {
    if (failure_) return;
    std::string message;
    const bool shardy = is_shardy(op), builtin = op.name == "builtin.module" || shardy;
    const VhloOp* row = builtin ? find_vhlo_op(op.name) : vhlo_row(op, message);
    if (!row || (shardy && !op.regions.empty())) {
      fail(message.empty() ? fmt::format("'{}' cannot be written as bytecode", op.name) : std::move(message));
      return;
    }
    std::vector<size_t> operands;
    for (const ValueId v : op.operands) operands.push_back(numbers_[v.index()]);
    const size_t casts = shardy ? casts_.at(&op) : 0;
    for (size_t i = 0; shardy && i < operands.size(); ++i) {
      write_cast(out, op.loc, operands[i], tables_.builtin_type(program_.values[op.operands[i]]));
      operands[i] = casts + i;
    }
    const Type* first = op.operands.empty() ? nullptr : &program_.values[op.operands[0]];
    NamedAttributes rest;
    const std::vector<std::optional<Attribute>> properties =
        to_vhlo(*row, op, first ? first->shape.dims.size() : 0, rest);
    std::string_view name = row->name;
    if (builtin) name.remove_prefix(name.find('.') + 1);
    out.varint(operation_name(shardy ? "sdy" : builtin ? "builtin" : "vhlo", name));
    const bool isolated = builtin || op.name == "func.func";
    uint8_t mask = 0;
    if (!rest.empty()) mask |= HasAttributes;
    if (!op.results.empty()) mask |= HasResults;
    if (!op.operands.empty()) mask |= HasOperands;
    if (!op.regions.empty()) mask |= HasRegions;
    if (!properties.empty()) mask |= HasProperties;
    out.byte(mask);
    out.varint(tables_.location(op.loc));
    if (!rest.empty()) out.varint(tables_.dictionary(rest, builtin));
    if (!properties.empty()) out.varint(property_set(*row, properties, builtin));
    if (!op.results.empty()) {
      out.varint(op.results.size());
      for (const ValueId v : op.results) {
        const Type& type = program_.values[v];
        out.varint(shardy ? tables_.builtin_type(type) : tables_.type(type));
      }
    }
    if (!operands.empty()) {
      out.varint(operands.size());
      for (const size_t v : operands) out.varint(v);
    }
    for (size_t i = 0; shardy && i < op.results.size(); ++i)
      write_cast(out, op.loc, casts + operands.size() + i, tables_.type(program_.values[op.results[i]]));
    if (tables_.failed()) fail(fmt::format("VHLO cannot say {} of '{}'", tables_.failure(), op.name));
    if (op.regions.empty()) return;
    out.varint_with_flag(op.regions.size(), isolated);
    BytecodeSink nested;
    BytecodeSink& inner = isolated ? nested : out;
    const size_t outside = next_value_;
    if (isolated) next_value_ = 0;
    for (const Region& region : op.regions) write_region(inner, region);
    next_value_ = outside;
    if (isolated) out.section(Ir, nested);
  }

  void write_region(BytecodeSink& out, const Region& region) {
    out.varint(region.blocks.size());
    if (region.blocks.empty()) return;
    if (numbers_.empty()) numbers_.resize(program_.values.size());
    const size_t first = next_value_;
    for (const Block& block : region.blocks) {
      for (const ValueId v : block.arguments) numbers_[v.index()] = next_value_++;
      for (const Operation& op : block.operations) {
        if (is_shardy(op)) {
          casts_[&op] = next_value_;
          next_value_ += op.operands.size() + op.results.size();
        }
        for (const ValueId v : op.results) numbers_[v.index()] = next_value_++;
      }
    }
    out.varint(next_value_ - first);
    for (const Block& block : region.blocks) {
      size_t operations = block.operations.size();
      for (const Operation& op : block.operations)
        if (is_shardy(op)) operations += op.operands.size() + op.results.size();
      out.varint_with_flag(operations, !block.arguments.empty());
      if (!block.arguments.empty()) {
        out.varint(block.arguments.size());
        for (size_t i = 0; i < block.arguments.size(); ++i) {
          const LocId loc = i < block.argument_locs.size() ? block.argument_locs[i] : LocId();
          out.varint_with_flag(tables_.type(program_.values[block.arguments[i]]), true);
          out.varint(tables_.location(loc));
        }
        out.byte(0);  // uses are in their usual order
      }
      for (const Operation& op : block.operations) write_operation(out, op);
    }
    next_value_ = first;
  }

  const Program& program_;
  BytecodeTables tables_;
  std::vector<Name> names_;
  PropertySets properties_;
  std::vector<size_t> numbers_;                         // of values, within the isolated region around them
  std::unordered_map<const Operation*, size_t> casts_;  // the first value that one stands for
  size_t next_value_ = 0;
  std::optional<Diagnostics> failure_;
};

}  // namespace

Result<std::string> write_bytecode(const Program& program) { return BytecodeWriter(program).write(); }

}  // namespace eutectic::mlir

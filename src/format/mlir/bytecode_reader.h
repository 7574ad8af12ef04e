// Reads the sections of an MLIR bytecode file and its operations into a Program. Format versions 0
// to 6. Attributes and types are bytecode_attributes.h's, operation names and properties vhlo.h's.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/mlir/ast.h"
#include "format/mlir/bytecode_attributes.h"
#include "format/mlir/bytecode_cursor.h"
#include "format/mlir/vhlo.h"

namespace eutectic::mlir {

class BytecodeReader {
 public:
  BytecodeReader(std::string_view bytes, std::string_view file)
      : input_(bytes, file), attributes_(input_, program_.locs) {}
  Result<Program> read();

 private:
  // An operation name of the file, and its row if there is one.
  struct OpName {
    std::string_view dialect, name;
    const VhloOp* row = nullptr;
    std::string full() const;  // "vhlo.add_v1"
  };
  // The values of one isolated region and the regions nested in it, by index.
  struct Scope {
    std::vector<ValueId> values;
    std::vector<bool> defined;
  };

  void read_all();
  void read_strings(BytecodeCursor in);
  void read_dialects(BytecodeCursor in);
  void read_properties_section(BytecodeCursor in);
  void read_ir(BytecodeCursor in);

  // Regions of an operation; `in_function`: whether return_v1 is func.return here.
  void read_region(BytecodeCursor& in, Region& region, Scope& scope, bool in_function, int depth);
  void read_block_header(BytecodeCursor& in, Block& block, Scope& scope, size_t& next_value, size_t& operation_count);
  void read_operation(BytecodeCursor& in, Block& block, Scope& scope, size_t& next_value, bool in_function, int depth);
  void read_attributes(BytecodeCursor& in, const OpName& name, uint8_t mask, Operation& op);
  void read_properties(BytecodeCursor& in, const OpName& name, NamedAttributes& attributes);
  void skip_use_list_order(BytecodeCursor& in, size_t values);
  // Casts between a type of VHLO and the builtin type it stands for, which are one to us: their results are
  // their operands. False if the types differ or a result was used before; such a cast stays an operation.
  bool forward_cast(BytecodeCursor& in, Scope& scope, size_t& next_value, const std::vector<ValueId>& operands,
                    const std::vector<Type>& types);
  ValueId define(BytecodeCursor& in, Scope& scope, size_t& next_value, Type type);

  BytecodeInput input_;
  Program program_;
  BytecodeAttributes attributes_;
  uint64_t version_ = 0;
  std::vector<std::string_view> strings_, dialects_;
  std::vector<OpName> op_names_;
  std::vector<BytecodeCursor> properties_;
  size_t declared_values_ = 0;
};

}  // namespace eutectic::mlir

// Generic MLIR, as both the text parser and the bytecode reader produce it: operations with regions,
// attributes and types, before anything is known of StableHLO. Only what JAX-made programs contain.
// The importer (format/stablehlo/import.h) turns it into a Module.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "array/literal.h"
#include "base/ids.h"
#include "base/result.h"

namespace eutectic::mlir {

using ValueId = Id<struct MlirValueTag>;
using LocId = Id<struct MlirLocTag>;

struct Type {
  enum class Kind : uint8_t {
    None,
    Tensor,  // shape holds element type and dimensions
    Scalar,  // a bare i32, f32, index: shape is rank 0
    Tuple,   // elements
    Token,
    Function,  // elements = inputs then results; input_count
    Opaque,    // anything else, `text` as written (quantized types, memref ...)
  };
  Kind kind = Kind::None;
  Shape shape;                 // Tensor, Scalar
  bool dynamic = false;        // Tensor with a '?' dimension: shape has -1 there
  std::vector<Type> elements;  // Tuple, Function
  size_t input_count = 0;      // Function
  std::string text;            // Opaque; encoding of a tensor, if any ("#stablehlo.bounds<3>");
                               // "index" for index (shape says s64)
  bool operator==(const Type&) const = default;
};

struct Attribute;
using NamedAttributes = std::vector<std::pair<std::string, Attribute>>;

struct Attribute {
  // Declared here so that a pair of a name and an Attribute can be a member of it.
  Attribute();
  Attribute(const Attribute&);
  Attribute(Attribute&&) noexcept;
  Attribute& operator=(const Attribute&);
  Attribute& operator=(Attribute&&) noexcept;
  ~Attribute();

  enum class Kind : uint8_t {
    Unit,
    Bool,
    Integer,
    Float,
    String,
    TypeAttr,
    SymbolRef,
    Array,
    IntArray,
    Dictionary,
    Elements,
    Enum,
    Struct,
    Opaque,
  };
  Kind kind = Kind::Unit;
  bool boolean = false;
  int64_t integer = 0;              // Integer
  double number = 0;                // Float
  std::string text;                 // String (decoded), SymbolRef (name), Enum (value, e.g. "EQ"),
                                    // Struct / Enum: see name; Opaque: as written
  std::string name;                 // Enum, Struct: kind without '#', e.g. "stablehlo.gather"
  std::shared_ptr<Type> type;       // TypeAttr; type of Integer and Float when given; tensor type of
                                    // Elements; element type of IntArray, if not i64
  std::vector<Attribute> elements;  // Array
  std::vector<int64_t> ints;        // IntArray (array<i64: ...>, array<i1: ...> as 0/1)
  NamedAttributes members;          // Dictionary, Struct
  // Elements: dense<...> of any element type. Where `splat`, a scalar that every element of `type`
  // equals: a short text may state a huge tensor, which readers must not allocate (large splats only).
  Literal literal;
  bool splat = false;
};

// Source locations, kept as a table. Parent links express nesting.
struct Loc {
  enum class Kind : uint8_t { Unknown, File, Name, CallSite, Fused };
  Kind kind = Kind::Unknown;
  std::string text;  // File: file name; Name: the name
  int32_t line = 0, column = 0, end_line = 0, end_column = 0;
  std::vector<LocId> children;  // Name: child (0 or 1); CallSite: callee, caller; Fused: all
};

struct Region;
struct Operation {
  std::string name;  // "stablehlo.add", "func.func"; bytecode: VHLO names already mapped back
  std::vector<ValueId> operands;
  std::vector<ValueId> results;
  NamedAttributes attributes;  // properties and discardable attributes together
  size_t property_count = 0;   // how many of the first stood between <{ and }>, where only the op's own may
  std::vector<Region> regions;
  LocId loc;
  Place place;  // of the operation in the input (source_line left empty until an error)

  const Attribute* find(std::string_view attribute) const;
};

struct Block {
  std::vector<ValueId> arguments;
  std::vector<LocId> argument_locs;
  std::vector<Operation> operations;
};
struct Region {
  std::vector<Block> blocks;
};

// A whole file. operations[0] is builtin.module (made up if the file starts with functions).
struct Program {
  Operation module;
  Store<ValueId, Type> values;  // the type of every SSA value
  Store<LocId, Loc> locs;
};

// StableHLO text of an attribute or type, as MLIR would print it; for attributes that are only carried.
std::string to_string(const Attribute& attribute);
std::string to_string(const Type& type);

// Text form (format/mlir/parser.cc) and bytecode (format/mlir/bytecode.cc).
Result<Program> parse_text(std::string_view text, std::string_view file);
Result<Program> read_bytecode(std::string_view bytes, std::string_view file);
Result<std::string> write_bytecode(const Program& program);  // as a portable artifact (VHLO)
bool is_bytecode(std::string_view bytes);                    // starts with "ML\xefR"

}  // namespace eutectic::mlir

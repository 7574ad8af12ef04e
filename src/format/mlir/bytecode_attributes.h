// The attributes, types and locations of a bytecode file, decoded when first asked for. How each is
// stored is data, bytecode_tables.def. Results are in StableHLO's generic form (ast.h), whatever
// dialect stored them. References are by index and may nest or, in a bad file, form cycles; depth
// and the total size of what is copied are limited.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/mlir/ast.h"
#include "format/mlir/bytecode_cursor.h"

namespace eutectic::mlir {

enum class BytecodeDialect : uint8_t { Builtin, Vhlo, Shardy, Other };

enum class AttributeEncoding : uint8_t {
  Array,
  Dictionary,
  String,
  StringWithType,
  SymbolRef,
  NestedSymbolRef,
  TypeAttr,
  Unit,
  Bool,
  Integer,
  Float,
  Enum,
  EnumAsInteger,
  Struct,
  Text,
  DenseArray,
  Elements,
  Refused,
  UnknownLoc,
  FileLoc,
  FileRangeLoc,
  NameLoc,
  CallSiteLoc,
  FusedLoc,
  FusedLocWithMetadata,
};
enum class TypeEncoding : uint8_t {
  Scalar,
  Index,
  None,
  BuiltinInteger,
  Complex,
  Tensor,
  TensorWithEncoding,
  UnrankedTensor,
  Tuple,
  Function,
  Token,
  Quantized,
  QuantizedPerAxis,
  Buffer,
  Future,
  Opaque,
};
struct AttributeLayout {
  BytecodeDialect dialect;
  uint8_t code;
  AttributeEncoding form;
  std::string_view name, detail;
};
struct TypeLayout {
  BytecodeDialect dialect;
  uint8_t code;
  TypeEncoding form;
  std::string_view text;
};
std::span<const AttributeLayout> all_attribute_layouts();
std::span<const TypeLayout> all_type_layouts();
const AttributeLayout* find_attribute_layout(BytecodeDialect dialect, uint64_t code);
const TypeLayout* find_type_layout(BytecodeDialect dialect, uint64_t code);

class BytecodeAttributes {
 public:
  BytecodeAttributes(BytecodeInput& input, Store<LocId, Loc>& locs) : input_(input), locs_(locs) {}

  // Finds the entries; decodes nothing. The views must outlive this.
  void open(const std::vector<std::string_view>& strings, const std::vector<std::string_view>& dialects,
            BytecodeCursor offsets, BytecodeCursor data);

  // The entry whose index stands at the cursor; null after a failure.
  const Attribute* attribute(BytecodeCursor& at);
  // The same with a flag in the low bit: null without failure where it is clear.
  const Attribute* optional_attribute(BytecodeCursor& at);
  const Type* type(BytecodeCursor& at);
  // A type index whose low bit says whether a location follows.
  const Type* type_with_flag(BytecodeCursor& at, bool& flag);
  LocId location(BytecodeCursor& at);
  LocId unknown_location();
  std::string_view string(BytecodeCursor& at) const;

  // Copies count towards the limit on what a file may expand to.
  Attribute copy(const Attribute* attribute);
  Type copy(const Type* type);

 private:
  enum class State : uint8_t { Untouched, InProgress, Done };
  template <class T>
  struct Entry {
    size_t begin = 0, end = 0;
    uint32_t dialect = 0;
    bool custom = false;  // stored by the dialect's own encoding, else as text
    State state = State::Untouched;
    bool loc_started = false;
    LocId loc;
    std::unique_ptr<T> value;
  };

  template <class T>
  void open_entries(std::vector<Entry<T>>& entries, size_t count, BytecodeCursor& offsets, BytecodeCursor& data,
                    const std::vector<std::string_view>& dialects);
  template <class T>
  const T* resolve(std::vector<Entry<T>>& entries, size_t index, std::string_view what);
  LocId resolve_location(size_t index);
  // Decodes the location if its children are known, else appends these to `wanted`.
  bool decode_location(Entry<Attribute>& entry, std::vector<size_t>& wanted);
  BytecodeDialect dialect_of(uint32_t dialect) const;

  Attribute decode(Attribute*, const Entry<Attribute>& entry, BytecodeCursor& in);
  Attribute decode_struct(const AttributeLayout& layout, BytecodeCursor& in);
  Attribute decode_integer(BytecodeCursor& in);
  Attribute decode_float(BytecodeCursor& in);
  Attribute decode_elements(BytecodeCursor& in);
  Attribute decode_dense_array(BytecodeCursor& in);
  Attribute decode_shardy(const Entry<Attribute>& entry, BytecodeCursor& in);
  std::string shardy_list(BytecodeCursor& in);
  std::string string_attribute(BytecodeCursor& in, std::string_view what);
  Attribute decode_text(Attribute*, BytecodeCursor& in);
  Type decode(Type*, const Entry<Type>& entry, BytecodeCursor& in);
  Type decode_tensor(BytecodeCursor& in, bool encoding);
  std::string decode_quantized(BytecodeCursor& in, bool per_axis);
  std::vector<Type> decode_types(BytecodeCursor& in);
  Type decode_text(Type*, BytecodeCursor& in);
  uint64_t integer_bits(BytecodeCursor& in, int width);
  std::vector<int64_t> signed_varints(BytecodeCursor& in);
  Type named_type(std::string_view name) const;
  void charge(size_t nodes);

  BytecodeInput& input_;
  Store<LocId, Loc>& locs_;
  const std::vector<std::string_view>* strings_ = nullptr;
  std::vector<BytecodeDialect> dialect_kinds_;
  std::vector<std::string_view> dialect_names_;
  std::vector<Entry<Attribute>> attributes_;
  std::vector<Entry<Type>> types_;
  LocId unknown_;
  int depth_ = 0;
  size_t copied_nodes_ = 0;
  size_t expanded_bytes_ = 0;  // by repeating the one value of a constant
};

}  // namespace eutectic::mlir

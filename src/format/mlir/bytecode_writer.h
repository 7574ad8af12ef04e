// Writes a generic StableHLO program as a portable artifact: MLIR bytecode, version 6, of the VHLO dialect. How an
// operation, attribute or type is stored is the data that the reader uses too, vhlo.def and bytecode_tables.def. Of the
// versions of an operation the oldest is written that can say it, so that older readers take the file as well.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "format/mlir/ast.h"
#include "format/mlir/bytecode_attributes.h"
#include "format/mlir/vhlo.h"

namespace eutectic::mlir {

// Bytes with MLIR's numbers.
class BytecodeSink {
 public:
  void byte(uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  // The number of trailing zeros of the first byte is that of the bytes that follow.
  void varint(uint64_t value);
  void signed_varint(int64_t value);
  void varint_with_flag(uint64_t value, bool flag) { varint(value << 1 | (flag ? 1 : 0)); }
  void append(std::string_view bytes) { bytes_ += bytes; }
  void blob(std::string_view bytes);
  void section(uint8_t id, const BytecodeSink& contents);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Dialects, strings, attributes, types and locations, each stored once and known by its number. A failure (an attribute
// that VHLO cannot say) is kept; numbers are 0 then.
class BytecodeTables {
 public:
  explicit BytecodeTables(const Store<LocId, Loc>& locs) : locs_(locs) {}

  size_t dialect(std::string_view name);
  size_t string(std::string_view text);
  size_t type(const Type& type);
  size_t location(LocId loc);
  // As VHLO stores it; and as MLIR's own dialect does, which attributes of modules and keys are.
  size_t attribute(const Attribute& attribute);
  size_t api_version(int64_t value);
  size_t builtin_attribute(const Attribute& attribute);
  size_t builtin_type(const Type& type);
  size_t builtin_string(std::string_view text);
  // Names are MLIR's, values VHLO's or MLIR's.
  size_t dictionary(const NamedAttributes& members, bool builtin);

  void fail(std::string message);
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }

  void write_strings(BytecodeSink& out) const;
  void write_dialects(BytecodeSink& out) const;  // their names only
  void write_entries(BytecodeSink& offsets, BytecodeSink& data) const;

 private:
  struct Entry {
    size_t dialect;
    bool custom;
    std::string bytes;
    auto operator<=>(const Entry&) const = default;
  };
  struct Entries {
    std::vector<const Entry*> in_order;
    std::map<Entry, size_t> numbers;
    size_t add(Entry entry);
    void write(BytecodeSink& offsets, BytecodeSink& data) const;
  };

  size_t vhlo(uint8_t code, const BytecodeSink& rest);
  size_t vhlo_type(uint8_t code, const BytecodeSink& rest);
  size_t element_type(ElementType type);
  size_t elements(const Attribute& attribute);
  size_t integers(const Attribute& attribute);
  size_t number(const Attribute& attribute);
  size_t enumerated(std::string_view name, std::string_view value);
  size_t structure(const Attribute& attribute);
  size_t as_text(const Attribute& attribute);
  size_t location_of(const Loc& loc);

  const Store<LocId, Loc>& locs_;
  std::string failure_;
  std::vector<std::string> strings_, dialects_;
  std::unordered_map<std::string, size_t> string_numbers_;
  Entries attributes_, types_;
  std::vector<size_t> location_numbers_;
};

// The row of the oldest version that can say `op`, or null with a message.
const VhloOp* vhlo_row(const Operation& op, std::string& message);
// The attributes of `op` as that row's properties, in its order, optional ones perhaps absent; those left are in
// `rest`. `rank`: of the first operand.
std::vector<std::optional<Attribute>> to_vhlo(const VhloOp& row, const Operation& op, size_t rank,
                                              NamedAttributes& rest);

// Fails with `unsupported` where VHLO lacks an operation or attribute.
Result<std::string> write_bytecode(const Program& program);

}  // namespace eutectic::mlir

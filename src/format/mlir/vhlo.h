// VHLO, the versioned dialect that portable StableHLO artifacts are written in: how its operations
// are called and spell their attributes in StableHLO. The table is vhlo.def.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "format/mlir/ast.h"

namespace eutectic::mlir {

// Attributes that StableHLO has as one struct.
struct VhloGroup {
  std::string_view name, attribute, struct_name, members;
};

struct VhloAttribute {
  enum class Form : uint8_t { Same, Ints, Bools, Symbol, Symbols, Unit, Channel, Ignore };
  enum class Default : uint8_t { Never, False, Zero, Minus1, Empty, Ones, Zeros, Unset, None, AllEmpty };
  std::string_view name, target;  // target: StableHLO's name of it, or of the struct's member
  Form form = Form::Same;
  Default dropped_if = Default::Never;
  bool optional = false;             // stored with a presence flag
  const VhloGroup* group = nullptr;  // the struct that it becomes a member of
};

// One operation of one version.
struct VhloOp {
  std::string_view name;                  // "gather_v2"
  std::string_view stablehlo;             // "stablehlo.gather"
  std::vector<VhloAttribute> attributes;  // by name, the order in which properties are stored
  const VhloAttribute* find(std::string_view attribute) const;
};

// All rows, parsed once, by name; and the row of one operation, or null. Operations of other dialects
// whose properties are known have rows under their full name ("builtin.module").
const std::vector<VhloOp>& vhlo_ops();
const VhloOp* find_vhlo_op(std::string_view name);

// Renames, converts and groups attributes; those the row does not list stay. False and a message if
// an attribute has not the kind that its row needs.
bool to_stablehlo(const VhloOp& op, NamedAttributes& attributes, std::string& message);

}  // namespace eutectic::mlir

// OpDef: the one place of an op. Parsers, printers, the verifier, the evaluator and `eutectic ops` read it.
// An op is defined in src/ops/<family>/ as `const OpDef op_def_<Kind>`; the table collects them by name.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "array/literal.h"
#include "index/access_map.h"
#include "ir/module.h"

namespace eutectic {

class Evaluator;

struct AttrSpec {
  AttrName name;
  bool required = false;
  // For Enum attributes: the allowed spellings, e.g. "EQ|NE|GE|GT|LE|LT".
  std::string_view allowed = {};
};

// One instruction in its module.
struct OpView {
  const Module& module;
  InstrId id;

  const Instr& instr() const { return module[id]; }
  const Shape& shape() const { return module.shape(id); }
  const Attrs& attrs() const { return module.attrs(id); }
  size_t operand_count() const { return module[id].operand_count; }
  const Shape& operand_shape(size_t n) const { return module.shape(module.operand(id, n)); }
};

// What an op's evaluate gets. Operands are its own: an op may take an operand's buffer for its result
// (Literal::is_sole_owner tells whether that is free).
struct EvalContext {
  OpView op;
  std::vector<Literal> operands;
  Evaluator& evaluator;
};

// The two arrays that an access map is between, named by their leaves where operand or result is a tuple.
struct AccessPair {
  size_t operand = 0;
  uint32_t operand_leaf = 0;
  uint32_t result_leaf = 0;
};

struct OpTraits {
  bool elementwise = false;  // output element depends on the same element of each operand
  bool commutative = false;
  bool side_effect = false;
};

struct OpDef {
  OpKind kind;
  int min_operands = 0;
  int max_operands = 0;         // -1: any number
  std::vector<AttrSpec> attrs;  // besides those that any instruction may carry
  // The result shape that operands and attributes imply (layouts absent), or diagnostics. For ops whose
  // result is not implied (parameter, reshape, convert, iota ...) it checks the stated shape and returns it.
  Result<Shape> (*shape)(const OpView&) = nullptr;
  // Which elements of the operand the value of a result element may depend on: all of those, and no others where the
  // op's shapes and attributes tell. Without pieces: none. Asked for arrays only.
  std::optional<AccessMap> (*access)(const OpView&, AccessPair) = nullptr;
  // Why the op, or a form of it, has no map. Every op has `access` or this; where `access` may refuse, both.
  std::string_view opaque = {};
  // Reference meaning; null: not evaluable (the evaluator says so with name and place).
  Result<Literal> (*evaluate)(EvalContext&) = nullptr;
  OpTraits traits = {};
  // Element types that evaluate accepts for operand 0, for `eutectic ops` and the verifier; "" means any.
  // Letters: p pred, s signed, u unsigned, f float, c complex; e.g. "sufc".
  std::string_view types = "";
  std::string_view summary = "";  // one line for `eutectic ops`
};

const OpDef& op_def(OpKind kind);

// Declares every op_def_<Kind>: the table refers to each, so an op without a definition does not link.
#define OP(name, ...) extern const OpDef op_def_##name;
#include "ir/op_kind.def"
#undef OP

}  // namespace eutectic

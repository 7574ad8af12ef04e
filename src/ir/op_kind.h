// The closed list of ops (op_kind.def). What an op means is in src/ops.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace eutectic {

enum class OpKind : uint16_t {
#define OP(name, ...) name,
#include "ir/op_kind.def"
#undef OP
};
inline constexpr int op_kind_count = 0
#define OP(...) +1
#include "ir/op_kind.def"
#undef OP
    ;

std::string_view hlo_name(OpKind op);
std::string_view stablehlo_name(OpKind op);  // with dialect prefix; "" if none
std::optional<OpKind> op_from_hlo(std::string_view name);
std::optional<OpKind> op_from_stablehlo(std::string_view name);

}  // namespace eutectic

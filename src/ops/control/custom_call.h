// Custom calls that the reference evaluator knows, by target name; one file per family fills its part.
#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "ops/contract/common.h"
#include "ops/evaluator.h"

namespace eutectic {

struct CustomCallTarget {
  std::string_view name;
  Result<Literal> (*evaluate)(EvalContext&) = nullptr;
  // Why it cannot be evaluated, if evaluate is null.
  std::string_view reason = {};
};

// Null for an unknown target.
const CustomCallTarget* find_custom_call(std::string_view target);

// The families.
std::span<const CustomCallTarget> custom_calls_check();   // check.expect_*
std::span<const CustomCallTarget> custom_calls_lapack();  // JAX's CPU calls of LAPACK
std::span<const CustomCallTarget> custom_calls_linear();  // cuBLAS, cuDNN
std::span<const CustomCallTarget> custom_calls_misc();    // identities, top-k, threefry, refused ones

namespace custom_call {

// backend_config as JSON, quoted or bare; a discarded value if there is none or it is not JSON.
nlohmann::json backend_config(const EvalContext& context);
// The number after `key` in a backend_config that is JSON or an MLIR dictionary: "top_k = 3 : i64".
std::optional<int64_t> config_number(const std::string& text, std::string_view key);
// The result that the op states, with `value` as its first element and zeros for the rest (workspaces).
Result<Literal> with_workspace(EvalContext& context, Literal value);
Status expect_operand_count(const EvalContext& context, size_t low, size_t high);

}  // namespace custom_call
}  // namespace eutectic

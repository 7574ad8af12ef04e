// Shared by the tests of MLIR text: parse or fail the test with the diagnostics.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "format/mlir/ast.h"

namespace eutectic::mlir {

inline Program parse(const std::string& text) {
  Result<Program> result = parse_text(text, "test.mlir");
  if (result) return std::move(*result);
  ADD_FAILURE() << render(result.error());
  Program empty;
  empty.module.regions.resize(1);
  empty.module.regions[0].blocks.resize(1);
  return empty;
}

// The text of a function body with some arguments to use.
inline Program parse_body(const std::string& text, const std::string& aliases = "") {
  return parse(
      "func.func @f(%A: tensor<2x3xf32>, %B: tensor<2x3xf32>, %S: tensor<f32>, %C: tensor<3x2xf32>, "
      "%I: tensor<i32>, %P: tensor<2x3xi1>) {\n" +
      text + "\nreturn\n}\n" + aliases);
}
inline const std::vector<Operation>& body(const Program& program) {
  static const std::vector<Operation> none;
  const auto& functions = program.module.regions[0].blocks[0].operations;
  return functions.empty() ? none : functions[0].regions[0].blocks[0].operations;
}

// "name(operand types) -> result types {attributes, sorted}", then the regions' operations in braces.
inline std::string show(const Program& program, const Operation& op) {
  const auto types = [&](const std::vector<ValueId>& values) {
    std::string out;
    for (const ValueId v : values) out += (out.empty() ? "" : ", ") + to_string(program.values[v]);
    return out;
  };
  std::vector<std::string> attributes;
  for (const auto& [key, value] : op.attributes) attributes.push_back(key + " = " + to_string(value));
  std::sort(attributes.begin(), attributes.end());
  std::string out = op.name + "(" + types(op.operands) + ") -> (" + types(op.results) + ")";
  for (size_t i = 0; i < attributes.size(); ++i) out += (i ? "; " : " {") + attributes[i];
  if (!attributes.empty()) out += "}";
  for (const Region& region : op.regions) {
    out += " [";
    for (const Block& block : region.blocks) {
      out += "^(" + types(block.arguments) + ")";
      for (const Operation& inner : block.operations) out += " " + show(program, inner);
    }
    out += "]";
  }
  return out;
}

// show() of the first operation of a body.
inline std::string first(const std::string& text) {
  const Program program = parse_body(text);
  return body(program).empty() ? "" : show(program, body(program)[0]);
}

// Expects that the file does not parse, and gives the diagnostics.
inline std::string error_of(const std::string& text) {
  Result<Program> result = parse_text(text, "test.mlir");
  if (!result) return render(result.error());
  ADD_FAILURE() << "parsed: " << text;
  return "";
}

}  // namespace eutectic::mlir

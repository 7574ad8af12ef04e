// Helpers of the StableHLO tests: programs in, HLO lines out.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "format/format.h"

namespace eutectic::stablehlo {

inline Module import(std::string_view text) {
  Result<Module> m = read_stablehlo_text(text, "test.mlir");
  EXPECT_TRUE(m.has_value()) << (m ? "" : render(m.error()));
  if (!m) return {};
  Status structure = verify_structure(*m);
  EXPECT_TRUE(structure.has_value()) << (structure ? "" : render(structure.error()));
  return std::move(*m);
}

// A function @main with this body and signature.
inline std::string main_of(std::string_view signature, std::string_view body) {
  return "func.func @main" + std::string(signature) + " {\n" + std::string(body) + "\n}\n";
}

inline std::string hlo(const Module& m) {
  HloWriteOptions options;
  options.metadata = false;
  return m.entry.valid() ? write_hlo_text(m, options) : "";
}
inline std::string hlo(std::string_view text) { return hlo(import(text)); }

inline std::string errors(std::string_view text) {
  Result<Module> m = read_stablehlo_text(text, "test.mlir");
  return m ? "" : render(m.error());
}

inline std::string rewrite(std::string_view text) {
  Module m = import(text);
  if (!m.entry.valid()) return "";
  Result<std::string> out = write_stablehlo_text(m);
  EXPECT_TRUE(out.has_value()) << (out ? "" : render(out.error()));
  return out ? *out : "";
}

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << "in:\n" << (text)

}  // namespace eutectic::stablehlo

#include "format/hlo/names.h"

#include <algorithm>

#include "format/hlo/cursor.h"

namespace eutectic::hlo {
namespace {
// XLA refuses element types as names, also those we do not have.
bool is_type_name(std::string_view name) {
  static constexpr std::string_view types[] = {"bf16",     "c128",       "c64",    "f16",        "f32",
                                               "f4e2m1fn", "f64",        "f8e3m4", "f8e4m3",     "f8e4m3b11fnuz",
                                               "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz", "f8e8m0fnu",
                                               "opaque",   "pred",       "s1",     "s16",        "s2",
                                               "s32",      "s4",         "s64",    "s8",         "token",
                                               "u1",       "u16",        "u2",     "u32",        "u4",
                                               "u64",      "u8"};
  return std::find(std::begin(types), std::end(types), name) != std::end(types);
}
}  // namespace

std::string legal_name(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (!is_name_char(c)) c = '_';
  while (out.starts_with("__")) out.erase(0, 1);
  if (out.empty() || is_digit(out[0]) || out[0] == '-' || out[0] == '.') out.insert(0, 1, '_');
  if (out.starts_with("__")) out.insert(0, 1, 'x');
  if (is_type_name(out) || out == "ENTRY" || out == "ROOT" || out == "HloModule") out += '_';
  return out;
}

}  // namespace eutectic::hlo

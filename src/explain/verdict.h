// Verdicts: what was decided, about what, and the typed reason with its numbers. A decision cannot be made
// without one; nothing else logs. The reasons are listed in reason.def.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace eutectic::explain {

enum class Reason : uint16_t {
#define REASON(name, ...) name,
#include "explain/reason.def"
#undef REASON
};
enum class ReasonClass : uint8_t { Accept, Legality, Capacity, Benefit, Policy };
struct ReasonInfo {
  std::string_view text;
  ReasonClass reason_class;
  std::string_view message;
};
const ReasonInfo& info(Reason reason);

struct Verdict {
  Reason reason;
  InstrId subject, other;
  std::vector<int64_t> numbers;
  std::string detail;
  bool accepted() const { return info(reason).reason_class == ReasonClass::Accept; }
};

// One sentence with names and source places: "the loop %while.3 (programs.py:67:15) is one kernel: ...".
std::string render(const Module& module, const Verdict& verdict);

}  // namespace eutectic::explain

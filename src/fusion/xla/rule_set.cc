// See rule_set.h.
#include "fusion/xla/rule_set.h"

#include <cctype>

namespace eutectic::fusion::xla {

using explain::Reason;
using explain::ReasonClass;

namespace {

constexpr size_t reason_count = 0
#define REASON(...) +1
#include "explain/reason.def"
#undef REASON
    ;
static_assert(reason_count <= 256, "RuleSet has a bit for each reason");

int number_in(std::string_view text) {
  if (text.size() < 3 || (text[0] != 'r' && text[0] != 'R') || !std::isdigit(static_cast<unsigned char>(text[1])) ||
      !std::isdigit(static_cast<unsigned char>(text[2])) || (text.size() > 3 && text[3] != '-'))
    return 0;
  return (text[1] - '0') * 10 + (text[2] - '0');
}

}  // namespace

int RuleSet::number_of(Reason r) { return number_in(explain::info(r).text); }

bool RuleSet::can_be_lifted(Reason r) {
  const ReasonClass c = explain::info(r).reason_class;
  return c == ReasonClass::Capacity || c == ReasonClass::Benefit;
}

std::vector<Reason> RuleSet::liftable(std::string_view rule) {
  std::vector<Reason> reasons;
  const int number = number_in(rule);
  for (size_t i = 0; number > 0 && i < reason_count; ++i) {
    const auto r = static_cast<Reason>(i);
    if (number_of(r) == number && can_be_lifted(r)) reasons.push_back(r);
  }
  return reasons;
}

}  // namespace eutectic::fusion::xla

// Which of XLA's rules hold on a graph: those of one year, all but the ones that were lifted to see what they keep
// apart. Every place that refuses asks here first.
#pragma once
#include <bitset>
#include <string_view>
#include <vector>

#include "explain/verdict.h"

namespace eutectic::fusion::xla {

enum class RulesYear : uint8_t { Of2022, Of2024 };

class RuleSet {
 public:
  RulesYear year = RulesYear::Of2024;
  // The paper's XLA: a producer is merged by the bytes it saves, not by the time; lower limits.
  bool of_2022() const { return year == RulesYear::Of2022; }

  bool holds(explain::Reason r) const { return !lifted_[static_cast<size_t>(r)]; }
  void lift(explain::Reason r) { lifted_.set(static_cast<size_t>(r)); }

  // The rule's number from the reason's text ("r19-emitted-twice"), 0 if it has none.
  static int number_of(explain::Reason r);
  // Whether what is left without it is still a program that computes the same, and that kernels can be made for.
  static bool can_be_lifted(explain::Reason r);
  // Reasons that "R19" stands for, and that can be lifted. Empty: there is no such rule.
  static std::vector<explain::Reason> liftable(std::string_view rule);

 private:
  std::bitset<256> lifted_;
};

}  // namespace eutectic::fusion::xla

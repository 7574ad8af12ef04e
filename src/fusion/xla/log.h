// What a strategy did, step by step: every fusion, refusal and estimate, each with its verdict. Names are those that
// the instructions had at that moment.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "explain/verdict.h"

namespace eutectic::fusion::xla {

// Time as XLA's cost model keeps it: whole quarters of a nanosecond.
using Ticks = int64_t;
inline constexpr Ticks ticks_per_us = 4000;
inline constexpr int64_t ps_per_tick = 1000000 / ticks_per_us;
inline double microseconds(Ticks t) { return static_cast<double>(t) / ticks_per_us; }

enum class StepKind : uint8_t {
  Fused,     // producer into consumers[0]; result is the fusion
  Refused,   // the producer (with consumers[0], where one is to blame) stays outside
  Estimate,  // times of the producer fused into all consumers and not
};

struct Step {
  StepKind kind = StepKind::Fused;
  std::string producer;
  std::vector<std::string> consumers;
  std::string result;
  explain::Verdict verdict;
  Ticks fused = 0, unfused = 0;
};

class HiddenOrder;

struct Log {
  std::deque<Step> steps;
  HiddenOrder* follow = nullptr;  // decides where the rules leave the order open
};

}  // namespace eutectic::fusion::xla

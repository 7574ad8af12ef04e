// XLA's own log of priority fusion (decisions.txtpb), and ours compared with it step by step.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fusion/xla/log.h"

namespace eutectic::fusion::xla {

struct XlaStep {
  StepKind kind = StepKind::Fused;
  std::string producer;
  std::vector<std::string> consumers;
  std::string result, reason;
  double us_fused = 0, us_unfused = 0;
};

Result<std::vector<XlaStep>> read_decisions(std::string_view text, std::string_view file);

struct EstimateDifference {
  std::string producer;
  double ours_fused, ours_unfused, xla_fused, xla_unfused;
  double error() const;  // the larger relative one of the two
};

struct DecisionParity {
  int64_t fusions_matched = 0, fusions_ours = 0, fusions_xla = 0;
  std::string first_fusion_only_xla, first_fusion_only_ours;          // "a into b", or ""
  int64_t refusals_matched = 0, refusals_ours = 0, refusals_xla = 0;  // first refusal of each producer, reason included
  std::vector<std::string> refusals_differ;
  // The first estimate of each producer that both have, as they come in XLA's log.
  std::vector<EstimateDifference> estimates;
  int64_t estimates_xla = 0;
  double median_error() const;
};

// Fusions are paired by producer and consumer; a new fusion goes by the name that XLA gave it from then on.
DecisionParity compare_decisions(const Log& ours, const std::vector<XlaStep>& theirs);

}  // namespace eutectic::fusion::xla

// See history.h.
#include "report/history.h"

#include <algorithm>

namespace eutectic::report {

using fusion::xla::Step;
using fusion::xla::StepKind;

History::History(const fusion::xla::Log& log) : log_(log) {
  for (size_t i = 0; i < log.steps.size(); ++i) {
    const Step& s = log.steps[i];
    by_producer_[s.producer].push_back(i);
    if (s.kind != StepKind::Fused) continue;
    for (const std::string& c : s.consumers) fused_by_consumer_[c].push_back(i);
    // Of a producer that goes into several kernels at once, the log names one result only.
    if (!s.result.empty() && s.consumers.size() == 1) fused_by_result_[s.result].push_back(i);
  }
}

History::Names History::parts(std::vector<std::string> work) const {
  Names all;
  while (!work.empty()) {
    const std::string name = std::move(work.back());
    work.pop_back();
    if (!all.insert(name).second) continue;
    if (const auto made = fused_by_result_.find(name); made != fused_by_result_.end())
      for (size_t i : made->second) {
        work.push_back(log_.steps[i].producer);
        work.push_back(log_.steps[i].consumers[0]);
      }
    if (const auto grown = fused_by_consumer_.find(name); grown != fused_by_consumer_.end())
      for (size_t i : grown->second) {
        const Step& s = log_.steps[i];
        work.push_back(s.producer);
        if (s.consumers.size() == 1 && !s.result.empty()) work.push_back(s.result);
      }
  }
  return all;
}

std::vector<size_t> History::of(const Names& kernel) const {
  std::vector<size_t> steps;
  for (const std::string& name : kernel)
    if (const auto grown = fused_by_consumer_.find(name); grown != fused_by_consumer_.end())
      steps.insert(steps.end(), grown->second.begin(), grown->second.end());
  std::ranges::sort(steps);
  steps.erase(std::ranges::unique(steps).begin(), steps.end());
  return steps;
}

std::vector<size_t> History::between(const Names& producer, const Names& consumer) const {
  std::vector<size_t> steps;
  auto add = [&](const Names& from, const Names& to, bool alone) {
    for (const std::string& name : from) {
      const auto about = by_producer_.find(name);
      if (about == by_producer_.end() || to.contains(name)) continue;
      for (size_t i : about->second) {
        const Step& s = log_.steps[i];
        if ((alone && s.consumers.empty()) ||
            std::ranges::any_of(s.consumers, [&](const std::string& c) { return to.contains(c) && !from.contains(c); }))
          steps.push_back(i);
      }
    }
  };
  add(producer, consumer, true);
  add(consumer, producer, false);
  std::ranges::sort(steps);
  return steps;
}

}  // namespace eutectic::report

// What a strategy's log says about one kernel and about two: names change with every fusion, so that the steps of a
// kernel are those of all names that went into it.
#pragma once
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fusion/xla/log.h"

namespace eutectic::report {

class History {
 public:
  explicit History(const fusion::xla::Log& log);

  // All names that a kernel and its parts ever had, from those at the end: its own and its instructions'. A part that
  // was computed in several kernels is part of each.
  using Names = std::unordered_set<std::string>;
  Names parts(std::vector<std::string> names) const;

  // Numbers of the steps, in order: the fusions that made a kernel.
  std::vector<size_t> of(const Names& kernel) const;
  // Everything that was said about a part of only the one and a part of only the other, either way round, and of the
  // producer with all its readers.
  std::vector<size_t> between(const Names& producer, const Names& consumer) const;

 private:
  const fusion::xla::Log& log_;
  using Index = std::unordered_map<std::string, std::vector<size_t>>;
  Index by_producer_;                          // all steps
  Index fused_by_result_, fused_by_consumer_;  // the fusions
};

}  // namespace eutectic::report

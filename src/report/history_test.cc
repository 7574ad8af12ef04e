#include "report/history.h"

#include <gtest/gtest.h>

namespace eutectic::report {
namespace {

using fusion::xla::Log;
using fusion::xla::Step;
using fusion::xla::StepKind;

Step step(StepKind kind, std::string producer, std::vector<std::string> consumers, std::string result = "") {
  Step s;
  s.kind = kind;
  s.producer = std::move(producer);
  s.consumers = std::move(consumers);
  s.result = std::move(result);
  return s;
}

using Numbers = std::vector<size_t>;

// a and b become fusion; fusion goes into both c (fusion.1) and d; e stays apart.
Log two_kernels() {
  Log log;
  log.steps = {
      step(StepKind::Refused, "e", {"b"}),                      // 0
      step(StepKind::Fused, "a", {"b"}, "fusion"),              // 1
      step(StepKind::Refused, "e", {"fusion"}),                 // 2
      step(StepKind::Estimate, "fusion", {"c", "d"}),           // 3
      step(StepKind::Fused, "fusion", {"c", "d"}, "fusion.1"),  // 4
      step(StepKind::Refused, "c", {"d"}),                      // 5
      step(StepKind::Refused, "d", {}),                         // 6
      step(StepKind::Refused, "stranger", {"c"}),               // 7
  };
  return log;
}

TEST(History, NamesOfAllParts) {
  const Log log = two_kernels();
  const History h(log);
  EXPECT_EQ(h.parts({"fusion.1", "a", "b", "c"}), (History::Names{"fusion.1", "fusion", "a", "b", "c"}));
  EXPECT_EQ(h.parts({"e"}), History::Names{"e"});
  EXPECT_EQ(h.parts({"fusion"}), (History::Names{"fusion", "a", "b"}));
}

TEST(History, StepsThatMadeAKernel) {
  const Log log = two_kernels();
  const History h(log);
  EXPECT_EQ(h.of(h.parts({"fusion.1", "a", "b", "c"})), (Numbers{1, 4}));
  EXPECT_EQ(h.of(h.parts({"e"})), Numbers{});
}

TEST(History, StepsBetweenTwo) {
  const Log log = two_kernels();
  const History h(log);
  const auto c = h.parts({"fusion.1", "a", "b", "c"}), d = h.parts({"d", "a", "b"}), e = h.parts({"e"});
  EXPECT_EQ(h.between(e, c), (Numbers{0, 2}));
  EXPECT_EQ(h.between(c, e), (Numbers{0, 2}));  // either way round
  // What both hold says nothing about the two; what the producer itself was refused for does.
  EXPECT_EQ(h.between(c, d), Numbers{5});
  EXPECT_EQ(h.between(d, c), (Numbers{5, 6}));
}

}  // namespace
}  // namespace eutectic::report

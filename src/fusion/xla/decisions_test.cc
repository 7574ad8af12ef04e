#include "fusion/xla/decisions.h"

#include <gtest/gtest.h>

namespace eutectic::fusion::xla {
namespace {

constexpr std::string_view text = R"(fusion_steps {
  update_priority {
    producer_name: "a"
    consumer_names: "b"
    consumer_names: "c"
    us_fused: 1.5
    us_unfused: 2
  }
}
fusion_steps {
  fusion {
    fusion_name: "fusion.9"
    producer_name: "a"
    consumer_name: "b"
  }
}
fusion_steps {
  fusion {
    fusion_name: "fusion.9"
    producer_name: "z"
    consumer_name: "fusion.9"
  }
}
fusion_steps {
  producer_ineligible {
    producer_name: "fusion.9"
    reason: "No users to fuse"
  }
}
gpu_device_info {
  name: "x"
}
)";

TEST(XlaDecisions, StepsArePairedUnderXlasNames) {
  auto steps = read_decisions(text, "decisions.txtpb");
  ASSERT_TRUE(steps) << render(steps.error());
  ASSERT_EQ(steps->size(), 4u);
  EXPECT_EQ((*steps)[0].consumers, (std::vector<std::string>{"b", "c"}));
  using explain::Reason;
  Log log;
  auto step = [&](StepKind kind, std::string p, std::vector<std::string> c, std::string result, Reason r) {
    log.steps.push_back({kind, std::move(p), std::move(c), std::move(result), {r, {}, {}, {}, {}}, 6000, 8080});
  };
  step(StepKind::Estimate, "a", {"b", "c"}, "", Reason::XlaEstimate);
  step(StepKind::Fused, "a", {"b"}, "fusion", Reason::XlaFused);
  step(StepKind::Fused, "z", {"fusion"}, "fusion", Reason::XlaFused);
  step(StepKind::Refused, "fusion", {}, "", Reason::R02NoUsers);
  const DecisionParity d = compare_decisions(log, *steps);
  EXPECT_EQ(d.fusions_matched, 2);
  EXPECT_EQ(d.refusals_matched, 1);
  ASSERT_EQ(d.estimates.size(), 1u);
  EXPECT_NEAR(d.median_error(), 0.01, 1e-9);
  log.steps[1].consumers = {"c"};
  const DecisionParity other = compare_decisions(log, *steps);
  EXPECT_EQ(other.fusions_matched, 0);
  EXPECT_EQ(other.first_fusion_only_xla, "a into b");
  EXPECT_EQ(other.first_fusion_only_ours, "a into c");
}

TEST(XlaDecisions, BadTextIsRefused) {
  EXPECT_FALSE(read_decisions("fusion_steps {\n  nonsense {\n  }\n}\n", "f"));
  EXPECT_FALSE(read_decisions("fusion_steps {\n", "f"));
  EXPECT_FALSE(read_decisions("}\n", "f"));
}

}  // namespace
}  // namespace eutectic::fusion::xla

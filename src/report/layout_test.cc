#include "report/layout.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace eutectic::report {
namespace {

bool no_graphviz() { return std::system("dot -V >/dev/null 2>&1") != 0; }

// Each box reads all before it.
Drawing dense(size_t n) {
  Drawing d;
  for (size_t i = 0; i < n; ++i) {
    d.boxes.push_back({100, 40});
    for (size_t k = 0; k < i; ++k) d.edges.emplace_back(k, i);
  }
  return d;
}

TEST(Layout, EssentialEdges) {
  Drawing d;
  d.boxes.resize(4);
  d.edges = {{0, 1}, {0, 2}, {1, 2}, {3, 2}, {0, 3}};
  EXPECT_EQ(essential(d), (std::vector<bool>{true, false, true, true, true}));
  const Drawing chain = dense(70);  // more boxes than a word has bits
  const auto kept = essential(chain);
  for (size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(kept[i], chain.edges[i].first + 1 == chain.edges[i].second) << i;
}

TEST(Layout, EdgesThatGoRoundAllStay) {
  Drawing d;
  d.boxes.resize(2);
  d.edges = {{0, 1}, {1, 0}};
  EXPECT_EQ(essential(d), (std::vector<bool>{true, true}));
}

TEST(Layout, EveryBoxAndCurveHasItsPlace) {
  if (no_graphviz()) GTEST_SKIP() << "no Graphviz";
  Drawing small;
  small.boxes = {{100, 40}, {60, 20}, {60, 20}};
  small.edges = {{0, 1}, {0, 2}, {0, 1}};  // two outputs of one, read by one
  const std::vector<Drawing> drawings{small, dense(40), small, {}};
  const auto placed = lay_out(drawings);
  ASSERT_TRUE(placed) << render(placed.error());
  ASSERT_EQ(placed->size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    const Placement& p = (*placed)[i];
    ASSERT_EQ(p.centres.size(), drawings[i].boxes.size());
    ASSERT_EQ(p.curves.size(), drawings[i].edges.size());
    for (const auto& curve : p.curves) EXPECT_EQ(curve.size() % 3, 1u);
    for (size_t e = 0; e < p.curves.size(); ++e) {
      const auto [from, to] = drawings[i].edges[e];
      EXPECT_LT(p.centres[from].y, p.centres[to].y);
      EXPECT_NEAR(p.curves[e].front().y, p.centres[from].y + drawings[i].boxes[from].height / 2, 2);
    }
    for (size_t b = 0; b < p.centres.size(); ++b) {
      const int half = drawings[i].boxes[b].width / 2;
      EXPECT_GE(p.centres[b].x - half, -1);
      EXPECT_LE(p.centres[b].x + half, p.width + 1);
    }
  }
  EXPECT_EQ((*placed)[0].centres[1].x, (*placed)[2].centres[1].x);  // equal ones once, and alike
}

}  // namespace
}  // namespace eutectic::report

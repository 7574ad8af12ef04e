// Regions through reshapes, against the elements counted one by one.
#include "passes/rewrites/region.h"

#include <gtest/gtest.h>

namespace eutectic::rewrites {
namespace {

// Row-major positions of a region's elements, in order.
std::vector<int64_t> elements(const Dims& dims, const Region& region) {
  std::vector<int64_t> out;
  int64_t total = 1;
  for (int64_t d : dims) total *= d;
  for (int64_t at = 0; at < total; ++at) {
    int64_t rest = at;
    bool inside = true;
    for (size_t d = dims.size(); d-- > 0;) {
      const int64_t i = rest % dims[d];
      rest /= dims[d];
      inside &= i >= region.start[d] && i < region.limit[d];
    }
    if (inside) out.push_back(at);
  }
  return out;
}

// All regions without empty dimensions.
std::vector<Region> regions(const Dims& dims) {
  std::vector<Region> out{{{}, {}}};
  for (int64_t extent : dims) {
    std::vector<Region> longer;
    for (const Region& r : out)
      for (int64_t start = 0; start < extent; ++start)
        for (int64_t limit = start + 1; limit <= extent; ++limit) {
          longer.push_back(r);
          longer.back().start.push_back(start);
          longer.back().limit.push_back(limit);
        }
    out = std::move(longer);
  }
  return out;
}

TEST(Region, ThroughReshapesHoldsTheSameElements) {
  const std::vector<Dims> shapes{{24},    {4, 6},  {6, 4},    {2, 12}, {2, 3, 4}, {4, 3, 2},
                                 {24, 1}, {1, 24}, {4, 1, 6}, {3, 8},  {2, 2, 6}};
  size_t found = 0, wanted = 0;
  for (const Dims& from : shapes)
    for (const Dims& to : shapes)
      for (const Region& region : regions(to)) {
        const std::vector<int64_t> want = elements(to, region);
        // Whether any region of `from` has them.
        const std::optional<Region> got = through_reshape(from, to, region);
        if (got) {
          EXPECT_EQ(elements(from, *got), want);
          ++found;
        }
        if (from == to) {
          EXPECT_TRUE(got);
        }
        ++wanted;
      }
  EXPECT_GT(found, wanted / 4);
}

TEST(Region, CutsThroughReshapesSeparateTheSameElements) {
  const std::vector<Dims> shapes{{24}, {4, 6}, {2, 12}, {2, 3, 4}, {24, 1}, {1, 24}, {4, 1, 6}, {1, 4, 6}};
  for (const Dims& from : shapes)
    for (const Dims& to : shapes)
      for (size_t d = 0; d < from.size(); ++d)
        for (int64_t at = 1; at < from[d]; ++at) {
          const auto cut = cut_through_reshape(from, to, d, at);
          if (!cut) continue;
          Region before = Region::whole(from), there = Region::whole(to);
          before.limit[d] = at;
          there.limit[cut->first] = cut->second;
          EXPECT_EQ(elements(from, before), elements(to, there));
        }
  EXPECT_EQ(cut_through_reshape({64, 4}, {256}, 1, 2), std::nullopt);
  EXPECT_EQ(cut_through_reshape({4, 64}, {4, 8, 8}, 0, 3), (std::pair<size_t, int64_t>(0, 3)));
}

TEST(Region, PartsDropDimensionsOfOneElement) {
  Region region = Region::whole({8, 4, 1});
  region.start[1] = 2;
  region.limit[1] = 3;
  const PartDims part = part_dims({8, 4, 1}, region);
  EXPECT_EQ(part.dims, (Dims{8, 1}));
  EXPECT_EQ(part.position(2), 1);
  EXPECT_EQ(part.position(1), -1);
}

}  // namespace
}  // namespace eutectic::rewrites

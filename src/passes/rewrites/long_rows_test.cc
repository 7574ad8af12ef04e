#include "passes/rewrites/long_rows.h"

#include <gtest/gtest.h>

namespace eutectic::rewrites {
namespace {

TEST(LongRows, OnlyWhereRowsAreShortAndAnotherDimensionIsLong) {
  const auto order = [](Dims dims) { return long_rows(Shape::array(ElementType::F32, std::move(dims))); };
  EXPECT_EQ(order({1000, 2048, 4}), (std::vector<int64_t>{0, 2, 1}));
  EXPECT_EQ(order({10, 3, 2048, 2, 4}), (std::vector<int64_t>{0, 1, 3, 4, 2}));
  EXPECT_FALSE(order({1000, 2048}));      // nothing but the steps beside the row
  EXPECT_FALSE(order({1000, 2048, 16}));  // long enough
  EXPECT_FALSE(order({1000, 32, 4}));     // no long dimension
  EXPECT_EQ(inverse_order({0, 1, 3, 4, 2}), (std::vector<int64_t>{0, 1, 4, 2, 3}));
}

}  // namespace
}  // namespace eutectic::rewrites

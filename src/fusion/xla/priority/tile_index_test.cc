#include "fusion/xla/priority/tile_index.h"

#include <gtest/gtest.h>

#include <array>

namespace eutectic::fusion::xla {
namespace {

using Tile = std::array<int64_t, 2>;

TileIndex dim(int64_t id) { return TileIndex::of_dim(id); }

TEST(TileIndex, SumsAndMultiplesAreCollected) {
  const TileIndex a = sum(scaled(dim(0), 3), dim(1));
  EXPECT_EQ(sum(a, scaled(dim(0), -3)), dim(1));
  EXPECT_EQ(scaled(a, 0), TileIndex::of_constant(0));
}

TEST(TileIndex, DivisionsThatBoundsShowAreDone) {
  const TileSpace space{{6, 4}, {}};
  const TileIndex linear = sum(scaled(dim(0), 4), dim(1));
  EXPECT_EQ(quotient(linear, 4, space), dim(0));
  EXPECT_EQ(remainder(linear, 4, space), dim(1));
  EXPECT_EQ(remainder(dim(1), 4, space), dim(1));
  EXPECT_EQ(quotient(dim(1), 4, space), TileIndex::of_constant(0));
  EXPECT_EQ(depth(quotient(dim(0), 4, space)), 1);
}

TEST(TileIndex, AQuotientAndItsRemainderAreTheWhole) {
  const TileSpace space{{24}, {}};
  const TileIndex q = quotient(dim(0), 4, space), r = remainder(dim(0), 4, space);
  EXPECT_EQ(sum(scaled(q, 4), r), dim(0));
}

TEST(TileIndex, ReshapesSplitAndJoinDimensions) {
  const TileSpace flat{{24}, {}};
  EXPECT_EQ(reshape_indices({6, 4}, {24}), (std::vector{quotient(dim(0), 4, flat), remainder(dim(0), 4, flat)}));
  EXPECT_EQ(reshape_indices({24}, {6, 4}), (std::vector{sum(scaled(dim(0), 4), dim(1))}));
  // Rows stay rows: only what must be is divided.
  EXPECT_EQ(reshape_indices({5, 24}, {5, 6, 4}), (std::vector{dim(0), sum(scaled(dim(1), 4), dim(2))}));
}

TEST(TileIndex, RangesMoveOnWhenIndicesAreSubstituted) {
  const TileSpace space{{8, 8}, {16, 16}};
  const std::array<TileIndex, 1> dims{sum(dim(1), TileIndex::of_constant(2))};
  EXPECT_EQ(substituted(sum(dim(0), TileIndex::of_range(0)), dims, 1, space),
            sum(sum(dim(1), TileIndex::of_range(1)), TileIndex::of_constant(2)));
}

void expect_range(const TileIndex& a, const Tile& tile, const TileSpace& space, int64_t size, int64_t stride,
                  bool holds) {
  const auto s = size_and_stride(a, tile, space);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->size, size);
  EXPECT_EQ(s->stride, stride);
  EXPECT_EQ(s->holds, holds);
}

TEST(TileIndex, TilesAreStridedRanges) {
  const TileSpace space{{6, 4}, {}};
  expect_range(scaled(dim(0), 3), {2, 4}, space, 2, 3, true);
  const TileIndex linear = sum(scaled(dim(0), 4), dim(1));
  expect_range(linear, {2, 4}, space, 8, 1, true);   // whole rows
  expect_range(linear, {1, 2}, space, 2, 1, true);   // part of one row
  expect_range(linear, {2, 1}, space, 2, 4, true);   // a column
  expect_range(linear, {2, 2}, space, 4, 1, false);  // parts of two rows: a gap between them
}

TEST(TileIndex, TilesOfQuotientsAndRemaindersHoldWhereTheyAreWhole) {
  const TileSpace space{{24, 1}, {}};
  const TileIndex q = quotient(dim(0), 4, space), r = remainder(dim(0), 4, space);
  expect_range(q, {8, 1}, space, 2, 1, true);
  expect_range(r, {8, 1}, space, 4, 1, true);
  expect_range(r, {2, 1}, space, 2, 1, true);
  expect_range(r, {6, 1}, space, 2, 1, false);
}

TEST(TileIndex, IndicesThatMixDimensionsAreNoRange) {
  const TileSpace space{{6, 4}, {}};
  // Neither dimension begins where the other ends.
  EXPECT_FALSE(size_and_stride(sum(scaled(dim(0), 3), dim(1)), Tile{2, 4}, space));
  EXPECT_FALSE(size_and_stride(quotient(sum(scaled(dim(0), 3), dim(1)), 4, space), Tile{2, 4}, space));
}

}  // namespace
}  // namespace eutectic::fusion::xla

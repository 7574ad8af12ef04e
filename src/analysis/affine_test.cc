#include "analysis/affine.h"

#include <gtest/gtest.h>

namespace eutectic::analysis {
namespace {

TEST(Affine, SplitsQuotientsByRange) {
  AffineTable t;
  AffineId i = t.of(t.atom(AtomKind::Lane, 0, {0, 63})), j = t.of(t.atom(AtomKind::Lane, 1, {0, 3}));
  AffineId linear = t.add(t.scale(i, 4), j);
  EXPECT_EQ(t.floordiv(linear, 4), i);
  EXPECT_EQ(t.mod(linear, 4), j);
  EXPECT_EQ(t.floordiv(linear, 256), t.constant(0));
  EXPECT_EQ(t.mod(linear, 256), linear);
  EXPECT_EQ(t.floordiv(t.add(linear, -4), 4), t.add(i, -1));
}

TEST(Affine, KeepsWhatDoesNotDivide) {
  AffineTable t;
  AffineId i = t.of(t.atom(AtomKind::Lane, 0, {0, 99}));
  AffineId half = t.floordiv(i, 2), rest = t.mod(i, 2);
  EXPECT_EQ(t[half].range.lo, 0);
  EXPECT_EQ(t[half].range.hi, 49);
  EXPECT_EQ(t[rest].range.hi, 1);
  EXPECT_NE(half, i);
  EXPECT_EQ(t.to_string(half), "(l0 floordiv 2)");
  EXPECT_EQ(t.mod(t.add(t.scale(i, 2), rest), 2), rest);
}

TEST(Affine, EqualFormsHaveEqualIds) {
  AffineTable t;
  AffineId i = t.of(t.atom(AtomKind::Lane, 0, {0, 9})), n = t.of(t.atom(AtomKind::Counter, 0, {0, 4}));
  EXPECT_EQ(t.add(t.add(i, 3), t.scale(n, 10)), t.add(t.scale(n, 10), t.add(i, 3)));
  EXPECT_EQ(t.add(i, i, -1), t.constant(0));
  // An atom of one value is that value.
  EXPECT_EQ(t.of(t.atom(AtomKind::Lane, 7, {0, 0})), t.constant(0));
}

TEST(Affine, RangesSaturate) {
  AffineTable t;
  AffineId big = t.of(t.atom(AtomKind::Node, 1, {INT64_MIN, INT64_MAX}));
  EXPECT_EQ(t[t.scale(big, 8)].range.hi, INT64_MAX);
  EXPECT_EQ(t[t.scale(big, -8)].range.lo, INT64_MIN);
}

}  // namespace
}  // namespace eutectic::analysis

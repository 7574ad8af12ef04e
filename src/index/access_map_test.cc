#include "index/access_map.h"

#include <gtest/gtest.h>

#include <random>

namespace eutectic {
namespace {

IndexExpr d(int64_t n) { return IndexExpr::dim(n); }
IndexExpr c(int64_t v) { return IndexExpr::constant(v); }

TEST(IndexExpr, NormalForm) {
  EXPECT_EQ(d(0) + d(1), d(1) + d(0));
  EXPECT_EQ((d(0) + c(3)) * 2 + c(-6), d(0) * 2);
  EXPECT_EQ(d(0) + d(0) * -1, c(0));
  EXPECT_EQ((d(0) * 8 + d(1)).floordiv(8), d(0) + d(1).floordiv(8));
  EXPECT_EQ((d(0) * 8 + d(1)).mod(8), d(1).mod(8));
  EXPECT_EQ(d(0).floordiv(4).floordiv(3), d(0).floordiv(12));
  EXPECT_EQ(d(0).mod(12).mod(4), d(0).mod(4));
  EXPECT_EQ(d(0).floordiv(4) * 4 + d(0).mod(4), d(0));
  EXPECT_EQ(d(0).floordiv(4).mod(3) * 4 + d(0).mod(4), d(0).mod(12));
  EXPECT_EQ((d(0) * 4 + c(2)).mod(8), d(0).mod(2) * 4 + c(2));
  EXPECT_EQ(c(-7).floordiv(4), c(-2));
  EXPECT_EQ(c(-7).mod(4), c(1));
  EXPECT_EQ(c(9).clamp(0, 5), c(5));
  EXPECT_EQ((d(0) + IndexExpr::range(0) * 2 + c(-1)).to_string(), "d0 + r0 * 2 - 1");
  EXPECT_EQ((d(0) + d(1)).floordiv(4).to_string(), "(d0 + d1) floordiv 4");
}

TEST(AccessMap, SimplifiesByRange) {
  const int64_t dims[] = {6, 4, 1};
  const AccessMap map =
      AccessMap::single(dims, {(d(0) * 4 + d(1)).floordiv(4), (d(0) * 4 + d(1)).mod(4), d(2) + d(0).clamp(0, 9)});
  const AccessMap simple = simplify(map);
  EXPECT_EQ(simple.pieces[0].index, (std::vector{d(0), d(1), d(0)}));
  EXPECT_TRUE(AccessMap::identity(dims).is_identity());
  EXPECT_FALSE(simple.is_identity());
}

TEST(AccessMap, DropsConstraintsAndPieces) {
  const int64_t dims[] = {6};
  AccessMap map;
  map.output_dims = {6};
  map.pieces.push_back({{{d(0), 0, 5, 1}}, {d(0)}});
  map.pieces.push_back({{{d(0), 6, 9, 1}}, {d(0)}});
  map.pieces.push_back({{{d(0) * 4, 0, 20, 2}}, {d(0)}});
  map.pieces.push_back({{{d(0) * 4 + c(1), 0, 21, 2}}, {d(0)}});
  const AccessMap simple = simplify(map);
  ASSERT_EQ(simple.pieces.size(), 2u);
  EXPECT_TRUE(simple.pieces[0].where.empty());
  EXPECT_TRUE(simple.pieces[1].where.empty());
  EXPECT_EQ(AccessMap::single(dims, {d(0)}).to_string(), "(d0<6) -> [d0]");
}

TEST(AccessMap, ComposesRuntimeValues) {
  AccessMap inner;  // dynamic-slice of 4 from 10
  inner.output_dims = {4};
  inner.runtimes = {{1, {}, 0, 6}};
  inner.pieces.push_back({{}, {d(0) + IndexExpr::runtime(0)}});
  const int64_t dims[] = {2, 2};
  const AccessMap outer = AccessMap::single(dims, {d(0) * 2 + d(1)});
  const AccessMap both = compose(outer, inner);
  EXPECT_EQ(both.pieces[0].index[0], d(0) * 2 + d(1) + IndexExpr::runtime(0));
  const IndexBounds b = bounds_of(both.pieces[0].index[0], both);
  EXPECT_EQ(b.low, 0);
  EXPECT_EQ(b.high, 9);
}

// Random expressions: construction and simplification keep the value, bounds hold it.
TEST(IndexExpr, RandomExpressionsKeepTheirValue) {
  std::mt19937 random(7);
  auto pick = [&](int n) { return static_cast<int64_t>(random() % static_cast<unsigned>(n)); };
  const int64_t dims[] = {5, 7, 12};
  for (int round = 0; round < 3000; ++round) {
    // A stack of expressions with, for each point, the value computed step by step.
    std::vector<std::vector<int64_t>> points;
    for (int p = 0; p < 10; ++p) points.push_back({pick(5), pick(7), pick(12)});
    struct Item {
      IndexExpr e;
      std::vector<int64_t> values;
    };
    std::vector<Item> items;
    for (int64_t n = 0; n < 3; ++n) {
      Item item{d(n), {}};
      for (auto& p : points) item.values.push_back(p[static_cast<size_t>(n)]);
      items.push_back(item);
    }
    auto apply = [](const Item& a, auto expr, auto value) {
      Item out{expr(a.e), {}};
      for (int64_t v : a.values) out.values.push_back(value(v));
      return out;
    };
    for (int step = 0; step < 8; ++step) {
      const Item a = items[random() % items.size()], b = items[random() % items.size()];
      const int64_t n = 1 + pick(12), k = pick(9) - 4;
      auto fdiv = [n](int64_t v) { return v / n - (v % n != 0 && v < 0); };
      switch (pick(6)) {
        case 0: {
          Item out{a.e + b.e, a.values};
          for (size_t p = 0; p < out.values.size(); ++p) out.values[p] += b.values[p];
          items.push_back(out);
          break;
        }
        case 1:
          items.push_back(apply(a, [&](IndexExpr e) { return e * k; }, [&](int64_t v) { return v * k; }));
          break;
        case 2:
          items.push_back(apply(a, [&](IndexExpr e) { return e.floordiv(n); }, fdiv));
          break;
        case 3:
          items.push_back(apply(a, [&](IndexExpr e) { return e.mod(n); }, [&](int64_t v) { return v - n * fdiv(v); }));
          break;
        case 4:
          items.push_back(apply(a, [&](IndexExpr e) { return e + c(k); }, [&](int64_t v) { return v + k; }));
          break;
        case 5:
          items.push_back(apply(
              a, [&](IndexExpr e) { return e.clamp(k, k + n); }, [&](int64_t v) { return std::clamp(v, k, k + n); }));
          break;
      }
    }
    for (const Item& item : items) {
      const AccessMap map = AccessMap::single(dims, {item.e});
      const AccessMap simple = simplify(map);
      const IndexBounds bounds = bounds_of(item.e, map), simple_bounds = bounds_of(simple.pieces[0].index[0], simple);
      for (size_t p = 0; p < points.size(); ++p) {
        ASSERT_EQ(item.e.evaluate(points[p], {}, {}), item.values[p]) << item.e.to_string();
        ASSERT_EQ(simple.pieces[0].index[0].evaluate(points[p], {}, {}), item.values[p])
            << item.e.to_string() << " became " << simple.pieces[0].index[0].to_string();
        for (const IndexBounds& b : {bounds, simple_bounds}) {
          ASSERT_LE(b.low, item.values[p]);
          ASSERT_GE(b.high, item.values[p]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace eutectic

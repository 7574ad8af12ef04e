// How often counted loops run: every direction, step and kind of limit.
#include "analysis/trip_count.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "format/format.h"

namespace eutectic {
namespace {

std::optional<TripCount> counted(const std::string& start, const std::string& next, const std::string& compare,
                                 const std::string& type = "s32") {
  const std::string text = fmt::format(R"(HloModule m
body {{
  p = ({0}[], {0}[]) parameter(0)
  i = {0}[] get-tuple-element(p), index=0
  n = {0}[] get-tuple-element(p), index=1
  c = {0}[] constant(3)
  i1 = {0}[] {2}
  ROOT r = ({0}[], {0}[]) tuple(i1, n)
}}
cond {{
  p = ({0}[], {0}[]) parameter(0)
  i = {0}[] get-tuple-element(p), index=0
  n = {0}[] get-tuple-element(p), index=1
  k = {0}[] constant(20)
  ROOT r = pred[] compare({3}
}}
ENTRY e {{
  x = {0}[] parameter(0)
  a = {0}[] constant({1})
  l = {0}[] constant(9)
  t = ({0}[], {0}[]) tuple(a, l)
  ROOT w = ({0}[], {0}[]) while(t), condition=cond, body=body
}}
)",
                                       type, start, next, compare);
  const Result<Module> module = read_program(text, "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  if (!module) return std::nullopt;
  return trip_count(*module, (*module)[module->entry].root);
}

TEST(TripCount, Directions) {
  EXPECT_EQ(counted("0", "add(i, c)", "i, k), direction=LT")->count, 7);
  EXPECT_EQ(counted("2", "add(c, i)", "i, k), direction=LE")->count, 7);
  EXPECT_EQ(counted("2", "add(i, c)", "i, k), direction=NE")->count, 6);
  EXPECT_EQ(counted("50", "subtract(i, c)", "i, k), direction=GT")->count, 10);
  EXPECT_EQ(counted("50", "subtract(i, c)", "i, k), direction=GE")->count, 11);
  EXPECT_EQ(counted("0", "add(i, c)", "k, i), direction=GT")->count, 7);
  EXPECT_EQ(counted("30", "add(i, c)", "i, k), direction=LT")->count, 0);
}

TEST(TripCount, LimitsThatTheBodyLeavesAlone) {
  const std::optional<TripCount> t = counted("0", "add(i, c)", "i, n), direction=LT");
  ASSERT_TRUE(t);
  EXPECT_EQ(t->limit_index, 1);
  EXPECT_EQ(t->limit, 9);
  EXPECT_EQ(t->count, 3);
}

TEST(TripCount, Unknown) {
  EXPECT_FALSE(counted("0", "multiply(i, c)", "i, k), direction=LT"));
  EXPECT_FALSE(counted("0", "add(i, c)", "i, k), direction=EQ"));
  EXPECT_EQ(counted("1", "add(i, c)", "i, k), direction=NE")->count, std::nullopt);   // steps over the limit
  EXPECT_EQ(counted("50", "add(i, c)", "i, k), direction=GT")->count, std::nullopt);  // until it wraps
  EXPECT_EQ(counted("100", "add(i, c)", "i, k), direction=GE", "s8")->count, std::nullopt);
}

}  // namespace
}  // namespace eutectic

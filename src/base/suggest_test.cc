#include "base/suggest.h"

#include <gtest/gtest.h>

namespace eutectic {
namespace {

TEST(Suggest, Slips) {
  const std::vector<std::string> ops = {"floor", "multiply", "transpose", "pq", "f32"};
  EXPECT_EQ(nearest("multipy", ops), "multiply");
  EXPECT_EQ(nearest("f33", ops), "f32");
  EXPECT_EQ(nearest("pp", ops), "pq");
  EXPECT_EQ(nearest("trans", ops), "transpose");  // its beginning
  EXPECT_EQ(nearest("foo", ops), "");             // floor is two letters away
  EXPECT_EQ(nearest("", ops), "");
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

}  // namespace
}  // namespace eutectic

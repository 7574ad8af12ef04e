#include "fusion/xla/rules/device.h"

#include <gtest/gtest.h>

namespace eutectic::fusion::xla {
namespace {

TEST(Device, EveryProfilePrintsToItself) {
  for (std::string_view name : device_names()) {
    const std::string text = to_text(*find_device(name));
    const auto again = parse_device(text, name);
    ASSERT_TRUE(again) << render(again.error());
    EXPECT_EQ(to_text(*again), text);
  }
  EXPECT_NE(find_device("rtx2080ti"), nullptr);
  EXPECT_EQ(find_device("h101"), nullptr);
}

TEST(Device, CyclesAreOfTheArchitecture) {
  EXPECT_EQ(cycles_per_element(h100(), OpKind::Add, ElementType::F32), 7);
  EXPECT_EQ(cycles_per_element(h100(), OpKind::Negate, ElementType::F32), 3);  // not listed
  EXPECT_NE(cycles_per_element(*find_device("a100"), OpKind::Exponential, ElementType::F64),
            cycles_per_element(h100(), OpKind::Exponential, ElementType::F64));
}

TEST(Device, AllThatIsWrongIsSaidAtOnce) {
  const auto d = parse_device("name x # a name\nkind gpu\ncores 0\ncoers 3\ncycles adds f32 1\nname y\n", "f");
  ASSERT_FALSE(d);
  const std::string text = render(d.error());
  for (const char* part :
       {"f:3:1: error: cores is a positive whole number", "f:4:1: error: a profile has no 'coers'",
        "f:5:1: error: there is no op 'adds'", "f:6:1: error: 'name' is there twice", "'bandwidth' is missing"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

}  // namespace
}  // namespace eutectic::fusion::xla

#include "fusion/eutectic/plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "format/format.h"

namespace eutectic::fusion {
namespace {

// A residual network: each layer adds to `x` what it makes of a product with it, so that `x` is read at every level.
std::string layers(int count) {
  std::string text = "HloModule m\n\nENTRY main {\n  x0 = f32[64,64] parameter(0)\n  w = f32[64,64] parameter(1)\n";
  for (int i = 0; i < count; ++i)
    text += fmt::format(
        "  s{0} = f32[64,64] sine(x{0})\n  n{0} = f32[64,64] multiply(s{0}, x{0})\n"
        "  d{0} = f32[64,64] dot(n{0}, w), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}\n"
        "  t{0} = f32[64,64] tanh(d{0})\n  x{1} = f32[64,64] add(x{0}, t{0})\n",
        i, i + 1);
  return text + fmt::format("  ROOT out = f32[64,64] negate(x{})\n}}\n", count);
}

size_t instructions_in_kernels(int count) {
  const Module module = *read_hlo_text(layers(count), "m.hlo");
  const Plan plan = *plan_eutectic(module, module.entry);
  size_t sum = 0;
  for (const Group& g : plan.groups)
    if (g.kind == GroupKind::Elementwise) sum += g.instrs.size();
  return sum;
}

// Without stored values each kernel would compute all layers before it anew.
TEST(EutecticPlan, WorkOfManyLayersIsNotRepeated) {
  EXPECT_EQ(instructions_in_kernels(3), 2 + 4 + 6 + 7);
  const size_t few = instructions_in_kernels(200), many = instructions_in_kernels(400);
  EXPECT_LT(many, 2.2 * static_cast<double>(few));
  EXPECT_LT(few, 200 * 110);
}

// Values of one level are one kernel whatever they take.
TEST(EutecticPlan, OneLevelIsOneKernel) {
  std::string text = "HloModule m\n\nENTRY main {\n  x0 = f32[4096] parameter(0)\n";
  for (int i = 0; i < 300; ++i)
    text += fmt::format("  s{0} = f32[4096] negate(x{0})\n  x{1} = f32[4096] multiply(s{0}, x{0})\n", i, i + 1);
  text += "  ROOT out = (f32[4096], f32[4096], f32[4096]) tuple(x100, x200, x300)\n}\n";
  const Module module = *read_hlo_text(text, "m.hlo");
  const Plan plan = *plan_eutectic(module, module.entry);
  ASSERT_EQ(plan.groups.size(), 1u);
  EXPECT_EQ(plan.groups[0].roots.size(), 3u);
  EXPECT_EQ(plan.groups[0].instrs.size(), 600u);
}

}  // namespace
}  // namespace eutectic::fusion

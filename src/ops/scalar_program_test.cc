// ScalarProgram: inlining, constants, tuples, aliasing of results and parameters, refusals.
#include "ops/scalar_program.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace eutectic {
namespace {

const Shape f32 = Shape::scalar(ElementType::F32);
const Shape pred = Shape::scalar(ElementType::Pred);
using Local = ComputationBuilder::Local;

template <class T>
std::vector<T> run_one(const ScalarProgram& program, std::vector<std::vector<T>> in, size_t n) {
  std::vector<const std::byte*> pointers;
  for (auto& v : in) pointers.push_back(reinterpret_cast<const std::byte*>(v.data()));
  std::vector<T> out(n);
  std::byte* target = reinterpret_cast<std::byte*>(out.data());
  program.run(pointers, std::span(&target, 1), n);
  return out;
}

std::vector<float> counting(size_t n, float step) {
  std::vector<float> out(n);
  for (size_t i = 0; i < n; ++i) out[i] = static_cast<float>(i) * step;
  return out;
}

TEST(ScalarProgram, OneOp) {
  Module module;
  const CompId comp = module.add_computation("add");
  ComputationBuilder b(module);
  const Local x = b.parameter(0, f32), y = b.parameter(1, f32);
  b.finish(comp, b.add(OpKind::Add, f32, {x, y}));
  auto program = ScalarProgram::compile(module, comp);
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_EQ(program->parameter_count(), 2u);
  EXPECT_EQ(program->result_count(), 1u);
  EXPECT_EQ(run_one<float>(*program, {{1}, {2}}, 1), std::vector<float>{3});
  const size_t n = 5000;
  const auto sums = run_one<float>(*program, {counting(n, 1), counting(n, 2)}, n);
  for (size_t i = 0; i < n; ++i) ASSERT_EQ(sums[i], static_cast<float>(3 * i));
}

// f(x, y) = g(x) * 2 + y with g(z) = z * z + 1, called twice; the constant 1 + 1 is folded.
TEST(ScalarProgram, CallsAndConstants) {
  Module module;
  const CompId g = module.add_computation("g"), f = module.add_computation("f");
  {
    ComputationBuilder b(module);
    const Local z = b.parameter(0, f32);
    const Local one = b.constant(Literal::scalar<float>(ElementType::F32, 1));
    b.finish(g, b.add(OpKind::Add, f32, {b.add(OpKind::Multiply, f32, {z, z}), one}));
  }
  ComputationBuilder b(module);
  const Local x = b.parameter(0, f32), y = b.parameter(1, f32);
  Attrs to_apply;
  to_apply.set(AttrName::ToApply, Comps{g});
  const Local called = b.add(OpKind::Call, f32, {x}, to_apply);
  const Local one = b.constant(Literal::scalar<float>(ElementType::F32, 1));
  const Local two = b.add(OpKind::Add, f32, {one, one});
  const Local scaled = b.add(OpKind::Multiply, f32, {called, two});
  const Local twice = b.add(OpKind::Call, f32, {scaled}, to_apply);
  b.finish(f, b.add(OpKind::Add, f32, {twice, y}));
  auto program = ScalarProgram::compile(module, f);
  ASSERT_TRUE(program) << render(program.error());
  for (const size_t n : {size_t{1}, size_t{3}, size_t{1024}, size_t{4097}}) {
    const auto xs = counting(n, 0.5f), ys = counting(n, 1);
    const auto result = run_one<float>(*program, {xs, ys}, n);
    for (size_t i = 0; i < n; ++i) {
      const float s = (xs[i] * xs[i] + 1) * 2;
      ASSERT_EQ(result[i], s * s + 1 + ys[i]) << i;
    }
  }
}

// Results that swap parameters, written over the parameters.
TEST(ScalarProgram, ResultsMayStandInParameters) {
  Module module;
  const CompId comp = module.add_computation("order");
  ComputationBuilder b(module);
  const Local x = b.parameter(0, f32), y = b.parameter(1, f32);
  Attrs direction;
  direction.set(AttrName::Direction, std::string("LT"));
  const Local less = b.add(OpKind::Compare, pred, {x, y}, direction);
  b.finish(comp, b.add(OpKind::Tuple, Shape::tuple({f32, f32, f32}), {y, x, b.add(OpKind::Select, f32, {less, x, y})}));
  auto program = ScalarProgram::compile(module, comp);
  ASSERT_TRUE(program) << render(program.error());
  for (const size_t n : {size_t{1}, size_t{3000}}) {
    auto xs = counting(n, 1), ys = counting(n, -1);
    std::vector<float> minimum(n);
    std::vector<std::byte*> out = {reinterpret_cast<std::byte*>(xs.data()), reinterpret_cast<std::byte*>(ys.data()),
                                   reinterpret_cast<std::byte*>(minimum.data())};
    std::vector<const std::byte*> in = {out[0], out[1]};
    program->run(in, out, n);
    for (size_t i = 0; i < n; ++i) {
      ASSERT_EQ(xs[i], -static_cast<float>(i));
      ASSERT_EQ(ys[i], static_cast<float>(i));
      ASSERT_EQ(minimum[i], -static_cast<float>(i));
    }
  }
}

TEST(ScalarProgram, ParameterOrConstantIsTheResult) {
  Module module;
  const CompId second = module.add_computation("second"), constant = module.add_computation("constant");
  {
    ComputationBuilder b(module);
    b.parameter(0, f32);
    b.finish(second, b.parameter(1, f32));
  }
  {
    ComputationBuilder b(module);
    b.parameter(0, f32);
    b.finish(constant, b.constant(Literal::scalar<float>(ElementType::F32, 7)));
  }
  auto program = ScalarProgram::compile(module, second);
  ASSERT_TRUE(program);
  EXPECT_EQ(run_one<float>(*program, {{1, 2}, {3, 4}}, 2), (std::vector<float>{3, 4}));
  program = ScalarProgram::compile(module, constant);
  ASSERT_TRUE(program);
  EXPECT_EQ(run_one<float>(*program, {{1, 2}}, 2), (std::vector<float>{7, 7}));
}

TEST(ScalarProgram, MixedSizesKeepTheirSlots) {
  Module module;
  const CompId comp = module.add_computation("mixed");
  ComputationBuilder b(module);
  const Shape f64 = Shape::scalar(ElementType::F64), u8 = Shape::scalar(ElementType::U8);
  const Local x = b.parameter(0, f32);
  Local sum = b.add(OpKind::Convert, f64, {x});
  const Local byte = b.add(OpKind::Convert, u8, {x});
  for (int i = 0; i < 20; ++i) {
    const Local again = b.add(OpKind::Convert, f64, {b.add(OpKind::Convert, f32, {sum})});
    sum = b.add(OpKind::Add, f64, {sum, b.add(OpKind::Multiply, f64, {again, b.add(OpKind::Convert, f64, {byte})})});
  }
  b.finish(comp, b.add(OpKind::Convert, f32, {sum}));
  auto program = ScalarProgram::compile(module, comp);
  ASSERT_TRUE(program) << render(program.error());
  const size_t n = 2000;
  std::vector<float> xs(n, 1);
  for (float v : run_one<float>(*program, {xs}, n)) ASSERT_EQ(v, 1048576.0f);
}

TEST(ScalarProgram, RefusesWhatIsNotScalar) {
  Module module;
  const CompId vector = module.add_computation("vector"), reduce = module.add_computation("reduce");
  const Shape v4 = Shape::array(ElementType::F32, {4});
  {
    ComputationBuilder b(module);
    const Local x = b.parameter(0, v4);
    b.finish(vector, b.add(OpKind::Add, v4, {x, x}));
  }
  {
    ComputationBuilder b(module);
    const Local x = b.parameter(0, f32);
    Attrs attrs;
    attrs.set(AttrName::IotaDimension, int64_t{0});
    b.add(OpKind::Iota, v4, {}, attrs);
    b.finish(reduce, x);
  }
  for (CompId comp : {vector, reduce}) {
    auto program = ScalarProgram::compile(module, comp);
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error()[0].severity, Severity::Unsupported);
    EXPECT_NE(program.error()[0].message.find("f32[4]"), std::string::npos);
  }
}

// Every level calls the next one twice: 2^64 calls, refused without running them.
TEST(ScalarProgram, RefusesExplodingCalls) {
  Module module;
  std::vector<CompId> comps;
  for (int i = 0; i < 64; ++i) comps.push_back(module.add_computation("f" + std::to_string(i)));
  for (size_t i = 0; i < comps.size(); ++i) {
    ComputationBuilder b(module);
    Local x = b.parameter(0, f32);
    if (i > 0) {
      Attrs to_apply;
      to_apply.set(AttrName::ToApply, Comps{comps[i - 1]});
      x = b.add(OpKind::Call, f32, {b.add(OpKind::Call, f32, {x}, to_apply)}, to_apply);
    }
    b.finish(comps[i], x);
  }
  EXPECT_FALSE(ScalarProgram::compile(module, comps.back()));
  EXPECT_TRUE(ScalarProgram::compile(module, comps[3]));
}

}  // namespace
}  // namespace eutectic

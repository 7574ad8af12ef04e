// Exact small cases of the contract ops, the custom calls beside them, and what their rules refuse.
// Random bits are XLA:CPU's for the same states.
#include <gtest/gtest.h>

#include <cmath>

#include "ir/builder.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic {
namespace {

using Local = ComputationBuilder::Local;
using Pairs = std::vector<std::pair<AttrName, AttrValue>>;

Attrs attrs_of(Pairs pairs) {
  Attrs a;
  for (auto& [name, value] : pairs) a.set(name, std::move(value));
  return a;
}

template <class T>
Literal array(ElementType type, Dims dims, const std::vector<T>& values) {
  Literal out = Literal::uninitialized(Shape::array(type, std::move(dims)));
  std::ranges::copy(values, out.mutable_data<T>().begin());
  return out;
}
Literal f32(Dims dims, const std::vector<float>& values) { return array(ElementType::F32, std::move(dims), values); }
Literal s32(Dims dims, const std::vector<int32_t>& values) { return array(ElementType::S32, std::move(dims), values); }
Literal u64(Dims dims, const std::vector<uint64_t>& values) { return array(ElementType::U64, std::move(dims), values); }

template <class T>
std::vector<T> values(const Literal& x) {
  return {x.data<T>().begin(), x.data<T>().end()};
}

Shape scalar(ElementType t) { return Shape::scalar(t); }

// Computation of two scalars: one op of them.
CompId binary(Module& m, OpKind op, ElementType t, Attrs attrs = {}, bool swapped = false) {
  CompId id = m.add_computation("f");
  ComputationBuilder b(m);
  Local x = b.parameter(0, scalar(t)), y = b.parameter(1, scalar(t));
  Shape result = op == OpKind::Compare ? scalar(ElementType::Pred) : scalar(t);
  b.finish(id, swapped ? b.add(op, result, {y, x}, std::move(attrs)) : b.add(op, result, {x, y}, std::move(attrs)));
  return id;
}

Module program(Module m, OpKind kind, const Shape& shape, const std::vector<Literal>& operands, Attrs attrs) {
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  std::vector<Local> locals;
  for (size_t i = 0; i < operands.size(); ++i)
    locals.push_back(b.parameter(static_cast<int64_t>(i), operands[i].shape()));
  b.finish(m.entry, b.add(kind, shape, locals, std::move(attrs), "it"));
  return m;
}

Literal run(Module m, OpKind kind, const Shape& shape, std::vector<Literal> operands, Attrs attrs,
            std::vector<std::string>* failures = nullptr) {
  const Module module = program(std::move(m), kind, shape, operands, std::move(attrs));
  Status good = verify(module);
  EXPECT_TRUE(good) << render(good.error());
  Evaluator evaluator(module);
  Result<Literal> out = evaluator.run(std::move(operands));
  EXPECT_TRUE(out) << render(out.error());
  if (failures) *failures = evaluator.check_failures();
  return out ? *out : Literal();
}

std::string refusal(Module m, OpKind kind, const Shape& shape, std::vector<Literal> operands, Attrs attrs) {
  const Module module = program(std::move(m), kind, shape, operands, std::move(attrs));
  Status good = verify(module);
  return good ? "" : render(good.error());
}

TEST(Reduce, SumMaxAndInitOnce) {
  Literal x = f32({2, 3}, {1, 2, 3, 4, 5, 6}), init = f32({}, {10});
  Module m;
  CompId add = binary(m, OpKind::Add, ElementType::F32);
  EXPECT_EQ(values<float>(run(m, OpKind::Reduce, Shape::array(ElementType::F32, {2}), {x, init},
                              attrs_of({{AttrName::Dimensions, Dims{1}}, {AttrName::ToApply, Comps{add}}}))),
            (std::vector<float>{16, 25}));
  EXPECT_EQ(values<float>(run(m, OpKind::Reduce, Shape::array(ElementType::F32, {3}), {x, init},
                              attrs_of({{AttrName::Dimensions, Dims{0}}, {AttrName::ToApply, Comps{add}}}))),
            (std::vector<float>{15, 17, 19}));
  Module n;
  CompId max = binary(n, OpKind::Maximum, ElementType::F32);
  Literal y = f32({3}, {1, NAN, 3});
  EXPECT_TRUE(std::isnan(run(n, OpKind::Reduce, scalar(ElementType::F32), {y, init},
                             attrs_of({{AttrName::Dimensions, Dims{0}}, {AttrName::ToApply, Comps{max}}}))
                             .as_double()));
}

TEST(Reduce, GeneralBodyInChunksKeepsOrder) {
  // acc = second argument: the last element wins, whatever the chunks.
  Module m;
  CompId last = m.add_computation("last");
  ComputationBuilder b(m);
  b.parameter(0, scalar(ElementType::S32));
  b.finish(last, b.parameter(1, scalar(ElementType::S32)));
  std::vector<int32_t> v(5001);
  for (size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int32_t>(i);
  EXPECT_EQ(run(m, OpKind::Reduce, scalar(ElementType::S32), {s32({5001}, v), s32({}, {-1})},
                attrs_of({{AttrName::Dimensions, Dims{0}}, {AttrName::ToApply, Comps{last}}}))
                .as_int(),
            5000);
}

TEST(Reduce, RefusesBadDimension) {
  Module m;
  CompId add = binary(m, OpKind::Add, ElementType::F32);
  EXPECT_NE(refusal(m, OpKind::Reduce, scalar(ElementType::F32), {f32({1}, {1}), f32({}, {0})},
                    attrs_of({{AttrName::Dimensions, Dims{1}}, {AttrName::ToApply, Comps{add}}}))
                .find("names dimension 1 of an array of rank 1"),
            std::string::npos);
}

TEST(ReduceWindow, PrefixSumAndDilation) {
  Module m;
  CompId add = binary(m, OpKind::Add, ElementType::S32);
  Literal x = s32({4}, {1, 2, 3, 4}), zero = s32({}, {0});
  auto go = [&](WindowDim w, int64_t out) {
    return values<int32_t>(run(m, OpKind::ReduceWindow, Shape::array(ElementType::S32, {out}), {x, zero},
                               attrs_of({{AttrName::Window, Window{w}}, {AttrName::ToApply, Comps{add}}})));
  };
  EXPECT_EQ(go({.size = 4, .pad_low = 3}, 4), (std::vector<int32_t>{1, 3, 6, 10}));
  EXPECT_EQ(go({.size = 4, .pad_high = 3}, 4), (std::vector<int32_t>{10, 9, 7, 4}));
  EXPECT_EQ(go({.size = 2, .rhs_dilate = 2}, 2), (std::vector<int32_t>{4, 6}));
  EXPECT_EQ(go({.size = 2, .pad_low = -1, .lhs_dilate = 2}, 5), (std::vector<int32_t>{2, 2, 3, 3, 4}));
}

TEST(SelectAndScatter, FirstOfEqualsWins) {
  Module m;
  CompId ge = binary(m, OpKind::Compare, ElementType::S32, attrs_of({{AttrName::Direction, std::string("GE")}}));
  CompId add = binary(m, OpKind::Add, ElementType::S32);
  Literal out = run(m, OpKind::SelectAndScatter, Shape::array(ElementType::S32, {4}),
                    {s32({4}, {5, 5, 1, 7}), s32({2}, {10, 20}), s32({}, {0})},
                    attrs_of({{AttrName::Window, Window{{.size = 2, .stride = 2}}},
                              {AttrName::Select, Comps{ge}},
                              {AttrName::Scatter, Comps{add}}}));
  EXPECT_EQ(values<int32_t>(out), (std::vector<int32_t>{10, 0, 0, 20}));
}

TEST(Dot, BatchesAndWideIntegers) {
  Attrs a = attrs_of({{AttrName::LhsBatchDims, Dims{0}},
                      {AttrName::RhsBatchDims, Dims{0}},
                      {AttrName::LhsContractingDims, Dims{2}},
                      {AttrName::RhsContractingDims, Dims{1}}});
  Literal out = run({}, OpKind::Dot, Shape::array(ElementType::F32, {2, 1, 1}),
                    {f32({2, 1, 2}, {1, 2, 3, 4}), f32({2, 2, 1}, {5, 6, 7, 8})}, a);
  EXPECT_EQ(values<float>(out), (std::vector<float>{17, 53}));
  Literal bytes = array<int8_t>(ElementType::S8, {2}, {100, 100});
  Attrs k = attrs_of({{AttrName::LhsContractingDims, Dims{0}}, {AttrName::RhsContractingDims, Dims{0}}});
  EXPECT_EQ(run({}, OpKind::Dot, scalar(ElementType::S32), {bytes, bytes}, k).as_int(), 20000);
  EXPECT_EQ(run({}, OpKind::Dot, scalar(ElementType::S8), {bytes, bytes}, k).as_int(), 32);  // wraps
  EXPECT_NE(refusal({}, OpKind::Dot, scalar(ElementType::F32), {f32({2}, {1, 2}), f32({1}, {1})}, k).find("extent 2"),
            std::string::npos);
}

TEST(Convolution, StridesPaddingGroups) {
  ConvDims dims{0, 1, 1, 0, 0, 1, {2}, {2}, {2}};  // bf0_oi0->bf0
  Literal x = f32({1, 2, 3}, {1, 2, 3, 4, 5, 6}), w = f32({2, 1, 2}, {1, 1, 1, -1});
  Literal out = run({}, OpKind::Convolution, Shape::array(ElementType::F32, {1, 2, 3}), {x, w},
                    attrs_of({{AttrName::Window, Window{{.size = 2, .pad_high = 1}}},
                              {AttrName::DimLabels, dims},
                              {AttrName::FeatureGroupCount, int64_t{2}}}));
  EXPECT_EQ(values<float>(out), (std::vector<float>{3, 5, 3, -1, -1, 6}));
}

TEST(Sort, StableWithCarriedOperandAndNaNLast) {
  Module m;
  CompId less = m.add_computation("less");
  ComputationBuilder b(m);
  Local x = b.parameter(0, scalar(ElementType::F32)), y = b.parameter(1, scalar(ElementType::F32));
  b.parameter(2, scalar(ElementType::S32));
  b.parameter(3, scalar(ElementType::S32));
  b.finish(
      less,
      b.add(OpKind::Compare, scalar(ElementType::Pred), {x, y},
            attrs_of({{AttrName::Direction, std::string("LT")}, {AttrName::CompareType, std::string("TOTALORDER")}})));
  Shape shape = Shape::tuple({Shape::array(ElementType::F32, {5}), Shape::array(ElementType::S32, {5})});
  Literal out = run(m, OpKind::Sort, shape, {f32({5}, {2, NAN, 1, 2, -1}), s32({5}, {0, 1, 2, 3, 4})},
                    attrs_of({{AttrName::SortDimension, int64_t{0}}, {AttrName::ToApply, Comps{less}}}));
  EXPECT_EQ(values<int32_t>(out.element(1)), (std::vector<int32_t>{4, 2, 0, 3, 1}));
}

TEST(TopK, TiesByIndexAndNaNFirst) {
  Shape shape = Shape::tuple({Shape::array(ElementType::F32, {3}), Shape::array(ElementType::S32, {3})});
  Literal out = run({}, OpKind::TopK, shape, {f32({5}, {2, 3, NAN, 3, 1})},
                    attrs_of({{AttrName::K, int64_t{3}}, {AttrName::Largest, true}}));
  EXPECT_EQ(values<int32_t>(out.element(1)), (std::vector<int32_t>{2, 1, 3}));
}

TEST(Fft, LengthsOfEachKind) {
  for (int64_t n : {1, 5, 8, 37}) {  // direct, radix 2, Bluestein
    std::vector<std::complex<double>> x(static_cast<size_t>(n));
    for (size_t i = 0; i < x.size(); ++i) x[i] = {std::sin(1.0 + static_cast<double>(i)), static_cast<double>(i % 3)};
    Literal in = array(ElementType::C128, {n}, x);
    Literal out = run({}, OpKind::Fft, in.shape(), {in},
                      attrs_of({{AttrName::FftType, std::string("FFT")}, {AttrName::FftLength, Dims{n}}}));
    for (size_t k = 0; k < x.size(); ++k) {
      std::complex<double> want = 0;
      for (size_t j = 0; j < x.size(); ++j)
        want += x[j] * std::polar(1.0, -2 * M_PI * static_cast<double>(j * k % x.size()) / static_cast<double>(n));
      EXPECT_LT(std::abs(out.data<std::complex<double>>()[k] - want), 1e-12);
    }
    Literal back = run({}, OpKind::Fft, in.shape(), {out},
                       attrs_of({{AttrName::FftType, std::string("IFFT")}, {AttrName::FftLength, Dims{n}}}));
    for (size_t k = 0; k < x.size(); ++k) EXPECT_LT(std::abs(back.data<std::complex<double>>()[k] - x[k]), 1e-12);
  }
}

TEST(RngBitGenerator, XlaValues) {
  Literal state = u64({2}, {0x0123456789abcdef, 0xfffffffffffffffe});
  auto go = [&](const char* algorithm, ElementType type, Dims dims) {
    return run({}, OpKind::RngBitGenerator, Shape::tuple({state.shape(), Shape::array(type, std::move(dims))}), {state},
               attrs_of({{AttrName::RngAlgorithm, std::string(algorithm)}}));
  };
  Literal pairs = go("rng_three_fry", ElementType::U32, {2, 3});
  EXPECT_EQ(values<uint32_t>(pairs.element(1)),
            (std::vector<uint32_t>{0xb0f4215b, 0x0b3d7494, 0xaaa4d889, 0xe19a60b4, 0xacf8c4dc, 0x6b35c4f4}));
  EXPECT_EQ(pairs.element(0).data<uint64_t>()[1], 1u);
  EXPECT_EQ(values<uint16_t>(go("rng_three_fry", ElementType::U16, {5}).element(1)),
            (std::vector<uint16_t>{0x215b, 0x60b4, 0x7494, 0xc4dc, 0xd889}));
  Literal philox = go("rng_default", ElementType::U64, {5});
  EXPECT_EQ(values<uint64_t>(philox.element(1)),
            (std::vector<uint64_t>{0x41c5f8060a485194, 0x3885a3d4d6822fee, 0x307385e041eb59f3, 0xa262f67c5b8b3389,
                                   0xd71fd4de7006d264}));
  EXPECT_EQ(values<uint64_t>(philox.element(0)), (std::vector<uint64_t>{0x0123456789abcdef, 1}));
}

TEST(LinearAlgebra, CholeskyAndSolve) {
  Literal a = f32({2, 2}, {4, 99, 2, 5});  // only the lower triangle is read
  Literal factor = run({}, OpKind::Cholesky, a.shape(), {a}, attrs_of({{AttrName::Lower, true}}));
  EXPECT_EQ(values<float>(factor), (std::vector<float>{2, 0, 1, 2}));
  Literal x = run(
      {}, OpKind::TriangularSolve, Shape::array(ElementType::F32, {2, 1}), {factor, f32({2, 1}, {2, 5})},
      attrs_of(
          {{AttrName::LeftSide, true}, {AttrName::Lower, true}, {AttrName::TransposeA, std::string("NO_TRANSPOSE")}}));
  EXPECT_EQ(values<float>(x), (std::vector<float>{1, 2}));
  EXPECT_TRUE(
      std::isnan(run({}, OpKind::Cholesky, a.shape(), {f32({2, 2}, {-1, 0, 0, 1})}, attrs_of({{AttrName::Lower, true}}))
                     .as_double()));
}

TEST(BatchNorm, Training) {
  Shape v = Shape::array(ElementType::F32, {1});
  Literal out = run({}, OpKind::BatchNormTraining, Shape::tuple({Shape::array(ElementType::F32, {2, 1}), v, v}),
                    {f32({2, 1}, {1, 3}), f32({1}, {2}), f32({1}, {5})},
                    attrs_of({{AttrName::Epsilon, 0.0}, {AttrName::FeatureIndex, int64_t{1}}}));
  EXPECT_EQ(values<float>(out.element(0)), (std::vector<float>{3, 7}));
  EXPECT_EQ(values<float>(out.element(1)), (std::vector<float>{2}));
  EXPECT_EQ(values<float>(out.element(2)), (std::vector<float>{1}));
}

TEST(CustomCall, GemmWithBetaAndWorkspace) {
  std::string config =
      R"({"gemm_backend_config":{"alpha_real":0.5,"alpha_imag":0,"beta":1,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],)"
      R"("rhs_contracting_dimensions":["0"],"lhs_batch_dimensions":[],"rhs_batch_dimensions":[]},"epilogue":"DEFAULT"}})";
  Shape shape = Shape::tuple({Shape::array(ElementType::F32, {1, 1}), Shape::array(ElementType::S8, {4})});
  Literal out =
      run({}, OpKind::CustomCall, shape, {f32({1, 2}, {1, 2}), f32({2, 1}, {3, 4}), f32({1, 1}, {10})},
          attrs_of({{AttrName::CustomCallTarget, std::string("__cublas$gemm")}, {AttrName::BackendConfig, config}}));
  EXPECT_EQ(out.element(0).as_double(), 15.5);
  EXPECT_EQ(values<int8_t>(out.element(1)), (std::vector<int8_t>{0, 0, 0, 0}));
}

TEST(CustomCall, ThreefryKnownAnswer) {  // Salmon et al.'s test vectors
  Shape v = Shape::array(ElementType::U32, {2});
  auto u32 = [](const std::vector<uint32_t>& x) { return array(ElementType::U32, {2}, x); };
  Literal out = run({}, OpKind::CustomCall, Shape::tuple({v, v}),
                    {u32({0, 0x13198a2e}), u32({0, 0x03707344}), u32({0, 0x243f6a88}), u32({0, 0x85a308d3})},
                    attrs_of({{AttrName::CustomCallTarget, std::string("cu_threefry2x32_ffi")}}));
  EXPECT_EQ(values<uint32_t>(out.element(0)), (std::vector<uint32_t>{0x6b200159, 0xc4923a9c}));
  EXPECT_EQ(values<uint32_t>(out.element(1)), (std::vector<uint32_t>{0x99ba4efe, 0x483df7a0}));
}

TEST(CustomCall, ChecksRecordFailuresAndGoOn) {
  std::vector<std::string> failures;
  auto check = [&](const char* target, std::vector<float> a, std::vector<float> b) {
    run({}, OpKind::CustomCall, Shape::tuple({}), {f32({2}, a), f32({2}, b)},
        attrs_of({{AttrName::CustomCallTarget, std::string(target)}}), &failures);
    return failures.size();
  };
  EXPECT_EQ(check("check.expect_eq", {1, NAN}, {1, NAN}), 0u);
  EXPECT_EQ(check("check.expect_eq", {1, 2}, {1, 2.5}), 1u);
  EXPECT_NE(failures[0].find("[1]: got 2, want 2.5"), std::string::npos);
  float near = std::nextafter(std::nextafter(std::nextafter(1.0f, 2.0f), 2.0f), 2.0f);
  EXPECT_EQ(check("check.expect_close", {1, 0.0f}, {near, -0.0f}), 0u);
  EXPECT_EQ(check("check.expect_close", {1, 0}, {std::nextafter(near, 2.0f), 0}), 1u);
  EXPECT_EQ(check("check.expect_almost_eq", {1, 0}, {1.0005f, 0}), 0u);
}

TEST(CustomCall, UnknownTargetIsNamed) {
  const Module m = program({}, OpKind::CustomCall, scalar(ElementType::F32), {f32({}, {1})},
                           attrs_of({{AttrName::CustomCallTarget, std::string("my_kernel")}}));
  Result<Literal> out = Evaluator(m).run({f32({}, {1})});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error()[0].severity, Severity::Unsupported);
  EXPECT_NE(render(out.error()).find("\"my_kernel\" is not known"), std::string::npos);
}

}  // namespace
}  // namespace eutectic

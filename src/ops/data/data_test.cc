// Values of data ops that access maps do not cover, and what their rules refuse.
#include <gtest/gtest.h>

#include <numeric>

#include "ir/builder.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic {
namespace {

using Local = ComputationBuilder::Local;

Attrs with(AttrName name, AttrValue value) {
  Attrs a;
  a.set(name, std::move(value));
  return a;
}
Shape s32(Dims dims) { return Shape::array(ElementType::S32, std::move(dims)); }
Literal ints(Dims dims, std::vector<int32_t> values) {
  Literal out = Literal::uninitialized(s32(std::move(dims)));
  std::ranges::copy(values, out.mutable_data<int32_t>().begin());
  return out;
}

Module one_op(OpKind kind, const Shape& shape, const std::vector<Shape>& operands, Attrs attrs, Module m = {}) {
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  std::vector<Local> locals;
  for (size_t i = 0; i < operands.size(); ++i) locals.push_back(b.parameter(static_cast<int64_t>(i), operands[i]));
  b.finish(m.entry, b.add(kind, shape, locals, std::move(attrs), "it"));
  return m;
}

Literal run(OpKind kind, const Shape& shape, std::vector<Literal> operands, Attrs attrs, Module m = {}) {
  std::vector<Shape> shapes;
  for (const Literal& x : operands) shapes.push_back(x.shape());
  const Module module = one_op(kind, shape, shapes, std::move(attrs), std::move(m));
  Status good = verify(module);
  EXPECT_TRUE(good) << render(good.error());
  Result<Literal> out = Evaluator(module).run(std::move(operands));
  EXPECT_TRUE(out) << render(out.error());
  return out ? *out : Literal();
}

// Module with a combiner: `f(old, new)` named "combine".
Module combiner(OpKind op, bool assign, CompId& id) {
  Module m;
  id = m.add_computation("combine");
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32({})), y = b.parameter(1, s32({}));
  b.finish(id, assign ? y : b.add(op, s32({}), {x, y}));
  return m;
}

TEST(DataOps, IotaOfEveryType) {
  for (int t = 0; t < element_type_count; ++t) {
    const ElementType type = static_cast<ElementType>(t);
    if (!is_array_type(type) || type == ElementType::Pred) continue;
    const Literal out = run(OpKind::Iota, Shape::array(type, {2, 3, 2}), {}, with(AttrName::IotaDimension, int64_t{1}));
    for (int64_t i = 0; i < 12; ++i)
      if (type != ElementType::S2) {
        EXPECT_EQ(out.as_double(i), i / 2 % 3) << info(type).hlo;
      }
  }
}

TEST(DataOps, BitcastReadsBytes) {
  Literal x = Literal::uninitialized(Shape::array(ElementType::U8, {2, 4}));
  std::iota(x.mutable_data<uint8_t>().begin(), x.mutable_data<uint8_t>().end(), uint8_t{1});
  const Literal out = run(OpKind::Bitcast, Shape::array(ElementType::U32, {2}), {x}, {});
  EXPECT_EQ(out.data<uint32_t>()[0], 0x04030201u);
  EXPECT_EQ(out.data<uint32_t>()[1], 0x08070605u);
}

TEST(DataOps, DynamicSliceClampsUnsignedStarts) {
  const Literal x = ints({5}, {0, 1, 2, 3, 4});
  const Literal start = Literal::scalar<uint64_t>(ElementType::U64, ~uint64_t{0});
  EXPECT_EQ(run(OpKind::DynamicSlice, s32({2}), {x, start}, with(AttrName::SliceSizes, Dims{2})), ints({2}, {3, 4}));
}

TEST(DataOps, TransposeOfEveryElementSize) {
  for (ElementType type : {ElementType::U8, ElementType::BF16, ElementType::F32, ElementType::F64, ElementType::C128}) {
    const int64_t rows = 33, columns = 21, bytes = info(type).storage_bytes;
    Literal x = Literal::zeros(Shape::array(type, {rows, columns}));
    std::byte* p = x.mutable_bytes();
    for (int64_t i = 0; i < rows * columns * bytes; ++i) p[i] = static_cast<std::byte>(i * 7 / bytes + i % bytes);
    const Literal out =
        run(OpKind::Transpose, Shape::array(type, {columns, rows}), {x}, with(AttrName::Permutation, Dims{1, 0}));
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c)
        for (int64_t b = 0; b < bytes; ++b)
          ASSERT_EQ(out.bytes()[(c * rows + r) * bytes + b], x.bytes()[(r * columns + c) * bytes + b]);
  }
}

Attrs scatter_attrs(CompId combine, Dims window, Dims inserted, Dims map, int64_t vector_dim) {
  Attrs a = with(AttrName::ToApply, Comps{combine});
  a.set(AttrName::UpdateWindowDims, std::move(window));
  a.set(AttrName::InsertedWindowDims, std::move(inserted));
  a.set(AttrName::ScatterDimsToOperandDims, std::move(map));
  a.set(AttrName::IndexVectorDim, vector_dim);
  return a;
}

TEST(DataOps, ScatterAddsAssignsAndSkips) {
  const Literal x = ints({3, 2}, {0, 1, 2, 3, 4, 5});
  const Literal indices = ints({4, 1}, {2, 0, 3, 2});
  const Literal updates = ints({4, 2}, {10, 20, 30, 40, 50, 60, 100, 200});
  CompId combine;
  Module m = combiner(OpKind::Add, false, combine);
  EXPECT_EQ(
      run(OpKind::Scatter, s32({3, 2}), {x, indices, updates}, scatter_attrs(combine, {1}, {0}, {0}, 1), std::move(m)),
      ints({3, 2}, {30, 41, 2, 3, 114, 225}));
  m = combiner(OpKind::Add, true, combine);
  EXPECT_EQ(
      run(OpKind::Scatter, s32({3, 2}), {x, indices, updates}, scatter_attrs(combine, {1}, {0}, {0}, 1), std::move(m)),
      ints({3, 2}, {30, 40, 2, 3, 100, 200}));
  // A window that sticks out is skipped as a whole; updates with their window first are repacked.
  m = combiner(OpKind::Subtract, false, combine);
  EXPECT_EQ(
      run(OpKind::Scatter, s32({4}), {ints({4}, {0, 1, 2, 3}), ints({3}, {3, 1, -1}), ints({2, 3}, {1, 2, 3, 4, 5, 6})},
          scatter_attrs(combine, {0}, {}, {0}, 1), std::move(m)),
      ints({4}, {0, 1 - 2, 2 - 5, 3}));
}

TEST(DataOps, ScatterIntoSeveralInputs) {
  Module m;
  const CompId combine = m.add_computation("combine");
  {
    ComputationBuilder b(m);
    Local x = b.parameter(0, s32({})), y = b.parameter(1, s32({})), u = b.parameter(2, s32({})),
          v = b.parameter(3, s32({}));
    Local sum = b.add(OpKind::Add, s32({}), {x, v}), product = b.add(OpKind::Multiply, s32({}), {y, u});
    b.finish(combine, b.add(OpKind::Tuple, Shape::tuple({s32({}), s32({})}), {sum, product}));
  }
  const Literal out =
      run(OpKind::Scatter, Shape::tuple({s32({3}), s32({3})}),
          {ints({3}, {1, 2, 3}), ints({3}, {4, 5, 6}), ints({2}, {2, 2}), ints({2}, {7, 8}), ints({2}, {9, 10})},
          scatter_attrs(combine, {}, {0}, {0}, 1), std::move(m));
  EXPECT_EQ(out.element(0), ints({3}, {1, 2, 22}));
  EXPECT_EQ(out.element(1), ints({3}, {4, 5, 6 * 56}));
}

TEST(DataOps, MapAppliesItsComputation) {
  CompId combine;
  Module m = combiner(OpKind::Multiply, false, combine);
  Attrs a = with(AttrName::ToApply, Comps{combine});
  a.set(AttrName::Dimensions, Dims{0});
  EXPECT_EQ(run(OpKind::Map, s32({3}), {ints({3}, {1, 2, 3}), ints({3}, {4, 5, 6})}, a, std::move(m)),
            ints({3}, {4, 10, 18}));
}

TEST(DataOps, CollectivesOfOneDevice) {
  const Literal x = ints({2}, {3, 4});
  CompId combine;
  Module m = combiner(OpKind::Add, false, combine);
  Attrs a = with(AttrName::ToApply, Comps{combine});
  a.set(AttrName::ReplicaGroups, std::string("{{0}}"));
  EXPECT_EQ(run(OpKind::AllReduce, s32({2}), {x}, a, std::move(m)), x);
  m = combiner(OpKind::Add, false, combine);
  a.set(AttrName::ReplicaGroups, std::string("{{0,1}}"));
  const Module two = one_op(OpKind::AllReduce, s32({2}), {s32({2})}, a, std::move(m));
  Result<Literal> out = Evaluator(two).run({x});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error()[0].severity, Severity::Unsupported);
}

// The text that verify's message has for a malformed op.
void refuses(OpKind kind, const Shape& shape, const std::vector<Shape>& operands, Attrs attrs, std::string_view text) {
  const Module m = one_op(kind, shape, operands, std::move(attrs));
  Status status = verify(m);
  ASSERT_FALSE(status) << text;
  const std::string all = render(status.error());
  EXPECT_NE(all.find(text), std::string::npos) << all;
  EXPECT_NE(all.find("it in computation main"), std::string::npos) << all;
}

TEST(Verify, NamesWhatIsWrong) {
  Attrs slice = with(AttrName::SliceStarts, Dims{0});
  slice.set(AttrName::SliceLimits, Dims{9});
  slice.set(AttrName::SliceStrides, Dims{1});
  refuses(OpKind::Slice, s32({9}), {s32({8})}, slice, "slice limit 9 is past the end of dimension 0 (8)");
  refuses(OpKind::Slice, s32({9}), {s32({8})}, {}, "attribute slice is missing");
  refuses(OpKind::Transpose, s32({2, 3}), {s32({2, 3})}, with(AttrName::Permutation, Dims{1, 0}), "give s32[3,2]");
  refuses(OpKind::Transpose, s32({2, 3}), {s32({2, 3})}, with(AttrName::Permutation, Dims{1, 1}), "twice");
  refuses(OpKind::Reshape, s32({5}), {s32({6})}, {}, "has 6");
  refuses(OpKind::Reshape, s32({6}), {s32({6}), s32({6})}, {}, "takes 1 operand, 2 given");
  refuses(OpKind::Reverse, s32({6}), {s32({6})}, with(AttrName::Dimensions, int64_t{0}), "wrong kind");
  refuses(OpKind::Reverse, s32({6}), {Shape::tuple({})}, with(AttrName::Dimensions, Dims{0}), "must be an array");
  refuses(OpKind::Reshape, s32({6}), {s32({6})}, with(AttrName::Dimensions, Dims{0}), "not one that reshape takes");
  refuses(OpKind::GetTupleElement, s32({}), {Shape::tuple({s32({})})}, with(AttrName::Index, int64_t{1}),
          "index 1 is not in [0, 1)");
  refuses(OpKind::Concatenate, s32({6}), {s32({3}), s32({2})}, with(AttrName::ConcatDimension, int64_t{0}),
          "give s32[5]");
  refuses(OpKind::Pad, s32({0}), {s32({2}), s32({})}, with(AttrName::Padding, Padding{{-3, 0, 0}}),
          "leaves dimension 0 with -1");
  refuses(OpKind::Broadcast, s32({2, 3}), {s32({2})}, with(AttrName::BroadcastDimensions, Dims{1}), "(C5)");
  refuses(OpKind::Iota, s32({2}), {}, with(AttrName::IotaDimension, int64_t{1}), "iota_dimension 1");
}

TEST(Verify, ReportsAllErrorsUpToALimit) {
  Module m;
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  Local x = b.parameter(0, s32({6}));
  for (int i = 0; i < 80; ++i) x = b.add(OpKind::Reshape, s32({i + 7}), {x});
  b.finish(m.entry, x);
  Status status = verify(m);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().size(), 50u);
}

}  // namespace
}  // namespace eutectic

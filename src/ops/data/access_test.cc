// For every data op: evaluating it and following its access map read the same elements. Operands hold
// distinct values, so that an element says where it comes from.
#include <gtest/gtest.h>

#include <random>

#include "ir/builder.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

using Local = ComputationBuilder::Local;
std::mt19937 random_source(11);
int64_t pick(int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random_source() % static_cast<uint64_t>(high - low + 1));
}
Dims random_dims(int64_t rank, int64_t low = 1, int64_t high = 5) {
  Dims out;
  for (int64_t i = 0; i < rank; ++i) out.push_back(pick(low, high));
  return out;
}
Dims random_permutation(int64_t rank) {
  Dims out;
  for (int64_t i = 0; i < rank; ++i) out.push_back(i);
  std::shuffle(out.begin(), out.end(), random_source);
  return out;
}

// Operand n's element i is 1000000 * (n + 1) + i; small integers for index operands.
Literal distinct(const Shape& shape, size_t n) {
  Literal out = Literal::uninitialized(Shape::array(shape.type, shape.dims));
  int32_t v = static_cast<int32_t>(1000000 * (n + 1));
  for (int32_t& x : out.mutable_data<int32_t>()) x = v++;
  return out;
}
Shape s32(Dims dims) { return Shape::array(ElementType::S32, std::move(dims)); }

struct Case {
  OpKind op;
  Shape shape;
  std::vector<Literal> operands;
  Attrs attrs;
  size_t data_operands = 1;                // the first ones, whose elements the result holds
  std::vector<Shape> operand_shapes = {};  // with layouts, if any
};

Module module_of(const Case& c) {
  Module m;
  m.entry = m.add_computation("main");
  ComputationBuilder b(m);
  std::vector<Local> operands;
  for (size_t i = 0; i < c.operands.size(); ++i)
    operands.push_back(
        b.parameter(static_cast<int64_t>(i), c.operand_shapes.empty() ? c.operands[i].shape() : c.operand_shapes[i]));
  b.finish(m.entry, b.add(c.op, c.shape, operands, c.attrs));
  return m;
}

void check(const Case& c) {
  const Module m = module_of(c);
  const OpView op{m, m[m.entry].root};
  const OpDef& def = op_def(c.op);
  Result<Shape> shape = def.shape(op);
  ASSERT_TRUE(shape) << render(shape.error());
  ASSERT_TRUE(same_logical(*shape, c.shape)) << to_hlo(*shape) << " " << to_hlo(c.shape);
  Result<Literal> out = Evaluator(m).run(c.operands);
  ASSERT_TRUE(out) << render(out.error());
  std::vector<AccessMap> maps;
  for (size_t n = 0; n < c.data_operands; ++n) {
    std::optional<AccessMap> map = def.access(op, {n});
    ASSERT_TRUE(map);
    maps.push_back(*map);
    maps.push_back(simplify(*map));
    maps.push_back(compose(AccessMap::identity(c.shape.dims), *map));
  }
  if (out->element_count() == 0) return;
  Dims index(c.shape.dims.size(), 0);
  int64_t position = 0;
  do {
    const int32_t value = out->data<int32_t>()[static_cast<size_t>(position++)];
    int sources = 0;
    for (size_t k = 0; k < maps.size(); ++k) {
      const AccessMap& map = maps[k];
      const Literal& x = c.operands[k / 3];
      Dims runtimes;
      for (const RuntimeValue& r : map.runtimes) {
        const Literal& from = c.operands[static_cast<size_t>(r.operand)];
        const Dims strides = row_major_strides(from.dims());
        int64_t at = 0;
        for (size_t d = 0; d < r.index.size(); ++d) at += strides[d] * r.index[d].evaluate(index, {}, runtimes);
        runtimes.push_back(std::clamp(from.as_int(at), r.low, r.high));
      }
      int holding = 0;
      for (const AccessPiece& piece : map.pieces) {
        bool holds = true;
        for (const IndexConstraint& w : piece.where) {
          const int64_t v = w.expr.evaluate(index, {}, runtimes);
          holds = holds && v >= w.low && v <= w.high && (v - w.low) % w.stride == 0;
        }
        if (!holds) continue;
        ++holding;
        ASSERT_EQ(piece.index.size(), x.dims().size());
        const Dims strides = row_major_strides(x.dims());
        int64_t at = 0;
        for (size_t d = 0; d < piece.index.size(); ++d) {
          const int64_t v = piece.index[d].evaluate(index, {}, runtimes);
          ASSERT_GE(v, 0) << map.to_string();
          ASSERT_LT(v, x.dims()[d]) << map.to_string();
          const IndexBounds b = bounds_of(piece.index[d], map);
          ASSERT_LE(b.low, v);
          ASSERT_GE(b.high, v);
          at += strides[d] * v;
        }
        ASSERT_EQ(x.as_int(at), value) << hlo_name(c.op) << " " << to_hlo(c.shape) << " " << map.to_string();
      }
      ASSERT_LE(holding, 1) << map.to_string();
      sources += holding;
    }
    ASSERT_EQ(sources, 3) << hlo_name(c.op) << " " << to_hlo(c.shape);
  } while (next_index(index, c.shape.dims));
}

Attrs with(AttrName name, AttrValue value) {
  Attrs a;
  a.set(name, std::move(value));
  return a;
}

constexpr int rounds = 120;

TEST(DataAccess, Reshape) {
  for (auto [from, to] : std::initializer_list<std::pair<Dims, Dims>>{{{6, 4}, {4, 6}},
                                                                      {{2, 3, 4}, {6, 4}},
                                                                      {{24}, {2, 3, 4}},
                                                                      {{1, 6, 1}, {6}},
                                                                      {{}, {1, 1}},
                                                                      {{6, 1, 4}, {3, 8}},
                                                                      {{0, 3}, {0}},
                                                                      {{5, 4, 3}, {5, 2, 6}},
                                                                      {{2, 2, 2, 3}, {4, 1, 6}}})
    for (bool back : {false, true})
      check({OpKind::Reshape, s32(back ? from : to), {distinct(s32(back ? to : from), 0)}, {}});
}

TEST(DataAccess, BroadcastTransposeReverse) {
  for (int i = 0; i < rounds; ++i) {
    const int64_t rank = pick(0, 4);
    const Shape out = s32(random_dims(rank));
    Dims dims;
    for (int64_t d : random_permutation(rank))
      if (pick(0, 1)) dims.push_back(d);
    Dims in;
    for (int64_t d : dims) in.push_back(out.dims[static_cast<size_t>(d)]);
    check({OpKind::Broadcast, out, {distinct(s32(in), 0)}, with(AttrName::BroadcastDimensions, dims)});
    const Dims permutation = random_permutation(rank);
    Shape t = s32({});
    for (int64_t d : permutation) t.dims.push_back(out.dims[static_cast<size_t>(d)]);
    check({OpKind::Transpose, t, {distinct(out, 0)}, with(AttrName::Permutation, permutation)});
    check({OpKind::Reverse, out, {distinct(out, 0)}, with(AttrName::Dimensions, dims)});
  }
  check({OpKind::Transpose,
         s32({70, 3, 45}),
         {distinct(s32({45, 70, 3}), 0)},
         with(AttrName::Permutation, Dims{1, 2, 0})});
}

TEST(DataAccess, Bitcast) {
  for (int i = 0; i < rounds; ++i) {
    const int64_t rank = pick(1, 4);
    Shape from = s32(random_dims(rank));
    Shape to = from;
    from.layout = Layout{random_permutation(rank), ""};
    // The same memory in another order of dimensions, or cut up differently.
    if (pick(0, 1)) {
      to.dims = {pick(1, 2)};
      if (from.element_count() % to.dims[0] != 0) to.dims[0] = 1;
      to.dims.insert(to.dims.begin(), from.element_count() / to.dims[0]);
    }
    to.layout = Layout{random_permutation(to.rank()), ""};
    check({OpKind::Bitcast, to, {distinct(from, 0)}, {}, 1, {from}});
  }
}

TEST(DataAccess, Slices) {
  for (int i = 0; i < rounds; ++i) {
    const int64_t rank = pick(0, 4);
    const Dims x = random_dims(rank);
    Dims starts, limits, strides, out, sizes;
    for (int64_t n : x) {
      starts.push_back(pick(0, n));
      limits.push_back(pick(starts.back(), n));
      strides.push_back(pick(1, 3));
      out.push_back((limits.back() - starts.back() + strides.back() - 1) / strides.back());
      sizes.push_back(pick(0, n));
    }
    Attrs attrs = with(AttrName::SliceStarts, starts);
    attrs.set(AttrName::SliceLimits, limits);
    attrs.set(AttrName::SliceStrides, strides);
    check({OpKind::Slice, s32(out), {distinct(s32(x), 0)}, attrs});
    Case dynamic{OpKind::DynamicSlice, s32(sizes), {distinct(s32(x), 0)}, with(AttrName::SliceSizes, sizes)};
    Case update{OpKind::DynamicUpdateSlice, s32(x), {distinct(s32(x), 0), distinct(s32(sizes), 1)}, {}, 2};
    for (int64_t n : x) {
      const Literal start = Literal::scalar<int32_t>(ElementType::S32, static_cast<int32_t>(pick(-2, n + 2)));
      dynamic.operands.push_back(start);
      update.operands.push_back(start);
    }
    check(dynamic);
    check(update);
  }
}

TEST(DataAccess, ConcatenateAndPad) {
  for (int i = 0; i < rounds; ++i) {
    const int64_t rank = pick(1, 4);
    Shape out = s32(random_dims(rank));
    const size_t d = static_cast<size_t>(pick(0, rank - 1));
    Case concat{OpKind::Concatenate,
                out,
                {},
                with(AttrName::ConcatDimension, static_cast<int64_t>(d)),
                static_cast<size_t>(pick(1, 4))};
    concat.shape.dims[d] = 0;
    for (size_t n = 0; n < concat.data_operands; ++n) {
      Shape x = out;
      x.dims[d] = pick(0, 3);
      concat.shape.dims[d] += x.dims[d];
      concat.operands.push_back(distinct(x, n));
    }
    check(concat);
    const Dims x = random_dims(rank, 0, 4);
    Padding padding;
    Dims padded;
    for (int64_t n : x) {
      PaddingDim p{pick(-2, 3), pick(-2, 3), pick(0, 2)};
      const int64_t interior = std::max<int64_t>(n - 1, 0) * p.interior + n;
      if (interior + p.low + p.high < 0) p.low = p.high = 0;
      padding.push_back(p);
      padded.push_back(interior + p.low + p.high);
    }
    check({OpKind::Pad, s32(padded), {distinct(s32(x), 0), distinct(s32({}), 1)}, with(AttrName::Padding, padding), 2});
  }
}

TEST(DataAccess, Gather) {
  for (int i = 0; i < 4 * rounds; ++i) {
    // A random operand whose dimensions are each batching, collapsed or in the window.
    const int64_t rank = pick(1, 4);
    const Dims x = random_dims(rank);
    Dims collapsed, batching, batching_in_indices, map, sizes, window, batch = random_dims(pick(0, 2), 1, 3);
    const size_t plain_batch = batch.size();
    for (int64_t d = 0; d < rank; ++d) {
      const int64_t n = x[static_cast<size_t>(d)];
      const int64_t kind = pick(0, 3);
      if (kind == 0) {
        batching.push_back(d);
        batching_in_indices.push_back(static_cast<int64_t>(batch.size()));
        batch.push_back(n);
        sizes.push_back(1);
      } else if (kind == 1) {
        collapsed.push_back(d);
        sizes.push_back(1);
      } else {
        sizes.push_back(pick(1, n));
        window.push_back(sizes.back());
      }
      if (kind != 0 && pick(0, 2)) map.push_back(d);
    }
    (void)plain_batch;
    std::shuffle(map.begin(), map.end(), random_source);
    Dims indices = batch;
    int64_t vector_dim = pick(0, static_cast<int64_t>(batch.size()));
    if (map.size() == 1 && pick(0, 1)) {
      vector_dim = static_cast<int64_t>(indices.size());
    } else {
      indices.insert(indices.begin() + vector_dim, static_cast<int64_t>(map.size()));
      for (int64_t& d : batching_in_indices) d += d >= vector_dim;
    }
    const int64_t out_rank = static_cast<int64_t>(batch.size() + window.size());
    Dims offset = random_permutation(out_rank);
    offset.resize(window.size());
    std::ranges::sort(offset);
    Dims out;
    size_t b = 0, w = 0;
    for (int64_t d = 0; d < out_rank; ++d)
      out.push_back(std::ranges::find(offset, d) != offset.end() ? window[w++] : batch[b++]);
    Attrs attrs = with(AttrName::OffsetDims, offset);
    attrs.set(AttrName::CollapsedSliceDims, collapsed);
    attrs.set(AttrName::StartIndexMap, map);
    attrs.set(AttrName::OperandBatchingDims, batching);
    attrs.set(AttrName::StartIndicesBatchingDims, batching_in_indices);
    attrs.set(AttrName::IndexVectorDim, vector_dim);
    attrs.set(AttrName::GatherSliceSizes, sizes);
    Literal index = Literal::uninitialized(s32(indices));
    for (int32_t& v : index.mutable_data<int32_t>()) v = static_cast<int32_t>(pick(-1, 6));
    check({OpKind::Gather, s32(out), {distinct(s32(x), 0), index}, attrs});
  }
}

}  // namespace
}  // namespace eutectic

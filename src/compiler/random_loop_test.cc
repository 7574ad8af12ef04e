#include "compiler/random_loop_test.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compiler/compile.h"
#include "format/format.h"
#include "ir/builder.h"
#include "ops/evaluator.h"
#include "ops/verify.h"
#include "runtime/thread_pool.h"

namespace eutectic::compiler {
namespace {

using Local = ComputationBuilder::Local;
using Locals = std::vector<Local>;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int64_t below(int64_t n) { return static_cast<int64_t>(next() % static_cast<uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<size_t>(below(static_cast<int64_t>(from.size())))];
  }

 private:
  uint64_t state_;
};

Attrs with(AttrName name, AttrValue value) {
  Attrs a;
  a.set(name, std::move(value));
  return a;
}
Shape f32(Dims dims = {}) { return Shape::array(ElementType::F32, std::move(dims)); }
Shape s32(Dims dims = {}) { return Shape::array(ElementType::S32, std::move(dims)); }
Shape pred(Dims dims = {}) { return Shape::array(ElementType::Pred, std::move(dims)); }

class Generator {
 public:
  Generator(uint64_t seed, const RandomLoopOptions& options) : r_(seed), exact_(options.exact) {}

  Module make() {
    const int64_t lanes = r_.pick<int64_t>({1, 2, 7, 16, 33, 64, 100, 257, 700});
    const int64_t inner = r_.pick<int64_t>({1, 2, 3, 4});
    const int64_t trips = r_.pick<int64_t>({0, 1, 2, 3, 5, 7, 13});
    switch (r_.below(3)) {
      case 0:
        state_ = {lanes};
        break;
      case 1:
        state_ = {lanes, inner};
        small_ = 1;
        break;
      default:
        state_ = {inner, lanes};
        small_ = 0;
        break;
    }
    std::vector<Shape> carried{s32()};
    const auto arrays = static_cast<size_t>(1 + r_.below(3));
    for (size_t i = 0; i < arrays; ++i) carried.push_back(r_.chance(25) ? s32(state_) : f32(state_));
    if (r_.chance(50)) carried.push_back(r_.chance(50) ? f32() : s32());
    const size_t states = carried.size();
    Dims stacked{trips};
    stacked.insert(stacked.end(), state_.begin(), state_.end());
    const bool stacks = r_.chance(60), reads = r_.chance(50);
    if (stacks) carried.push_back(f32(stacked));
    if (reads) carried.push_back(f32(stacked));

    m_.entry = m_.add_computation("main");
    const CompId condition = m_.add_computation("condition"), body = m_.add_computation("body");
    const Shape tuple = Shape::tuple(carried);
    {
      ComputationBuilder b(m_);
      Local p = b.parameter(0, tuple);
      Local n = b.constant(Literal::scalar<int32_t>(ElementType::S32, static_cast<int32_t>(trips)));
      b.finish(condition, b.add(OpKind::Compare, pred(), {b.get_tuple_element(p, 0), n},
                                with(AttrName::Direction, std::string("LT"))));
    }
    {
      ComputationBuilder b(m_);
      Local p = b.parameter(0, tuple);
      Locals values;
      for (size_t i = 0; i < carried.size(); ++i) values.push_back(b.get_tuple_element(p, static_cast<int64_t>(i)));
      Locals pool(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(states));
      Local zero = b.constant(Literal::scalar<int32_t>(ElementType::S32, 0));
      if (reads && trips > 0) {
        Locals at{values.back(), values[0]};
        for (size_t d = 0; d < state_.size(); ++d) at.push_back(zero);
        Dims row = stacked;
        row[0] = 1;
        pool.push_back(b.add(OpKind::Reshape, f32(state_),
                             {b.add(OpKind::DynamicSlice, f32(row), at, with(AttrName::SliceSizes, row))}));
      }
      grow(b, pool, 3 + r_.below(14), 0);
      Locals next{b.add(OpKind::Add, s32(), {values[0], b.constant(Literal::scalar<int32_t>(ElementType::S32, 1))})};
      for (size_t i = 1; i < states; ++i)
        next.push_back(r_.chance(8) ? values[i] : bounded(b, find(b, pool, carried[i])));
      if (stacks) {
        Local row = values[states];
        if (trips > 0) {
          Dims one = stacked;
          one[0] = 1;
          Locals at{values[states], b.add(OpKind::Reshape, f32(one), {find(b, pool, f32(state_))}), values[0]};
          for (size_t d = 0; d < state_.size(); ++d) at.push_back(zero);
          row = b.add(OpKind::DynamicUpdateSlice, f32(stacked), at);
        }
        next.push_back(row);
      }
      if (reads) next.push_back(values.back());
      b.finish(body, b.add(OpKind::Tuple, tuple, next));
    }
    ComputationBuilder b(m_);
    Locals init{b.constant(Literal::scalar<int32_t>(ElementType::S32, 0))};
    int64_t parameters = 0;
    for (size_t i = 1; i < carried.size(); ++i) {
      const bool stack = stacks && i == states;
      if (stack || (i < states && r_.chance(20))) {
        Literal value = Literal::zeros(Shape::scalar(carried[i].type));
        if (carried[i].type == ElementType::F32) value.mutable_data<float>()[0] = static_cast<float>(r_.below(3));
        Local c = b.constant(value);
        init.push_back(carried[i].dims.empty()
                           ? c
                           : b.add(OpKind::Broadcast, carried[i], {c}, with(AttrName::BroadcastDimensions, Dims{})));
      } else {
        init.push_back(b.parameter(parameters++, carried[i]));
      }
    }
    Attrs attrs = with(AttrName::Condition, Comps{condition});
    attrs.set(AttrName::Body, Comps{body});
    Local loop = b.add(OpKind::While, tuple, {b.add(OpKind::Tuple, tuple, init)}, attrs);
    Locals results;
    std::vector<Shape> shapes;
    for (size_t i = 1; i < carried.size(); ++i) {
      if (r_.chance(15) && results.size() + 1 < carried.size()) continue;
      Local x = b.get_tuple_element(loop, static_cast<int64_t>(i));
      if (r_.chance(30) && carried[i].type == ElementType::F32) x = b.add(OpKind::Negate, carried[i], {x});
      results.push_back(x);
      shapes.push_back(carried[i]);
    }
    b.finish(m_.entry, b.add(OpKind::Tuple, Shape::tuple(shapes), results));
    return std::move(m_);
  }

 private:
  // A value of this shape from the pool, or made from what is there.
  Local find(ComputationBuilder& b, const Locals& pool, const Shape& shape) {
    Locals fits;
    for (Local v : pool)
      if (same_logical(b.shape(v), shape)) fits.push_back(v);
    // Rather something new.
    if (!fits.empty()) return r_.chance(70) ? fits.back() : r_.pick(fits);
    Literal value = Literal::zeros(Shape::scalar(shape.type));
    Local c = b.constant(value);
    if (shape.dims.empty()) return c;
    for (Local v : pool)
      if (b.shape(v).dims.empty() && b.shape(v).type == shape.type) c = v;
    return b.add(OpKind::Broadcast, shape, {c}, with(AttrName::BroadcastDimensions, Dims{}));
  }
  // In [-4, 4], so that nothing grows from step to step.
  Local bounded(ComputationBuilder& b, Local v) {
    const Shape shape = b.shape(v);
    if (shape.type == ElementType::S32) return b.add(OpKind::Remainder, shape, {v, splat(b, shape, 1000)});
    return b.add(OpKind::Clamp, shape, {number(b, -4), v, number(b, 4)});
  }
  Local number(ComputationBuilder& b, float v) { return b.constant(Literal::scalar<float>(ElementType::F32, v)); }
  Local splat(ComputationBuilder& b, const Shape& shape, int v) {
    Local c = shape.type == ElementType::F32 ? number(b, static_cast<float>(v) * 0.25f)
                                             : b.constant(Literal::scalar<int32_t>(ElementType::S32, v));
    if (shape.dims.empty()) return c;
    return b.add(OpKind::Broadcast, shape, {c}, with(AttrName::BroadcastDimensions, Dims{}));
  }
  Local compare(ComputationBuilder& b, Local x, Local y) {
    return b.add(OpKind::Compare, pred(b.shape(x).dims), {x, y},
                 with(AttrName::Direction, r_.pick<std::string>({"LT", "GE", "EQ", "NE", "GT", "LE"})));
  }
  // A predicate that no rounding can turn.
  Local safe_pred(ComputationBuilder& b, const Locals& pool, const Dims& dims) {
    if (exact_ && r_.chance(60)) return compare(b, find(b, pool, f32(dims)), splat(b, f32(dims), 1));
    return compare(b, find(b, pool, s32(dims)), splat(b, s32(dims), static_cast<int>(r_.below(5))));
  }

  void grow(ComputationBuilder& b, Locals& pool, int64_t count, int depth) {
    for (int64_t i = 0; i < count; ++i) {
      const Shape shape = b.shape(r_.pick(pool));
      Local v = step(b, pool, shape, depth);
      pool.push_back(v);
    }
  }

  Local step(ComputationBuilder& b, const Locals& pool, const Shape& shape, int depth) {
    const bool real = shape.type == ElementType::F32;
    Local x = find(b, pool, shape), y = find(b, pool, shape);
    const bool array = same_logical(shape, f32(state_)) || same_logical(shape, s32(state_));
    switch (r_.below(exact_ ? 14 : 17)) {
      case 0:
      case 1:
        return bounded(b, b.add(OpKind::Add, shape, {x, y}));
      case 2:
        return b.add(OpKind::Subtract, shape, {x, b.add(OpKind::Multiply, shape, {y, splat(b, shape, 2)})});
      case 3:
        return bounded(b, b.add(OpKind::Multiply, shape, {x, y}));
      case 4:
        return b.add(r_.chance(50) ? OpKind::Maximum : OpKind::Minimum, shape, {x, y});
      case 5:
        return b.add(real && exact_ ? OpKind::Floor : OpKind::Abs, shape, {x});
      case 6:
      case 7:
        return b.add(OpKind::Select, shape, {safe_pred(b, pool, shape.dims), x, y});
      case 8:
        if (array && small_ >= 0) return shuffle(b, x);
        return b.add(OpKind::Negate, shape, {x});
      case 9:
        if (array && small_ >= 0) return mixed(b, x, y);
        return b.add(OpKind::Subtract, shape, {y, x});
      case 10:
        if (!real) return b.add(OpKind::Xor, shape, {x, y});
        if (!exact_) return b.add(OpKind::Negate, shape, {x});
        return b.add(OpKind::Convert, shape, {b.add(OpKind::Convert, s32(shape.dims), {x})});
      case 11:
        if (array) {
          Local iota = b.add(OpKind::Iota, s32(state_), {},
                             with(AttrName::IotaDimension, r_.below(static_cast<int64_t>(state_.size()))));
          Local small = b.add(OpKind::And, s32(state_), {iota, splat(b, s32(state_), 3)});
          return real ? b.add(OpKind::Convert, shape, {small}) : small;
        }
        return b.add(OpKind::Negate, shape, {x});
      case 12:
        if (depth == 0 && r_.chance(50)) return nested(b, pool, shape);
        return b.add(OpKind::Add, shape, {x, splat(b, shape, 3)});
      case 13:
        // Over all lanes, exact in any order.
        if (array && r_.chance(30)) return reduce(b, x, real ? OpKind::Maximum : OpKind::Add);
        return b.add(OpKind::Maximum, shape, {x, splat(b, shape, -2)});
      case 14:
        if (!real) return b.add(OpKind::Or, shape, {x, y});
        return b.add(r_.chance(50) ? OpKind::Sine : OpKind::Cosine, shape, {x});
      case 15:
        if (!real) return b.add(OpKind::And, shape, {x, y});
        return b.add(r_.chance(50) ? OpKind::Tanh : OpKind::Logistic, shape, {x});
      default:
        if (!real) return b.add(OpKind::Not, shape, {x});
        if (array && r_.chance(40))
          return b.add(OpKind::Tanh, Shape::scalar(ElementType::F32), {reduce(b, x, OpKind::Add)});
        return b.add(OpKind::Exponential, shape, {b.add(OpKind::Negate, shape, {b.add(OpKind::Abs, shape, {x})})});
    }
  }

  // Reverse, slice and concatenate along the small dimension, or two transposes.
  Local shuffle(ComputationBuilder& b, Local x) {
    const Shape shape = b.shape(x);
    const int64_t n = shape.dims[static_cast<size_t>(small_)];
    if (r_.chance(30)) return b.add(OpKind::Reverse, shape, {x}, with(AttrName::Dimensions, Dims{small_}));
    if (n < 2 || r_.chance(30)) {
      Shape turned = Shape::array(shape.type, {shape.dims[1], shape.dims[0]});
      Local t = b.add(OpKind::Transpose, turned, {x}, with(AttrName::Permutation, Dims{1, 0}));
      t = b.add(OpKind::Negate, turned, {t});
      return b.add(OpKind::Transpose, shape, {t}, with(AttrName::Permutation, Dims{1, 0}));
    }
    const int64_t cut = 1 + r_.below(n - 1);
    Local tail = slice(b, x, cut, n), head = slice(b, x, 0, cut);
    return b.add(OpKind::Concatenate, shape, {tail, head}, with(AttrName::ConcatDimension, int64_t{small_}));
  }
  Local slice(ComputationBuilder& b, Local x, int64_t from, int64_t to) {
    Shape shape = b.shape(x);
    Attrs attrs = with(AttrName::SliceStrides, Dims(shape.dims.size(), 1));
    Dims starts(shape.dims.size(), 0), limits = shape.dims;
    starts[static_cast<size_t>(small_)] = from;
    limits[static_cast<size_t>(small_)] = to;
    attrs.set(AttrName::SliceStarts, starts);
    attrs.set(AttrName::SliceLimits, limits);
    shape.dims[static_cast<size_t>(small_)] = to - from;
    return b.add(OpKind::Slice, shape, {x}, attrs);
  }
  // A maximum over the small dimension, spread over it again.
  Local mixed(ComputationBuilder& b, Local x, Local y) {
    const Shape shape = b.shape(x);
    const int64_t big = 1 - small_;
    Shape reduced = Shape::array(shape.type, {shape.dims[static_cast<size_t>(big)]});
    Local r = b.add(OpKind::Reduce, reduced, {x, splat(b, Shape::scalar(shape.type), -8)},
                    reducer(b, shape.type, OpKind::Maximum, {small_}));
    Local spread = b.add(OpKind::Broadcast, shape, {r}, with(AttrName::BroadcastDimensions, Dims{big}));
    return b.add(OpKind::Minimum, shape, {spread, y});
  }
  Local reduce(ComputationBuilder& b, Local x, OpKind op) {
    const Shape shape = b.shape(x);
    Dims all;
    for (int64_t d = 0; d < shape.rank(); ++d) all.push_back(d);
    return b.add(OpKind::Reduce, Shape::scalar(shape.type),
                 {x, splat(b, Shape::scalar(shape.type), op == OpKind::Add ? 0 : -8)}, reducer(b, shape.type, op, all));
  }
  Attrs reducer(ComputationBuilder& b, ElementType type, OpKind op, Dims dims) {
    const CompId comp = b.module().add_computation("");
    ComputationBuilder inner(b.module());
    const Shape s = Shape::scalar(type);
    b.module().mutable_comp(comp).name = b.module().intern_name("reducer." + std::to_string(comp.value));
    Local x = inner.parameter(0, s), y = inner.parameter(1, s);
    inner.finish(comp, inner.add(op, s, {x, y}));
    Attrs attrs = with(AttrName::ToApply, Comps{comp});
    attrs.set(AttrName::Dimensions, std::move(dims));
    return attrs;
  }

  // A loop of few steps over one value, or a branch on a scalar.
  Local nested(ComputationBuilder& b, const Locals& pool, const Shape& shape) {
    Module& m = b.module();
    auto named = [&](const char* what) { return m.add_computation(what + std::to_string(m.comp_count())); };
    Local x = find(b, pool, shape);
    if (r_.chance(40)) {
      Locals operands{safe_pred(b, pool, {}), x, x};
      Comps branches;
      for (int i = 0; i < 2; ++i) {
        branches.push_back(named("branch."));
        ComputationBuilder inner(m);
        Locals inside{inner.parameter(0, shape)};
        grow(inner, inside, 1 + r_.below(3), 1);
        inner.finish(branches.back(), bounded(inner, find(inner, inside, shape)));
      }
      Attrs attrs = with(AttrName::TrueComputation, Comps{branches[0]});
      attrs.set(AttrName::FalseComputation, Comps{branches[1]});
      return b.add(OpKind::Conditional, shape, operands, attrs);
    }
    const Shape tuple = Shape::tuple({s32(), shape});
    const CompId condition = named("inner_condition."), body = named("inner_body.");
    {
      ComputationBuilder inner(m);
      Local p = inner.parameter(0, tuple);
      Local n = inner.constant(Literal::scalar<int32_t>(ElementType::S32, static_cast<int32_t>(r_.below(4))));
      inner.finish(condition, inner.add(OpKind::Compare, pred(), {inner.get_tuple_element(p, 0), n},
                                        with(AttrName::Direction, std::string("LT"))));
    }
    {
      ComputationBuilder inner(m);
      Local p = inner.parameter(0, tuple);
      Local i = inner.get_tuple_element(p, 0);
      Locals inside{inner.get_tuple_element(p, 1)};
      grow(inner, inside, 1 + r_.below(4), 1);
      Local next = inner.add(OpKind::Add, s32(), {i, inner.constant(Literal::scalar<int32_t>(ElementType::S32, 1))});
      inner.finish(body, inner.add(OpKind::Tuple, tuple, {next, bounded(inner, find(inner, inside, shape))}));
    }
    Attrs attrs = with(AttrName::Condition, Comps{condition});
    attrs.set(AttrName::Body, Comps{body});
    Local init = b.add(OpKind::Tuple, tuple, {b.constant(Literal::scalar<int32_t>(ElementType::S32, 0)), x});
    return b.get_tuple_element(b.add(OpKind::While, tuple, {init}, attrs), 1);
  }

  Module m_;
  Random r_;
  bool exact_;
  Dims state_;
  int64_t small_ = -1;  // the small dimension of the state
};

std::vector<Literal> inputs_of(const Module& m, uint64_t seed) {
  Random r(seed + 77);
  std::vector<Literal> out;
  for (const Shape& shape : m.parameter_shapes(m.entry)) {
    Literal v = Literal::uninitialized(shape);
    const int64_t n = shape.element_count();
    for (int64_t i = 0; i < n; ++i) {
      const auto k = static_cast<size_t>(i);
      if (shape.type == ElementType::F32)
        v.mutable_data<float>()[k] = static_cast<float>(r.below(1 << 20)) / static_cast<float>(1 << 18) - 2;
      else
        v.mutable_data<int32_t>()[k] = static_cast<int32_t>(r.below(41)) - 20;
    }
    out.push_back(std::move(v));
  }
  return out;
}

// "" where equal within the bounds.
std::string difference(const Literal& got, const Literal& want, bool exact) {
  for (size_t e = 0; e < want.elements().size(); ++e) {
    const Literal &g = got.element(e), &w = want.element(e);
    for (int64_t i = 0; i < w.element_count(); ++i) {
      const double a = g.as_double(i), b = w.as_double(i);
      const bool real = w.type() == ElementType::F32 && !exact;
      const bool same =
          (std::isnan(a) && std::isnan(b)) || a == b || (real && std::abs(a - b) <= 1e-3 + 1e-3 * std::abs(b));
      if (!same) return fmt::format("result {} element {}: {} instead of {}", e, i, a, b);
    }
  }
  return "";
}

void check_seed(uint64_t seed, bool exact, const std::shared_ptr<runtime::ThreadPool>& pool, int64_t& kernels) {
  SCOPED_TRACE(fmt::format("seed {}{}", seed, exact ? ", exact" : ""));
  Module m = random_loop(seed, {exact});
  auto status = verify(m);
  ASSERT_TRUE(status) << render(status.error());
  if (std::getenv("EUTECTIC_FUZZ_SHOW")) std::fputs(write_hlo_text(m).c_str(), stderr);
  std::vector<Literal> inputs = inputs_of(m, seed);
  auto want = Evaluator(m).run(inputs);
  ASSERT_TRUE(want) << render(want.error());
  for (Strategy strategy : {Strategy::None, Strategy::Eutectic}) {
    CompileOptions options;
    options.strategy = strategy;
    options.numbers = exact ? Numbers::Strict : Numbers::Xla;
    options.pool = pool;
    options.cache = false;
    CompileRecord record;
    auto executable = compile(m, options, &record);
    ASSERT_TRUE(executable) << render(executable.error());
    kernels += static_cast<int64_t>(record.kernels.size());
    for (int again = 0; again < 2; ++again) {
      auto got = (*executable)->run(inputs);
      ASSERT_TRUE(got) << render(got.error());
      ASSERT_EQ(difference(*got, *want, exact || strategy == Strategy::None), "");
    }
  }
}

}  // namespace

Module random_loop(uint64_t seed, const RandomLoopOptions& options) { return Generator(seed, options).make(); }

std::vector<Literal> random_loop_inputs(const Module& module, uint64_t seed) { return inputs_of(module, seed); }

// EUTECTIC_FUZZ_LOOPS=COUNT[:FIRST] runs more, or one again; EUTECTIC_FUZZ_SHOW=1 prints the programs.
TEST(RandomLoops, CompiledAsEvaluated) {
  uint64_t first = 1, count = 24;
  if (const char* wanted = std::getenv("EUTECTIC_FUZZ_LOOPS")) {
    char* end = nullptr;
    count = std::strtoull(wanted, &end, 10);
    if (*end == ':') first = std::strtoull(end + 1, nullptr, 10);
  }
  auto pool = std::make_shared<runtime::ThreadPool>(2);
  int64_t kernels = 0;
  for (uint64_t seed = first; seed < first + count && !HasFatalFailure(); ++seed)
    check_seed(seed, seed % 2 == 0, pool, kernels);
  if (count > 8) {
    EXPECT_GT(kernels, 0);
  }
  RecordProperty("kernels", static_cast<int>(kernels));
}

// Programs that once were wrong: elements named by numbers kept in memory, where they lose their bounds; reductions of
// which lanes take a part.
TEST(RandomLoops, OnceWrong) {
  auto pool = std::make_shared<runtime::ThreadPool>(2);
  int64_t kernels = 0;
  for (uint64_t seed : {500150, 505504, 703778, 706898, 709790}) check_seed(seed, seed % 2 == 0, pool, kernels);
  EXPECT_GT(kernels, 0);
}

}  // namespace eutectic::compiler

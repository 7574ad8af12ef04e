// Every op's access maps against the evaluator: when an operand's element changes, only those elements of the result
// may change whose map reads it; and where a program says so, each of them does for some values.
#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "format/format.h"
#include "ops/access_programs_test.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic {
namespace {

using Values = AccessValues;
using Pairs = std::set<std::pair<int64_t, int64_t>>;  // element of the result, element of the operand

Literal& leaf_of(Literal& value, uint32_t leaf) {
  if (!value.shape().is_tuple()) return value;
  for (Literal& e : value.mutable_elements()) {
    const uint32_t n = leaf_count(e.shape());
    if (leaf < n) return leaf_of(e, leaf);
    leaf -= n;
  }
  CHECK(false, "no leaf {}", leaf);
  return value;
}

void set_element(Literal& x, int64_t i, Values values, AccessRandom& r) {
  const bool on_diagonal = x.dims().size() >= 2 && i % (x.dims().back() + 1) == 0;
  dispatch(x.type(), [&]<class T>() {
    auto number = [&]() -> double {
      if (values == Values::Wild && r.pick(0, 9) == 0)
        return r.one_of({1.0, -1.0}) * std::numeric_limits<double>::infinity();
      if (values == Values::Index) return static_cast<double>(r.pick(-1, 4));
      if (values == Values::Matrix) return static_cast<double>(r.pick(1, 100)) * 0.01 + (on_diagonal ? 5 : 0);
      return static_cast<double>(r.pick(values == Values::Positive ? 1 : -400, 400)) * 0.01;
    };
    T& to = x.mutable_data<T>()[static_cast<size_t>(i)];
    if constexpr (std::is_same_v<T, bool>)
      to = r.pick(0, 1) == 1;
    else if constexpr (std::is_integral_v<T>)
      to = static_cast<T>(r.pick(values == Values::Positive ? 1 : values == Values::Index ? -1 : -5, 5));
    else if constexpr (requires { typename T::value_type; })
      to = T(static_cast<typename T::value_type>(number()), static_cast<typename T::value_type>(number()));
    else if constexpr (std::is_floating_point_v<T>)
      to = static_cast<T>(number());
  });
}

Literal random_value(const Shape& shape, Values values, AccessRandom& r) {
  if (shape.is_tuple()) {
    std::vector<Literal> elements;
    for (const Shape& e : shape.elements) elements.push_back(random_value(e, values, r));
    return Literal::tuple(std::move(elements));
  }
  Literal out = Literal::zeros(shape.is_token() ? shape : Shape::array(shape.type, shape.dims));
  if (shape.is_array())
    for (int64_t i = 0; i < out.element_count(); ++i) set_element(out, i, values, r);
  return out;
}

int64_t linear(const Dims& at, const Dims& dims, const std::string& what) {
  EXPECT_EQ(at.size(), dims.size()) << what;
  int64_t out = 0;
  for (size_t d = 0; d < dims.size() && d < at.size(); ++d) {
    EXPECT_GE(at[d], 0) << what;
    EXPECT_LT(at[d], dims[d]) << what;
    out = out * dims[d] + at[d];
  }
  return out;
}

// What the map reads for the operands' present values.
Pairs reads(const AccessMap& map, const Dims& operand, std::vector<Literal>& arguments) {
  const std::string what = map.to_string();
  Pairs out;
  Dims dims(map.output_dims.size(), 0);
  int64_t element = 0;
  if (std::ranges::find(map.output_dims, 0) != map.output_dims.end()) return out;
  do {
    Dims ranges(map.ranges.size(), 0);
    if (std::ranges::find(map.ranges, 0) == map.ranges.end()) do {
        Dims runtimes;
        for (const RuntimeValue& r : map.runtimes) {
          Dims at;
          for (const IndexExpr& e : r.index) at.push_back(e.evaluate(dims, ranges, runtimes));
          const Literal& from = arguments[static_cast<size_t>(r.operand)];
          runtimes.push_back(std::clamp(from.as_int(linear(at, from.dims(), what)), r.low, r.high));
        }
        int holding = 0;
        for (const AccessPiece& piece : map.pieces) {
          bool holds = true;
          for (const IndexConstraint& w : piece.where) {
            const int64_t v = w.expr.evaluate(dims, ranges, runtimes);
            const IndexBounds b = bounds_of(w.expr, map);
            EXPECT_TRUE(b.low <= v && v <= b.high) << what;
            holds = holds && v >= w.low && v <= w.high && (v - w.low) % w.stride == 0;
          }
          if (!holds) continue;
          ++holding;
          Dims at;
          for (const IndexExpr& e : piece.index) at.push_back(e.evaluate(dims, ranges, runtimes));
          out.insert({element, linear(at, operand, what)});
        }
        EXPECT_LE(holding, 1) << what;
      } while (next_index(ranges, map.ranges));
    ++element;
  } while (next_index(dims, map.output_dims));
  return out;
}

// A program's maps, and by which of their pairs results have been seen to change.
struct Watched {
  AccessPair at;
  AccessMap map;
  Pairs read, changed;
};

class Checked {
 public:
  Checked(const AccessProgram& program, AccessRandom& random) : program_(program), random_(random) {}

  void check() {
    Result<Module> module = read_hlo_text(program_.text(), "test.hlo");
    ASSERT_TRUE(module) << render(module.error());
    const OpView op{*module, (*module)[module->entry].root};
    const OpDef& def = op_def(op.instr().op);
    Result<Shape> shape = def.shape(op);
    ASSERT_TRUE(shape) << render(shape.error());
    if (!same_logical(*shape, op.shape())) module->set_shape(op.id, *shape);
    Status good = verify(*module);
    ASSERT_TRUE(good) << render(good.error());
    for (size_t n = 0; n < op.operand_count(); ++n)
      for (uint32_t leaf = 0; leaf < leaf_count(op.operand_shape(n)); ++leaf)
        for (uint32_t result = 0; result < leaf_count(op.shape()); ++result) {
          if (!leaf_shape(op.operand_shape(n), leaf).is_array() || !leaf_shape(op.shape(), result).is_array()) continue;
          std::optional<AccessMap> map = def.access(op, {n, leaf, result});
          ASSERT_TRUE(map);
          ASSERT_EQ(map->output_dims, leaf_shape(op.shape(), result).dims);
          watched_.push_back({{n, leaf, result}, std::move(*map), {}, {}});
        }
    for (int round = 0; round < 80; ++round) {
      if (round >= 3 &&
          std::ranges::all_of(watched_, [&](const Watched& w) { return !exact(w) || w.read == w.changed; }))
        return;
      one_round(*module, op);
      if (::testing::Test::HasFailure()) return;
    }
    for (const Watched& w : watched_)
      if (exact(w)) {
        EXPECT_EQ(w.changed, w.read) << "operand " << w.at.operand << ": " << w.map.to_string();
      }
  }

 private:
  bool exact(const Watched& w) const { return program_.arguments[w.at.operand].exact; }

  void one_round(const Module& module, const OpView& op) {
    std::vector<Literal> arguments;
    for (size_t n = 0; n < op.operand_count(); ++n)
      arguments.push_back(random_value(op.operand_shape(n), program_.arguments[n].values, random_));
    Result<Literal> before = Evaluator(module).run(arguments);
    ASSERT_TRUE(before) << render(before.error());
    for (Watched& w : watched_) {
      if (w.at.result_leaf > 0) continue;
      const Dims& dims = leaf_shape(op.operand_shape(w.at.operand), w.at.operand_leaf).dims;
      // All results of one operand's array, so that each change is evaluated once.
      std::vector<std::pair<Watched*, Pairs>> maps;
      for (Watched& o : watched_) {
        if (o.at.operand != w.at.operand || o.at.operand_leaf != w.at.operand_leaf) continue;
        maps.emplace_back(&o, reads(o.map, dims, arguments));
        EXPECT_EQ(reads(simplify(o.map), dims, arguments), maps.back().second) << o.map.to_string();
        EXPECT_EQ(reads(compose(AccessMap::identity(o.map.output_dims), o.map), dims, arguments), maps.back().second);
        o.read.insert(maps.back().second.begin(), maps.back().second.end());
      }
      const int64_t count = leaf_of(arguments[w.at.operand], w.at.operand_leaf).element_count();
      for (int64_t i = 0; i < count; ++i) {
        std::vector<Literal> changed = arguments;
        set_element(leaf_of(changed[w.at.operand], w.at.operand_leaf), i, program_.arguments[w.at.operand].values,
                    random_);
        Result<Literal> after = Evaluator(module).run(std::move(changed));
        ASSERT_TRUE(after) << render(after.error());
        for (auto& [o, read] : maps) compare(*before, *after, i, *o, read);
      }
    }
  }

  void compare(Literal& before, Literal& after, int64_t i, Watched& w, const Pairs& read) {
    const Literal &a = leaf_of(before, w.at.result_leaf), &b = leaf_of(after, w.at.result_leaf);
    const size_t bytes = static_cast<size_t>(info(a.type()).storage_bytes);
    for (int64_t e = 0; e < a.element_count(); ++e) {
      if (std::memcmp(a.bytes() + static_cast<size_t>(e) * bytes, b.bytes() + static_cast<size_t>(e) * bytes, bytes) ==
          0)
        continue;
      ASSERT_TRUE(read.contains({e, i})) << "element " << e << " of result " << w.at.result_leaf
                                         << " changes with element " << i << " of operand " << w.at.operand << ": "
                                         << w.map.to_string();
      w.changed.insert({e, i});
    }
  }

  const AccessProgram& program_;
  AccessRandom& random_;
  std::vector<Watched> watched_;
};

TEST(Access, EveryOpHasAMapOrSaysWhyNot) {
  for (int k = 0; k < op_kind_count; ++k) {
    const OpDef& def = op_def(static_cast<OpKind>(k));
    EXPECT_TRUE(def.access || !def.opaque.empty()) << hlo_name(def.kind);
  }
}

// The ops whose maps can be tried: all that have one, but those without arrays among their operands.
std::vector<OpKind> ops_with_maps() {
  constexpr OpKind sources[] = {OpKind::Parameter, OpKind::Constant,    OpKind::Iota,     OpKind::RngGetAndUpdateState,
                                OpKind::ReplicaId, OpKind::PartitionId, OpKind::AfterAll, OpKind::Infeed,
                                OpKind::Recv};
  std::vector<OpKind> out;
  for (int k = 0; k < op_kind_count; ++k)
    if (const OpKind kind = static_cast<OpKind>(k);
        op_def(kind).access && std::ranges::find(sources, kind) == std::end(sources))
      out.push_back(kind);
  return out;
}

class AccessOf : public ::testing::TestWithParam<OpKind> {};

TEST_P(AccessOf, ChangesAreRead) {
  const OpKind kind = GetParam();
  for (unsigned seed = 0; seed < 40; ++seed) {
    AccessRandom random(seed);
    const AccessProgram program = access_program(kind, random);
    ASSERT_FALSE(program.arguments.empty()) << hlo_name(kind) << " has an access map but no program to test it with";
    SCOPED_TRACE(program.text());
    Checked(program, random).check();
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, AccessOf, ::testing::ValuesIn(ops_with_maps()), [](const auto& of) {
  std::string name(hlo_name(of.param));
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace eutectic

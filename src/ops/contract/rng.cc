// rng-bit-generator, bit-exact with XLA:CPU; rng and rng-get-and-update-state, whose values no specification
// fixes: they come from Threefry keyed by the instruction and the number of the draw in the run, so a run is
// reproducible, and an instruction in a loop gives new numbers each time.
#include <cmath>
#include <limits>

#include "ops/access.h"
#include "ops/contract/common.h"
#include "ops/contract/threefry.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

using namespace contract;

std::array<uint32_t, 2> halves(uint64_t v) { return {static_cast<uint32_t>(v), static_cast<uint32_t>(v >> 32)}; }

Result<Shape> bit_generator_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape &state = op.operand_shape(0), &stated = op.shape();
  if (!stated.is_tuple() || stated.elements.size() != 2 || !stated.elements[1].is_array())
    return op_error(op, fmt::format("the result must be a tuple of state and bits, but is {}", to_hlo(stated, false)));
  if (!is_integer(stated.elements[1].type) || info(stated.elements[1].type).bits < 8)
    return op_error(
        op, fmt::format("bits must be integers of 8 to 64 bits, but are {}", to_hlo(stated.elements[1], false)));
  bool threefry = op.attrs().text(AttrName::RngAlgorithm) == "rng_three_fry";
  if (state.rank() != 1 || !is_unsigned_int(state.type) ||
      (state.type == ElementType::U64 && state.dims[0] != 2 && (threefry || state.dims[0] != 3)))  // (C1), (C2)
    return op_error(
        op, fmt::format("the state must be u64[2]{}, but is {}", threefry ? "" : " or u64[3]", to_hlo(state, false)));
  return Shape::tuple(
      {Shape::array(state.type, state.dims), Shape::array(stated.elements[1].type, stated.elements[1].dims)});
}

// Writes the low bits of `bits` as element i.
void store(Literal& out, int64_t i, uint64_t bits) {
  size_t size = static_cast<size_t>(info(out.type()).storage_bytes);
  std::byte* at = out.mutable_bytes() + static_cast<size_t>(i) * size;
  for (size_t b = 0; b < size; ++b) at[b] = static_cast<std::byte>(bits >> (8 * b));
}

// Counter c, c+1, ... ; 64-bit elements take both words of one block. Narrower ones: the first even dimension
// (or else the longest) is halved, and each pair of neighbours along it is one block's two words.
uint64_t threefry_bits(uint64_t key, uint64_t counter, Literal& out) {
  std::array<uint32_t, 2> k = halves(key);
  int64_t count = out.element_count();
  if (info(out.type()).storage_bytes == 8) {
    for (int64_t i = 0; i < count; ++i) {
      auto x = threefry2x32(k, halves(counter + static_cast<uint64_t>(i)));
      store(out, i, x[0] | uint64_t{x[1]} << 32);
    }
    return counter + static_cast<uint64_t>(count);
  }
  const std::vector<int64_t>& dims = out.dims();
  if (dims.empty()) {
    store(out, 0, threefry2x32(k, halves(counter))[0]);
    return counter + 1;
  }
  size_t split = 0;
  bool even = false;
  for (size_t d = 0; d < dims.size() && !even; ++d) {
    if (dims[d] % 2 == 0) {
      split = d;
      even = true;
    } else if (dims[d] > dims[split]) {
      split = d;
    }
  }
  int64_t outer = product(std::span(dims).first(split)), extent = dims[split], half = (extent + 1) / 2,
          inner = product(std::span(dims).subspan(split + 1));
  for (int64_t a = 0; a < outer; ++a)
    for (int64_t h = 0; h < half; ++h)
      for (int64_t j = 0; j < inner; ++j) {
        auto x = threefry2x32(k, halves(counter + static_cast<uint64_t>((a * half + h) * inner + j)));
        store(out, (a * extent + 2 * h) * inner + j, x[0]);
        if (2 * h + 1 < extent) store(out, (a * extent + 2 * h + 1) * inner + j, x[1]);
      }
  return counter + static_cast<uint64_t>(outer * half * inner);
}

// A 128-bit counter (low, high); each block gives four words, in order.
struct Counter {
  uint64_t low, high;
  Counter plus(uint64_t n) const { return {low + n, high + (low + n < low)}; }
};
Counter philox_bits(uint64_t key, Counter counter, Literal& out) {
  std::array<uint32_t, 2> k = halves(key);
  int64_t words = info(out.type()).storage_bytes == 8 ? 2 : 1, count = out.element_count(),
          blocks = (count * words + 3) / 4;
  for (int64_t b = 0; b < blocks; ++b) {
    Counter c = counter.plus(static_cast<uint64_t>(b));
    auto low = halves(c.low), high = halves(c.high);
    auto x = philox4x32(k, {low[0], low[1], high[0], high[1]});
    for (int64_t w = 0; w < 4; w += words) {
      int64_t i = (b * 4 + w) / words;
      if (i < count)
        store(out, i,
              words == 2 ? x[static_cast<size_t>(w)] | uint64_t{x[static_cast<size_t>(w) + 1]} << 32
                         : x[static_cast<size_t>(w)]);
    }
  }
  return counter.plus(static_cast<uint64_t>(blocks));
}

Result<Literal> bit_generator_evaluate(EvalContext& context) {
  const OpView& op = context.op;
  Literal state = std::move(context.operands[0]);
  if (state.type() != ElementType::U64)
    return op_unsupported(op, fmt::format("a state of {}", to_hlo(state.shape(), false)),
                          "XLA takes u64[2], and u64[3] for Philox");
  RETURN_IF_ERROR(expect_fits(context, op.shape()));
  Literal bits = Literal::uninitialized(Shape::array(op.shape().elements[1].type, op.shape().elements[1].dims));
  auto s = state.mutable_data<uint64_t>();
  if (op.attrs().text(AttrName::RngAlgorithm) == "rng_three_fry") {
    s[1] = threefry_bits(s[0], s[1], bits);
  } else {
    // u64[2]: the key serves as the counter's high half, and only the low half is returned.
    Counter next = philox_bits(s[0], {s[1], s.size() == 3 ? s[2] : s[0]}, bits);
    s[1] = next.low;
    if (s.size() == 3) s[2] = next.high;
  }
  state = state.with_shape(Shape::array(ElementType::U64, state.dims()));
  return Literal::tuple({std::move(state), std::move(bits)});
}

Result<Shape> rng_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape &a = op.operand_shape(0), &b = op.operand_shape(1);
  if (!op.shape().is_array() || a.rank() != 0 || b.rank() != 0 || a.type != b.type || op.shape().type != a.type)
    return op_error(op, "takes two scalars of the result's element type");
  bool normal = op.attrs().text(AttrName::Distribution) == "rng_normal";
  if (is_complex(a.type) || (normal && !is_float(a.type)))
    return op_error(op, fmt::format("{} numbers of type {}", normal ? "normal" : "uniform", to_hlo(a, false)));
  return Shape::array(op.shape().type, op.shape().dims);
}

double unit(uint32_t high, uint32_t low) { return static_cast<double>((uint64_t{high} << 32 | low) >> 11) * 0x1p-53; }

// Reproducible: the instruction, and how many draws came before in this run.
std::array<uint32_t, 2> draw_key(EvalContext& context) {
  return {0x5eed5eedu + context.evaluator.next_draw(), context.op.id.value};
}

Result<Literal> rng_evaluate(EvalContext& context) {
  const OpView& op = context.op;
  RETURN_IF_ERROR(expect_fits(context, op.shape()));
  Shape shape = Shape::array(op.shape().type, op.shape().dims);
  int64_t count = shape.element_count();
  bool normal = op.attrs().text(AttrName::Distribution) == "rng_normal";
  const std::array<uint32_t, 2> key = draw_key(context);
  auto block = [&](int64_t i) { return threefry2x32(key, halves(static_cast<uint64_t>(i))); };
  if (!is_float(shape.type)) {  // uniform over [a, b); pred: either
    uint64_t low = widened<uint64_t>(context.operands[0])[0], high = widened<uint64_t>(context.operands[1])[0],
             range = high - low;
    if (shape.type == ElementType::Pred) range = 2, low = 0;
    std::vector<uint64_t> out(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
      auto x = block(i);
      uint64_t bits = uint64_t{x[1]} << 32 | x[0];
      out[static_cast<size_t>(i)] = range == 0 ? low : low + bits % range;
    }
    return narrowed(out, shape);
  }
  double a = context.operands[0].as_double(), b = context.operands[1].as_double();
  std::vector<double> out(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    if (normal) {  // Box-Muller on two blocks
      auto x = block(2 * i), y = block(2 * i + 1);
      double radius = std::sqrt(-2 * std::log(1 - unit(x[0], x[1])));
      out[static_cast<size_t>(i)] = a + b * radius * std::cos(2 * 3.14159265358979323846 * unit(y[0], y[1]));
    } else {
      auto x = block(i);
      out[static_cast<size_t>(i)] = a + (b - a) * unit(x[0], x[1]);
    }
  }
  Literal result = narrowed(out, shape);
  // Rounding may reach the excluded upper end: replace by the lower.
  if (!normal && a < b) {
    dispatch(shape.type, [&]<class T>() {
      if constexpr (is_float_native<T>) {
        T low = narrow<T>(a);
        for (T& v : result.mutable_data<T>())
          if (!(widen(v) < b)) v = low;
      }
    });
  }
  return result;
}

Result<Shape> state_shape(const OpView& op) {
  if (!same_logical(op.shape(), Shape::array(ElementType::U64, {2})))
    return op_error(op, fmt::format("the state is u64[2], but {} is stated", to_hlo(op.shape(), false)));
  return Shape::array(ElementType::U64, {2});
}

Result<Literal> state_evaluate(EvalContext& context) {
  Literal out = Literal::zeros(Shape::array(ElementType::U64, {2}));
  auto x = threefry2x32(draw_key(context), {0, 0});
  out.mutable_data<uint64_t>()[0] = uint64_t{x[1]} << 32 | x[0];
  return out;
}

// Bits and next state depend on all of the state.
std::optional<AccessMap> bit_generator_access(const OpView& op, AccessPair at) {
  return AccessMap::single(result_dims(op, at), {IndexExpr::range(0)}, op.operand_shape(0).dims);
}

std::optional<AccessMap> rng_access(const OpView& op, AccessPair) { return AccessMap::single(op.shape().dims, {}); }

}  // namespace

const OpDef op_def_RngBitGenerator = {
    .kind = OpKind::RngBitGenerator,
    .min_operands = 1,
    .max_operands = 1,
    .attrs = {{AttrName::RngAlgorithm, true, "rng_default|rng_three_fry|rng_philox"}},
    .shape = bit_generator_shape,
    .access = bit_generator_access,
    .evaluate = bit_generator_evaluate,
    .types = "u",
    .summary = "random bits from a counter-based generator and its next state",
};

const OpDef op_def_Rng = {
    .kind = OpKind::Rng,
    .min_operands = 2,
    .max_operands = 2,
    .attrs = {{AttrName::Distribution, true, "rng_uniform|rng_normal"}},
    .shape = rng_shape,
    .access = rng_access,
    .evaluate = rng_evaluate,
    .types = "psuf",
    .summary = "random numbers whose values are not specified (here: reproducible)",
};

const OpDef op_def_RngGetAndUpdateState = {
    .kind = OpKind::RngGetAndUpdateState,
    .min_operands = 0,
    .max_operands = 0,
    .attrs = {},
    .shape = state_shape,
    .access = reads_nothing,
    .evaluate = state_evaluate,
    .summary = "the global random state, whose values are not specified (here: reproducible)",
};

}  // namespace eutectic

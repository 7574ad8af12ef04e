// Custom calls without a better home: identities of partitioners and memory annotation, top-k, threefry, and
// those that are known but not evaluated.
#include "ops/contract/sort.h"
#include "ops/contract/threefry.h"
#include "ops/control/custom_call.h"
#include "ops/threefry_call.h"

namespace eutectic {
namespace {

using namespace contract;

Result<Literal> identity(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 1, 1));
  if (!same_logical(context.operands[0].shape(), context.op.shape()))
    return op_unsupported(context.op,
                          fmt::format("{} from {} to {}: programs over several partitions are not evaluated",
                                      context.op.attrs().text(AttrName::CustomCallTarget),
                                      to_hlo(context.operands[0].shape(), false), to_hlo(context.op.shape(), false)));
  return std::move(context.operands[0]);
}

// XLA:CPU's TopK: k is in the result's shape. The comparator is always the total order, greatest first.
Result<Literal> topk(EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 1, 1));
  const Shape& shape = context.op.shape();
  const Literal& in = context.operands[0];
  if (!shape.is_tuple() || shape.elements.size() != 2 || !in.shape().is_array() || in.dims().empty() ||
      is_complex(in.type()) || shape.elements[0].dims.size() != in.dims().size() ||
      shape.elements[0].dims.back() > in.dims().back())
    return op_error(context.op,
                    fmt::format("TopK of {} cannot give {}", to_hlo(in.shape(), false), to_hlo(shape, false)));
  Literal out = top_k(in, shape.elements[0].dims.back(), true);
  if (!same_logical(out.shape(), shape))
    return op_error(context.op,
                    fmt::format("TopK gives {}, but {} is stated", to_hlo(out.shape(), false), to_hlo(shape, false)));
  return out;
}

// The exact answer is one of the answers that an approximate top-k may give: sort, then take the first k.
Result<Literal> approx_topk(EvalContext& context) {
  const OpView& op = context.op;
  const std::string& config = op.attrs().text(AttrName::BackendConfig);
  auto k = custom_call::config_number(config, "top_k"), dimension = custom_call::config_number(config, "reduction_dim");
  Comps comps = op.attrs().comps(AttrName::CalledComputations);
  if (comps.empty()) comps = op.attrs().comps(AttrName::ToApply);
  size_t n = context.operands.size() / 2;  // inputs, then one init each
  if (!k || *k < 0 || !dimension || *dimension < 0 || comps.size() != 1 || n == 0 || context.operands.size() != 2 * n)
    return op_unsupported(op, "ApproxTopK without top_k, reduction_dim, a comparator, or inits");
  std::vector<Literal> inputs(context.operands.begin(), context.operands.begin() + static_cast<std::ptrdiff_t>(n));
  for (const Literal& in : inputs)
    if (!in.shape().is_array() || in.dims() != inputs[0].dims() || *dimension >= in.shape().rank() ||
        *k > in.dims()[static_cast<size_t>(*dimension)])
      return op_error(op, "ApproxTopK: the operands' shapes do not fit");
  ASSIGN_OR_RETURN(std::vector<Literal> sorted,
                   sort_together(op, std::move(inputs), *dimension, comps[0], context.evaluator));
  std::vector<Literal> out;
  for (Literal& s : sorted) {
    // Bring the dimension to the front, keep k, bring it back.
    int64_t rank = s.shape().rank();
    std::vector<int64_t> front = {*dimension}, back(static_cast<size_t>(rank));
    for (int64_t d : other_dims(rank, front)) front.push_back(d);
    for (size_t i = 0; i < front.size(); ++i) back[static_cast<size_t>(front[i])] = static_cast<int64_t>(i);
    Literal moved = transposed(s, front);
    std::vector<int64_t> dims = moved.dims();
    dims[0] = *k;
    Literal kept = Literal::uninitialized(Shape::array(s.type(), dims));
    std::copy(moved.bytes(), moved.bytes() + kept.shape().size_bytes(), kept.mutable_bytes());
    out.push_back(transposed(kept, back));
  }
  Literal result = out.size() == 1 && !op.shape().is_tuple() ? std::move(out[0]) : Literal::tuple(std::move(out));
  if (!same_logical(result.shape(), op.shape()))
    return op_unsupported(op, fmt::format("ApproxTopK with result {}", to_hlo(op.shape(), false)),
                          "aggregate_to_topk = true can be evaluated");
  return result;
}

// JAX's GPU kernel: key words, then counter words, element by element.
Result<Literal> threefry(EvalContext& context) {
  if (!has_threefry_form(context.op))
    return op_error(context.op, "threefry takes four u32 arrays of one shape and gives two");
  const Shape shape = Shape::array(ElementType::U32, context.operands[0].dims());
  Literal a = Literal::uninitialized(shape), b = Literal::uninitialized(shape);
  auto k0 = context.operands[0].data<uint32_t>(), k1 = context.operands[1].data<uint32_t>(),
       x0 = context.operands[2].data<uint32_t>(), x1 = context.operands[3].data<uint32_t>();
  auto out_a = a.mutable_data<uint32_t>(), out_b = b.mutable_data<uint32_t>();
  for (size_t i = 0; i < k0.size(); ++i) {
    auto x = threefry2x32({k0[i], k1[i]}, {x0[i], x1[i]});
    out_a[i] = x[0];
    out_b[i] = x[1];
  }
  return Literal::tuple({std::move(a), std::move(b)});
}

constexpr std::string_view lapack = "XLA's own decompositions are not evaluated; JAX's lapack_*_ffi calls for them are";

constexpr CustomCallTarget targets[] = {
    {"ApproxTopK", approx_topk},
    {"LayoutConstraint", identity},
    {"ProductOfElementaryHouseholderReflectors", nullptr, lapack},
    {"Qr", nullptr, lapack},
    {"SPMDFullToShardShape", identity},
    {"SPMDShardToFullShape", identity},
    {"Sharding", identity},
    {"TopK", topk},
    {"annotate_device_placement", identity},
    {threefry_target, threefry},
};

}  // namespace

bool has_threefry_form(const OpView& op) {
  if (op.operand_count() != 4) return false;
  const Shape one = Shape::array(ElementType::U32, op.operand_shape(0).dims);
  for (size_t n = 0; n < 4; ++n)
    if (!same_logical(op.operand_shape(n), one)) return false;
  return same_logical(op.shape(), Shape::tuple({one, one}));
}

std::span<const CustomCallTarget> custom_calls_misc() { return targets; }

}  // namespace eutectic

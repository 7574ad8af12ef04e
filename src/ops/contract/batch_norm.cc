// batch-norm-training, -inference and -grad. All arithmetic in double, rounded once per result.
// Variance is the biased one, as the mean of squared deviations.
#include <cmath>

#include "ops/access.h"
#include "ops/contract/common.h"

namespace eutectic {
namespace {

using namespace contract;

// The operand and `vectors` further operands of one element per feature.
Result<Shape> check_operands(const OpView& op, size_t vectors) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape& in = op.operand_shape(0);
  int64_t feature = op.attrs().integer(AttrName::FeatureIndex);
  if (feature < 0 || feature >= in.rank())  // (C1)
    return op_error(op, fmt::format("feature_index {} is not a dimension of {}", feature, to_hlo(in, false)));
  Shape vector = Shape::array(in.type, {in.dims[static_cast<size_t>(feature)]});
  for (size_t n = 1; n <= vectors; ++n)
    if (op.operand_shape(n).dims != vector.dims || !is_float(op.operand_shape(n).type))
      return op_error(op, fmt::format("operand {} is {}, but must have one element per feature: {}", n,
                                      to_hlo(op.operand_shape(n), false), to_hlo(vector, false)));
  return vector;
}

Shape array_of(const Shape& s) { return Shape::array(s.type, s.dims); }

Result<Shape> training_shape(const OpView& op) {
  ASSIGN_OR_RETURN(Shape vector, check_operands(op, 2));
  vector.type = op.operand_shape(1).type;
  return Shape::tuple({array_of(op.operand_shape(0)), vector, vector});
}

Result<Shape> inference_shape(const OpView& op) {
  ASSIGN_OR_RETURN(Shape vector, check_operands(op, 4));
  return array_of(op.operand_shape(0));
}

Result<Shape> grad_shape(const OpView& op) {
  ASSIGN_OR_RETURN(Shape vector, check_operands(op, 3));
  RETURN_IF_ERROR(expect_operand_shape(op, 4, array_of(op.operand_shape(0))));
  vector.type = op.operand_shape(1).type;
  return Shape::tuple({array_of(op.operand_shape(0)), vector, vector});
}

// Calls fn(linear index, feature) for every element.
template <class Fn>
void each(const Literal& x, int64_t feature, Fn fn) {
  size_t inner = static_cast<size_t>(row_major_strides(x.dims())[static_cast<size_t>(feature)]);
  size_t extent = static_cast<size_t>(x.dims()[static_cast<size_t>(feature)]),
         count = static_cast<size_t>(x.element_count());
  for (size_t i = 0; i < count; ++i) fn(i, i / inner % extent);
}

Result<Literal> training_evaluate(EvalContext& context) {
  const Literal& in = context.operands[0];
  const Attrs& attrs = context.op.attrs();
  int64_t feature = attrs.integer(AttrName::FeatureIndex);
  double epsilon = attrs.number(AttrName::Epsilon);
  std::vector<double> x = widened<double>(in), scale = widened<double>(context.operands[1]),
                      offset = widened<double>(context.operands[2]);
  size_t features = scale.size();
  double count = features ? static_cast<double>(x.size() / features) : 0;
  std::vector<double> mean(features), variance(features);
  each(in, feature, [&](size_t i, size_t f) { mean[f] += x[i]; });
  for (double& m : mean) m /= count;
  each(in, feature, [&](size_t i, size_t f) { variance[f] += (x[i] - mean[f]) * (x[i] - mean[f]); });
  for (double& v : variance) v /= count;
  each(in, feature,
       [&](size_t i, size_t f) { x[i] = (x[i] - mean[f]) / std::sqrt(variance[f] + epsilon) * scale[f] + offset[f]; });
  Shape vector = array_of(context.operands[1].shape());
  return Literal::tuple({narrowed(x, array_of(in.shape())), narrowed(mean, vector), narrowed(variance, vector)});
}

Result<Literal> inference_evaluate(EvalContext& context) {
  const Literal& in = context.operands[0];
  const Attrs& attrs = context.op.attrs();
  double epsilon = attrs.number(AttrName::Epsilon);
  std::vector<double> x = widened<double>(in), scale = widened<double>(context.operands[1]),
                      offset = widened<double>(context.operands[2]), mean = widened<double>(context.operands[3]),
                      variance = widened<double>(context.operands[4]);
  each(in, attrs.integer(AttrName::FeatureIndex),
       [&](size_t i, size_t f) { x[i] = (x[i] - mean[f]) / std::sqrt(variance[f] + epsilon) * scale[f] + offset[f]; });
  return narrowed(x, array_of(in.shape()));
}

// With y = (x - mean) / sqrt(variance + epsilon) and g the gradient, per feature:
// grad_offset = sum g, grad_scale = sum g y, grad_x = scale / sqrt(variance + epsilon) * (g - mean(g) - y mean(g y)).
Result<Literal> grad_evaluate(EvalContext& context) {
  const Literal& in = context.operands[0];
  const Attrs& attrs = context.op.attrs();
  int64_t feature = attrs.integer(AttrName::FeatureIndex);
  double epsilon = attrs.number(AttrName::Epsilon);
  std::vector<double> x = widened<double>(in), scale = widened<double>(context.operands[1]),
                      mean = widened<double>(context.operands[2]), variance = widened<double>(context.operands[3]),
                      g = widened<double>(context.operands[4]);
  size_t features = scale.size();
  double count = features ? static_cast<double>(x.size() / features) : 0;
  std::vector<double> sum(features), sum_y(features), inverse(features);
  for (size_t f = 0; f < features; ++f) inverse[f] = 1 / std::sqrt(variance[f] + epsilon);
  each(in, feature, [&](size_t i, size_t f) {
    sum[f] += g[i];
    sum_y[f] += g[i] * (x[i] - mean[f]) * inverse[f];
  });
  each(in, feature, [&](size_t i, size_t f) {
    x[i] = scale[f] * inverse[f] * (g[i] - sum[f] / count - (x[i] - mean[f]) * inverse[f] * sum_y[f] / count);
  });
  Shape vector = array_of(context.operands[1].shape());
  return Literal::tuple({narrowed(x, array_of(in.shape())), narrowed(sum_y, vector), narrowed(sum, vector)});
}

// What an element of result 0 (an array) or of another result (one element per feature) reads of an operand: the
// feature's element of a vector, and of an array the element in its own place, or all of the feature (`whole`).
AccessMap feature_access(const OpView& op, AccessPair at, bool is_vector, bool whole) {
  const int64_t feature = op.attrs().integer(AttrName::FeatureIndex);
  const std::vector<int64_t>& out = result_dims(op, at);
  const IndexExpr own = IndexExpr::dim(at.result_leaf == 0 ? feature : 0);
  if (is_vector) return AccessMap::single(out, {own});
  if (!whole) return AccessMap::identity(out);
  std::vector<IndexExpr> index;
  std::vector<int64_t> ranges;
  const Dims& dims = op.operand_shape(0).dims;
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool is_feature = static_cast<int64_t>(d) == feature;
    index.push_back(is_feature ? own : IndexExpr::range(static_cast<int64_t>(ranges.size())));
    if (!is_feature) ranges.push_back(dims[d]);
  }
  return AccessMap::single(out, std::move(index), std::move(ranges));
}

// x, scale, offset -> y, mean, variance.
std::optional<AccessMap> training_access(const OpView& op, AccessPair at) {
  if (at.operand > 0 && at.result_leaf > 0) return reads_nothing(op, at);
  return feature_access(op, at, at.operand > 0, true);
}

// x, scale, offset, mean, variance -> y.
std::optional<AccessMap> inference_access(const OpView& op, AccessPair at) {
  return feature_access(op, at, at.operand > 0, false);
}

// x, scale, mean, variance, gradient -> gradients of x, scale and offset. That of scale needs no scale, that of offset
// only the gradient.
std::optional<AccessMap> grad_access(const OpView& op, AccessPair at) {
  if ((at.result_leaf == 1 && at.operand == 1) || (at.result_leaf == 2 && at.operand != 4))
    return reads_nothing(op, at);
  return feature_access(op, at, at.operand > 0 && at.operand < 4, true);
}

}  // namespace

const OpDef op_def_BatchNormTraining = {
    .kind = OpKind::BatchNormTraining,
    .min_operands = 3,
    .max_operands = 3,
    .attrs = {{AttrName::Epsilon, true}, {AttrName::FeatureIndex, true}},
    .shape = training_shape,
    .access = training_access,
    .evaluate = training_evaluate,
    .types = "f",
    .summary = "normalises each feature over the batch; gives also mean and variance",
};

const OpDef op_def_BatchNormInference = {
    .kind = OpKind::BatchNormInference,
    .min_operands = 5,
    .max_operands = 5,
    .attrs = {{AttrName::Epsilon, true}, {AttrName::FeatureIndex, true}},
    .shape = inference_shape,
    .access = inference_access,
    .evaluate = inference_evaluate,
    .types = "f",
    .summary = "normalises each feature with given mean and variance",
};

const OpDef op_def_BatchNormGrad = {
    .kind = OpKind::BatchNormGrad,
    .min_operands = 5,
    .max_operands = 5,
    .attrs = {{AttrName::Epsilon, true}, {AttrName::FeatureIndex, true}},
    .shape = grad_shape,
    .access = grad_access,
    .evaluate = grad_evaluate,
    .types = "f",
    .summary = "gradients of batch-norm-training by operand, scale and offset",
};

}  // namespace eutectic

// parameter, constant, iota, get-dimension-size: values that come from nowhere else in the computation.
#include "ops/access.h"
#include "ops/data/rules.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

Result<Shape> parameter_shape(const OpView& op) {
  const int64_t number = op.attrs().integer(AttrName::ParameterNumber, -1);
  const Computation& comp = op.module[op.instr().parent];
  if (number < 0 || static_cast<size_t>(number) >= comp.parameters.size() ||
      comp.parameters[static_cast<size_t>(number)] != op.id)
    return fail("parameter number {} is out of order or used twice", number);
  return checked(logical(op.shape()));
}

// Reached only when a parameter is asked for on its own; computations put arguments in place themselves.
Result<Literal> evaluate_parameter(EvalContext&) { return fail("a parameter has no value outside its computation"); }

Result<Shape> constant_shape(const OpView& op) {
  RETURN_IF_ERROR(check_sizes(op.shape()));
  return logical(op.attrs().value().shape());
}

Result<Literal> evaluate_constant(EvalContext& context) { return context.op.attrs().value(); }

Result<Shape> iota_shape(const OpView& op) {
  const Shape& shape = op.shape();
  if (!shape.is_array()) return fail("iota cannot make {}", to_hlo(shape, false));
  if (shape.type == ElementType::Pred) return fail("iota cannot make pred elements");
  const int64_t d = op.attrs().integer(AttrName::IotaDimension);
  if (d < 0 || d >= shape.rank()) return fail("iota_dimension {} is not in [0, {}) (C1)", d, shape.rank());
  return checked(logical(shape));
}

Result<Literal> evaluate_iota(EvalContext& context) {
  const Shape& shape = context.op.shape();
  Literal out = Literal::uninitialized(logical(shape));
  const size_t d = static_cast<size_t>(context.op.attrs().integer(AttrName::IotaDimension));
  int64_t inner = 1, outer = 1;
  for (size_t i = 0; i < shape.dims.size(); ++i) (i < d ? outer : inner) *= i == d ? 1 : shape.dims[i];
  const int64_t n = shape.dims[d];
  if (out.element_count() == 0) return out;
  dispatch(shape.type, [&]<class T>() {
    T* p = out.mutable_data<T>().data();
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < n; ++i) {
        T value;
        if constexpr (std::is_same_v<T, bool>)
          value = i != 0;
        else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
          value = T(static_cast<typename T::value_type>(i));
        else if constexpr (std::is_arithmetic_v<T>)
          value = static_cast<T>(i);
        else if constexpr (requires(T t) { t.bits; })
          value = T(static_cast<double>(i));
        else
          value = T(i);
        p = std::fill_n(p, inner, value);
      }
  });
  return out;
}

Result<Shape> get_dimension_size_shape(const OpView& op) {
  const Dims& dims = op.attrs().dims(AttrName::Dimensions);
  if (dims.size() != 1) return fail("get-dimension-size takes one dimension");
  RETURN_IF_ERROR(check_dims("dimensions (C1)", dims, op.operand_shape(0).rank()));
  return Shape::scalar(ElementType::S32);
}

Result<Literal> evaluate_get_dimension_size(EvalContext& context) {
  const int64_t n =
      context.op.operand_shape(0).dims[static_cast<size_t>(context.op.attrs().dims(AttrName::Dimensions)[0])];
  if (n > INT32_MAX) return fail("the dimension's size {} does not fit s32", n);
  return Literal::scalar<int32_t>(ElementType::S32, static_cast<int32_t>(n));
}

}  // namespace

const OpDef op_def_Parameter = {.kind = OpKind::Parameter,
                                .attrs = {{AttrName::ParameterNumber, true}, {AttrName::ParameterReplication}},
                                .shape = parameter_shape,
                                .access = reads_nothing,
                                .evaluate = evaluate_parameter,
                                .summary = "An argument of the computation."};
const OpDef op_def_Constant = {.kind = OpKind::Constant,
                               .attrs = {{AttrName::Value, true}},
                               .shape = constant_shape,
                               .access = reads_nothing,
                               .evaluate = evaluate_constant,
                               .summary = "A fixed value."};
const OpDef op_def_Iota = {.kind = OpKind::Iota,
                           .attrs = {{AttrName::IotaDimension, true}},
                           .shape = iota_shape,
                           .access = reads_nothing,
                           .evaluate = evaluate_iota,
                           .summary = "Counts 0, 1, 2, ... along one dimension."};
const OpDef op_def_GetDimensionSize = {.kind = OpKind::GetDimensionSize,
                                       .min_operands = 1,
                                       .max_operands = 1,
                                       .attrs = {{AttrName::Dimensions, true}},
                                       .shape = get_dimension_size_shape,
                                       .access = reads_nothing,
                                       .evaluate = evaluate_get_dimension_size,
                                       .summary = "The size of one dimension as an s32 scalar."};

}  // namespace eutectic

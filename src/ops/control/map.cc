// map: a scalar computation over the elements of arrays of one shape.
#include <algorithm>

#include "ops/contract/body.h"
#include "ops/data/rules.h"
#include "ops/evaluator.h"

namespace eutectic {
namespace {

Result<Shape> map_shape(const OpView& op) {
  const Shape& x = op.operand_shape(0);
  const Comps& comps = op.attrs().comps(AttrName::ToApply);
  if (comps.size() != 1) return fail("to_apply must name one computation");
  const Dims& dims = op.attrs().dims(AttrName::Dimensions);
  for (size_t d = 0; d < dims.size() || static_cast<int64_t>(d) < x.rank(); ++d)
    if (d >= dims.size() || static_cast<int64_t>(d) >= x.rank() || dims[d] != static_cast<int64_t>(d))
      return fail("dimensions {} must be all of the operand's, in order (C3)", list(dims));
  const Computation& comp = op.module[comps[0]];
  if (comp.parameters.size() != op.operand_count())
    return fail("the computation takes {} scalars, there are {} operands (C4)", comp.parameters.size(),
                op.operand_count());
  for (size_t i = 0; i < op.operand_count(); ++i) {
    if (op.operand_shape(i).dims != x.dims)
      return fail("operand {} is {}, operand 0 {}: their dimensions must be equal (C1)", i,
                  to_hlo(op.operand_shape(i), false), to_hlo(x, false));
    const Shape want = Shape::scalar(op.operand_shape(i).type);
    if (!same_logical(op.module.shape(comp.parameters[i]), want))
      return fail("the computation's parameter {} must be {}, not {} (C4)", i, to_hlo(want),
                  to_hlo(op.module.shape(comp.parameters[i]), false));
  }
  const Shape& result = op.module.result_shape(comps[0]);
  if (!result.is_array() || !result.dims.empty())
    return fail("the computation must return a scalar, not {} (C4)", to_hlo(result, false));
  return Shape::array(result.type, x.dims);
}

Result<Literal> evaluate_map(EvalContext& context) {
  const CompId comp = context.op.attrs().comps(AttrName::ToApply)[0];
  std::vector<ElementType> types;
  for (const Literal& x : context.operands) types.push_back(x.type());
  const ElementType result[] = {context.op.shape().type};
  ASSIGN_OR_RETURN(contract::Body body, contract::Body::make(context.op, comp, context.evaluator, types, result));
  Literal out = Literal::uninitialized(logical(context.op.shape()));
  std::vector<const std::byte*> in;
  for (const Literal& x : context.operands) in.push_back(x.bytes());
  std::byte* outs[] = {out.mutable_bytes()};
  RETURN_IF_ERROR(body.run(in, outs, static_cast<size_t>(out.element_count())));
  return out;
}

}  // namespace

const OpDef op_def_Map = {
    .kind = OpKind::Map,
    .min_operands = 1,
    .max_operands = -1,
    .attrs = {{AttrName::Dimensions, true}, {AttrName::ToApply, true}},
    .shape = map_shape,
    .access = [](const OpView& op, AccessPair) { return std::optional(AccessMap::identity(op.shape().dims)); },
    .evaluate = evaluate_map,
    .traits = {.elementwise = true},
    .summary = "A scalar computation over all elements."};

}  // namespace eutectic

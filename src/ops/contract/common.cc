#include "ops/contract/common.h"

#include <cstring>

#include "ops/evaluator.h"

namespace eutectic::contract {

std::unexpected<Diagnostics> op_error(const OpView& op, std::string message, std::string hint) {
  return error(std::move(message), op.module.input_place(op.id), std::move(hint));
}

std::unexpected<Diagnostics> op_unsupported(const OpView& op, std::string message, std::string hint) {
  return unsupported(std::move(message), op.module.input_place(op.id), std::move(hint));
}

Status expect_arrays(const OpView& op) {
  for (size_t n = 0; n < op.operand_count(); ++n)
    if (!op.operand_shape(n).is_array())
      return op_error(op, fmt::format("operand {} must be an array, but is {}", n, to_hlo(op.operand_shape(n), false)));
  return {};
}

Status expect_dims(const OpView& op, std::string_view what, std::span<const int64_t> dims, int64_t rank) {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= rank)
      return op_error(op, fmt::format("{} names dimension {} of an array of rank {}", what, dims[i], rank));
    if (std::find(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(i), dims[i]) !=
        dims.begin() + static_cast<std::ptrdiff_t>(i))
      return op_error(op, fmt::format("{} names dimension {} twice", what, dims[i]));
  }
  return {};
}

Result<CompId> single_comp(const OpView& op, AttrName name) {
  const Comps& comps = op.attrs().comps(name);
  if (comps.size() != 1)
    return op_error(op, fmt::format("{} must name one computation, but names {}", info(name).hlo, comps.size()));
  return comps[0];
}

Status expect_operand_shape(const OpView& op, size_t n, const Shape& want) {
  if (!same_logical(op.operand_shape(n), want))
    return op_error(op, fmt::format("operand {} is {}, but must be {}", n, to_hlo(op.operand_shape(n), false),
                                    to_hlo(want, false)));
  return {};
}

Status expect_fits(const EvalContext& context, const Shape& shape) {
  if (shape.is_array() && shape.size_bytes() > context.evaluator.options().max_bytes)
    return op_unsupported(context.op, fmt::format("a value of {} bytes is beyond the evaluator's limit of {}",
                                                  shape.size_bytes(), context.evaluator.options().max_bytes));
  for (const Shape& e : shape.elements) RETURN_IF_ERROR(expect_fits(context, e));
  return {};
}

bool contains(std::span<const int64_t> list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::vector<int64_t> other_dims(int64_t rank, std::span<const int64_t> taken) {
  std::vector<int64_t> out;
  for (int64_t d = 0; d < rank; ++d)
    if (!contains(taken, d)) out.push_back(d);
  return out;
}

std::vector<int64_t> pick(std::span<const int64_t> values, std::span<const int64_t> positions) {
  std::vector<int64_t> out;
  out.reserve(positions.size());
  for (int64_t p : positions) out.push_back(values[static_cast<size_t>(p)]);
  return out;
}

int64_t product(std::span<const int64_t> values) {
  int64_t out = 1;
  for (int64_t v : values) out *= v;
  return out;
}

Literal transposed(const Literal& input, std::span<const int64_t> permutation) {
  size_t rank = permutation.size();
  bool moves = false;
  for (size_t d = 0; d < rank; ++d) moves |= permutation[d] != static_cast<int64_t>(d);
  if (!moves) return input;
  std::vector<int64_t> dims = pick(input.dims(), permutation);
  std::vector<int64_t> strides = pick(row_major_strides(input.dims()), permutation);
  Literal out = Literal::uninitialized(Shape::array(input.type(), dims));
  if (out.element_count() == 0) return out;
  size_t size = static_cast<size_t>(info(input.type()).storage_bytes);
  int64_t inner = dims[rank - 1], inner_stride = strides[rank - 1];
  const std::byte* from = input.bytes();
  std::byte* to = out.mutable_bytes();
  std::vector<int64_t> index(rank, 0);
  std::span<int64_t> outer_index(index.data(), rank - 1);
  std::span<const int64_t> outer_dims(dims.data(), rank - 1);
  auto copy_rows = [&]<class Unit>() {
    do {
      int64_t offset = 0;
      for (size_t d = 0; d + 1 < rank; ++d) offset += index[d] * strides[d];
      auto* row = reinterpret_cast<const Unit*>(from) + offset;
      auto* target = reinterpret_cast<Unit*>(to);
      for (int64_t i = 0; i < inner; ++i) target[i] = row[i * inner_stride];
      to += static_cast<size_t>(inner) * size;
    } while (next_index(outer_index, outer_dims));
  };
  switch (size) {
    case 1:
      copy_rows.template operator()<uint8_t>();
      break;
    case 2:
      copy_rows.template operator()<uint16_t>();
      break;
    case 4:
      copy_rows.template operator()<uint32_t>();
      break;
    case 8:
      copy_rows.template operator()<uint64_t>();
      break;
    default:
      copy_rows.template operator()<std::complex<double>>();
      break;
  }
  return out;
}

bool is_promotable(ElementType from, ElementType to) {
  return info(from).element_class == info(to).element_class && info(from).bits <= info(to).bits;
}

Literal converted(const Literal& input, ElementType type) {
  if (input.type() == type) return input;
  Shape shape = Shape::array(type, input.dims());
  if (is_complex(input.type()) || is_complex(type)) return narrowed(widened<std::complex<double>>(input), shape);
  if (is_float(input.type()) || is_float(type)) return narrowed(widened<double>(input), shape);
  return narrowed(widened<uint64_t>(input), shape);
}

}  // namespace eutectic::contract

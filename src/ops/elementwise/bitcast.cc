// bitcast-convert: the same bits under another element type. When widths differ, a minor dimension of the
// width's ratio is added (to narrower) or dropped (to wider); the lowest bits come first.
#include <fmt/format.h>

#include <cstring>

#include "ops/elementwise/family.h"

namespace eutectic {
namespace elementwise {
namespace {

struct Widths {
  int from, to;
};
// pred counts as a byte, as in XLA, but as a bit where only that makes the shapes fit, as in StableHLO.
Widths widths(const OpView& op) {
  const Shape& from = op.operand_shape(0);
  const Shape& to = op.shape();
  Widths bits{info(from.type).bits, info(to.type).bits};
  if (from.type == ElementType::Pred && !(to.rank() == from.rank() - 1 && from.dims.back() == bits.to)) bits.from = 8;
  if (to.type == ElementType::Pred && !(to.rank() == from.rank() + 1 && to.dims.back() == bits.from)) bits.to = 8;
  return bits;
}

std::optional<AccessMap> access(const OpView& op, AccessPair) {
  const Shape& out = op.shape();
  const auto [from, to] = widths(op);
  if (from == to) return AccessMap::identity(out.dims);
  std::vector<IndexExpr> index;
  const int64_t kept = from > to ? out.rank() - 1 : out.rank();
  for (int64_t d = 0; d < kept; ++d) index.push_back(IndexExpr::dim(d));
  if (from > to) return AccessMap::single(out.dims, std::move(index));
  index.push_back(IndexExpr::range(0));
  return AccessMap::single(out.dims, std::move(index), {to / from});
}

// Sub-byte elements are stored one per byte: packs them, lowest first, or spreads them.
void repack(std::byte* out, const std::byte* in, size_t wide_count, int wide_bits, int narrow_bits, bool narrow_signed,
            bool to_narrow) {
  const size_t wide_bytes = static_cast<size_t>(wide_bits < 8 ? 1 : wide_bits / 8);
  const size_t per_wide = static_cast<size_t>(wide_bits / narrow_bits);
  const uint8_t mask = static_cast<uint8_t>((1u << narrow_bits) - 1);
  const size_t per_byte = static_cast<size_t>((wide_bits < 8 ? wide_bits : 8) / narrow_bits);
  for (size_t w = 0; w < wide_count; ++w) {
    for (size_t k = 0; k < per_wide; ++k) {
      const size_t byte = k / per_byte;
      const unsigned shift = static_cast<unsigned>((k % per_byte) * static_cast<size_t>(narrow_bits));
      if (to_narrow) {
        uint8_t v = static_cast<uint8_t>((static_cast<uint8_t>(in[w * wide_bytes + byte]) >> shift) & mask);
        if (narrow_signed && (v >> (narrow_bits - 1))) v = static_cast<uint8_t>(v | ~mask);
        out[w * per_wide + k] = std::byte{v};
      } else {
        if (shift == 0) out[w * wide_bytes + byte] = std::byte{0};
        const uint8_t v = static_cast<uint8_t>(static_cast<uint8_t>(in[w * per_wide + k]) & mask);
        out[w * wide_bytes + byte] |= std::byte(static_cast<uint8_t>(v << shift));
      }
    }
  }
}

}  // namespace

// bitcast_convert (C1); (C2): complex only to and from complex.
Result<Shape> bitcast_convert_shape(const OpView& op) {
  const Shape& from = op.operand_shape(0);
  const Shape& to = op.shape();
  if (!from.is_array() || !to.is_array())
    return error(fmt::format("bitcast-convert of {} to {}", to_hlo(from, false), to_hlo(to, false)));
  if (is_complex(from.type) != is_complex(to.type))
    return error(fmt::format("bitcast-convert of {} to {} (C2)", to_hlo(from, false), to_hlo(to, false)), {},
                 "complex numbers are converted to complex numbers only");
  const auto [from_bits, to_bits] = widths(op);
  std::vector<int64_t> dims = from.dims;
  if (from_bits > to_bits) {
    dims.push_back(from_bits / to_bits);
  } else if (from_bits < to_bits) {
    if (dims.empty() || dims.back() != to_bits / from_bits)
      return error(fmt::format("bitcast-convert of {} to {} (C1)", to_hlo(from, false), to_hlo(to, false)), {},
                   fmt::format("the last dimension of the operand must be {}", to_bits / from_bits));
    dims.pop_back();
  }
  return Shape::array(to.type, std::move(dims));
}

Result<Literal> evaluate_bitcast_convert(EvalContext& ctx) {
  const Shape& to = ctx.op.shape();
  const Shape from = ctx.operands[0].shape();
  const auto [from_bits, to_bits] = widths(ctx.op);
  if (from_bits == to_bits) return evaluate(ctx);
  const int narrow = from_bits < to_bits ? from_bits : to_bits;
  if (narrow >= 8) return ctx.operands[0].with_shape(to);  // little-endian bytes, both dense
  Literal out = Literal::uninitialized(to);
  const bool to_narrow = to_bits < from_bits;
  repack(out.mutable_bytes(), ctx.operands[0].bytes(),
         static_cast<size_t>(to_narrow ? from.element_count() : to.element_count()), to_narrow ? from_bits : to_bits,
         narrow, is_signed_int(to.type), to_narrow);
  // A packed sub-byte result (s2 pairs to s4) is stored sign-extended.
  if (!to_narrow && is_signed_int(to.type) && to_bits < 8)
    for (S4& v : out.mutable_data<S4>()) v = S4(static_cast<int64_t>(v.value));
  return out;
}

}  // namespace elementwise

extern const OpDef op_def_BitcastConvert;
const OpDef op_def_BitcastConvert = [] {
  OpDef def = elementwise::make_def(OpKind::BitcastConvert, 1, "psufc", elementwise::bitcast_convert_shape,
                                    elementwise::plain, "the same bits under another element type");
  def.access = elementwise::access;
  def.evaluate = elementwise::evaluate_bitcast_convert;
  def.traits.elementwise = false;  // widths may differ
  return def;
}();

}  // namespace eutectic

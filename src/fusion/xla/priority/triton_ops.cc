// Which ops and types XLA of 2026 has Triton code for, and the backend configuration of its fusions. See triton.h.
#include <fmt/format.h>

#include <charconv>

#include "fusion/xla/priority/triton.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"
#include "ir/module.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;
using T = ElementType;

bool is_float8(T t) { return t == T::F8E5M2 || t == T::F8E4M3FN; }
bool is_small_float(T t) { return t == T::F16 || t == T::BF16; }
bool is_large_float(T t) { return t == T::F32 || t == T::F64; }
bool is_int(T t) { return is_integer(t); }

bool has_type(T t) {
  switch (t) {
    case T::Pred:
    case T::S4:
    case T::S8:
    case T::S16:
    case T::S32:
    case T::S64:
    case T::F16:
    case T::F32:
    case T::F64:
    case T::BF16:
    case T::F8E5M2:
    case T::F8E4M3FN:
      return true;
    default:
      return false;
  }
}

bool has_conversion(T to, T from) {
  if (to == T::S4) return false;
  auto is_plain = [](T t) { return is_small_float(t) || t == T::F32; };
  const bool both8 = is_float8(to) && is_float8(from) && to != from;
  if (to != from && (is_float8(to) || is_float8(from)) && !both8 && !is_plain(to) && !is_plain(from)) return false;
  if (from == T::S4 && to != T::S8 && !is_small_float(to) && !is_large_float(to)) return false;
  return has_type(to) && has_type(from);
}

bool has_elementwise(OpKind op, T t) {
  const bool is_float = is_small_float(t) || is_large_float(t);
  switch (op) {
    case OpKind::Copy:
      return t != T::S4 && t != T::U16;
    case OpKind::Abs:
      return t != T::Pred && t != T::S4;
    case OpKind::Negate:
      return t != T::Pred && t != T::S4 && t != T::U16 && !is_float8(t);
    case OpKind::Not:
      return t == T::Pred || (is_int(t) && t != T::S4 && t != T::U16);
    case OpKind::Asin:
    case OpKind::Asinh:
    case OpKind::Atanh:
    case OpKind::Cbrt:
    case OpKind::Ceil:
    case OpKind::Cosine:
    case OpKind::Cosh:
    case OpKind::Erf:
    case OpKind::Exponential:
    case OpKind::ExponentialMinusOne:
    case OpKind::Floor:
    case OpKind::Log:
    case OpKind::LogPlusOne:
    case OpKind::Rsqrt:
    case OpKind::Sine:
    case OpKind::Sinh:
    case OpKind::Sqrt:
    case OpKind::Tan:
    case OpKind::Tanh:
    case OpKind::Atan2:
    case OpKind::Power:
      return is_float;
    case OpKind::ReducePrecision:
      return is_float || is_float8(t);
    case OpKind::Add:
    case OpKind::Compare:
    case OpKind::Maximum:
    case OpKind::Minimum:
    case OpKind::Multiply:
      return t != T::S4 && t != T::U16 && !is_float8(t);
    case OpKind::And:
    case OpKind::Or:
    case OpKind::Xor:
      return t == T::Pred || (is_int(t) && t != T::S4 && t != T::U16);
    case OpKind::Subtract:
      return t != T::Pred && t != T::S4 && t != T::U16 && !is_float8(t);
    case OpKind::Divide:
      return (is_int(t) && t != T::S4 && t != T::U16) || is_large_float(t);
    case OpKind::Remainder:
      return is_float;
    case OpKind::Select:
      return t != T::S4 && t != T::U16;
    case OpKind::Clamp:
      return t != T::S4 && t != T::U16 && !is_float8(t);
    default:
      return false;
  }
}

// What hinders one op, or "".
std::string hindrance(OpKind op, const Shape& shape, const std::vector<const Shape*>& operands) {
  switch (op) {
    case OpKind::DynamicSlice:
    case OpKind::DynamicUpdateSlice:
    case OpKind::Gather:
    case OpKind::ReduceWindow:
    case OpKind::Scatter:
    case OpKind::SelectAndScatter:
    case OpKind::Concatenate:
    case OpKind::Dot:
      return ": the op has no code there";
    default:
      break;
  }
  if (op == OpKind::Convert)
    return has_conversion(shape.type, operands[0]->type) ? "" : ": these types are not converted there";
  if (!shape.is_array() || !has_type(shape.type)) return ": its type is not known there";
  for (const Shape* o : operands)
    if (!o->is_array() || !has_type(o->type)) return ": the type of an operand is not known there";
  switch (op) {
    case OpKind::Parameter:
      return "";
    case OpKind::Constant:
      if (shape.type == T::S4 || !is_effective_scalar(shape)) return ": only constants of one element are known there";
      return "";
    case OpKind::Iota:
      return shape.type == T::S4 || is_float8(shape.type) ? ": its type is not known there" : "";
    case OpKind::Bitcast:
      if (operands[0]->element_count() != shape.element_count())
        return ": a bitcast there keeps the number of elements";
      [[fallthrough]];
    case OpKind::Broadcast:
    case OpKind::Reshape:
    case OpKind::Slice:
    case OpKind::Transpose:
      return shape.type == T::S4 ? ": its type is not known there" : "";
    default:
      break;
  }
  // The last operand's type counts: compare and select have pred elsewhere.
  if (is_elementwise_op(op) && has_elementwise(op, operands.back()->type)) return "";
  return ": the op has no code there for this type";
}

std::string hindrance_of_reducer(const Module& m, CompId comp) {
  for (InstrId id : instrs_of(m[comp])) {
    std::vector<const Shape*> operands;
    for (InstrId o : m.operands(id)) operands.push_back(&m.shape(o));
    if (std::string h = hindrance(m[id].op, m.shape(id), operands); !h.empty()) return h;
  }
  return "";
}

std::optional<TritonRefusal> refusal_of(const Graph& g, NodeId n) {
  const Node& node = g[n];
  std::string h;
  if (node.op == OpKind::Pad) {
    bool grows = false;
    for (const PaddingDim& d : node.attrs->padding(AttrName::Padding)) {
      if (d.low != 0 || d.interior != 0) h = ": padding there is at the end";
      grows = grows || d.high != 0;
    }
    if (!grows) h = ": padding there grows the array";
  } else if (node.op == OpKind::Reduce && node.shape->is_array()) {
    if (node.attrs->dims(AttrName::Dimensions).size() != 1 || node.operands.size() != 2)
      h = ": a reduction there is over one dimension";
    else if (!has_type(node.shape->type) || is_float8(node.shape->type))
      h = ": its type is not known there";
    else
      h = hindrance_of_reducer(g.module(), node.attrs->comps(AttrName::ToApply)[0]);
  } else {
    std::vector<const Shape*> operands;
    for (NodeId o : node.operands) operands.push_back(g[o].shape);
    h = hindrance(node.op, *node.shape, operands);
  }
  if (h.empty()) return std::nullopt;
  return TritonRefusal{{Reason::R42TritonOp}, fmt::format(" ({}{})", node.name, h)};
}

// The integers of "key":["1","2"] (or of "key":"4") after `from`.
std::optional<std::vector<int64_t>> numbers_after(std::string_view text, std::string_view key) {
  size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  at += key.size();
  const bool list = at < text.size() && text[at] == '[';
  std::vector<int64_t> out;
  while (at < text.size()) {
    if (text[at] >= '0' && text[at] <= '9') {
      int64_t value = 0;
      const auto r = std::from_chars(text.data() + at, text.data() + text.size(), value);
      if (r.ec != std::errc() || value < 1) return std::nullopt;
      out.push_back(value);
      at = static_cast<size_t>(r.ptr - text.data());
      if (!list) break;
      continue;
    }
    if (text[at] == ']') break;
    if (!list && text[at] != '"') return std::nullopt;
    ++at;
  }
  return out;
}

}  // namespace

std::optional<TritonRefusal> triton_op_refusal(const Graph& g, NodeId n) {
  if (is_triton_fusion(g, n)) return std::nullopt;
  if (!g.is_fusion(n)) return refusal_of(g, n);
  for (NodeId m : g[g[n].called].nodes)
    if (!g[m].dead)
      if (auto r = refusal_of(g, m)) return r;
  return std::nullopt;
}

std::optional<BlockTiles> block_tiles_of(const Graph& g, NodeId fusion) {
  const std::string_view text = g[fusion].attrs->text(AttrName::BackendConfig);
  const size_t at = text.find("\"block_level_fusion_config\"");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at);
  auto tile = numbers_after(rest, "\"sizes\":");
  // A scalar's tile has no sizes.
  if (!tile && g[fusion].shape->is_array() && g[fusion].shape->dims.empty()) tile.emplace();
  const auto warps = numbers_after(rest, "\"num_warps\":");
  if (!tile || !warps || warps->size() != 1) return std::nullopt;
  return BlockTiles{std::move(*tile), warps->front()};
}

std::string backend_config_of(const BlockTiles& blocks) {
  std::string sizes;
  for (int64_t t : blocks.tile) sizes += fmt::format("{}\"{}\"", sizes.empty() ? "" : ",", t);
  return fmt::format(
      R"({{"operation_queue_id":"0","fusion_backend_config":{{"kind":"__triton","block_level_fusion_config":{{)"
      R"("num_warps":"{}","output_tiles":[{{"sizes":[{}]}}],"num_ctas":1,"num_stages":1,"is_tma_allowed":false,)"
      R"("is_warp_specialization_allowed":false,"waves_per_eu":0}}}},"force_earliest_schedule":false,)"
      R"("reification_cost":[],"device_type":"DEVICE_TYPE_INVALID"}})",
      blocks.warps, sizes);
}

}  // namespace eutectic::fusion::xla

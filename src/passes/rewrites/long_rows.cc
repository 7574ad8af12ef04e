#include "passes/rewrites/long_rows.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "ops/op_def.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;
using Order = std::vector<int64_t>;

constexpr int64_t short_row = 16, long_row = 64;

bool is_sorted_order(const Order& order) { return std::ranges::is_sorted(order); }

Shape ordered(const Shape& shape, const Order& order) {
  Shape out = Shape::array(shape.type, shape.dims);
  for (size_t i = 0; i < order.size(); ++i) out.dims[i] = shape.dims[static_cast<size_t>(order[i])];
  return out;
}

class Reorder {
 public:
  explicit Reorder(Draft& draft) : draft_(draft) {}

  Local run(Local value, const Order& order) {
    if (is_sorted_order(order)) return value;
    if (const auto it = done_.find({value.index(), order}); it != done_.end()) return it->second;
    const Local out = make(value, order);
    done_.emplace(std::pair(value.index(), order), out);
    return out;
  }

 private:
  Local make(Local value, const Order& order) {
    const Shape shape = ordered(draft_.shape(value), order);
    const OpKind op = draft_.op(value);
    const std::vector<Local> operands(draft_.operands(value).begin(), draft_.operands(value).end());
    if (op == OpKind::Iota) {
      Attrs attrs;
      const int64_t d = draft_.attrs(value).integer(AttrName::IotaDimension);
      attrs.set(AttrName::IotaDimension, static_cast<int64_t>(std::ranges::find(order, d) - order.begin()));
      return draft_.like(value, shape, {}, std::move(attrs));
    }
    if (op == OpKind::Broadcast) {
      // Where the operand's dimensions come to lie; it is broadcast in their order.
      const Order dims = draft_.attrs(value).dims(AttrName::BroadcastDimensions);
      Order places;
      for (int64_t d : dims) places.push_back(std::ranges::find(order, d) - order.begin());
      Order operand_order(places.size());
      std::iota(operand_order.begin(), operand_order.end(), 0);
      std::ranges::sort(operand_order, {}, [&](int64_t i) { return places[static_cast<size_t>(i)]; });
      std::ranges::sort(places);
      Attrs attrs;
      attrs.set(AttrName::BroadcastDimensions, places);
      const Local operand = run(operands[0], operand_order);
      return draft_.like(value, shape, std::vector{operand}, std::move(attrs));
    }
    const bool elementwise =
        (op_def(op).traits.elementwise || op == OpKind::BitcastConvert) && std::ranges::all_of(operands, [&](Local o) {
          return draft_.shape(o).is_array() && draft_.shape(o).dims == draft_.shape(value).dims;
        });
    if (elementwise) {
      std::vector<Local> reordered;
      for (Local o : operands) reordered.push_back(run(o, order));
      return draft_.like(value, shape, reordered);
    }
    Attrs attrs;
    attrs.set(AttrName::Permutation, order);
    return draft_.add(OpKind::Transpose, shape, {value}, std::move(attrs));
  }

  Draft& draft_;
  std::map<std::pair<size_t, Order>, Local> done_;
};

}  // namespace

std::optional<Order> long_rows(const Shape& shape) {
  const auto rank = static_cast<int64_t>(shape.dims.size());
  if (rank < 3 || shape.dims.back() >= short_row) return std::nullopt;
  const auto longest = std::ranges::max_element(shape.dims.begin() + 1, shape.dims.end());
  if (*longest < long_row) return std::nullopt;
  Order order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  const auto at = order.begin() + (longest - shape.dims.begin());
  std::rotate(at, at + 1, order.end());
  return order;
}

Order inverse_order(const Order& order) {
  Order out(order.size());
  for (size_t i = 0; i < order.size(); ++i) out[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  return out;
}

Local in_order(Draft& draft, Local value, const Order& order) { return Reorder(draft).run(value, order); }

}  // namespace eutectic::rewrites

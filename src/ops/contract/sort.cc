// sort: always a stable merge sort, whatever is_stable says.
// A comparator of the form compare(f(x), f(y)) over one operand is turned into keys f(x), computed once per
// element and compared natively. Any other comparator runs as a scalar program over many merges in step.
#include "ops/contract/sort.h"

#include <cstring>

#include "ops/access.h"
#include "ops/contract/sort_key.h"

namespace eutectic::contract {

namespace {

// Bottom-up merge sort of order[0, n); `before(a, b)` tells whether element a must stand before b.
template <class Before>
void merge_sort(std::span<int64_t> order, std::vector<int64_t>& scratch, Before before) {
  int64_t n = static_cast<int64_t>(order.size());
  scratch.resize(order.size());
  constexpr int64_t run = 16;
  for (int64_t lo = 0; lo < n; lo += run) {  // insertion sort of short runs
    int64_t hi = std::min(n, lo + run);
    for (int64_t i = lo + 1; i < hi; ++i) {
      int64_t x = order[static_cast<size_t>(i)], j = i;
      for (; j > lo && before(x, order[static_cast<size_t>(j - 1)]); --j)
        order[static_cast<size_t>(j)] = order[static_cast<size_t>(j - 1)];
      order[static_cast<size_t>(j)] = x;
    }
  }
  int64_t* from = order.data();
  int64_t* to = scratch.data();
  for (int64_t width = run; width < n; width *= 2) {
    for (int64_t lo = 0; lo < n; lo += 2 * width) {
      int64_t mid = std::min(n, lo + width), hi = std::min(n, lo + 2 * width), i = lo, j = mid, k = lo;
      while (i < mid && j < hi) to[k++] = before(from[j], from[i]) ? from[j++] : from[i++];
      while (i < mid) to[k++] = from[i++];
      while (j < hi) to[k++] = from[j++];
    }
    std::swap(from, to);
  }
  if (from != order.data()) std::copy(from, from + n, order.data());
}

void sort_by_key(const Literal& keys, const SortKey& key, int64_t rows, int64_t n, std::vector<int64_t>& order) {
  std::vector<int64_t> scratch;
  bool total = key.total_order || !is_float(keys.type());
  auto sort_rows = [&]<class K>(const std::vector<K>& k) {
    for (int64_t r = 0; r < rows; ++r) {
      std::span<int64_t> row(order.data() + r * n, static_cast<size_t>(n));
      if (key.descending)
        merge_sort(row, scratch,
                   [&](int64_t a, int64_t b) { return k[static_cast<size_t>(a)] > k[static_cast<size_t>(b)]; });
      else
        merge_sort(row, scratch,
                   [&](int64_t a, int64_t b) { return k[static_cast<size_t>(a)] < k[static_cast<size_t>(b)]; });
    }
  };
  if (!total) {
    sort_rows(widened<double>(keys));
    return;
  }
  std::vector<int64_t> k(static_cast<size_t>(keys.element_count()));
  dispatch(keys.type(), [&]<class T>() {
    auto data = keys.data<T>();
    for (size_t i = 0; i < k.size(); ++i) k[i] = total_order_key(data[i]);
  });
  sort_rows(k);
}

// One merge of two neighbouring runs: from[i, mid) and from[j, hi) into to[k...].
struct Merge {
  int64_t i, mid, j, hi, k;
};

Status sort_by_body(const OpView& op, const Body& body, const std::vector<Literal>& operands, int64_t rows, int64_t n,
                    std::vector<int64_t>& order) {
  size_t count = operands.size();
  std::vector<size_t> size(count);
  for (size_t p = 0; p < count; ++p) size[p] = static_cast<size_t>(info(operands[p].type()).storage_bytes);
  constexpr size_t block = 2048;
  std::vector<std::vector<std::byte>> buffers(2 * count);
  std::vector<const std::byte*> in(2 * count);
  for (size_t p = 0; p < 2 * count; ++p) {
    buffers[p].resize(block * size[p / 2]);
    in[p] = buffers[p].data();
  }
  std::vector<std::byte> verdict(block);
  std::byte* out[] = {verdict.data()};
  std::vector<int64_t> scratch(order.size());
  std::vector<Merge> merges;
  for (int64_t width = 1; width < n; width *= 2) {
    int64_t* from = order.data();
    int64_t* to = scratch.data();
    auto flush = [&]() -> Status {
      while (!merges.empty()) {
        for (size_t p = 0; p < count; ++p) {
          const std::byte* data = operands[p].bytes();
          std::byte *right = buffers[2 * p].data(), *left = buffers[2 * p + 1].data();
          for (size_t m = 0; m < merges.size(); ++m) {
            std::memcpy(right + m * size[p], data + static_cast<size_t>(from[merges[m].j]) * size[p], size[p]);
            std::memcpy(left + m * size[p], data + static_cast<size_t>(from[merges[m].i]) * size[p], size[p]);
          }
        }
        RETURN_IF_ERROR(body.run(in, out, merges.size()));
        size_t live = 0;
        for (size_t m = 0; m < merges.size(); ++m) {
          Merge& g = merges[m];
          to[g.k++] = verdict[m] != std::byte{0} ? from[g.j++] : from[g.i++];
          if (g.i < g.mid && g.j < g.hi) {
            merges[live++] = g;
            continue;
          }
          while (g.i < g.mid) to[g.k++] = from[g.i++];
          while (g.j < g.hi) to[g.k++] = from[g.j++];
        }
        merges.resize(live);
      }
      return {};
    };
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t lo = r * n; lo < (r + 1) * n; lo += 2 * width) {
        int64_t end = (r + 1) * n, mid = std::min(end, lo + width), hi = std::min(end, lo + 2 * width);
        if (mid == hi)
          std::copy(from + lo, from + hi, to + lo);
        else
          merges.push_back({lo, mid, mid, hi, lo});
        if (merges.size() == block) RETURN_IF_ERROR(flush());
      }
    RETURN_IF_ERROR(flush());
    std::swap(order, scratch);
  }
  (void)op;
  return {};
}

}  // namespace

Result<std::vector<Literal>> sort_together(const OpView& op, std::vector<Literal> operands, int64_t dimension,
                                           CompId comparator, Evaluator& evaluator) {
  int64_t rank = static_cast<int64_t>(operands[0].dims().size());
  std::vector<int64_t> permutation = other_dims(rank, std::span(&dimension, 1));
  permutation.push_back(dimension);
  for (Literal& o : operands) o = transposed(o, permutation);
  int64_t total = operands[0].element_count();
  if (total > 0) {
    std::vector<ElementType> pairs;
    for (const Literal& x : operands) pairs.insert(pairs.end(), 2, x.type());
    const ElementType verdict[] = {ElementType::Pred};
    ASSIGN_OR_RETURN(Body body, Body::make(op, comparator, evaluator, pairs, verdict));
    int64_t n = operands[0].dims().back(), rows = total / n;
    std::vector<int64_t> order(static_cast<size_t>(total));
    std::iota(order.begin(), order.end(), int64_t{0});
    std::optional<SortKey> key = find_sort_key(op.module, comparator, operands);
    if (key) {
      Literal keys = key_values(*key, operands[key->operand]);
      sort_by_key(keys, *key, rows, n, order);
    } else {
      RETURN_IF_ERROR(sort_by_body(op, body, operands, rows, n, order));
    }
    for (Literal& o : operands) {
      Literal moved = Literal::uninitialized(Shape::array(o.type(), o.dims()));
      size_t size = static_cast<size_t>(info(o.type()).storage_bytes);
      std::byte* to = moved.mutable_bytes();
      const std::byte* from = o.bytes();
      for (size_t i = 0; i < order.size(); ++i)
        std::memcpy(to + i * size, from + static_cast<size_t>(order[i]) * size, size);
      o = std::move(moved);
    }
  }
  std::vector<int64_t> inverse(permutation.size());
  for (size_t d = 0; d < permutation.size(); ++d)
    inverse[static_cast<size_t>(permutation[d])] = static_cast<int64_t>(d);
  for (Literal& o : operands) o = transposed(o, inverse);
  return operands;
}

Literal top_k(const Literal& input, int64_t k, bool largest) {
  std::vector<int64_t> dims = input.dims();
  const int64_t n = dims.back(), rows = n == 0 ? 0 : input.element_count() / n;
  dims.back() = k;
  Literal values = Literal::uninitialized(Shape::array(input.type(), dims)),
          indices = Literal::uninitialized(Shape::array(ElementType::S32, dims));
  auto index = indices.mutable_data<int32_t>();
  dispatch(input.type(), [&]<class T>() {
    auto in = input.data<T>();
    auto out = values.mutable_data<T>();
    std::vector<std::pair<int64_t, int32_t>> row(static_cast<size_t>(n));  // ascending pairs come first
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t i = 0; i < n; ++i) {
        int64_t key = total_order_key(in[static_cast<size_t>(r * n + i)]);
        row[static_cast<size_t>(i)] = {largest ? ~key : key, static_cast<int32_t>(i)};
      }
      std::partial_sort(row.begin(), row.begin() + k, row.end());
      for (int64_t i = 0; i < k; ++i) {
        index[static_cast<size_t>(r * k + i)] = row[static_cast<size_t>(i)].second;
        out[static_cast<size_t>(r * k + i)] = in[static_cast<size_t>(r * n + row[static_cast<size_t>(i)].second)];
      }
    }
  });
  return Literal::tuple({std::move(values), std::move(indices)});
}

}  // namespace eutectic::contract

namespace eutectic {
namespace {

using namespace contract;

Result<Shape> sort_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape& first = op.operand_shape(0);
  int64_t dimension = op.attrs().integer(AttrName::SortDimension);
  if (dimension < 0 || dimension >= first.rank())  // (C4)
    return op_error(op, fmt::format("sorts dimension {} of arrays of rank {}", dimension, first.rank()));
  std::vector<Shape> results;
  for (size_t n = 0; n < op.operand_count(); ++n) {
    if (op.operand_shape(n).dims != first.dims)  // (C3)
      return op_error(op, fmt::format("operand {} is {}, but operand 0 is {}", n, to_hlo(op.operand_shape(n), false),
                                      to_hlo(first, false)));
    results.push_back(Shape::array(op.operand_shape(n).type, first.dims));
  }
  ASSIGN_OR_RETURN(CompId comp, single_comp(op, AttrName::ToApply));
  std::vector<Shape> parameters = op.module.parameter_shapes(comp);
  if (parameters.size() != 2 * results.size())  // (C5)
    return op_error(
        op, fmt::format("the comparator must take {} scalars, but takes {}", 2 * results.size(), parameters.size()));
  for (size_t p = 0; p < parameters.size(); ++p)
    if (!same_logical(parameters[p], Shape::scalar(results[p / 2].type)))
      return op_error(op, fmt::format("parameter {} of the comparator is {}, but must be {}", p,
                                      to_hlo(parameters[p], false), to_hlo(Shape::scalar(results[p / 2].type), false)));
  if (!same_logical(op.module.result_shape(comp), Shape::scalar(ElementType::Pred)))
    return op_error(op, fmt::format("the comparator must return pred[], but returns {}",
                                    to_hlo(op.module.result_shape(comp), false)));
  return results.size() == 1 ? results[0] : Shape::tuple(std::move(results));
}

Result<Literal> sort_evaluate(EvalContext& context) {
  const Attrs& attrs = context.op.attrs();
  ASSIGN_OR_RETURN(std::vector<Literal> out,
                   sort_together(context.op, std::move(context.operands), attrs.integer(AttrName::SortDimension),
                                 attrs.comps(AttrName::ToApply)[0], context.evaluator));
  return out.size() == 1 ? std::move(out[0]) : Literal::tuple(std::move(out));
}

Result<Shape> topk_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape& in = op.operand_shape(0);
  int64_t k = op.attrs().integer(AttrName::K);
  if (in.rank() == 0) return op_error(op, "needs an array of rank 1 or more");
  if (is_complex(in.type)) return op_error(op, "complex numbers have no order");
  if (k < 0 || k > in.dims.back())
    return op_error(op, fmt::format("k is {}, but the last dimension has extent {}", k, in.dims.back()));
  std::vector<int64_t> dims = in.dims;
  dims.back() = k;
  return Shape::tuple({Shape::array(in.type, dims), Shape::array(ElementType::S32, dims)});
}

Result<Literal> topk_evaluate(EvalContext& context) {
  const Attrs& attrs = context.op.attrs();
  return top_k(context.operands[0], attrs.integer(AttrName::K), attrs.boolean(AttrName::Largest, true));
}

// Any element of the row, of every operand: the comparator sees them all.
std::optional<AccessMap> row_access(const OpView& op, AccessPair at, size_t dimension) {
  std::vector<IndexExpr> index = all_dims(op.operand_shape(0).dims.size());
  index[dimension] = IndexExpr::range(0);
  return AccessMap::single(result_dims(op, at), std::move(index), {op.operand_shape(0).dims[dimension]});
}
std::optional<AccessMap> sort_access(const OpView& op, AccessPair at) {
  return row_access(op, at, static_cast<size_t>(op.attrs().integer(AttrName::SortDimension)));
}
std::optional<AccessMap> topk_access(const OpView& op, AccessPair at) {
  return row_access(op, at, op.operand_shape(0).dims.size() - 1);
}

}  // namespace

const OpDef op_def_Sort = {
    .kind = OpKind::Sort,
    .min_operands = 1,
    .max_operands = -1,
    .attrs = {{AttrName::SortDimension, true}, {AttrName::IsStable}, {AttrName::ToApply, true}},
    .shape = sort_shape,
    .access = sort_access,
    .evaluate = sort_evaluate,
    .summary = "sorts one or several arrays together along a dimension by a comparator",
};

const OpDef op_def_TopK = {
    .kind = OpKind::TopK,
    .min_operands = 1,
    .max_operands = 1,
    .attrs = {{AttrName::K, true}, {AttrName::Largest}},
    .shape = topk_shape,
    .access = topk_access,
    .evaluate = topk_evaluate,
    .types = "psuf",
    .summary = "the k largest or smallest elements of each row and their indices",
};

}  // namespace eutectic

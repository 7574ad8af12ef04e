#include "ops/access_programs_test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "ops/op_def.h"

namespace eutectic {

std::vector<int64_t> AccessRandom::dims(int64_t rank, int64_t low, int64_t high) {
  std::vector<int64_t> out;
  for (int64_t i = 0; i < rank; ++i) out.push_back(pick(low, high));
  return out;
}

std::vector<int64_t> AccessRandom::permutation(int64_t rank) {
  std::vector<int64_t> out(static_cast<size_t>(rank));
  std::iota(out.begin(), out.end(), 0);
  std::shuffle(out.begin(), out.end(), random_);
  return out;
}

std::string AccessProgram::text() const {
  std::string out =
      "HloModule m\n"
      "add { x = s32[] parameter(0) y = s32[] parameter(1) ROOT r = s32[] add(x, y) }\n"
      "ge { x = s32[] parameter(0) y = s32[] parameter(1) ROOT r = pred[] compare(x, y), direction=GE }\n"
      "less { x = s32[] parameter(0) y = s32[] parameter(1) ROOT r = pred[] compare(x, y), direction=LT }\n"
      "less2 { x = s32[] parameter(0) y = s32[] parameter(1) a = s32[] parameter(2) b = s32[] parameter(3)\n"
      "  ROOT r = pred[] compare(x, y), direction=LT }\n"
      "crossed { x = s32[] parameter(0) y = s32[] parameter(1) a = s32[] parameter(2) b = s32[] parameter(3)\n"
      "  s = s32[] add(x, b) t = s32[] add(y, a) ROOT r = (s32[], s32[]) tuple(s, t) }\n"
      "ENTRY main {\n";
  std::string operands;
  for (size_t i = 0; i < arguments.size(); ++i) {
    out += fmt::format("  p{0} = {1} parameter({0})\n", i, arguments[i].shape);
    operands += fmt::format("{}p{}", i ? ", " : "", i);
  }
  return out + fmt::format("  ROOT r = {} {}({}){}{}\n}}\n", stated, op, operands, attrs.empty() ? "" : ", ", attrs);
}

namespace {

using Values = AccessValues;
using Random = AccessRandom;
using Program = AccessProgram;

std::string shape(std::string_view type, const Dims& dims) { return fmt::format("{}[{}]", type, fmt::join(dims, ",")); }
std::string s32(const Dims& dims) { return shape("s32", dims); }
std::string f32(const Dims& dims) { return shape("f32", dims); }
std::string list(std::string_view name, const Dims& dims) {
  return fmt::format("{}={{{}}}", name, fmt::join(dims, ","));
}

// Any element-wise op: its operands' types by its letters.
Program elementwise(OpKind op, Random& r) {
  const OpDef& def = op_def(op);
  std::string_view letters = def.types.empty() ? "sf" : def.types;
  if (op == OpKind::Imag) letters = "c";  // of real numbers it is 0
  const char letter = letters[static_cast<size_t>(r.pick(0, static_cast<int64_t>(letters.size()) - 1))];
  const std::string type = letter == 'p'   ? "pred"
                           : letter == 's' ? "s32"
                           : letter == 'u' ? "u8"
                           : letter == 'c' ? "c64"
                                           : "f32";
  const Dims dims = r.dims(r.pick(0, 3));
  Program p{.stated = shape(type, dims)};
  for (int i = 0; i < def.min_operands; ++i) p.arguments.push_back({shape(type, dims), Values::Wild});
  auto scalar_sometimes = [&] { return r.pick(0, 1) ? dims : Dims{}; };
  switch (op) {
    case OpKind::Compare:
      p.attrs = letter == 'c' ? "direction=EQ" : "direction=LT";
      p.arguments[0].exact = p.arguments[1].exact = letter != 'c';
      break;
    case OpKind::Select:
      p.arguments = {{shape("pred", scalar_sometimes())}, {f32(dims)}, {f32(dims)}};
      break;
    case OpKind::Clamp:
      p.arguments = {{s32(scalar_sometimes())}, {s32(dims)}, {s32(scalar_sometimes())}};
      break;
    case OpKind::Complex:
      p.arguments = {{f32(dims)}, {f32(dims)}};
      break;
    case OpKind::Convert:
      p.stated = shape("f64", dims);
      break;
    case OpKind::Polygamma:  // NaN for most orders
      p.arguments[0].exact = p.arguments[1].exact = false;
      break;
    case OpKind::ReducePrecision:
      p.attrs = "exponent_bits=5, mantissa_bits=4";
      break;
    case OpKind::StochasticConvert:
      p.arguments = {{f32(dims)}, {shape("u32", dims)}};
      p.stated = shape("s32", dims);
      break;
    default:
      break;
  }
  return p;
}

Program bitcast_convert(Random& r) {
  Dims dims = r.dims(r.pick(0, 2)), split = dims;
  split.push_back(4);
  const int form = static_cast<int>(r.pick(0, 2));
  const std::string from = form == 0 ? f32(dims) : form == 1 ? shape("u8", split) : shape("u32", dims);
  return {.arguments = {{from, Values::Wild}},
          .stated = form == 0   ? s32(dims)
                    : form == 1 ? f32(dims)
                                : shape("u8", split)};
}

Program reshape(Random& r) {
  const Dims x = r.dims(r.pick(0, 3));
  int64_t rest = 1;
  for (int64_t n : x) rest *= n;
  Dims to;
  for (int64_t n : {2, 3}) {
    if (rest % n) continue;
    to.push_back(n);
    rest /= n;
  }
  to.push_back(rest);
  std::reverse(to.begin(), to.begin() + r.pick(0, static_cast<int64_t>(to.size())));
  return {.arguments = {{s32(x)}}, .stated = s32(to)};
}

Program bitcast(Random& r) {
  Program p = reshape(r);
  auto with_layout = [&](std::string& s) {
    const int64_t rank = s.contains("[]") ? 0 : std::ranges::count(s, ',') + 1;
    if (rank > 0) s += fmt::format("{{{}}}", fmt::join(r.permutation(rank), ","));
  };
  with_layout(p.arguments[0].shape);
  with_layout(p.stated);
  return p;
}

Program broadcast(Random& r) {
  const Dims out = r.dims(r.pick(0, 3));
  Dims dims, in;
  for (int64_t d : r.permutation(static_cast<int64_t>(out.size())))
    if (r.pick(0, 1)) dims.push_back(d);
  for (int64_t d : dims) in.push_back(out[static_cast<size_t>(d)]);
  return {.arguments = {{s32(in)}}, .attrs = list("dimensions", dims), .stated = s32(out)};
}

Program some_dimensions(Random& r, bool all, std::string_view type = "s32") {
  const int64_t rank = r.pick(1, 3);
  Dims dims = r.permutation(rank);
  if (!all) dims.resize(static_cast<size_t>(r.pick(0, rank)));
  return {.arguments = {{shape(type, r.dims(rank))}}, .attrs = list("dimensions", dims)};
}

Program slice(Random& r) {
  const Dims x = r.dims(r.pick(1, 3), 1, 4);
  std::string parts;
  for (int64_t n : x) {
    const int64_t start = r.pick(0, n - 1);
    parts += fmt::format("{}[{}:{}:{}]", parts.empty() ? "" : ", ", start, r.pick(start + 1, n), r.pick(1, 2));
  }
  return {.arguments = {{s32(x)}}, .attrs = fmt::format("slice={{{}}}", parts)};
}

Program dynamic(Random& r, bool update) {
  const Dims x = r.dims(r.pick(0, 2), 1, 4);
  Dims sizes;
  for (int64_t n : x) sizes.push_back(r.pick(1, n));
  Program p{.arguments = {{s32(x)}}};
  if (update) p.arguments.push_back({s32(sizes)});
  if (!update) p.attrs = list("dynamic_slice_sizes", sizes);
  // Where the box is the whole array, its place does not matter.
  for (size_t d = 0; d < x.size(); ++d) p.arguments.push_back({"s32[]", Values::Index, false});
  return p;
}

Program concatenate(Random& r) {
  const int64_t rank = r.pick(1, 3), d = r.pick(0, rank - 1);
  Dims dims = r.dims(rank);
  Program p{.attrs = list("dimensions", {d})};
  for (int64_t n = r.pick(1, 3); n-- > 0;) {
    dims[static_cast<size_t>(d)] = r.pick(0, 3);
    p.arguments.push_back({s32(dims)});
  }
  return p;
}

Program pad(Random& r) {
  const Dims x = r.dims(r.pick(1, 2));
  std::string padding;
  for (int64_t n : x) {
    const int64_t low = r.pick(-1, 2), high = r.pick(-1, 2), interior = r.pick(0, 2);
    const bool fits = low + high + (n - 1) * interior + n >= 0;
    padding += fmt::format("{}{}_{}_{}", padding.empty() ? "" : "x", fits ? low : 0, fits ? high : 0, interior);
  }
  return {.arguments = {{s32(x)}, {"s32[]"}}, .attrs = "padding=" + padding};
}

// Dimensions of an array that are each batching, collapsed or in the window, and an index array for them.
Program gather_or_scatter(Random& r, bool scatter) {
  const int64_t rank = r.pick(1, 2);
  const Dims x = r.dims(rank);
  Dims collapsed, batching, batching_in_indices, map, sizes, window, batch = r.dims(r.pick(0, 1), 1, 2);
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t n = x[static_cast<size_t>(d)], kind = r.pick(0, 3);
    sizes.push_back(kind < 2 ? 1 : r.pick(1, n));
    if (kind == 0) {
      batching.push_back(d);
      batching_in_indices.push_back(static_cast<int64_t>(batch.size()));
      batch.push_back(n);
    } else if (kind == 1) {
      collapsed.push_back(d);
    } else {
      window.push_back(sizes.back());
    }
    if (kind != 0 && r.pick(0, 2)) map.push_back(d);
  }
  if (r.pick(0, 1)) std::ranges::reverse(map);
  Dims indices = batch;
  int64_t vector_dim = r.pick(0, static_cast<int64_t>(batch.size()));
  if (map.size() == 1 && r.pick(0, 1)) {
    vector_dim = static_cast<int64_t>(indices.size());
  } else {
    indices.insert(indices.begin() + vector_dim, static_cast<int64_t>(map.size()));
    for (int64_t& d : batching_in_indices) d += d >= vector_dim;
  }
  const int64_t out_rank = static_cast<int64_t>(batch.size() + window.size());
  Dims offset = r.permutation(out_rank);
  offset.resize(window.size());
  std::ranges::sort(offset);
  Dims windows;
  size_t b = 0, w = 0;
  for (int64_t d = 0; d < out_rank; ++d)
    windows.push_back(std::ranges::find(offset, d) != offset.end() ? window[w++] : batch[b++]);
  Program p{.arguments = {{s32(x)}, {s32(indices), Values::Index, false}}};
  const auto names = scatter ? std::array{"update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims",
                                          "input_batching_dims", "scatter_indices_batching_dims"}
                             : std::array{"offset_dims", "collapsed_slice_dims", "start_index_map",
                                          "operand_batching_dims", "start_indices_batching_dims"};
  p.attrs = fmt::format("{}, {}, {}, {}, {}, index_vector_dim={}", list(names[0], offset), list(names[1], collapsed),
                        list(names[2], map), list(names[3], batching), list(names[4], batching_in_indices), vector_dim);
  if (!scatter) {
    p.attrs += ", " + list("slice_sizes", sizes);
    p.stated = s32(windows);
    return p;
  }
  if (r.pick(0, 2)) {
    p.arguments.push_back({s32(windows)});
    p.attrs += ", to_apply=add";
  } else {  // two inputs, each combined with the other's update
    p.arguments.insert(p.arguments.begin(), {s32(x)});
    for (size_t i : {0, 1}) p.arguments[i].exact = false;
    p.arguments.insert(p.arguments.end(), 2, {s32(windows), Values::Small, false});
    p.attrs += ", to_apply=crossed";
  }
  return p;
}

Program tuple(Random& r) {
  const std::string a = s32(r.dims(1)), b = f32(r.dims(2));
  return {.arguments = {{a}, {fmt::format("({}, {})", a, b)}, {b}}};
}

Program of_tuple(Random& r, std::string attrs = {}) {
  const std::string a = s32(r.dims(1)), b = f32(r.dims(2));
  return {.arguments = {{fmt::format("({}, ({}, {}), {})", a, b, a, b)}}, .attrs = std::move(attrs)};
}

Program copy_done(Random& r) {
  const std::string a = s32(r.dims(1));
  return {.arguments = {{fmt::format("({}, {}, u32[])", a, a)}}};
}

Program copy_start(Random& r) {
  const std::string a = s32(r.dims(1));
  return {.arguments = {{a}}, .stated = fmt::format("({}, {}, u32[])", a, a)};
}

Program map(Random& r) {
  const Dims x = r.dims(2);
  return {.arguments = {{s32(x)}, {s32(x)}}, .attrs = "dimensions={0,1}, to_apply=add"};
}

Program reduce(Random& r) {
  Program p = some_dimensions(r, false);
  if (r.pick(0, 2)) {
    p.arguments.push_back({"s32[]"});
    p.attrs += ", to_apply=add";
  } else {  // every result sees only the other input
    p.arguments[0].exact = false;
    p.arguments.insert(p.arguments.end(),
                       {p.arguments[0], {"s32[]", Values::Small, false}, {"s32[]", Values::Small, false}});
    p.attrs += ", to_apply=crossed";
  }
  return p;
}

// Extents of the positions where the window fits come back in `out`.
std::string window(Random& r, const Dims& x, Dims& out, bool dilated) {
  std::string sizes, strides, pads, lhs, rhs;
  for (int64_t n : x) {
    const int64_t size = r.pick(1, 3), stride = r.pick(1, 2), low = r.pick(0, 2),
                  base_dilation = dilated ? r.pick(1, 2) : 1, dilation = dilated ? r.pick(1, 2) : 1;
    const int64_t spread = (size - 1) * dilation + 1, base = (n - 1) * base_dilation + 1;
    const int64_t high = std::max(r.pick(-1, 2), spread - base - low);
    out.push_back((low + base + high - spread) / stride + 1);
    const std::string_view x_sign = sizes.empty() ? "" : "x";
    sizes += fmt::format("{}{}", x_sign, size);
    strides += fmt::format("{}{}", x_sign, stride);
    pads += fmt::format("{}{}_{}", x_sign, low, high);
    lhs += fmt::format("{}{}", x_sign, base_dilation);
    rhs += fmt::format("{}{}", x_sign, dilation);
  }
  return fmt::format("window={{size={} stride={} pad={} lhs_dilate={} rhs_dilate={}}}", sizes, strides, pads, lhs, rhs);
}

Program reduce_window(Random& r) {
  const Dims x = r.dims(r.pick(1, 2));
  Dims out;
  return {.arguments = {{s32(x)}, {"s32[]"}}, .attrs = window(r, x, out, true) + ", to_apply=add"};
}

Program select_and_scatter(Random& r) {
  const Dims x = r.dims(r.pick(1, 2));
  Dims out;
  const std::string attrs = window(r, x, out, true) + ", select=ge, scatter=add";
  return {.arguments = {{s32(x), Values::Small, false}, {s32(out)}, {"s32[]"}}, .attrs = attrs};
}

Program dot(Random& r) {
  const int64_t b = r.pick(1, 2), m = r.pick(1, 3), k = r.pick(1, 3), n = r.pick(1, 2);
  Program p{.stated = "s32[]"};
  switch (r.pick(0, 2)) {
    case 0:
      p.arguments = {{s32({m, k}), Values::Positive}, {s32({k, n}), Values::Positive}};
      p.attrs = "lhs_contracting_dims={1}, rhs_contracting_dims={0}";
      break;
    case 1:
      p.arguments = {{s32({k, b, m}), Values::Positive}, {s32({b, n, k}), Values::Positive}};
      p.attrs = "lhs_batch_dims={1}, lhs_contracting_dims={0}, rhs_batch_dims={0}, rhs_contracting_dims={2}";
      break;
    default:
      p.arguments = {{s32({k, m, b}), Values::Positive}, {s32({b, n, k}), Values::Positive}};
      p.attrs = "lhs_contracting_dims={0,2}, rhs_contracting_dims={2,0}";
  }
  return p;
}

Program convolution(Random& r) {
  const int64_t form = r.pick(0, 2), groups = form == 0 ? 1 : 2, in = r.pick(1, 2), out = groups * r.pick(1, 2);
  const int64_t features = form == 1 ? in * groups : in, batch = form == 2 ? 2 : r.pick(1, 2);
  const Dims spatial = r.dims(1, 2, 4);
  Dims positions;
  std::string attrs = window(r, spatial, positions, true);
  const int64_t size = attrs[attrs.find("size=") + 5] - '0';
  if (r.pick(0, 1)) attrs.insert(attrs.size() - 1, " rhs_reversal=1");
  attrs += ", dim_labels=b0f_0io->f0b";
  if (form > 0) attrs += fmt::format(", {}_group_count=2", form == 1 ? "feature" : "batch");
  return {
      .arguments = {{s32({batch, spatial[0], features}), Values::Positive}, {s32({size, in, out}), Values::Positive}},
      .attrs = attrs,
      .stated = "s32[]"};
}

Program fft(Random& r) {
  const Dims x = r.dims(2, 2, 4);
  const std::string_view type = r.one_of({"FFT", "IFFT", "RFFT", "IRFFT"});
  Dims length = x;
  if (r.pick(0, 1)) length.erase(length.begin());
  if (type == "IRFFT") length.back() = 2 * (length.back() - 1) + r.pick(0, 1);
  return {.arguments = {{shape(type == "RFFT" ? "f32" : "c64", x), Values::Small, type[0] != 'I'}},
          .attrs = fmt::format("fft_type={}, {}", type, list("fft_length", length))};
}

Dims matrices(Random& r, int64_t rows, int64_t columns) {
  Dims out = r.dims(r.pick(0, 1), 1, 2);
  out.insert(out.end(), {rows, columns});
  return out;
}

Program cholesky(Random& r) {
  const int64_t n = r.pick(1, 3);
  return {.arguments = {{f32(matrices(r, n, n)), Values::Matrix, false}},
          .attrs = fmt::format("lower={}", r.pick(0, 1) == 1)};
}

Program triangular_solve(Random& r) {
  const int64_t n = r.pick(1, 3), m = r.pick(1, 3);
  const bool left = r.pick(0, 1);
  const Dims a = matrices(r, n, n);
  Dims b = a;
  b[b.size() - (left ? 1 : 2)] = m;
  return {.arguments = {{f32(a), Values::Matrix, false}, {f32(b), Values::Positive, false}},
          .attrs = fmt::format("left_side={}, lower={}, unit_diagonal={}, transpose_a={}", left, r.pick(0, 1) == 1,
                               r.pick(0, 1) == 1, r.one_of({"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}))};
}

Program batch_norm(OpKind op, Random& r) {
  const int64_t rank = r.pick(1, 3), feature = r.pick(0, rank - 1);
  const Dims x = r.dims(rank, 2, 3);
  const std::string vector = f32({x[static_cast<size_t>(feature)]});
  // Alone in its feature, an element is always its mean.
  const bool exact = rank > 1;
  Program p{.arguments = {{f32(x), Values::Positive, exact}},
            .attrs = fmt::format("epsilon=0.5, feature_index={}", feature)};
  p.arguments.insert(p.arguments.end(), 2, {vector, Values::Positive, exact});
  if (op != OpKind::BatchNormTraining) p.arguments.push_back({vector, Values::Positive, exact});
  if (op == OpKind::BatchNormInference) p.arguments.push_back({vector, Values::Positive, exact});
  if (op == OpKind::BatchNormGrad) p.arguments.push_back({f32(x), Values::Positive, exact});
  return p;
}

Program sort(Random& r) {
  const Dims x = r.dims(r.pick(1, 2));
  const std::string attrs = list("dimensions", {r.pick(0, static_cast<int64_t>(x.size()) - 1)});
  if (r.pick(0, 1)) return {.arguments = {{s32(x)}}, .attrs = attrs + ", to_apply=less"};
  return {.arguments = {{s32(x), Values::Small, false}, {s32(x), Values::Small, false}},
          .attrs = attrs + ", to_apply=less2"};
}

Program topk(Random& r) {
  const Dims x = r.dims(r.pick(1, 2), 1, 4);
  // In a row of one, the index is always 0.
  return {.arguments = {{s32(x), Values::Small, x.back() > 1}},
          .attrs = fmt::format("k={}, largest={}", r.pick(1, x.back()), r.pick(0, 1) == 1)};
}

}  // namespace

AccessProgram access_program(OpKind op, AccessRandom& r) {
  auto make = [&]() -> Program {
    if (op != OpKind::BitcastConvert && op <= OpKind::Zeta) return elementwise(op, r);
    switch (op) {
      case OpKind::BitcastConvert:
        return bitcast_convert(r);
      case OpKind::Bitcast:
        return bitcast(r);
      case OpKind::Broadcast:
        return broadcast(r);
      case OpKind::Concatenate:
        return concatenate(r);
      case OpKind::Copy:
        return {.arguments = {{s32(r.dims(2))}}};
      case OpKind::OptimizationBarrier:
      case OpKind::AsyncUpdate:
      case OpKind::AsyncDone:
        return of_tuple(r);
      case OpKind::CopyDone:
        return copy_done(r);
      case OpKind::CopyStart:
        return copy_start(r);
      case OpKind::DynamicSlice:
      case OpKind::DynamicUpdateSlice:
        return dynamic(r, op == OpKind::DynamicUpdateSlice);
      case OpKind::Gather:
      case OpKind::Scatter:
        return gather_or_scatter(r, op == OpKind::Scatter);
      case OpKind::GetDimensionSize:
        return {.arguments = {{f32(r.dims(2))}}, .attrs = "dimensions={1}"};
      case OpKind::GetTupleElement:
        return of_tuple(r, fmt::format("index={}", r.pick(0, 2)));
      case OpKind::Pad:
        return pad(r);
      case OpKind::Reshape:
        return reshape(r);
      case OpKind::Reverse:
        return some_dimensions(r, false);
      case OpKind::Slice:
        return slice(r);
      case OpKind::Transpose:
        return some_dimensions(r, true);
      case OpKind::Tuple:
        return tuple(r);
      case OpKind::AddDependency:
        return {.arguments = {{s32(r.dims(2))}, {"token[]"}}};
      case OpKind::Map:
        return map(r);
      case OpKind::BatchNormGrad:
      case OpKind::BatchNormInference:
      case OpKind::BatchNormTraining:
        return batch_norm(op, r);
      case OpKind::Cholesky:
        return cholesky(r);
      case OpKind::Convolution:
        return convolution(r);
      case OpKind::Dot:
        return dot(r);
      case OpKind::Fft:
        return fft(r);
      case OpKind::Reduce:
        return reduce(r);
      case OpKind::ReduceWindow:
        return reduce_window(r);
      case OpKind::Rng:
        return {.arguments = {{"f32[]"}, {"f32[]"}},
                .attrs = r.one_of({"distribution=rng_uniform", "distribution=rng_normal"}),
                .stated = f32(r.dims(2))};
      case OpKind::RngBitGenerator:
        return {.arguments = {{"u64[2]", Values::Small, false}},
                .attrs = r.one_of({"algorithm=rng_default", "algorithm=rng_three_fry"}),
                .stated = fmt::format("(u64[2], {})", shape("u32", r.dims(2)))};
      case OpKind::SelectAndScatter:
        return select_and_scatter(r);
      case OpKind::Sort:
        return sort(r);
      case OpKind::TopK:
        return topk(r);
      case OpKind::TriangularSolve:
        return triangular_solve(r);
      default:
        return {};
    }
  };
  Program p = make();
  p.op = hlo_name(op);
  return p;
}

}  // namespace eutectic

#include "passes/rewrites/random_stack_test.h"

#include "passes/rewrites/random_test.h"

namespace eutectic::rewrites {
namespace {

class Generator {
 public:
  explicit Generator(uint64_t seed) : r_(seed) {}

  std::string make() {
    parts_ = r_.pick<int64_t>({2, 3, 4});
    const int64_t lanes = r_.pick<int64_t>({1, 3, 5});
    lane_ = r_.chance(30) ? Dims{2, lanes} : Dims{lanes};
    d_ = static_cast<size_t>(r_.below(static_cast<int64_t>(lane_.size()) + 1));
    array_ = lane_;
    array_.insert(array_.begin() + static_cast<std::ptrdiff_t>(d_), parts_);
    trips_ = r_.pick<int64_t>({0, 1, 2, 3, 5, 7, 12, 27});
    backward_ = r_.chance(40);
    text_ =
        "HloModule m\nadd { a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] add(a, b) }\n"
        "max { a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] maximum(a, b) }\n"
        "set { a = s32[] parameter(0) ROOT b = s32[] parameter(1) }\n";
    const bool nested = r_.chance(35);
    if (nested) loop("inner", r_.pick<int64_t>({1, 2, 3}), false, false);
    loop("outer", trips_, nested, true);
    text_ += "ENTRY main {\n";
    const std::string a = shape(array_), l = shape(lane_), rows = shape(stacked());
    text_ += fmt::format(
        " s = {} parameter(0)\n t = {} parameter(1)\n xs = {} parameter(2)\n key = u32[2] parameter(3)\n"
        " zero = s32[] constant({})\n z = s32[] constant(0)\n ys = {} broadcast(z), dimensions={{}}\n"
        " init = {} tuple(zero, s, t, ys, xs, key)\n"
        " loop = {} while(init), condition=outer_condition, body=outer_body\n",
        a, l, rows, start(trips_), rows, state(), state());
    text_ += fmt::format(
        " r1 = {} get-tuple-element(loop), index=1\n r2 = {} get-tuple-element(loop), index=2\n"
        " r3 = {} get-tuple-element(loop), index=3\n r5 = u32[2] get-tuple-element(loop), index=5\n"
        " ROOT out = ({}, {}, {}, u32[2]) tuple(r1, r2, r3, r5)\n}}\n",
        a, l, rows, a, l, rows);
    return text_;
  }

 private:
  Dims stacked() const {
    Dims out = lane_;
    out.insert(out.begin(), std::max<int64_t>(trips_, 1));
    return out;
  }
  std::string state() const {
    return fmt::format("(s32[], {}, {}, {}, {}, u32[2])", shape(array_), shape(lane_), shape(stacked()),
                       shape(stacked()));
  }
  int64_t start(int64_t trips) const { return backward_ ? trips - 1 : 0; }

  std::string emit(const std::string& type, const std::string& what) {
    const std::string name = fmt::format("v{}", next_++);
    text_ += fmt::format(" {} = {} {}\n", name, type, what);
    return name;
  }
  std::string number(int64_t value) { return emit("s32[]", fmt::format("constant({})", value)); }
  std::string splat(int64_t value, const Dims& dims) {
    return emit(shape(dims), fmt::format("broadcast({}), dimensions={{}}", number(value)));
  }
  Dims with_one() const {
    Dims out = array_;
    out[d_] = 1;
    return out;
  }
  std::string sliced(const std::string& v, const Dims& dims, size_t d, int64_t from, int64_t to) {
    Dims out = dims;
    out[d] = to - from;
    std::string bounds;
    for (size_t k = 0; k < dims.size(); ++k)
      bounds += fmt::format("{}[{}:{}]", k ? ", " : "", k == d ? from : 0, k == d ? to : dims[k]);
    return emit(shape(out), fmt::format("slice({}), slice={{{}}}", v, bounds));
  }
  std::string lane_of(const std::string& v) { return emit(shape(lane_), fmt::format("reshape({})", v)); }
  std::string zeros_at(const std::string& place) {
    std::string out;
    for (size_t k = 0; k < array_.size(); ++k) out += ", " + (k == d_ ? place : number(0));
    return out;
  }

  // One part of an array.
  std::string part(const std::string& array) {
    const int64_t k = r_.below(parts_);
    switch (r_.below(3)) {
      case 0: {
        Dims sizes = with_one();
        return lane_of(emit(shape(sizes), fmt::format("dynamic-slice({}{}), dynamic_slice_sizes={{{}}}", array,
                                                      zeros_at(number(k)), fmt::join(sizes, ","))));
      }
      case 1: {
        Dims order{static_cast<int64_t>(d_)}, moved{parts_};
        for (size_t i = 0; i < array_.size(); ++i)
          if (i != d_) order.push_back(static_cast<int64_t>(i)), moved.push_back(array_[i]);
        const std::string t =
            emit(shape(moved), fmt::format("transpose({}), dimensions={{{}}}", array, fmt::join(order, ",")));
        return lane_of(sliced(t, moved, 0, k, k + 1));
      }
      default:
        return lane_of(sliced(array, array_, d_, k, k + 1));
    }
  }
  std::string reduced(const std::string& array) {
    return emit(shape(lane_), fmt::format("reduce({}, {}), dimensions={{{}}}, to_apply={}", array, number(0), d_,
                                          r_.chance(50) ? "add" : "max"));
  }
  std::string lane_op(const std::string& a, const std::string& b) {
    const std::string l = shape(lane_);
    switch (r_.below(7)) {
      case 0:
        return emit(l, fmt::format("subtract({}, {})", a, b));
      case 1:
        return emit(l, fmt::format("multiply({}, {})", a, splat(r_.below(7) - 3, lane_)));
      case 2:
        return emit(l, fmt::format("xor({}, {})", a, b));
      case 3: {
        const std::string p = emit(shape(lane_, "pred"), fmt::format("compare({}, {}), direction=LT", a, b));
        return emit(l, fmt::format("select({}, {}, {})", p, b, splat(r_.below(9), lane_)));
      }
      case 4:
        return emit(l, fmt::format("maximum({}, {})", a, b));
      default:
        return emit(l, fmt::format("add({}, {})", a, b));
    }
  }

  // An array of parts, or of another one.
  std::string joined(const std::vector<std::string>& lanes, const std::vector<std::string>& arrays) {
    const std::string a = shape(array_);
    switch (r_.below(6)) {
      case 0: {  // one part of an array is replaced
        const std::string one = emit(shape(with_one()), fmt::format("reshape({})", r_.pick(lanes)));
        return emit(
            a, fmt::format("dynamic-update-slice({}, {}{})", r_.pick(arrays), one, zeros_at(number(r_.below(parts_)))));
      }
      case 1: {  // stacked in front, then moved
        std::string list;
        Dims front = lane_, order;
        front.insert(front.begin(), 1);
        for (int64_t k = 0; k < parts_; ++k)
          list += (k ? ", " : "") + emit(shape(front), fmt::format("reshape({})", r_.pick(lanes)));
        front[0] = parts_;
        const std::string c = emit(shape(front), fmt::format("concatenate({}), dimensions={{0}}", list));
        for (size_t k = 0; k < array_.size(); ++k)
          order.push_back(k == d_ ? 0 : static_cast<int64_t>(k < d_ ? k + 1 : k));
        return emit(a, fmt::format("transpose({}), dimensions={{{}}}", c, fmt::join(order, ",")));
      }
      case 2: {  // padded and added
        const int64_t k = r_.below(parts_);
        const std::string one = emit(shape(with_one()), fmt::format("reshape({})", r_.pick(lanes)));
        std::string padding;
        for (size_t i = 0; i < array_.size(); ++i)
          padding += fmt::format("{}{}_{}", i ? "x" : "", i == d_ ? k : 0, i == d_ ? parts_ - 1 - k : 0);
        const std::string p = emit(a, fmt::format("pad({}, {}), padding={}", one, number(r_.below(3)), padding));
        return emit(a, fmt::format("add({}, {})", p, r_.pick(arrays)));
      }
      case 3: {  // x.at[..., k].set(v)
        if (d_ + 1 != array_.size()) return joined(lanes, arrays);
        Dims window;
        for (size_t i = 0; i < lane_.size(); ++i) window.push_back(static_cast<int64_t>(i));
        const std::string index = emit("s32[1]", fmt::format("constant({{{}}})", r_.below(parts_)));
        return emit(a, fmt::format("scatter({}, {}, {}), update_window_dims={{{}}}, inserted_window_dims={{{}}}, "
                                   "scatter_dims_to_operand_dims={{{}}}, index_vector_dim=0, to_apply=set",
                                   r_.pick(arrays), index, r_.pick(lanes), fmt::join(window, ","), d_, d_));
      }
      default: {
        std::string list;
        for (int64_t k = 0; k < parts_; ++k)
          list += (k ? ", " : "") + emit(shape(with_one()), fmt::format("reshape({})", r_.pick(lanes)));
        return emit(a, fmt::format("concatenate({}), dimensions={{{}}}", list, d_));
      }
    }
  }
  std::string array_op(const std::string& x, const std::string& y, const std::string& lane) {
    const std::string a = shape(array_);
    Dims to;
    for (size_t i = 0; i < array_.size(); ++i)
      if (i != d_) to.push_back(static_cast<int64_t>(i));
    switch (r_.below(6)) {
      case 0: {  // a mask per lane
        const std::string p =
            emit(shape(lane_, "pred"), fmt::format("compare({}, {}), direction=GT", lane, splat(0, lane_)));
        const std::string mask =
            emit(shape(array_, "pred"), fmt::format("broadcast({}), dimensions={{{}}}", p, fmt::join(to, ",")));
        return emit(a, fmt::format("select({}, {}, {})", mask, x, y));
      }
      case 1:
        return emit(a, fmt::format("reverse({}), dimensions={{{}}}", x, d_));
      case 2: {  // shifted by one part
        const std::string tail = sliced(x, array_, d_, 1, parts_), head = sliced(y, array_, d_, 0, 1);
        return emit(a, fmt::format("concatenate({}, {}), dimensions={{{}}}", tail, head, d_));
      }
      case 3: {  // through one dimension
        int64_t n = 1;
        for (int64_t e : array_) n *= e;
        const std::string flat = emit(shape({n}), fmt::format("reshape({})", x));
        const std::string sum = emit(shape({n}), fmt::format("add({}, {})", flat, splat(1, {n})));
        return emit(a, fmt::format("reshape({})", sum));
      }
      case 4:
        return emit(a, fmt::format("subtract({}, {})", x,
                                   emit(a, fmt::format("broadcast({}), dimensions={{{}}}", lane, fmt::join(to, ",")))));
      default:
        return emit(a, fmt::format("add({}, {})", x, y));
    }
  }

  // A row of a stacked array, at the counter.
  std::string at_counter(const std::string& i) {
    std::string out = ", " + i;
    for (size_t k = 0; k < lane_.size(); ++k) out += ", " + number(0);
    return out;
  }

  void loop(const std::string& name, int64_t trips, bool nested, bool streams) {
    text_ += fmt::format(
        "{}_condition {{\n p = {} parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
        " n = s32[] constant({})\n ROOT c = pred[] compare(i, n), direction={}\n}}\n",
        name, state(), backward_ ? 0 : trips, backward_ ? "GE" : "LT");
    text_ += fmt::format("{}_body {{\n p = {} parameter(0)\n", name, state());
    const std::string a = shape(array_), l = shape(lane_), rows = shape(stacked());
    const std::string i = emit("s32[]", "get-tuple-element(p), index=0"), s = emit(a, "get-tuple-element(p), index=1"),
                      t = emit(l, "get-tuple-element(p), index=2"), ys = emit(rows, "get-tuple-element(p), index=3"),
                      xs = emit(rows, "get-tuple-element(p), index=4"),
                      key = emit("u32[2]", "get-tuple-element(p), index=5");
    std::vector<std::string> arrays{s}, lanes{t};
    for (int64_t k = 0; k < parts_; ++k) lanes.push_back(part(s));
    Dims row = lane_;
    row.insert(row.begin(), 1);
    if (streams)
      lanes.push_back(lane_of(emit(shape(row), fmt::format("dynamic-slice({}{}), dynamic_slice_sizes={{{}}}", xs,
                                                           at_counter(i), fmt::join(row, ",")))));
    std::string next_key = key;
    if (streams && r_.chance(60)) next_key = draw(key, lanes);
    const int64_t count = 3 + r_.below(10);
    for (int64_t n = 0; n < count; ++n) {
      switch (r_.below(6)) {
        case 0:
          arrays.push_back(joined(lanes, arrays));
          break;
        case 1:
          arrays.push_back(array_op(r_.pick(arrays), r_.pick(arrays), r_.pick(lanes)));
          break;
        case 2:
          lanes.push_back(part(arrays.back()));
          break;
        case 3:
          lanes.push_back(r_.chance(40) ? reduced(arrays.back()) : part(r_.pick(arrays)));
          break;
        default:
          lanes.push_back(lane_op(r_.pick(lanes), r_.pick(lanes)));
      }
    }
    if (nested) {
      const std::string init = emit(state(), fmt::format("tuple({}, {}, {}, {}, {}, {})", number(backward_ ? 1 : 0),
                                                         arrays.back(), lanes.back(), ys, xs, key));
      const std::string inner =
          emit(state(), fmt::format("while({}), condition=inner_condition, body=inner_body", init));
      arrays.push_back(emit(a, fmt::format("get-tuple-element({}), index=1", inner)));
      lanes.push_back(emit(l, fmt::format("get-tuple-element({}), index=2", inner)));
    }
    if (!r_.chance(25)) arrays.push_back(joined(lanes, arrays));
    std::string out = ys;
    if (streams) {
      const std::string value = emit(shape(row), fmt::format("reshape({})", lanes.back()));
      out = emit(rows, fmt::format("dynamic-update-slice({}, {}{})", ys, value, at_counter(i)));
    }
    const std::string next = emit("s32[]", fmt::format("add({}, {})", i, number(backward_ ? -1 : 1)));
    text_ += fmt::format(" ROOT out = {} tuple({}, {}, {}, {}, {}, {})\n}}\n", state(), next, arrays.back(),
                         r_.pick(lanes), out, xs, next_key);
  }

  // The next key and random lanes, as JAX draws them on GPUs.
  std::string draw(const std::string& key, std::vector<std::string>& lanes) {
    std::vector<std::string> words;
    for (int k = 0; k < 2; ++k)
      words.push_back(
          emit("u32[]",
               fmt::format("reshape({})", emit("u32[1]", fmt::format("slice({}), slice={{[{}:{}]}}", key, k, k + 1)))));
    auto hash = [&](const Dims& dims, const std::string& counter) {
      const std::string type = shape(dims, "u32");
      std::vector<std::string> spread;
      for (const std::string& w : words) spread.push_back(emit(type, fmt::format("broadcast({}), dimensions={{}}", w)));
      return emit(fmt::format("({}, {})", type, type),
                  fmt::format("custom-call({}, {}, {}, {}), custom_call_target=\"cu_threefry2x32_ffi\"", spread[0],
                              spread[1], counter, counter));
    };
    const std::string both = hash({2}, emit("u32[2]", "iota(), iota_dimension=0"));
    const std::string next = emit("u32[2]", fmt::format("get-tuple-element({}), index={}", both, r_.below(2)));
    const std::string counter = emit(shape(lane_, "u32"), fmt::format("iota(), iota_dimension={}", lane_.size() - 1));
    const std::string bits =
        emit(shape(lane_, "u32"), fmt::format("get-tuple-element({}), index=1", hash(lane_, counter)));
    lanes.push_back(emit(shape(lane_), fmt::format("convert({})", bits)));
    return r_.chance(85) ? next : key;
  }

  Random r_;
  std::string text_;
  int64_t parts_ = 0, trips_ = 0, next_ = 0;
  size_t d_ = 0;
  bool backward_ = false;
  Dims lane_, array_;
};

}  // namespace

std::string random_stack_program(uint64_t seed) { return Generator(seed).make(); }

}  // namespace eutectic::rewrites

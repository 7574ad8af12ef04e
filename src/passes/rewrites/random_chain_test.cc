#include "passes/rewrites/random_chain_test.h"

#include "passes/rewrites/random_test.h"

namespace eutectic::rewrites {
namespace {

// Loops carry (counter, lane a, lane b, lane c, counter, counter, rows to write, rows to read, lane w).
class Generator {
 public:
  explicit Generator(uint64_t seed) : r_(seed) {}

  std::string make() {
    lanes_ = r_.pick<int64_t>({1, 3, 5});
    trips_ = r_.pick<int64_t>({0, 1, 2, 3, 5, 7, 13});
    const int64_t loops = 1 + r_.below(3);
    const bool nested = r_.chance(30);
    if (nested) loop("inner", r_.pick<int64_t>({0, 1, 2, 3}), false);
    std::vector<Walk> walks;
    for (int64_t n = 0; n < loops; ++n)
      walks.push_back(loop(fmt::format("loop{}", n), r_.chance(85) ? trips_ : r_.below(5), nested && r_.chance(50)));
    text_ += fmt::format(
        "ENTRY main {{\n x = {} parameter(0)\n y = {} parameter(1)\n n = s32[] parameter(2)\n"
        " w = {} parameter(3)\n xs = {} parameter(4)\n",
        lane(), lane(), lane(), rows());
    std::vector<std::string> lanes{"x", "y", "w"}, stacks{"xs"}, counters{"n"}, results;
    for (int64_t n = 0; n < loops; ++n) {
      const std::string zeros = emit(rows(), fmt::format("broadcast({}), dimensions={{}}", number(0)));
      const std::string ys = r_.chance(70) ? zeros : r_.pick(stacks);
      const std::string init =
          state_of(number(walks[static_cast<size_t>(n)].start), r_.pick(lanes), r_.pick(lanes), r_.pick(lanes),
                   r_.chance(50) ? r_.pick(counters) : number(r_.below(9)), number(r_.below(3)), ys,
                   r_.chance(60) ? stacks.back() : r_.pick(stacks), r_.pick(lanes));
      const std::string w =
          emit(state(), fmt::format("while({}), condition=loop{}_condition, body=loop{}_body", init, n, n));
      for (int64_t k = 1; k < 9; ++k) {
        if (r_.chance(25)) continue;
        const std::string type = k < 4 || k == 8 ? lane() : k < 6 ? "s32[]" : rows();
        const std::string value = emit(type, fmt::format("get-tuple-element({}), index={}", w, k));
        (k < 4 || k == 8 ? lanes : k < 6 ? counters : stacks).push_back(value);
        if (r_.chance(50)) results.push_back(type + " " + value);
      }
      if (r_.chance(40)) lanes.push_back(op(r_.pick(lanes), r_.pick(lanes)));
      if (r_.chance(20)) stacks.push_back(emit(rows(), fmt::format("negate({})", r_.pick(stacks))));
    }
    results.push_back(lane() + " " + lanes.back());
    std::vector<std::string> types, names;
    for (const std::string& r : results) {
      types.push_back(r.substr(0, r.find(' ')));
      names.push_back(r.substr(r.find(' ') + 1));
    }
    text_ += fmt::format(" ROOT out = ({}) tuple({})\n}}\n", fmt::join(types, ", "), fmt::join(names, ", "));
    return "HloModule m\n" + text_;
  }

 private:
  struct Walk {
    int64_t start = 0, step = 1, limit = 0;
  };

  std::string lane() const { return shape({lanes_}); }
  std::string rows() const { return shape({std::max<int64_t>(trips_, 1), lanes_}); }
  std::string state() const {
    return fmt::format("(s32[], {0}, {0}, {0}, s32[], s32[], {1}, {1}, {0})", lane(), rows());
  }
  std::string emit(const std::string& type, const std::string& what) {
    const std::string name = fmt::format("v{}", next_++);
    text_ += fmt::format(" {} = {} {}\n", name, type, what);
    return name;
  }
  std::string number(int64_t value) { return emit("s32[]", fmt::format("constant({})", value)); }
  template <class... Names>
  std::string state_of(const Names&... names) {
    return emit(state(), fmt::format("tuple({})", fmt::join(std::vector<std::string>{names...}, ", ")));
  }
  std::string op(const std::string& a, const std::string& b) {
    const char* name = r_.pick<const char*>({"add", "subtract", "xor", "maximum", "multiply"});
    return emit(lane(), fmt::format("{}({}, {})", name, a, b));
  }
  std::string splat(const std::string& scalar) {
    return emit(lane(), fmt::format("broadcast({}), dimensions={{}}", scalar));
  }
  // A row of an array: that of the step, or the one that stands as far from the end.
  std::string row_at(const std::string& t, bool forward) {
    return forward ? t : emit("s32[]", fmt::format("subtract({}, {})", number(std::max<int64_t>(trips_, 1) - 1), t));
  }
  std::string read(const std::string& stack, const std::string& at) {
    const std::string row =
        emit(shape({1, lanes_}),
             fmt::format("dynamic-slice({}, {}, {}), dynamic_slice_sizes={{1,{}}}", stack, at, number(0), lanes_));
    return emit(lane(), fmt::format("reshape({})", row));
  }

  Walk loop(const std::string& name, int64_t trips, bool nested) {
    Walk walk{r_.pick<int64_t>({0, 0, 0, 2, -3}), r_.pick<int64_t>({1, 1, 1, 2, -1})};
    walk.limit = walk.start + walk.step * trips;
    text_ += fmt::format(
        "{}_condition {{\n p = {} parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
        " n = s32[] constant({})\n ROOT c = pred[] compare(i, n), direction={}\n}}\n",
        name, state(), walk.limit, walk.step > 0 ? "LT" : "GT");
    text_ += fmt::format("{}_body {{\n p = {} parameter(0)\n", name, state());
    auto element = [&](const std::string& type, int64_t k) {
      return emit(type, fmt::format("get-tuple-element(p), index={}", k));
    };
    const std::string i = element("s32[]", 0), a = element(lane(), 1), b = element(lane(), 2), c = element(lane(), 3),
                      m = element("s32[]", 4), k = element("s32[]", 5), ys = element(rows(), 6),
                      xs = element(rows(), 7), w = element(lane(), 8);
    // The number of the step.
    std::string t = i;
    if (walk.start != 0) t = emit("s32[]", fmt::format("subtract({}, {})", t, number(walk.start)));
    if (walk.step == -1) t = emit("s32[]", fmt::format("subtract({}, {})", number(0), t));
    if (walk.step == 2) t = k;
    const bool forward = r_.chance(70);
    std::vector<std::string> lanes{a, b, c, read(xs, row_at(t, r_.chance(80) ? forward : !forward)), splat(m)};
    if (r_.chance(50)) lanes.push_back(op(w, emit(lane(), fmt::format("negate({})", w))));
    if (r_.chance(30)) lanes.push_back(read(ys, row_at(t, r_.chance(50))));
    for (int64_t n = 2 + r_.below(5); n > 0; --n) lanes.push_back(op(r_.pick(lanes), r_.pick(lanes)));
    if (nested) {
      const std::string init = state_of(number(inner_.start), r_.pick(lanes), lanes.back(), c, m, number(0), ys, xs, w);
      const std::string inner =
          emit(state(), fmt::format("while({}), condition=inner_condition, body=inner_body", init));
      lanes.push_back(emit(lane(), fmt::format("get-tuple-element({}), index={}", inner, 1 + r_.below(3))));
    }
    std::string out = ys;
    if (r_.chance(80)) {
      const std::string value = emit(shape({1, lanes_}), fmt::format("reshape({})", lanes.back()));
      out = emit(rows(), fmt::format("dynamic-update-slice({}, {}, {}, {})", ys, value, row_at(t, forward), number(0)));
      if (r_.chance(30)) lanes.push_back(read(out, row_at(t, r_.chance(60))));
      if (r_.chance(20)) lanes.push_back(read(ys, row_at(t, r_.chance(60))));
    }
    auto grown = [&](const std::string& value, int64_t by) {
      return emit("s32[]", fmt::format("add({}, {})", value, number(by)));
    };
    // The next values: new ones, older ones handed on, two that change places.
    std::string next_a = lanes.back(), next_b = r_.pick(lanes), next_c = r_.pick(lanes);
    switch (r_.below(5)) {
      case 0:
        next_b = a;
        break;
      case 1:
        next_b = a, next_c = b;
        break;
      case 2:
        next_a = b, next_b = a;
        break;
      case 3:
        next_c = next_a;
        break;
      default:
        break;
    }
    const std::string next_m = grown(m, r_.pick<int64_t>({1, 1, 2, -1, 3}));
    const std::string next_k = grown(k, walk.step == 2 ? 1 : r_.pick<int64_t>({1, 2}));
    const std::string next_i = grown(i, walk.step);
    text_ += fmt::format(" ROOT out = {} tuple({}, {}, {}, {}, {}, {}, {}, {}, {})\n}}\n", state(), next_i, next_a,
                         next_b, next_c, next_m, next_k, out, xs, w);
    if (name == "inner") inner_ = walk;
    return walk;
  }

  Random r_;
  std::string text_;
  int64_t lanes_ = 1, trips_ = 0, next_ = 0;
  Walk inner_;
};

}  // namespace

std::string random_chain_program(uint64_t seed) { return Generator(seed).make(); }

}  // namespace eutectic::rewrites

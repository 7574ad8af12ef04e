// See measure_host.h. Chains of one op over arrays that stay in the cache give the cycles of the op, a sum of large
// arrays the bandwidth, a chain of dependent shifts the clock.
#include "cli/measure_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "array/literal.h"
#include "cli/process.h"
#include "compiler/compile.h"
#include "format/format.h"

namespace eutectic::cli {
namespace {

using fusion::xla::Device;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Each step of xorshift is three shifts and three exclusive ors, each of which waits for the one before.
double measured_clock_ghz() {
  constexpr int64_t steps = 20'000'000;
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    uint64_t x = 88172645463325252u + static_cast<uint64_t>(run);
    const auto start = Clock::now();
    for (int64_t i = 0; i < steps; ++i) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
    const double s = seconds_since(start);
    if (x != 0) best = std::min(best, s);  // never 0: keeps the loop
  }
  return 6.0 * static_cast<double>(steps) / best / 1e9;
}

// Of one core, in bytes; half a megabyte where the system does not say.
int64_t l2_bytes() {
  std::ifstream in("/sys/devices/system/cpu/cpu0/cache/index2/size");
  int64_t value = 0;
  char unit = 0;
  if (!(in >> value) || value <= 0) return 512 << 10;
  in >> unit;
  return unit == 'K' ? value << 10 : unit == 'M' ? value << 20 : value;
}

// Seconds of one run of a program of two arrays, the best of several.
Result<double> time_of(const std::string& hlo, ElementType type, int64_t elements, int threads) {
  ASSIGN_OR_RETURN(Module module, read_hlo_text(hlo, "measured program"));
  compiler::CompileOptions options;
  options.threads = threads;
  options.cache = false;
  ASSIGN_OR_RETURN(const auto executable, compiler::compile(std::move(module), options));
  std::vector<runtime::Buffer> arguments;
  for (double value : {0.75, 0.5}) {
    Literal l = Literal::uninitialized(Shape::array(type, {elements}));
    if (type == ElementType::F64)
      std::ranges::fill(l.mutable_data<double>(), value);
    else
      std::ranges::fill(l.mutable_data<float>(), static_cast<float>(value));
    arguments.push_back(l.take_buffer());
  }
  double best = 1e9;
  const auto start = Clock::now();
  for (int run = 0; run < 100 && (run < 5 || seconds_since(start) < 0.05); ++run) {
    if (interrupted()) return error("interrupted");
    const auto begin = Clock::now();
    auto results = executable->run_leaves(arguments, {}, nullptr);
    const double s = seconds_since(begin);
    if (!results) return std::unexpected(results.error());
    best = std::min(best, s);
  }
  return best;
}

std::string program(std::string_view type, int64_t elements, const std::vector<std::string>& steps) {
  const std::string shape = fmt::format("{}[{}]", type, elements);
  std::string text = fmt::format("HloModule m\n\nENTRY e {{\n  x = {0} parameter(0)\n  y = {0} parameter(1)\n", shape);
  std::string last = "x";
  for (size_t i = 0; i < steps.size(); ++i) {
    const std::string_view op = steps[i];
    const bool unary = op != "add" && op != "subtract" && op != "multiply" && op != "divide" && op != "power";
    text += fmt::format("  {}v{} = {} {}({}{})\n", i + 1 == steps.size() ? "ROOT " : "", i, shape, op, last,
                        unary ? "" : ", y");
    last = fmt::format("v{}", i);
  }
  return text + "}\n";
}

constexpr int64_t chain = 16, in_cache = 16384;

// Nanoseconds of one op on one element, in one thread. Between two of them is a product, whose time is taken off: it
// keeps the numbers where each op is at home.
Result<double> ns_of(std::string_view op, ElementType type, double product_ns) {
  std::vector<std::string> steps;
  for (int64_t i = 0; i < chain; ++i) {
    steps.emplace_back(op);
    if (op != "multiply") steps.emplace_back("multiply");
  }
  ASSIGN_OR_RETURN(const double s, time_of(program(info(type).hlo, in_cache, steps), type, in_cache, 1));
  return std::max(0.0, s * 1e9 / static_cast<double>(chain * in_cache) - product_ns);
}

}  // namespace

Result<Device> measure_host() {
  Device d;
  d.name = "host";
  d.host = true;
  d.cores = std::max(1u, std::thread::hardware_concurrency());
  d.l2_bytes = l2_bytes();
  const double ghz = measured_clock_ghz();
  d.clock_ghz = static_cast<float>(std::round(ghz * 100) / 100);

  constexpr int64_t large = 1 << 25;  // three arrays of 128 MB
  ASSIGN_OR_RETURN(const double moving,
                   time_of(program("f32", large, {"add"}), ElementType::F32, large, static_cast<int>(d.cores)));
  d.bandwidth = static_cast<int64_t>(std::round(3 * 4 * static_cast<double>(large) / moving / 1e8)) * 100'000'000;

  // XLA counts two cycles' worth of work per unit and clock, so a product of 2 cycles is one per clock and lane.
  ASSIGN_OR_RETURN(const double product, ns_of("multiply", ElementType::F32, 0));
  d.fpus_per_core = std::max<int64_t>(1, std::llround(1 / (product * ghz)));
  const double per_ns = 2 * ghz * static_cast<double>(d.fpus_per_core);
  d.cycles_otherwise = 2;
  for (ElementType type : {ElementType::F32, ElementType::F64}) {
    ASSIGN_OR_RETURN(const double own_product, ns_of("multiply", type, 0));
    for (std::string_view op :
         {"add", "subtract", "multiply", "divide", "power", "sqrt", "rsqrt", "cbrt", "exponential",
          "exponential-minus-one", "log", "log-plus-one", "logistic", "tanh", "sine", "cosine", "erf"}) {
      ASSIGN_OR_RETURN(const double ns, ns_of(op, type, op == "multiply" ? 0 : own_product));
      d.cycles[{*op_from_hlo(op), type}] = std::max<int64_t>(1, std::llround(ns * per_ns));
    }
  }
  return d;
}

}  // namespace eutectic::cli

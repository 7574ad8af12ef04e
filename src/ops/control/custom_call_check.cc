// check.expect_*: comparisons of StableHLO test programs. A mismatch is recorded with the evaluator, and evaluation
// goes on.
#include "ops/control/custom_call.h"

namespace eutectic {
namespace {

using namespace contract;

// Distance in representable values; the largest number if only one is finite or they are different infinities.
template <class T>
uint64_t ulp_difference(const T& a, const T& b) {
  constexpr uint64_t far = std::numeric_limits<uint64_t>::max();
  double x = widen(a), y = widen(b);
  if (std::isnan(x) && std::isnan(y)) return 0;
  int64_t ka = total_order_key(a), kb = total_order_key(b);
  if (ka == kb) return 0;
  if (!std::isfinite(x) || !std::isfinite(y)) return far;
  if (ka < 0) ++ka;  // -0 and +0 are the same point
  if (kb < 0) ++kb;
  return ka > kb ? static_cast<uint64_t>(ka) - static_cast<uint64_t>(kb)
                 : static_cast<uint64_t>(kb) - static_cast<uint64_t>(ka);
}

template <class T>
bool equal(const T& a, const T& b) {
  if constexpr (is_complex_native<T>) {
    return equal(a.real(), b.real()) && equal(a.imag(), b.imag());
  } else if constexpr (is_float_native<T>) {
    double x = widen(a), y = widen(b);
    return x == y || (std::isnan(x) && std::isnan(y));
  } else {
    return widen(a) == widen(b);
  }
}

template <class T>
bool almost_equal(const T& a, const T& b, double tolerance) {
  if constexpr (is_complex_native<T>) {
    return almost_equal(a.real(), b.real(), tolerance) && almost_equal(a.imag(), b.imag(), tolerance);
  } else if constexpr (is_float_native<T>) {
    double x = widen(a), y = widen(b);
    return equal(a, b) || (std::isfinite(x) && std::isfinite(y) && std::fabs(x - y) <= tolerance);
  } else {
    return equal(a, b);
  }
}

template <class T>
uint64_t distance(const T& a, const T& b) {
  if constexpr (is_complex_native<T>)
    return std::max(ulp_difference(a.real(), b.real()), ulp_difference(a.imag(), b.imag()));
  else if constexpr (is_float_native<T>)
    return ulp_difference(a, b);
  else
    return equal(a, b) ? 0 : std::numeric_limits<uint64_t>::max();
}

template <class T>
std::string show(const T& v) {
  if constexpr (is_complex_native<T>)
    return fmt::format("({}, {})", v.real(), v.imag());
  else if constexpr (std::is_same_v<T, bool>)
    return v ? "true" : "false";
  else if constexpr (std::is_same_v<T, uint64_t> || std::is_same_v<T, float> || std::is_same_v<T, double>)
    return fmt::format("{}", v);
  else if constexpr (is_integer_native<T>)
    return fmt::format("{}", static_cast<int64_t>(widen(v)));
  else
    return fmt::format("{}", static_cast<float>(widen(v)));
}

template <class T>
double error_of(const T& a, const T& b) {
  if constexpr (is_complex_native<T>)
    return std::abs(widen(a) - widen(b));
  else if constexpr (is_float_native<T>)
    return std::fabs(widen(a) - widen(b));
  else
    return std::fabs(static_cast<double>(static_cast<int64_t>(widen(a))) -
                     static_cast<double>(static_cast<int64_t>(widen(b))));
}

struct Mismatches {
  int64_t count = 0, first = -1;
  double max_error = 0;
  std::string got, want;
};

// ok.template operator()(a, b) decides for one pair.
template <class Ok>
Mismatches compare(const Literal& got, const Literal& want, Ok ok) {
  Mismatches m;
  dispatch(got.type(), [&]<class T>() {
    auto a = got.data<T>(), b = want.data<T>();
    for (size_t i = 0; i < a.size(); ++i) {
      if (ok(a[i], b[i])) continue;
      if (m.count++ == 0) {
        m.first = static_cast<int64_t>(i);
        m.got = show(a[i]);
        m.want = show(b[i]);
      }
      double e = error_of(a[i], b[i]);
      if (e > m.max_error || std::isnan(e)) m.max_error = e;
    }
  });
  return m;
}

std::string index_text(int64_t linear, const std::vector<int64_t>& dims) {
  std::vector<int64_t> index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    index[d] = linear % dims[d];
    linear /= dims[d];
  }
  return fmt::format("[{}]", fmt::join(index, ", "));
}

Result<Literal> finish(EvalContext& context, const Mismatches& m, const std::string& rule) {
  const Shape& shape = context.op.shape();
  context.evaluator.count_check();
  if (m.count > 0) {
    std::string where = context.op.module.where(context.op.id);
    context.evaluator.check_failures().push_back(
        fmt::format("{}{}{}: {} of {} elements differ ({}); first at {}: got {}, want {}; largest error {}",
                    context.op.attrs().text(AttrName::CustomCallTarget), where.empty() ? "" : " at ", where, m.count,
                    context.operands[0].element_count(), rule, index_text(m.first, context.operands[0].dims()), m.got,
                    m.want, m.max_error));
  }
  if (shape.is_tuple() && shape.elements.empty()) return Literal::tuple({});
  if (shape.is_array() && shape.type == ElementType::Pred && shape.rank() == 0)
    return Literal::scalar<bool>(ElementType::Pred, m.count == 0);
  if (shape.is_token()) return Literal::zeros(shape);
  return op_error(context.op, fmt::format("a check returns nothing or pred[], but {} is stated", to_hlo(shape, false)));
}

Status expect_pair(const EvalContext& context) {
  RETURN_IF_ERROR(custom_call::expect_operand_count(context, 2, 2));
  const Shape &a = context.operands[0].shape(), &b = context.operands[1].shape();
  if (!a.is_array() || !same_logical(a, b))
    return op_error(context.op, fmt::format("compares {} with {}", to_hlo(a, false), to_hlo(b, false)));
  return {};
}

// NaN equals NaN and -0 equals +0.
Result<Literal> expect_eq(EvalContext& context) {
  RETURN_IF_ERROR(expect_pair(context));
  return finish(
      context,
      compare(context.operands[0], context.operands[1], [](const auto& a, const auto& b) { return equal(a, b); }),
      "must be equal");
}

Result<Literal> almost(EvalContext& context, double tolerance) {
  return finish(context,
                compare(context.operands[0], context.operands[1],
                        [&](const auto& a, const auto& b) { return almost_equal(a, b, tolerance); }),
                fmt::format("tolerance {}", tolerance));
}

Result<Literal> expect_almost_eq(EvalContext& context) {
  RETURN_IF_ERROR(expect_pair(context));
  auto config = custom_call::backend_config(context);
  // A bare custom call means 0.001; the check dialect's op carries its tolerance.
  double tolerance = 0.001;
  if (config.is_object() && config.contains("tolerance") && config["tolerance"].is_number())
    tolerance = config["tolerance"].get<double>();
  return almost(context, tolerance);
}

Result<Literal> expect_close(EvalContext& context) {
  RETURN_IF_ERROR(expect_pair(context));
  auto config = custom_call::backend_config(context);
  uint64_t low = 0, high = 3;
  auto read = [&](const char* key, uint64_t& to) {
    if (config.is_object() && config.contains(key) && config[key].is_number_integer()) to = config[key].get<uint64_t>();
  };
  for (const char* key : {"min_ulp", "min_ulp_difference"}) read(key, low);
  for (const char* key : {"max_ulp", "max_ulp_difference"}) read(key, high);
  return finish(context,
                compare(context.operands[0], context.operands[1],
                        [&](const auto& a, const auto& b) {
                          uint64_t d = distance(a, b);
                          return d >= low && d <= high;
                        }),
                fmt::format("between {} and {} ulp apart", low, high));
}

// check.eq: exact for integers and predicates, within 0.0001 otherwise; returns whether it holds.
Result<Literal> check_eq(EvalContext& context) {
  RETURN_IF_ERROR(expect_pair(context));
  ElementType type = context.operands[0].type();
  return is_float(type) || is_complex(type) ? almost(context, 0.0001) : expect_eq(context);
}

constexpr CustomCallTarget targets[] = {
    {"check.eq", check_eq},
    {"check.expect_almost_eq", expect_almost_eq},
    {"check.expect_almost_eq_const", expect_almost_eq},
    {"check.expect_close", expect_close},
    {"check.expect_eq", expect_eq},
    {"check.expect_eq_const", expect_eq},
    {"check.expect_serialized_eq", nullptr, "compares with a file that another tool wrote"},
};

}  // namespace

std::span<const CustomCallTarget> custom_calls_check() { return targets; }

}  // namespace eutectic

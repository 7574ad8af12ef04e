// See compare.h.
#include "cli/compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>

#include "cli/values.h"

namespace eutectic::cli {
namespace {

struct Difference {
  bool equal = false;    // nothing to measure
  bool measured = true;  // false: nan or inf against something else
  double absolute = 0, magnitude = 0, ulp = 0;
};

// Maps the bits of an IEEE-like float to integers in the order of its values.
template <class Unsigned>
double ordered_distance(Unsigned a, Unsigned b) {
  constexpr Unsigned sign = Unsigned(Unsigned(1) << (8 * sizeof(Unsigned) - 1));
  auto order = [](Unsigned v) -> __int128 {
    return v & sign ? -static_cast<__int128>(v & Unsigned(~sign)) : static_cast<__int128>(v);
  };
  __int128 d = order(a) - order(b);
  return static_cast<double>(d < 0 ? -d : d);
}

template <class T>
double ulp_distance(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, float>)
    return ordered_distance(std::bit_cast<uint32_t>(a), std::bit_cast<uint32_t>(b));
  else if constexpr (std::is_same_v<T, double>)
    return ordered_distance(std::bit_cast<uint64_t>(a), std::bit_cast<uint64_t>(b));
  else
    return ordered_distance(a.bits, b.bits);
}

template <class T>
Difference real_difference(const T& got, const T& want) {
  double g = static_cast<double>(got), w = static_cast<double>(want);
  Difference d;
  if (g == w || (std::isnan(g) && std::isnan(w))) {
    d.equal = true;
    // An infinite part of a complex number allows the other part nothing.
    d.magnitude = std::isfinite(w) ? std::abs(w) : 0;
  } else if (!std::isfinite(g) || !std::isfinite(w)) {
    d.measured = false;
  } else {
    d.absolute = std::abs(g - w);
    d.magnitude = std::abs(w);
    d.ulp = ulp_distance(got, want);
  }
  return d;
}

template <class T>
Difference difference(const T& got, const T& want) {
  if constexpr (requires { got.real(); }) {
    Difference re = real_difference(got.real(), want.real()), im = real_difference(got.imag(), want.imag());
    Difference d;
    d.equal = re.equal && im.equal;
    d.measured = re.measured && im.measured;
    d.absolute = std::hypot(re.absolute, im.absolute);
    // Parts near the end of f64's range have a finite magnitude, however large: an infinite one would allow anything.
    d.magnitude = std::min(std::hypot(re.magnitude, im.magnitude), std::numeric_limits<double>::max());
    d.ulp = std::max(re.ulp, im.ulp);
    return d;
  } else if constexpr (std::is_floating_point_v<T> || requires { got.bits; }) {
    return real_difference(got, want);
  } else {
    __int128 g, w;
    if constexpr (requires { got.value; }) {
      g = got.value;
      w = want.value;
    } else {
      g = got;
      w = want;
    }
    Difference d;
    __int128 distance = g < w ? w - g : g - w;
    d.equal = distance == 0;
    d.absolute = d.ulp = static_cast<double>(distance);
    d.magnitude = static_cast<double>(w < 0 ? -w : w);
    return d;
  }
}

}  // namespace

Comparison compare(const Literal& got, const Literal& want, Tolerance tolerance) {
  Comparison c;
  c.count = want.element_count();
  dispatch(want.type(), [&]<class T>() {
    auto g = got.data<T>(), w = want.data<T>();
    for (int64_t i = 0; i < c.count; ++i) {
      Difference d = difference<T>(g[static_cast<size_t>(i)], w[static_cast<size_t>(i)]);
      if (d.equal) continue;
      bool ok = d.measured && d.absolute <= tolerance.absolute + tolerance.relative * d.magnitude;
      if (!ok && c.failures++ == 0) c.first_failure = i;
      if (!d.measured) continue;
      if (d.absolute > c.max_absolute) {
        c.max_absolute = d.absolute;
        c.at_absolute = i;
      }
      double relative = d.magnitude > 0 ? d.absolute / d.magnitude : 0;
      if (relative > c.max_relative) {
        c.max_relative = relative;
        c.at_relative = i;
      }
      if (d.ulp > c.max_ulp) {
        c.max_ulp = d.ulp;
        c.at_ulp = i;
      }
    }
  });
  return c;
}

std::string to_text(const Comparison& c, const Literal& got, const Literal& want, Tolerance tolerance) {
  const std::vector<int64_t>& dims = want.dims();
  std::string out;
  if (c.at_absolute < 0 && c.pass()) {
    out = "equal";
  } else {
    auto largest = [&](std::string_view name, double value, int64_t at) {
      if (at >= 0)
        out += fmt::format("{}{} {:.3g} at {}", out.empty() ? "largest difference: " : ", ", name, value,
                           index_text(dims, at));
    };
    largest("absolute", c.max_absolute, c.at_absolute);
    largest("relative", c.max_relative, c.at_relative);
    largest("ulp", c.max_ulp, c.at_ulp);
  }
  if (c.pass()) return out;
  std::string bounds = tolerance.relative == 0 && tolerance.absolute == 0
                           ? "exactness is wanted"
                           : fmt::format("rtol {:g} atol {:g}", tolerance.relative, tolerance.absolute);
  return fmt::format("{} of {} elements differ ({}), first at {}: got {}, want {}{}{}", c.failures, c.count, bounds,
                     index_text(dims, c.first_failure), element_text(got, c.first_failure),
                     element_text(want, c.first_failure), out.empty() ? "" : "; ", out);
}

nlohmann::ordered_json to_json(const Comparison& c, const Literal& got, const Literal& want, Tolerance tolerance) {
  const std::vector<int64_t>& dims = want.dims();
  nlohmann::ordered_json j{{"pass", c.pass()},
                           {"elements", c.count},
                           {"failures", c.failures},
                           {"rtol", tolerance.relative},
                           {"atol", tolerance.absolute}};
  auto put = [&](const char* key, double value, int64_t at) {
    j[key] = value;
    if (at >= 0) j[std::string(key) + "_at"] = index_text(dims, at);
  };
  put("max_absolute", c.max_absolute, c.at_absolute);
  put("max_relative", c.max_relative, c.at_relative);
  put("max_ulp", c.max_ulp, c.at_ulp);
  if (!c.pass()) {
    j["first_failure_at"] = index_text(dims, c.first_failure);
    j["got"] = element_text(got, c.first_failure);
    j["want"] = element_text(want, c.first_failure);
  }
  return j;
}

Result<std::vector<Tolerance>> read_signature(std::string_view json, const std::string& path) {
  Place place;
  place.file = path;
  auto j = nlohmann::json::parse(json, nullptr, false);
  if (j.is_discarded() || !j.is_object() || !j.contains("tolerance") || !j["tolerance"].is_array())
    return error("not a signature: a JSON object with \"tolerance\": [[relative, absolute], ...] is wanted", place);
  std::vector<Tolerance> out;
  for (const auto& pair : j["tolerance"]) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_number())
      return error(fmt::format("tolerance {} is not a pair of numbers", out.size()), place);
    out.push_back({pair[0].get<double>(), pair[1].get<double>()});
  }
  return out;
}

}  // namespace eutectic::cli

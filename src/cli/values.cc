// See values.h.
#include "cli/values.h"

#include <cmath>
#include <cstring>

namespace eutectic::cli {
namespace {

struct Summary {
  int64_t nan = 0, infinite = 0, finite = 0;
  double min = 0, max = 0, sum = 0;
  void add(double v) {
    if (std::isnan(v)) {
      ++nan;
    } else if (std::isinf(v)) {
      ++infinite;
    } else {
      if (!finite || v < min) min = v;
      if (!finite || v > max) max = v;
      sum += v;
      ++finite;
    }
  }
};

template <class T>
double to_double(const T& v) {
  if constexpr (requires { v.real(); })
    return std::abs(v);
  else if constexpr (requires { v.bits; })
    return static_cast<double>(v);
  else if constexpr (requires { v.value; })
    return static_cast<double>(v.value);
  else
    return static_cast<double>(v);
}

Summary summarize(const Literal& value) {
  Summary s;
  dispatch(value.type(), [&]<class T>() {
    for (const T& v : value.data<T>()) s.add(to_double(v));
  });
  return s;
}

constexpr int64_t first_count = 6;

uint64_t next_random(uint64_t& state) {  // splitmix64
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

std::string element_text(const Literal& value, int64_t i) {
  return dispatch(value.type(), [&]<class T>() -> std::string {
    const T& v = value.data<T>()[static_cast<size_t>(i)];
    if constexpr (std::is_same_v<T, bool>)
      return v ? "true" : "false";
    else if constexpr (requires { v.real(); })
      return fmt::format("({:.9g}, {:.9g})", v.real(), v.imag());
    else if constexpr (requires { v.bits; })
      return fmt::format("{:.6g}", static_cast<double>(v));
    else if constexpr (requires { v.value; })
      return fmt::format("{}", static_cast<int>(v.value));
    else if constexpr (std::is_same_v<T, double>)
      return fmt::format("{:.17g}", v);
    else if constexpr (std::is_floating_point_v<T>)
      return fmt::format("{:.9g}", v);
    else
      return fmt::format("{}", static_cast<std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>(v));
  });
}

std::string index_text(const std::vector<int64_t>& dims, int64_t i) {
  std::string out = "]";
  for (size_t d = dims.size(); d-- > 0;) {
    int64_t extent = std::max<int64_t>(1, dims[d]);
    out = fmt::format("{}{}{}", d ? ", " : "", i % extent, out);
    i /= extent;
  }
  return "[" + out;
}

std::string summary_text(const Literal& value) {
  int64_t count = value.element_count();
  if (count == 0) return "no elements";
  if (count == 1) return element_text(value, 0);
  std::string out;
  if (value.type() == ElementType::Pred) {
    Summary s = summarize(value);
    out = fmt::format("{:.0f} of {} true", s.sum, count);
  } else {
    Summary s = summarize(value);
    std::string_view bars = is_complex(value.type()) ? "|x| " : "";
    if (s.finite)
      out =
          fmt::format("{}min {:.6g} mean {:.6g} max {:.6g}", bars, s.min, s.sum / static_cast<double>(s.finite), s.max);
    if (s.nan) out += fmt::format("{}{} nan", out.empty() ? "" : ", ", s.nan);
    if (s.infinite) out += fmt::format("{}{} inf", out.empty() ? "" : ", ", s.infinite);
  }
  out += "; first";
  for (int64_t i = 0; i < std::min(count, first_count); ++i) out += " " + element_text(value, i);
  if (count > first_count) out += " ...";
  return out;
}

nlohmann::ordered_json summary_json(const Literal& value) {
  Summary s = summarize(value);
  nlohmann::ordered_json j;
  j["count"] = value.element_count();
  if (s.finite) {
    j["min"] = s.min;
    j["mean"] = s.sum / static_cast<double>(s.finite);
    j["max"] = s.max;
  }
  j["nan"] = s.nan;
  j["inf"] = s.infinite;
  j["first"] = nlohmann::ordered_json::array();
  for (int64_t i = 0; i < std::min(value.element_count(), first_count); ++i)
    j["first"].push_back(element_text(value, i));
  return j;
}

Literal random_literal(const Shape& shape, uint64_t& state) {
  Literal out = Literal::uninitialized(shape);
  dispatch(shape.type, [&]<class T>() {
    auto unit = [&] { return static_cast<double>(next_random(state) >> 11) * 0x1p-52 - 1.0; };
    for (T& v : out.mutable_data<T>()) {
      if constexpr (std::is_same_v<T, bool>)
        v = next_random(state) >> 63;
      else if constexpr (requires { v.real(); }) {
        using Part = typename T::value_type;
        Part real = static_cast<Part>(unit());
        v = T(real, static_cast<Part>(unit()));
      } else if constexpr (requires { v.bits; })
        v = T(unit());
      else if constexpr (requires { v.value; })
        v = T(static_cast<int64_t>(next_random(state)));
      else if constexpr (std::is_floating_point_v<T>)
        v = static_cast<T>(unit());
      else if constexpr (std::is_signed_v<T>)
        v = static_cast<T>(static_cast<int64_t>(next_random(state) >> 60) - 8);
      else if constexpr (sizeof(T) >= 4)
        v = static_cast<T>(next_random(state));
      else
        v = static_cast<T>(next_random(state) >> 61);
    }
  });
  return out;
}

}  // namespace eutectic::cli

// What the makers of random programs share.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

namespace eutectic::rewrites {

using Dims = std::vector<int64_t>;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 12345) {}
  int64_t below(int64_t n) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<int64_t>((state_ >> 11) % static_cast<uint64_t>(n));
  }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<size_t>(below(static_cast<int64_t>(from.size())))];
  }

 private:
  uint64_t state_;
};

inline std::string shape(const Dims& dims, const char* type = "s32") {
  return fmt::format("{}[{}]", type, fmt::join(dims, ","));
}

}  // namespace eutectic::rewrites

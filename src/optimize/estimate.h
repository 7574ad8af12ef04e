// What a target makes of a program, estimated: launches, bytes and time of its kernels.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fusion/xla/piece.h"
#include "ir/module.h"

namespace eutectic::optimize {

enum class Target : uint8_t { XlaGpu, XlaCpu };
std::optional<Target> find_target(std::string_view name);  // "xla-gpu" ...

struct Estimate {
  struct Loop {
    std::string body;
    int64_t steps = 1;                // in all; counts once where it is not known
    int64_t launches = 0, bytes = 0;  // of a step
  };
  std::vector<Loop> loops;
  int64_t launches = 0;  // in all
  double time_us = 0;    // in all, launches included; library calls count as their launch
  // What a launch costs beside what XLA's model gives for its kernel, from the end of one kernel of a loop to the first
  // work of the next: an assumption, not measured here. XLA's model has 1 us, without the kernel's own start.
  static constexpr double launch_us = 5;
};

// Programs that are tried one after the other are alike: what a computation becomes is remembered.
class Estimator {
 public:
  explicit Estimator(Target target) : target_(target) {}
  Target target() const { return target_; }
  Result<Estimate> operator()(const Module& module);
  int64_t planned() const { return planned_; }  // computations that had to be, in all

 private:
  const Target target_;
  std::map<std::string, fusion::xla::Piece> known_;  // by what computations say
  int64_t planned_ = 0;
};

}  // namespace eutectic::optimize

// A computation as bytes that are equal for those that XLA fuses alike: names and origins left out.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "ir/module.h"

namespace eutectic::optimize {

class ComputationTexts {
 public:
  explicit ComputationTexts(const Module& module) : module_(module) {}
  // What control flow calls does not count: fusion does not look into it. Reducers and such count.
  std::string of(CompId comp);

 private:
  void add(std::string& to, const Attrs& attrs, bool is_control);

  const Module& module_;
  std::map<AttrsId, std::string> attrs_;
  std::map<ShapeId, std::string> shapes_;
};

}  // namespace eutectic::optimize

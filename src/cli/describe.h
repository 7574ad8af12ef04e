// What a program is, in numbers: computations, instructions, loops, random-number calls, interface.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"

namespace eutectic::cli {

struct LoopInfo {
  InstrId id;
  CompId parent;
  int depth = 0;                      // loops around it
  std::optional<int64_t> trip_count;  // where a counter with constant start and bound is plain to see
  int64_t body_instructions = 0;      // instructions of the body and all it calls
};

struct RandomCall {
  std::string what;  // "threefry2x32", "rng-bit-generator", ...
  int64_t count = 0;
};

struct Description {
  std::string name;
  int64_t computations = 0, instructions = 0, entry_instructions = 0;
  std::vector<LoopInfo> loops;
  std::vector<RandomCall> random_calls;              // by name
  std::vector<std::pair<std::string, int64_t>> ops;  // most frequent first
  std::vector<Shape> parameters, results;            // flattened
  std::vector<std::string> parameter_names;          // as the program calls them
  int64_t donated = 0;                               // parameters whose buffer may be reused
};

Description describe(const Module& module);
std::string to_text(const Description& description, const Module& module);
nlohmann::ordered_json to_json(const Description& description, const Module& module);

}  // namespace eutectic::cli

// The passes in their order, from a module as read to the form that fusion and kernels start from
// (README.md says what that form is).
#pragma once
#include <string>
#include <vector>

#include "ir/module.h"

namespace eutectic {

struct PipelineOptions {
  bool reroll = true;
  bool simplify = true;
  bool loops = true;            // loops lose what they need not carry or compute
  bool remove_barriers = true;  // those of optimization; a program that is handed on keeps them
  bool verify_each = false;     // verify after every pass; the result is always verified
  int64_t fuel = -1;            // how many algebraic rewrites `simplify` may make; -1: any number
};

// What happened, pass by pass.
struct PassLog {
  struct Entry {
    std::string pass;
    bool changed = false;
    size_t instrs = 0;  // reachable afterwards
    double ms = 0;
  };
  std::vector<Entry> entries;
};

Result<Module> run_pipeline(const Module& module, const PipelineOptions& options = {}, PassLog* log = nullptr);

}  // namespace eutectic

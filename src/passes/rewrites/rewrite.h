// Rewrites change a program into one that XLA (or any other compiler) makes fewer kernels of. Each is one file with one
// line in all_rewrites[]. They work on a module in the form of run_pipeline() (passes/pipeline.h), keep the entry's
// interface and what it computes (integers to the bit), and say of every place what they did or why they did not.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace eutectic::rewrites {

enum class Reason : uint16_t {
#define REASON(name, ...) name,
#include "passes/rewrites/reason.def"
#undef REASON
};
enum class ReasonClass : uint8_t { Done, Legality, Capacity, Benefit };
struct ReasonInfo {
  std::string_view text;  // "split-carried.read-whole"
  ReasonClass reason_class;
  std::string_view message;  // {subject}, {detail} and {0}, {1} ... are filled in
};
const ReasonInfo& info(Reason reason);

// What was decided about one place of the program. Rewrites append new versions of computations, so that the names
// are kept instead of ids.
struct Verdict {
  Reason reason;
  std::string subject;  // the instruction's name
  std::string where;    // its source place, if known
  std::vector<int64_t> numbers;
  std::string detail;
  bool done() const { return info(reason).reason_class == ReasonClass::Done; }
};
// "while.3 (programs.py:57:15): ...".
std::string render(const Verdict& verdict);

struct Context {
  int64_t fuel = -1;    // how many places may still be rewritten; -1: any number
  int64_t factor = 0;   // of rewrites that take one; 0: theirs to choose
  int64_t skip = -1;    // the loop, of those that can be rewritten, that is left alone; -1: none
  int64_t loops = 0;    // that could be rewritten
  bool on_cpu = false;  // XLA:CPU compiles the result: calls cost little there, straight-line code its time to compile
  std::vector<Verdict> verdicts;

  bool has_fuel() const { return fuel != 0; }
  // Asked once for each loop that can be rewritten: whether it shall be.
  bool wants_loop() { return loops++ != skip && has_fuel(); }
  // Notes a verdict about an instruction; one that was done costs fuel.
  void note(const Module& module, InstrId subject, Reason reason, std::vector<int64_t> numbers = {},
            std::string detail = {});
};

struct Rewrite {
  std::string_view name, summary;
  Result<bool> (*run)(Module& module, Context& context);  // whether it changed anything
  bool takes_factor = false;
  // It takes loops as they were before PipelineOptions::loops, and is kept where the program only gets smaller.
  bool cleans = false;
};
std::span<const Rewrite> all_rewrites();  // in the order in which they run
const Rewrite* find_rewrite(std::string_view name);

// What rewrites leave behind is cleared away: dead code, equal values, chains of data movement. Verified.
Result<Module> cleaned(const Module& module);

Result<bool> clean_loops(Module& module, Context& context);
Result<bool> plain_rng(Module& module, Context& context);
Result<bool> rng_ahead(Module& module, Context& context);
Result<bool> split_carried(Module& module, Context& context);
Result<bool> forward_slices(Module& module, Context& context);
Result<bool> unroll(Module& module, Context& context);

}  // namespace eutectic::rewrites

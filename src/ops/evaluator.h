// The reference evaluator: plain meaning of a module, op by op, independent of code generation.
// Buffers are freed after their last use and handed to ops that can work in place.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "ops/op_def.h"

namespace eutectic {

struct EvalOptions {
  // Called between instructions of long programs; returning true stops with a diagnostic.
  bool (*cancelled)() = nullptr;
  int64_t max_bytes = int64_t{1} << 36;  // refuses values beyond this size instead of exhausting memory
};

class Evaluator {
 public:
  explicit Evaluator(const Module& module, EvalOptions options = {});
  ~Evaluator();

  // Runs the entry. One literal per parameter; the result may be a tuple.
  Result<Literal> run(std::vector<Literal> arguments);
  // Runs a called computation.
  Result<Literal> call(CompId comp, std::vector<Literal> arguments);
  // The same, leaving the arguments alone; cheaper than copying them where only a few elements are read.
  Result<Literal> call_borrowing(CompId comp, const std::vector<Literal>& arguments);

  // One instruction's meaning, on operands of its operands' shapes; for runs that go step by step elsewhere.
  Result<Literal> evaluate_instr(InstrId id, std::vector<Literal> operands);

  const Module& module() const { return module_; }
  const EvalOptions& options() const { return options_; }
  // Failures of check.expect_* custom calls: they do not stop the run.
  std::vector<std::string>& check_failures() { return check_failures_; }
  int64_t check_count() const { return check_count_; }  // those that ran
  void count_check() { ++check_count_; }
  // Numbers the random draws of a run, so that an instruction in a loop draws anew each time.
  uint32_t next_draw() { return draw_count_++; }

 private:
  struct CompInfo;  // last uses per computation, computed once
  Result<Literal> execute(CompId comp, std::vector<Literal>& arguments, bool borrow);
  // Says in the messages which instruction failed, unless one inside it has been named already.
  Diagnostics place(Diagnostics diagnostics, InstrId id);

  const Module& module_;
  EvalOptions options_;
  std::vector<CompInfo> infos_;
  std::vector<std::string> check_failures_;
  int64_t check_count_ = 0;
  uint32_t draw_count_ = 0;
  int depth_ = 0;
  uint32_t tick_ = 0;
  bool error_placed_ = false;
};

}  // namespace eutectic

// Processes that run check programs: one per file, which reports program after program, so that one that crashes
// or hangs costs nothing but its own line.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace eutectic::cli {

enum class Outcome { Passed, Failed, Unchecked, Unsupported, TimedOut, Crashed };
std::string_view to_string(Outcome outcome);

struct Report {
  Outcome outcome = Outcome::Crashed;
  std::string function;  // "@abs_test" in a file of several; "" otherwise
  std::string cause;     // of an unsupported program: its first message
  std::string text;      // diagnostics or failed checks
};

class CheckWorker {
 public:
  // Starts at the file's first program. Without a process (the system refuses one) step() says so.
  CheckWorker(std::string path, double time_limit);
  int pipe() const { return pipe_; }  // readable when there is something to do
  // Takes what has come, and sees to the time limit. True at the end: every program is in reports().
  bool step(bool readable);
  std::vector<Report>& reports() { return reports_; }
  void stop();

 private:
  void start(size_t first);
  bool take_records();
  bool ended(int status, bool timed_out);
  void restart_clock();

  std::string path_;
  double time_limit_;
  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string bytes_;  // received, not yet taken
  bool complete_ = false;
  std::string function_, label_;  // of the program that runs
  std::vector<Report> reports_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace eutectic::cli

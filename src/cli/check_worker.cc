// A worker writes records into a pipe: a letter, then three texts with their lengths before them.
//   B function label -            a program begins
//   <outcome> function cause text it is done
//   E - - -                       no program follows
#include "cli/check_worker.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include "cli/command.h"
#include "cli/process.h"
#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic::cli {
namespace {

constexpr size_t text_limit = 1 << 16;
constexpr std::string_view cut = "... (more)\n";

Report of_diagnostics(Diagnostics diagnostics, const std::string& path, const std::string& function) {
  Report r{Outcome::Failed, function, "", ""};
  bool all_unsupported = !diagnostics.empty();
  if (all_unsupported) r.cause = diagnostics.front().message;
  for (Diagnostic& d : diagnostics) {
    all_unsupported = all_unsupported && d.severity == Severity::Unsupported;
    if (!function.empty()) d.message = fmt::format("{}: {}", function, d.message);
  }
  add_places(diagnostics, path);
  r.text = render(diagnostics);
  if (all_unsupported)
    r.outcome = Outcome::Unsupported;
  else
    r.cause.clear();
  return r;
}

Report check_program(const Module& module, const std::string& path, const std::string& function,
                     const std::string& label) {
  if (auto status = verify(module); !status) return of_diagnostics(status.error(), path, function);
  if (!module[module.entry].parameters.empty()) {
    Place place;
    place.file = path;
    return of_diagnostics(
        Diagnostics{{Severity::Unsupported, place, "main takes arguments: not a check program", "use eutectic run"}},
        path, function);
  }
  EvalOptions options;
  options.cancelled = interrupted;
  options.max_bytes = int64_t{1} << 32;
  Evaluator evaluator(module, options);
  auto value = evaluator.run({});
  if (!value) return of_diagnostics(value.error(), path, function);
  Report r{Outcome::Passed, function, "", ""};
  if (evaluator.check_count() == 0) {
    r.outcome = Outcome::Unchecked;
    r.text = label + ": no check ran\n";
  }
  for (const std::string& failure : evaluator.check_failures()) {
    r.outcome = Outcome::Failed;
    r.text += fmt::format("{}: check failed: {}\n", label, failure);
    if (r.text.size() > text_limit) break;
  }
  return r;
}

char letter(Outcome outcome) { return static_cast<char>('0' + static_cast<int>(outcome)); }

void send(int pipe, char kind, const std::array<std::string_view, 3>& texts) {
  std::string record(1, kind);
  for (std::string_view text : texts) {
    const bool whole = text.size() <= text_limit;
    const auto size = static_cast<uint32_t>(whole ? text.size() : text_limit + cut.size());
    record.append(reinterpret_cast<const char*>(&size), sizeof size);
    record += whole ? text : text.substr(0, text_limit);
    if (!whole) record += cut;
  }
  for (size_t done = 0; done < record.size();) {
    const ssize_t n = write(pipe, record.data() + done, record.size() - done);
    if (n <= 0) _exit(exit_internal);
    done += static_cast<size_t>(n);
  }
}

void send(int pipe, const Report& r) { send(pipe, letter(r.outcome), {r.function, r.cause, r.text}); }

void run_programs(const std::string& path, size_t first, int pipe) {
  auto bytes = read_file(path);
  if (!bytes) return send(pipe, of_diagnostics(bytes.error(), path, ""));
  const auto kept = std::make_shared<const std::string>(std::move(*bytes));
  remember_input(path, kept);
  size_t number = 0;
  Status all = each_program(*kept, path, [&](const ProgramName& name, const auto& read) {
    if (number++ < first) return;
    const std::string label =
        name.name.empty()
            ? path
            : fmt::format("{}{}: {}", path, name.place.line ? fmt::format(":{}", name.place.line) : "", name.name);
    send(pipe, 'B', {name.name, label, ""});
    try {
      Result<Module> module = read();
      send(pipe,
           module ? check_program(*module, path, name.name, label) : of_diagnostics(module.error(), path, name.name));
    } catch (const std::bad_alloc&) {
      send(pipe, Report{Outcome::Failed, name.name, "", label + ": out of memory\n"});
    }
  });
  if (!all) send(pipe, of_diagnostics(all.error(), path, ""));
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::Passed:
      return "passed";
    case Outcome::Failed:
      return "failed";
    case Outcome::Unchecked:
      return "without a check";
    case Outcome::Unsupported:
      return "unsupported";
    case Outcome::TimedOut:
      return "timed out";
    case Outcome::Crashed:
      return "crashed";
  }
  return "";
}

CheckWorker::CheckWorker(std::string path, double time_limit) : path_(std::move(path)), time_limit_(time_limit) {
  start(0);
}

void CheckWorker::restart_clock() {
  deadline_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                     std::chrono::duration<double>(time_limit_));
}

void CheckWorker::start(size_t first) {
  bytes_.clear();
  function_.clear();
  label_ = path_;
  complete_ = false;
  restart_clock();
  int ends[2];
  if (::pipe(ends) != 0) return;
  std::fflush(stdout);
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[0]);
    int code = exit_ok;
    try {
      run_programs(path_, first, ends[1]);
      send(ends[1], 'E', {});
    } catch (const std::bad_alloc&) {
      send(ends[1], Report{Outcome::Failed, "", "", path_ + ": out of memory\n"});
      send(ends[1], 'E', {});
    } catch (const std::exception& e) {
      write_reproducer(e.what());
      code = exit_internal;
    }
    _exit(code);
  }
  close(ends[1]);
  if (pid_ > 0)
    pipe_ = ends[0];
  else
    close(ends[0]);
}

// False when what came is no record: the worker is out of its mind.
bool CheckWorker::take_records() {
  size_t at = 0;
  for (;;) {
    std::array<std::string, 3> texts;
    size_t end = at + 1;
    bool whole = end <= bytes_.size();
    for (std::string& text : texts) {
      uint32_t size = 0;
      whole = whole && end + sizeof size <= bytes_.size();
      if (!whole) break;
      std::memcpy(&size, bytes_.data() + end, sizeof size);
      end += sizeof size;
      if (size > text_limit + cut.size()) return false;
      whole = end + size <= bytes_.size();
      if (!whole) break;
      text = bytes_.substr(end, size);
      end += size;
    }
    if (!whole) break;
    const char kind = bytes_[at];
    at = end;
    restart_clock();
    if (kind == 'E') {
      complete_ = true;
    } else if (kind == 'B') {
      function_ = texts[0];
      label_ = texts[1];
    } else if (kind >= letter(Outcome::Passed) && kind <= letter(Outcome::Crashed)) {
      reports_.push_back({static_cast<Outcome>(kind - '0'), texts[0], texts[1], texts[2]});
    } else {
      return false;
    }
  }
  bytes_.erase(0, at);
  return true;
}

bool CheckWorker::ended(int status, bool timed_out) {
  close(pipe_);
  pipe_ = -1;
  pid_ = -1;
  if (complete_ && !timed_out) return true;
  Report r{timed_out ? Outcome::TimedOut : Outcome::Crashed, function_, "", ""};
  const std::string how = timed_out             ? fmt::format("not done after {:g} s", time_limit_)
                          : WIFSIGNALED(status) ? fmt::format("crashed (signal {})", WTERMSIG(status))
                                                : fmt::format("crashed (exit code {})", WEXITSTATUS(status));
  r.text = fmt::format("{}: {}\n", label_, how);
  reports_.push_back(std::move(r));
  // The functions after it are programs of their own; standard input cannot be read again.
  if (function_.empty() || path_ == "-") return true;
  start(reports_.size());
  return false;
}

bool CheckWorker::step(bool readable) {
  if (pid_ < 0) {
    reports_.push_back({Outcome::Crashed, "", "", path_ + ": a process could not be started\n"});
    return true;
  }
  bool timed_out = false;
  if (readable) {
    char buffer[1 << 14];
    const ssize_t n = read(pipe_, buffer, sizeof buffer);
    if (n > 0) bytes_.append(buffer, static_cast<size_t>(n));
    if (n > 0 && take_records()) return false;
    if (n != 0) kill(pid_, SIGKILL);
  } else if (std::chrono::steady_clock::now() > deadline_) {
    timed_out = true;
    kill(pid_, SIGKILL);
  } else {
    return false;
  }
  int status = 0;
  waitpid(pid_, &status, 0);
  return ended(status, timed_out);
}

void CheckWorker::stop() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

}  // namespace eutectic::cli

// eutectic check: runs check programs, each in a process of its own with a time limit, so that one program
// that crashes or hangs costs nothing but its own line. Results are printed in the order of the files.
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/process.h"
#include "format/format.h"
#include "ops/evaluator.h"
#include "ops/verify.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  unsigned jobs = 0;
  double time_limit = 30;
  bool json = false, quiet = false;
};

enum class Outcome { Passed, Failed, Unsupported, TimedOut, Crashed };
std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::Passed:
      return "passed";
    case Outcome::Failed:
      return "failed";
    case Outcome::Unsupported:
      return "unsupported";
    case Outcome::TimedOut:
      return "timed out";
    case Outcome::Crashed:
      return "crashed";
  }
  return "";
}

struct Report {
  Outcome outcome = Outcome::Crashed;
  std::string cause;  // of an unsupported program: its first message
  std::string text;   // diagnostics or failed checks
};

Report of_diagnostics(Diagnostics diagnostics, const std::string& path) {
  Report r{Outcome::Failed, "", ""};
  bool all_unsupported = !diagnostics.empty();
  for (Diagnostic& d : diagnostics) {
    all_unsupported = all_unsupported && d.severity == Severity::Unsupported;
    if (d.place.file.empty()) d.place.file = path;
  }
  r.text = render(diagnostics);
  if (all_unsupported) {
    r.outcome = Outcome::Unsupported;
    r.cause = diagnostics.front().message;
  }
  return r;
}

Report check_file(const std::string& path) {
  auto bytes = read_file(path);
  if (!bytes) return of_diagnostics(bytes.error(), path);
  auto kept = std::make_shared<const std::string>(std::move(*bytes));
  remember_input(path, kept);
  auto module = read_program(*kept, path);
  if (!module) return of_diagnostics(module.error(), path);
  if (auto status = verify(*module); !status) return of_diagnostics(status.error(), path);
  if (!(*module)[module->entry].parameters.empty()) {
    Place place;
    place.file = path;
    return of_diagnostics(
        Diagnostics{{Severity::Unsupported, place, "main takes arguments: not a check program", "use eutectic run"}},
        path);
  }
  EvalOptions options;
  options.cancelled = interrupted;
  options.max_bytes = int64_t{1} << 32;
  Evaluator evaluator(*module, options);
  auto value = evaluator.run({});
  if (!value) return of_diagnostics(value.error(), path);
  Report r{Outcome::Passed, "", ""};
  for (const std::string& failure : evaluator.check_failures()) {
    r.outcome = Outcome::Failed;
    r.text += path + ": check failed: " + failure + "\n";
  }
  return r;
}

// A report through a pipe: outcome, cause, text, separated by zero bytes.
std::string pack(const Report& r) {
  std::string out(1, static_cast<char>('0' + static_cast<int>(r.outcome)));
  return out + r.cause + '\0' + r.text;
}
Report unpack(const std::string& bytes, const std::string& path, int status) {
  size_t separator = bytes.find('\0');
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || separator == std::string::npos)
    return {Outcome::Crashed, "",
            fmt::format("{}: crashed ({})\n", path,
                        WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                            : fmt::format("exit code {}", WEXITSTATUS(status)))};
  return {static_cast<Outcome>(bytes[0] - '0'), bytes.substr(1, separator - 1), bytes.substr(separator + 1)};
}

struct Worker {
  pid_t pid = -1;
  int pipe = -1;
  size_t file = 0;
  std::string bytes;
  std::chrono::steady_clock::time_point deadline;
  bool timed_out = false;
};

Worker start(const std::string& path, size_t file, double time_limit) {
  int ends[2];
  Worker w;
  w.file = file;
  if (pipe(ends) != 0) return w;
  std::fflush(stdout);
  w.pid = fork();
  if (w.pid == 0) {
    close(ends[0]);
    int code = exit_ok;
    std::string bytes;
    try {
      bytes = pack(check_file(path));
    } catch (const std::bad_alloc&) {
      bytes = pack({Outcome::Failed, "", path + ": out of memory\n"});
    } catch (const std::exception& e) {
      write_reproducer(e.what());
      code = exit_internal;
    }
    size_t done = 0;
    while (done < bytes.size()) {
      ssize_t n = write(ends[1], bytes.data() + done, bytes.size() - done);
      if (n <= 0) _exit(exit_internal);
      done += static_cast<size_t>(n);
    }
    _exit(code);
  }
  close(ends[1]);
  w.pipe = ends[0];
  w.deadline = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                      std::chrono::duration<double>(time_limit));
  return w;
}

// All files of folders, sorted; programs only.
Result<std::vector<std::string>> list_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    struct stat status{};
    Place place;
    place.file = path;
    if (path != "-" && stat(path.c_str(), &status) != 0) return error("there is no such file or folder", place);
    if (path == "-" || !S_ISDIR(status.st_mode)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> folders{path}, found;
    while (!folders.empty()) {
      std::string folder = std::move(folders.back());
      folders.pop_back();
      DIR* dir = opendir(folder.c_str());
      if (!dir) continue;
      while (dirent* entry = readdir(dir)) {
        std::string_view name = entry->d_name;
        if (name.starts_with(".")) continue;
        std::string child = folder + (folder.ends_with("/") ? "" : "/") + std::string(name);
        struct stat s{};
        if (lstat(child.c_str(), &s) != 0) continue;
        if (S_ISDIR(s.st_mode))
          folders.push_back(child);
        else if (name.ends_with(".mlir") || name.ends_with(".mlirbc") || name.ends_with(".hlo"))
          found.push_back(child);
      }
      closedir(dir);
    }
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

// Programs that lack the same thing have the same cause: types, names and numbers in the message do not count.
std::string cause_key(std::string_view message) {
  std::string out;
  auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-'; };
  for (size_t i = 0; i < message.size() && out.size() < 120; ++i) {
    char c = message[i];
    bool begins = i == 0 || !word(message[i - 1]);
    if (begins && message.substr(i).starts_with("tensor<")) {
      int depth = 0;
      for (; i < message.size(); ++i) {
        depth += message[i] == '<' ? 1 : message[i] == '>' ? -1 : 0;
        if (message[i] == '>' && depth == 0) break;
      }
      out += "tensor<...>";
    } else if ((c == '%' || c == '@') && i + 1 < message.size() && word(message[i + 1])) {
      out += c;
      out += "...";
      while (i + 1 < message.size() && word(message[i + 1])) ++i;
    } else if (begins && std::isdigit(static_cast<unsigned char>(c))) {
      out += 'N';
      while (i + 1 < message.size() && std::isdigit(static_cast<unsigned char>(message[i + 1]))) ++i;
    } else {
      out += c;
    }
  }
  return out;
}

int run(const Options& o) {
  auto files = list_files(o.paths);
  if (!files) {
    err(render(files.error()));
    return exit_usage;
  }
  if (files->empty()) {
    err("eutectic: there are no programs (.mlir, .mlirbc, .hlo) there\n");
    return exit_usage;
  }
  auto begin = std::chrono::steady_clock::now();
  size_t jobs = o.jobs ? o.jobs : static_cast<size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  std::vector<Report> reports(files->size());
  std::vector<bool> done(files->size(), false);
  std::vector<Worker> workers;
  size_t next = 0, shown = 0;
  while (shown < files->size() && !interrupted()) {
    while (next < files->size() && workers.size() < jobs) {
      Worker w = start((*files)[next], next, o.time_limit);
      if (w.pid < 0) {
        if (w.pipe >= 0) close(w.pipe);
        reports[next] = {Outcome::Crashed, "", (*files)[next] + ": a process could not be started\n"};
        done[next] = true;
      } else {
        workers.push_back(std::move(w));
      }
      ++next;
    }
    std::vector<pollfd> polled;
    for (const Worker& w : workers) polled.push_back({w.pipe, POLLIN, 0});
    poll(polled.data(), polled.size(), 100);
    auto now = std::chrono::steady_clock::now();
    for (size_t i = workers.size(); i-- > 0;) {
      Worker& w = workers[i];
      bool ended = false;
      if (polled[i].revents) {
        char buffer[1 << 14];
        ssize_t n = read(w.pipe, buffer, sizeof buffer);
        if (n > 0 && w.bytes.size() < (1 << 20)) w.bytes.append(buffer, static_cast<size_t>(n));
        ended = n == 0;
      } else if (now > w.deadline) {
        w.timed_out = true;
        kill(w.pid, SIGKILL);
        ended = true;
      }
      if (!ended) continue;
      int status = 0;
      waitpid(w.pid, &status, 0);
      close(w.pipe);
      reports[w.file] = w.timed_out ? Report{Outcome::TimedOut, "",
                                             fmt::format("{}: not done after {:g} s\n", (*files)[w.file], o.time_limit)}
                                    : unpack(w.bytes, (*files)[w.file], status);
      done[w.file] = true;
      workers.erase(workers.begin() + static_cast<ptrdiff_t>(i));
    }
    while (shown < files->size() && done[shown]) {
      const Report& r = reports[shown];
      if (!o.json && r.outcome != Outcome::Passed && r.outcome != Outcome::Unsupported) out(r.text);
      ++shown;
    }
  }
  for (Worker& w : workers) {
    kill(w.pid, SIGKILL);
    waitpid(w.pid, nullptr, 0);
  }
  if (interrupted()) {
    err("eutectic: interrupted\n");
    return exit_interrupted;
  }
  std::map<Outcome, size_t> counts;
  std::map<std::string, std::vector<size_t>> causes;
  for (size_t i = 0; i < reports.size(); ++i) {
    ++counts[reports[i].outcome];
    if (reports[i].outcome == Outcome::Unsupported) causes[cause_key(reports[i].cause)].push_back(i);
  }
  std::vector<std::pair<std::string, std::vector<size_t>>> by_count(causes.begin(), causes.end());
  std::sort(by_count.begin(), by_count.end(), [](const auto& a, const auto& b) {
    return a.second.size() != b.second.size() ? a.second.size() > b.second.size() : a.first < b.first;
  });
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  size_t bad = counts[Outcome::Failed] + counts[Outcome::TimedOut] + counts[Outcome::Crashed];
  if (o.json) {
    nlohmann::ordered_json j;
    j["files"] = nlohmann::ordered_json::array();
    for (size_t i = 0; i < reports.size(); ++i) {
      nlohmann::ordered_json f{{"file", (*files)[i]}, {"outcome", to_string(reports[i].outcome)}};
      if (!reports[i].text.empty()) f["text"] = reports[i].text;
      if (!reports[i].cause.empty()) f["cause"] = cause_key(reports[i].cause);
      j["files"].push_back(std::move(f));
    }
    j["unsupported"] = nlohmann::ordered_json::object();
    for (const auto& [cause, list] : by_count) j["unsupported"][cause] = list.size();
    for (Outcome k : {Outcome::Passed, Outcome::Failed, Outcome::Unsupported, Outcome::TimedOut, Outcome::Crashed})
      j["total"][std::string(to_string(k))] = counts[k];
    j["seconds"] = seconds;
    out(j.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  } else {
    if (!by_count.empty() && !o.quiet) {
      out("unsupported, by cause:\n");
      for (const auto& [cause, list] : by_count)
        out(fmt::format("  {:>5}  {} (e.g. {})\n", list.size(), cause, (*files)[list.front()]));
    }
    out(fmt::format("{} programs: {} passed, {} failed, {} unsupported{}{} in {:.1f} s\n", reports.size(),
                    counts[Outcome::Passed], counts[Outcome::Failed], counts[Outcome::Unsupported],
                    counts[Outcome::TimedOut] ? fmt::format(", {} timed out", counts[Outcome::TimedOut]) : "",
                    counts[Outcome::Crashed] ? fmt::format(", {} crashed", counts[Outcome::Crashed]) : "", seconds));
  }
  return bad ? exit_failed : exit_ok;
}

}  // namespace

Runner add_check(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("paths", o->paths, "Check programs, and folders of them")->required();
  app.add_option("--jobs,-j", o->jobs, "Programs at a time (default: one per core)");
  app.add_option("--time-limit", o->time_limit, "Seconds per program")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--json", o->json, "Every program's outcome as JSON");
  app.add_flag("--quiet", o->quiet, "Only failures and the total");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

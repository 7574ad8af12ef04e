// eutectic check: runs check programs, several files at a time (check_worker.h), and prints what failed in the
// order of the files, why programs are unsupported, and a total.
#include <dirent.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/check_worker.h"
#include "cli/command.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  unsigned jobs = 0;
  double time_limit = 30;
  bool json = false, quiet = false;
};

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
  std::vector<std::vector<Report>> by_file(files->size());
  std::vector<bool> done(files->size(), false);
  std::vector<std::pair<size_t, CheckWorker>> workers;  // the number of the file
  size_t next = 0, shown = 0;
  while (shown < files->size() && !interrupted()) {
    while (next < files->size() && workers.size() < jobs) {
      workers.emplace_back(next, CheckWorker((*files)[next], o.time_limit));
      ++next;
    }
    std::vector<pollfd> polled;
    for (const auto& [file, worker] : workers) polled.push_back({worker.pipe(), POLLIN, 0});
    poll(polled.data(), polled.size(), 100);
    for (size_t i = workers.size(); i-- > 0;) {
      auto& [file, worker] = workers[i];
      if (!worker.step(polled[i].revents != 0)) continue;
      by_file[file] = std::move(worker.reports());
      done[file] = true;
      workers.erase(workers.begin() + static_cast<ptrdiff_t>(i));
    }
    for (; shown < files->size() && done[shown]; ++shown)
      for (const Report& r : by_file[shown])
        if (!o.json && r.outcome != Outcome::Passed && r.outcome != Outcome::Unsupported) out(r.text);
  }
  for (auto& [file, worker] : workers) worker.stop();
  if (interrupted()) {
    err("eutectic: interrupted\n");
    return exit_interrupted;
  }
  std::map<Outcome, size_t> counts;
  std::map<std::string, std::vector<size_t>> causes;  // the files where it occurs
  size_t total = 0;
  for (size_t file = 0; file < by_file.size(); ++file)
    for (const Report& r : by_file[file]) {
      ++total;
      ++counts[r.outcome];
      if (r.outcome == Outcome::Unsupported) causes[cause_key(r.cause)].push_back(file);
    }
  std::vector<std::pair<std::string, std::vector<size_t>>> by_count(causes.begin(), causes.end());
  std::sort(by_count.begin(), by_count.end(), [](const auto& a, const auto& b) {
    return a.second.size() != b.second.size() ? a.second.size() > b.second.size() : a.first < b.first;
  });
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  size_t bad = total - counts[Outcome::Passed] - counts[Outcome::Unsupported];
  if (o.json) {
    nlohmann::ordered_json j;
    j["files"] = nlohmann::ordered_json::array();
    for (size_t file = 0; file < by_file.size(); ++file)
      for (const Report& r : by_file[file]) {
        nlohmann::ordered_json f{{"file", (*files)[file]}};
        if (!r.function.empty()) f["function"] = r.function;
        f["outcome"] = to_string(r.outcome);
        if (!r.text.empty()) f["text"] = r.text;
        if (!r.cause.empty()) f["cause"] = cause_key(r.cause);
        j["files"].push_back(std::move(f));
      }
    j["unsupported"] = nlohmann::ordered_json::object();
    for (const auto& [cause, list] : by_count) j["unsupported"][cause] = list.size();
    for (Outcome k : {Outcome::Passed, Outcome::Failed, Outcome::Unchecked, Outcome::Unsupported, Outcome::TimedOut,
                      Outcome::Crashed})
      j["total"][std::string(to_string(k))] = counts[k];
    j["seconds"] = seconds;
    out(j.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  } else {
    if (!by_count.empty() && !o.quiet) {
      out("unsupported, by cause:\n");
      for (const auto& [cause, list] : by_count)
        out(fmt::format("  {:>5}  {} (e.g. {})\n", list.size(), cause, (*files)[list.front()]));
    }
    std::string line = fmt::format("{} programs: {} passed, {} failed, {} unsupported", total, counts[Outcome::Passed],
                                   counts[Outcome::Failed], counts[Outcome::Unsupported]);
    for (Outcome k : {Outcome::Unchecked, Outcome::TimedOut, Outcome::Crashed})
      if (counts[k]) line += fmt::format(", {} {}", counts[k], to_string(k));
    out(fmt::format("{} in {:.1f} s\n", line, seconds));
  }
  if (bad) return exit_failed;
  if (counts[Outcome::Passed] == 0) {
    err("eutectic: nothing was checked: none of these is a check program that can be run\n");
    return exit_failed;
  }
  return exit_ok;
}

}  // namespace

Runner add_check(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("paths", o->paths, "Check programs, and folders of them")->required();
  app.add_option("--jobs,-j", o->jobs, "Programs at a time (default: one per core)");
  app.add_option("--time-limit", o->time_limit, "Seconds per program")->check(PositiveNumber)->capture_default_str();
  app.add_flag("--json", o->json, "Every program's outcome as JSON");
  app.add_flag("--quiet", o->quiet, "Only failures and the total");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

#include "backend/gpu/ptxas.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

extern char** environ;

namespace eutectic::gpu {
namespace {

constexpr const char* usual_places[] = {"/usr/local/cuda/bin/ptxas", "/opt/cuda/bin/ptxas", "/usr/lib/cuda/bin/ptxas"};

std::string target_of(const std::string& ptx) {
  const size_t at = ptx.find(".target ");
  if (at == std::string::npos) return "sm_90";
  const size_t from = at + 8, end = ptx.find_first_of(", \r\n", from);
  return ptx.substr(from, end - from);
}

// The number that stands before `what`, e.g. "16 bytes spill stores"; 0 if there is none.
int64_t before(const std::string& line, const char* what) {
  const size_t at = line.find(what);
  if (at == std::string::npos) return 0;
  size_t begin = at;
  while (begin > 0 && line[begin - 1] == ' ') --begin;
  const size_t end = begin;
  while (begin > 0 && isdigit(static_cast<unsigned char>(line[begin - 1]))) --begin;
  return std::atoll(line.substr(begin, end - begin).c_str());
}

// A folder of its own that goes when this does.
struct TemporaryFolder {
  std::filesystem::path path;
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "eutectic-ptx-XXXXXX").string();
    if (mkdtemp(name.data())) path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path.empty()) std::filesystem::remove_all(path, ignored);
  }
};

}  // namespace

std::string find_ptxas() {
  std::stringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(path, folder, ':');)
    if (std::string file = folder + "/ptxas"; !folder.empty() && access(file.c_str(), X_OK) == 0) return file;
  for (const char* file : usual_places)
    if (access(file, X_OK) == 0) return file;
  return "";
}

std::vector<PtxEntry> read_ptxas_report(const std::string& report) {
  std::vector<PtxEntry> entries;
  std::stringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    if (const size_t at = line.find("Compiling entry function '"); at != std::string::npos) {
      const size_t from = at + 26;
      entries.emplace_back().name = line.substr(from, line.find('\'', from) - from);
    }
    if (entries.empty()) continue;
    PtxEntry& e = entries.back();
    if (line.find("bytes stack frame") != std::string::npos) {
      e.stack_bytes = before(line, "bytes stack frame");
      e.spill_store_bytes = before(line, "bytes spill stores");
      e.spill_load_bytes = before(line, "bytes spill loads");
    }
    if (line.find("Used ") != std::string::npos) {
      e.registers = before(line, "registers");
      e.shared_bytes = before(line, "bytes smem");
    }
  }
  return entries;
}

namespace {

Result<std::vector<PtxEntry>> assemble_module(const std::string& ptxas, const std::string& ptx) {
  TemporaryFolder folder;
  if (folder.path.empty()) return error("cannot make a temporary folder for ptxas");
  const std::string file = folder.path / "kernel.ptx", log = folder.path / "log";
  std::ofstream(file, std::ios::binary) << ptx;
  const std::string arch = "-arch=" + target_of(ptx);
  const std::string object = folder.path / "kernel.cubin";
  const char* arguments[] = {ptxas.c_str(), arch.c_str(), "-v", file.c_str(), "-o", object.c_str(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, ptxas.c_str(), &actions, nullptr, const_cast<char* const*>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return error(fmt::format("cannot run {}", ptxas));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::stringstream text;
  text << std::ifstream(log).rdbuf();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return error(fmt::format("ptxas refuses the code: {}", text.str().substr(0, 2000)));
  return read_ptxas_report(text.str());
}

}  // namespace

Result<std::vector<PtxEntry>> assemble(const std::string& ptxas, const std::string& ptx) {
  std::vector<PtxEntry> all;
  for (size_t at = ptx.find("\n.version"); at != std::string::npos;) {
    const size_t next = ptx.find("\n.version", at + 1);
    ASSIGN_OR_RETURN(std::vector<PtxEntry> entries, assemble_module(ptxas, ptx.substr(at, next - at)));
    all.insert(all.end(), entries.begin(), entries.end());
    at = next;
  }
  return all;
}

}  // namespace eutectic::gpu

// Signals, reproducers and files. The few globals are here: signal handlers and the check hook need them.
#include "cli/process.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "format/format.h"

namespace eutectic::cli {
namespace {

volatile sig_atomic_t interrupt_flag = 0;

struct Memory {
  std::string command_line, input_name;
  std::shared_ptr<const std::string> input;
};
Memory& memory() {
  static Memory m;
  return m;
}

Place place_of(const std::string& path) {
  Place place;
  place.file = path;
  return place;
}

}  // namespace

void install_interrupt_handler() {
  struct sigaction action{};
  // An op that takes long does not look at the flag: the process then ends by itself. Another signal ends it at once.
  action.sa_handler = [](int) {
    interrupt_flag = 1;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGALRM, [](int) { _exit(130); });
    alarm(2);
  };
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void limit_memory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
  return;
#endif
#endif
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return;
  rlim_t bytes = static_cast<rlim_t>(pages) * static_cast<rlim_t>(page);
  if (std::FILE* file = std::fopen("/sys/fs/cgroup/memory.max", "r")) {
    unsigned long long group = 0;  // stays so where the file says "max"
    if (std::fscanf(file, "%llu", &group) == 1) bytes = std::min<rlim_t>(bytes, group);
    std::fclose(file);
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  // What is left over is for code, stacks and the system.
  limit.rlim_cur = std::min(limit.rlim_cur, bytes / 16 * 15);
  setrlimit(RLIMIT_DATA, &limit);
}

bool interrupted() { return interrupt_flag != 0; }

void remember_command_line(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) {
    if (i) memory().command_line += ' ';
    memory().command_line += argv[i];
  }
}

void remember_input(std::string_view name, std::shared_ptr<const std::string> bytes) {
  memory().input_name = std::string(name);
  memory().input = std::move(bytes);
}

void add_places(Diagnostics& diagnostics, const std::string& path) {
  for (Diagnostic& d : diagnostics)
    if (d.place.file.empty()) d.place.file = path;
  if (memory().input && memory().input_name == path) add_source_lines(diagnostics, *memory().input);
}

int fail_at(Diagnostics diagnostics, const std::string& path, int code) {
  add_places(diagnostics, path);
  err(render(diagnostics));
  return code;
}

void write_reproducer(const std::string& message) {
  std::string path = fmt::format("eutectic-reproducer-{}.txt", getpid());
  std::string_view input = memory().input ? std::string_view(*memory().input) : std::string_view();
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) {
    std::fprintf(stderr, "eutectic: this is a bug of eutectic, and %s cannot be written: %s\n", path.c_str(),
                 std::strerror(errno));
    return;
  }
  std::fprintf(file, "eutectic %s\nmessage: %s\ncommand: %s\ninput: %s (%zu bytes)\n----\n", EUTECTIC_VERSION,
               message.c_str(), memory().command_line.c_str(), memory().input_name.c_str(), input.size());
  std::fwrite(input.data(), 1, input.size(), file);
  std::fclose(file);
  std::fprintf(stderr, "eutectic: this is a bug of eutectic; please report it with the file %s\n", path.c_str());
}

Result<std::string> read_file(const std::string& path) {
  auto fail = [&](int code) { return error(fmt::format("cannot read it: {}", std::strerror(code)), place_of(path)); };
  bool is_stdin = path == "-";
  std::FILE* file = is_stdin ? stdin : std::fopen(path.c_str(), "rb");
  if (!file) return fail(errno);
  struct stat status{};
  std::string bytes;
  int failure = 0;
  if (fstat(fileno(file), &status) == 0) {
    if (S_ISDIR(status.st_mode)) failure = EISDIR;
    if (S_ISREG(status.st_mode)) bytes.reserve(static_cast<size_t>(status.st_size));
  }
  char buffer[1 << 16];
  while (!failure) {
    size_t n = std::fread(buffer, 1, sizeof buffer, file);
    bytes.append(buffer, n);
    if (n < sizeof buffer) {
      if (std::ferror(file)) failure = errno ? errno : EIO;
      break;
    }
  }
  if (!is_stdin) std::fclose(file);
  if (failure) return fail(failure);
  return bytes;
}

Status write_file(const std::string& path, std::string_view bytes) {
  if (path == "-") {
    out(bytes);
    return {};
  }
  // Devices and pipes are written to; regular files are replaced in one step.
  struct stat status{};
  bool in_place = stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  std::string temporary = in_place ? path : fmt::format("{}.{}.tmp", path, getpid());
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  int failure = file ? 0 : errno;
  if (file) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) failure = errno;
    if (std::fclose(file) != 0 && !failure) failure = errno;
    if (!in_place) {
      if (!failure && std::rename(temporary.c_str(), path.c_str()) != 0) failure = errno;
      if (failure) std::remove(temporary.c_str());
    }
  }
  if (failure) return error(fmt::format("cannot write it: {}", std::strerror(failure)), place_of(path));
  return {};
}

bool file_exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

bool may_write(const std::string& path, bool force) {
  if (path.empty() || path == "-" || force || !file_exists(path)) return true;
  err(fmt::format("eutectic: '{}' exists; --force overwrites it\n", path));
  return false;
}

void out(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }
void err(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace eutectic::cli

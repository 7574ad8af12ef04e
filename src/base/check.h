// CHECK: an invariant of ours. A failure is our bug: the hook (set once by the tool) writes a
// reproducer, then the process ends with exit code 70.
#pragma once
#include <fmt/format.h>

#include <string>

namespace eutectic {

// Called with the message before the process ends. Set once, by main.
void set_check_hook(void (*hook)(const std::string& message));
[[noreturn]] void check_failed(const char* file, int line, const char* condition, const std::string& message);

}  // namespace eutectic

#define CHECK(condition, ...)                                                                  \
  do {                                                                                         \
    if (!(condition)) [[unlikely]]                                                             \
      ::eutectic::check_failed(__FILE__, __LINE__, #condition, ::fmt::format("" __VA_ARGS__)); \
  } while (0)

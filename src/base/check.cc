#include "base/check.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace eutectic {
namespace {
void (*check_hook)(const std::string&) = nullptr;
}

void set_check_hook(void (*hook)(const std::string&)) { check_hook = hook; }

void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  std::string text = fmt::format("internal error at {}:{}: {} ({})", file, line, message, condition);
  std::fprintf(stderr, "eutectic: %s\n", text.c_str());
  if (check_hook) {
    auto hook = std::exchange(check_hook, nullptr);
    hook(text);
  }
  std::_Exit(70);
}

}  // namespace eutectic

// Object code in this process: an own small ORC instance per kernel. Private to backend/cpu.
#pragma once
#include <memory>
#include <span>

#include "base/result.h"

namespace eutectic::cpu {

struct LoadedCode {
  void* entry = nullptr;
  std::shared_ptr<void> owner;
};
// The object's function `kernel`, ready to be called.
Result<LoadedCode> load_object(std::span<const char> object);

}  // namespace eutectic::cpu

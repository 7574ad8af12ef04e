// Compiled kernels by what they were made from: object code on disk, loaded code in memory. The key holds the kernel,
// the options, the processor, LLVM's version and this build, so an entry never has to be invalidated.
// Private to backend/cpu.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/cpu/compile.h"
#include "backend/cpu/jit.h"

namespace eutectic::cpu {

using CacheKey = std::array<uint8_t, 32>;
CacheKey cache_key(const kernel::Kernel& kernel, const CpuOptions& options);

std::optional<LoadedCode> find_loaded(const CacheKey& key);
void keep_loaded(const CacheKey& key, const LoadedCode& code);

// $XDG_CACHE_HOME/eutectic or ~/.cache/eutectic; empty where there is neither. Any failure, and a file that is
// damaged or cut off, is the same as no entry. Processes may share the folder.
std::string cache_folder();
std::optional<std::vector<char>> read_object(const CacheKey& key);
void write_object(const CacheKey& key, std::span<const char> object);

}  // namespace eutectic::cpu

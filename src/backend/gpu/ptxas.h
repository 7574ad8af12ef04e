// NVIDIA's assembler as a check of PTX: what a kernel takes of registers and memory. Used where it is installed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace eutectic::gpu {

struct PtxEntry {
  std::string name;
  int64_t registers = 0;                                                 // of a thread, 32 bits each
  int64_t spill_store_bytes = 0, spill_load_bytes = 0, stack_bytes = 0;  // of a thread
  int64_t shared_bytes = 0;                                              // of a block
};

// Path of ptxas: from PATH, else the usual place of the CUDA toolkit; "" if there is none.
std::string find_ptxas();
// Assembles every module in the text (each begins with .version) for the architecture that its .target line names. An
// error holds what ptxas says.
Result<std::vector<PtxEntry>> assemble(const std::string& ptxas, const std::string& ptx);
// What `ptxas -v` prints about entries.
std::vector<PtxEntry> read_ptxas_report(const std::string& report);

}  // namespace eutectic::gpu

// eutectic version.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/process.h"

namespace eutectic::cli {

Runner add_version(App&) {
  return [] {
    out(fmt::format(
        "eutectic {}\nreads: HLO text, StableHLO text, StableHLO bytecode (MLIR bytecode of JAX 0.6 and later)\n"
        "writes: HLO text, StableHLO text\nengines: reference, cpu\n",
        EUTECTIC_VERSION));
    return static_cast<int>(exit_ok);
  };
}

}  // namespace eutectic::cli

// Which code XLA would emit for a kernel, and with how many threads: its cost model counts them.
#pragma once
#include <optional>

#include "fusion/xla/rules/device.h"
#include "fusion/xla/rules/heroes.h"
#include "fusion/xla/rules/view.h"

namespace eutectic::fusion::xla {

enum class Emitter : uint8_t { Loop, InputSlices, Reduction, Transpose, Scatter, Concatenate };

struct Emission {
  View view;
  Emitter emitter = Emitter::Loop;
  std::vector<NodeId> roots, heroes;  // a hero for each root
  NodeId reduction;                   // the first real one among the heroes
  std::optional<TiledTranspose> transpose;
};
Emission emission_of(const View& view);

struct Launch {
  int64_t blocks = 1, threads = 1;
};
Launch launch_of(const Emission& kernel, const Device& device);

// Of the smallest element type among arrays; pred has 8. A large number if there is none.
int64_t smallest_bits(const Graph& g, const std::vector<NodeId>& nodes);

}  // namespace eutectic::fusion::xla

// Random programs of several loops, one after another or one in another: counters that go in step, code that no step
// changes, values carried on as older ones, rows that one loop writes and the next reads. HLO text from a seed.
#pragma once
#include <cstdint>
#include <string>

namespace eutectic::rewrites {

std::string random_chain_program(uint64_t seed);

}  // namespace eutectic::rewrites

// Random loop programs whose carried arrays are taken apart and put together in all the ways that rewrites follow, with
// keys of random numbers, rows read and written along the counter, and loops in loops: HLO text from a seed.
#pragma once
#include <cstdint>
#include <string>

namespace eutectic::rewrites {

std::string random_stack_program(uint64_t seed);

}  // namespace eutectic::rewrites

// The header of a .npy array: its dictionary text in, NpyHeader out.
#pragma once
#include "format/npz/npz.h"

namespace eutectic {

// Longest header that is read; numpy itself refuses longer ones by default.
inline constexpr size_t npy_max_header = 10000;

// How many bytes the header takes, from the array's first 12 bytes; errors carry no place.
Result<size_t> npy_header_size(std::string_view start);
// `bytes` begins with the whole header.
Result<NpyHeader> parse_npy_header(std::string_view bytes);
std::string make_npy_header(const Shape& shape);

}  // namespace eutectic

// Counter-based random bits: Threefry-2x32 (20 rounds) and Philox-4x32 (10 rounds), as published by Salmon et al. 2011.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace eutectic::contract {

inline std::array<uint32_t, 2> threefry2x32(std::array<uint32_t, 2> key, std::array<uint32_t, 2> x) {
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t ks[3] = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDAu};
  x[0] += ks[0];
  x[1] += ks[1];
  for (uint32_t round = 0; round < 5; ++round) {
    for (int r : rotations[round % 2]) {
      x[0] += x[1];
      x[1] = std::rotl(x[1], r) ^ x[0];
    }
    x[0] += ks[(round + 1) % 3];
    x[1] += ks[(round + 2) % 3] + round + 1;
  }
  return x;
}

inline std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 2> key, std::array<uint32_t, 4> x) {
  for (int round = 0; round < 10; ++round) {
    uint64_t a = uint64_t{0xD2511F53u} * x[0], b = uint64_t{0xCD9E8D57u} * x[2];
    x = {static_cast<uint32_t>(b >> 32) ^ x[1] ^ key[0], static_cast<uint32_t>(b),
         static_cast<uint32_t>(a >> 32) ^ x[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return x;
}

}  // namespace eutectic::contract

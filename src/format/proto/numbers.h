// The numbers of XLA's enums (xla_data.proto, hlo.proto) and what HLO text calls them.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "array/element_type.h"

namespace eutectic::proto {

template <size_t n>
using Words = std::array<std::pair<int, std::string_view>, n>;

template <size_t n>
std::optional<int> number_of(const Words<n>& words, std::string_view word) {
  for (const auto& [number, name] : words)
    if (name == word) return number;
  return std::nullopt;
}
template <size_t n>
std::string_view word_of(const Words<n>& words, int number) {
  for (const auto& [value, name] : words)
    if (value == number) return name;
  return {};
}

inline constexpr Words<3> precisions = {{{0, "default"}, {1, "high"}, {2, "highest"}}};
inline constexpr Words<13> algorithms = {{{1, "dot_any_f8_any_f8_f32"},
                                          {2, "dot_any_f8_any_f8_f32_fast_accum"},
                                          {3, "dot_f16_f16_f16"},
                                          {4, "dot_f16_f16_f32"},
                                          {5, "dot_bf16_bf16_bf16"},
                                          {6, "dot_bf16_bf16_f32"},
                                          {7, "dot_bf16_bf16_f32_x3"},
                                          {8, "dot_bf16_bf16_f32_x6"},
                                          {9, "dot_tf32_tf32_f32"},
                                          {10, "dot_tf32_tf32_f32_x3"},
                                          {11, "dot_f32_f32_f32"},
                                          {12, "dot_f64_f64_f64"},
                                          {13, "dot_bf16_bf16_f32_x9"}}};
inline constexpr Words<4> fft_types = {{{0, "FFT"}, {1, "IFFT"}, {2, "RFFT"}, {3, "IRFFT"}}};
inline constexpr Words<2> distributions = {{{1, "rng_uniform"}, {2, "rng_normal"}}};
inline constexpr Words<3> rng_algorithms = {{{0, "rng_default"}, {1, "rng_three_fry"}, {2, "rng_philox"}}};
inline constexpr Words<3> transposes = {{{1, "NO_TRANSPOSE"}, {2, "TRANSPOSE"}, {3, "ADJOINT"}}};
inline constexpr Words<2> padding_types = {{{1, "PADDING_VALID"}, {2, "PADDING_SAME"}}};
inline constexpr Words<2> schedules = {{{1, "SCHEDULE_LATEST"}, {2, "SCHEDULE_EARLIEST"}}};
inline constexpr Words<4> api_versions = {{{1, "API_VERSION_ORIGINAL"},
                                           {2, "API_VERSION_STATUS_RETURNING"},
                                           {3, "API_VERSION_STATUS_RETURNING_UNIFIED"},
                                           {4, "API_VERSION_TYPED_FFI"}}};
inline constexpr Words<6> sharding_types = {
    {{0, "replicated"}, {1, "maximal"}, {4, "manual"}, {5, "unknown"}, {6, "unreduced"}, {3, "devices"}}};
inline constexpr int tuple_sharding = 2;

inline constexpr std::array<std::pair<int, ElementType>, 23> element_types = {{
    {1, ElementType::Pred},  {26, ElementType::S2},       {21, ElementType::S4},     {2, ElementType::S8},
    {3, ElementType::S16},   {4, ElementType::S32},       {5, ElementType::S64},     {27, ElementType::U2},
    {22, ElementType::U4},   {6, ElementType::U8},        {7, ElementType::U16},     {8, ElementType::U32},
    {9, ElementType::U64},   {20, ElementType::F8E4M3FN}, {19, ElementType::F8E5M2}, {10, ElementType::F16},
    {16, ElementType::BF16}, {11, ElementType::F32},      {12, ElementType::F64},    {15, ElementType::C64},
    {18, ElementType::C128}, {13, ElementType::Tuple},    {17, ElementType::Token},
}};

}  // namespace eutectic::proto

// The nearest known word to a mistyped one.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace eutectic {

// Insertions, deletions and changes of a letter that make `b` of `a`.
size_t edit_distance(std::string_view a, std::string_view b);

// The first of the nearest words of `known` (any range of texts); "" if none is near enough to be what was meant.
template <class Range>
std::string nearest(std::string_view word, const Range& known) {
  // One slip in three letters: of a shorter word nothing would be left to tell what was meant. Nobody types longer
  // ones.
  if (word.size() < 2 || word.size() > 64) return {};
  size_t best = std::max<size_t>(1, word.size() / 3) + 1;
  std::string_view out;
  for (std::string_view candidate : known) {
    if (candidate.empty()) continue;
    // A word that begins the candidate is meant, however much is missing.
    const size_t distance = word.size() >= 3 && candidate.starts_with(word) ? 1 : edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      out = candidate;
    }
  }
  return std::string(out);
}

}  // namespace eutectic

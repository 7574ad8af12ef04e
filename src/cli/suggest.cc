// Edit distance with a bound, over a short list.
#include "cli/suggest.h"

#include <algorithm>

namespace eutectic::cli {

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  word = word.substr(0, 64);
  // One slip in three letters: of a shorter word nothing would be left to tell what was meant.
  size_t best = word.size() / 3 + 1;
  std::string out;
  for (const std::string& candidate : known) {
    std::vector<size_t> row(candidate.size() + 1);
    for (size_t j = 0; j <= candidate.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= word.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= candidate.size(); ++j) {
        size_t change = diagonal + (word[i - 1] != candidate[j - 1]);
        diagonal = row[j];
        row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
      }
    }
    // A word that begins the candidate is meant, however much is missing.
    size_t distance = word.size() >= 3 && candidate.starts_with(word) ? 1 : row.back();
    if (distance < best) {
      best = distance;
      out = candidate;
    }
  }
  return out;
}

}  // namespace eutectic::cli

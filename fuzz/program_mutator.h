// Changes of program text that mostly leave a program: bytes changed at random seldom pass a reader, and what is behind
// the verifier would see little else than the seeds.
#pragma once
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace eutectic::fuzz {

struct Token {
  size_t begin, size;
  char kind;  // 'n' number, 'v' value (%x), 'w' word
};

inline std::vector<Token> tokens_of(std::string_view text) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.'; };
  std::vector<Token> out;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    if (text[i] == '%') ++i;
    while (i < text.size() && is_word(text[i])) ++i;
    if (i == begin) {
      ++i;
      continue;
    }
    const bool digit = std::isdigit(static_cast<unsigned char>(text[begin]));
    out.push_back({begin, i - begin, text[begin] == '%' ? 'v' : digit ? 'n' : 'w'});
  }
  return out;
}

// Words that may stand for one another: the names of ops with as many operands, types, directions.
inline const std::vector<std::vector<std::string_view>>& families() {
  static const std::vector<std::vector<std::string_view>> all = {
      {"add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "atan2", "and", "or", "xor",
       "shift-left", "shift-right-arithmetic", "shift-right-logical"},
      {"abs",
       "negate",
       "exponential",
       "log",
       "log-plus-one",
       "exponential-minus-one",
       "sine",
       "cosine",
       "tan",
       "tanh",
       "sqrt",
       "rsqrt",
       "cbrt",
       "floor",
       "ceil",
       "round-nearest-even",
       "round-nearest-afz",
       "sign",
       "logistic",
       "not",
       "is-finite",
       "popcnt",
       "count-leading-zeros",
       "erf",
       "copy",
       "convert",
       "reshape",
       "bitcast-convert"},
      {"stablehlo.add", "stablehlo.subtract", "stablehlo.multiply", "stablehlo.divide", "stablehlo.remainder",
       "stablehlo.maximum", "stablehlo.minimum", "stablehlo.power", "stablehlo.atan2", "stablehlo.and", "stablehlo.or",
       "stablehlo.xor", "stablehlo.shift_left"},
      {"stablehlo.abs", "stablehlo.negate", "stablehlo.exponential", "stablehlo.log", "stablehlo.sine",
       "stablehlo.cosine", "stablehlo.tanh", "stablehlo.sqrt", "stablehlo.rsqrt", "stablehlo.floor", "stablehlo.sign",
       "stablehlo.not", "stablehlo.logistic"},
      {"f32", "f64", "f16", "bf16", "s32", "s64", "u32", "u8", "pred", "s8", "u64", "c64"},
      {"i32", "i64", "ui32", "i1", "i8", "f32", "f64", "bf16", "f16"},
      {"EQ", "NE", "LT", "LE", "GT", "GE"},
  };
  return all;
}

inline void replace_all(std::string& text, std::string_view from, std::string_view to, char kind) {
  std::string out;
  size_t done = 0;
  for (const Token& t : tokens_of(text))
    if (t.kind == kind && std::string_view(text).substr(t.begin, t.size) == from) {
      out.append(text, done, t.begin - done).append(to);
      done = t.begin + t.size;
    }
  text = out.append(text, done);
}

inline size_t mutate_program(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  auto pick = [&](size_t n) { return static_cast<size_t>(random() % n); };
  std::string text(reinterpret_cast<const char*>(data), size);
  const bool bytecode = text.starts_with("ML\xEFR");
  const std::vector<Token> tokens = bytecode ? std::vector<Token>() : tokens_of(text);
  if (tokens.empty() || pick(16) == 0) return LLVMFuzzerMutate(data, size, max_size);
  auto word = [&](const Token& t) { return text.substr(t.begin, t.size); };
  const Token token = tokens[pick(tokens.size())];
  const std::string old = word(token);
  std::string other;
  bool everywhere = pick(3) != 0;
  if (token.kind == 'n') {
    static constexpr std::string_view numbers[] = {"0",  "1",  "2",   "3",    "4",  "5",   "7",     "8",         "9",
                                                   "16", "17", "128", "1000", "-1", "0.5", "1e-30", "4294967296"};
    other = numbers[pick(std::size(numbers))];
  } else {
    for (const auto& family : families())
      if (std::ranges::find(family, old) != family.end()) {
        other = family[pick(family.size())];
        // A type that stands for another one must do so in the whole program.
        everywhere = family[0] == "f32" || family[0] == "i32";
        if (everywhere && pick(3) == 0) break;
      }
    if (other.empty()) {
      everywhere = false;
      const Token from = tokens[pick(tokens.size())];
      if (from.kind != token.kind) return LLVMFuzzerMutate(data, size, max_size);
      other = word(from);
    }
  }
  if (everywhere)
    replace_all(text, old, other, token.kind);
  else
    text.replace(token.begin, token.size, other);
  if (text.size() > max_size) return size;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace eutectic::fuzz

// Tokens of MLIR text. The lexer owns nothing: tokens are ranges of the source text. Types with
// dimension lists and dense<...> bodies are read from characters instead, by re-seating the lexer.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace eutectic::mlir {

enum class Tok : uint8_t {
  End,
  Bad,  // Bad: a character or an unfinished string that starts no token
  Id,   // stablehlo.add, dense, x
  Integer,
  Float,   // unsigned; Integer may be 0x...
  String,  // with quotes and escapes
  Percent,
  At,
  Caret,
  Hash,
  Exclaim,  // with their sigil: %x, @f, ^bb0, #loc1, !t
  Arrow,
  Colon,
  DoubleColon,
  Comma,
  Equal,
  LParen,
  RParen,
  LBrace,
  RBrace,
  LSquare,
  RSquare,
  Less,
  Greater,
  Minus,
  Plus,
  Star,
  Question,
  Slash,
  Pipe,
  MetaBegin,
  MetaEnd,  // {-# and #-}
};

struct Token {
  Tok kind = Tok::End;
  size_t begin = 0, end = 0;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next();
  void seat(size_t offset) { at_ = offset; }
  size_t offset() const { return at_; }
  std::string_view text() const { return text_; }

 private:
  Token make(Tok kind, size_t begin, size_t end) {
    at_ = end;
    return {kind, begin, end};
  }
  Token word(Tok kind, size_t begin);
  Token number(size_t begin);
  Token string(Tok kind, size_t begin, size_t quote);

  std::string_view text_;
  size_t at_ = 0;
};

// How a token of this kind is called in messages: "','", "an integer".
std::string_view describe(Tok kind);

// Position after the bracketed text that opens at `open` (one of < [ ( {), strings and -> skipped;
// npos if it is not closed. Linear and without recursion.
size_t end_of_balanced(std::string_view text, size_t open);

// The characters that a string token stands for; `token` includes the quotes.
std::string decode_string(std::string_view token);
// The reverse, with quotes, as MLIR prints it.
std::string encode_string(std::string_view text);

// Whether text is a bare identifier, so that @text and dictionary keys need no quotes.
bool is_bare_id(std::string_view text);

}  // namespace eutectic::mlir

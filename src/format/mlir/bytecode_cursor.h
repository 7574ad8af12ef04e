// Reads the primitives of MLIR bytecode: bytes, prefix varints, sections, aligned data. The first
// failure is kept with its byte offset; afterwards every read yields zero, so callers check
// `failed()` in loops and before use. Nothing here allocates by a size that the file declares.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace eutectic::mlir {

// The input and its first failure, shared by all cursors over it.
class BytecodeInput {
 public:
  BytecodeInput(std::string_view bytes, std::string_view file) : bytes_(bytes), file_(file) {}
  std::string_view bytes() const { return bytes_; }
  bool failed() const { return failure_.has_value(); }
  Place place(size_t offset) const;
  // Keeps the first failure only.
  void fail(size_t offset, std::string message, std::string hint = {}, Severity severity = Severity::Error);
  Diagnostics take_failure() { return {std::move(*failure_)}; }
  std::string producer;  // shown with failures once known

 private:
  std::string_view bytes_;
  std::string file_;
  std::optional<Diagnostic> failure_;
};

// A position in a range of the input.
class BytecodeCursor {
 public:
  BytecodeCursor() = default;
  BytecodeCursor(BytecodeInput& input, size_t begin, size_t end) : input_(&input), position_(begin), end_(end) {}

  bool failed() const { return input_->failed(); }
  void fail(std::string message, std::string hint = {}) const {
    input_->fail(position_, std::move(message), std::move(hint));
  }
  size_t position() const { return position_; }
  size_t remaining() const { return end_ - position_; }
  bool empty() const { return position_ == end_; }

  uint8_t byte();
  uint64_t varint();
  int64_t signed_varint();  // zigzag
  // A varint whose low bit is a flag.
  uint64_t varint_with_flag(bool& flag);
  // A varint that counts things of at least `minimum_bytes` each in the rest of the range.
  size_t count(std::string_view what, size_t minimum_bytes = 1);
  // A varint below `limit`; `what` names the table it indexes.
  size_t index(size_t limit, std::string_view what);
  std::string_view bytes(uint64_t length, std::string_view what);
  // Up to a NUL, which is skipped.
  std::string_view null_terminated(std::string_view what);
  // A sub-range of the given length; this cursor moves past it.
  BytecodeCursor range(uint64_t length, std::string_view what);
  // Section id, length, optional alignment, contents.
  BytecodeCursor section(uint8_t& id);
  // Nothing may be left; `what` names what was read.
  void expect_end(std::string_view what) const;

 private:
  void align(uint64_t alignment);

  BytecodeInput* input_ = nullptr;
  size_t position_ = 0, end_ = 0;
};

}  // namespace eutectic::mlir

// The primitives of MLIR bytecode; see the header.
#include "format/mlir/bytecode_cursor.h"

#include <fmt/format.h>

#include <bit>

namespace eutectic::mlir {

Place BytecodeInput::place(size_t offset) const {
  Place place;
  place.file = file_;
  place.byte_offset = static_cast<int64_t>(offset);
  return place;
}

void BytecodeInput::fail(size_t offset, std::string message, std::string hint, Severity severity) {
  if (failure_) return;
  if (hint.empty() && !producer.empty()) hint = fmt::format("the file says it was produced by {}", producer);
  failure_ = Diagnostic{severity, place(offset), std::move(message), std::move(hint)};
}

uint8_t BytecodeCursor::byte() {
  if (failed()) return 0;
  if (empty()) {
    fail("the bytecode ends in the middle of a value");
    return 0;
  }
  return static_cast<uint8_t>(input_->bytes()[position_++]);
}

uint64_t BytecodeCursor::varint() {
  // Trailing zeros of the first byte count the bytes that follow; all zero: eight follow, and the
  // first byte holds no bits of the value.
  uint8_t first = byte();
  if (failed()) return 0;
  if (first & 1) return first >> 1;
  int extra = first == 0 ? 8 : std::countr_zero(first);
  std::string_view rest = bytes(static_cast<uint64_t>(extra), "a number");
  if (failed()) return 0;
  uint64_t value = 0;
  for (size_t i = rest.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(rest[i]);
  if (first == 0) return value;
  // At most seven bytes follow here, so that the shift keeps all their bits.
  return (value << 8 | first) >> (extra + 1);
}

int64_t BytecodeCursor::signed_varint() {
  uint64_t value = varint();
  return static_cast<int64_t>((value >> 1) ^ (0 - (value & 1)));
}

uint64_t BytecodeCursor::varint_with_flag(bool& flag) {
  uint64_t value = varint();
  flag = value & 1;
  return value >> 1;
}

size_t BytecodeCursor::count(std::string_view what, size_t minimum_bytes) {
  size_t at = position_;
  uint64_t n = varint();
  if (failed()) return 0;
  if (n > remaining() / minimum_bytes) {
    input_->fail(at, fmt::format("{} {} are announced, but only {} bytes are left", n, what, remaining()));
    return 0;
  }
  return static_cast<size_t>(n);
}

size_t BytecodeCursor::index(size_t limit, std::string_view what) {
  size_t at = position_;
  uint64_t i = varint();
  if (failed()) return 0;
  if (i >= limit) {
    input_->fail(at, fmt::format("{} {} does not exist; there are {}", what, i, limit));
    return 0;
  }
  return static_cast<size_t>(i);
}

std::string_view BytecodeCursor::bytes(uint64_t length, std::string_view what) {
  if (failed()) return {};
  if (length > remaining()) {
    fail(fmt::format("{} takes {} bytes, but only {} are left", what, length, remaining()));
    return {};
  }
  std::string_view out = input_->bytes().substr(position_, length);
  position_ += length;
  return out;
}

std::string_view BytecodeCursor::null_terminated(std::string_view what) {
  if (failed()) return {};
  std::string_view rest = input_->bytes().substr(position_, remaining());
  size_t end = rest.find('\0');
  if (end == std::string_view::npos) {
    fail(fmt::format("{} has no end", what));
    return {};
  }
  position_ += end + 1;
  return rest.substr(0, end);
}

BytecodeCursor BytecodeCursor::range(uint64_t length, std::string_view what) {
  size_t begin = position_;
  bytes(length, what);
  if (failed()) return {*input_, begin, begin};
  return {*input_, begin, position_};
}

void BytecodeCursor::align(uint64_t alignment) {
  if (failed()) return;
  if (!std::has_single_bit(alignment)) {
    fail(fmt::format("alignment {} is not a power of two", alignment));
    return;
  }
  while (!failed() && (position_ & (alignment - 1)) != 0)
    if (byte() != 0xCB && !failed()) fail("padding before an aligned section is not 0xCB");
}

BytecodeCursor BytecodeCursor::section(uint8_t& id) {
  uint8_t head = byte();
  id = head & 0x7f;
  uint64_t length = varint();
  if (head & 0x80) align(varint());
  return range(length, fmt::format("section {}", id));
}

void BytecodeCursor::expect_end(std::string_view what) const {
  if (!failed() && !empty()) fail(fmt::format("{} has {} bytes too many", what, remaining()));
}

}  // namespace eutectic::mlir

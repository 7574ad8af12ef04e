// numpy's .npz and .npy files: named arrays in a zip archive, stored or deflated (zip64 tolerated).
// The reader keeps only the directory; an array is decompressed when asked for, and no more of it than the
// shape that the caller expects. numpy has no bf16 and f8: those travel as uint16 and uint8 bits.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "array/literal.h"
#include "base/result.h"

namespace eutectic {

// What an array's header says.
struct NpyHeader {
  char kind = 0;  // numpy's letter: b, i, u, f, c, V
  int64_t item_bytes = 0;
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<int64_t> dims;
  size_t data_offset = 0;     // within the .npy bytes
  std::string dtype() const;  // "float32", "uint8", ...; for messages
};

class NpzFile {
 public:
  // `bytes` must outlive the reader. A bare .npy reads as an archive of one array with an empty name.
  static Result<NpzFile> open(std::string_view bytes, std::string_view file);

  std::vector<std::string> names() const;  // in archive order, without ".npy"
  bool has(std::string_view name) const;
  Result<NpyHeader> header(std::string_view name) const;
  // The array as a literal of `shape`: dimensions must agree, and the dtype must be the one numpy stores
  // for the element type.
  Result<Literal> read(std::string_view name, const Shape& shape) const;

 private:
  struct Entry {
    std::string name;
    std::string_view packed;  // the entry's bytes in the archive
    uint64_t size = 0;        // unpacked, as declared
    bool deflated = false;
    int64_t offset = 0;           // of `packed`, for messages
    std::optional<uint32_t> crc;  // CRC-32 of the unpacked bytes; a bare .npy has none
  };
  const Entry* find(std::string_view name) const;

  std::string file_;
  std::vector<Entry> entries_;
  std::map<std::string, size_t, std::less<>> positions_;
};

// An uncompressed .npz of arrays in the given order.
std::string write_npz(const std::vector<std::pair<std::string, Literal>>& arrays);

// numpy's descr for an element type, e.g. "<f4"; "" for types that are not arrays.
std::string_view npy_descr(ElementType type);

}  // namespace eutectic

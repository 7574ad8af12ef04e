// Writes .npz: stored entries with checksums, as numpy.savez does; zip64 fields where sizes ask for them.
#include <zlib.h>

#include <algorithm>

#include "format/npz/npy_header.h"

namespace eutectic {
namespace {

void put(std::string& out, uint64_t value, size_t count) {
  for (size_t i = 0; i < count; ++i) out += static_cast<char>(value >> (8 * i));
}

uint32_t checksum(std::string_view bytes, uint32_t crc = 0) {
  while (!bytes.empty()) {
    size_t n = std::min(bytes.size(), size_t{1} << 30);
    crc = static_cast<uint32_t>(crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(n)));
    bytes.remove_prefix(n);
  }
  return crc;
}

// The fields that local header and directory share, from "version needed" to the uncompressed size.
void put_common(std::string& out, uint32_t crc, uint64_t size) {
  bool large = size >= 0xffffffff;
  put(out, large ? 45 : 20, 2);
  put(out, 0, 2);     // flags
  put(out, 0, 2);     // stored
  put(out, 0, 2);     // time: fixed, so that the same arrays give the same bytes
  put(out, 0x21, 2);  // date: 1980-01-01
  put(out, crc, 4);
  put(out, large ? 0xffffffff : size, 4);
  put(out, large ? 0xffffffff : size, 4);
}

}  // namespace

std::string write_npz(const std::vector<std::pair<std::string, Literal>>& arrays) {
  std::string out, directory;
  uint64_t total = 0;
  for (const auto& [name, literal] : arrays)
    total += static_cast<uint64_t>(literal.shape().size_bytes()) + 300 + 2 * name.size();
  out.reserve(total);
  for (const auto& [key, literal] : arrays) {
    std::string name = key + ".npy";
    std::string header = make_npy_header(literal.shape());
    std::string_view data(reinterpret_cast<const char*>(literal.bytes()),
                          static_cast<size_t>(literal.shape().size_bytes()));
    if (data.data() == nullptr) data = {};
    uint32_t crc = checksum(data, checksum(header));
    uint64_t size = header.size() + data.size(), at = out.size();
    bool large_size = size >= 0xffffffff, large_at = at >= 0xffffffff;

    out += "PK\x03\x04";
    put_common(out, crc, size);
    put(out, name.size(), 2);
    put(out, large_size ? 20 : 0, 2);
    out += name;
    if (large_size) {
      put(out, 1, 2);
      put(out, 16, 2);
      put(out, size, 8);
      put(out, size, 8);
    }
    out += header;
    out += data;

    std::string extra;
    if (large_size) {
      put(extra, size, 8);
      put(extra, size, 8);
    }
    if (large_at) put(extra, at, 8);
    directory += "PK\x01\x02";
    put(directory, 45, 2);
    put_common(directory, crc, size);
    put(directory, name.size(), 2);
    put(directory, extra.empty() ? 0 : extra.size() + 4, 2);
    put(directory, 0, 2);  // comment
    put(directory, 0, 2);  // disk
    put(directory, 0, 2);  // internal attributes
    put(directory, 0, 4);  // external attributes
    put(directory, large_at ? 0xffffffff : at, 4);
    directory += name;
    if (!extra.empty()) {
      put(directory, 1, 2);
      put(directory, extra.size(), 2);
      directory += extra;
    }
  }
  uint64_t start = out.size(), count = arrays.size();
  out += directory;
  bool large = start >= 0xffffffff || count >= 0xffff;
  if (large) {
    uint64_t record = out.size();
    out += "PK\x06\x06";
    put(out, 44, 8);
    put(out, 45, 2);
    put(out, 45, 2);
    put(out, 0, 4);
    put(out, 0, 4);
    put(out, count, 8);
    put(out, count, 8);
    put(out, directory.size(), 8);
    put(out, start, 8);
    out += "PK\x06\x07";
    put(out, 0, 4);
    put(out, record, 8);
    put(out, 1, 4);
  }
  out += "PK\x05\x06";
  put(out, 0, 2);
  put(out, 0, 2);
  put(out, std::min<uint64_t>(count, 0xffff), 2);
  put(out, std::min<uint64_t>(count, 0xffff), 2);
  put(out, directory.size(), 4);
  put(out, large ? 0xffffffff : start, 4);
  put(out, 0, 2);
  return out;
}

}  // namespace eutectic

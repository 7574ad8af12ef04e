// Reads .npz: the zip directory first, then single arrays on demand, inflated straight into the literal.
// Nothing a file declares is believed before it is compared with the file's size or the expected shape.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "format/npz/npy_header.h"

namespace eutectic {
namespace {

uint64_t le(std::string_view bytes, size_t at, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) value |= uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

// A source of an entry's unpacked bytes, in order.
class Unpacker {
 public:
  Unpacker(std::string_view packed, bool deflated) : packed_(packed), deflated_(deflated) {
    if (!deflated_) return;
    stream_ = std::make_unique<z_stream>();
    std::memset(stream_.get(), 0, sizeof(z_stream));
    ok_ = inflateInit2(stream_.get(), -MAX_WBITS) == Z_OK;
  }
  ~Unpacker() {
    if (stream_) inflateEnd(stream_.get());
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  // Fills `out`; how many bytes there were.
  size_t take(std::byte* out, size_t count) {
    const size_t got = unpack(out, count);
    total_ += got;
    for (size_t at = 0; at < got;) {  // zlib counts in 32 bits
      const size_t n = std::min(got - at, size_t{1} << 30);
      crc_ = crc32(crc_, reinterpret_cast<const Bytef*>(out + at), static_cast<uInt>(n));
      at += n;
    }
    return got;
  }

  // Unpacks what is left. Whether there were `size` bytes in all, no more, and with this checksum.
  bool ends_with(uint64_t size, uint32_t crc) {
    std::array<std::byte, 4096> rest;
    while (total_ <= size && take(rest.data(), rest.size()) > 0) {
    }
    return ok_ && (!deflated_ || ended_) && total_ == size && crc_ == crc;
  }

 private:
  size_t unpack(std::byte* out, size_t count) {
    if (!ok_ || ended_) return 0;
    if (!deflated_) {
      size_t n = std::min(count, packed_.size() - at_);
      if (n) std::memcpy(out, packed_.data() + at_, n);
      at_ += n;
      return n;
    }
    constexpr size_t chunk = size_t{1} << 30;  // zlib counts in 32 bits
    size_t done = 0;
    while (done < count) {
      if (stream_->avail_in == 0 && at_ < packed_.size()) {
        size_t n = std::min(chunk, packed_.size() - at_);
        stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data() + at_));
        stream_->avail_in = static_cast<uInt>(n);
        at_ += n;
      }
      size_t want = std::min(chunk, count - done);
      stream_->next_out = reinterpret_cast<Bytef*>(out + done);
      stream_->avail_out = static_cast<uInt>(want);
      int status = inflate(stream_.get(), Z_NO_FLUSH);
      size_t got = want - stream_->avail_out;
      done += got;
      ended_ = status == Z_STREAM_END;
      if (ended_) break;
      if (status != Z_OK || (got == 0 && stream_->avail_in == 0 && at_ == packed_.size())) break;
    }
    return done;
  }

  std::string_view packed_;
  bool deflated_;
  bool ok_ = true, ended_ = false;
  size_t at_ = 0;
  uint64_t total_ = 0;
  uLong crc_ = crc32(0, nullptr, 0);
  std::unique_ptr<z_stream> stream_;
};

// Whether numpy's dtype holds this element type: the same type, or raw bits of one that numpy lacks.
bool holds(const NpyHeader& h, ElementType type) {
  int64_t bytes = info(type).storage_bytes;
  if (h.item_bytes != bytes) return false;
  switch (info(type).element_class) {
    case ElementClass::Bool:
      return h.kind == 'b';
    case ElementClass::Signed:
      return h.kind == 'i' || (h.kind == 'V' && info(type).bits < 8);
    case ElementClass::Unsigned:
      return h.kind == 'u' || (h.kind == 'V' && info(type).bits < 8);
    case ElementClass::Float:
      if (type == ElementType::BF16) return h.kind == 'u' || h.kind == 'V';
      if (info(type).bits == 8) return h.kind == 'u' || h.kind == 'V' || h.kind == 'f';
      return h.kind == 'f';
    case ElementClass::Complex:
      return h.kind == 'c';
    case ElementClass::Aggregate:
      return false;
  }
  return false;
}

std::string dims_text(const std::vector<int64_t>& dims) {
  std::string out = "[";
  for (size_t i = 0; i < dims.size(); ++i) out += fmt::format("{}{}", i ? "," : "", dims[i]);
  return out + "]";
}

void swap_bytes(std::byte* data, int64_t count, size_t size) {
  for (int64_t i = 0; i < count; ++i) std::reverse(data + i * size, data + (i + 1) * size);
}

// Fortran order to row-major: the first index varies fastest in `from`.
Literal to_row_major(const Literal& from) {
  const Shape& shape = from.shape();
  size_t size = static_cast<size_t>(info(shape.type).storage_bytes);
  Literal out = Literal::uninitialized(shape);
  const std::byte* source = from.bytes();
  std::byte* target = out.mutable_bytes();
  std::vector<int64_t> strides(shape.dims.size());
  int64_t stride = 1;
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    strides[d] = stride;
    stride *= shape.dims[d];
  }
  std::vector<int64_t> index(shape.dims.size(), 0);
  int64_t count = shape.element_count();
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d) at += index[d] * strides[d];
    std::memcpy(target + i * size, source + at * size, size);
    next_index(index, shape.dims);
  }
  return out;
}

// Bytes that are valid for the element type whatever the file held.
void normalize(ElementType type, std::byte* data, int64_t count) {
  auto each = [&](auto fn) {
    for (int64_t i = 0; i < count; ++i) data[i] = static_cast<std::byte>(fn(static_cast<uint8_t>(data[i])));
  };
  switch (type) {
    case ElementType::Pred:
      each([](uint8_t b) { return b != 0; });
      break;
    case ElementType::S2:
      each([](uint8_t b) { return S2(b).value; });
      break;
    case ElementType::S4:
      each([](uint8_t b) { return S4(b).value; });
      break;
    case ElementType::U2:
      each([](uint8_t b) { return U2(b).value; });
      break;
    case ElementType::U4:
      each([](uint8_t b) { return U4(b).value; });
      break;
    default:
      break;
  }
}

}  // namespace

std::string_view npy_descr(ElementType type) {
  const ElementTypeInfo& t = info(type);
  switch (t.element_class) {
    case ElementClass::Bool:
      return "|b1";
    case ElementClass::Signed:
      return t.storage_bytes == 1 ? "|i1" : t.storage_bytes == 2 ? "<i2" : t.storage_bytes == 4 ? "<i4" : "<i8";
    case ElementClass::Unsigned:
      return t.storage_bytes == 1 ? "|u1" : t.storage_bytes == 2 ? "<u2" : t.storage_bytes == 4 ? "<u4" : "<u8";
    case ElementClass::Float:
      if (t.storage_bytes == 1) return "|u1";
      if (type == ElementType::BF16) return "<u2";
      return t.storage_bytes == 2 ? "<f2" : t.storage_bytes == 4 ? "<f4" : "<f8";
    case ElementClass::Complex:
      return t.storage_bytes == 8 ? "<c8" : "<c16";
    case ElementClass::Aggregate:
      return "";
  }
  return "";
}

Result<NpzFile> NpzFile::open(std::string_view bytes, std::string_view file) {
  NpzFile out;
  out.file_ = std::string(file);
  auto fail = [&](std::string message, uint64_t offset, std::string hint = {}) {
    Place place;
    place.file = out.file_;
    place.byte_offset = static_cast<int64_t>(offset);
    return error(std::move(message), std::move(place), std::move(hint));
  };
  if (bytes.starts_with("\x93NUMPY")) {
    out.entries_.push_back(Entry{"", bytes, bytes.size(), false, 0, std::nullopt});
    out.positions_.emplace("", 0);
    return out;
  }
  if (!bytes.starts_with("PK")) return fail("neither a .npz nor a .npy file", 0, "write it with numpy.savez");

  // The end-of-directory record is the last 22 bytes, or more if a comment follows it.
  constexpr size_t end_size = 22;
  if (bytes.size() < end_size) return fail("the zip archive is cut short", bytes.size());
  size_t lowest = bytes.size() > end_size + 65535 ? bytes.size() - end_size - 65535 : 0;
  size_t end = bytes.rfind("PK\x05\x06", bytes.size() - end_size);
  if (end == std::string_view::npos || end < lowest)
    return fail("the zip archive has no directory: it is cut short", bytes.size());
  uint64_t count = le(bytes, end + 10, 2), directory = le(bytes, end + 16, 4);
  // zip64: a locator before the record leads to another with 64-bit fields.
  if (end >= 20 && bytes.substr(end - 20, 4) == "PK\x06\x07") {
    uint64_t at = le(bytes, end - 12, 8);
    if (bytes.size() < 56 || at > bytes.size() - 56 || bytes.substr(at, 4) != "PK\x06\x06")
      return fail("the zip64 directory record is missing", end - 20);
    count = le(bytes, at + 32, 8);
    directory = le(bytes, at + 48, 8);
  }
  constexpr size_t record_size = 46;
  if (directory > bytes.size() || count > (bytes.size() - directory) / record_size)
    return fail("the zip directory does not fit in the file", end);
  uint64_t at = directory;
  for (uint64_t n = 0; n < count; ++n) {
    if (at > bytes.size() || bytes.size() - at < record_size || bytes.substr(at, 4) != "PK\x01\x02")
      return fail(fmt::format("entry {} of the zip directory is malformed", n), at);
    uint64_t flags = le(bytes, at + 8, 2), method = le(bytes, at + 10, 2);
    uint64_t packed = le(bytes, at + 20, 4), size = le(bytes, at + 24, 4), local = le(bytes, at + 42, 4);
    uint64_t name_size = le(bytes, at + 28, 2), extra_size = le(bytes, at + 30, 2), comment = le(bytes, at + 32, 2);
    if (bytes.size() - at - record_size < name_size + extra_size + comment)
      return fail(fmt::format("entry {} of the zip directory is cut short", n), at);
    std::string name(bytes.substr(at + record_size, name_size));
    std::string_view extra = bytes.substr(at + record_size + name_size, extra_size);
    while (extra.size() >= 4) {
      uint64_t id = le(extra, 0, 2), length = le(extra, 2, 2);
      if (length > extra.size() - 4) break;
      if (id == 1) {
        std::string_view fields = extra.substr(4, length);
        for (uint64_t* field : {&size, &packed, &local}) {
          if (*field != 0xffffffff) continue;
          if (fields.size() < 8) return fail(fmt::format("entry '{}' has a short zip64 field", name), at);
          *field = le(fields, 0, 8);
          fields.remove_prefix(8);
        }
      }
      extra.remove_prefix(4 + length);
    }
    if (flags & 1) return fail(fmt::format("entry '{}' is encrypted", name), at);
    if (method != 0 && method != 8)
      return fail(fmt::format("entry '{}' is packed by method {}; stored and deflate are read", name, method), at,
                  "write it with numpy.savez or numpy.savez_compressed");
    if (local > bytes.size() || bytes.size() - local < 30 || bytes.substr(local, 4) != "PK\x03\x04")
      return fail(fmt::format("entry '{}' has no local header", name), at);
    uint64_t data = local + 30 + le(bytes, local + 26, 2) + le(bytes, local + 28, 2);
    if (data > bytes.size() || packed > bytes.size() - data)
      return fail(fmt::format("entry '{}' of {} bytes does not fit in the file", name, packed), at);
    // deflate gains at most a factor of 1032.
    if (method == 0 ? size != packed : size / 1032 > packed + 1)
      return fail(fmt::format("entry '{}' cannot unpack from {} to {} bytes", name, packed, size), at);
    if (name.ends_with(".npy")) {
      name.resize(name.size() - 4);
      if (!out.positions_.emplace(name, out.entries_.size()).second)
        return fail(fmt::format("there are two arrays '{}'", name), at, "write each array once");
      out.entries_.push_back(Entry{std::move(name), bytes.substr(data, packed), size, method == 8,
                                   static_cast<int64_t>(data), static_cast<uint32_t>(le(bytes, at + 16, 4))});
    }
    at += record_size + name_size + extra_size + comment;
  }
  return out;
}

std::vector<std::string> NpzFile::names() const {
  std::vector<std::string> out;
  for (const Entry& e : entries_) out.push_back(e.name);
  return out;
}

const NpzFile::Entry* NpzFile::find(std::string_view name) const {
  auto at = positions_.find(name);
  return at == positions_.end() ? nullptr : &entries_[at->second];
}

bool NpzFile::has(std::string_view name) const { return find(name) != nullptr; }

namespace {

Result<NpyHeader> take_header(Unpacker& in, const Place& place) {
  auto placed = [&](Diagnostics diagnostics) {
    for (Diagnostic& d : diagnostics) d.place = place;
    return std::unexpected(std::move(diagnostics));
  };
  std::string head(12, '\0');
  head.resize(in.take(reinterpret_cast<std::byte*>(head.data()), 12));
  auto size = npy_header_size(head);
  if (!size) return placed(std::move(size).error());
  if (*size > head.size()) {
    size_t before = head.size();
    head.resize(*size);
    head.resize(before + in.take(reinterpret_cast<std::byte*>(head.data()) + before, *size - before));
  }
  auto header = parse_npy_header(head);
  if (!header) return placed(std::move(header).error());
  return header;
}

}  // namespace

Result<NpyHeader> NpzFile::header(std::string_view name) const {
  const Entry* entry = find(name);
  Place place;
  place.file = file_;
  if (!entry) return error(fmt::format("there is no array '{}'", name), place);
  place.byte_offset = entry->offset;
  Unpacker in(entry->packed, entry->deflated);
  return take_header(in, place);
}

Result<Literal> NpzFile::read(std::string_view name, const Shape& shape) const {
  Place place;
  place.file = file_;
  const Entry* entry = find(name);
  if (!entry) {
    std::string known;
    for (const Entry& e : entries_) known += (known.empty() ? "" : ", ") + e.name;
    return error(fmt::format("there is no array '{}'", name), place, "the file has: " + known);
  }
  place.byte_offset = entry->offset;
  Unpacker in(entry->packed, entry->deflated);
  ASSIGN_OR_RETURN(NpyHeader header, take_header(in, place));
  if (!shape.is_array())
    return error(fmt::format("'{}' is wanted as {}, which is no array", name, to_hlo(shape, false)), place);
  if (header.dims != shape.dims || !holds(header, shape.type))
    return error(fmt::format("'{}' is {}{}, but {} is wanted", name, header.dtype(), dims_text(header.dims),
                             to_hlo(shape, false)),
                 place,
                 info(shape.type).element_class == ElementClass::Float && npy_descr(shape.type)[1] == 'u'
                     ? fmt::format("{} is stored as {} bits", info(shape.type).hlo,
                                   info(shape.type).bits == 8 ? "uint8" : "uint16")
                     : "");
  RETURN_IF_ERROR(check_sizes(shape));
  int64_t bytes = shape.size_bytes();
  if (entry->size < header.data_offset || static_cast<uint64_t>(bytes) > entry->size - header.data_offset)
    return error(fmt::format("'{}' holds fewer bytes than its header says", name), place);
  Literal out = Literal::uninitialized(shape);
  size_t got = bytes == 0 ? 0 : in.take(out.mutable_bytes(), static_cast<size_t>(bytes));
  if (got != static_cast<size_t>(bytes) || (entry->crc && !in.ends_with(entry->size, *entry->crc)))
    return error(fmt::format("'{}' does not unpack: its data is damaged", name), place);
  if (bytes == 0) return out;
  int64_t count = shape.element_count();
  size_t item = static_cast<size_t>(info(shape.type).storage_bytes);
  if (header.big_endian) {
    size_t part = is_complex(shape.type) ? item / 2 : item;
    swap_bytes(out.mutable_bytes(), count * static_cast<int64_t>(item / part), part);
  }
  if (item == 1) normalize(shape.type, out.mutable_bytes(), count);
  if (header.fortran_order && shape.dims.size() > 1) out = to_row_major(out);
  return out;
}

}  // namespace eutectic

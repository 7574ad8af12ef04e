// mlir::read_bytecode: the file's header and sections. Operations are in bytecode_ir.cc.
#include <fmt/format.h>

#include <algorithm>

#include "format/mlir/bytecode_reader.h"

namespace eutectic::mlir {
namespace {

constexpr std::string_view magic = "ML\xefR";
constexpr uint64_t newest_version = 6;
// Versions of the format that changed what is stored.
constexpr uint64_t dialect_versions = 1, op_count = 4, native_properties = 5;

enum Section : uint8_t {
  Strings,
  Dialects,
  Attributes,
  AttributeOffsets,
  Ir,
  Resources,
  ResourceOffsets,
  DialectVersion,
  Properties,
  SectionCount,
};
constexpr std::array<std::string_view, SectionCount> section_names = {
    "strings",    "dialects",  "attributes and types", "offsets of attributes and types",
    "operations", "resources", "offsets of resources", "dialect version",
    "properties"};

// Names are repeated in diagnostics and operations, so that they must be short and printable.
bool is_name(std::string_view text) {
  return text.size() <= 100 && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

}  // namespace

bool is_bytecode(std::string_view bytes) { return bytes.starts_with(magic); }

Result<Program> read_bytecode(std::string_view bytes, std::string_view file) {
  return BytecodeReader(bytes, file).read();
}

std::string BytecodeReader::OpName::full() const {
  return name.empty() ? std::string(dialect) : fmt::format("{}.{}", dialect, name);
}

Result<Program> BytecodeReader::read() {
  read_all();
  if (input_.failed()) return std::unexpected(input_.take_failure());
  return std::move(program_);
}

void BytecodeReader::read_all() {
  BytecodeCursor in(input_, 0, input_.bytes().size());
  if (!is_bytecode(input_.bytes())) {
    in.fail("this is not MLIR bytecode: it does not begin with 'ML\\xEFR'");
    return;
  }
  in.bytes(magic.size(), "the header");
  version_ = in.varint();
  if (version_ > newest_version) {
    input_.fail(magic.size(), fmt::format("MLIR bytecode version {} is newer than {}", version_, newest_version),
                "write it as a portable artifact of StableHLO 1.x "
                "(stablehlo.serialize_portable_artifact)",
                Severity::Unsupported);
    return;
  }
  input_.producer = in.null_terminated("the producer's name").substr(0, 100);
  std::array<std::optional<BytecodeCursor>, SectionCount> sections;
  while (!in.empty() && !in.failed()) {
    uint8_t id = 0;
    size_t at = in.position();
    BytecodeCursor contents = in.section(id);
    if (in.failed()) return;
    if (id >= SectionCount || sections[id]) {
      input_.fail(at, id >= SectionCount ? fmt::format("section {} is not known", id)
                                         : fmt::format("section {} ({}) occurs twice", id, section_names[id]));
      return;
    }
    sections[id] = contents;
  }
  for (uint8_t id : {Strings, Dialects, Attributes, AttributeOffsets, Ir})
    if (!sections[id] && !in.failed()) in.fail(fmt::format("section {} ({}) is missing", int{id}, section_names[id]));
  if (in.failed()) return;
  read_strings(*sections[Strings]);
  if (sections[Properties]) read_properties_section(*sections[Properties]);
  read_dialects(*sections[Dialects]);
  // Resources hold data of attributes that are refused where they are used.
  if (!in.failed()) attributes_.open(strings_, dialects_, *sections[AttributeOffsets], *sections[Attributes]);
  if (!in.failed()) read_ir(*sections[Ir]);
}

void BytecodeReader::read_strings(BytecodeCursor in) {
  // Lengths (with the NUL) come first, last string first; then the strings.
  size_t end = in.position() + in.remaining();
  std::vector<size_t> lengths(in.count("strings"));
  size_t total = 0;
  for (size_t& length : lengths) {
    size_t at = in.position();
    uint64_t n = in.varint();
    if (in.failed()) return;
    if (n == 0 || n > end - at || (total += n) > end - at) {
      input_.fail(at, fmt::format("a string of {} bytes does not fit into its section", n));
      return;
    }
    length = n;
  }
  if (in.failed()) return;
  if (total != in.remaining()) {
    in.fail(fmt::format("strings take {} bytes, but {} are left in their section", total, in.remaining()));
    return;
  }
  for (size_t i = lengths.size(); i-- > 0;) {
    std::string_view text = in.bytes(lengths[i], "a string");
    strings_.push_back(text.substr(0, text.size() - 1));
  }
}

void BytecodeReader::read_dialects(BytecodeCursor in) {
  for (size_t n = in.count("dialects"); n > 0 && !in.failed(); --n) {
    bool has_version = false;
    size_t at = in.position();
    uint64_t name = version_ < dialect_versions ? in.varint() : in.varint_with_flag(has_version);
    if (in.failed()) return;
    if (name >= strings_.size()) {
      input_.fail(at, fmt::format("string {} does not exist; there are {}", name, strings_.size()));
      return;
    }
    dialects_.push_back(strings_[name]);
    if (!is_name(dialects_.back())) input_.fail(at, "a dialect's name is too long or has bytes that no name has");
    if (has_version) {
      uint8_t id = 0;
      in.section(id);
      if (id != DialectVersion) in.fail("a dialect's version is in a section of another kind");
    }
  }
  if (version_ >= op_count) in.count("operation names");
  while (!in.empty() && !in.failed()) {
    size_t dialect = in.index(dialects_.size(), "dialect");
    for (size_t n = in.count("operation names"); n > 0 && !in.failed(); --n) {
      bool registered = false;
      size_t at = in.position();
      uint64_t name = version_ < native_properties ? in.varint() : in.varint_with_flag(registered);
      if (in.failed()) return;
      if (name >= strings_.size()) {
        input_.fail(at, fmt::format("string {} does not exist; there are {}", name, strings_.size()));
        return;
      }
      OpName op{dialects_[dialect], strings_[name]};
      if (!is_name(op.name)) {
        input_.fail(at, "an operation's name is too long or has bytes that no name has");
        return;
      }
      op.row = find_vhlo_op(op.dialect == "vhlo" ? std::string(op.name) : op.full());
      op_names_.push_back(op);
    }
  }
}

void BytecodeReader::read_properties_section(BytecodeCursor in) {
  for (size_t n = in.count("property sets"); n > 0 && !in.failed(); --n)
    properties_.push_back(in.range(in.varint(), "a set of properties"));
  in.expect_end("the section of properties");
}

}  // namespace eutectic::mlir

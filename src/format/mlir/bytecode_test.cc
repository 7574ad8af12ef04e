// Bytecode: the tables, agreement with the text reader on the corpus, and hostile files, some of them
// assembled here byte by byte.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "format/mlir/ast.h"
#include "format/mlir/bytecode_attributes.h"
#include "format/mlir/vhlo.h"
#include "format/test_files.h"

namespace eutectic::mlir {
namespace {

std::string corpus(const std::string& file) { return std::string(EUTECTIC_SOURCE_DIR) + "/tests/corpus/" + file; }
// One line per operation: what the importer can see, values numbered in order of definition.
class Describer {
 public:
  explicit Describer(const Program& program) : program_(program) {}
  std::string run() {
    operation(program_.module, 0);
    return std::move(out_);
  }

 private:
  static std::string attribute(const Attribute& a) {
    std::string out = fmt::format("{}", static_cast<int>(a.kind));
    if (a.boolean) out += " true";
    if (a.integer) out += fmt::format(" {}", a.integer);
    if (a.kind == Attribute::Kind::Float) out += fmt::format(" {}", a.number);
    out += " '" + a.text + "' #" + a.name;
    if (a.type) out += " :" + type(*a.type);
    for (const Attribute& e : a.elements) out += " [" + attribute(e) + "]";
    for (int64_t i : a.ints) out += fmt::format(" {}", i);
    for (const auto& [name, value] : a.members) out += " " + name + "=(" + attribute(value) + ")";
    if (a.kind == Attribute::Kind::Elements) {
      out += a.splat ? " splat" : "";
      for (int64_t i = 0; i < a.literal.shape().size_bytes(); ++i)
        out += fmt::format(" {:02x}", std::to_integer<int>(a.literal.bytes()[i]));
    }
    return out;
  }
  static std::string type(const Type& t) {
    std::string out = fmt::format("{}{}", static_cast<int>(t.kind), t.dynamic ? "?" : "");
    if (t.kind == Type::Kind::Tensor || t.kind == Type::Kind::Scalar) out += to_hlo(t.shape);
    out += t.text;
    for (const Type& e : t.elements) out += "," + type(e);
    return out + fmt::format("/{}", t.input_count);
  }
  std::string loc(LocId id) const {
    const Loc& l = program_.locs[id];
    std::string out =
        fmt::format("{}'{}'{}:{}-{}:{}", static_cast<int>(l.kind), l.text, l.line, l.column, l.end_line, l.end_column);
    for (LocId child : l.children) out += "(" + loc(child) + ")";
    return out;
  }
  std::string value(ValueId id) { return fmt::format("%{}", numbers_.try_emplace(id, numbers_.size()).first->second); }
  void operation(const Operation& op, int depth) {
    out_ += std::string(static_cast<size_t>(depth), ' ') + op.name;
    for (ValueId v : op.operands) out_ += " " + value(v);
    for (ValueId v : op.results) out_ += " -> " + value(v) + ":" + type(program_.values[v]);
    std::map<std::string, std::string> attributes;
    for (const auto& [name, a] : op.attributes) attributes[name] = attribute(a);
    for (const auto& [name, text] : attributes) out_ += " " + name + "={" + text + "}";
    // Pretty forms drop the locations of the operations in a reducer; functions' are all kept.
    if (depth <= 2) out_ += " @" + loc(op.loc);
    out_ += "\n";
    for (const Region& region : op.regions)
      for (const Block& block : region.blocks) {
        out_ += "^";
        for (ValueId v : block.arguments) out_ += " " + value(v) + ":" + type(program_.values[v]);
        out_ += "\n";
        for (const Operation& inner : block.operations) operation(inner, depth + 1);
      }
  }

  const Program& program_;
  std::map<ValueId, size_t> numbers_;
  std::string out_;
};

// Assembles a file: version 6, dialects builtin and vhlo, one function-less module by default.
struct Assembler {
  static std::string varint(uint64_t v) {
    if (v < 128) return {static_cast<char>(v << 1 | 1)};
    std::string out(1, '\0');
    for (int i = 0; i < 8; ++i) out += static_cast<char>(v >> 8 * i);
    return out;
  }
  static std::string section(int id, const std::string& contents) {
    return static_cast<char>(id) + varint(contents.size()) + contents;
  }
  std::vector<std::string> strings = {"builtin", "vhlo", "module"};
  struct Entry {
    int dialect;
    std::string bytes;
  };
  std::vector<Entry> attributes = {{0, varint(15)}};  // 0: unknown location
  std::vector<Entry> types;
  std::vector<std::pair<int, int>> op_names = {{0, 2}};  // dialect, string
  // One operation: builtin.module with attribute 1 as its dictionary if there is one.
  std::string ir = varint(1 << 1) + varint(0) + std::string(1, '\0') + varint(0);
  int version = 6;

  std::string bytes() const {
    std::string out = "ML\xefR" + varint(static_cast<uint64_t>(version)) + "test" + '\0';
    std::string lengths = varint(strings.size()), texts;
    for (size_t i = strings.size(); i-- > 0;) lengths += varint(strings[i].size() + 1);
    for (const std::string& s : strings) texts += s + '\0';
    out += section(0, lengths + texts);
    std::string dialects = varint(2) + varint(0 << 1) + varint(1 << 1) + varint(op_names.size());
    for (auto [dialect, name] : op_names)
      dialects += varint(static_cast<uint64_t>(dialect)) + varint(1) + varint(static_cast<uint64_t>(name) << 1 | 1);
    out += section(1, dialects);
    std::string offsets = varint(attributes.size()) + varint(types.size()), data;
    for (const auto* entries : {&attributes, &types})
      for (const Entry& e : *entries) {
        offsets += varint(static_cast<uint64_t>(e.dialect)) + varint(1) + varint(e.bytes.size() << 1 | 1);
        data += e.bytes;
      }
    return out + section(2, data) + section(3, offsets) + section(4, ir);
  }
  // The module carries attribute `index` as its dictionary.
  void use(uint64_t index) { ir = varint(1 << 1) + varint(0) + std::string(1, '\1') + varint(0) + varint(index); }
};

std::string v(uint64_t n) { return Assembler::varint(n); }

Diagnostic failure_of(const std::string& bytes) {
  auto program = read_bytecode(bytes, "test.mlirbc");
  if (program) return Diagnostic{};
  EXPECT_EQ(program.error().size(), 1u);
  EXPECT_GE(program.error()[0].place.byte_offset, 0);
  EXPECT_LE(program.error()[0].place.byte_offset, static_cast<int64_t>(bytes.size()));
  EXPECT_EQ(program.error()[0].place.file, "test.mlirbc");
  return program.error()[0];
}

TEST(Vhlo, TableIsWellFormed) {
  std::set<std::string_view> names;
  for (const VhloOp& op : vhlo_ops()) {
    EXPECT_TRUE(names.insert(op.name).second) << op.name;
    EXPECT_EQ(find_vhlo_op(op.name), &op);
    std::set<std::string_view> attributes;
    for (const VhloAttribute& a : op.attributes) {
      EXPECT_TRUE(attributes.insert(a.name).second) << op.name << " " << a.name;
      if (!a.group) continue;
      EXPECT_NE((" " + std::string(a.group->members)).find(" " + std::string(a.target)), std::string::npos)
          << op.name << " " << a.name;
    }
  }
  EXPECT_EQ(find_vhlo_op("add_v99"), nullptr);
}

TEST(Bytecode, ReadsWhatTheTextReaderReads) {
  int compared = 0;
  for (const char* name :
       {"softmax", "cond_switch", "conv_block", "gather_scatter_embed", "mixed_dtypes", "sort_cumsum_topk", "attention",
        "layernorm_gelu", "random_bits_uniform_normal", "cartpole_baseline"}) {
    std::string path = corpus(std::string(name) + "/program.mlir");
    if (!std::filesystem::exists(path)) continue;
    auto text = parse_text(read_file(path), path);
    auto bytecode = read_bytecode(read_file(path + "bc"), path + "bc");
    ASSERT_TRUE(text) << render(text.error());
    ASSERT_TRUE(bytecode) << render(bytecode.error());
    EXPECT_EQ(Describer(*text).run(), Describer(*bytecode).run()) << name;
    ++compared;
  }
  EXPECT_GT(compared, 5);
}

// What JAX writes for typed keys and for shardings (tests/cases_test.py runs these from both forms), and every
// form of Shardy's attributes as MLIR writes them.
TEST(Bytecode, ReadsShardy) {
  for (const char* name : {"tests/cases/sharded_key_in", "tests/cases/sharded_key_out", "tests/cases/sharded_keys",
                           "tests/cases/sharded_arguments_1", "tests/cases/sharded_arguments_4",
                           "tests/cases/sharded_constraint", "src/format/mlir/testdata/shardings"}) {
    const std::string path = fmt::format("{}/{}.mlir", EUTECTIC_SOURCE_DIR, name);
    auto text = parse_text(read_file(path), path);
    auto bytecode = read_bytecode(read_file(path + "bc"), path + "bc");
    ASSERT_TRUE(text) << render(text.error());
    ASSERT_TRUE(bytecode) << render(bytecode.error());
    const std::string described = Describer(*text).run();
    EXPECT_NE(described.find("sdy"), std::string::npos) << name;
    EXPECT_EQ(described, Describer(*bytecode).run()) << name;
  }
}

TEST(Bytecode, ReadsOlderVersions) {
  int read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus("bytecode-versions"))) {
    if (entry.path().extension() != ".mlirbc") continue;
    auto program = read_bytecode(read_file(entry.path()), entry.path().string());
    ASSERT_TRUE(program) << entry.path() << render(program.error());
    EXPECT_EQ(program->module.name, "builtin.module");
    ++read;
  }
  EXPECT_GE(read, 40);
}

TEST(Bytecode, TruncationAnywhereIsOneDiagnostic) {
  std::string bytes = read_file(corpus("softmax/program.mlirbc"));
  ASSERT_FALSE(bytes.empty());
  for (size_t n = 0; n < bytes.size(); ++n) EXPECT_FALSE(failure_of(bytes.substr(0, n)).message.empty()) << n;
}

TEST(Bytecode, AnyByteMayBeWrong) {
  std::string bytes = read_file(corpus("softmax/program.mlirbc"));
  for (size_t i = 0; i < bytes.size(); ++i)
    for (int delta : {1, 2, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] + delta);
      failure_of(changed);
    }
}

TEST(Bytecode, AssembledModule) {
  Assembler a;
  auto program = read_bytecode(a.bytes(), "");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_EQ(program->module.name, "builtin.module");
  a.strings.push_back("name");
  a.attributes.push_back({0, v(2) + v(3)});                        // 1: "name"
  a.attributes.push_back({0, v(1) + v(1) + v(1) + v(3)});          // 2: {name = attribute 3}
  a.attributes.push_back({1, v(10) + v(0) + v(3) + v(1) + v(4)});  // 3: alias, operand -2, {2}
  a.use(2);
  program = read_bytecode(a.bytes(), "");
  ASSERT_TRUE(program) << render(program.error());
  const Attribute* alias = program->module.find("name");
  ASSERT_NE(alias, nullptr);
  EXPECT_EQ(to_string(*alias), "#stablehlo.output_operand_alias<operand_index = -2, operand_tuple_indices = [2]>");
}

TEST(Bytecode, RefusesCycles) {
  Assembler a;
  a.attributes.push_back({0, v(0) + v(1) + v(1)});  // 1: [attribute 1]
  a.use(1);
  EXPECT_EQ(failure_of(a.bytes()).message, "attribute 1 contains itself");
  a = Assembler();
  a.attributes[0] = {0, v(10) + v(1) + v(2)};  // callsite(1 at 2)
  a.attributes.push_back({0, v(15)});
  a.attributes.push_back({0, v(10) + v(1) + v(0)});
  EXPECT_EQ(failure_of(a.bytes()).message, "location 0 contains itself");
}

TEST(Bytecode, RefusesDeepNestingButNotLongLocations) {
  Assembler a;
  for (uint64_t i = 1; i <= 1000; ++i) a.attributes.push_back({0, v(0) + v(1) + v(i + 1)});
  a.attributes.push_back({0, v(7)});
  a.use(1);
  EXPECT_NE(failure_of(a.bytes()).message.find("nest deeper than 200"), std::string::npos);
  // A location with 5000 links is a long stack, not nesting.
  a = Assembler();
  a.attributes.clear();
  for (uint64_t i = 0; i < 5000; ++i) a.attributes.push_back({0, v(10) + v(5000) + v(i + 1)});
  a.attributes.push_back({0, v(15)});
  auto program = read_bytecode(a.bytes(), "");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_EQ(program->locs.size(), 5001u);
}

TEST(Bytecode, RefusesToMultiply) {
  // Each array holds the next one ten times: 10^100 elements in a file of a few kilobytes.
  Assembler a;
  for (uint64_t i = 1; i <= 100; ++i) {
    std::string ten;
    for (int k = 0; k < 10; ++k) ten += v(i + 1);
    a.attributes.push_back({0, v(0) + v(10) + ten});
  }
  a.attributes.push_back({0, v(7)});
  a.use(1);
  EXPECT_NE(failure_of(a.bytes()).message.find("larger than its file"), std::string::npos);
}

TEST(Bytecode, RefusesWhatItDoesNotKnow) {
  Assembler a;
  a.version = 7;
  EXPECT_EQ(failure_of(a.bytes()).severity, Severity::Unsupported);
  a = Assembler();
  a.attributes.push_back({1, v(99)});
  a.use(1);
  EXPECT_EQ(failure_of(a.bytes()).message, "attribute code 99 of dialect 'vhlo' is not known");
  a = Assembler();
  a.strings[2] = "add_v99";
  a.op_names = {{1, 2}};
  EXPECT_EQ(failure_of(a.bytes()).message, "operation 'vhlo.add_v99' is not known");
  EXPECT_FALSE(failure_of("").message.empty());
  EXPECT_FALSE(is_bytecode("ML"));
}

TEST(Bytecode, ChecksSizesBeforeItAllocates) {
  Assembler a;
  a.attributes.push_back({0, v(0) + v(uint64_t{1} << 60)});
  a.use(1);
  EXPECT_NE(failure_of(a.bytes()).message.find("are announced"), std::string::npos);
  // One value of 2^40 elements stays one value.
  a = Assembler();
  a.strings.push_back("name");
  a.types.push_back({1, v(4)});                                                       // f32
  a.types.push_back({1, v(20) + v(2) + v(1 << 21) + v(1 << 21) + v(0)});              // 2^20 x 2^20
  a.attributes.push_back({0, v(2) + v(3)});                                           // 1: "name"
  a.attributes.push_back({0, v(1) + v(1) + v(1) + v(3)});                             // 2: {name = 3}
  a.attributes.push_back({1, v(15) + v(1) + v(4) + std::string("\0\0\x80\x3f", 4)});  // 3: 1.0
  a.use(2);
  auto program = read_bytecode(a.bytes(), "");
  ASSERT_TRUE(program) << render(program.error());
  const Attribute* value = program->module.find("name");
  ASSERT_NE(value, nullptr);
  EXPECT_TRUE(value->splat);
  EXPECT_EQ(value->literal.as_double(), 1.0);
  EXPECT_EQ(to_string(*value->type), "tensor<1048576x1048576xf32>");
}

TEST(Bytecode, TablesAreUnambiguous) {
  for (BytecodeDialect dialect : {BytecodeDialect::Builtin, BytecodeDialect::Vhlo})
    for (uint64_t code = 0; code < 64; ++code) {
      const AttributeLayout* attribute = find_attribute_layout(dialect, code);
      const TypeLayout* type = find_type_layout(dialect, code);
      EXPECT_TRUE(!attribute || attribute->code == code);
      EXPECT_TRUE(!type || type->code == code);
    }
  EXPECT_EQ(find_type_layout(BytecodeDialect::Vhlo, 4)->text, "f32");
  EXPECT_EQ(find_attribute_layout(BytecodeDialect::Vhlo, 0), nullptr);
}

}  // namespace
}  // namespace eutectic::mlir

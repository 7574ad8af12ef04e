// The MLIR text parser: one class, its parts in parser.cc (operations, regions), parser_attribute.cc,
// parser_dialect_attribute.cc, parser_type.cc, parser_elements.cc (dense<...>), parser_location.cc,
// pretty.cc (the table of pretty forms), pretty_parts.cc and pretty_region.cc (what the table cannot say).
// Methods return false once an error is recorded; only the first error of a file is reported.
// Internal to format/mlir.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "format/mlir/ast.h"
#include "format/mlir/lexer.h"

namespace eutectic::mlir {

// A use of a value, looked up once the types are known.
struct Operand {
  std::string_view name;  // without '%'
  uint32_t number = 0;    // after '#'
  size_t offset = 0;
};

// What is known of the operation being parsed, before its operands are looked up and results named.
struct OpState {
  Operation op;
  size_t offset = 0;  // of its name
  std::vector<Operand> operands;
  std::vector<Type> operand_types;
  std::vector<Type> result_types;
};

// An argument of a region whose names stand outside of it (func.func, while, reducer).
struct RegionArgument {
  std::string_view name;
  size_t offset = 0;
  Type type;
  LocId loc;
};

// How the types after the ':' of a pretty form are to be read; "(types) -> types" is accepted by all.
enum class TypeForm : uint8_t {
  Same,      // one type for all operands and the result
  Function,  // only (types) -> types
  Results,   // the result types
  Operands,  // one type for all operands or one for each; no results
  Pairs,     // operand types, which are the result types too
  Select,    // predicate type, then the type of the others and the result
  Complex,   // the result's type; operands have its real type
  Tuple,     // the result's type; operands have its elements' types
  Any,       // for ops that we do not know: "types -> types" or Same
};

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : lexer_(text), text_(text), file_(file) {}
  Result<Program> run();

 private:
  static constexpr int max_depth = 200;

  // --- tokens and errors (parser.cc)
  void advance() { tok_ = lexer_.next(); }
  void seat(size_t offset) {
    lexer_.seat(offset);
    advance();
  }
  std::string_view text_of(const Token& t) const { return text_.substr(t.begin, t.end - t.begin); }
  std::string_view text() const { return text_of(tok_); }
  bool is(Tok kind) const { return tok_.kind == kind; }
  bool is_word(std::string_view word) const { return tok_.kind == Tok::Id && text() == word; }
  bool accept(Tok kind) {
    if (tok_.kind != kind) return false;
    advance();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!is_word(word)) return false;
    advance();
    return true;
  }
  bool expect(Tok kind);
  bool expect_word(std::string_view word);
  bool fail(size_t offset, std::string message, std::string hint = {});
  bool fail_unsupported(size_t offset, std::string message, std::string hint = {});
  bool fail_expected(std::string_view what);  // at the current token
  Place place_of(size_t offset);
  // Counts nesting; an error beyond max_depth.
  struct Depth {
    explicit Depth(Parser& p) : parser(p) { ++parser.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --parser.depth_; }
    bool ok() const;
    Parser& parser;
  };

  // --- values and scopes (parser.cc)
  struct Definition {
    ValueId first;
    uint32_t count;
  };
  struct Scope {
    std::unordered_map<std::string_view, Definition> values;
    std::vector<std::string_view> names;  // in order of definition, for leaving regions
  };
  bool parse_operand(Operand& out);
  bool parse_operands(std::vector<Operand>& out);  // %a, %b; may be empty
  bool define(std::string_view name, ValueId first, size_t count, size_t offset);
  bool resolve(const Operand& operand, const Type& type, ValueId& out);

  // --- operations and regions (parser.cc)
  bool parse_operation(std::vector<Operation>& into);
  bool parse_generic(OpState& state);
  bool finish_operation(OpState& state);
  bool parse_region(Region& region, std::vector<RegionArgument>* arguments = nullptr, bool isolated = false);
  bool parse_block_label(Block& block);
  bool add_argument(Block& block, const RegionArgument& argument);
  bool parse_top_level(Operation& module);
  bool find_aliases();

  // --- types (parser_type.cc)
  bool parse_type(Type& out);
  bool parse_type_list(std::vector<Type>& out);            // one or more
  bool parse_parenthesised_types(std::vector<Type>& out);  // ( types )
  bool parse_type_or_list(std::vector<Type>& out);         // T or ( types )
  bool parse_function_type(std::vector<Type>& inputs, std::vector<Type>& results);
  bool parse_tensor_type(Type& out, size_t begin);
  bool parse_opaque_type(Type& out, size_t begin);
  bool parse_alias_type(Type& out);
  bool named_scalar(std::string_view name, Type& out) const;

  // --- attributes (parser_attribute.cc)
  bool parse_attribute(Attribute& out, bool typed = true);  // typed: a number may have ": type"
  bool parse_number(Attribute& out, bool typed);
  bool parse_integer(int64_t& out);
  bool parse_integer_list(std::vector<int64_t>& out);  // [0, -1, true]
  bool parse_dictionary(NamedAttributes& out);         // { a = 1, b }
  bool parse_optional_dictionary(NamedAttributes& out);
  bool parse_symbol(Attribute& out);
  bool parse_array_attribute(Attribute& out);  // array<i64: 1, 2>
  bool parse_hash_attribute(Attribute& out);
  bool parse_dialect_attribute(Attribute& out, size_t begin);
  bool parse_struct_members(Attribute& out);
  bool parse_convolution_dims(Attribute& out);
  bool parse_dimension_labels(std::string_view side, NamedAttributes& out);
  bool parse_enum(Attribute& out, std::string_view name);
  bool parse_opaque_attribute(Attribute& out, size_t begin, size_t open);
  bool parse_alias_attribute(Attribute& out);
  bool count_attribute();
  bool spend(size_t weight, size_t offset);  // on copies, see copies_

  // --- dense<...> (parser_elements.cc)
  bool parse_dense(Attribute& out, size_t begin);

  // --- locations (parser_location.cc)
  bool parse_optional_location(LocId& out);  // loc(...)
  bool parse_location(LocId& out);           // inside the parentheses
  bool parse_alias_location(LocId& out);
  bool parse_file_range(Loc& loc);

  // --- pretty forms
  bool parse_pretty(OpState& state);  // pretty.cc
  bool parse_format(OpState& state, std::string_view format);
  bool parse_directive(OpState& state, std::string_view directive);
  bool parse_types(OpState& state, TypeForm form);
  bool parse_dot_dimensions(OpState& state);  // pretty_parts.cc, to parse_constant
  bool parse_precision(OpState& state);
  bool parse_slice_ranges(OpState& state);
  bool parse_window(OpState& state);
  bool parse_exponent_mantissa(OpState& state);
  bool parse_constant(OpState& state);
  bool parse_module(OpState& state);  // pretty_region.cc
  bool parse_function(OpState& state);
  bool parse_reduce(OpState& state);
  bool parse_reducer(OpState& state, size_t pairs);
  bool parse_while(OpState& state);
  bool parse_scan(OpState& state);
  bool parse_manual_computation(OpState& state);
  bool parse_named_computation(OpState& state);
  bool parse_region_arguments(std::vector<RegionArgument>& out);

  static Attribute integer_attribute(int64_t value, ElementType type);
  static Attribute ints_attribute(std::vector<int64_t> values);
  static Attribute string_attribute(std::string text);
  static Attribute symbol_attribute(std::string text);
  static Attribute enum_attribute(std::string_view name, std::string_view value);
  static Attribute type_attribute(Type type);

  // Definitions of #alias and !alias, found before parsing, since they may follow their uses.
  struct Alias {
    size_t begin = 0;  // offset of the name
    size_t value = 0;  // offset after '='
    size_t end = 0;    // 0 until parsed: end of the definition
    enum class State : uint8_t { New, Parsing, Attribute, Location, Type } state = State::New;
    size_t index = 0;   // in alias_attributes_, alias_types_, or a LocId
    size_t weight = 0;  // what a copy costs
    int depth = 0;      // of nesting
  };
  bool copy_alias(const Alias& alias, size_t use);
  bool parse_alias(Alias& alias, bool is_type, size_t use);

  Lexer lexer_;
  std::string_view text_;
  std::string_view file_;
  Token tok_;
  int depth_ = 0;
  // Attributes and types take more memory than their text, and short texts can ask for many copies
  // (aliases of aliases, one type for many operands). All are counted against the size of the file.
  size_t attribute_count_ = 0, type_count_ = 0, copies_ = 0;
  size_t splat_bytes_ = 0;  // spent on expanding splats

  Program program_;
  Diagnostics errors_;
  std::vector<std::unique_ptr<Scope>> scopes_;
  std::unordered_map<std::string_view, Alias> aliases_;  // by name with sigil
  std::vector<Attribute> alias_attributes_;
  std::vector<Type> alias_types_;

  // The last place asked for, so that places in increasing order cost one pass in all.
  size_t line_offset_ = 0, line_begin_ = 0;
  int line_ = 1;
};

// Roughly what a copy of the type costs, in units of a hundred bytes.
size_t weight_of(const Type& type);

// Lists of integers that are written as dense<...> or [...] become IntArray where the attribute of a
// StableHLO or CHLO op is such a list; padding and group matrices stay Elements.
void normalise_integer_lists(Operation& op);

}  // namespace eutectic::mlir

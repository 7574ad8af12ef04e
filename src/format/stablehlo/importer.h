// The importer's inside: a Scope per computation being built, an OpContext per operation, and tables of
// handlers. A value whose operation failed is "poisoned" (an invalid Local): operations that read it are
// skipped silently, so that one mistake gives one diagnostic.
#pragma once
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "format/mlir/ast.h"
#include "ir/builder.h"

namespace eutectic::stablehlo {

using Local = ComputationBuilder::Local;

// Instruction names as XLA gives them: a base and a number, counted per base over the whole module.
class NameMaker {
 public:
  std::string next(std::string_view base);
  static std::string sanitize(std::string_view name);

 private:
  std::unordered_map<std::string, int> counts_;
};

struct Scope {
  explicit Scope(Module& module, const Scope* outer) : builder(module), parent(outer) {}
  ComputationBuilder builder;
  const Scope* parent;
  std::unordered_map<mlir::ValueId, Local> values;  // invalid Local: poisoned
  int depth = 0;
};

class Importer;

// One operation under import. Handlers read operands and attributes through it, and end with set_result(s)
// or fail(...).
class OpContext {
 public:
  OpContext(Importer& importer, Scope& scope, const mlir::Operation& operation);

  Importer& importer;
  Scope& scope;
  const mlir::Operation& op;
  OriginId origin;
  std::vector<Local> operands;
  std::vector<Shape> results;
  bool failed = false;

  size_t operand_count() const { return operands.size(); }
  const Shape& operand_shape(size_t n) const { return scope.builder.shape(operands[n]); }
  // Checks counts; false after a diagnostic.
  bool expect(size_t operand_count, size_t result_count, size_t region_count = 0);

  // An inherent attribute; marks it as understood. Null when absent.
  const mlir::Attribute* attr(std::string_view name);  // `name` is a literal
  std::optional<int64_t> integer(std::string_view name);
  std::optional<std::vector<int64_t>> ints(std::string_view name);
  std::string enum_text(std::string_view name);  // "" when absent
  bool boolean(std::string_view name);
  // As above, with a diagnostic when absent or of another kind.
  int64_t need_integer(std::string_view name);
  std::vector<int64_t> need_ints(std::string_view name);
  std::string need_enum(std::string_view name);

  Local add(OpKind kind, const Shape& shape, std::span<const Local> inputs, Attrs attrs = {});
  Local add(OpKind kind, const Shape& shape, std::initializer_list<Local> inputs, Attrs attrs = {}) {
    return add(kind, shape, std::span(inputs.begin(), inputs.size()), std::move(attrs));
  }
  Local scalar(ElementType type, double value);
  Local constant(const mlir::Attribute& elements);
  Local constant(const Literal& value);  // a splat becomes a broadcast scalar, as XLA writes it
  Local element(Local tuple, size_t index);
  Local tuple(std::span<const Local> elements);
  Local reshape(Local x, const Shape& shape);
  Local broadcast(Local x, const Shape& shape, std::vector<int64_t> dims);  // not degenerate
  Local broadcast_in_dim(Local x, const Shape& shape, std::span<const int64_t> dims);

  // Adds the operation's own instruction: attributes that any op may carry are attached.
  Local add_main(OpKind kind, const Shape& shape, std::span<const Local> inputs, Attrs attrs);
  void set_result(Local value);  // exactly one result
  void set_results(std::span<const Local> values);
  // Result shape of a main instruction: the one result, or the tuple of all (also of none).
  Shape main_shape() const;
  // Unpacks a main instruction with main_shape().
  void set_from_main(Local main);
  // add_main + set_from_main.
  void finish(OpKind kind, std::span<const Local> inputs, Attrs attrs);

  // The literal of an operand whose value is known when the program is read.
  std::optional<Literal> constant_operand(size_t n) const;

  void fail(std::string message, std::string hint = {});
  void unsupported(std::string message, std::string hint = {});

 private:
  friend class Importer;
  void attach_common(Attrs& attrs);
  std::vector<bool> used_;
  std::vector<std::string_view> asked_;  // the names that the op's handler knows
};

using Handler = void (*)(OpContext&);
struct HandlerRow {
  std::string_view name;
  Handler handler;
};
std::span<const HandlerRow> data_handlers();
std::span<const HandlerRow> contract_handlers();
std::span<const HandlerRow> control_handlers();
std::span<const HandlerRow> device_handlers();
std::span<const HandlerRow> dynamic_handlers();
std::span<const HandlerRow> chlo_handlers();

struct RegionOptions {
  // Values of the enclosing scope that the region may read, in parameter order after its own arguments.
  std::span<const mlir::ValueId> captures;
  bool tuple_parameter = false;  // one tuple parameter (loop bodies)
  bool return_captures = false;  // the root also yields the captures
  bool always_tuple = false;     // the root is a tuple even for one value
  bool return_none_ok = false;
};

class Importer {
 public:
  explicit Importer(const mlir::Program& source) : program(source) {}
  Result<Module> run(const mlir::Operation* entry = nullptr);

  const mlir::Program& program;
  Module module;
  NameMaker names;

  Result<Shape> shape_of(const mlir::Type& type, const mlir::Operation& op);
  const mlir::Type& type_of(mlir::ValueId value) const { return program.values[value]; }
  const mlir::Operation* definition(mlir::ValueId value) const;
  OriginId origin_of(mlir::LocId loc);
  std::string base_name(OriginId origin, std::string_view otherwise) const;

  // Outer values that a region reads, constants left out, in order of first use.
  const std::vector<mlir::ValueId>& captures(const mlir::Region& region);
  // The local of a value, cloning an outer constant on first use. Invalid Local: poisoned or reported.
  Local lookup(Scope& scope, mlir::ValueId value, const mlir::Operation& user);
  // Builds a region's single block as a computation; nothing after a diagnostic.
  std::optional<CompId> region(OpContext& context, const mlir::Region& region, const RegionOptions& options);
  // A region of a reduction-like op: parameters are the block's arguments, captures not possible.
  std::optional<CompId> simple_region(OpContext& context, const mlir::Region& region);
  // The function's computation, built before (callees come first); nothing after a diagnostic.
  std::optional<CompId> function(OpContext& context, std::string_view name);

  void fail(const mlir::Operation& op, Severity severity, std::string message, std::string hint = {});
  bool has_errors() const { return !errors_.empty(); }
  bool clonable(mlir::ValueId value, int depth = 0) const;

 private:
  struct Function {
    const mlir::Operation* op = nullptr;
    CompId comp;
  };
  void index_definitions();
  void find_entry();
  bool order_functions(std::vector<size_t>& order);
  void import_function(Function& function, bool entry);
  void entry_attributes(const mlir::Operation& op);
  void operations(Scope& scope, const mlir::Block& block);
  void operation(Scope& scope, const mlir::Operation& op);
  CompId finish(Scope& scope, Local root, std::string_view base);

  Diagnostics errors_;
  std::vector<Function> functions_;
  std::map<std::string, size_t, std::less<>> function_index_;
  std::map<std::string, const mlir::Operation*, std::less<>> defined_twice_;  // the second definition
  size_t entry_ = SIZE_MAX;
  std::vector<const mlir::Operation*> definitions_;  // by value; null: argument
  std::unordered_map<const mlir::Region*, std::vector<mlir::ValueId>> captures_;
  std::vector<OriginId> origins_;  // by loc
  std::vector<bool> origin_known_;
  int next_region_ = 0;
};

inline bool is_return(std::string_view name) {
  return name == "func.return" || name == "stablehlo.return" || name == "return";
}

// Attribute conversions (attributes.cc).
std::optional<std::vector<int64_t>> to_ints(const mlir::Attribute& attribute);
const mlir::Attribute* member(const mlir::NamedAttributes& members, std::string_view name);
// {a="b",c="d"} of a dictionary of strings, as HLO prints it.
std::string frontend_attributes_text(const mlir::Attribute& dictionary);
std::string hlo_quoted(std::string_view text);
// "{highest,default}" or "" if all are default or the attribute is absent.
std::string precision_text(const mlir::Attribute* attribute);
// "{{0,1},{2,3}}" of a 2-D integer array.
std::string groups_text(const mlir::Attribute& attribute);
std::string lower(std::string_view text);

}  // namespace eutectic::stablehlo

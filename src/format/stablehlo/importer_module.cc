// The program as a whole: its entry, the functions it reaches (callees first), module attributes, and what
// arguments and results say.
#include <algorithm>

#include "format/stablehlo/import.h"
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {

using mlir::Attribute;
using mlir::Operation;
using mlir::ValueId;

namespace {

// Names of functions that an operation refers to.
void symbol_refs(const Operation& op, std::vector<std::string_view>& out) {
  if (op.name == "func.func") return;
  for (const auto& [key, value] : op.attributes) {
    if (value.kind == Attribute::Kind::SymbolRef) out.push_back(value.text);
    if (value.kind == Attribute::Kind::Array)
      for (const Attribute& e : value.elements)
        if (e.kind == Attribute::Kind::SymbolRef) out.push_back(e.text);
  }
}

bool is_public(const Operation& function) {
  const Attribute* visibility = function.find("sym_visibility");
  return !visibility || visibility->text == "public";
}

}  // namespace

void Importer::import_function(Function& f, bool entry) {
  const Operation& op = *f.op;
  const Attribute* name = op.find("sym_name");
  if (op.regions.size() != 1 || op.regions[0].blocks.size() != 1)
    return fail(op, Severity::Error, fmt::format("function @{} must have a body of one block", name->text));
  const mlir::Block& block = op.regions[0].blocks[0];
  if (block.operations.empty() || !is_return(block.operations.back().name))
    return fail(op, Severity::Error, fmt::format("function @{} does not end in a return", name->text));
  Scope scope(module, nullptr);
  std::vector<Shape> shapes;
  for (ValueId v : block.arguments) {
    auto shape = shape_of(type_of(v), op);
    if (!shape) {
      for (Diagnostic& d : shape.error())
        fail(op, d.severity, fmt::format("argument {} of function @{}: {}", shapes.size(), name->text, d.message),
             d.hint);
      return;
    }
    shapes.push_back(std::move(*shape));
  }
  const Attribute* arg_attrs = op.find("arg_attrs");
  scope.builder.set_place(op.place);
  for (size_t i = 0; i < block.arguments.size(); ++i) {
    OriginId origin = i < block.argument_locs.size() ? origin_of(block.argument_locs[i]) : OriginId();
    Attrs attrs;
    attrs.set(AttrName::ParameterNumber, static_cast<int64_t>(i));
    if (arg_attrs && i < arg_attrs->elements.size()) {
      const auto& members = arg_attrs->elements[i].members;
      if (const Attribute* s = member(members, "mhlo.sharding"); s && s->text.starts_with('{'))
        attrs.set(AttrName::Sharding, s->text);
      if (const Attribute* g = member(members, "mhlo.frontend_attributes");
          g && g->kind == Attribute::Kind::Dictionary && !g->members.empty())
        attrs.set(AttrName::FrontendAttributes, frontend_attributes_text(*g));
    }
    std::string base = base_name(entry ? origin : OriginId(), fmt::format("Arg_{}", i));
    scope.values[block.arguments[i]] =
        scope.builder.add(OpKind::Parameter, shapes[i], {}, std::move(attrs), names.next(base), origin);
  }
  operations(scope, block);
  const Operation& end = block.operations.back();
  std::vector<Local> roots;
  bool ok = true;
  for (ValueId v : end.operands) {
    Local l = lookup(scope, v, end);
    ok &= l.valid();
    roots.push_back(l);
  }
  if (!ok || !errors_.empty()) return;
  if (const Attribute* type = op.find("function_type");
      type && type->type && type->type->kind == mlir::Type::Kind::Function) {
    const std::span<const mlir::Type> stated = std::span(type->type->elements).subspan(type->type->input_count);
    if (stated.size() != roots.size())
      return fail(
          end, Severity::Error,
          fmt::format("function @{} returns {} values, but declares {}", name->text, roots.size(), stated.size()));
    for (size_t i = 0; i < roots.size(); ++i) {
      auto shape = shape_of(stated[i], end);
      if (shape && same_logical(*shape, scope.builder.shape(roots[i]))) continue;
      return fail(end, Severity::Error,
                  fmt::format("function @{} returns {} as result {}, but declares {}", name->text,
                              to_stablehlo(scope.builder.shape(roots[i])), i, mlir::to_string(stated[i])));
    }
  }
  Local root;
  if (roots.size() == 1) {
    root = roots[0];
  } else {
    std::vector<Shape> elements;
    for (Local l : roots) elements.push_back(scope.builder.shape(l));
    root = scope.builder.add(OpKind::Tuple, Shape::tuple(std::move(elements)), roots, {}, names.next("tuple"),
                             origin_of(end.loc));
  }
  f.comp = finish(scope, root, name->text);
  if (entry) {
    module.entry = f.comp;
    entry_attributes(op);
  }
}

// Donation, and everything else that arguments and results say.
void Importer::entry_attributes(const Operation& op) {
  const mlir::Block& block = op.regions[0].blocks[0];
  size_t result_count = block.operations.back().operands.size();
  auto texts = [](const Attribute& dictionary) {
    NamedTexts out;
    for (const auto& [key, value] : dictionary.members)
      if (key != "tf.aliasing_output" && key != "jax.buffer_donor") out.emplace_back(key, mlir::to_string(value));
    return out;
  };
  auto per_item = [&](const Attribute* list, size_t count) {
    std::vector<NamedTexts> out;
    bool any = false;
    if (list)
      for (const Attribute& e : list->elements) {
        out.push_back(texts(e));
        any |= !out.back().empty();
      }
    out.resize(any ? count : 0);
    return out;
  };
  const Attribute* arg_attrs = op.find("arg_attrs");
  module.info.parameter_attrs = per_item(arg_attrs, block.arguments.size());
  module.info.result_attrs = per_item(op.find("res_attrs"), result_count);
  if (!arg_attrs) return;
  for (size_t i = 0; i < arg_attrs->elements.size() && i < block.arguments.size(); ++i) {
    const auto& members = arg_attrs->elements[i].members;
    if (const Attribute* a = member(members, "tf.aliasing_output")) {
      if (a->kind != Attribute::Kind::Integer || a->integer < 0 || static_cast<size_t>(a->integer) >= result_count) {
        fail(op, Severity::Error, fmt::format("tf.aliasing_output of argument {} names no result", i));
        continue;
      }
      Alias alias;
      if (result_count != 1) alias.output_index = {a->integer};
      alias.parameter = static_cast<int64_t>(i);
      module.info.aliases.push_back(std::move(alias));
    }
    if (const Attribute* a = member(members, "jax.buffer_donor")) {
      if (a->kind != Attribute::Kind::Bool && a->kind != Attribute::Kind::Unit)
        fail(op, Severity::Error, fmt::format("jax.buffer_donor of argument {} is neither true nor false", i));
      else if (a->boolean || a->kind == Attribute::Kind::Unit)
        module.info.donors.push_back({static_cast<int64_t>(i), {}});
    }
  }
  std::sort(module.info.aliases.begin(), module.info.aliases.end(), [](const Alias& a, const Alias& b) {
    return a.output_index != b.output_index ? a.output_index < b.output_index : a.parameter < b.parameter;
  });
}

void Importer::find_entry() {
  std::vector<size_t> open;
  for (size_t i = 0; i < functions_.size(); ++i)
    if (is_public(*functions_[i].op)) open.push_back(i);
  auto it = function_index_.find("main");
  if (it != function_index_.end())
    entry_ = it->second;
  else if (open.size() == 1)
    entry_ = open[0];
  else if (functions_.empty())
    fail(program.module, Severity::Error, "the program has no function", "a function @main is needed");
  else
    fail(program.module, Severity::Error,
         fmt::format("the program has {} public functions and none is called @main", open.size()),
         "name the function to run @main");
}

// Callees before callers, only what the entry reaches; false if functions call each other in a cycle.
bool Importer::order_functions(std::vector<size_t>& order) {
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> state(functions_.size(), State::New);
  struct Frame {
    size_t function;
    std::vector<size_t> callees;
    size_t next = 0;
  };
  auto callees = [&](size_t f) {
    std::vector<size_t> out;
    std::vector<std::string_view> refs;
    std::vector<const Operation*> stack{functions_[f].op};
    while (!stack.empty()) {
      const Operation* op = stack.back();
      stack.pop_back();
      refs.clear();
      symbol_refs(*op, refs);
      for (std::string_view ref : refs)
        if (auto twice = defined_twice_.find(ref); twice != defined_twice_.end())
          fail(*twice->second, Severity::Error, fmt::format("function @{} is defined twice", ref));
        else if (auto it = function_index_.find(ref); it != function_index_.end())
          out.push_back(it->second);
      for (auto region = op->regions.rbegin(); region != op->regions.rend(); ++region)
        for (auto block = region->blocks.rbegin(); block != region->blocks.rend(); ++block)
          for (auto inner = block->operations.rbegin(); inner != block->operations.rend(); ++inner)
            stack.push_back(&*inner);
    }
    return out;
  };
  std::vector<Frame> stack;
  state[entry_] = State::Open;
  stack.push_back({entry_, callees(entry_)});
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.callees.size()) {
      state[top.function] = State::Done;
      order.push_back(top.function);
      stack.pop_back();
      continue;
    }
    size_t callee = top.callees[top.next++];
    if (state[callee] == State::Open) {
      fail(*functions_[callee].op, Severity::Unsupported,
           fmt::format("function @{} calls itself, directly or through others",
                       functions_[callee].op->find("sym_name")->text),
           "recursion cannot be compiled; use stablehlo.while");
      return false;
    }
    if (state[callee] == State::New) {
      state[callee] = State::Open;
      stack.push_back({callee, callees(callee)});
    }
  }
  return errors_.empty();
}

Result<Module> Importer::run(const Operation* entry) {
  index_definitions();
  if (const Attribute* name = program.module.find("sym_name"); name && !name->text.empty())
    module.info.name = name->text;
  for (const auto& [key, value] : program.module.attributes)
    if (key != "sym_name") module.info.stablehlo_attrs.emplace_back(key, mlir::to_string(value));
  for (const mlir::Region& region : program.module.regions)
    for (const mlir::Block& block : region.blocks)
      for (const Operation& op : block.operations) {
        if (op.name == "func.func") {
          const Attribute* name = op.find("sym_name");
          if (!name) {
            fail(op, Severity::Error, "a function without a name");
          } else {
            if (!function_index_.emplace(name->text, functions_.size()).second) defined_twice_.emplace(name->text, &op);
            if (&op == entry) entry_ = functions_.size();
            functions_.push_back({&op, {}});
          }
        } else if (op.name.starts_with("sdy.") && op.name.find("mesh") != std::string::npos) {
          const Attribute* name = op.find("sym_name");
          const Attribute* mesh = op.find("mesh");
          module.info.stablehlo_attrs.emplace_back(fmt::format("sdy.mesh @{}", name ? name->text : ""),
                                                   mesh ? mlir::to_string(*mesh) : "");
        } else if (!is_return(op.name)) {
          fail(op, Severity::Unsupported, fmt::format("operation {} is not supported outside a function", op.name));
        }
      }
  std::vector<size_t> order;
  // Of functions that run by themselves some may share a name, as long as no call means one of them.
  if (!entry)
    for (const auto& [name, op] : defined_twice_)
      fail(*op, Severity::Error, fmt::format("function @{} is defined twice", name));
  if (errors_.empty() && !entry) find_entry();
  if (errors_.empty() && order_functions(order))
    for (size_t f : order) import_function(functions_[f], f == entry_);
  if (!errors_.empty()) return std::unexpected(std::move(errors_));
  return std::move(module);
}

Result<Module> import_program(const mlir::Program& program, const Operation* entry) {
  Importer importer(program);
  return importer.run(entry);
}

std::vector<const Operation*> separate_functions(const mlir::Program& program) {
  std::vector<const Operation*> out;
  size_t open = 0;
  for (const mlir::Region& region : program.module.regions)
    for (const mlir::Block& block : region.blocks)
      for (const Operation& op : block.operations) {
        const Attribute* name = op.name == "func.func" ? op.find("sym_name") : nullptr;
        if (!name) continue;
        if (name->text == "main") return {};
        if (!is_public(op)) continue;
        ++open;
        if (op.regions.size() == 1 && op.regions[0].blocks.size() == 1 && op.regions[0].blocks[0].arguments.empty())
          out.push_back(&op);
      }
  if (open < 2) out.clear();
  return out;
}

}  // namespace eutectic::stablehlo

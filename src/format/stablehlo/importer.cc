// The walk over the operations of functions and regions, and what regions read from outside. Which functions
// there are is in importer_module.cc, what a single operation means in the handler tables (import_*.cc).
#include "format/stablehlo/importer.h"

#include <algorithm>
#include <unordered_set>

namespace eutectic::stablehlo {

using mlir::Attribute;
using mlir::Operation;
using mlir::Type;
using mlir::ValueId;

namespace {

constexpr int max_depth = 200;
constexpr size_t max_errors = 100;
constexpr std::string_view dynamic_hint =
    "export the program with concrete argument shapes (jax.export without symbolic dimensions)";

// Ops that are one instruction with their attributes copied; elementwise ops without attributes need no row.
struct PlainRow {
  std::string_view name;
  std::vector<AttrName> attrs;
};
const std::vector<PlainRow>& plain_rows() {
  static const std::vector<PlainRow> rows = {
      {"stablehlo.reduce_precision", {AttrName::ExponentBits, AttrName::MantissaBits}},
      {"stablehlo.reverse", {AttrName::Dimensions}},
      {"stablehlo.transpose", {AttrName::Permutation}},
      {"stablehlo.get_dimension_size", {AttrName::GatherSliceSizes}},
      {"stablehlo.batch_norm_grad", {AttrName::Epsilon, AttrName::FeatureIndex}},
      {"stablehlo.batch_norm_inference", {AttrName::Epsilon, AttrName::FeatureIndex}},
      {"stablehlo.batch_norm_training", {AttrName::Epsilon, AttrName::FeatureIndex}},
      {"stablehlo.cholesky", {AttrName::Lower}},
      {"stablehlo.triangular_solve",
       {AttrName::LeftSide, AttrName::Lower, AttrName::UnitDiagonal, AttrName::TransposeA}},
      {"stablehlo.fft", {AttrName::FftType, AttrName::FftLength}},
      {"stablehlo.dynamic_slice", {AttrName::SliceSizes}},
      {"stablehlo.dynamic_update_slice", {}},
      {"stablehlo.after_all", {}},
      {"stablehlo.clamp", {}},
      {"stablehlo.select", {}},
  };
  return rows;
}

// Copies one attribute as its row in attr_name.def says.
void copy_attribute(OpContext& c, AttrName name, Attrs& attrs) {
  std::string_view key = info(name).stablehlo;
  switch (info(name).kind) {
    case AttrKind::Bool:
      if (c.boolean(key)) attrs.set(name, true);
      break;
    case AttrKind::Int:
      attrs.set(name, c.need_integer(key));
      break;
    case AttrKind::Float:
      if (const Attribute* a = c.attr(key); a && a->kind == Attribute::Kind::Float)
        attrs.set(name, a->number);
      else
        c.fail(fmt::format("{} needs attribute '{}'", c.op.name, key));
      break;
    case AttrKind::Enum:
      attrs.set(name, c.need_enum(key));
      break;
    case AttrKind::Dims:
      attrs.set(name, c.need_ints(key));
      break;
    default:
      CHECK(false, "attribute {} is not plain", info(name).name);
  }
}

void plain(OpContext& c, OpKind kind, const PlainRow* row) {
  Attrs attrs;
  if (row)
    for (AttrName name : row->attrs) copy_attribute(c, name, attrs);
  if (c.failed) return;
  if (!c.op.regions.empty()) return c.fail(fmt::format("{} has no regions", c.op.name));
  if (c.results.empty()) return c.fail(fmt::format("{} has a result", c.op.name));
  // HLO has them of unsigned values; StableHLO does not.
  if ((kind == OpKind::Abs || kind == OpKind::Sign) && c.operands.size() == 1 &&
      is_unsigned_int(c.operand_shape(0).type))
    return c.fail(fmt::format("{} takes no unsigned integers", c.op.name),
                  "of these it is the value itself, or min(x, 1)");
  c.finish(kind, c.operands, std::move(attrs));
}

const std::unordered_map<std::string_view, Handler>& handlers() {
  static const auto map = [] {
    std::unordered_map<std::string_view, Handler> out;
    for (std::span<const HandlerRow> rows : {data_handlers(), contract_handlers(), control_handlers(),
                                             device_handlers(), dynamic_handlers(), chlo_handlers()})
      for (const HandlerRow& row : rows) out.emplace(row.name, row.handler);
    return out;
  }();
  return map;
}

}  // namespace

void Importer::fail(const Operation& op, Severity severity, std::string message, std::string hint) {
  if (errors_.size() < max_errors) errors_.push_back({severity, op.place, std::move(message), std::move(hint)});
}

const Operation* Importer::definition(ValueId value) const {
  return value.index() < definitions_.size() ? definitions_[value.index()] : nullptr;
}

void Importer::index_definitions() {
  definitions_.assign(program.values.size(), nullptr);
  std::vector<const Operation*> stack{&program.module};
  while (!stack.empty()) {
    const Operation* op = stack.back();
    stack.pop_back();
    for (ValueId r : op->results)
      if (r.index() < definitions_.size()) definitions_[r.index()] = op;
    for (const mlir::Region& region : op->regions)
      for (const mlir::Block& block : region.blocks)
        for (const Operation& inner : block.operations) stack.push_back(&inner);
  }
}

Result<Shape> Importer::shape_of(const Type& type, const Operation& op) {
  switch (type.kind) {
    case Type::Kind::Tensor:
    case Type::Kind::Scalar: {
      if (type.dynamic)
        return unsupported(fmt::format("{} has a dynamic shape: {}", op.name, mlir::to_string(type)), op.place,
                           std::string(dynamic_hint));
      if (!type.text.empty() && type.text.find("bounds") != std::string::npos)
        return unsupported(fmt::format("{} has a bounded dynamic shape: {}", op.name, mlir::to_string(type)), op.place,
                           std::string(dynamic_hint));
      Status sizes = check_sizes(type.shape);
      if (!sizes) {
        for (Diagnostic& d : sizes.error()) d.place = op.place;
        return std::unexpected(std::move(sizes).error());
      }
      return type.shape;
    }
    case Type::Kind::Tuple: {
      std::vector<Shape> elements;
      for (const Type& e : type.elements) {
        ASSIGN_OR_RETURN(Shape shape, shape_of(e, op));
        elements.push_back(std::move(shape));
      }
      return Shape::tuple(std::move(elements));
    }
    case Type::Kind::Token:
      return Shape::token();
    default:
      break;
  }
  std::string text = mlir::to_string(type);
  if (text.find("quant") != std::string::npos)
    return unsupported(fmt::format("{} has a quantized type: {}", op.name, text), op.place,
                       "dequantize the program first (stablehlo-legalize-quant-to-math)");
  return unsupported(
      fmt::format("{} has type {}, which is not supported", op.name, text), op.place,
      "element types are i1, i2 to i64, ui2 to ui64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64 and complex<f32|f64>");
}

bool Importer::clonable(ValueId value, int depth) const {
  const Operation* def = definition(value);
  if (!def || depth > 16) return false;
  if (def->name == "stablehlo.constant" || def->name == "stablehlo.iota") return true;
  if (def->name != "stablehlo.convert" && def->name != "stablehlo.reshape" &&
      def->name != "stablehlo.broadcast_in_dim" && def->name != "stablehlo.negate")
    return false;
  return def->operands.size() == 1 && clonable(def->operands[0], depth + 1);
}

const std::vector<ValueId>& Importer::captures(const mlir::Region& region) {
  if (auto it = captures_.find(&region); it != captures_.end()) return it->second;
  // Inner regions first: an explicit stack, then each region merges its children.
  std::vector<const mlir::Region*> order{&region};
  for (size_t i = 0; i < order.size(); ++i)
    for (const mlir::Block& block : order[i]->blocks)
      for (const Operation& op : block.operations)
        for (const mlir::Region& inner : op.regions)
          if (!captures_.contains(&inner)) order.push_back(&inner);
  for (size_t i = order.size(); i-- > 0;) {
    std::unordered_set<ValueId> own, seen;
    std::vector<ValueId> out;
    for (const mlir::Block& block : order[i]->blocks) {
      own.insert(block.arguments.begin(), block.arguments.end());
      for (const Operation& op : block.operations) own.insert(op.results.begin(), op.results.end());
    }
    auto use = [&](ValueId v) {
      if (own.contains(v) || !seen.insert(v).second) return;
      const Operation* def = definition(v);
      if (!def || def->name != "stablehlo.constant") out.push_back(v);
    };
    for (const mlir::Block& block : order[i]->blocks)
      for (const Operation& op : block.operations) {
        for (ValueId v : op.operands) use(v);
        for (const mlir::Region& inner : op.regions)
          for (ValueId v : captures_[&inner]) use(v);
      }
    captures_[order[i]] = std::move(out);
  }
  return captures_[&region];
}

Local Importer::lookup(Scope& scope, ValueId value, const Operation& user) {
  if (auto it = scope.values.find(value); it != scope.values.end()) return it->second;
  if (clonable(value)) {
    operation(scope, *definition(value));
    scope.builder.set_place(user.place);  // what comes next is the user's again
    return scope.values[value];
  }
  bool outside = false;
  for (const Scope* s = scope.parent; s && !outside; s = s->parent) outside = s->values.contains(value);
  if (outside)
    fail(user, Severity::Unsupported, fmt::format("{} reads a value from outside the region it stands in", user.name),
         "only constants can be read there; make the value an operand");
  else
    fail(user, Severity::Error, fmt::format("{} reads a value that is not defined before it", user.name));
  scope.values[value] = Local();
  return {};
}

std::optional<CompId> Importer::function(OpContext& c, std::string_view name) {
  auto it = function_index_.find(name);
  if (it == function_index_.end()) {
    c.fail(fmt::format("function @{} does not exist", name));
    return std::nullopt;
  }
  const Function& f = functions_[it->second];
  if (!f.comp.valid()) {
    c.failed = true;  // reported where the function itself failed
    if (errors_.empty()) c.fail(fmt::format("function @{} calls itself, directly or through others", name));
    return std::nullopt;
  }
  return f.comp;
}

CompId Importer::finish(Scope& scope, Local root, std::string_view base) {
  CompId comp = module.add_computation(fmt::format("{}.{}", NameMaker::sanitize(base), module.comp_count() + 1));
  scope.builder.finish(comp, root);
  return comp;
}

std::optional<CompId> Importer::simple_region(OpContext& c, const mlir::Region& r) { return region(c, r, {}); }

std::optional<CompId> Importer::region(OpContext& c, const mlir::Region& r, const RegionOptions& options) {
  int number = next_region_++;
  if (r.blocks.size() != 1) {
    c.fail(fmt::format("a region of {} has {} blocks instead of one", c.op.name, r.blocks.size()));
    return std::nullopt;
  }
  const mlir::Block& block = r.blocks[0];
  if (c.scope.depth >= max_depth) {
    c.unsupported(fmt::format("regions are nested more than {} deep", max_depth));
    return std::nullopt;
  }
  if (block.operations.empty() || !is_return(block.operations.back().name)) {
    c.fail(fmt::format("a region of {} does not end in a return", c.op.name));
    return std::nullopt;
  }
  Scope inner(module, &c.scope);
  inner.depth = c.scope.depth + 1;
  std::vector<ValueId> values(block.arguments);
  values.insert(values.end(), options.captures.begin(), options.captures.end());
  std::vector<Shape> shapes;
  for (ValueId v : values) {
    auto shape = shape_of(type_of(v), c.op);
    if (!shape) {
      c.failed = true;
      for (Diagnostic& d : shape.error()) fail(c.op, d.severity, d.message, d.hint);
      return std::nullopt;
    }
    shapes.push_back(std::move(*shape));
  }
  auto argument_origin = [&](size_t i) {
    return i < block.argument_locs.size() ? origin_of(block.argument_locs[i]) : OriginId();
  };
  if (options.tuple_parameter && values.size() != 1) {
    Local p = inner.builder.parameter(0, Shape::tuple(shapes), names.next("arg_tuple"), c.origin);
    for (size_t i = 0; i < values.size(); ++i)
      inner.values[values[i]] =
          inner.builder.get_tuple_element(p, static_cast<int64_t>(i), names.next("get-tuple-element"), c.origin);
  } else {
    for (size_t i = 0; i < values.size(); ++i) {
      OriginId origin = argument_origin(i);
      std::string base = base_name(origin, values.size() == 1 ? "Arg_" : fmt::format("Arg_{}", i));
      inner.values[values[i]] = inner.builder.parameter(static_cast<int64_t>(i), shapes[i], names.next(base), origin);
    }
  }
  inner.builder.set_place(c.op.place);
  operations(inner, block);
  const Operation& end = block.operations.back();
  std::vector<Local> roots;
  bool ok = true;
  auto yield = [&](ValueId v) {
    Local l = lookup(inner, v, end);
    ok &= l.valid();
    roots.push_back(l);
  };
  for (ValueId v : end.operands) yield(v);
  if (options.return_captures)
    for (ValueId v : options.captures) yield(v);
  if (!ok) {
    c.failed = true;
    return std::nullopt;
  }
  Local root;
  if (roots.size() == 1 && !options.always_tuple) {
    root = roots[0];
  } else {
    std::vector<Shape> elements;
    for (Local l : roots) elements.push_back(inner.builder.shape(l));
    root = inner.builder.add(OpKind::Tuple, Shape::tuple(std::move(elements)), roots, {}, names.next("tuple"),
                             origin_of(end.loc));
  }
  return finish(inner, root, fmt::format("region_{}", number));
}

void Importer::operations(Scope& scope, const mlir::Block& block) {
  for (const Operation& op : block.operations) {
    if (is_return(op.name) && &op == &block.operations.back()) break;
    // Constants come at their first use, also inside regions.
    if (op.name == "stablehlo.constant") continue;
    operation(scope, op);
  }
}

void Importer::operation(Scope& scope, const Operation& op) {
  OpContext c(*this, scope, op);
  scope.builder.set_place(op.place);
  for (ValueId v : op.operands) {
    Local l = lookup(scope, v, op);
    if (!l.valid()) c.failed = true;
    c.operands.push_back(l);
  }
  for (ValueId v : op.results) {
    auto shape = shape_of(type_of(v), op);
    if (!shape) {
      for (Diagnostic& d : shape.error()) fail(op, d.severity, d.message, d.hint);
      c.failed = true;
      break;
    }
    c.results.push_back(std::move(*shape));
  }
  if (!c.failed) {
    auto it = handlers().find(op.name);
    if (it != handlers().end()) {
      it->second(c);
    } else if (auto kind = op_from_stablehlo(op.name)) {
      const PlainRow* row = nullptr;
      for (const PlainRow& r : plain_rows())
        if (r.name == op.name) row = &r;
      plain(c, *kind, row);
    } else {
      c.unsupported(fmt::format("operation {} is not supported", op.name));
    }
  }
  for (ValueId v : op.results)
    if (c.failed) scope.values[v] = Local();
}

}  // namespace eutectic::stablehlo

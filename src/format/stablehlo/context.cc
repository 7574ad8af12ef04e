// OpContext: how handlers read an operation and add instructions.
#include <algorithm>

#include "base/suggest.h"
#include "format/stablehlo/import.h"
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {

using mlir::Attribute;

OpContext::OpContext(Importer& importer_in, Scope& scope_in, const mlir::Operation& operation)
    : importer(importer_in), scope(scope_in), op(operation), origin(importer_in.origin_of(operation.loc)) {
  used_.resize(op.attributes.size());
}

bool OpContext::expect(size_t operand_count, size_t result_count, size_t region_count) {
  if (operands.size() == operand_count && results.size() == result_count && op.regions.size() == region_count)
    return true;
  fail(fmt::format("{} takes {} operands, {} results and {} regions, not {}, {} and {}", op.name, operand_count,
                   result_count, region_count, operands.size(), results.size(), op.regions.size()));
  return false;
}

const Attribute* OpContext::attr(std::string_view name) {
  asked_.push_back(name);
  for (size_t i = 0; i < op.attributes.size(); ++i)
    if (op.attributes[i].first == name) {
      used_[i] = true;
      return &op.attributes[i].second;
    }
  return nullptr;
}

std::optional<int64_t> OpContext::integer(std::string_view name) {
  const Attribute* a = attr(name);
  if (!a) return std::nullopt;
  if (a->kind == Attribute::Kind::Integer) return a->integer;
  if (a->kind == Attribute::Kind::Bool) return a->boolean;
  fail(fmt::format("attribute '{}' of {} must be an integer", name, op.name));
  return std::nullopt;
}

std::optional<std::vector<int64_t>> OpContext::ints(std::string_view name) {
  const Attribute* a = attr(name);
  if (!a) return std::nullopt;
  auto out = to_ints(*a);
  if (!out) fail(fmt::format("attribute '{}' of {} must be a list of integers", name, op.name));
  return out;
}

std::string OpContext::enum_text(std::string_view name) {
  const Attribute* a = attr(name);
  if (!a) return "";
  if (a->kind == Attribute::Kind::Enum || a->kind == Attribute::Kind::String) return a->text;
  fail(fmt::format("attribute '{}' of {} must be an enumeration value", name, op.name));
  return "";
}

bool OpContext::boolean(std::string_view name) {
  const Attribute* a = attr(name);
  if (!a) return false;
  if (a->kind == Attribute::Kind::Bool) return a->boolean;
  if (a->kind == Attribute::Kind::Unit) return true;
  if (a->kind == Attribute::Kind::Integer) return a->integer != 0;
  fail(fmt::format("attribute '{}' of {} must be a boolean", name, op.name));
  return false;
}

int64_t OpContext::need_integer(std::string_view name) {
  auto v = integer(name);
  if (!v && !failed) fail(fmt::format("{} needs attribute '{}'", op.name, name));
  return v.value_or(0);
}

std::vector<int64_t> OpContext::need_ints(std::string_view name) {
  auto v = ints(name);
  if (!v && !failed) fail(fmt::format("{} needs attribute '{}'", op.name, name));
  return v ? std::move(*v) : std::vector<int64_t>();
}

std::string OpContext::need_enum(std::string_view name) {
  std::string v = enum_text(name);
  if (v.empty() && !failed) fail(fmt::format("{} needs attribute '{}'", op.name, name));
  return v;
}

Local OpContext::add(OpKind kind, const Shape& shape, std::span<const Local> inputs, Attrs attrs) {
  std::string base = kind == OpKind::Constant ? "constant" : importer.base_name(origin, hlo_name(kind));
  return scope.builder.add(kind, shape, inputs, std::move(attrs), importer.names.next(base), origin);
}

Local OpContext::constant(const Attribute& elements) {
  if (!elements.splat || !elements.type) return constant(elements.literal);
  Local s = constant(elements.literal);
  return elements.type->shape.rank() == 0 ? s : broadcast(s, elements.type->shape, {});
}

Local OpContext::constant(const Literal& value) {
  const Shape& shape = value.shape();
  int64_t n = shape.is_array() ? value.element_count() : 0;
  bool splat = n > 1;
  size_t width = splat ? static_cast<size_t>(info(shape.type).storage_bytes) : 0;
  for (int64_t i = 1; splat && i < n; ++i)
    splat = std::equal(value.bytes(), value.bytes() + width, value.bytes() + static_cast<size_t>(i) * width);
  Attrs attrs;
  if (!splat) {
    attrs.set(AttrName::Value, value);
    return add(OpKind::Constant, shape, {}, std::move(attrs));
  }
  Literal one = Literal::uninitialized(Shape::scalar(shape.type));
  std::copy(value.bytes(), value.bytes() + width, one.mutable_bytes());
  attrs.set(AttrName::Value, one);
  Local s = add(OpKind::Constant, one.shape(), {}, std::move(attrs));
  return broadcast(s, shape, {});
}

Local OpContext::scalar(ElementType type, double value) {
  Literal one = Literal::uninitialized(Shape::scalar(type));
  dispatch(type, [&]<class T>() {
    if constexpr (requires { T(value); }) {
      if constexpr (std::is_same_v<T, S2> || std::is_same_v<T, S4> || std::is_same_v<T, U2> || std::is_same_v<T, U4>)
        one.mutable_data<T>()[0] = T(static_cast<int64_t>(value));
      else
        one.mutable_data<T>()[0] = static_cast<T>(value);
    }
  });
  return constant(one);
}

Local OpContext::element(Local tuple, size_t index) {
  Attrs attrs;
  attrs.set(AttrName::Index, static_cast<int64_t>(index));
  Shape shape = scope.builder.shape(tuple).elements.at(index);
  return add(OpKind::GetTupleElement, shape, {tuple}, std::move(attrs));
}

Local OpContext::tuple(std::span<const Local> elements) {
  std::vector<Shape> shapes;
  for (Local e : elements) shapes.push_back(scope.builder.shape(e));
  return add(OpKind::Tuple, Shape::tuple(std::move(shapes)), elements);
}

Local OpContext::reshape(Local x, const Shape& shape) { return add(OpKind::Reshape, shape, {x}); }

Local OpContext::broadcast(Local x, const Shape& shape, std::vector<int64_t> dims) {
  Attrs attrs;
  attrs.set(AttrName::BroadcastDimensions, std::move(dims));
  return add(OpKind::Broadcast, shape, {x}, std::move(attrs));
}

// As XLA: an operand with extents of 1 to be stretched is first broadcast as it is, then loses those
// dimensions in a reshape. Broadcasts that only add extents of 1 are reshapes.
Local OpContext::broadcast_in_dim(Local x, const Shape& shape, std::span<const int64_t> dims) {
  const Shape in = scope.builder.shape(x);
  if (in.dims.size() != dims.size()) {
    fail(fmt::format("{} has {} broadcast dimensions for an operand of rank {}", op.name, dims.size(), in.dims.size()));
    return {};
  }
  std::vector<int64_t> same_dims = shape.dims, kept, kept_extents;
  bool degenerate = false, ascending = true;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= shape.rank()) {
      fail(fmt::format("broadcast dimension {} is outside a result of rank {}", dims[i], shape.rank()));
      return {};
    }
    if (i > 0 && dims[i] <= dims[i - 1]) ascending = false;
    int64_t out = shape.dims[static_cast<size_t>(dims[i])];
    if (in.dims[i] != out && in.dims[i] != 1) {
      fail(fmt::format("operand dimension {} of extent {} cannot be broadcast to extent {}", i, in.dims[i], out));
      return {};
    }
    same_dims[static_cast<size_t>(dims[i])] = in.dims[i];
    degenerate |= in.dims[i] != out;
  }
  if (in.type != shape.type) {
    fail(fmt::format("{} cannot change the element type from {} to {}", op.name, info(in.type).stablehlo,
                     info(shape.type).stablehlo));
    return {};
  }
  if (!degenerate) {
    if (ascending && in.dims == shape.dims) return x;
    if (ascending && in.element_count() == shape.element_count() && shape.element_count() != 0)
      return reshape(x, shape);
    return broadcast(x, shape, {dims.begin(), dims.end()});
  }
  Local y = broadcast(x, Shape::array(shape.type, same_dims), {dims.begin(), dims.end()});
  for (size_t i = 0; i < same_dims.size(); ++i)
    if (same_dims[i] == shape.dims[i]) {
      kept.push_back(static_cast<int64_t>(i));
      kept_extents.push_back(shape.dims[i]);
    }
  y = reshape(y, Shape::array(shape.type, kept_extents));
  return broadcast(y, shape, kept);
}

void OpContext::attach_common(Attrs& attrs) {
  std::string other;
  for (size_t i = 0; i < op.attributes.size(); ++i) {
    if (used_[i]) continue;
    used_[i] = true;
    const auto& [key, value] = op.attributes[i];
    if (key == "mhlo.frontend_attributes" && value.kind == Attribute::Kind::Dictionary) {
      attrs.set(AttrName::FrontendAttributes, frontend_attributes_text(value));
    } else if (key == "mhlo.sharding" && value.kind == Attribute::Kind::String && value.text.starts_with('{')) {
      attrs.set(AttrName::Sharding, value.text);
    } else if (key == "result_accuracy") {
      std::string text = mlir::to_string(value);
      if (text.find("HIGHEST") != std::string::npos)
        attrs.set(AttrName::ResultAccuracy, std::string("{mode=highest}"));
      else if (text.find("TOLERANCE") != std::string::npos)
        attrs.set(AttrName::OtherStablehlo, "result_accuracy = " + text);
    } else if (key != "operandSegmentSizes" && key != "operand_segment_sizes" && key != "resultSegmentSizes") {
      // Tools attach what they like, which is kept; a name that is nearly one of the op's own is misspelt.
      const bool ours =
          (op.name.starts_with("stablehlo.") || op.name.starts_with("chlo.")) && op.name != "stablehlo.custom_call";
      if (ours && key.find('.') == std::string::npos) {
        const std::string near = nearest(key, asked_);
        if (i < op.property_count || !near.empty())
          return fail(fmt::format("{} has no attribute {}", op.name, key_text(key)),
                      near.empty() ? "attributes of tools are named dialect.name, and stand in { } without < >"
                                   : fmt::format("did you mean {}?", near));
      }
      if (!other.empty()) other += ", ";
      other += fmt::format("{} = {}", key_text(key), mlir::to_string(value));
    }
  }
  if (!other.empty()) attrs.set(AttrName::OtherStablehlo, other);
}

Local OpContext::add_main(OpKind kind, const Shape& shape, std::span<const Local> inputs, Attrs attrs) {
  attach_common(attrs);
  return add(kind, shape, inputs, std::move(attrs));
}

void OpContext::set_result(Local value) { set_results(std::span(&value, 1)); }

void OpContext::set_results(std::span<const Local> values) {
  CHECK(values.size() == op.results.size(), "{} results for {}", values.size(), op.name);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].valid() && !same_logical(scope.builder.shape(values[i]), results[i]))
      return fail(fmt::format("{} states a result of type {}, but its value has type {}", op.name,
                              to_stablehlo(results[i]), to_stablehlo(scope.builder.shape(values[i]))));
    scope.values[op.results[i]] = values[i];
  }
}

Shape OpContext::main_shape() const { return results.size() == 1 ? results[0] : Shape::tuple(results); }

void OpContext::set_from_main(Local main) {
  if (results.size() == 1) return set_result(main);
  std::vector<Local> out;
  for (size_t i = 0; i < results.size(); ++i) out.push_back(element(main, i));
  set_results(out);
}

void OpContext::finish(OpKind kind, std::span<const Local> inputs, Attrs attrs) {
  if (failed) return;
  set_from_main(add_main(kind, main_shape(), inputs, std::move(attrs)));
}

std::optional<Literal> OpContext::constant_operand(size_t n) const {
  const mlir::Operation* def = importer.definition(op.operands[n]);
  if (!def || def->name != "stablehlo.constant") return std::nullopt;
  const Attribute* value = def->find("value");
  if (!value || value->kind != Attribute::Kind::Elements) return std::nullopt;
  if (!value->splat || !value->type) return value->literal;
  auto ints = to_ints(*value);  // only lists of integers are asked for
  if (!ints) return std::nullopt;
  Literal out = Literal::uninitialized(Shape::array(ElementType::S64, {static_cast<int64_t>(ints->size())}));
  std::copy(ints->begin(), ints->end(), out.mutable_data<int64_t>().begin());
  return out;
}

void OpContext::fail(std::string message, std::string hint) {
  failed = true;
  importer.fail(op, Severity::Error, std::move(message), std::move(hint));
}

void OpContext::unsupported(std::string message, std::string hint) {
  failed = true;
  importer.fail(op, Severity::Unsupported, std::move(message), std::move(hint));
}

}  // namespace eutectic::stablehlo

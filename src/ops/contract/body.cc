#include "ops/contract/body.h"

#include <algorithm>
#include <cstring>

#include "ops/contract/common.h"

namespace eutectic::contract {

namespace {

// Parameter number if the instruction is a parameter, else -1.
int64_t parameter_number(const Module& module, InstrId id) {
  if (module[id].op != OpKind::Parameter) return -1;
  return module.attrs(id).integer(AttrName::ParameterNumber);
}

// Looks through a body whose root is a call or fusion of another body with the parameters in order.
CompId inner_body(const Module& module, CompId comp) {
  for (int depth = 0; depth < 8; ++depth) {
    const Instr& root = module[module[comp].root];
    AttrName called = root.op == OpKind::Call ? AttrName::ToApply : AttrName::Calls;
    if (root.op != OpKind::Call && root.op != OpKind::Fusion) return comp;
    const Comps& comps = module.attrs(module[comp].root).comps(called);
    if (comps.size() != 1) return comp;
    auto operands = module.operands(module[comp].root);
    for (size_t i = 0; i < operands.size(); ++i)
      if (parameter_number(module, operands[i]) != static_cast<int64_t>(i)) return comp;
    comp = comps[0];
  }
  return comp;
}

}  // namespace

std::optional<OpKind> binary_body(const Module& module, CompId outer) {
  CompId comp = inner_body(module, outer);
  InstrId root = module[comp].root;
  if (module[comp].parameters.size() != 2 || module[root].operand_count != 2) return std::nullopt;
  int64_t a = parameter_number(module, module.operand(root, 0)), b = parameter_number(module, module.operand(root, 1));
  if (a < 0 || b < 0 || a == b) return std::nullopt;
  ElementType type = module.shape(root).type;
  if (module.shape(module.operand(root, 0)).type != type || module.shape(module.operand(root, 1)).type != type)
    return std::nullopt;
  switch (module[root].op) {
    case OpKind::Add:
    case OpKind::Multiply:
    case OpKind::Maximum:
    case OpKind::Minimum:
    case OpKind::And:
    case OpKind::Or:
    case OpKind::Xor:
      return module[root].op;
    default:
      return std::nullopt;
  }
}

std::optional<CompareBody> compare_body(const Module& module, CompId outer) {
  CompId comp = inner_body(module, outer);
  InstrId root = module[comp].root;
  if (module[root].op != OpKind::Compare) return std::nullopt;
  int64_t a = parameter_number(module, module.operand(root, 0)), b = parameter_number(module, module.operand(root, 1));
  if (a < 0 || b < 0 || a == b) return std::nullopt;
  return CompareBody{root, a, b};
}

Result<Body> Body::make(const OpView& op, CompId comp, Evaluator& evaluator, std::span<const ElementType> parameters,
                        std::span<const ElementType> results_wanted) {
  const Module& module = op.module;
  Body body;
  body.comp_ = comp;
  body.evaluator_ = &evaluator;
  for (const Shape& s : module.parameter_shapes(comp)) {
    if (!s.is_array() || s.rank() != 0)
      return op_error(
          op, fmt::format("computation {} must take scalars, but takes {}", module.name(comp), to_hlo(s, false)));
    body.parameter_types_.push_back(s.type);
  }
  const Shape& result = module.result_shape(comp);
  std::vector<Shape> results = result.is_tuple() ? result.elements : std::vector<Shape>{result};
  for (const Shape& s : results) {
    if (!s.is_array() || s.rank() != 0)
      return op_error(op, fmt::format("computation {} must return scalars, but returns {}", module.name(comp),
                                      to_hlo(result, false)));
    body.result_types_.push_back(s.type);
  }
  if (!std::ranges::equal(body.parameter_types_, parameters) ||
      !std::ranges::equal(body.result_types_, results_wanted)) {
    auto list = [](std::span<const ElementType> types) {
      std::string out;
      for (ElementType type : types) out += fmt::format("{}{}", out.empty() ? "" : ", ", info(type).hlo);
      return out;
    };
    return op_error(op, fmt::format("computation {} must take ({}) and return ({}), but takes ({}) and returns ({})",
                                    module.name(comp), list(parameters), list(results_wanted),
                                    list(body.parameter_types_), list(body.result_types_)));
  }
  if (auto program = ScalarProgram::compile(module, comp)) body.program_ = std::move(*program);
  return body;
}

Status Body::run(std::span<const std::byte* const> in, std::span<std::byte* const> out, size_t n) const {
  if (program_) {
    program_->run(in, out, n);
    return {};
  }
  for (size_t i = 0; i < n; ++i) {
    std::vector<Literal> arguments;
    arguments.reserve(parameter_types_.size());
    for (size_t p = 0; p < parameter_types_.size(); ++p) {
      size_t size = static_cast<size_t>(info(parameter_types_[p]).storage_bytes);
      Literal value = Literal::uninitialized(Shape::scalar(parameter_types_[p]));
      std::memcpy(value.mutable_bytes(), in[p] + i * size, size);
      arguments.push_back(std::move(value));
    }
    ASSIGN_OR_RETURN(Literal result, evaluator_->call(comp_, std::move(arguments)));
    for (size_t r = 0; r < result_types_.size(); ++r) {
      const Literal& value = result.shape().is_tuple() ? result.element(r) : result;
      size_t size = static_cast<size_t>(info(result_types_[r]).storage_bytes);
      std::memcpy(out[r] + i * size, value.bytes(), size);
    }
  }
  return {};
}

Result<Body> reduction_body(const OpView& op, CompId comp, Evaluator& evaluator, std::span<const Shape> results) {
  std::vector<ElementType> accumulators, parameters;
  for (const Shape& s : results) accumulators.push_back(s.type);
  for (const Shape& s : op.module.parameter_shapes(comp)) parameters.push_back(s.type);
  if (parameters.size() == 2 * accumulators.size())
    std::copy(accumulators.begin(), accumulators.end(), parameters.begin());
  return Body::make(op, comp, evaluator, parameters, accumulators);
}

}  // namespace eutectic::contract

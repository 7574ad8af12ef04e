// Compiles a computation over scalars into kernel calls over slots. Parameters are read where the caller
// has them, constants are repeated once per block, everything else lives in a scratch arena on the stack
// whose slots are reused after their last reader.
#include "ops/scalar_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

namespace eutectic {
namespace {

constexpr int max_depth = 200;
constexpr size_t max_steps = size_t{1} << 20;    // calls may repeat a computation
constexpr size_t arena_bytes = size_t{1} << 15;  // stays in the first-level cache
constexpr size_t constant_bytes = size_t{1} << 20;
constexpr size_t max_lanes = 1024;

enum class Where : uint8_t { Parameter, Constant, Slot };
struct Ref {
  Where where = Where::Slot;
  uint32_t index = 0;  // of the parameter, the constant, or the value (later its slot's bytes per lane before it)
  uint32_t size = 0;   // bytes of an element
};

struct Step {
  ScalarKernel kernel = nullptr;
  const Attrs* attrs = nullptr;
  std::array<Ref, 3> in;
  Ref out;
  uint32_t in_count = 0;
};

bool is_one_element(const Shape& shape) { return shape.is_array() && shape.element_count() == 1; }

}  // namespace

struct ScalarProgram::Impl {
  std::vector<ElementType> parameters, results;
  std::vector<Step> steps;
  std::vector<Ref> roots;
  std::vector<std::byte> constant_pool;  // each constant repeated `lanes` times, 16-byte aligned
  std::vector<size_t> constant_offsets;
  std::deque<Attrs> attrs;
  uint32_t bytes_per_lane = 0;
  size_t lanes = 1;
  // The last step writes the only result.
  bool direct = false;

  void block(std::byte* arena, size_t lane_count, std::span<const std::byte* const> in, std::span<std::byte* const> out,
             size_t first, size_t n) const;
};

namespace {

// A value during compilation: one scalar, or a tuple's scalars in order.
struct Value {
  Ref ref;
  std::shared_ptr<const std::vector<Value>> elements;  // of a tuple; shared, since tuples may repeat tuples
  int nesting = 0;

  bool is_tuple() const { return elements != nullptr; }
};

Value scalar(Ref ref) { return Value{ref, nullptr, 0}; }

struct Compiler {
  const Module& module;
  std::vector<Step> steps;
  std::vector<std::vector<std::byte>> constants;
  std::deque<Attrs> attrs;
  uint32_t value_count = 0;
  size_t visited = 0;

  std::unexpected<Diagnostics> refuse(InstrId id, std::string_view why) const {
    return unsupported(
        fmt::format("{} in the scalar computation {}: {}", module.name(id), module.name(module[id].parent), why), {},
        "such computations are element-wise arithmetic on scalars");
  }

  Ref constant(const std::byte* bytes, uint32_t size) {
    std::vector<std::byte> value(bytes, bytes + size);
    for (size_t i = constants.size(); i-- > 0 && constants.size() - i <= 16;)
      if (constants[i] == value) return Ref{Where::Constant, static_cast<uint32_t>(i), size};
    constants.push_back(std::move(value));
    return Ref{Where::Constant, static_cast<uint32_t>(constants.size() - 1), size};
  }

  Result<Value> compile(CompId comp, const std::vector<Value>& arguments, int depth) {
    const Computation& c = module[comp];
    if (depth > max_depth)
      return unsupported(fmt::format("calls nested deeper than {} in {}", max_depth, module.name(comp)));
    std::vector<Value> values(c.end.value - c.begin.value);
    auto value_of = [&](InstrId id) -> Value& { return values[id.value - c.begin.value]; };
    for (InstrId id : instrs_of(c)) {
      ASSIGN_OR_RETURN(value_of(id), instruction(id, arguments, value_of, depth));
      if (++visited > max_steps)
        return unsupported(
            fmt::format("more than {} operations in {} after inlining its calls", max_steps, module.name(comp)));
    }
    return std::move(value_of(c.root));
  }

  template <class ValueOf>
  Result<Value> instruction(InstrId id, const std::vector<Value>& arguments, ValueOf& value_of, int depth) {
    const OpView op{module, id};
    const Instr& instr = op.instr();
    auto operand = [&](size_t n) -> Value& { return value_of(module.operand(id, n)); };
    switch (instr.op) {
      case OpKind::Parameter: {
        const int64_t p = op.attrs().integer(AttrName::ParameterNumber);
        if (p < 0 || static_cast<size_t>(p) >= arguments.size()) return refuse(id, "no such parameter");
        return arguments[static_cast<size_t>(p)];
      }
      case OpKind::Constant: {
        if (!is_one_element(op.shape())) return refuse(id, "its shape is " + to_hlo(op.shape(), false));
        const Literal& literal = op.attrs().value();
        if (!is_one_element(literal.shape()) || literal.type() != op.shape().type)
          return refuse(id, "its value has another shape");
        return scalar(constant(literal.bytes(), static_cast<uint32_t>(info(literal.type()).storage_bytes)));
      }
      case OpKind::Iota: {
        if (!is_one_element(op.shape())) return refuse(id, "its shape is " + to_hlo(op.shape(), false));
        const Literal zero = Literal::zeros(Shape::scalar(op.shape().type));
        return scalar(constant(zero.bytes(), static_cast<uint32_t>(info(zero.type()).storage_bytes)));
      }
      case OpKind::Tuple: {
        std::vector<Value> elements;
        int nesting = 0;
        for (size_t n = 0; n < op.operand_count(); ++n) {
          elements.push_back(operand(n));
          nesting = std::max(nesting, elements.back().nesting);
        }
        if (nesting >= max_depth) return refuse(id, "tuples are nested too deep");
        return Value{{}, std::make_shared<const std::vector<Value>>(std::move(elements)), nesting + 1};
      }
      case OpKind::GetTupleElement: {
        const int64_t index = op.attrs().integer(AttrName::Index);
        const Value& tuple = operand(0);
        if (!tuple.is_tuple() || index < 0 || static_cast<size_t>(index) >= tuple.elements->size())
          return refuse(id, "no such tuple element");
        return (*tuple.elements)[static_cast<size_t>(index)];
      }
      case OpKind::OptimizationBarrier:
        return operand(0);
      case OpKind::Call:
      case OpKind::Fusion: {
        const std::vector<CompId> callees = module.callees(id);
        if (callees.size() != 1) return refuse(id, "it calls no single computation");
        std::vector<Value> inner;
        for (size_t n = 0; n < op.operand_count(); ++n) inner.push_back(operand(n));
        return compile(callees[0], inner, depth + 1);
      }
      case OpKind::Bitcast:
      case OpKind::Broadcast:
      case OpKind::Copy:
      case OpKind::Reshape:
      case OpKind::Transpose:
      case OpKind::Reverse:
        if (!is_one_element(op.shape()) || operand(0).is_tuple() ||
            operand(0).ref.size != static_cast<uint32_t>(info(op.shape().type).storage_bytes))
          return refuse(id,
                        fmt::format("{} to {} is not of one element", hlo_name(instr.op), to_hlo(op.shape(), false)));
        return operand(0);
      default:
        break;
    }
    if (!is_one_element(op.shape()))
      return refuse(id, fmt::format("{} has shape {}", hlo_name(instr.op), to_hlo(op.shape(), false)));
    const ScalarKernel kernel = scalar_kernel(op);
    if (!kernel || op.operand_count() > 3) return refuse(id, fmt::format("{} is not element-wise", hlo_name(instr.op)));
    Step step;
    step.kernel = kernel;
    step.in_count = static_cast<uint32_t>(op.operand_count());
    bool constant_inputs = true;
    for (size_t n = 0; n < op.operand_count(); ++n) {
      if (operand(n).is_tuple() || !is_one_element(op.operand_shape(n)))
        return refuse(id, "an operand is not a scalar");
      step.in[n] = operand(n).ref;
      constant_inputs &= step.in[n].where == Where::Constant;
    }
    const uint32_t size = static_cast<uint32_t>(info(op.shape().type).storage_bytes);
    if (constant_inputs) {
      alignas(16) std::array<std::byte, 16> result;
      alignas(16) std::array<std::array<std::byte, 16>, 3> copies;
      std::array<const std::byte*, 3> in{};
      for (uint32_t n = 0; n < step.in_count; ++n) {
        const std::vector<std::byte>& value = constants[step.in[n].index];
        std::memcpy(copies[n].data(), value.data(), value.size());
        in[n] = copies[n].data();
      }
      kernel(result.data(), in.data(), 1, op.attrs());
      return scalar(constant(result.data(), size));
    }
    attrs.push_back(op.attrs());
    step.attrs = &attrs.back();
    step.out = Ref{Where::Slot, value_count++, size};
    steps.push_back(step);
    return scalar(step.out);
  }
};

void copy_kernel(std::byte* out, const std::byte* const* in, size_t n, size_t size) {
  if (out != in[0]) std::memmove(out, in[0], n * size);
}
template <size_t size>
void copy_kernel_of(std::byte* out, const std::byte* const* in, size_t n, const Attrs&) {
  copy_kernel(out, in, n, size);
}
ScalarKernel copy_of(uint32_t size) {
  switch (size) {
    case 1:
      return &copy_kernel_of<1>;
    case 2:
      return &copy_kernel_of<2>;
    case 4:
      return &copy_kernel_of<4>;
    case 8:
      return &copy_kernel_of<8>;
    default:
      return &copy_kernel_of<16>;
  }
}

// Drops steps that no result needs, then gives values slots; a slot is free after its last reader. A step
// may write the slot of an operand that dies with it (kernels allow out == in).
uint32_t assign_slots(std::vector<Step>& steps, std::vector<Ref>& roots, uint32_t value_count) {
  constexpr uint32_t unused = 0xffffffffu;
  std::vector<uint32_t> last_use(value_count, unused);
  for (const Ref& r : roots)
    if (r.where == Where::Slot) last_use[r.index] = static_cast<uint32_t>(steps.size());
  std::vector<Step> kept;
  for (size_t s = steps.size(); s-- > 0;) {
    Step& step = steps[s];
    if (last_use[step.out.index] == unused) continue;
    for (uint32_t n = 0; n < step.in_count; ++n)
      if (step.in[n].where == Where::Slot && last_use[step.in[n].index] == unused)
        last_use[step.in[n].index] = static_cast<uint32_t>(s);
    kept.push_back(step);
  }
  // last_use counts positions before dropping; keep them alongside.
  std::vector<uint32_t> position;
  for (size_t s = 0; s < steps.size(); ++s)
    if (last_use[steps[s].out.index] != unused) position.push_back(static_cast<uint32_t>(s));
  std::reverse(kept.begin(), kept.end());
  steps = std::move(kept);

  uint32_t bytes = 0;
  std::array<std::vector<uint32_t>, 17> free_slots;  // by size
  std::vector<uint32_t> slot_of(value_count, unused);
  for (size_t s = 0; s < steps.size(); ++s) {
    Step& step = steps[s];
    for (uint32_t n = 0; n < step.in_count; ++n) {
      Ref& r = step.in[n];
      if (r.where != Where::Slot) continue;
      const uint32_t value = r.index;
      r.index = slot_of[value];
      if (last_use[value] == position[s]) {
        free_slots[r.size].push_back(slot_of[value]);
        last_use[value] = unused;  // an operand used twice is freed once
      }
    }
    const uint32_t size = step.out.size;
    uint32_t& slot = slot_of[step.out.index];
    if (!free_slots[size].empty()) {
      slot = free_slots[size].back();
      free_slots[size].pop_back();
    } else {
      bytes = (bytes + size - 1) / size * size;
      slot = bytes;
      bytes += size;
    }
    step.out.index = slot;
  }
  for (Ref& r : roots)
    if (r.where == Where::Slot) r.index = slot_of[r.index];
  return (bytes + 15) / 16 * 16;
}

}  // namespace

Result<ScalarProgram> ScalarProgram::compile(const Module& module, CompId comp) {
  auto impl = std::make_shared<Impl>();
  Compiler compiler{.module = module, .steps = {}, .constants = {}, .attrs = {}};
  std::vector<Value> arguments;
  for (const Shape& shape : module.parameter_shapes(comp)) {
    if (!is_one_element(shape))
      return unsupported(fmt::format("parameter {} of the scalar computation {} is {}", arguments.size(),
                                     module.name(comp), to_hlo(shape, false)),
                         {}, "such computations take scalars");
    const uint32_t size = static_cast<uint32_t>(info(shape.type).storage_bytes);
    arguments.push_back(scalar(Ref{Where::Parameter, static_cast<uint32_t>(arguments.size()), size}));
    impl->parameters.push_back(shape.type);
  }
  ASSIGN_OR_RETURN(Value root, compiler.compile(comp, arguments, 0));
  const Shape& result = module.result_shape(comp);
  if (root.is_tuple()) {
    for (size_t r = 0; r < root.elements->size(); ++r) {
      const Value& element = (*root.elements)[r];
      if (element.is_tuple() || r >= result.elements.size() || !result.elements[r].is_array())
        return unsupported(fmt::format("the scalar computation {} gives a nested tuple", module.name(comp)));
      impl->roots.push_back(element.ref);
      impl->results.push_back(result.elements[r].type);
    }
  } else {
    if (!result.is_array())
      return unsupported(fmt::format("the scalar computation {} gives {}", module.name(comp), to_hlo(result, false)));
    impl->roots.push_back(root.ref);
    impl->results.push_back(result.type);
  }
  impl->attrs = std::move(compiler.attrs);
  impl->steps = std::move(compiler.steps);
  // Results may stand in the buffers of parameters: with several results every parameter that is a result
  // is copied aside before any is written.
  uint32_t value_count = compiler.value_count;
  if (impl->roots.size() > 1) {
    for (Ref& r : impl->roots) {
      if (r.where != Where::Parameter) continue;
      Step step;
      step.kernel = copy_of(r.size);
      impl->attrs.emplace_back();
      step.attrs = &impl->attrs.back();
      step.in[0] = r;
      step.in_count = 1;
      step.out = Ref{Where::Slot, value_count++, r.size};
      impl->steps.push_back(step);
      r = step.out;
    }
  }
  impl->bytes_per_lane = assign_slots(impl->steps, impl->roots, value_count);
  impl->direct = impl->roots.size() == 1 && !impl->steps.empty() && impl->roots[0].where == Where::Slot &&
                 impl->steps.back().out.index == impl->roots[0].index;

  size_t constant_size = 0;
  for (const auto& value : compiler.constants) constant_size += (value.size() + 15) / 16 * 16;
  size_t lanes = max_lanes;
  if (impl->bytes_per_lane) lanes = std::min(lanes, arena_bytes / impl->bytes_per_lane);
  if (constant_size) lanes = std::min(lanes, constant_bytes / constant_size);
  impl->lanes = std::max<size_t>(lanes, 1);
  for (const auto& value : compiler.constants) {
    const size_t offset = impl->constant_pool.size();
    impl->constant_offsets.push_back(offset);
    impl->constant_pool.resize(offset + (impl->lanes * value.size() + 15) / 16 * 16);
    for (size_t i = 0; i < impl->lanes; ++i)
      std::memcpy(impl->constant_pool.data() + offset + i * value.size(), value.data(), value.size());
  }
  ScalarProgram program;
  program.impl_ = std::move(impl);
  return program;
}

void ScalarProgram::Impl::block(std::byte* arena, size_t lane_count, std::span<const std::byte* const> in,
                                std::span<std::byte* const> out, size_t first, size_t n) const {
  auto pointer = [&](const Ref& r) -> const std::byte* {
    if (r.where == Where::Slot) return arena + r.index * lane_count;
    if (r.where == Where::Parameter) return in[r.index] + first * r.size;
    return constant_pool.data() + constant_offsets[r.index];
  };
  const Step* last = steps.data() + steps.size();
  for (const Step* s = steps.data(); s != last; ++s) {
    std::array<const std::byte*, 3> operands;
    for (uint32_t k = 0; k < s->in_count; ++k) operands[k] = pointer(s->in[k]);
    std::byte* target = direct && s + 1 == last ? out[0] + first * s->out.size : arena + s->out.index * lane_count;
    s->kernel(target, operands.data(), n, *s->attrs);
  }
  if (direct) return;
  for (size_t r = 0; r < roots.size(); ++r) {
    const std::byte* from = pointer(roots[r]);
    std::byte* to = out[r] + first * roots[r].size;
    if (from == to) continue;
    // Constant sizes make single elements cheap.
    if (n == 1 && roots[r].size == 4)
      std::memcpy(to, from, 4);
    else if (n == 1 && roots[r].size == 8)
      std::memcpy(to, from, 8);
    else
      std::memcpy(to, from, n * roots[r].size);
  }
}

void ScalarProgram::run(std::span<const std::byte* const> in, std::span<std::byte* const> out, size_t n) const {
  const Impl& impl = *impl_;
  if (impl.bytes_per_lane > arena_bytes) {  // huge bodies
    std::vector<std::byte> arena(impl.bytes_per_lane + 64);
    std::byte* aligned = reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(arena.data()) + 15) / 16 * 16);
    for (size_t i = 0; i < n; ++i) impl.block(aligned, 1, in, out, i, 1);
    return;
  }
  alignas(64) std::byte arena[arena_bytes];
  for (size_t first = 0; first < n; first += impl.lanes) {
    const size_t count = std::min(impl.lanes, n - first);
    impl.block(arena, n == 1 ? 1 : impl.lanes, in, out, first, count);
  }
}

size_t ScalarProgram::parameter_count() const { return impl_->parameters.size(); }
size_t ScalarProgram::result_count() const { return impl_->results.size(); }
ElementType ScalarProgram::parameter_type(size_t p) const { return impl_->parameters[p]; }
ElementType ScalarProgram::result_type(size_t r) const { return impl_->results[r]; }

}  // namespace eutectic

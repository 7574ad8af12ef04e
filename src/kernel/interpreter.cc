// Runs the flat program of a kernel: one loop over instructions.
#include "kernel/interpreter.h"

#include <fmt/format.h>

#include <cstring>

#include "base/check.h"
#include "kernel/interpret/program.h"
#include "kernel/reduce.h"
#include "kernel/text.h"

namespace eutectic::kernel {
namespace {

using scalar::Bits;

// NaN in every float type, an implausible number in integers; a pred stays a pred.
int poison(ElementType type) { return type == ElementType::Pred ? 1 : is_float(type) ? 0xff : 0xa5; }

constexpr double max_memory = 64e9;

struct Memory {
  std::byte* data = nullptr;
  uint64_t size = 0;            // elements
  int bytes = 1;                // of an element
  std::byte* stored = nullptr;  // Local, Worker with refuse_undefined: one per element, 1 once stored
};

Bits read(const std::byte* at, int bytes) {
  switch (bytes) {
    case 1: {
      uint8_t v;
      std::memcpy(&v, at, sizeof v);
      return v;
    }
    case 2: {
      uint16_t v;
      std::memcpy(&v, at, sizeof v);
      return v;
    }
    case 4: {
      uint32_t v;
      std::memcpy(&v, at, sizeof v);
      return v;
    }
    default: {
      uint64_t v;
      std::memcpy(&v, at, sizeof v);
      return v;
    }
  }
}
void write(std::byte* at, int bytes, Bits bits) {
  switch (bytes) {
    case 1: {
      const auto v = static_cast<uint8_t>(bits);
      std::memcpy(at, &v, sizeof v);
      return;
    }
    case 2: {
      const auto v = static_cast<uint16_t>(bits);
      std::memcpy(at, &v, sizeof v);
      return;
    }
    case 4: {
      const auto v = static_cast<uint32_t>(bits);
      std::memcpy(at, &v, sizeof v);
      return;
    }
    default:
      std::memcpy(at, &bits, sizeof bits);
  }
}

class Machine {
 public:
  Machine(const Kernel& kernel, InterpretOptions options)
      : k_(kernel), options_(options), program_(flatten(kernel)), frame_(program_.frame) {
    if (!program_.reducers.empty()) accumulators_.resize(program_.reducers.back().first + size_t{reduce_accumulators});
  }
  Status bind(std::span<void* const> params);
  Status run();

 private:
  std::unexpected<Diagnostics> bug(StmtId stmt, const std::string& what) const {
    return error(fmt::format("kernel {}: {}\n  in {}", k_.name, what, Names(k_).head(stmt)));
  }
  uint64_t element(const Element& a) const {
    auto at = static_cast<uint64_t>(a.offset);
    for (const auto& [slot, scale] : a.terms) at += frame_[slot] * static_cast<uint64_t>(scale);
    return at;
  }
  std::unexpected<Diagnostics> outside(const Instruction& i) const {
    const Element& a = program_.elements[i.x];
    return bug(i.stmt, fmt::format("element {} of %{} is outside its {}", static_cast<int64_t>(element(a)),
                                   k_.buffers[a.buffer].name, k_.buffers[a.buffer].size));
  }
  void clear_locals();
  Bits evaluate(const Instruction& i) const;
  Bits combine(const Reducer& r, Bits a, Bits b) const;

  const Kernel& k_;
  InterpretOptions options_;
  Program program_;
  std::vector<Bits> frame_, accumulators_;
  std::vector<Memory> memory_;
  std::vector<std::vector<std::byte>> owned_, stored_;
};

void poison_memory(const Memory& m, ElementType type) {
  const size_t size = m.size * static_cast<size_t>(m.bytes);
  if (size > 0) std::memset(m.data, poison(type), size);
  if (m.stored && m.size > 0) std::memset(m.stored, 0, m.size);
}

Status Machine::bind(std::span<void* const> params) {
  size_t next = 0;
  double own = 0;
  for (const Buffer& b : k_.buffers)
    if (b.space != Space::Param) own += static_cast<double>(b.size) * info(b.type).storage_bytes;
  if (own > max_memory)
    return error(fmt::format("kernel {}: its local and worker memory of {:.0f} bytes is too much", k_.name, own));
  for (const Buffer& b : k_.buffers) {
    Memory m{nullptr, static_cast<uint64_t>(b.size), info(b.type).storage_bytes, nullptr};
    if (b.space == Space::Param) {
      if (next == params.size()) return error(fmt::format("kernel {}: memory of %{} is missing", k_.name, b.name));
      m.data = static_cast<std::byte*>(params[next++]);
    } else {
      owned_.emplace_back(m.size * static_cast<size_t>(m.bytes));
      m.data = owned_.back().data();
      if (options_.refuse_undefined) {
        stored_.emplace_back(m.size);
        m.stored = stored_.back().data();
      }
      poison_memory(m, b.type);
    }
    memory_.push_back(m);
  }
  if (next != params.size())
    return error(fmt::format("kernel {}: {} memories for {} parameters", k_.name, params.size(), next));
  return {};
}

void Machine::clear_locals() {
  for (size_t i = 0; i < memory_.size(); ++i) {
    const Buffer& b = k_.buffers[BufferId(i)];
    if (b.space == Space::Local) poison_memory(memory_[i], b.type);
  }
}

Bits Machine::evaluate(const Instruction& i) const {
  const Stmt& s = k_.stmts[i.stmt];
  ElementType types[3];
  Bits operands[3];
  const size_t n = s.operands.size();
  for (size_t o = 0; o < n; ++o) {
    types[o] = k_.values[s.operands[o]].type;
    operands[o] = frame_[s.operands[o].index()];
  }
  return scalar::evaluate(s.op, k_.values[s.results[0]].type, std::span(types, n), std::span(operands, n));
}

Bits Machine::combine(const Reducer& r, Bits a, Bits b) const {
  if (r.fast) return r.fast(a, b, 0);
  const ElementType types[] = {r.type, r.type};
  const Bits operands[] = {a, b};
  return scalar::evaluate(r.op, r.type, types, operands);
}

Status Machine::run() {
  std::vector<size_t> calls;
  Bits* const f = frame_.data();
  const Instruction* const code = program_.code.data();
  int64_t steps = 0;
  for (size_t pc = 0;; ++pc) {
    const Instruction& i = code[pc];
    if (options_.max_steps > 0 && ++steps > options_.max_steps)
      return error(fmt::format("kernel {}: more than {} steps", k_.name, options_.max_steps));
    switch (i.code) {
      case Code::Fast:
        f[i.d] = i.fast(f[i.a], f[i.b], f[i.c]);
        break;
      case Code::Evaluate:
        f[i.d] = evaluate(i);
        break;
      case Code::Move:
        f[i.d] = f[i.a];
        break;
      case Code::Load: {
        if (i.a != no_slot && !f[i.a]) {
          f[i.d] = f[i.b];
          break;
        }
        const Element& a = program_.elements[i.x];
        const Memory& m = memory_[a.buffer.index()];
        const uint64_t at = element(a);
        if (at >= m.size) return outside(i);
        if (m.stored && m.stored[at] == std::byte{0})
          return bug(i.stmt,
                     fmt::format("element {} of %{} is read before it is stored", at, k_.buffers[a.buffer].name));
        f[i.d] = read(m.data + at * static_cast<uint64_t>(m.bytes), m.bytes);
        break;
      }
      case Code::Store: {
        if (i.b != no_slot && !f[i.b]) break;
        const Element& a = program_.elements[i.x];
        const Memory& m = memory_[a.buffer.index()];
        const uint64_t at = element(a);
        if (at >= m.size) return outside(i);
        if (m.stored) m.stored[at] = std::byte{1};
        write(m.data + at * static_cast<uint64_t>(m.bytes), m.bytes, f[i.a]);
        break;
      }
      case Code::Jump:
        pc = size_t{i.x} - 1;
        break;
      case Code::JumpIfNot:
        if (!f[i.a]) pc = size_t{i.x} - 1;
        break;
      case Code::JumpIfGe:
        if (static_cast<int64_t>(f[i.a]) >= static_cast<int64_t>(f[i.b])) pc = size_t{i.x} - 1;
        break;
      case Code::Increment:
        ++f[i.a];
        pc = size_t{i.x} - 1;
        break;
      case Code::Begin:
        clear_locals();
        break;
      case Code::Clear:
        std::fill_n(accumulators_.begin() + i.x, reduce_accumulators, f[i.a]);
        break;
      case Code::Gather: {
        Bits& acc = accumulators_[i.x + (f[i.b] - f[i.c]) % reduce_accumulators];
        acc = combine(program_.reducers[i.d], acc, f[i.a]);
        break;
      }
      case Code::Combine: {
        const Reducer& r = program_.reducers[i.x];
        Bits* const acc = accumulators_.data() + r.first;
        for (int s = reduce_accumulators / 2; s > 0; s /= 2)
          for (int k = 0; k < s; ++k) acc[k] = combine(r, acc[k], acc[k + s]);
        f[i.d] = acc[0];
        break;
      }
      case Code::Call:
        calls.push_back(pc);
        pc = size_t{i.x} - 1;
        break;
      case Code::Return:
        pc = calls.back();
        calls.pop_back();
        break;
      case Code::Halt:
        return {};
    }
  }
}

}  // namespace

Status interpret(const Kernel& kernel, std::span<void* const> params, InterpretOptions options) {
  Machine machine(kernel, options);
  RETURN_IF_ERROR(machine.bind(params));
  return machine.run();
}

}  // namespace eutectic::kernel

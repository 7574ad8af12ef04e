// Regions to jumps; see program.h. A construct's code:
//   for    moves to params; iv = lo; L: exit if iv >= hi; body; moves of yields; ++iv, to L; exit: moves to results
//   lanes  the same without carries, with accumulators
#include <unordered_set>

#include "base/check.h"
#include "kernel/interpret/program.h"
#include "kernel/reduce.h"

namespace eutectic::kernel {
namespace {

class Flattener {
 public:
  explicit Flattener(const Kernel& kernel) : k_(kernel) {
    p_.frame.resize(k_.values.size(), 0);
    entries_.reserve(k_.functions.size());
  }
  Program run() {
    // Functions first: calls go to earlier ones.
    const size_t over = emit({.code = Code::Jump});
    for (const Function& f : k_.functions) {
      entries_.push_back(here());
      region(f.body, 0);
      emit({.code = Code::Return});
    }
    p_.code[over].x = here();
    region(k_.root, 0);
    emit({.code = Code::Halt});
    return std::move(p_);
  }

 private:
  uint32_t here() const { return static_cast<uint32_t>(p_.code.size()); }
  size_t emit(Instruction i) {
    p_.code.push_back(i);
    return p_.code.size() - 1;
  }
  uint32_t scratch(scalar::Bits bits = 0) {
    p_.frame.push_back(bits);
    return static_cast<uint32_t>(p_.frame.size() - 1);
  }
  static std::vector<uint32_t> slots(const std::vector<ValueId>& values, size_t from = 0) {
    std::vector<uint32_t> out;
    for (size_t i = from; i < values.size(); ++i) out.push_back(values[i].value);
    return out;
  }
  // All at once: through scratch where a target is read later.
  void moves(const std::vector<uint32_t>& to, std::vector<uint32_t> from) {
    CHECK(to.size() == from.size(), "{} values for {}", from.size(), to.size());
    std::unordered_set<uint32_t> written;
    for (size_t i = 0; i < to.size(); ++i) {
      if (written.contains(from[i])) {
        for (uint32_t& f : from) {
          const uint32_t s = scratch();
          emit({.code = Code::Move, .a = f, .d = s});
          f = s;
        }
        break;
      }
      if (to[i] != from[i]) written.insert(to[i]);
    }
    for (size_t i = 0; i < to.size(); ++i)
      if (to[i] != from[i]) emit({.code = Code::Move, .a = from[i], .d = to[i]});
  }
  uint32_t element(const Stmt& s) {
    Element a{s.buffer, {}, s.index.offset};
    for (const IndexTerm& t : s.index.terms) a.terms.emplace_back(t.value.value, t.scale);
    p_.elements.push_back(std::move(a));
    return static_cast<uint32_t>(p_.elements.size() - 1);
  }
  uint32_t operand(const Stmt& s, size_t i) const { return i < s.operands.size() ? s.operands[i].value : no_slot; }

  void region(RegionId id, int depth) {
    CHECK(depth <= 64, "kernel {}: regions nested deeper than 64", k_.name);
    for (StmtId s : k_.regions[id].stmts) statement(s, depth);
  }
  void statement(StmtId id, int depth);
  void op(StmtId id, const Stmt& s);
  void loop(const Stmt& s, int depth);
  void while_loop(const Stmt& s, int depth);
  void lanes(StmtId id, const Stmt& s, int depth);

  const Kernel& k_;
  Program p_;
  std::vector<uint32_t> entries_;
  uint32_t accumulators_ = 0;
};

void Flattener::op(StmtId id, const Stmt& s) {
  std::vector<ElementType> types;
  for (ValueId v : s.operands) types.push_back(k_.values[v].type);
  Instruction i{.code = Code::Evaluate, .a = 0, .b = 0, .c = 0, .d = s.results[0].value, .stmt = id};
  i.fast = fast_op(s.op, k_.values[s.results[0]].type, types);
  if (i.fast) i.code = Code::Fast;
  if (!s.operands.empty()) i.a = s.operands[0].value;
  if (s.operands.size() > 1) i.b = s.operands[1].value;
  if (s.operands.size() > 2) i.c = s.operands[2].value;
  emit(i);
}

void Flattener::loop(const Stmt& s, int depth) {
  const Region& body = k_.regions[s.regions[0]];
  const std::vector<uint32_t> params = slots(body.params, 1);
  const uint32_t iv = body.params[0].value;
  moves(params, slots(s.operands, 2));
  emit({.code = Code::Move, .a = s.operands[0].value, .d = iv});
  const size_t head = emit({.code = Code::JumpIfGe, .a = iv, .b = s.operands[1].value});
  region(s.regions[0], depth + 1);
  moves(params, slots(body.yields));
  emit({.code = Code::Increment, .a = iv, .x = static_cast<uint32_t>(head)});
  p_.code[head].x = here();
  moves(slots(s.results), params);
}

void Flattener::while_loop(const Stmt& s, int depth) {
  const Region& condition = k_.regions[s.regions[0]];
  const Region& body = k_.regions[s.regions[1]];
  moves(slots(condition.params), slots(s.operands));
  const uint32_t head = here();
  region(s.regions[0], depth + 1);
  const size_t exit = emit({.code = Code::JumpIfNot, .a = condition.yields[0].value});
  moves(slots(body.params), slots(condition.params));
  region(s.regions[1], depth + 1);
  moves(slots(condition.params), slots(body.yields));
  emit({.code = Code::Jump, .x = head});
  p_.code[exit].x = here();
  moves(slots(s.results), slots(condition.params));
}

void Flattener::lanes(StmtId id, const Stmt& s, int depth) {
  const Region& body = k_.regions[s.regions[0]];
  const uint32_t j = body.params[0].value;
  const auto first = static_cast<uint32_t>(p_.reducers.size());
  for (size_t i = 0; i < s.reducers.size(); ++i) {
    const ElementType type = k_.values[body.yields[i]].type;
    const ElementType types[] = {type, type};
    const auto identity = reduce_identity(s.reducers[i], type);
    CHECK(identity.has_value(), "kernel {}: no {} of {}", k_.name, scalar::info(s.reducers[i]).text, info(type).hlo);
    p_.reducers.push_back({s.reducers[i], type, fast_op(s.reducers[i], type, types), accumulators_});
    emit({.code = Code::Clear, .a = scratch(*identity), .x = accumulators_});
    accumulators_ += reduce_accumulators;
  }
  emit({.code = Code::Move, .a = s.operands[0].value, .d = j});
  const size_t head = emit({.code = Code::JumpIfGe, .a = j, .b = s.operands[1].value});
  region(s.regions[0], depth + 1);
  for (uint32_t i = 0; i < s.reducers.size(); ++i)
    emit({.code = Code::Gather,
          .a = body.yields[i].value,
          .b = j,
          .c = s.operands[0].value,
          .d = first + i,
          .x = p_.reducers[first + i].first,
          .stmt = id});
  emit({.code = Code::Increment, .a = j, .x = static_cast<uint32_t>(head)});
  p_.code[head].x = here();
  for (uint32_t i = 0; i < s.reducers.size(); ++i)
    emit({.code = Code::Combine, .d = s.results[i].value, .x = first + i, .stmt = id});
}

void Flattener::statement(StmtId id, int depth) {
  const Stmt& s = k_.stmts[id];
  switch (s.kind) {
    case StmtKind::Const:
      p_.frame[s.results[0].index()] = s.bits;
      return;
    case StmtKind::Op:
      return op(id, s);
    case StmtKind::Load: {
      const uint32_t x = element(s);
      emit({.code = Code::Load, .a = operand(s, 0), .b = operand(s, 1), .d = s.results[0].value, .x = x, .stmt = id});
      return;
    }
    case StmtKind::Store: {
      const uint32_t x = element(s);
      emit({.code = Code::Store, .a = operand(s, 0), .b = operand(s, 1), .x = x, .stmt = id});
      return;
    }
    case StmtKind::For:
      return loop(s, depth);
    case StmtKind::While:
      return while_loop(s, depth);
    case StmtKind::When: {
      const size_t no = emit({.code = Code::JumpIfNot, .a = s.operands[0].value});
      region(s.regions[0], depth + 1);
      moves(slots(s.results), slots(k_.regions[s.regions[0]].yields));
      const size_t over = emit({.code = Code::Jump});
      p_.code[no].x = here();
      moves(slots(s.results), slots(s.operands, 1));
      p_.code[over].x = here();
      return;
    }
    case StmtKind::Par: {
      const uint32_t p = k_.regions[s.regions[0]].params[0].value;
      emit({.code = Code::Move, .a = scratch(0), .d = p});
      const size_t head = emit({.code = Code::JumpIfGe, .a = p, .b = s.operands[0].value});
      emit({.code = Code::Begin});
      region(s.regions[0], depth + 1);
      emit({.code = Code::Increment, .a = p, .x = static_cast<uint32_t>(head)});
      p_.code[head].x = here();
      return;
    }
    case StmtKind::Lanes:
      return lanes(id, s, depth);
    case StmtKind::Call: {
      const Region& body = k_.regions[k_.functions[s.function].body];
      CHECK(s.function.index() < entries_.size(), "kernel {}: a call of a later function", k_.name);
      moves(slots(body.params), slots(s.operands));
      emit({.code = Code::Call, .x = entries_[s.function.index()]});
      moves(slots(s.results), slots(body.yields));
      return;
    }
  }
}

}  // namespace

Program flatten(const Kernel& kernel) { return Flattener(kernel).run(); }

}  // namespace eutectic::kernel

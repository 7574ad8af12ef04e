// Tuples become lists of their leaves (arrays and tokens). Each instruction of the source stands for the
// leaves of its value; whole tuples are built again only for ops that need one.
#include <algorithm>

#include "analysis/call_order.h"
#include "passes/draft.h"
#include "passes/passes.h"

namespace eutectic {
namespace {

using Local = Draft::Local;

// Leaves of a shape in order; nesting is limited by the readers.
void leaves_of(const Shape& shape, std::vector<Shape>& out) {
  if (!shape.is_tuple()) return out.push_back(shape);
  for (const Shape& e : shape.elements) leaves_of(e, out);
}
Shape flat(const Shape& shape) {
  std::vector<Shape> out;
  leaves_of(shape, out);
  return Shape::tuple(std::move(out));
}
bool is_flat_tuple(const Shape& shape) {
  return shape.is_tuple() && std::ranges::none_of(shape.elements, [](const Shape& e) { return e.is_tuple(); });
}

// What becomes of a computation's interface.
enum class Role : uint8_t { Keep, Condition /* flat parameter */, Carried /* flat parameter and result */ };

class Flattener {
 public:
  Flattener(Module& module, CompId comp, Role role)
      : module_(module),
        comp_(module[comp]),
        id_(comp),
        role_(role),
        draft_(module),
        base_(comp_.begin.value),
        first_(comp_.end.value - base_ + 1, 0),
        whole_(first_.size() - 1) {}

  void run() {
    for (InstrId id : instrs_of(comp_)) {
      first_[id.value - base_] = static_cast<uint32_t>(pool_.size());
      visit(id);
      first_[id.value - base_ + 1] = static_cast<uint32_t>(pool_.size());
    }
    const InstrId root = comp_.root;
    draft_.finish(id_, role_ == Role::Carried ? draft_.tuple(leaves(root), root) : whole(root));
  }

 private:
  std::span<const Local> leaves(InstrId id) const {
    const size_t i = id.value - base_;
    return std::span(pool_).subspan(first_[i], first_[i + 1] - first_[i]);
  }
  void take(std::span<const Local> list) {
    const std::vector<Local> copy(list.begin(), list.end());  // may be a range of the pool
    pool_.insert(pool_.end(), copy.begin(), copy.end());
  }
  // The leaves of a tuple value of the draft.
  void take_apart(Local value) {
    if (!draft_.shape(value).is_tuple()) return pool_.push_back(value);
    std::vector<Local> work{value};  // last first
    while (!work.empty()) {
      const Local at = work.back();
      work.pop_back();
      if (!draft_.shape(at).is_tuple()) {
        pool_.push_back(at);
        continue;
      }
      const size_t n = draft_.shape(at).elements.size();
      std::vector<Local> parts;
      for (size_t i = 0; i < n; ++i) {
        const Local part = draft_.get_tuple_element(at, static_cast<int64_t>(i));
        parts.push_back(part);
      }
      work.insert(work.end(), parts.rbegin(), parts.rend());
    }
  }

  // The value in its original shape.
  Local whole(InstrId id) {
    Local& cached = whole_[id.value - base_];
    if (!cached.valid()) {
      size_t next = 0;
      const std::vector<Local> parts(leaves(id).begin(), leaves(id).end());
      cached = build(Shape(module_.shape(id)), parts, next, id);
    }
    return cached;
  }
  Local build(const Shape& shape, const std::vector<Local>& parts, size_t& next, InstrId like) {
    if (!shape.is_tuple()) return parts[next++];
    std::vector<Local> elements;
    for (const Shape& e : shape.elements) elements.push_back(build(e, parts, next, like));
    return draft_.tuple(elements, like);
  }

  void visit(InstrId id) {
    const OpKind op = module_[id].op;
    switch (op) {
      case OpKind::Parameter:
        if (role_ == Role::Keep) return generic(id, {});
        return take_apart(draft_.parameter(0, flat(module_.shape(id)), id));
      case OpKind::Tuple:
        for (InstrId o : module_.operands(id)) take(leaves(o));
        return;
      case OpKind::GetTupleElement: {
        const InstrId tuple = module_.operand(id, 0);
        const Shape& shape = module_.shape(tuple);
        const int64_t index = module_.attrs(id).integer(AttrName::Index);
        return take(leaves(tuple).subspan(leaf_offset(shape, index), leaf_count(module_.shape(id))));
      }
      case OpKind::While: {
        const Local operands[] = {draft_.tuple(leaves(module_.operand(id, 0)), {})};
        return flat_result(id, operands);
      }
      case OpKind::Conditional: {
        std::vector<Local> operands{leaves(module_.operand(id, 0))[0]};
        for (InstrId o : module_.operands(id).subspan(1)) operands.push_back(draft_.tuple(leaves(o), {}));
        return flat_result(id, operands);
      }
      case OpKind::OptimizationBarrier:
        if (module_.shape(id).is_tuple()) {
          const Local operands[] = {draft_.tuple(leaves(module_.operand(id, 0)), {})};
          return flat_result(id, operands);
        }
        break;
      case OpKind::Copy:
        if (module_.shape(id).is_tuple()) return take(leaves(module_.operand(id, 0)));
        break;
      default:
        break;
    }
    std::vector<Local> operands;
    for (InstrId o : module_.operands(id)) operands.push_back(whole(o));
    generic(id, operands);
  }
  void generic(InstrId id, std::span<const Local> operands) {
    const Local value = draft_.copy(id, operands);
    whole_[id.value - base_] = value;
    take_apart(value);
  }
  // The same instruction with a flat tuple as its result.
  void flat_result(InstrId id, std::span<const Local> operands) {
    const Local value = draft_.add(module_[id].op, flat(module_.shape(id)), operands, Attrs(module_.attrs(id)), id);
    if (is_flat_tuple(module_.shape(id))) whole_[id.value - base_] = value;
    take_apart(value);
  }

  Module& module_;
  const Computation comp_;
  const CompId id_;
  const Role role_;
  Draft draft_;
  uint32_t base_;
  std::vector<uint32_t> first_;  // per instruction of the source, into pool_
  std::vector<Local> pool_;      // leaves
  std::vector<Local> whole_;     // per instruction: the value in one piece, where there is one
};

}  // namespace

Result<bool> flatten_tuples(Module& module) {
  const std::vector<CompId> order = callee_order(module);
  std::vector<Role> roles(module.comp_count(), Role::Keep);
  for (CompId comp : order)
    for (InstrId id : instrs_of(module[comp])) {
      const OpKind op = module[id].op;
      if (op != OpKind::While && op != OpKind::Conditional) continue;
      const Attrs& attrs = module.attrs(id);
      for (CompId callee : module.callees(id)) roles[callee.index()] = Role::Carried;
      for (CompId callee : attrs.comps(AttrName::Condition)) roles[callee.index()] = Role::Condition;
    }
  for (CompId comp : order) Flattener(module, comp, roles[comp.index()]).run();
  return true;
}

}  // namespace eutectic

// plain-rng: Threefry-2x32 in every form that JAX gives it becomes straight-line arithmetic, which fuses into whatever
// reads the random bits. Functions have been inlined before; what is left are loops over its rounds and custom calls.
// Writing out a loop is exact whatever it computes: it is enough that it looks like a short hash.
#include <algorithm>

#include "analysis/call_order.h"
#include "analysis/threefry.h"
#include "analysis/trip_count.h"
#include "ops/threefry_call.h"
#include "passes/emit.h"
#include "passes/rewrites/loops.h"
#include "passes/rewrites/rewrite.h"
#include "passes/simplify.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

constexpr int64_t most_steps = 8;  // of a loop over rounds: five of four rounds each

// A few steps of integer arithmetic with rotations in it.
bool is_hash_loop(const Module& module, InstrId loop, int64_t& steps) {
  const std::optional<TripCount> count = trip_count(module, loop);
  if (!count || !count->count || *count->count < 1 || *count->count > most_steps) return false;
  steps = *count->count;
  size_t shifts = 0, xors = 0;
  for (InstrId id : instrs_of(module[module.attrs(loop).comps(AttrName::Body)[0]])) {
    if (!module.callees(id).empty()) return false;
    if (module.shape(id).is_array() && !is_integer(module.shape(id).type)) return false;
    shifts += module[id].op == OpKind::ShiftLeft;
    xors += module[id].op == OpKind::Xor;
  }
  return shifts >= 4 && xors >= 4;
}

// Arithmetic on values of one shape of u32.
class Words {
 public:
  Words(Draft& draft, const Shape& shape, InstrId like) : draft_(draft), shape_(shape), like_(like) {}

  Local splat(Local scalar) {
    if (shape_.dims.empty()) return scalar;
    Attrs attrs;
    attrs.set(AttrName::BroadcastDimensions, Dims{});
    return draft_.add(OpKind::Broadcast, shape_, {scalar}, std::move(attrs), like_);
  }
  Local number(int64_t value) { return splat(draft_.constant(integer_literal(ElementType::U32, value), like_)); }
  Local op(OpKind kind, Local a, Local b) { return draft_.add(kind, shape_, {a, b}, {}, like_); }
  Local rotated(Local x, int bits) {
    return op(OpKind::Or, op(OpKind::ShiftLeft, x, number(bits)), op(OpKind::ShiftRightLogical, x, number(32 - bits)));
  }

 private:
  Draft& draft_;
  const Shape shape_;
  const InstrId like_;
};

// Key words that repeat one scalar are combined as scalars.
Local third_key(Draft& draft, const Shape& shape, Local k0, Local k1, InstrId like) {
  const std::optional<Local> s0 = repeated_scalar(draft, k0), s1 = repeated_scalar(draft, k1);
  const bool scalars = s0 && s1 && !shape.dims.empty();
  Words words(draft, scalars ? Shape::scalar(ElementType::U32) : shape, like);
  const Local key =
      words.op(OpKind::Xor, words.op(OpKind::Xor, scalars ? *s0 : k0, scalars ? *s1 : k1), words.number(0x1bd11bda));
  return scalars ? Words(draft, shape, like).splat(key) : key;
}

std::vector<Local> threefry(Draft& draft, std::span<const Local> operands, InstrId like) {
  const Shape shape = Shape::array(ElementType::U32, draft.shape(operands[0]).dims);
  Words words(draft, shape, like);
  const Local keys[3] = {operands[0], operands[1], third_key(draft, shape, operands[0], operands[1], like)};
  Local x0 = words.op(OpKind::Add, operands[2], keys[0]), x1 = words.op(OpKind::Add, operands[3], keys[1]);
  for (int block = 0; block < 5; ++block) {
    for (int bits : analysis::threefry_rotations[block % 2]) {
      x0 = words.op(OpKind::Add, x0, x1);
      x1 = words.op(OpKind::Xor, words.rotated(x1, bits), x0);
    }
    x0 = words.op(OpKind::Add, x0, keys[(block + 1) % 3]);
    x1 = words.op(OpKind::Add, words.op(OpKind::Add, x1, keys[(block + 2) % 3]), words.number(block + 1));
  }
  return {x0, x1};
}

bool is_call(const Module& module, InstrId id) {
  return module[id].op == OpKind::CustomCall && module.attrs(id).text(AttrName::CustomCallTarget) == threefry_target;
}

bool write_out_calls(Module& module, CompId comp_id, Context& context) {
  const Computation comp = module[comp_id];
  bool changed = false;
  Draft draft(module);
  Copier copier(draft, comp_id);
  for (InstrId id : instrs_of(comp)) {
    if (!is_call(module, id) || !context.has_fuel()) {
      copier.copy(id);
      continue;
    }
    if (!has_threefry_form({module, id})) {
      context.note(module, id, Reason::HashCallForm, {}, std::string(threefry_target));
      copier.copy(id);
      continue;
    }
    const std::vector<Local> operands(copier.operands(id).begin(), copier.operands(id).end());
    copier.set(id, draft.tuple(threefry(draft, operands, id), id));
    context.note(module, id, Reason::HashCall, {}, std::string(threefry_target));
    changed = true;
  }
  if (changed) draft.finish(comp_id, copier.at(comp.root));
  return changed;
}

}  // namespace

Result<bool> plain_rng(Module& module, Context& context) {
  bool changed = false;
  for (CompId comp : callee_order(module)) {
    changed |= replace_loops(module, comp, [&](Draft& draft, InstrId loop, std::span<const Local> init) {
      int64_t steps = 0;
      std::vector<Local> values;
      if (!context.has_fuel() || !is_hash_loop(module, loop, steps)) return values;
      values.assign(init.begin(), init.end());
      const CompId body = module.attrs(loop).comps(AttrName::Body)[0];
      for (int64_t k = 0; k < steps; ++k) values = inlined(draft, body, values);
      context.note(module, loop, Reason::HashUnrolled, {steps});
      return values;
    });
    changed |= write_out_calls(module, comp, context);
  }
  return changed;
}

}  // namespace eutectic::rewrites

// Runs computations as flat lists of steps over a table of value slots. What depends only on the program
// (which values live, which use of a value is its last, slots) is computed once per computation; at its
// last use a value is moved into the op, so that ops work in place and carried buffers are never copied.
#include "ops/evaluator.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace eutectic {
namespace {

constexpr uint32_t no_slot = 0xffffffffu;
constexpr int depth_limit = 200;

bool has_own_effect(const Module& module, InstrId id) {
  const Instr& instr = module[id];
  if (op_def(instr.op).traits.side_effect) return true;
  if (instr.op != OpKind::CustomCall) return false;
  const Attrs& attrs = module.attrs(id);
  return attrs.boolean(AttrName::HasSideEffect) || attrs.text(AttrName::CustomCallTarget).starts_with("check.");
}

// Arrays of no elements throughout. Their other dimensions may be huge: no op should count through them.
bool is_empty(const Shape& shape) {
  if (!shape.is_tuple()) return shape.is_array() && shape.element_count() == 0;
  return !shape.elements.empty() && std::all_of(shape.elements.begin(), shape.elements.end(), is_empty);
}

// Ops that apply at most a scalar computation: nothing but their result comes of them.
bool is_plain(const Module& module, InstrId id) {
  switch (module[id].op) {
    case OpKind::Call:
    case OpKind::Fusion:
    case OpKind::While:
    case OpKind::Conditional:
    case OpKind::CustomCall:
    case OpKind::AsyncStart:
    case OpKind::AsyncUpdate:
    case OpKind::AsyncDone:
      return false;
    default:
      return !has_own_effect(module, id);
  }
}

std::string describe(const Module& module, InstrId id) {
  std::string out =
      fmt::format("{} {} of computation {}", hlo_name(module[id].op), module.name(id), module.name(module[id].parent));
  if (std::string where = module.where(id); !where.empty()) out += fmt::format(", {}", where);
  return out;
}

}  // namespace

struct Evaluator::CompInfo {
  struct Use {
    uint32_t slot;
    bool last;  // the value may be moved out
    bool is_parameter;
    uint32_t parameter;  // its number
  };
  struct Step {
    InstrId id;
    const OpDef* def;
    uint32_t slot;  // no_slot: nobody reads the result
    uint32_t first_use;
    uint32_t use_count;
    bool take = false;       // get-tuple-element: no later instruction reads this element
    bool too_large = false;  // beyond max_bytes
    bool empty = false;      // the result has no elements to compute
  };
  bool ready = false;
  bool effect = false;  // it, or something it calls, has a side effect
  std::vector<Step> steps;
  std::vector<Use> uses;
  uint32_t slot_count = 0;
  std::vector<uint32_t> parameter_slots;  // no_slot: not read
  Use root{};
  std::vector<std::vector<Literal>> frames;  // slot tables to use again

  void prepare(const Module& module, CompId id, const EvalOptions& options, const std::vector<CompInfo>& infos);
};

void Evaluator::CompInfo::prepare(const Module& module, CompId comp_id, const EvalOptions& options,
                                  const std::vector<CompInfo>& infos) {
  const Computation& comp = module[comp_id];
  const uint32_t base = comp.begin.value;
  const size_t n = comp.end.value - base;
  std::vector<uint8_t> live(n, 0);
  live[comp.root.value - base] = 1;
  for (size_t i = n; i-- > 0;) {
    InstrId id(base + static_cast<uint32_t>(i));
    if (!live[i]) {
      if (has_own_effect(module, id)) live[i] = 1;
      for (CompId callee : module.callees(id))
        if (infos[callee.index()].effect) live[i] = 1;
    }
    if (live[i])
      for (InstrId o : module.operands(id)) live[o.value - base] = 1;
  }

  // Uses of one value in program order, from the last: a get-tuple-element may take its element if all
  // later readers take other elements.
  std::vector<uint32_t> last_user(n, no_slot);  // position of the last live user
  std::vector<uint8_t> take(n, 0);
  std::vector<uint8_t> whole_read(n, 0);  // read as a whole by a later instruction
  std::vector<std::vector<bool>> element_read(n);
  for (size_t i = n; i-- > 0;) {
    if (!live[i]) continue;
    InstrId id(base + static_cast<uint32_t>(i));
    for (InstrId o : module.operands(id)) {
      const size_t p = o.value - base;
      if (last_user[p] == no_slot) last_user[p] = static_cast<uint32_t>(i);
      if (module[id].op == OpKind::GetTupleElement) {
        const size_t index = static_cast<size_t>(module.attrs(id).integer(AttrName::Index));
        if (element_read[p].size() <= index)
          element_read[p].resize(std::max(index + 1, module.shape(o).elements.size()));
        take[i] = !whole_read[p] && !element_read[p][index] && o != comp.root;
        element_read[p][index] = true;
      } else {
        whole_read[p] = 1;
      }
    }
  }

  std::vector<uint32_t> slot_of(n, no_slot);
  std::vector<uint32_t> free_slots;
  auto new_slot = [&] {
    if (free_slots.empty()) return slot_count++;
    uint32_t s = free_slots.back();
    free_slots.pop_back();
    return s;
  };
  parameter_slots.assign(comp.parameters.size(), no_slot);
  for (size_t p = 0; p < comp.parameters.size(); ++p) {
    const size_t i = comp.parameters[p].value - base;
    if (live[i]) parameter_slots[p] = slot_of[i] = new_slot();
  }
  auto use_of = [&](InstrId o, bool last) {
    Use u{slot_of[o.value - base], last, module[o].op == OpKind::Parameter, 0};
    if (u.is_parameter) u.parameter = static_cast<uint32_t>(module.attrs(o).integer(AttrName::ParameterNumber));
    return u;
  };
  for (size_t i = 0; i < n; ++i) {
    InstrId id(base + static_cast<uint32_t>(i));
    if (!live[i] || module[id].op == OpKind::Parameter) continue;
    Step step{id, &op_def(module[id].op), no_slot, static_cast<uint32_t>(uses.size()), module[id].operand_count};
    step.take = take[i];
    step.too_large = module.shape(id).size_bytes() > options.max_bytes;
    step.empty = is_plain(module, id) && is_empty(module.shape(id));
    std::span<const InstrId> operands = module.operands(id);
    for (size_t k = 0; k < operands.size(); ++k) {
      const size_t p = operands[k].value - base;
      // Of several uses by one instruction the last one moves.
      bool last = last_user[p] == i && operands[k] != comp.root;
      for (size_t later = k + 1; last && later < operands.size(); ++later) last = operands[later] != operands[k];
      uses.push_back(use_of(operands[k], last));
      if (last) free_slots.push_back(slot_of[p]);
    }
    if (last_user[i] != no_slot || id == comp.root) step.slot = slot_of[i] = new_slot();
    steps.push_back(step);
  }
  root = use_of(comp.root, true);
  ready = true;
}

Evaluator::Evaluator(const Module& module, EvalOptions options)
    : module_(module), options_(options), infos_(module.comp_count()) {
  if (const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE); pages > 0 && size > 0)
    options_.max_bytes = std::min(options_.max_bytes, static_cast<int64_t>(pages) / 2 * size);
  // Side effects propagate from callees to callers.
  std::vector<std::vector<CompId>> callers(module.comp_count());
  std::vector<CompId> work;
  for (size_t c = 0; c < module.comp_count(); ++c)
    for (InstrId id : instrs_of(module[CompId(c)])) {
      for (CompId callee : module.callees(id)) callers[callee.index()].push_back(CompId(c));
      if (!infos_[c].effect && has_own_effect(module, id)) {
        infos_[c].effect = true;
        work.push_back(CompId(c));
      }
    }
  while (!work.empty()) {
    CompId c = work.back();
    work.pop_back();
    for (CompId caller : callers[c.index()])
      if (!infos_[caller.index()].effect) {
        infos_[caller.index()].effect = true;
        work.push_back(caller);
      }
  }
}

Evaluator::~Evaluator() = default;

Result<Literal> Evaluator::run(std::vector<Literal> arguments) {
  error_placed_ = false;
  depth_ = 0;
  draw_count_ = 0;
  try {
    return call(module_.entry, std::move(arguments));
  } catch (const std::bad_alloc&) {
    return unsupported("the program's values do not fit in memory", {}, "use smaller shapes");
  }
}

Result<Literal> Evaluator::call(CompId comp, std::vector<Literal> arguments) {
  return execute(comp, arguments, /*borrow=*/false);
}

Result<Literal> Evaluator::call_borrowing(CompId comp, const std::vector<Literal>& arguments) {
  // With `borrow`, arguments are only read.
  return execute(comp, const_cast<std::vector<Literal>&>(arguments), /*borrow=*/true);
}

Result<Literal> Evaluator::evaluate_instr(InstrId id, std::vector<Literal> operands) {
  error_placed_ = false;
  depth_ = 0;
  const OpDef& def = op_def(module_[id].op);
  auto fail_at = [&](Diagnostics diagnostics) { return std::unexpected(place(std::move(diagnostics), id)); };
  if (!def.evaluate)
    return fail_at(unsupported(fmt::format("no reference evaluation for {} {}", hlo_name(module_[id].op),
                                           to_hlo(module_.shape(id), false)))
                       .error());
  if (module_.shape(id).size_bytes() > options_.max_bytes)
    return fail_at(unsupported(fmt::format("the value has {} bytes, the limit is {}", module_.shape(id).size_bytes(),
                                           options_.max_bytes),
                               {}, "use smaller shapes")
                       .error());
  try {
    EvalContext context{OpView{module_, id}, std::move(operands), *this};
    Result<Literal> result = def.evaluate(context);
    if (!result) return fail_at(std::move(result).error());
    if (!same_logical(result->shape(), module_.shape(id)))
      return fail_at(error(fmt::format("evaluates to {}, but {} is stated", to_hlo(result->shape(), false),
                                       to_hlo(module_.shape(id), false)))
                         .error());
    return result;
  } catch (const std::bad_alloc&) {
    return unsupported("the program's values do not fit in memory", {}, "use smaller shapes");
  }
}

Diagnostics Evaluator::place(Diagnostics diagnostics, InstrId id) {
  if (error_placed_) return diagnostics;
  error_placed_ = true;
  for (Diagnostic& d : diagnostics) {
    d.message += fmt::format(" (in {})", describe(module_, id));
    if (d.place.line == 0 && d.place.byte_offset < 0) d.place = module_.input_place(id);
  }
  return diagnostics;
}

Result<Literal> Evaluator::execute(CompId comp_id, std::vector<Literal>& arguments, bool borrow) {
  const Computation& comp = module_[comp_id];
  if (arguments.size() != comp.parameters.size())
    return error(fmt::format("computation {} takes {} arguments, {} given", module_.name(comp_id),
                             comp.parameters.size(), arguments.size()));
  for (size_t p = 0; p < arguments.size(); ++p)
    if (const Shape& want = module_.shape(comp.parameters[p]); !same_logical(arguments[p].shape(), want))
      return error(fmt::format("argument {} of computation {} is {}, the parameter is {}", p, module_.name(comp_id),
                               to_hlo(arguments[p].shape(), false), to_hlo(want, false)));
  if (depth_ >= depth_limit)
    return unsupported(
        fmt::format("calls nest more than {} deep at computation {}", depth_limit, module_.name(comp_id)), {},
        "inline some of the called computations");
  struct Depth {
    int& depth;
    explicit Depth(int& d) : depth(d) { ++depth; }
    ~Depth() { --depth; }
  } depth_guard(depth_);

  CompInfo& info = infos_[comp_id.index()];
  if (!info.ready) info.prepare(module_, comp_id, options_, infos_);
  std::vector<Literal> frame;
  if (!info.frames.empty()) {
    frame = std::move(info.frames.back());
    info.frames.pop_back();
  } else {
    frame.resize(info.slot_count);
  }
  if (!borrow)
    for (size_t p = 0; p < arguments.size(); ++p) {
      if (info.parameter_slots[p] != no_slot)
        frame[info.parameter_slots[p]] = std::move(arguments[p]);
      else
        arguments[p] = Literal();
    }

  auto fetch = [&](const CompInfo::Use& use) -> Literal {
    if (borrow && use.is_parameter) return arguments[use.parameter];
    if (use.last) return std::move(frame[use.slot]);
    return frame[use.slot];
  };
  std::vector<Literal> operands;
  for (const CompInfo::Step& step : info.steps) {
    const InstrId id = step.id;
    if (options_.cancelled && (++tick_ & 15) == 0 && options_.cancelled())
      return std::unexpected(place(error("the evaluation was cancelled").error(), id));
    std::span<const CompInfo::Use> uses(info.uses.data() + step.first_use, step.use_count);
    if (module_[id].op == OpKind::GetTupleElement) {
      const CompInfo::Use& use = uses[0];
      const size_t index = static_cast<size_t>(module_.attrs(id).integer(AttrName::Index));
      const bool borrowed = borrow && use.is_parameter;
      Literal& tuple = borrowed ? arguments[use.parameter] : frame[use.slot];
      if (index >= tuple.elements().size())
        return std::unexpected(place(error(fmt::format("the tuple has no element {}", index)).error(), id));
      Literal element = step.take && !borrowed ? std::move(tuple.mutable_elements()[index]) : tuple.element(index);
      if (use.last && !borrowed) tuple = Literal();
      if (step.slot != no_slot) frame[step.slot] = std::move(element);
      continue;
    }
    if (step.too_large)
      return std::unexpected(place(unsupported(fmt::format("the value has {} bytes, the limit is {}",
                                                           module_.shape(id).size_bytes(), options_.max_bytes),
                                               {}, "use smaller shapes")
                                       .error(),
                                   id));
    operands.clear();
    operands.reserve(uses.size());
    for (const CompInfo::Use& use : uses) operands.push_back(fetch(use));
    if (!step.def->evaluate)
      return std::unexpected(place(unsupported(fmt::format("no reference evaluation for {} {}",
                                                           hlo_name(module_[id].op), to_hlo(module_.shape(id), false)))
                                       .error(),
                                   id));
    if (step.empty) {
      if (step.slot != no_slot) frame[step.slot] = Literal::zeros(module_.shape(id));
      continue;
    }
    EvalContext context{OpView{module_, id}, std::move(operands), *this};
    Result<Literal> result = step.def->evaluate(context);
    if (!result) return std::unexpected(place(std::move(result).error(), id));
    operands = std::move(context.operands);
    if (!same_logical(result->shape(), module_.shape(id)))
      return std::unexpected(place(error(fmt::format("evaluates to {}, but {} is stated",
                                                     to_hlo(result->shape(), false), to_hlo(module_.shape(id), false)))
                                       .error(),
                                   id));
    if (step.slot != no_slot) frame[step.slot] = std::move(*result);
  }
  Literal result = fetch(info.root);
  if (info.frames.size() < 4) info.frames.push_back(std::move(frame));
  return result;
}

}  // namespace eutectic

// Checks every instruction against its OpDef. The order of the checks protects the later ones: shape rules
// may rely on operand counts, on attributes that are present with the right kind, and, except for the ops
// listed here, on operands being arrays.
#include "ops/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ops/op_def.h"

namespace eutectic {
namespace {

constexpr size_t error_limit = 50;

// Ops whose operands may be tuples or tokens.
bool takes_aggregates(OpKind op) {
  switch (op) {
    case OpKind::AddDependency:
    case OpKind::AfterAll:
    case OpKind::AsyncDone:
    case OpKind::AsyncStart:
    case OpKind::AsyncUpdate:
    case OpKind::Call:
    case OpKind::Conditional:
    case OpKind::Copy:
    case OpKind::CopyDone:
    case OpKind::CopyStart:
    case OpKind::CustomCall:
    case OpKind::Fusion:
    case OpKind::GetTupleElement:
    case OpKind::Infeed:
    case OpKind::OptimizationBarrier:
    case OpKind::Outfeed:
    case OpKind::Recv:
    case OpKind::RecvDone:
    case OpKind::Send:
    case OpKind::SendDone:
    case OpKind::Tuple:
    case OpKind::While:
      return true;
    default:
      return false;
  }
}

bool has_kind(const AttrValue& value, AttrKind kind) {
  switch (kind) {
    case AttrKind::Bool:
      return std::holds_alternative<bool>(value);
    case AttrKind::Int:
      return std::holds_alternative<int64_t>(value);
    case AttrKind::Float:
      return std::holds_alternative<double>(value);
    case AttrKind::Enum:
    case AttrKind::String:
    case AttrKind::Text:
      return std::holds_alternative<std::string>(value);
    case AttrKind::Dims:
      return std::holds_alternative<Dims>(value);
    case AttrKind::Padding:
      return std::holds_alternative<Padding>(value);
    case AttrKind::Window:
      return std::holds_alternative<Window>(value);
    case AttrKind::ConvDims:
      return std::holds_alternative<ConvDims>(value);
    case AttrKind::Comps:
      return std::holds_alternative<Comps>(value);
    case AttrKind::Value:
      return std::holds_alternative<Literal>(value);
  }
  return false;
}

bool is_allowed(std::string_view allowed, std::string_view value) {
  while (true) {
    const size_t bar = allowed.find('|');
    if (allowed.substr(0, bar) == value) return true;
    if (bar == std::string_view::npos) return false;
    allowed.remove_prefix(bar + 1);
  }
}

// The name that messages use: HLO's key, or the enumerator where HLO has none.
std::string_view key(AttrName name) { return info(name).hlo.empty() ? info(name).name : info(name).hlo; }

bool takes_type(std::string_view types, ElementType type) {
  if (types.empty()) return true;
  constexpr char letters[] = {'p', 's', 'u', 'f', 'c', '?'};
  return types.find(letters[static_cast<int>(info(type).element_class)]) != std::string_view::npos;
}

std::string types_in_words(std::string_view types) {
  std::string out;
  for (char c : types) {
    if (!out.empty()) out += c == types.back() ? " or " : ", ";
    switch (c) {
      case 'p':
        out += "pred";
        break;
      case 's':
        out += "signed integer";
        break;
      case 'u':
        out += "unsigned integer";
        break;
      case 'f':
        out += "floating-point";
        break;
      default:
        out += "complex";
        break;
    }
  }
  return out;
}

class Verifier {
 public:
  explicit Verifier(const Module& module) : module_(module) {}

  Status run() {
    for (size_t c = 0; c < module_.comp_count() && !full(); ++c)
      for (InstrId id : instrs_of(module_[CompId(c)])) {
        if (full()) break;
        instruction(id);
      }
    if (!full()) aliases();
    if (!full()) entry_layout();
    if (errors_.empty()) return {};
    return std::unexpected(std::move(errors_));
  }

 private:
  bool full() const { return errors_.size() >= error_limit; }

  void fail(InstrId id, std::string message, Severity severity = Severity::Error, std::string hint = {},
            Place place = {}) {
    std::string text = fmt::format("{} {} in computation {}", hlo_name(module_[id].op), module_.name(id),
                                   module_.name(module_[id].parent));
    if (std::string where = module_.where(id); !where.empty()) text += fmt::format(" ({})", where);
    if (place.line == 0 && place.byte_offset < 0) {
      std::string file = std::move(place.file);
      place = module_.input_place(id);
      place.file = std::move(file);
    }
    errors_.push_back({severity, std::move(place), fmt::format("{}: {}", text, message), std::move(hint)});
  }

  void instruction(InstrId id) {
    const OpView op{module_, id};
    const OpDef& def = op_def(op.instr().op);
    bool good = operand_count(op, def);
    good = attributes(op, def) && good;
    good = good && operand_types(op, def);
    if (!good || !def.shape) return;
    Result<Shape> implied = def.shape(op);
    if (!implied) {
      for (Diagnostic& d : implied.error())
        if (!full()) fail(id, std::move(d.message), d.severity, std::move(d.hint), std::move(d.place));
      return;
    }
    if (!same_logical(*implied, op.shape()))
      fail(id, fmt::format("the stated shape is {}, but the operands and attributes give {}", to_hlo(op.shape(), false),
                           to_hlo(*implied, false)));
  }

  bool operand_count(const OpView& op, const OpDef& def) {
    const int64_t n = static_cast<int64_t>(op.operand_count());
    if (n >= def.min_operands && (def.max_operands < 0 || n <= def.max_operands)) return true;
    std::string takes = fmt::format("{}", def.min_operands);
    if (def.max_operands < 0)
      takes = fmt::format("at least {}", def.min_operands);
    else if (def.max_operands != def.min_operands)
      takes = fmt::format("{} to {}", def.min_operands, def.max_operands);
    fail(op.id,
         fmt::format("takes {} operand{}, {} given", takes, takes == "1" || takes == "at least 1" ? "" : "s", n));
    return false;
  }

  bool attributes(const OpView& op, const OpDef& def) {
    bool good = true;
    for (const auto& [name, value] : op.attrs().entries()) {
      if (!has_kind(value, info(name).kind)) {
        fail(op.id, fmt::format("attribute {} has a value of the wrong kind", key(name)));
        good = false;
        continue;
      }
      const auto spec = std::ranges::find(def.attrs, name, &AttrSpec::name);
      if (spec == def.attrs.end()) {
        if (name < AttrName::Sharding) {
          fail(op.id, fmt::format("attribute {} is not one that {} takes", key(name), hlo_name(op.instr().op)));
          good = false;
        }
        continue;
      }
      if (!spec->allowed.empty())
        if (const std::string* text = std::get_if<std::string>(&value); text && !is_allowed(spec->allowed, *text)) {
          std::string choices(spec->allowed);
          for (size_t at; (at = choices.find('|')) != std::string::npos;) choices.replace(at, 1, ", ");
          fail(op.id, fmt::format("attribute {} is {}, which is not one of {}", key(name), *text, choices));
          good = false;
        }
    }
    for (const AttrSpec& spec : def.attrs)
      if (spec.required && !op.attrs().has(spec.name)) {
        fail(op.id, fmt::format("attribute {} is missing", key(spec.name)));
        good = false;
      }
    return good;
  }

  bool operand_types(const OpView& op, const OpDef& def) {
    if (!takes_aggregates(op.instr().op))
      for (size_t i = 0; i < op.operand_count(); ++i)
        if (!op.operand_shape(i).is_array()) {
          fail(op.id, fmt::format("operand {} must be an array, not {}", i, to_hlo(op.operand_shape(i), false)));
          return false;
        }
    if (op.operand_count() && op.operand_shape(0).is_array() && !takes_type(def.types, op.operand_shape(0).type)) {
      fail(op.id, fmt::format("operand 0 is {}, but {} takes {} elements", to_hlo(op.operand_shape(0), false),
                              hlo_name(op.instr().op), types_in_words(def.types)));
      return false;
    }
    return true;
  }

  // The part of the shape that the path leads to, if any.
  static const Shape* part(const Shape& shape, std::span<const int64_t> path) {
    const Shape* at = &shape;
    for (int64_t i : path) {
      if (i < 0 || static_cast<size_t>(i) >= at->elements.size()) return nullptr;
      at = &at->elements[static_cast<size_t>(i)];
    }
    return at;
  }

  void aliases() {
    const std::vector<InstrId>& parameters = module_[module_.entry].parameters;
    auto parameter_part = [&](int64_t p, std::span<const int64_t> path) {
      return p >= 0 && static_cast<size_t>(p) < parameters.size()
                 ? part(module_.shape(parameters[static_cast<size_t>(p)]), path)
                 : nullptr;
    };
    // At the parameter where there is one, else at the result.
    auto complain = [&](int64_t parameter, std::string message) {
      const bool known = parameter >= 0 && static_cast<size_t>(parameter) < parameters.size();
      const InstrId at = known ? parameters[static_cast<size_t>(parameter)] : module_[module_.entry].root;
      if (!full()) errors_.push_back({Severity::Error, module_.input_place(at), std::move(message), {}});
    };
    std::set<std::vector<int64_t>> taken;
    for (const Alias& a : module_.info.aliases) {
      const Shape* from = parameter_part(a.parameter, a.parameter_index);
      const Shape* to = part(module_.result_shape(module_.entry), a.output_index);
      if (!from)
        complain(a.parameter,
                 fmt::format("input_output_alias names parameter {}, or a part of it, that the entry does not have",
                             a.parameter));
      if (!to) complain(a.parameter, "input_output_alias names a part of the result that does not exist");
      if (from && to && from->size_bytes() != to->size_bytes())
        complain(a.parameter,
                 fmt::format("input_output_alias gives the memory of {} (parameter {}) to {}: their sizes differ",
                             to_hlo(*from, false), a.parameter, to_hlo(*to, false)));
      if (!taken.insert(a.output_index).second)
        complain(a.parameter,
                 fmt::format("input_output_alias gives one part of the result the memory of two parameters, {} being "
                             "the second",
                             a.parameter));
    }
    for (const BufferDonor& d : module_.info.donors)
      if (!parameter_part(d.parameter, d.parameter_index))
        complain(
            d.parameter,
            fmt::format("buffer_donor names parameter {}, or a part of it, that the entry does not have", d.parameter));
  }

  // What the module says of its entry must be true.
  void entry_layout() {
    const std::vector<InstrId>& parameters = module_[module_.entry].parameters;
    const std::vector<Shape>& stated = module_.info.entry_parameter_layouts;
    auto complain = [&](std::string message) {
      if (!full()) errors_.push_back({Severity::Error, {}, "entry_computation_layout " + std::move(message), {}});
    };
    if (!stated.empty() && stated.size() != parameters.size())
      return complain(fmt::format("has {} parameters, but the entry has {}", stated.size(), parameters.size()));
    for (size_t i = 0; i < stated.size(); ++i)
      if (!same_logical(stated[i], module_.shape(parameters[i])))
        complain(fmt::format("says that parameter {} is {}, but it is {}", i, to_hlo(stated[i], false),
                             to_hlo(module_.shape(parameters[i]), false)));
    if (const auto& result = module_.info.entry_result_layout;
        result && !same_logical(*result, module_.result_shape(module_.entry)))
      complain(fmt::format("says that the result is {}, but it is {}", to_hlo(*result, false),
                           to_hlo(module_.result_shape(module_.entry), false)));
  }

  const Module& module_;
  Diagnostics errors_;
};

}  // namespace

Status verify(const Module& module) {
  RETURN_IF_ERROR(verify_structure(module));
  return Verifier(module).run();
}

}  // namespace eutectic

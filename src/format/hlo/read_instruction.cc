// The reader's part for one instruction: shape, op, operands, attributes, metadata.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/suggest.h"
#include "format/hlo/attr_keys.h"
#include "format/hlo/escapes.h"
#include "format/hlo/literal_text.h"
#include "format/hlo/reader.h"
#include "format/hlo/shape_text.h"
#include "ops/op_def.h"

namespace eutectic::hlo {
namespace {

std::string suggest_op(std::string_view text) {
  std::vector<std::string_view> known;
  for (int k = 0; k < op_kind_count; ++k) known.push_back(hlo_name(static_cast<OpKind>(k)));
  return nearest(text, known);
}

// The op whose asynchronous half this is: slice-start is AsyncStart of slice.
struct AsyncSugar {
  OpKind half, inner;
};
std::optional<AsyncSugar> async_sugar(std::string_view text) {
  static constexpr std::pair<std::string_view, OpKind> halves[] = {
      {"-start", OpKind::AsyncStart}, {"-update", OpKind::AsyncUpdate}, {"-done", OpKind::AsyncDone}};
  for (auto [suffix, half] : halves) {
    if (!text.ends_with(suffix)) continue;
    text.remove_suffix(suffix.size());
    auto inner = op_from_hlo(text);
    if (!inner || *inner == OpKind::Parameter || *inner == OpKind::Constant) return std::nullopt;
    return AsyncSugar{half, *inner};
  }
  return std::nullopt;
}

bool skips_count_check(OpKind op) { return op == OpKind::Parameter || op == OpKind::Constant; }

}  // namespace

bool Reader::read_instruction(Body& body) {
  const bool root = in_.consume_word("ROOT");
  in_.skip_space();
  const size_t pos = in_.pos();
  std::string_view name = in_.name();
  if (name.empty()) return in_.fail(pos, fmt::format("expected an instruction or '}}', found {}", in_.found()));
  if (auto it = body.names.find(name); it != body.names.end()) {
    return in_.fail(pos, fmt::format("{} is defined twice in this computation", name),
                    fmt::format("the first one is on line {}", in_.line_of(it->second.pos)));
  }
  // Until it is read without errors, operands that name it stay silent.
  auto slot = body.names.emplace(name, Body::Named{failed, pos}).first;
  if (root) {
    if (body.root_pos != 0)
      return in_.fail(pos, "a computation has one ROOT",
                      fmt::format("the first one is on line {}", in_.line_of(body.root_pos)));
    body.root_pos = pos;
  }
  if (!in_.expect('=', fmt::format("after the instruction's name {}", name))) return false;
  Parsed p;
  if (!at_shape(in_))
    return in_.fail(in_.pos(), fmt::format("expected the result's shape, found {}", in_.found()),
                    "an instruction reads: %name = f32[2,3] add(%a, %b)");
  if (!parse_shape(in_, p.shape)) return false;
  in_.skip_space();
  p.op_pos = in_.pos();
  p.op_text = in_.word();
  if (p.op_text.empty())
    return in_.fail(p.op_pos, fmt::format("expected an op after the shape, found {}", in_.found()));
  std::optional<OpKind> op = op_from_hlo(p.op_text);
  std::optional<AsyncSugar> sugar;
  if (!op) {
    sugar = async_sugar(p.op_text);
    if (!sugar) {
      const std::string near = suggest_op(p.op_text);
      return in_.fail_unsupported(p.op_pos, fmt::format("op '{}' is not known to Eutectic", p.op_text),
                                  near.empty() ? "" : fmt::format("did you mean {}?", near));
    }
    op = sugar->half;
  }
  // A start's operands and attributes are the inner op's.
  const OpKind reads_as = sugar && sugar->half == OpKind::AsyncStart ? sugar->inner : *op;
  if (!in_.expect('(', fmt::format("before the operands of {}", p.op_text))) return false;
  if (reads_as == OpKind::Parameter) {
    in_.skip_space();
    const size_t at = in_.pos();
    int64_t number;
    if (!in_.integer(number, "a parameter number")) return false;
    if (number < 0) return in_.fail(at, "a parameter number is not negative");
    p.attrs.set(AttrName::ParameterNumber, number);
    body.parameters.push_back({number, static_cast<uint32_t>(body.instrs.size()), at});
  } else if (reads_as == OpKind::Constant) {
    Literal value;
    if (!parse_literal(in_, p.shape, value)) return false;
    p.attrs.set(AttrName::Value, std::move(value));
  } else if (!read_operands(body, p)) {
    return false;
  }
  if (!in_.expect(')', fmt::format("after the operands of {}", p.op_text))) return false;
  if (!read_attrs(reads_as, p) || !check_counts(reads_as, p)) return false;
  if (sugar && sugar->half == OpKind::AsyncStart && !wrap_async(sugar->inner, name, p, body, pos)) return false;
  const uint32_t local = add(body, *op, p);
  body.instrs.back().name = module_.intern_name(name);
  slot->second.local = local;
  if (root) body.root = local;
  return true;
}

bool Reader::read_operands(Body& body, Parsed& p) {
  if (in_.peek() == ')') return true;
  bool ok = true;
  Shape shape;
  do {
    in_.skip_space();
    const size_t shape_pos = in_.pos();
    const bool typed = in_.here() != '%' && at_shape(in_);
    if (typed && !parse_shape(in_, shape)) return false;
    in_.skip_space();
    const size_t pos = in_.pos();
    std::string_view name = in_.name();
    if (name.empty()) return in_.fail(pos, fmt::format("expected an operand of {}, found {}", p.op_text, in_.found()));
    auto it = body.names.find(name);
    if (it == body.names.end()) {
      std::vector<std::string_view> known;
      if (body.instrs.size() < 2000)
        for (const Instr& i : body.instrs) known.push_back(module_[i.name]);
      const std::string near = nearest(name, known);
      in_.fail(pos, fmt::format("{} is not defined in this computation", name),
               near.empty() ? "" : fmt::format("did you mean {}?", near));
      if (in_.give_up()) return false;
      body.unknown.push_back({name, pos, in_.diagnostics().size() - 1});
      ok = false;
      continue;
    }
    if (it->second.local == failed) {
      // Its own instruction, or one whose errors are already reported.
      if (in_.diagnostics().empty()) return in_.fail(pos, fmt::format("{} is an operand of itself", name));
      ok = false;
      continue;
    }
    if (typed && !same_logical(shape, module_[body.instrs[it->second.local].shape])) {
      in_.fail(shape_pos,
               fmt::format("{} has shape {}, not {}", name, to_hlo(module_[body.instrs[it->second.local].shape], false),
                           to_hlo(shape, false)));
      ok = false;
    }
    p.operands.push_back(it->second.local);
  } while (in_.consume(','));
  return ok;
}

bool Reader::check_counts(OpKind op, const Parsed& p) {
  const OpDef& def = op_def(op);
  const bool defined = def.shape || def.evaluate || def.max_operands != 0 || !def.attrs.empty();
  if (!defined || skips_count_check(op)) return true;
  const auto n = static_cast<int>(p.operands.size());
  if (n >= def.min_operands && (def.max_operands < 0 || n <= def.max_operands)) return true;
  std::string wants = def.max_operands < 0 ? fmt::format("at least {}", def.min_operands)
                      : def.min_operands == def.max_operands
                          ? fmt::format("{}", def.min_operands)
                          : fmt::format("{} to {}", def.min_operands, def.max_operands);
  return in_.fail(p.op_pos, fmt::format("{} takes {} operand{}, not {}", p.op_text, wants, wants == "1" ? "" : "s", n));
}

bool Reader::read_attrs(OpKind op, Parsed& p) {
  bool ok = true;
  bool slice = false, metadata = false;
  while (in_.consume(',')) {
    in_.skip_space();
    const size_t pos = in_.pos();
    std::string_view key = in_.word();
    if (key.empty()) return in_.fail(pos, fmt::format("expected an attribute of {}, found {}", p.op_text, in_.found()));
    if (!in_.expect('=', fmt::format("after {}", key))) return false;
    auto twice = [&] { return in_.fail(pos, fmt::format("{} is given twice", key)); };
    if (key == "metadata") {
      if (std::exchange(metadata, true)) return twice();
      if (!read_metadata(p.origin)) return false;
      continue;
    }
    std::optional<AttrName> name = attr_of_key(op, key);
    if (!name && op != OpKind::AsyncStart && key == info(AttrName::AsyncExecutionThread).hlo &&
        p.op_text.ends_with("-start"))
      name = AttrName::AsyncExecutionThread;
    if (!name) {
      const std::string near = nearest(key, keys_of(op));
      in_.fail(pos, fmt::format("{} has no attribute {}", p.op_text, key),
               near.empty() ? "" : fmt::format("did you mean {}?", near));
      std::string_view skipped;
      if (in_.give_up() || !in_.raw(skipped)) return false;
      ok = false;
      continue;
    }
    if (*name == AttrName::SliceStarts || *name == AttrName::SliceLimits || *name == AttrName::SliceStrides) {
      if (std::exchange(slice, true)) return twice();
      Dims starts, limits, strides;
      if (!parse_slice(in_, starts, limits, strides)) return false;
      p.attrs.set(AttrName::SliceStarts, std::move(starts));
      p.attrs.set(AttrName::SliceLimits, std::move(limits));
      p.attrs.set(AttrName::SliceStrides, std::move(strides));
      continue;
    }
    if (info(*name).kind == AttrKind::Comps) {
      for (const auto& [other, refs] : p.comps)
        if (other == *name) return twice();
      if (!parse_comp_refs(in_, p.comps.emplace_back(*name, std::vector<CompRef>()).second)) return false;
      continue;
    }
    if (p.attrs.has(*name)) return twice();
    AttrValue value;
    if (!parse_attr_value(in_, *name, value)) return false;
    if (info(*name).kind == AttrKind::Enum) {
      for (const AttrSpec& spec : op_def(op).attrs) {
        if (spec.name != *name || spec.allowed.empty()) continue;
        std::vector<std::string_view> allowed;
        for (std::string_view rest = spec.allowed; !rest.empty();) {
          size_t bar = rest.find('|');
          allowed.push_back(rest.substr(0, bar));
          rest = bar == std::string_view::npos ? std::string_view() : rest.substr(bar + 1);
        }
        // FLOAT, SIGNED and UNSIGNED say what the element type says already.
        if (*name == AttrName::CompareType)
          allowed.insert(allowed.end(), {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"});
        if (std::find(allowed.begin(), allowed.end(), std::get<std::string>(value)) == allowed.end()) {
          in_.fail(pos, fmt::format("{} of {} cannot be {}", key, p.op_text, std::get<std::string>(value)),
                   fmt::format("it is one of {}", spec.allowed));
          ok = false;
        }
      }
    }
    if (!is_default(op, *name, value)) p.attrs.set(*name, std::move(value));
  }
  if (!ok) return false;
  // What XLA means when it says nothing.
  if (op == OpKind::Broadcast && !p.attrs.has(AttrName::BroadcastDimensions))
    p.attrs.set(AttrName::BroadcastDimensions, Dims{});
  return true;
}

bool Reader::read_metadata(OriginId& out) {
  if (!in_.expect('{', "before metadata")) return false;
  Origin o;
  Origin place;  // source_file and its numbers
  std::optional<OriginId> frame;
  std::string extra, text;
  auto name_of = [&](NameId& slot) {
    if (!in_.quoted(text)) return false;
    slot = text.empty() ? NameId() : module_.intern_name(text);
    return true;
  };
  auto number = [&](int32_t& slot) {
    int64_t v;
    if (!in_.integer(v, "a number")) return false;
    slot = v < 0 || v > std::numeric_limits<int32_t>::max() ? 0 : static_cast<int32_t>(v);
    return true;
  };
  while (!in_.consume('}')) {
    in_.consume(',');
    in_.skip_space();
    const size_t pos = in_.pos();
    std::string_view key = in_.word();
    if (key.empty()) return in_.fail(pos, fmt::format("expected a field of metadata or '}}', found {}", in_.found()));
    if (!in_.expect('=', fmt::format("after {}", key))) return false;
    bool ok;
    if (key == "op_name") {
      ok = name_of(o.op_name);
    } else if (key == "op_type") {
      ok = name_of(o.op_type);
    } else if (key == "source_file") {
      ok = name_of(place.file);
    } else if (key == "source_line") {
      ok = number(place.line);
    } else if (key == "source_end_line") {
      ok = number(place.end_line);
    } else if (key == "source_column") {
      ok = number(place.column);
    } else if (key == "source_end_column") {
      ok = number(place.end_column);
    } else if (key == "stack_frame_id") {
      int64_t id;
      ok = in_.integer(id, "the number of a stack frame");
      // Without a table (texts that were shortened) the number says nothing.
      if (ok && id != 0 && frames_.has_frames()) {
        frame = frames_.origin(id);
        if (!frame) return in_.fail(pos, fmt::format("stack frame {} is not in the table StackFrames", id));
      }
    } else {
      // A field we only keep: a string, a word, or braces.
      in_.skip_space();
      const size_t start = in_.pos();
      if (in_.here() == '"') {
        ok = in_.quoted(text);
      } else if (in_.here() == '{') {
        size_t depth = 0;
        do {
          if (in_.here() == '"') {
            if (!in_.quoted(text)) return false;
            continue;
          }
          depth += in_.here() == '{';
          depth -= in_.here() == '}';
          in_.set_pos(in_.pos() + 1);
        } while (depth > 0 && in_.remaining() > 0);
        ok = depth == 0 || in_.fail(start, "this brace is not closed");
      } else {
        ok = !in_.word().empty() || in_.fail(start, fmt::format("expected a value, found {}", in_.found()));
      }
      if (!extra.empty()) extra += ' ';
      extra += key;
      extra += '=';
      extra += in_.text().substr(start, in_.pos() - start);
    }
    if (!ok) return false;
  }
  if (frame) {
    const Origin& f = module_[*frame];
    place = f;
  }
  place.op_name = o.op_name;
  place.op_type = o.op_type;
  if (!extra.empty()) place.extra = module_.intern_name(extra);
  out = place == Origin() ? OriginId() : module_.intern(place);
  return true;
}

uint32_t Reader::add(Body& body, OpKind op, Parsed& p) {
  const auto local = static_cast<uint32_t>(body.instrs.size());
  for (auto& [name, refs] : p.comps) {
    Comps comps;
    for (size_t i = 0; i < refs.size(); ++i) {
      auto it = comps_.find(refs[i].name);
      comps.push_back(it == comps_.end() ? CompId() : it->second);
      if (it == comps_.end()) forwards_.push_back({refs[i], local, name, i});
    }
    p.attrs.set(name, std::move(comps));
  }
  Instr instr{};
  instr.op = op;
  instr.operand_count = static_cast<uint32_t>(p.operands.size());
  instr.first_operand = static_cast<uint32_t>(body.operands.size());
  instr.shape = module_.intern(p.shape);
  instr.attrs = module_.add_attrs(std::move(p.attrs));
  instr.origin = p.origin;
  body.operands.insert(body.operands.end(), p.operands.begin(), p.operands.end());
  body.instrs.push_back(instr);
  body.pos.push_back(p.op_pos);
  return local;
}

}  // namespace eutectic::hlo

#include "format/hlo/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "format/format.h"
#include "format/hlo/escapes.h"
#include "format/hlo/shape_text.h"

namespace eutectic::hlo {

Result<Module> Reader::read() {
  bool ok = parse_header(in_, module_.info) && frames_.parse(in_, module_);
  while (ok && !in_.at_end()) ok = read_computation();
  if (ok && module_.comp_count() == 0) ok = in_.fail(in_.pos(), "the module has no computation");
  if (ok && !module_.entry.valid()) {
    // XLA marks the entry; a module of one computation needs no mark.
    if (module_.comp_count() == 1)
      module_.entry = CompId(0u);
    else
      ok = in_.fail(in_.pos(), "no computation is marked ENTRY",
                    "write ENTRY before the name of the program's main computation");
  }
  if (ok || !in_.give_up()) resolve_forwards();
  if (!in_.diagnostics().empty()) return std::unexpected(std::move(in_.diagnostics()));
  if (auto sound = verify_structure(module_); !sound) {
    Diagnostics errors = std::move(sound.error());
    explain_cycle(errors);
    return std::unexpected(std::move(errors));
  }
  return std::move(module_);
}

// (name: shape, ...) -> shape. It repeats what the body says, so it is only skipped.
bool Reader::read_signature() {
  Shape shape;
  in_.consume('(');
  if (!in_.consume(')')) {
    do {
      if (in_.name().empty())
        return in_.fail(in_.pos(), fmt::format("expected a parameter's name, found {}", in_.found()));
      if (!in_.expect(':', "after a parameter's name") || !parse_shape(in_, shape)) return false;
    } while (in_.consume(','));
    if (!in_.expect(')', "after the parameters")) return false;
  }
  if (!in_.consume("->"))
    return in_.fail(in_.pos(), fmt::format("expected '->' before the result's shape, found {}", in_.found()));
  return parse_shape(in_, shape);
}

namespace {
// The brace at the end of a line that closes the computation: no brace since `start` opens it. `end` if there is none
// after `from`.
size_t closing_brace(std::string_view text, size_t start, size_t from, size_t end) {
  const size_t last = text.substr(0, end).find_last_not_of(" \t\r");
  if (last == std::string_view::npos || last < from || text[last] != '}') return end;
  int64_t depth = 0;
  bool quoted = false;
  for (size_t at = start; at < last; ++at) {
    if (quoted && text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      quoted = !quoted;
    else if (!quoted)
      depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
  }
  return depth == 0 && !quoted ? last : end;
}
}  // namespace

bool Reader::read_computation() {
  const bool entry = in_.consume_word("ENTRY");
  in_.skip_space();
  const size_t pos = in_.pos();
  std::string_view name = in_.name();
  if (name.empty()) return in_.fail(pos, fmt::format("expected a computation, found {}", in_.found()));
  if (auto it = comps_.find(name); it != comps_.end())
    return in_.fail(pos, fmt::format("computation {} is defined twice", name),
                    fmt::format("the first one is on line {}", in_.line_of(comp_pos_[it->second.index()])));
  if (entry && module_.entry.valid())
    return in_.fail(pos, "two computations are marked ENTRY",
                    fmt::format("the first one is on line {}", in_.line_of(entry_pos_)));
  if (in_.peek() == '(' && !read_signature()) return false;
  if (!in_.expect('{', "before the instructions of a computation")) return false;
  Body body;
  first_forward_of_body_ = forwards_.size();
  while (in_.peek() != '}') {
    if (in_.at_end()) return in_.fail(in_.pos(), fmt::format("computation {} has no closing '}}'", name));
    if (in_.give_up()) return false;
    const size_t start = in_.pos();
    if (read_instruction(body)) continue;
    // Go on with the next line: one instruction stands on one line.
    if (in_.give_up()) return false;
    size_t stopped = std::max(start, std::min(in_.pos(), in_.text().size()));
    while (stopped > start && std::string_view(" \t\r\n").contains(in_.text()[stopped - 1])) --stopped;
    size_t end = in_.text().find('\n', stopped);
    if (end == std::string_view::npos) end = in_.text().size();
    in_.set_pos(closing_brace(in_.text(), start, stopped, end));
  }
  in_.consume('}');
  return read_thread(finish(name, pos, body, entry));
}

CompId Reader::finish(std::string_view name, size_t pos, Body& body, bool entry) {
  for (const Body::Unknown& u : body.unknown)
    if (auto it = body.names.find(u.name); it != body.names.end()) {
      Diagnostic& d = in_.diagnostics()[u.diagnostic];
      d.message = fmt::format("{} is used before its definition on line {}", u.name, in_.line_of(it->second.pos));
      d.hint.clear();
    }
  std::vector<InstrId> parameters(body.parameters.size());
  const auto base = static_cast<uint32_t>(module_.instr_count());
  for (const Body::Parameter& p : body.parameters) {
    if (p.number < 0 || static_cast<size_t>(p.number) >= parameters.size()) {
      if (in_.diagnostics().empty())
        in_.fail(
            p.pos,
            fmt::format("parameter number {} in a computation of {} parameter{}; they are numbered from 0 without gaps",
                        p.number, parameters.size(), parameters.size() == 1 ? "" : "s"));
      continue;
    }
    InstrId& slot = parameters[static_cast<size_t>(p.number)];
    if (slot.valid()) in_.fail(p.pos, fmt::format("parameter number {} is given twice", p.number));
    slot = InstrId(base + p.local);
  }
  if (body.instrs.empty() && in_.diagnostics().empty())
    in_.fail(pos, fmt::format("computation {} has no instructions", name));
  const CompId id = module_.add_computation(name);
  comps_.emplace(name, id);
  comp_pos_.resize(id.index() + 1, pos);
  comp_pos_[id.index()] = pos;
  if (entry) {
    module_.entry = id;
    entry_pos_ = pos;
  }
  if (!in_.diagnostics().empty()) {
    // The module will not be used; go on only to find more mistakes.
    forwards_.resize(first_forward_of_body_);
    return id;
  }
  std::vector<InstrId> operands;
  for (size_t n = 0; n < body.instrs.size(); ++n) {
    Instr instr = body.instrs[n];
    operands.clear();
    for (uint32_t i = 0; i < instr.operand_count; ++i)
      operands.push_back(InstrId(base + body.operands[instr.first_operand + i]));
    instr.parent = id;
    module_.set_input_place(module_.append(instr, operands), line_and_column(body.pos[n]));
  }
  for (size_t f = first_forward_of_body_; f < forwards_.size(); ++f)
    if (!std::exchange(forwards_[f].placed, true)) forwards_[f].instr += base;
  Computation& comp = module_.mutable_comp(id);
  comp.begin = InstrId(base);
  comp.end = InstrId(module_.instr_count());
  comp.root = InstrId(body.root == failed ? comp.end.value - 1 : base + body.root);
  comp.parameters = std::move(parameters);
  comp.defined = true;
  return id;
}

// Asked in ascending order, all of them together read the text once.
InputPlace Reader::line_and_column(size_t pos) {
  const std::string_view text = in_.text();
  if (pos < counted_) counted_ = line_begin_ = 0, line_ = 1;
  for (; counted_ < pos; ++counted_)
    if (text[counted_] == '\n') ++line_, line_begin_ = counted_ + 1;
  return {line_, static_cast<uint32_t>(pos - line_begin_ + 1)};
}

// }, execution_thread="name"
bool Reader::read_thread(CompId comp) {
  if (!in_.consume(',')) return true;
  in_.skip_space();
  const size_t pos = in_.pos();
  std::string_view key = in_.word();
  if (key != "execution_thread")
    return in_.fail(pos, fmt::format("unknown attribute '{}' of a computation", key), "did you mean execution_thread?");
  return in_.expect('=', "after execution_thread") && in_.quoted(module_.mutable_comp(comp).execution_thread);
}

bool Reader::resolve_forwards() {
  for (const Forward& f : forwards_) {
    auto it = comps_.find(f.ref.name);
    if (it == comps_.end()) {
      std::vector<std::string_view> known;
      for (size_t c = 0; c < std::min<size_t>(module_.comp_count(), 2000); ++c)
        known.push_back(module_.name(CompId(c)));
      const std::string near = nearest(f.ref.name, known);
      in_.fail(f.ref.pos, fmt::format("there is no computation {}", f.ref.name),
               near.empty() ? "" : fmt::format("did you mean {}?", near));
      if (in_.give_up()) return false;
      continue;
    }
    if (!in_.diagnostics().empty()) continue;
    Attrs& attrs = module_.mutable_attrs(InstrId(f.instr));
    for (auto& [name, value] : attrs.mutable_entries())
      if (name == f.attr) std::get<Comps>(value)[f.index] = it->second;
  }
  return in_.diagnostics().empty();
}

// verify_structure names no place. A cycle of calls needs a call to a computation that ends later in the
// text, so the first such call within the cycle is the place.
void Reader::explain_cycle(Diagnostics& errors) {
  size_t tried = 0;
  for (const Forward& f : forwards_) {
    if (++tried > 100) break;
    const CompId from = module_[InstrId(f.instr)].parent;
    std::vector<CompId> open{comps_.at(f.ref.name)};
    std::vector<bool> seen(module_.comp_count(), false);
    while (!open.empty()) {
      CompId c = open.back();
      open.pop_back();
      if (c == from) {
        for (Diagnostic& d : errors) d.place = in_.place(f.ref.pos);
        return;
      }
      if (seen[c.index()]) continue;
      seen[c.index()] = true;
      for (InstrId id : instrs_of(module_[c]))
        for (CompId callee : module_.callees(id)) open.push_back(callee);
    }
  }
  for (Diagnostic& d : errors) d.place = in_.place(0);
}

}  // namespace eutectic::hlo

namespace eutectic {

Result<Module> read_hlo_text(std::string_view text, std::string_view file) { return hlo::Reader(text, file).read(); }

}  // namespace eutectic

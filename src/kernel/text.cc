// Prints kernels. Regions nest to at most `deepest`; deeper ones (which verify refuses) are left out.
#include "kernel/text.h"

#include <fmt/format.h>

#include <cstring>
#include <unordered_set>

#include "format/hlo/number_text.h"

namespace eutectic::kernel {
namespace {

constexpr int deepest = 70;

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
bool is_name(std::string_view s) {
  if (s.empty() || (s[0] >= '0' && s[0] <= '9')) return false;
  for (char c : s)
    if (!is_word(c)) return false;
  return true;
}

// Makes `wanted` unique among the names taken so far.
std::string take(std::unordered_set<std::string>& taken, std::string wanted) {
  std::string name = wanted;
  for (int i = 1; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
  return name;
}

std::string_view type_text(ElementType type) { return info(type).hlo; }

std::string constant_text(ElementType type, scalar::Bits bits) {
  if (!scalar::is_scalar_type(type)) return fmt::format("0x{:x}", bits);
  std::byte data[8];
  std::memcpy(data, &bits, sizeof bits);
  std::string out;
  hlo::append_element(out, type, data, false);
  return out;
}

void append_number(std::string& out, uint64_t magnitude) { out += fmt::format("{}", magnitude); }
uint64_t magnitude_of(int64_t v) { return v < 0 ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v); }

class Printer {
 public:
  explicit Printer(const Kernel& kernel) : k_(kernel), names_(kernel) {}
  std::string run();

 private:
  void param_list(const std::vector<ValueId>& params);
  void region(RegionId id, int depth);
  void statement(StmtId id, int depth);

  const Kernel& k_;
  Names names_;
  std::string out_;
};

std::string Printer::run() {
  for (size_t i = 0; i < k_.functions.size(); ++i) {
    const FunctionId id(i);
    out_ += fmt::format("func {}(", names_.function(id));
    const RegionId body = k_.functions[id].body;
    if (body.index() < k_.regions.size()) {
      bool first = true;
      for (ValueId v : k_.regions[body].params) {
        out_ += fmt::format("{}{}: {}", first ? "" : ", ", names_.value(v),
                            v.index() < k_.values.size() ? type_text(k_.values[v].type) : "?");
        first = false;
      }
    }
    out_ += ") {\n";
    region(body, 1);
    out_ += "}\n";
  }
  out_ += fmt::format("kernel {}(", at_name(k_.name));
  bool first = true;
  static constexpr std::string_view accesses[] = {"in", "out", "inout"};
  for (size_t i = 0; i < k_.buffers.size(); ++i) {
    const Buffer& b = k_.buffers[BufferId(i)];
    if (b.space != Space::Param) continue;
    out_ += fmt::format("{}{}: {}[{}] {}", first ? "" : ", ", names_.buffer(BufferId(i)), type_text(b.type), b.size,
                        accesses[static_cast<size_t>(b.access)]);
    first = false;
  }
  out_ += ") {\n";
  for (size_t i = 0; i < k_.buffers.size(); ++i) {
    const Buffer& b = k_.buffers[BufferId(i)];
    if (b.space == Space::Param) continue;
    out_ += fmt::format("  {} {}: {}[{}]\n", b.space == Space::Local ? "local" : "worker", names_.buffer(BufferId(i)),
                        type_text(b.type), b.size);
  }
  region(k_.root, 1);
  out_ += "}\n";
  return std::move(out_);
}

void Printer::region(RegionId id, int depth) {
  if (depth > deepest || id.index() >= k_.regions.size()) {
    out_ += fmt::format("{:{}}?\n", "", 2 * depth);
    return;
  }
  for (StmtId s : k_.regions[id].stmts) statement(s, depth);
  const std::vector<ValueId>& yields = k_.regions[id].yields;
  if (yields.empty()) return;
  out_ += fmt::format("{:{}}yield ", "", 2 * depth);
  for (size_t i = 0; i < yields.size(); ++i) {
    if (i) out_ += ", ";
    out_ += names_.value(yields[i]);
  }
  out_ += '\n';
}

void Printer::statement(StmtId id, int depth) {
  out_ += fmt::format("{:{}}", "", 2 * depth);
  if (id.index() >= k_.stmts.size()) {
    out_ += "?\n";
    return;
  }
  const Stmt& s = k_.stmts[id];
  names_.append_head(out_, s);
  if (!s.regions.empty()) {
    out_ += " {\n";
    for (size_t i = 0; i < s.regions.size(); ++i) {
      if (i > 0) {
        out_ += fmt::format("{:{}}}} do", "", 2 * depth);
        if (s.regions[i].index() < k_.regions.size()) param_list(k_.regions[s.regions[i]].params);
        out_ += " {\n";
      }
      region(s.regions[i], depth + 1);
    }
    out_ += fmt::format("{:{}}}}", "", 2 * depth);
  }
  out_ += '\n';
}

void Printer::param_list(const std::vector<ValueId>& params) {
  if (params.empty()) return;
  out_ += '(';
  for (size_t i = 0; i < params.size(); ++i) {
    if (i) out_ += ", ";
    out_ += names_.value(params[i]);
  }
  out_ += ')';
}

// Visits every definition in the order of the text.
class Numbering {
 public:
  Numbering(const Kernel& k, std::vector<std::string>& values, std::unordered_set<std::string>& taken)
      : k_(k), values_(values), taken_(taken), seen_(k.regions.size(), false) {}
  void region(RegionId id, int depth) {
    if (depth > deepest || id.index() >= k_.regions.size() || seen_[id.index()]) return;
    seen_[id.index()] = true;
    for (ValueId v : k_.regions[id].params) name(v);
    for (StmtId s : k_.regions[id].stmts) {
      if (s.index() >= k_.stmts.size()) continue;
      for (ValueId v : k_.stmts[s].results) name(v);
      for (RegionId r : k_.stmts[s].regions) region(r, depth + 1);
    }
  }

 private:
  void name(ValueId v) {
    if (v.index() >= values_.size() || !values_[v.index()].empty()) return;
    const std::string& own = k_.values[v].name;
    values_[v.index()] = is_name(own) ? take(taken_, own) : fmt::format("{}", next_++);
  }
  const Kernel& k_;
  std::vector<std::string>& values_;
  std::unordered_set<std::string>& taken_;
  std::vector<bool> seen_;
  int64_t next_ = 0;
};

}  // namespace

std::string to_text(const Kernel& kernel) { return Printer(kernel).run(); }

std::string at_name(std::string_view name) {
  bool plain = is_name(name);
  if (plain) return fmt::format("@{}", name);
  std::string out = "@\"";
  for (char c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || u < 0x20 || u >= 0x7f) {
      out += fmt::format("\\{:02x}", u);
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

Names::Names(const Kernel& kernel) : k_(kernel), values_(kernel.values.size()) {
  std::unordered_set<std::string> taken, functions;
  for (const Space space : {Space::Param, Space::Local}) {
    // Parameters first, as in the text.
    if (space == Space::Param) buffers_.resize(k_.buffers.size());
    for (size_t i = 0; i < k_.buffers.size(); ++i) {
      const Buffer& b = k_.buffers[BufferId(i)];
      if ((b.space == Space::Param) != (space == Space::Param)) continue;
      buffers_[i] = take(taken, is_name(b.name) ? b.name : fmt::format("buffer{}", i));
    }
  }
  for (const Function& f : k_.functions) functions_.push_back(at_name(take(functions, f.name)));
  // A function's names are its own.
  for (const Function& f : k_.functions) {
    std::unordered_set<std::string> own;
    Numbering(k_, values_, own).region(f.body, 0);
  }
  Numbering(k_, values_, taken).region(k_.root, 0);
}

std::string Names::value(ValueId id) const {
  if (id.index() >= values_.size()) return "%?";
  if (values_[id.index()].empty()) return fmt::format("%?{}", id.value);  // not defined anywhere
  return "%" + values_[id.index()];
}
std::string Names::buffer(BufferId id) const {
  return id.index() < buffers_.size() ? "%" + buffers_[id.index()] : "%?";
}
std::string Names::function(FunctionId id) const {
  return id.index() < functions_.size() ? functions_[id.index()] : "@?";
}

std::string Names::index(const Index& index) const {
  std::string out;
  for (const IndexTerm& t : index.terms) {
    if (out.empty()) {
      if (t.scale < 0) out += '-';
    } else {
      out += t.scale < 0 ? " - " : " + ";
    }
    if (t.scale != 1 && t.scale != -1) {
      append_number(out, magnitude_of(t.scale));
      out += " * ";
    }
    out += value(t.value);
  }
  if (index.offset != 0 || out.empty()) {
    if (out.empty()) {
      if (index.offset < 0) out += '-';
    } else {
      out += index.offset < 0 ? " - " : " + ";
    }
    append_number(out, magnitude_of(index.offset));
  }
  return out;
}

void Names::append_values(std::string& out, const std::vector<ValueId>& values, size_t from) const {
  for (size_t i = from; i < values.size(); ++i) {
    if (i > from) out += ", ";
    out += value(values[i]);
  }
}

// `carry(%a = %a0, ...)`: params of region 0 from `param` on, operands from `operand` on.
void Names::append_carries(std::string& out, const Stmt& s, size_t operand, size_t param) const {
  if (s.operands.size() <= operand) return;
  out += " carry(";
  for (size_t i = operand; i < s.operands.size(); ++i) {
    if (i > operand) out += ", ";
    const size_t p = i - operand + param;
    const bool known =
        !s.regions.empty() && s.regions[0].index() < k_.regions.size() && p < k_.regions[s.regions[0]].params.size();
    out += known ? value(k_.regions[s.regions[0]].params[p]) : "%?";
    out += " = " + value(s.operands[i]);
  }
  out += ')';
}

std::string Names::head(StmtId id) const {
  if (id.index() >= k_.stmts.size()) return "?";
  std::string out;
  append_head(out, k_.stmts[id]);
  return out;
}

void Names::append_head(std::string& out, const Stmt& s) const {
  const auto operand = [&](size_t i) { return i < s.operands.size() ? value(s.operands[i]) : "%?"; };
  const auto type = [&](ValueId v) { return v.index() < k_.values.size() ? type_text(k_.values[v].type) : "?"; };
  const auto param = [&] {
    const bool known =
        !s.regions.empty() && s.regions[0].index() < k_.regions.size() && !k_.regions[s.regions[0]].params.empty();
    return known ? value(k_.regions[s.regions[0]].params[0]) : std::string("%?");
  };
  const ValueId result = s.results.empty() ? ValueId() : s.results[0];
  if (!s.results.empty()) {
    append_values(out, s.results);
    out += " = ";
  }
  switch (s.kind) {
    case StmtKind::Const:
      out += fmt::format("const.{} {}", type(result),
                         result.index() < k_.values.size() ? constant_text(k_.values[result].type, s.bits) : "?");
      return;
    case StmtKind::Op: {
      const bool comparison = s.op >= scalar::Op::Eq && s.op <= scalar::Op::Ge && !s.operands.empty();
      out += fmt::format("{}.{}{}", scalar::info(s.op).text, type(comparison ? s.operands[0] : result),
                         s.operands.empty() ? "" : " ");
      return append_values(out, s.operands);
    }
    case StmtKind::Load:
      out += fmt::format("load {}[{}]", buffer(s.buffer), index(s.index));
      if (!s.operands.empty()) out += fmt::format(" if {} else {}", operand(0), operand(1));
      return;
    case StmtKind::Store:
      out += fmt::format("store {}[{}] = {}", buffer(s.buffer), index(s.index), operand(0));
      if (s.operands.size() > 1) out += " if " + operand(1);
      return;
    case StmtKind::For:
      out += fmt::format("for {} in {}..{}", param(), operand(0), operand(1));
      append_carries(out, s, 2, 1);
      if (s.fixpoint != 0) out += fmt::format(" fixpoint {}", s.fixpoint);
      return;
    case StmtKind::While:
      out += "while";
      return append_carries(out, s, 0, 0);
    case StmtKind::When:
      out += "when " + operand(0);
      if (s.operands.size() <= 1) return;
      out += " else(";
      append_values(out, s.operands, 1);
      out += ')';
      return;
    case StmtKind::Par:
      out += fmt::format("par {} in {}", param(), operand(0));
      return;
    case StmtKind::Lanes:
      out += fmt::format("lanes {} in {}..{}", param(), operand(0), operand(1));
      if (!s.reducers.empty()) {
        out += " reduce(";
        for (size_t i = 0; i < s.reducers.size(); ++i)
          out += fmt::format("{}{}", i ? ", " : "", scalar::info(s.reducers[i]).text);
        out += ')';
      }
      if (s.multiple != 1) out += fmt::format(" multiple {}", s.multiple);
      if (s.interleave != 0) out += fmt::format(" interleave {}", s.interleave);
      return;
    case StmtKind::Call:
      out += fmt::format("call {}(", function(s.function));
      append_values(out, s.operands);
      out += ')';
      return;
  }
}

}  // namespace eutectic::kernel

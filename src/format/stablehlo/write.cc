// StableHLO text of a module: header, functions, values, and the forms that operations share. What a
// single op looks like is in write_data.cc, write_contract.cc, write_control.cc and write_device.cc.
#include <algorithm>
#include <cctype>

#include "format/format.h"
#include "format/stablehlo/import.h"
#include "format/stablehlo/writer.h"

namespace eutectic::stablehlo {
namespace {

constexpr int max_depth = 200;

const std::unordered_map<uint16_t, WriteHandler>& handlers() {
  static const auto map = [] {
    std::unordered_map<uint16_t, WriteHandler> out;
    for (std::span<const WriteRow> rows :
         {write_data_handlers(), write_contract_handlers(), write_control_handlers(), write_device_handlers()})
      for (const WriteRow& row : rows) out.emplace(static_cast<uint16_t>(row.kind), row.handler);
    return out;
  }();
  return map;
}

// "" if there are none.
std::string frontend_attributes(const Attrs& attrs) {
  std::vector<std::string> items;
  if (attrs.has(AttrName::FrontendAttributes))
    for (const auto& [key, value] : split_pairs(attrs.text(AttrName::FrontendAttributes))) {
      if (key.starts_with("composite.")) continue;
      items.push_back(fmt::format("{} = {}", key_text(key), quoted(unquote(value))));
    }
  return items.empty() ? "" : fmt::format("mhlo.frontend_attributes = {{{}}}", fmt::join(items, ", "));
}

}  // namespace

void Writer::raw(std::string_view text) {
  out_.append(static_cast<size_t>(indent_) * 2, ' ');
  out_ += text;
  out_ += '\n';
}

void Writer::line(std::string_view text, OriginId origin) {
  out_.append(static_cast<size_t>(indent_) * 2, ' ');
  out_ += text;
  out_ += location(origin);
  out_ += '\n';
  ++written_;
}

void Writer::open(std::string_view text) {
  raw(text);
  ++indent_;
}

void Writer::reopen(std::string_view text) {
  --indent_;
  open(text);
}

void Writer::close(std::string_view text, OriginId origin) {
  --indent_;
  line(text, origin);
}

// --- locations

std::string Writer::location_alias(std::string text) {
  auto [it, added] = loc_aliases_.emplace(std::move(text), "");
  if (added) {
    it->second = fmt::format("#loc{}", loc_lines_.size() + 1);
    loc_lines_.push_back(fmt::format("{} = loc({})", it->second, it->first));
  }
  return it->second;
}

std::string Writer::location(OriginId origin) {
  if (!origin.valid()) return "";
  if (auto it = origin_aliases_.find(origin); it != origin_aliases_.end()) return it->second;
  // Frames from the outermost inwards, each built on its caller.
  std::vector<OriginId> chain;
  for (OriginId o = origin; o.valid() && chain.size() < 1000; o = m[o].caller) chain.push_back(o);
  std::string alias;  // of the frames so far
  for (size_t i = chain.size(); i-- > 0;) {
    if (auto it = frame_aliases_.find(chain[i]); it != frame_aliases_.end()) {
      alias = it->second;
      continue;
    }
    const Origin& o = m[chain[i]];
    std::string own;
    if (o.file.valid()) {
      own = fmt::format("{}:{}:{}", quoted(m[o.file]), o.line, o.column);
      // Readers older than ranges know points.
      const bool one_line = o.end_line <= 0 || o.end_line == o.line;
      if (!one_line)
        own += fmt::format(" to {}:{}", o.end_line, o.end_column);
      else if (o.end_column != o.column && (o.end_line > 0 || o.end_column > 0))
        own += fmt::format(" to :{}", o.end_column);
      own = location_alias(own);
    }
    // A lone frame would have its function read as the op's name.
    bool named = o.function.valid() && (m[origin].op_name.valid() || i > 0);
    if (named)
      own = location_alias(own.empty() ? quoted(m[o.function]) : fmt::format("{}({})", quoted(m[o.function]), own));
    if (own.empty())
      own = alias;
    else if (!alias.empty())
      own = location_alias(fmt::format("callsite({} at {})", own, alias));
    frame_aliases_[chain[i]] = own;
    alias = own;
  }
  if (m[origin].op_name.valid()) {
    std::string name(m[m[origin].op_name]);
    if (m[origin].op_type.valid()) name += fmt::format(":{}", m[m[origin].op_type]);
    // A name with a colon keeps it when an empty type follows.
    else if (name.find(':') != std::string::npos)
      name += ":";
    if (!name.empty())
      alias = location_alias(alias.empty() ? quoted(name) : fmt::format("{}({})", quoted(name), alias));
  }
  std::string text = alias.empty() ? "" : fmt::format(" loc({})", alias);
  origin_aliases_[origin] = text;
  return text;
}

// --- values

std::vector<Shape> Writer::flat_shapes(const Shape& shape) {
  return shape.is_tuple() ? shape.elements : std::vector<Shape>{shape};
}

std::string Writer::results_text(const std::string& name, const Shape& shape) {
  size_t n = flat_shapes(shape).size();
  if (n == 0) return "";
  return n == 1 ? name + " = " : fmt::format("{}:{} = ", name, n);
}

Value Writer::from_results(const std::string& name, const Shape& shape) {
  if (!shape.is_tuple()) return {name, {}};
  Value out;
  for (size_t i = 0; i < shape.elements.size(); ++i)
    out.parts.push_back({shape.elements.size() == 1 ? name : fmt::format("{}#{}", name, i), {}});
  return out;
}

std::string Writer::single(const Value& value, const Shape& shape) {
  if (!value.ssa.empty() || !shape.is_tuple()) return value.ssa;
  std::vector<std::string> parts;
  for (size_t i = 0; i < value.parts.size() && i < shape.elements.size(); ++i)
    parts.push_back(single(value.parts[i], shape.elements[i]));
  std::string name = fresh();
  line(fmt::format("{} = stablehlo.tuple {} : {}", name, fmt::join(parts, ", "), shape_text(shape)), {});
  return name;
}

std::vector<std::string> Writer::singles(const Emit& e) {
  std::vector<std::string> out;
  for (size_t i = 0; i < e.operands.size(); ++i) out.push_back(single(e.operands[i], e.operand_shape(i)));
  return out;
}

Value Writer::part(const Value& value, const Shape& tuple, size_t index) {
  if (value.ssa.empty()) return index < value.parts.size() ? value.parts[index] : Value();
  if (index >= tuple.elements.size()) return {};
  std::string name = fresh();
  line(fmt::format("{} = stablehlo.get_tuple_element {}[{}] : ({}) -> {}", name, value.ssa, index, shape_text(tuple),
                   shape_text(tuple.elements[index])),
       {});
  return {name, {}};
}

std::vector<std::string> Writer::flat(const Value& value, const Shape& shape) {
  if (!shape.is_tuple()) return {value.ssa};
  std::vector<std::string> out;
  for (size_t i = 0; i < shape.elements.size(); ++i) out.push_back(single(part(value, shape, i), shape.elements[i]));
  return out;
}

// --- attributes and the shared forms

std::string Writer::dictionary(const std::vector<std::string>& items) {
  return items.empty() ? "" : fmt::format(" {{{}}}", fmt::join(items, ", "));
}

std::vector<std::string> Writer::common_attributes(InstrId id) {
  std::vector<std::string> out;
  const Attrs& attrs = m.attrs(id);
  if (std::string text = frontend_attributes(attrs); !text.empty()) out.push_back(std::move(text));
  if (attrs.has(AttrName::Sharding)) out.push_back("mhlo.sharding = " + quoted(attrs.text(AttrName::Sharding)));
  if (attrs.text(AttrName::ResultAccuracy).find("highest") != std::string::npos)
    out.push_back("result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>");
  if (attrs.has(AttrName::OtherStablehlo)) out.push_back(attrs.text(AttrName::OtherStablehlo));
  return out;
}

Value Writer::pretty(Emit& e, std::string_view middle, std::string_view name) {
  std::vector<std::string> operands = singles(e);
  std::string result = fresh(), types;
  OpKind kind = m[e.id].op;
  bool same = !operands.empty() && kind != OpKind::Reshape && kind != OpKind::BitcastConvert &&
              kind != OpKind::DynamicUpdateSlice;
  std::vector<std::string> operand_types;
  for (size_t i = 0; i < operands.size(); ++i) operand_types.push_back(shape_text(e.operand_shape(i)));
  std::string type = shape_text(e.shape());
  for (const std::string& t : operand_types) same &= t == type;
  // Ops whose types the short form can name once.
  if (same && middle.empty())
    types = type;
  else
    types = fmt::format("({}) -> {}", fmt::join(operand_types, ", "), type);
  if (name.empty()) name = stablehlo_name(m[e.id].op);
  line(fmt::format("{} = {} {}{}{} : {}", result, name, fmt::join(operands, ", "), middle,
                   dictionary(common_attributes(e.id)), types),
       m[e.id].origin);
  return {result, {}};
}

Value Writer::generic(Emit& e, std::string_view name, std::vector<std::string> attributes,
                      std::span<const CompId> regions) {
  std::vector<Shape> shapes;
  for (size_t i = 0; i < e.operands.size(); ++i) shapes.push_back(e.operand_shape(i));
  return generic(e, name, singles(e), shapes, std::move(attributes), regions, e.shape());
}

Value Writer::generic(Emit& e, std::string_view name, const std::vector<std::string>& operands,
                      const std::vector<Shape>& operand_shapes, std::vector<std::string> attributes,
                      std::span<const CompId> regions, const Shape& result) {
  std::string n = fresh();
  std::vector<std::string> ins, outs;
  for (const Shape& s : operand_shapes) ins.push_back(shape_text(s));
  for (const Shape& s : flat_shapes(result)) outs.push_back(shape_text(s));
  std::string out_types = outs.size() == 1 ? outs[0] : fmt::format("({})", fmt::join(outs, ", "));
  std::string head = fmt::format("{}\"{}\"({})", results_text(n, result), name, fmt::join(operands, ", "));
  if (!attributes.empty()) head += fmt::format(" <{{{}}}>", fmt::join(attributes, ", "));
  std::string tail =
      fmt::format("{} : ({}) -> {}", dictionary(common_attributes(e.id)), fmt::join(ins, ", "), out_types);
  OriginId origin = m[e.id].origin;
  if (regions.empty()) {
    line(head + tail, origin);
    return from_results(n, result);
  }
  open(head + " ({");
  for (size_t r = 0; r < regions.size(); ++r) {
    if (r > 0) reopen("}, {");
    std::vector<Value> parameters;
    std::vector<std::string> arguments;
    for (const Shape& s : m.parameter_shapes(regions[r])) {
      std::string a = fresh();
      arguments.push_back(fmt::format("{}: {}", a, shape_text(s)));
      parameters.push_back({a, {}});
    }
    if (!arguments.empty()) raw(fmt::format("^bb0({}):", fmt::join(arguments, ", ")));
    body(regions[r], std::move(parameters), "stablehlo.return");
  }
  close("})" + tail, origin);
  return from_results(n, result);
}

Value Writer::fail(const Emit& e, std::string message, std::string hint) {
  if (errors_.size() < 100) {
    Diagnostic d{Severity::Unsupported,
                 {},
                 fmt::format("{} ({}): {}", m.name(e.id), hlo_name(m[e.id].op), message),
                 std::move(hint)};
    const Origin* o = m[e.id].origin.valid() ? &m[m[e.id].origin] : nullptr;
    if (o && o->file.valid()) {
      d.place.file = m[o->file];
      d.place.line = o->line;
      d.place.column = o->column;
    }
    errors_.push_back(std::move(d));
  }
  return {};
}

bool Writer::over_limit() {
  // Shared loop bodies and branches are written once per use; a small module must not become a huge text.
  size_t limit = 64 * m.instr_count() + 1'000'000;
  if (written_ <= limit && depth_ <= max_depth) return false;
  if (errors_.empty() || errors_.back().message.find("nested") == std::string::npos)
    errors_.push_back({Severity::Unsupported,
                       {},
                       "computations are nested too deeply, or the text would be too large, for StableHLO regions",
                       "write HLO text instead"});
  return true;
}

Value Writer::instruction(Emit& e) {
  OpKind kind = m[e.id].op;
  if (auto it = handlers().find(static_cast<uint16_t>(kind)); it != handlers().end()) return it->second(e);
  std::string_view name = stablehlo_name(kind);
  if (name.empty()) return fail(e, "StableHLO has no such operation", "write HLO text instead");
  if (e.shape().is_tuple() || name.starts_with("chlo.")) return generic(e, name, {});
  return pretty(e);
}

void Writer::body(CompId comp, std::vector<Value> parameters, std::string_view terminator) {
  ++depth_;
  if (!over_limit()) {
    const Computation& c = m[comp];
    std::vector<Value> values(c.end.value - c.begin.value);
    for (InstrId id : instrs_of(c)) {
      Value& value = values[id.value - c.begin.value];
      if (m[id].op == OpKind::Parameter) {
        size_t n = static_cast<size_t>(m.attrs(id).integer(AttrName::ParameterNumber));
        if (n < parameters.size()) value = parameters[n];
        continue;
      }
      if (m[id].op == OpKind::GetTupleElement) {  // without a copy of the tuple, which may be wide
        const Value& tuple = values[m.operand(id, 0).value - c.begin.value];
        const auto index = static_cast<size_t>(m.attrs(id).integer(AttrName::Index));
        if (tuple.ssa.empty() && index < tuple.parts.size()) {
          value = tuple.parts[index];
          continue;
        }
      }
      Emit e{*this, m, id, {}};
      for (InstrId o : m.operands(id)) e.operands.push_back(values[o.value - c.begin.value]);
      value = instruction(e);
      if (over_limit()) break;
    }
    const Shape& shape = m.shape(c.root);
    if (errors_.empty()) {
      std::vector<std::string> roots = flat(values[c.root.value - c.begin.value], shape), types;
      for (const Shape& s : flat_shapes(shape)) types.push_back(shape_text(s));
      line(roots.empty() ? std::string(terminator)
                         : fmt::format("{} {} : {}", terminator, fmt::join(roots, ", "), fmt::join(types, ", ")),
           {});
    }
  }
  --depth_;
}

std::string Writer::function_name(CompId comp) {
  if (auto it = function_names_.find(comp.value); it != function_names_.end()) return it->second;
  std::string base(m.name(comp));
  // Computation names end in ".<number>".
  size_t dot = base.rfind('.');
  if (dot != std::string::npos && dot + 1 < base.size() &&
      std::all_of(base.begin() + static_cast<std::ptrdiff_t>(dot) + 1, base.end(),
                  [](unsigned char c) { return std::isdigit(c); }))
    base.resize(dot);
  if (comp == m.entry) base = "main";
  std::string name = base;
  for (int n = 0; !used_names_.insert(name).second; ++n) name = fmt::format("{}_{}", base, n);
  function_names_[comp.value] = name;
  functions_.push_back(comp);
  return name;
}

Value Writer::call(Emit& e, CompId comp, std::string_view spelling, const std::vector<std::string>& attributes) {
  std::vector<std::string> ins, outs, operands = singles(e);
  for (size_t i = 0; i < e.operands.size(); ++i) ins.push_back(shape_text(e.operand_shape(i)));
  for (const Shape& s : flat_shapes(e.shape())) outs.push_back(shape_text(s));
  std::string name = fresh();
  function_name(comp);
  bool composite = spelling.starts_with("stablehlo.composite");
  line(fmt::format("{}{}{}{}{}{} : ({}) -> {}", results_text(name, e.shape()), spelling, composite ? " " : "(",
                   fmt::join(operands, ", "), composite ? "" : ")", dictionary(attributes), fmt::join(ins, ", "),
                   outs.size() == 1 ? outs[0] : fmt::format("({})", fmt::join(outs, ", "))),
       m[e.id].origin);
  return from_results(name, e.shape());
}

void Writer::function(CompId comp, bool entry) {
  next_value_ = 0;
  const Computation& c = m[comp];
  std::vector<std::string> arguments, results;
  std::vector<Value> parameters;
  auto items = [&](const std::vector<NamedTexts>& lists, size_t i) {
    std::vector<std::string> out;
    if (entry && i < lists.size())
      for (const auto& [key, value] : lists[i])
        out.push_back(value == "unit" ? key_text(key) : fmt::format("{} = {}", key_text(key), value));
    return out;
  };
  for (size_t i = 0; i < c.parameters.size(); ++i) {
    InstrId p = c.parameters[i];
    std::vector<std::string> attributes = items(m.info.parameter_attrs, i);
    auto says = [&](std::string_view key) {
      return std::ranges::any_of(attributes, [&](const std::string& a) { return a.starts_with(key); });
    };
    if (m.attrs(p).has(AttrName::Sharding) && !says("mhlo.sharding"))
      attributes.push_back("mhlo.sharding = " + quoted(m.attrs(p).text(AttrName::Sharding)));
    if (std::string text = frontend_attributes(m.attrs(p)); !text.empty() && !says("mhlo.frontend_attributes"))
      attributes.push_back(std::move(text));
    if (entry) {
      for (const Alias& a : m.info.aliases)
        if (a.parameter == static_cast<int64_t>(i) && a.parameter_index.empty() && a.output_index.size() <= 1)
          attributes.push_back(
              fmt::format("tf.aliasing_output = {} : i32", a.output_index.empty() ? 0 : a.output_index[0]));
      for (const BufferDonor& d : m.info.donors)
        if (d.parameter == static_cast<int64_t>(i) && d.parameter_index.empty())
          attributes.push_back("jax.buffer_donor = true");
    }
    arguments.push_back(
        fmt::format("%arg{}: {}{}{}", i, shape_text(m.shape(p)), dictionary(attributes), location(m[p].origin)));
    parameters.push_back({fmt::format("%arg{}", i), {}});
  }
  std::vector<Shape> shapes = flat_shapes(m.result_shape(comp));
  for (size_t i = 0; i < shapes.size(); ++i)
    results.push_back(shape_text(shapes[i]) + dictionary(items(m.info.result_attrs, i)));
  std::string arrow = results.empty() ? "" : fmt::format(" -> ({})", fmt::join(results, ", "));
  open(fmt::format("func.func {} {}({}){} {{", entry ? "public" : "private", symbol(function_name(comp)),
                   fmt::join(arguments, ", "), arrow));
  body(comp, std::move(parameters), "return");
  --indent_;
  raw("}");
}

Result<std::string> Writer::run() {
  if (!m.entry.valid()) return error("the module has no entry computation");
  std::vector<std::string> attributes, meshes;
  for (const auto& [key, value] : m.info.stablehlo_attrs) {
    if (key.starts_with("sdy.mesh @"))
      meshes.push_back(fmt::format("{} = {}", key, value.starts_with("#sdy.mesh") ? value.substr(9) : value));
    else
      attributes.push_back(value == "unit" ? key_text(key) : fmt::format("{} = {}", key_text(key), value));
  }
  // HLO's words for the devices; a program for several must not become one for one.
  for (const auto& [hlo, stablehlo] :
       {std::pair{"replica_count", "mhlo.num_replicas"}, std::pair{"num_partitions", "mhlo.num_partitions"}})
    for (const auto& [key, value] : m.info.hlo_attrs)
      if (key == hlo &&
          std::ranges::none_of(m.info.stablehlo_attrs, [&](const auto& a) { return a.first == stablehlo; }))
        attributes.push_back(fmt::format("{} = {} : i32", stablehlo, value));
  for (const Alias& a : m.info.aliases)
    if (a.must_alias && (!a.parameter_index.empty() || a.output_index.size() > 1))
      return unsupported("a donation inside a tuple must be kept, but StableHLO cannot say it", {},
                         "write HLO text instead");
  std::string name = symbol(m.info.name);
  open(fmt::format("module {}{}{} {{", name, attributes.empty() ? "" : " attributes", dictionary(attributes)));
  for (const std::string& mesh : meshes) raw(mesh);
  function_name(m.entry);
  // Calls append to the list.
  for (size_t i = 0; i < functions_.size() && errors_.empty(); ++i) function(functions_[i], functions_[i] == m.entry);
  --indent_;
  raw("}");
  if (!errors_.empty()) return std::unexpected(std::move(errors_));
  for (const std::string& l : loc_lines_) raw(l);
  return std::move(out_);
}

}  // namespace eutectic::stablehlo

namespace eutectic {

Result<std::string> write_stablehlo_text(const Module& module) { return stablehlo::Writer(module).run(); }

}  // namespace eutectic

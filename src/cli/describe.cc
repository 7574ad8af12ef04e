// Counts over a module. Trip counts are read off the usual counter pattern only; nothing is evaluated.
#include "cli/describe.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "cli/load.h"

namespace eutectic::cli {
namespace {

// Follows what passes a value on unchanged.
InstrId look_through(const Module& m, InstrId id) {
  while (m[id].op == OpKind::Copy || m[id].op == OpKind::Bitcast) id = m.operand(id, 0);
  return id;
}

std::optional<int64_t> constant_int(const Module& m, InstrId id) {
  id = look_through(m, id);
  if (m[id].op != OpKind::Constant || !is_integer(m.shape(id).type) || m.shape(id).element_count() != 1)
    return std::nullopt;
  return m.attrs(id).value().as_int(0);
}

// Which element of the loop's carried tuple a value in condition or body is; -1 for a single carried value.
std::optional<int64_t> carried_index(const Module& m, InstrId id) {
  id = look_through(m, id);
  if (m[id].op == OpKind::Parameter) return -1;
  if (m[id].op == OpKind::GetTupleElement && m[look_through(m, m.operand(id, 0))].op == OpKind::Parameter)
    return m.attrs(id).integer(AttrName::Index);
  return std::nullopt;
}

// The value that a tuple instruction holds at an index.
std::optional<InstrId> element_of(const Module& m, InstrId tuple, int64_t index) {
  tuple = look_through(m, tuple);
  if (index == -1) return tuple;
  if (m[tuple].op != OpKind::Tuple || index >= static_cast<int64_t>(m[tuple].operand_count)) return std::nullopt;
  return look_through(m, m.operand(tuple, static_cast<size_t>(index)));
}

// A bound: a constant in the condition, or a carried constant that the body passes on.
std::optional<int64_t> bound_of(const Module& m, InstrId id, InstrId init, CompId body) {
  if (auto value = constant_int(m, id)) return value;
  auto index = carried_index(m, id);
  if (!index) return std::nullopt;
  auto start = element_of(m, init, *index);
  auto next = element_of(m, m[body].root, *index);
  if (!start || !next || carried_index(m, *next) != index) return std::nullopt;
  return constant_int(m, *start);
}

std::optional<int64_t> trip_count(const Module& m, InstrId loop) {
  CompId condition = m.attrs(loop).comps(AttrName::Condition).at(0);
  CompId body = m.attrs(loop).comps(AttrName::Body).at(0);
  InstrId init = m.operand(loop, 0);
  InstrId root = look_through(m, m[condition].root);
  if (m[root].op == OpKind::Fusion || m[root].op == OpKind::Call) return std::nullopt;
  if (m[root].op != OpKind::Compare) return std::nullopt;
  const std::string& direction = m.attrs(root).text(AttrName::Direction);
  if (direction != "LT" && direction != "LE") return std::nullopt;
  auto counter = carried_index(m, m.operand(root, 0));
  auto bound = bound_of(m, m.operand(root, 1), init, body);
  if (!counter || !bound) return std::nullopt;
  auto start_value = element_of(m, init, *counter);
  auto next = element_of(m, m[body].root, *counter);
  if (!start_value || !next || m[*next].op != OpKind::Add) return std::nullopt;
  auto start = constant_int(m, *start_value);
  std::optional<int64_t> step;
  for (size_t n = 0; n < 2; ++n)
    if (carried_index(m, m.operand(*next, n)) == counter) step = constant_int(m, m.operand(*next, 1 - n));
  if (!start || !step || *step <= 0) return std::nullopt;
  __int128 distance = static_cast<__int128>(*bound) - *start + (direction == "LE" ? 1 : 0);
  if (distance <= 0) return 0;
  return static_cast<int64_t>((distance + *step - 1) / *step);
}

// The name of a random-number function without a counter at its end; "" for others.
std::string random_name(std::string_view name) {
  if (name.find("threefry2x32") != std::string_view::npos) return "threefry2x32";
  return "";
}

}  // namespace

Description describe(const Module& m) {
  Description d;
  d.name = m.info.name;
  d.computations = static_cast<int64_t>(m.comp_count());
  d.instructions = static_cast<int64_t>(m.instr_count());
  d.entry_instructions = static_cast<int64_t>(m[m.entry].end.value) - m[m.entry].begin.value;

  // Callers before callees, from the entry, so that loop depths and body sizes can be summed without recursion.
  std::vector<int> depth(m.comp_count(), -1);
  std::vector<CompId> order;
  {
    std::vector<int> uses(m.comp_count(), 0);
    for (uint32_t i = 0; i < m.instr_count(); ++i)
      for (CompId callee : m.callees(InstrId(i))) ++uses[callee.index()];
    for (uint32_t c = 0; c < m.comp_count(); ++c)
      if (uses[c] == 0) order.push_back(CompId(c));
    for (size_t at = 0; at < order.size(); ++at)
      for (InstrId id : instrs_of(m[order[at]]))
        for (CompId callee : m.callees(id))
          if (--uses[callee.index()] == 0) order.push_back(callee);
  }
  depth[m.entry.index()] = 0;
  for (CompId c : order) {
    if (depth[c.index()] < 0) continue;
    for (InstrId id : instrs_of(m[c]))
      for (CompId callee : m.callees(id))
        depth[callee.index()] = std::max(depth[callee.index()], depth[c.index()] + (m[id].op == OpKind::While ? 1 : 0));
  }
  std::vector<int64_t> size(m.comp_count(), 0);  // instructions, called ones counted once per call
  for (size_t at = order.size(); at-- > 0;) {
    const Computation& c = m[order[at]];
    int64_t total = 0;
    for (InstrId id : instrs_of(c)) {
      ++total;
      for (CompId callee : m.callees(id)) total = std::min<int64_t>(int64_t{1} << 60, total + size[callee.index()]);
    }
    size[order[at].index()] = total;
  }

  // Counted in that order too, so that an outer loop stands before those inside it.
  std::map<std::string, int64_t> random, ops;
  std::vector<InstrId> ids;
  for (CompId c : order)
    for (InstrId id : instrs_of(m[c])) ids.push_back(id);
  for (InstrId id : ids) {
    OpKind op = m[id].op;
    ++ops[std::string(hlo_name(op))];
    if (op == OpKind::While) {
      CompId body = m.attrs(id).comps(AttrName::Body).at(0);
      d.loops.push_back(
          {id, m[id].parent, std::max(0, depth[m[id].parent.index()]), trip_count(m, id), size[body.index()]});
    }
    std::string what;
    if (op == OpKind::Rng || op == OpKind::RngBitGenerator || op == OpKind::RngGetAndUpdateState)
      what = std::string(hlo_name(op));
    if (op == OpKind::CustomCall && m.attrs(id).text(AttrName::CustomCallTarget).find("threefry") != std::string::npos)
      what = m.attrs(id).text(AttrName::CustomCallTarget);
    if (op == OpKind::Call || op == OpKind::Fusion)
      for (CompId callee : m.callees(id)) what = random_name(m.name(callee));
    if (!what.empty()) ++random[what];
  }
  for (auto& [name, count] : random) d.random_calls.push_back({name, count});
  for (auto& [name, count] : ops) d.ops.emplace_back(name, count);
  std::sort(d.ops.begin(), d.ops.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });

  d.parameters = flatten(m.parameter_shapes(m.entry));
  d.results = flatten(std::vector<Shape>{m.result_shape(m.entry)});
  const std::vector<InstrId>& parameters = m[m.entry].parameters;
  if (parameters.size() == d.parameters.size())
    for (InstrId id : parameters) d.parameter_names.emplace_back(m.name(id));
  std::set<int64_t> donated;
  for (const Alias& alias : m.info.aliases) donated.insert(alias.parameter);
  for (const BufferDonor& donor : m.info.donors) donated.insert(donor.parameter);
  d.donated = static_cast<int64_t>(donated.size());
  return d;
}

std::string to_text(const Description& d, const Module& m) {
  std::string out = fmt::format("  module        {}\n", d.name);
  out += fmt::format("  computations  {}\n", d.computations);
  out += fmt::format("  instructions  {} ({} in the entry)\n", d.instructions, d.entry_instructions);
  std::string ops;
  for (size_t i = 0; i < d.ops.size() && i < 8; ++i)
    ops += fmt::format("{}{} {}", i ? ", " : "", d.ops[i].first, d.ops[i].second);
  if (d.ops.size() > 8) ops += fmt::format(", and {} more kinds", d.ops.size() - 8);
  out += fmt::format("  ops           {}\n", ops);
  out += fmt::format("  loops         {}\n", d.loops.size());
  constexpr size_t most_loops = 20;
  for (size_t i = 0; i < d.loops.size() && i < most_loops; ++i) {
    const LoopInfo& loop = d.loops[i];
    std::string where = m.where(loop.id);
    out += fmt::format("    {:{}}{}: {}, {} instructions per iteration{}\n", "", 2 * loop.depth, m.name(loop.id),
                       loop.trip_count ? fmt::format("{} iterations", *loop.trip_count) : "until its condition fails",
                       loop.body_instructions, where.empty() ? "" : " (" + where + ")");
  }
  if (d.loops.size() > most_loops) out += fmt::format("    ... and {} more\n", d.loops.size() - most_loops);
  if (!d.random_calls.empty()) {
    std::string text;
    for (const RandomCall& r : d.random_calls)
      text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", r.count, r.what);
    out += fmt::format("  random calls  {}\n", text);
  }
  if (d.donated) out += fmt::format("  donated       {} of {} parameters\n", d.donated, d.parameters.size());
  auto list = [&](std::string_view title, std::string_view key, const std::vector<Shape>& shapes,
                  const std::vector<std::string>& names) {
    out += fmt::format("  {:<14}{}\n", title, shapes.size());
    constexpr size_t most = 20;
    for (size_t i = 0; i < shapes.size() && i < most; ++i)
      out += fmt::format("    {:<6} {}{}\n", fmt::format("{}{}", key, i), to_hlo(shapes[i], false),
                         i < names.size() && !names[i].empty() ? "  " + names[i] : "");
    if (shapes.size() > most) out += fmt::format("    ... and {} more\n", shapes.size() - most);
  };
  list("parameters", "arg", d.parameters, d.parameter_names);
  list("results", "out", d.results, {});
  return out;
}

nlohmann::ordered_json to_json(const Description& d, const Module& m) {
  nlohmann::ordered_json out;
  out["module"] = d.name;
  out["computations"] = d.computations;
  out["instructions"] = d.instructions;
  out["loops"] = nlohmann::ordered_json::array();
  for (const LoopInfo& loop : d.loops) {
    nlohmann::ordered_json j{{"name", m.name(loop.id)}, {"depth", loop.depth}, {"where", m.where(loop.id)}};
    j["trip_count"] = loop.trip_count ? nlohmann::ordered_json(*loop.trip_count) : nlohmann::ordered_json();
    j["body_instructions"] = loop.body_instructions;
    out["loops"].push_back(std::move(j));
  }
  out["random_calls"] = nlohmann::ordered_json::object();
  for (const RandomCall& r : d.random_calls) out["random_calls"][r.what] = r.count;
  out["ops"] = nlohmann::ordered_json::object();
  for (const auto& [name, count] : d.ops) out["ops"][name] = count;
  out["parameters"] = nlohmann::ordered_json::array();
  for (const Shape& s : d.parameters) out["parameters"].push_back(to_hlo(s, false));
  out["results"] = nlohmann::ordered_json::array();
  for (const Shape& s : d.results) out["results"].push_back(to_hlo(s, false));
  return out;
}

}  // namespace eutectic::cli

#include "cli/maps.h"

#include <fmt/format.h>

#include <optional>

#include "ops/op_def.h"

namespace eutectic::cli {
namespace {

// An array in a program: a value, or one of those in a tuple.
struct Source {
  InstrId id;
  uint32_t leaf = 0;
};

struct Read {
  AccessMap map;
  Source source;
};

// What the only operand of an op that has one gives to one of its results; none if the op is opaque, or several of
// the operand's arrays do.
std::optional<Read> only_read(const OpView& op, uint32_t result) {
  const OpDef& def = op_def(op.instr().op);
  if (op.operand_count() != 1 || !def.access) return std::nullopt;
  std::optional<Read> found;
  for (uint32_t leaf = 0; leaf < leaf_count(op.operand_shape(0)); ++leaf) {
    if (!leaf_shape(op.operand_shape(0), leaf).is_array()) continue;
    std::optional<AccessMap> map = def.access(op, {0, leaf, result});
    if (!map) return std::nullopt;
    if (map->pieces.empty()) continue;
    if (found) return std::nullopt;
    found = Read{std::move(*map), {op.module.operand(op.id, 0), leaf}};
  }
  return found;
}

Read compose_through(const Module& module, Read read) {
  while (auto next = only_read({module, read.source.id}, read.source.leaf))
    read = {simplify(compose(read.map, next->map)), next->source};
  return read;
}

std::string maps_of(const OpView& op, bool composed) {
  const OpDef& def = op_def(op.instr().op);
  const uint32_t results = leaf_count(op.shape());
  std::string out;
  bool opaque = !def.access, asked = false;
  for (uint32_t result = 0; result < results && !opaque; ++result)
    for (size_t n = 0; n < op.operand_count(); ++n)
      for (uint32_t leaf = 0; leaf < leaf_count(op.operand_shape(n)); ++leaf) {
        if (!leaf_shape(op.shape(), result).is_array() || !leaf_shape(op.operand_shape(n), leaf).is_array()) continue;
        asked = true;
        std::optional<AccessMap> map = def.access(op, {n, leaf, result});
        opaque |= !map;
        if (!map || map->pieces.empty()) continue;
        Read read{simplify(*map), {op.module.operand(op.id, n), leaf}};
        if (composed) read = compose_through(op.module, std::move(read));
        const Source& from = read.source;
        out += "    ";
        if (results > 1) out += fmt::format("result {}: ", result);
        out += fmt::format("operand {} ", n);
        if (from.id != op.module.operand(op.id, n)) out += "through to ";
        out += fmt::format("%{}", op.module.name(from.id));
        if (op.module.shape(from.id).is_tuple()) out += fmt::format("#{}", from.leaf);
        out += fmt::format(": {}\n", read.map.to_string());
      }
  if (opaque) return fmt::format("    opaque: {}\n", def.opaque);
  if (asked && out.empty()) return "    reads no elements\n";
  return out;
}

}  // namespace

std::string maps_text(const Module& module, bool composed) {
  std::string out;
  for (uint32_t c = 0; c < module.comp_count(); ++c) {
    std::string lines;
    for (InstrId id : instrs_of(module[CompId(c)])) {
      const OpView op{module, id};
      if (op.operand_count() == 0) continue;
      const std::string maps = maps_of(op, composed);
      if (maps.empty()) continue;
      lines +=
          fmt::format("  %{} = {} {}\n{}", module.name(id), to_hlo(op.shape(), false), hlo_name(op.instr().op), maps);
    }
    if (!lines.empty()) out += fmt::format("%{}:\n{}", module.name(CompId(c)), lines);
  }
  return out;
}

}  // namespace eutectic::cli

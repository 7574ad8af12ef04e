// MLIR locations to Origins: the outermost name is the op's name; a name right around a file position is
// the function of that frame; call sites give the callers.
#include "format/stablehlo/importer.h"

namespace eutectic::stablehlo {

using mlir::Loc;
using mlir::LocId;

namespace {

constexpr size_t max_frames = 256, max_steps = 2048;

struct Frame {
  LocId file;  // invalid: a frame without position
  std::string_view function;
};

}  // namespace

OriginId Importer::origin_of(LocId loc) {
  if (!loc.valid() || loc.index() >= program.locs.size()) return {};
  if (origin_known_.empty()) {
    origin_known_.resize(program.locs.size());
    origins_.resize(program.locs.size());
  }
  if (origin_known_[loc.index()]) return origins_[loc.index()];

  auto valid = [&](LocId id) { return id.valid() && id.index() < program.locs.size(); };
  std::string_view op_name;
  std::vector<Frame> frames;
  // Each entry: a location and the name around it. Hostile tables may be cyclic, hence the step limit.
  struct Item {
    LocId loc;
    std::string_view name;
    bool outermost;
  };
  std::vector<Item> stack{{loc, {}, true}};
  for (size_t steps = 0; !stack.empty() && steps < max_steps && frames.size() < max_frames; ++steps) {
    Item item = stack.back();
    stack.pop_back();
    if (!valid(item.loc)) continue;
    const Loc& l = program.locs[item.loc];
    switch (l.kind) {
      case Loc::Kind::Unknown:
        if (!item.name.empty() && !item.outermost) frames.push_back({{}, item.name});
        break;
      case Loc::Kind::File:
        frames.push_back({item.loc, item.name});
        break;
      case Loc::Kind::Name:
        if (item.outermost && op_name.empty()) {
          op_name = l.text;
          if (!l.children.empty()) stack.push_back({l.children[0], {}, false});
        } else if (!l.children.empty()) {
          stack.push_back({l.children[0], l.text, false});
        } else {
          frames.push_back({{}, l.text});
        }
        break;
      case Loc::Kind::CallSite:
        if (l.children.size() > 1) stack.push_back({l.children[1], {}, false});
        if (!l.children.empty()) stack.push_back({l.children[0], item.name, item.outermost});
        break;
      case Loc::Kind::Fused:
        // Several sources of one operation: the first stands for all, as in XLA.
        if (!l.children.empty()) stack.push_back({l.children[0], item.name, item.outermost});
        break;
    }
  }

  OriginId id;
  for (size_t i = frames.size(); i-- > 0;) {
    Origin o;
    o.caller = id;
    if (frames[i].file.valid()) {
      const Loc& l = program.locs[frames[i].file];
      o.file = module.intern_name(l.text);
      o.line = l.line;
      o.column = l.column;
      o.end_line = l.end_line;
      o.end_column = l.end_column;
    }
    if (!frames[i].function.empty()) o.function = module.intern_name(frames[i].function);
    if (i > 0) id = module.intern(o);
    if (i == 0) {
      id = OriginId();
      if (!op_name.empty()) {
        // "name:type"; JAX writes an empty type.
        std::string_view name = op_name, type;
        if (size_t colon = name.rfind(':'); colon != std::string_view::npos &&
                                            name.find('/', colon) == std::string_view::npos &&
                                            name.find(' ', colon) == std::string_view::npos) {
          type = name.substr(colon + 1);
          name = name.substr(0, colon);
        }
        o.op_name = module.intern_name(name);
        if (!type.empty()) o.op_type = module.intern_name(type);
      }
      id = module.intern(o);
    }
  }
  if (frames.empty() && !op_name.empty()) {
    Origin o;
    if (op_name.ends_with(':')) op_name.remove_suffix(1);
    o.op_name = module.intern_name(op_name);
    id = module.intern(o);
  }
  origin_known_[loc.index()] = true;
  origins_[loc.index()] = id;
  return id;
}

std::string Importer::base_name(OriginId origin, std::string_view otherwise) const {
  if (!origin.valid()) return std::string(otherwise);
  std::string_view name = module[module[origin].op_name];
  if (size_t slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  return name.empty() ? std::string(otherwise) : std::string(name);
}

}  // namespace eutectic::stablehlo

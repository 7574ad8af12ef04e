// Prints a Module as HLO text. Computations come callees first, otherwise in id order.
#pragma once
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "format/format.h"
#include "format/hlo/header_text.h"

namespace eutectic::hlo {

class Writer {
 public:
  Writer(const Module& module, const HloWriteOptions& options) : module_(module), options_(options), frames_(module) {}
  std::string write();

 private:
  void name_everything();
  void computation(CompId id);
  void instruction(InstrId id, bool root);
  void attributes(InstrId id, InstrId inner);
  void attribute(OpKind op, AttrName name, const Attrs& attrs);
  void metadata(OriginId id);
  const std::string& shape(ShapeId id);
  const std::string& bare_shape(ShapeId id);

  const Module& module_;
  const HloWriteOptions& options_;
  FrameWriter frames_;
  std::string out_;
  std::vector<std::string> instr_renamed_, comp_renamed_;     // "" where the module's own name is legal
  std::vector<std::string> shapes_, bare_shapes_, metadata_;  // by id, filled when used
  std::vector<bool> short_form_comp_;                         // computations that async short forms imply

  std::string_view name(InstrId id) const {
    return instr_renamed_[id.index()].empty() ? module_.name(id) : std::string_view(instr_renamed_[id.index()]);
  }
  std::string_view name(CompId id) const {
    return comp_renamed_[id.index()].empty() ? module_.name(id) : std::string_view(comp_renamed_[id.index()]);
  }
};

}  // namespace eutectic::hlo

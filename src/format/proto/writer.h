// The inside of write_hlo_proto.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "format/proto/hlo.pb.h"
#include "format/proto/literal.h"
#include "ir/module.h"

namespace eutectic::proto {

void fill(pb::Shape& out, const Shape& shape);
void fill_suffix(pb::Layout& out, std::string_view text);
// {key="value",...} as HLO text writes it.
void fill_map(pb::FrontendAttributes& out, std::string_view text);
// All integers of a text.
Dims numbers_in(std::string_view text);

template <class Field>
void add_all(Field* field, const Dims& numbers) {
  for (const int64_t n : numbers) field->Add(static_cast<std::remove_cvref_t<decltype(*field->begin())>>(n));
}

class ModuleWriter {
 public:
  explicit ModuleWriter(const Module& module) : module_(module) {}
  Status run(pb::HloModule& out);

 private:
  // 0 stands for no id.
  static int64_t id_of(InstrId id) { return static_cast<int64_t>(id.index()) + 1; }
  static int64_t id_of(CompId id) { return static_cast<int64_t>(id.index()) + 1; }

  Status instruction(pb::Instruction& out, InstrId id);
  Status attribute(pb::Instruction& out, InstrId id, AttrName name, const AttrValue& value);
  // Attributes that are kept as text; false if the text is not understood.
  bool text(pb::Instruction& out, AttrName name, const std::string& text);
  void metadata(pb::Instruction& out, OriginId id);

  const Module& module_;
  std::unordered_map<std::string_view, InstrId> names_;  // of the computation at hand, for references in text
};

}  // namespace eutectic::proto

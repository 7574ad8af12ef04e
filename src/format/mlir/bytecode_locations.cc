// Locations of bytecode files. They form long chains (one link per frame of a Python stack), so
// they are decoded with a worklist rather than by recursion.
#include <fmt/format.h>

#include "format/mlir/bytecode_attributes.h"

namespace eutectic::mlir {

LocId BytecodeAttributes::unknown_location() {
  if (!unknown_.valid()) unknown_ = locs_.add(Loc{});
  return unknown_;
}

LocId BytecodeAttributes::resolve_location(size_t index) {
  if (attributes_[index].loc.valid()) return attributes_[index].loc;
  std::vector<size_t> stack = {index};
  std::vector<size_t> wanted;
  while (!stack.empty() && !input_.failed()) {
    size_t top = stack.back();
    Entry<Attribute>& entry = attributes_[top];
    if (entry.loc.valid()) {
      stack.pop_back();
      continue;
    }
    wanted.clear();
    if (decode_location(entry, wanted)) {
      stack.pop_back();
      continue;
    }
    // Its children come first; that it is met again before they are done is a cycle.
    if (entry.loc_started) {
      input_.fail(entry.begin, fmt::format("location {} contains itself", top));
      break;
    }
    entry.loc_started = true;
    for (size_t child : wanted) {
      if (attributes_[child].loc_started) input_.fail(entry.begin, fmt::format("location {} contains itself", child));
      stack.push_back(child);
    }
  }
  return attributes_[index].loc;
}

bool BytecodeAttributes::decode_location(Entry<Attribute>& entry, std::vector<size_t>& wanted) {
  BytecodeCursor in(input_, entry.begin, entry.end);
  if (!entry.custom) {  // kinds without an encoding carry nothing we use
    entry.loc = unknown_location();
    return true;
  }
  uint64_t code = in.varint();
  if (in.failed()) return true;
  const AttributeLayout* layout = find_attribute_layout(dialect_of(entry.dialect), code);
  Loc loc;
  bool ready = true;
  auto child = [&] {
    size_t index = in.index(attributes_.size(), "location");
    if (in.failed()) return;
    LocId id = attributes_[index].loc;
    if (!id.valid()) {
      wanted.push_back(index);
      ready = false;
    }
    loc.children.push_back(id);
  };
  auto number = [&] {
    uint64_t n = in.varint();
    return n > 0x7fffffff ? 0 : static_cast<int32_t>(n);
  };
  switch (layout ? layout->form : AttributeEncoding::Refused) {
    case AttributeEncoding::UnknownLoc:
      entry.loc = unknown_location();
      break;
    case AttributeEncoding::FileLoc:
      loc.kind = Loc::Kind::File;
      loc.text = string_attribute(in, "a file's name");
      loc.end_line = loc.line = number();
      loc.end_column = loc.column = number();
      break;
    case AttributeEncoding::FileRangeLoc: {
      loc.kind = Loc::Kind::File;
      loc.text = string_attribute(in, "a file's name");
      size_t n = in.count("line and column numbers");
      if (n > 4) in.fail(fmt::format("a file range has {} numbers", n));
      if (n > 0) loc.end_line = loc.line = number();
      if (n > 1) loc.end_column = loc.column = number();
      if (n == 3) {
        loc.end_column = number();
      } else if (n == 4) {
        loc.end_line = number();
        loc.end_column = number();
      }
      break;
    }
    case AttributeEncoding::NameLoc:
      loc.kind = Loc::Kind::Name;
      loc.text = string_attribute(in, "a location's name");
      child();
      // Printed without parentheses: a name alone.
      if (ready && !in.failed() && locs_[loc.children[0]].kind == Loc::Kind::Unknown) loc.children.clear();
      break;
    case AttributeEncoding::CallSiteLoc:
      loc.kind = Loc::Kind::CallSite;
      child();
      child();
      break;
    case AttributeEncoding::FusedLoc:
    case AttributeEncoding::FusedLocWithMetadata:
      loc.kind = Loc::Kind::Fused;
      for (size_t n = in.count("locations"); n > 0 && !in.failed(); --n) child();
      if (layout->form == AttributeEncoding::FusedLocWithMetadata)
        if (const Attribute* metadata = attribute(in)) {
          loc.text = to_string(*metadata);
        }
      break;
    default:
      input_.fail(entry.begin, "an attribute that is no location stands for one");
  }
  in.expect_end("a location");
  if (in.failed() || entry.loc.valid()) return true;
  if (!ready) return false;
  charge(1 + loc.text.size() / 64);
  entry.loc = locs_.add(std::move(loc));
  return true;
}

}  // namespace eutectic::mlir

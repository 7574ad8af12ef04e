// Reads and writes attribute values of HLO text, by AttrKind. Computations are names here; the reader
// resolves them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "format/hlo/cursor.h"
#include "ir/attrs.h"

namespace eutectic::hlo {

struct CompRef {
  std::string_view name;
  size_t pos;
};

// Reads a value of any kind but Comps and Value.
bool parse_attr_value(Cursor& in, AttrName name, AttrValue& out);
// %name or {%a, %b}.
bool parse_comp_refs(Cursor& in, std::vector<CompRef>& out);
// slice={[0:1], [2:10:2]}; strides are always filled in.
bool parse_slice(Cursor& in, Dims& starts, Dims& limits, Dims& strides);
// {1,2}; comments allowed.
bool parse_dims(Cursor& in, Dims& out);

// Appends the value (no key) of any kind but Comps and Value.
void append_attr_value(std::string& out, AttrName name, const AttrValue& value);
void append_slice(std::string& out, const Attrs& attrs);

}  // namespace eutectic::hlo

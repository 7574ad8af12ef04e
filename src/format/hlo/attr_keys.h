// Which attribute a key of HLO text means for an op: several attributes share a key ("dimensions",
// "algorithm", "slice_sizes"), and an op takes only its own.
#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "ir/op_kind.h"

namespace eutectic::hlo {

// The attribute that `key` stands for on `op`; absent if the op has none of that key.
std::optional<AttrName> attr_of_key(OpKind op, std::string_view key);
// Every key that `op` takes, for suggestions.
std::vector<std::string_view> keys_of(OpKind op);
// Whether the attribute equals what its absence means, so that readers leave it out.
bool is_default(OpKind op, AttrName name, const AttrValue& value);
// Attributes that XLA's parser wants even when we leave them out, because they are empty or false.
std::span<const AttrName> always_written(OpKind op);
// A computation attribute that is written as a list in braces.
bool is_comp_list(AttrName name);

}  // namespace eutectic::hlo

#include "ir/attrs.h"

namespace eutectic {
namespace {
constexpr AttrNameInfo infos[] = {
#define ATTR(name, hlo, stablehlo, kind) {#name, hlo, stablehlo, AttrKind::kind},
#include "ir/attr_name.def"
#undef ATTR
};
bool before(const std::pair<AttrName, AttrValue>& entry, AttrName name) { return entry.first < name; }
}  // namespace

const AttrNameInfo& info(AttrName name) { return infos[static_cast<int>(name)]; }

const AttrValue* Attrs::find(AttrName name) const {
  auto it = std::lower_bound(entries_.begin(), entries_.end(), name, before);
  return it != entries_.end() && it->first == name ? &it->second : nullptr;
}

void Attrs::set(AttrName name, AttrValue value) {
  auto it = std::lower_bound(entries_.begin(), entries_.end(), name, before);
  if (it != entries_.end() && it->first == name)
    it->second = std::move(value);
  else
    entries_.emplace(it, name, std::move(value));
}

void Attrs::erase(AttrName name) {
  auto it = std::lower_bound(entries_.begin(), entries_.end(), name, before);
  if (it != entries_.end() && it->first == name) entries_.erase(it);
}

}  // namespace eutectic

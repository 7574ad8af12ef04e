// Equality of attributes and computations by content: two loops whose bodies are written out twice are
// equal. Attributes that change no value (sharding, statistics ...) do not count; names and origins neither.
#pragma once
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace eutectic {

class Classes {
 public:
  // Of all computations that the entry reaches now.
  explicit Classes(const Module& module);
  // Equal numbers: equal attributes; also for attributes added later.
  uint32_t of(AttrsId id);
  // Equal numbers: equal computations. Computations met later are each their own class.
  uint32_t of(CompId id);
  // The first computation of its class.
  CompId representative(CompId id) { return first_[of(id)]; }

 private:
  bool equal(const Attrs& a, const Attrs& b);
  bool equal(const AttrValue& a, const AttrValue& b);
  bool equal(CompId a, CompId b);
  size_t hash(const Attrs& attrs);
  size_t hash(CompId id);

  const Module& module_;
  static constexpr uint32_t none = 0xffffffffu;
  std::vector<uint32_t> attrs_class_, comp_class_;
  std::vector<AttrsId> attrs_first_;
  std::vector<CompId> first_;
  std::unordered_multimap<size_t, uint32_t> attrs_table_, comp_table_;
};

// Mixes a value into a hash.
inline void mix_hash(size_t& seed, size_t value) {
  seed ^= value + 0x9e3779b97f4a7c15ull + (seed << 6) + (seed >> 2);
  seed *= 0xff51afd7ed558ccdull;
  seed ^= seed >> 32;
}

}  // namespace eutectic

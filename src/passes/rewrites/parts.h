// Parts of values: the elements that a region of a value has, computed from the parts of its operands through whatever
// only moves or maps elements, down to where arrays were put together. A part's dimensions of one element among several
// are dropped (region.h), so that all parts of one array have one shape.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "passes/draft.h"
#include "passes/rewrites/region.h"

namespace eutectic::rewrites {

class Parts {
 public:
  using Local = Draft::Local;
  // `everywhere`: elements are followed as far as possible, not only to where arrays were put together.
  explicit Parts(Draft& draft, bool everywhere = false) : draft_(draft), everywhere_(everywhere) {}

  // The elements of the region, of the shape of part_dims(). What cannot be followed is a slice.
  Local of(Local value, const Region& region);

  // Dimensions (a bit each) along which the value was put together: by a concatenation, a pad or an update, perhaps
  // behind ops that only move or map elements.
  uint64_t joints(Local value);

  // The part of a dynamic-slice or dynamic-update-slice along dimensions that its index does not move.
  static bool index_is_constant(const Draft& draft, Local id, size_t first_index, std::vector<int64_t>& starts);

 private:
  struct Key {
    Local value;
    Region region;
    bool operator<(const Key& o) const {
      return value.value != o.value.value ? value.value < o.value.value : region < o.region;
    }
  };
  // The part if it is known; otherwise it is noted as missing.
  std::optional<Local> get(Local value, const Region& region);
  // One attempt: nothing when operands' parts are missing.
  std::optional<Local> step(const Key& key);
  std::optional<Local> slice(const Key& key);
  std::optional<Local> elementwise(const Key& key);
  std::optional<Local> transpose(const Key& key);
  std::optional<Local> broadcast(const Key& key);
  std::optional<Local> reverse(const Key& key);
  std::optional<Local> concatenate(const Key& key);
  std::optional<Local> iota(const Key& key);
  std::optional<Local> reduce(const Key& key);
  std::optional<Local> pad(const Key& key);
  std::optional<Local> dynamic_slice(const Key& key);
  std::optional<Local> update(const Key& key);
  std::optional<Local> dynamic_update(const Key& key);

  const Dims& dims(Local v) const { return draft_.shape(v).dims; }
  bool narrows_joint(const Key& key);
  Local reshaped(Local value, const Dims& dims);
  // Pieces of a region, in the order of dimension `d`, as one part.
  Local joined(const std::vector<Local>& pieces, const Key& key, size_t d, Local like);

  Draft& draft_;
  const bool everywhere_;
  std::map<Key, Local> known_;
  std::vector<Key> missing_;
  std::vector<uint64_t> joints_;
};

}  // namespace eutectic::rewrites

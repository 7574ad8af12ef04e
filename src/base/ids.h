// Typed 32-bit ids and the stores they index. Id order is creation order, so iterating a store is
// deterministic. Nothing here owns pointers.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace eutectic {

// A position in the store of one kind of thing. `Tag` only keeps kinds apart.
template <class Tag>
struct Id {
  static constexpr uint32_t invalid = 0xffffffffu;
  uint32_t value = invalid;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}
  constexpr explicit Id(size_t v) : value(static_cast<uint32_t>(v)) {}
  constexpr bool valid() const { return value != invalid; }
  constexpr size_t index() const { return value; }
  constexpr auto operator<=>(const Id&) const = default;
};

// Owns the values of one id kind; values are never removed.
template <class IdType, class T>
class Store {
 public:
  IdType add(T value) {
    values_.push_back(std::move(value));
    return IdType(values_.size() - 1);
  }
  T& operator[](IdType id) { return values_[id.index()]; }
  const T& operator[](IdType id) const { return values_[id.index()]; }
  size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  void reserve(size_t n) { values_.reserve(n); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::vector<T> values_;
};

}  // namespace eutectic

template <class Tag>
struct std::hash<eutectic::Id<Tag>> {
  size_t operator()(eutectic::Id<Tag> id) const { return std::hash<uint32_t>()(id.value); }
};

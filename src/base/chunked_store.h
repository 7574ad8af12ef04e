// A Store (ids.h) for many large values: they never move, and growing needs no room for a second copy of all.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

namespace eutectic {

template <class IdType, class T>
class ChunkedStore {
 public:
  IdType add(T value) {
    if (size_ % chunk == 0) {
      chunks_.emplace_back();
      chunks_.back().reserve(chunk);
    }
    chunks_.back().push_back(std::move(value));
    return IdType(size_++);
  }
  T& operator[](IdType id) { return chunks_[id.index() / chunk][id.index() % chunk]; }
  const T& operator[](IdType id) const { return chunks_[id.index() / chunk][id.index() % chunk]; }
  size_t size() const { return size_; }

 private:
  static constexpr size_t chunk = 1024;
  std::vector<std::vector<T>> chunks_;
  size_t size_ = 0;
};

}  // namespace eutectic

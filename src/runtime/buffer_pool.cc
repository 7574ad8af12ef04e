#include "runtime/buffer_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace eutectic::runtime {
namespace {

constexpr int64_t huge_page = int64_t{1} << 21;

// Few distinct capacities, so that blocks are found again: eighths of a power of two.
int64_t capacity_for(int64_t size_bytes) {
  int64_t size = std::max<int64_t>(size_bytes, 64);
  int64_t step = 64;
  while (step * 16 < size) step *= 2;
  return (size + step - 1) / step * step;
}

std::align_val_t alignment_of(int64_t capacity) { return std::align_val_t(capacity >= huge_page ? 4096 : 64); }

std::byte* fresh(int64_t capacity) {
  auto* data = static_cast<std::byte*>(::operator new(static_cast<size_t>(capacity), alignment_of(capacity)));
#ifdef MADV_HUGEPAGE
  if (capacity >= 2 * huge_page) madvise(data, static_cast<size_t>(capacity), MADV_HUGEPAGE);
#endif
  return data;
}

void give_back(std::byte* data, int64_t capacity) { ::operator delete(data, alignment_of(capacity)); }

}  // namespace

BufferPool::~BufferPool() { trim(); }

void BufferPool::trim() {
  std::lock_guard lock(mutex_);
  for (auto& [capacity, blocks] : free_)
    for (std::byte* data : blocks) give_back(data, capacity);
  free_.clear();
  free_bytes_ = 0;
}

Buffer BufferPool::allocate(int64_t size_bytes) {
  const int64_t capacity = capacity_for(size_bytes);
  std::byte* data = nullptr;
  {
    std::lock_guard lock(mutex_);
    if (auto it = free_.find(capacity); it != free_.end() && !it->second.empty()) {
      data = it->second.back();  // the one used last is warm
      it->second.pop_back();
      free_bytes_ -= capacity;
    }
    lent_bytes_ += capacity;
    most_lent_bytes_ = std::max(most_lent_bytes_, lent_bytes_);
  }
  if (!data) data = fresh(capacity);
  return Buffer(data, [pool = shared_from_this(), capacity](std::byte* p) { pool->release(p, capacity); });
}

void BufferPool::release(std::byte* data, int64_t capacity) {
  std::lock_guard lock(mutex_);
  lent_bytes_ -= capacity;
  // What is kept never makes more than a run has needed at once.
  if (lent_bytes_ + free_bytes_ + capacity > 2 * most_lent_bytes_) {
    give_back(data, capacity);
    return;
  }
  free_[capacity].push_back(data);
  free_bytes_ += capacity;
}

}  // namespace eutectic::runtime

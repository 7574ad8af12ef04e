// Memory of values: blocks that return to a free list when the last owner lets go, so that a program that runs again
// finds its pages already there. The pool lives as long as any of its blocks.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace eutectic::runtime {

using Buffer = std::shared_ptr<std::byte[]>;

class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  static std::shared_ptr<BufferPool> create() { return std::shared_ptr<BufferPool>(new BufferPool()); }
  ~BufferPool();
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  // 64-byte aligned, contents undefined. Throws std::bad_alloc.
  Buffer allocate(int64_t size_bytes);
  // Gives free blocks back to the system.
  void trim();

 private:
  BufferPool() = default;
  void release(std::byte* data, int64_t capacity);

  std::mutex mutex_;
  std::map<int64_t, std::vector<std::byte*>> free_;  // by capacity
  int64_t free_bytes_ = 0, lent_bytes_ = 0, most_lent_bytes_ = 0;
};

}  // namespace eutectic::runtime

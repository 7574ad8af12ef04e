// Keeps a pool's threads off the core of the thread that calls them. A scheduler likes to wake a thread where its waker
// runs; the two then share that core for a millisecond or more while another one idles.
#pragma once
#include <memory>
#include <thread>

namespace eutectic::runtime {

class Placement {
 public:
  // Knows the cores that the calling thread may use.
  Placement();
  ~Placement();
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;

  // Number of the core this thread runs on; -1 where that is not known, or where only one may be used.
  int core() const;
  // Lets the thread run on all the pool's cores but this one.
  void keep_off(std::thread::native_handle_type thread, int core) const;

 private:
  struct Cores;
  std::unique_ptr<Cores> cores_;
};

}  // namespace eutectic::runtime

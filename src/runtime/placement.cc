#include "runtime/placement.h"

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>

namespace eutectic::runtime {

struct Placement::Cores {
  cpu_set_t allowed;
};

Placement::Placement() : cores_(std::make_unique<Cores>()) {
  if (pthread_getaffinity_np(pthread_self(), sizeof(cpu_set_t), &cores_->allowed) != 0 ||
      CPU_COUNT(&cores_->allowed) < 2)
    cores_.reset();
}

int Placement::core() const { return cores_ ? sched_getcpu() : -1; }

void Placement::keep_off(std::thread::native_handle_type thread, int core) const {
  if (!cores_) return;
  cpu_set_t others = cores_->allowed;
  if (core >= 0 && core < CPU_SETSIZE) CPU_CLR(static_cast<size_t>(core), &others);
  // A refusal leaves the thread where it is, which is only slower.
  if (CPU_COUNT(&others) > 0) pthread_setaffinity_np(thread, sizeof(cpu_set_t), &others);
}

}  // namespace eutectic::runtime

#else

namespace eutectic::runtime {

struct Placement::Cores {};
Placement::Placement() = default;
int Placement::core() const { return -1; }
void Placement::keep_off(std::thread::native_handle_type, int) const {}

}  // namespace eutectic::runtime
#endif

namespace eutectic::runtime {

Placement::~Placement() = default;

}  // namespace eutectic::runtime

// Executable: steps over slots. A slot holds one array (tuples are lists of slots, get-tuple-element and tuple are no
// steps); every use knows whether it is the last, so that memory is handed on or freed as early as can be.
// What runs a host op is behind HostRunner: the runtime knows no ops.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "array/literal.h"
#include "base/ids.h"
#include "runtime/buffer_pool.h"
#include "runtime/launch.h"

namespace eutectic::runtime {

using SlotId = Id<struct SlotTag>;

struct Use {
  SlotId slot;
  bool last = false;  // nobody reads the slot afterwards: the memory may be taken
};

enum class StepKind : uint8_t { Launch, HostOp, Loop, Branch };

// A kernel's parameter: In reads `input`; Out fills `output`; InOut fills `output`, which starts as `input`.
struct Param {
  bool reads = false, writes = false;
  Use input;
  SlotId output;
  bool takes = false;  // InOut: no other parameter reads the input, so its memory may become the output's
};

struct Step;
using Steps = std::vector<Step>;

struct Step {
  StepKind kind = StepKind::HostOp;
  uint32_t number = 0;           // Launch: kernel. HostOp: the runner's number
  bool effect = false;           // HostOp: to be run even if nobody reads its results
  std::vector<Param> params;     // Launch
  std::vector<Use> uses;         // HostOp: leaves of the operands. Loop: initial values. Branch: the index
  std::vector<SlotId> results;   // HostOp and Branch; invalid: not kept. Loop: the carried slots
  std::vector<SlotId> releases;  // freed after the step
  // Loop: condition and body, over the carried slots. Branch: one list per branch; the last is also for indices out of
  // range; a pred index takes list 0 where true.
  std::vector<Steps> lists;
  std::vector<std::vector<Use>> yields;            // Loop: {predicate}, next values. Branch: results, per branch
  std::vector<std::vector<SlotId>> not_in_branch;  // Branch: freed on entry, since only other branches read them
  bool pred_index = false;
};

struct SlotInfo {
  int64_t size_bytes = 0;
  Buffer constant;  // set: the slot's value in every run
};

// Runs host ops; one per run in flight.
class HostRunner {
 public:
  virtual ~HostRunner() = default;
  // Operands are leaves; those moved in may be reused. Gives the results' leaves.
  virtual Result<std::vector<Buffer>> run(uint32_t number, std::vector<Buffer> operands) = 0;
  virtual std::vector<std::string> take_check_failures() { return {}; }
};

struct CompiledKernel {
  KernelEntry entry;
  int64_t work_ns = 0;  // estimated, one worker; decides how many workers pay
};

struct ProgramSteps {
  Steps steps;
  Store<SlotId, SlotInfo> slots;
  std::vector<SlotId> parameters;  // leaves of the entry's parameters; invalid: not read
  std::vector<Shape> parameter_shapes;
  std::vector<Use> results;  // leaves
  Shape result_shape;
  std::vector<CompiledKernel> kernels;
  std::function<std::unique_ptr<HostRunner>()> make_host_runner;
};

struct RunOptions {
  bool (*cancelled)() = nullptr;
};
struct RunStats {
  int64_t launches = 0, host_ops = 0;
  int64_t launch_bytes = 0;  // read and written by launches
  int64_t peak_bytes = 0;    // of values alive at once, arguments included
  std::vector<std::string> check_failures;
};

class Executable {
 public:
  // `workers`: of each launch at most; 0: as many as the pool has.
  Executable(ProgramSteps program, std::shared_ptr<ThreadPool> pool, int64_t workers);
  ~Executable();

  // One literal per parameter. An argument whose buffer nobody else holds is donated: its memory may become a
  // result's. Several threads may run at once.
  Result<Literal> run(std::vector<Literal> arguments, const RunOptions& options = {}, RunStats* stats = nullptr);
  // The same on leaves, without checking shapes.
  Result<std::vector<Buffer>> run_leaves(std::vector<Buffer> arguments, const RunOptions& options = {},
                                         RunStats* stats = nullptr);

  const ProgramSteps& program() const { return program_; }
  BufferPool& buffers() { return *buffers_; }

 private:
  struct Frame;
  class Run;
  std::unique_ptr<Frame> take_frame();

  const ProgramSteps program_;
  std::shared_ptr<ThreadPool> pool_;
  int64_t workers_;
  std::shared_ptr<BufferPool> buffers_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace eutectic::runtime

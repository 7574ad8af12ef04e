#include "runtime/executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "runtime/thread_pool.h"

namespace eutectic::runtime {

// What one run in flight owns; used again by later runs.
struct Executable::Frame {
  std::vector<Buffer> slots;
  std::unique_ptr<HostRunner> host;
  Scratch scratch;
  std::vector<void*> params;
};

class Executable::Run {
 public:
  Run(Executable& executable, Frame& frame, const RunOptions& options, RunStats& stats)
      : e_(executable), p_(executable.program_), f_(frame), options_(options), stats_(stats) {}

  // Lists nest as deep as the program's loops and branches, which the compiler limits.
  Status steps(const Steps& list);
  void set(SlotId slot, Buffer value) {
    live_bytes_ += p_.slots[slot].size_bytes;
    stats_.peak_bytes = std::max(stats_.peak_bytes, live_bytes_);
    f_.slots[slot.index()] = std::move(value);
  }
  Buffer get(const Use& use) {
    Buffer& slot = f_.slots[use.slot.index()];
    if (!use.last) return slot;
    live_bytes_ -= p_.slots[use.slot].size_bytes;
    return std::move(slot);
  }
  void free(SlotId slot) {
    if (!f_.slots[slot.index()]) return;
    live_bytes_ -= p_.slots[slot].size_bytes;
    f_.slots[slot.index()].reset();
  }

 private:
  void launch(const Step& step);
  Status host_op(const Step& step);
  Status loop(const Step& step);
  Status branch(const Step& step);
  Status cancelled() const { return error("the run was cancelled"); }

  Executable& e_;
  const ProgramSteps& p_;
  Frame& f_;
  const RunOptions& options_;
  RunStats& stats_;
  int64_t live_bytes_ = 0;
  uint32_t tick_ = 0;
};

Status Executable::Run::steps(const Steps& list) {
  for (const Step& step : list) {
    if (options_.cancelled && (++tick_ & 15) == 0 && options_.cancelled()) return cancelled();
    switch (step.kind) {
      case StepKind::Launch:
        launch(step);
        break;
      case StepKind::HostOp:
        RETURN_IF_ERROR(host_op(step));
        break;
      case StepKind::Loop:
        RETURN_IF_ERROR(loop(step));
        break;
      case StepKind::Branch:
        RETURN_IF_ERROR(branch(step));
        break;
    }
    for (SlotId slot : step.releases) free(slot);
  }
  return {};
}

void Executable::Run::launch(const Step& step) {
  std::vector<void*>& params = f_.params;
  params.clear();
  for (const Param& p : step.params) {
    if (!p.writes) {
      params.push_back(f_.slots[p.input.slot.index()].get());
      stats_.launch_bytes += p_.slots[p.input.slot].size_bytes;
      continue;
    }
    const int64_t size = p_.slots[p.output].size_bytes;
    stats_.launch_bytes += size;
    Buffer memory;
    if (p.reads) {
      Buffer& input = f_.slots[p.input.slot.index()];
      if (p.takes && p.input.last && input.use_count() == 1) {
        memory = get(p.input);
      } else {
        memory = e_.buffers_->allocate(size);
        std::memcpy(memory.get(), input.get(), static_cast<size_t>(size));
      }
    } else {
      memory = e_.buffers_->allocate(size);
    }
    params.push_back(memory.get());
    set(p.output, std::move(memory));
  }
  const CompiledKernel& kernel = p_.kernels[step.number];
  // Waking a worker costs some microseconds; each should have more to do than that.
  constexpr int64_t worth_a_worker_ns = 8000;
  int64_t workers = e_.workers_ > 0 ? e_.workers_ : e_.pool_->workers();
  workers = std::clamp<int64_t>(kernel.work_ns / worth_a_worker_ns, 1, workers);
  run_kernel(kernel.entry, params, *e_.pool_, workers, f_.scratch);
  ++stats_.launches;
  for (const Param& p : step.params)
    if (p.reads && p.input.last) free(p.input.slot);
}

Status Executable::Run::host_op(const Step& step) {
  std::vector<Buffer> operands;
  operands.reserve(step.uses.size());
  for (const Use& use : step.uses) operands.push_back(get(use));
  ++stats_.host_ops;
  ASSIGN_OR_RETURN(std::vector<Buffer> results, f_.host->run(step.number, std::move(operands)));
  for (size_t i = 0; i < step.results.size(); ++i)
    if (step.results[i].valid()) set(step.results[i], std::move(results[i]));
  return {};
}

Status Executable::Run::loop(const Step& step) {
  const std::vector<SlotId>& carried = step.results;
  const Use predicate = step.yields[0][0];
  std::vector<Buffer> next(carried.size());
  for (size_t i = 0; i < carried.size(); ++i) next[i] = get(step.uses[i]);
  while (true) {
    // All at once: values may change places.
    for (size_t i = 0; i < carried.size(); ++i) set(carried[i], std::move(next[i]));
    RETURN_IF_ERROR(steps(step.lists[0]));
    const bool more = std::to_integer<uint8_t>(*f_.slots[predicate.slot.index()].get()) != 0;
    if (predicate.last) free(predicate.slot);
    if (!more) return {};
    if (options_.cancelled && (++tick_ & 15) == 0 && options_.cancelled()) return cancelled();
    RETURN_IF_ERROR(steps(step.lists[1]));
    for (size_t i = 0; i < carried.size(); ++i) next[i] = get(step.yields[1][i]);
    for (SlotId slot : carried) free(slot);
  }
}

Status Executable::Run::branch(const Step& step) {
  const size_t count = step.lists.size();
  const Buffer index = get(step.uses[0]);
  size_t taken;
  if (step.pred_index) {
    taken = std::to_integer<uint8_t>(*index.get()) != 0 ? 0 : 1;
  } else {
    int32_t i;
    std::memcpy(&i, index.get(), sizeof(i));
    taken = i < 0 || static_cast<size_t>(i) >= count ? count - 1 : static_cast<size_t>(i);
  }
  for (SlotId slot : step.not_in_branch[taken]) free(slot);
  RETURN_IF_ERROR(steps(step.lists[taken]));
  std::vector<Buffer> values;
  for (const Use& use : step.yields[taken]) values.push_back(get(use));
  for (size_t i = 0; i < values.size(); ++i)
    if (step.results[i].valid()) set(step.results[i], std::move(values[i]));
  return {};
}

Executable::Executable(ProgramSteps program, std::shared_ptr<ThreadPool> pool, int64_t workers)
    : program_(std::move(program)), pool_(std::move(pool)), workers_(workers), buffers_(BufferPool::create()) {}
Executable::~Executable() = default;

std::unique_ptr<Executable::Frame> Executable::take_frame() {
  {
    std::lock_guard lock(mutex_);
    if (!frames_.empty()) {
      std::unique_ptr<Frame> frame = std::move(frames_.back());
      frames_.pop_back();
      return frame;
    }
  }
  auto frame = std::make_unique<Frame>();
  for (const SlotInfo& slot : program_.slots) frame->slots.push_back(slot.constant);
  frame->host = program_.make_host_runner();
  return frame;
}

Result<std::vector<Buffer>> Executable::run_leaves(std::vector<Buffer> arguments, const RunOptions& options,
                                                   RunStats* stats) {
  RunStats unused;
  RunStats& s = stats ? *stats : unused;
  std::unique_ptr<Frame> frame = take_frame();
  try {
    Run run(*this, *frame, options, s);
    for (size_t i = 0; i < arguments.size(); ++i)
      if (program_.parameters[i].valid()) run.set(program_.parameters[i], std::move(arguments[i]));
    arguments.clear();
    // A frame that ended early is dropped with all it holds.
    RETURN_IF_ERROR(run.steps(program_.steps));
    std::vector<Buffer> results;
    results.reserve(program_.results.size());
    for (const Use& use : program_.results) results.push_back(run.get(use));
    s.check_failures = frame->host->take_check_failures();
    std::lock_guard lock(mutex_);
    frames_.push_back(std::move(frame));
    return results;
  } catch (const std::bad_alloc&) {
    return unsupported("the program's values do not fit in memory", {}, "use smaller shapes");
  }
}

namespace {

// Nesting of tuples is limited by the readers.
void take_leaves(Literal& value, std::vector<Buffer>& out) {
  if (!value.shape().is_tuple()) {
    out.push_back(value.take_buffer());
    return;
  }
  for (Literal& element : value.mutable_elements()) take_leaves(element, out);
}

Literal from_leaves(const Shape& shape, std::vector<Buffer>& leaves, size_t& next) {
  if (!shape.is_tuple()) return Literal::over(shape, std::move(leaves[next++]));
  std::vector<Literal> elements;
  for (const Shape& e : shape.elements) elements.push_back(from_leaves(e, leaves, next));
  return Literal::tuple(std::move(elements));
}

}  // namespace

Result<Literal> Executable::run(std::vector<Literal> arguments, const RunOptions& options, RunStats* stats) {
  const std::vector<Shape>& shapes = program_.parameter_shapes;
  if (arguments.size() != shapes.size())
    return error(fmt::format("the program takes {} arguments, {} given", shapes.size(), arguments.size()));
  std::vector<Buffer> leaves;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!same_logical(arguments[i].shape(), shapes[i]))
      return error(fmt::format("argument {} is {}, the parameter is {}", i, to_hlo(arguments[i].shape(), false),
                               to_hlo(shapes[i], false)));
    take_leaves(arguments[i], leaves);
  }
  ASSIGN_OR_RETURN(std::vector<Buffer> results, run_leaves(std::move(leaves), options, stats));
  size_t next = 0;
  return from_leaves(program_.result_shape, results, next);
}

}  // namespace eutectic::runtime

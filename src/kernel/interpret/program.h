// A kernel as flat instructions over one frame of words: a slot per value (functions do not recurse), jumps instead
// of regions. Made by flatten(), run by interpret().
#pragma once
#include <vector>

#include "kernel/interpret/fast_op.h"
#include "kernel/kernel.h"

namespace eutectic::kernel {

enum class Code : uint8_t {
  Fast,       // frame[d] = fast(frame[a], frame[b], frame[c])
  Evaluate,   // frame[d] = scalar::evaluate of stmt
  Move,       // frame[d] = frame[a]
  Load,       // frame[d] = element x; mask a (if any), value b where it is false
  Store,      // element x = frame[a]; mask b (if any)
  Jump,       // to x
  JumpIfNot,  // frame[a]: to x
  JumpIfGe,   // frame[a] >= frame[b], signed: to x
  Increment,  // ++frame[a], and to x
  Begin,      // a par's iteration: Local buffers become undefined
  Clear,      // accumulators x .. x + 63 = bits in frame[a]
  Gather,     // accumulator x + (frame[b] - frame[c]) mod 64 is combined with frame[a]; reducer d
  Combine,    // frame[d] = the 64 accumulators of reducer x
  Call,       // to x
  Return,
  Halt,
};

inline constexpr uint32_t no_slot = 0xffffffffu;

struct Instruction {
  Code code = Code::Halt;
  uint32_t a = no_slot, b = no_slot, c = no_slot, d = no_slot, x = 0;
  FastOp fast = nullptr;
  StmtId stmt = {};
};

// Which element a load or store means.
struct Element {
  BufferId buffer;
  std::vector<std::pair<uint32_t, int64_t>> terms;  // slot, scale
  int64_t offset = 0;
};

struct Reducer {
  scalar::Op op = scalar::Op::Add;
  ElementType type = ElementType::F32;
  FastOp fast = nullptr;
  uint32_t first = 0;  // its accumulators
};

struct Program {
  std::vector<Instruction> code;
  std::vector<scalar::Bits> frame;  // as it is at the start: constants are there
  std::vector<Element> elements;
  std::vector<Reducer> reducers;
};

Program flatten(const Kernel& kernel);

}  // namespace eutectic::kernel

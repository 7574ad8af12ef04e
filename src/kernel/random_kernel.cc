// The frame of a random kernel: buffers, phases (pars) over tiles of lanes, tile-local state, reductions.
#include "kernel/random_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "format/hlo/number_text.h"
#include "kernel/random_body.h"

namespace eutectic::kernel {
namespace {

using scalar::Op;
using enum ElementType;
using Source = RandomBody::Source;

class Generator {
 public:
  Generator(uint64_t seed, const RandomKernelOptions& options)
      : o_(options), r_(seed), b_(fmt::format("random{}", seed)), body_(b_, r_, o_) {}
  Kernel run();

 private:
  void buffers();
  void phase(BufferId written);
  void lanes_body(ValueId j, ValueId lo, int statements);
  void plain(ValueId lo, ValueId hi);
  void with_state(ValueId lo, ValueId hi);
  std::vector<Op> reducers(std::vector<ElementType>& types);
  std::vector<ValueId> values(const std::vector<ElementType>& types);
  void store_results(ValueId j);
  void outer_loop();
  void root_reduction(BufferId id);
  int64_t multiple() { return r_.chance(70) ? std::gcd(tile_, n_ % tile_ == 0 ? tile_ : n_ % tile_) : 1; }

  const RandomKernelOptions& o_;
  Random r_;
  KernelBuilder b_;
  RandomBody body_;
  int64_t n_ = 0, tile_ = 0, tiles_ = 0, steps_ = 0;
  std::vector<BufferId> out_, stream_, part_;
  BufferId written_;  // Worker buffer that the phase fills
};

void Generator::buffers() {
  n_ = r_.between(1, o_.max_lanes);
  static const std::vector<int64_t> tiles = {7, 16, 33, 64, 100, 128, 256};
  tile_ = r_.pick(tiles);
  if (r_.chance(30)) n_ = std::max(tile_, n_ / tile_ * tile_);
  tiles_ = (n_ + tile_ - 1) / tile_;
  steps_ = r_.between(1, 4);
  for (int64_t i = r_.between(1, 4), k = 0; k < i; ++k) {
    const int64_t size = r_.chance(70) ? n_ * r_.between(1, 3) + r_.below(9) : r_.between(1, 20);
    const BufferId id = b_.buffer(fmt::format("in{}", k), body_.random_type(), size, Space::Param);
    body_.sources.push_back({id, size});
  }
  for (int64_t i = r_.between(2, 4), k = 0; k < i; ++k)
    out_.push_back(b_.buffer(fmt::format("out{}", k), body_.random_type(), n_, Space::Param,
                             r_.chance(30) ? Access::InOut : Access::Out));
  for (BufferId id : out_)
    if (b_.kernel().buffers[id].access == Access::InOut) body_.sinks.push_back(id);
  stream_.push_back(b_.buffer("stream", body_.random_type(), n_ * steps_, Space::Param, Access::Out));
  part_.push_back(b_.buffer("part", body_.random_type(), tiles_, Space::Param, Access::Out));
}

std::vector<Op> Generator::reducers(std::vector<ElementType>& types) {
  std::vector<Op> out;
  if (!o_.reductions || r_.chance(40)) return out;
  static const std::vector<Op> ops = {Op::Add, Op::Add, Op::Mul, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor};
  for (int64_t n = r_.between(1, 2); n > 0; --n) {
    const Op op = r_.pick(ops);
    const ElementType type = body_.random_type();
    const bool bits = op == Op::And || op == Op::Or || op == Op::Xor;
    if (bits ? is_float(type) : type == Pred) continue;
    out.push_back(op);
    types.push_back(type);
  }
  return out;
}

std::vector<ValueId> Generator::values(const std::vector<ElementType>& types) {
  std::vector<ValueId> out;
  for (ElementType t : types) out.push_back(body_.any(t));
  return out;
}

void Generator::store_results(ValueId j) {
  for (BufferId id : out_) {
    if (r_.chance(30)) continue;
    const Buffer& buffer = b_.kernel().buffers[id];
    const bool in_out = buffer.access == Access::InOut;
    ValueId v = body_.any(buffer.type);
    if (o_.masked && in_out && r_.chance(60)) {
      b_.store(id, {{{j, 1}}, 0}, v, body_.any(Pred));
    } else {
      b_.store(id, {{{j, 1}}, 0}, v);
    }
  }
  if (written_.valid()) b_.store(written_, {{{j, 1}}, 0}, body_.any(b_.kernel().buffers[written_].type));
}

// One pass over the lanes of a tile.
void Generator::plain(ValueId lo, ValueId hi) {
  std::vector<ElementType> types;
  const std::vector<Op> ops = reducers(types);
  const ValueId j = b_.begin_lanes(lo, hi, ops, multiple(), static_cast<int>(r_.below(4)));
  const size_t m = body_.mark();
  const ValueId outside = std::exchange(body_.lane, j);
  body_.in_lanes = true;
  body_.lanes = n_;
  body_.define(j);
  for (BufferId id : out_)
    if (b_.kernel().buffers[id].access == Access::InOut) body_.define(b_.load(id, {{{j, 1}}, 0}));
  body_.statements(static_cast<int>(r_.between(3, o_.max_statements)), 0);
  store_results(j);
  const std::vector<ValueId> yields = values(types);
  body_.forget(m);
  body_.lane = outside;
  body_.in_lanes = false;
  body_.lanes = tiles_;
  for (ValueId v : b_.end(yields)) body_.define(v);
}

// Local arrays that hold a tile's state between the steps of a loop.
void Generator::with_state(ValueId lo, ValueId hi) {
  std::vector<BufferId> state;
  for (int64_t n = r_.between(1, 3); n > 0; --n)
    state.push_back(
        b_.buffer(fmt::format("state{}", b_.kernel().buffers.size()), body_.random_type(), tile_, Space::Local));
  const auto enter = [&](std::span<const Op> ops) {
    const ValueId j = b_.begin_lanes(lo, hi, ops, multiple(), static_cast<int>(r_.below(3)));
    body_.lane = j;
    body_.in_lanes = true;
    body_.lanes = n_;
    body_.define(j);
    return j;
  };
  const auto leave = [&](size_t m, ValueId outside) {
    body_.forget(m);
    body_.lane = outside;
    body_.in_lanes = false;
    body_.lanes = tiles_;
  };
  const auto at = [&](ValueId j) { return Index{{{j, 1}, {lo, -1}}, 0}; };
  const auto store_state = [&](ValueId j) {
    for (BufferId id : state) b_.store(id, at(j), body_.any(b_.kernel().buffers[id].type));
  };
  const ValueId p = body_.lane;
  size_t m = body_.mark();
  ValueId j = enter({});
  body_.statements(static_cast<int>(r_.between(1, 8)), 1);
  store_state(j);
  leave(m, p);
  b_.end();

  std::vector<ElementType> types;
  const std::vector<Op> ops = reducers(types);
  std::vector<ValueId> init = values(types);
  const std::vector<ValueId> params = b_.begin_for(b_.s64(0), b_.s64(steps_), init);
  const size_t outer = body_.mark();
  for (ValueId v : params) body_.define(v);
  body_.statements(static_cast<int>(r_.below(4)), 2);
  m = body_.mark();
  j = enter(ops);
  for (BufferId id : state) body_.define(b_.load(id, at(j)));
  body_.statements(static_cast<int>(r_.between(3, o_.max_statements)), 0);
  store_state(j);
  if (r_.chance(60))
    b_.store(stream_[0], {{{params[0], n_}, {j, 1}}, 0}, body_.any(b_.kernel().buffers[stream_[0]].type));
  const std::vector<ValueId> yields = values(types);
  leave(m, p);
  const std::vector<ValueId> reduced = b_.end(yields);
  body_.forget(outer);
  for (ValueId v : b_.end(reduced)) body_.define(v);

  m = body_.mark();
  j = enter({});
  for (BufferId id : state) body_.define(b_.load(id, at(j)));
  body_.statements(static_cast<int>(r_.below(5)), 2);
  store_results(j);
  leave(m, p);
  b_.end();
}

void Generator::phase(BufferId written) {
  written_ = written;
  const ValueId p = b_.begin_par(b_.s64(tiles_));
  const size_t m = body_.mark();
  body_.lane = p;
  body_.lanes = tiles_;
  body_.define(p);
  const ValueId lo = b_.op(Op::Mul, S64, {p, b_.s64(tile_)});
  ValueId hi = b_.op(Op::Add, S64, {lo, b_.s64(tile_)});
  if (n_ % tile_ != 0) hi = b_.op(Op::Min, S64, {hi, b_.s64(n_)});
  body_.statements(static_cast<int>(r_.below(6)), 1);
  if (r_.chance(50)) {
    plain(lo, hi);
  } else {
    with_state(lo, hi);
  }
  const Buffer& part = b_.kernel().buffers[part_[0]];
  b_.store(part_[0], {{{p, 1}}, 0}, body_.any(part.type));
  if (r_.chance(30)) {
    // A branch with a store, and with lanes of a data-dependent number.
    b_.begin_when(body_.any(Pred));
    const size_t inner = body_.mark();
    const ValueId some = body_.clamped(body_.any(S32), -2, tile_);
    const ValueId end = b_.op(Op::Min, S64, {b_.op(Op::Add, S64, {lo, some}), hi});
    const ValueId j = b_.begin_lanes(lo, end, {});
    body_.lane = j;
    body_.in_lanes = true;
    body_.lanes = n_;
    body_.define(j);
    body_.statements(static_cast<int>(r_.between(1, 6)), 2);
    b_.store(out_[0], {{{j, 1}}, 0}, body_.any(b_.kernel().buffers[out_[0]].type));
    body_.forget(inner);
    b_.end();
    body_.lane = p;
    body_.in_lanes = false;
    body_.lanes = tiles_;
    b_.end();
  }
  b_.end();
  body_.forget(m);
  body_.lane = ValueId();
  written_ = BufferId();
}

// Two Worker buffers, each computed from the other by turns.
void Generator::outer_loop() {
  const BufferId a = b_.buffer("ping", body_.random_type(), n_, Space::Worker);
  const BufferId b = b_.buffer("pong", body_.random_type(), n_, Space::Worker);
  phase(a);
  const auto both = [&] {
    const size_t m = body_.mark();
    body_.sources.push_back({a, n_});
    phase(b);
    body_.sources.back() = {b, n_};
    phase(a);
    body_.sources.pop_back();
    body_.forget(m);
  };
  const int kind = static_cast<int>(r_.below(3));
  if (kind == 0) {
    b_.begin_for(b_.s64(0), b_.s64(r_.between(0, 3)), {});
    both();
  } else if (kind == 1 && o_.whiles) {
    const ValueId start = b_.s64(0), end = b_.s64(r_.between(0, 3));
    const ValueId at = b_.begin_while(std::vector<ValueId>{start})[0];
    const ValueId now = b_.next(b_.op(Op::Lt, Pred, {at, end}))[0];
    both();
    b_.end(std::vector<ValueId>{b_.op(Op::Add, S64, {now, b_.s64(1)})});
  } else {
    b_.begin_when(body_.any(Pred));
    both();
  }
  if (kind != 1 || !o_.whiles) b_.end();
  body_.sources.push_back({a, n_});
}

// All workers reduce the whole of a Worker buffer.
void Generator::root_reduction(BufferId id) {
  const ElementType type = b_.kernel().buffers[id].type;
  const Op ops[] = {type == Pred ? Op::Xor : r_.chance(50) ? Op::Max : Op::Add};
  const ValueId j = b_.begin_lanes(b_.s64(0), b_.s64(n_), ops);
  const ValueId v = b_.load(id, {{{j, 1}}, 0});
  body_.define(b_.end(std::vector<ValueId>{v})[0]);
}

Kernel Generator::run() {
  buffers();
  if (o_.functions)
    for (int64_t n = r_.below(3); n > 0; --n) body_.make_function();
  if (r_.chance(60)) body_.statements(static_cast<int>(r_.below(5)), 2);
  const int64_t phases = r_.between(1, o_.max_phases);
  if (o_.worker && o_.outer_loop && r_.chance(15)) {
    outer_loop();
  } else {
    for (int64_t i = 0; i + 1 < phases && o_.worker; ++i) {
      const BufferId w = b_.buffer(fmt::format("worker{}", i), body_.random_type(), n_, Space::Worker);
      phase(w);
      body_.sources.push_back({w, n_});
      if (o_.reductions && r_.chance(25)) root_reduction(w);
    }
  }
  phase(BufferId());
  return b_.finish();
}

}  // namespace

Kernel random_kernel(uint64_t seed, const RandomKernelOptions& options) { return Generator(seed, options).run(); }

KernelMemory random_memory(const Kernel& kernel, uint64_t seed) {
  Random r(seed ^ 0x5bd1e995u);
  KernelMemory memory;
  for (const Buffer& b : kernel.buffers) {
    if (b.space != Space::Param) continue;
    const int bytes = info(b.type).storage_bytes;
    std::vector<std::byte> data(static_cast<size_t>(b.size) * static_cast<size_t>(bytes));
    for (size_t i = 0; i < static_cast<size_t>(b.size); ++i) {
      scalar::Bits bits = r.next();
      if (b.type == Pred) {
        bits &= 1;
      } else if (is_float(b.type)) {
        if (!r.chance(3)) bits = scalar::encode(b.type, static_cast<double>(r.between(-4000, 4000)) / 256.0);
      } else if (r.chance(80)) {
        bits = scalar::encode_int(b.type, r.between(-20, 320));
      }
      std::memcpy(data.data() + i * static_cast<size_t>(bytes), &bits, static_cast<size_t>(bytes));
    }
    memory.push_back(std::move(data));
  }
  return memory;
}

std::vector<void*> pointers(KernelMemory& memory) {
  std::vector<void*> out;
  for (std::vector<std::byte>& m : memory) out.push_back(m.data());
  return out;
}

std::string first_difference(const Kernel& kernel, const KernelMemory& a, const KernelMemory& b) {
  size_t p = 0;
  for (const Buffer& buffer : kernel.buffers) {
    if (buffer.space != Space::Param) continue;
    const auto bytes = static_cast<size_t>(info(buffer.type).storage_bytes);
    for (size_t i = 0; i < static_cast<size_t>(buffer.size); ++i) {
      scalar::Bits x = 0, y = 0;
      std::memcpy(&x, a[p].data() + i * bytes, bytes);
      std::memcpy(&y, b[p].data() + i * bytes, bytes);
      if (x == y) continue;
      if (is_float(buffer.type)) {
        const double u = scalar::decode(buffer.type, x), v = scalar::decode(buffer.type, y);
        if (u != u && v != v) continue;
      }
      std::string left, right;
      hlo::append_element(left, buffer.type, a[p].data() + i * bytes, false);
      hlo::append_element(right, buffer.type, b[p].data() + i * bytes, false);
      return fmt::format("%{}[{}]: {} and {}", buffer.name, i, left, right);
    }
    ++p;
  }
  return "";
}

}  // namespace eutectic::kernel

// Every primitive on every type, on lanes and uniform, against scalar::evaluate.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "backend/cpu/compile.h"
#include "kernel/builder.h"
#include "runtime/thread_pool.h"

namespace eutectic::cpu {
namespace {

using kernel::Access;
using kernel::Index;
using kernel::KernelBuilder;
using kernel::Space;
using kernel::ValueId;
using scalar::Bits;
using scalar::Op;

constexpr ElementType all_types[] = {ElementType::Pred, ElementType::S8,  ElementType::S16,  ElementType::S32,
                                     ElementType::S64,  ElementType::U8,  ElementType::U16,  ElementType::U32,
                                     ElementType::U64,  ElementType::F16, ElementType::BF16, ElementType::F32,
                                     ElementType::F64};
constexpr int count = 203;  // has a tail for every width

Bits mask_of(ElementType t) {
  int bits = t == ElementType::Pred ? 1 : info(t).bits;
  return bits == 64 ? ~Bits{0} : (Bits{1} << bits) - 1;
}

bool is_nan(ElementType t, Bits v) { return is_float(t) && std::isnan(scalar::decode(t, v)); }

// Special values first, then random bits and random moderate numbers.
std::vector<Bits> values(ElementType t, uint32_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Bits> v;
  if (is_float(t)) {
    double special[] = {0.0,
                        -0.0,
                        1,
                        -1,
                        0.5,
                        -0.5,
                        1.5,
                        2.5,
                        -2.5,
                        1e-40,
                        1e-7,
                        65504,
                        65520,
                        1e30,
                        2147483647,
                        2147483648.0,
                        -2147483648.0,
                        -2147483904.0,
                        4294967040.0,
                        4294967296.0,
                        9.3e18,
                        -9.3e18,
                        1.9e19,
                        127,
                        128,
                        255,
                        256,
                        -129,
                        32767.5,
                        40000,
                        70000,
                        8388609,
                        16777217,
                        INFINITY,
                        -INFINITY,
                        NAN,
                        3,
                        7,
                        1e300,
                        5e-324};
    for (double d : special) v.push_back(scalar::encode(t, d));
    while (v.size() < 90) v.push_back(random() & mask_of(t));
    std::normal_distribution<double> normal(0, 100);
    while (v.size() < count) v.push_back(scalar::encode(t, normal(random)));
  } else {
    for (int64_t i : {0, 1, -1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 100, -7, 15, 16})
      v.push_back(static_cast<Bits>(i) & mask_of(t));
    Bits top = (mask_of(t) >> 1) + 1;
    for (Bits b : {top, top - 1, top + 1, mask_of(t), mask_of(t) - 1}) v.push_back(b & mask_of(t));
    while (v.size() < 120) v.push_back(random() & mask_of(t));
    while (v.size() < count) v.push_back((random() >> (random() % 64)) & mask_of(t));
  }
  std::shuffle(v.begin(), v.end(), random);
  return v;
}

// Values of which no lane leaves the fast paths of rem: moderate, and near multiples of each other.
std::vector<Bits> moderate(ElementType t, size_t operand) {
  std::mt19937_64 random(99);
  std::vector<Bits> v;
  for (size_t j = 0; j < count; ++j) {
    double y = std::uniform_real_distribution<double>(0.01, 10)(random) * (random() % 2 ? 1 : -1);
    double x = std::uniform_real_distribution<double>(-1e4, 1e4)(random);
    Bits by = scalar::encode(t, y);
    Bits bx = scalar::encode(t, random() % 2 ? x : std::round(x) * scalar::decode(t, by));
    if (random() % 3 == 0) bx += random() % 3 - 1;
    v.push_back(operand == 0 ? bx : by);
  }
  return v;
}

struct Memory {
  std::vector<std::vector<unsigned char>> bytes;
  std::vector<void*> pointers() {
    std::vector<void*> p;
    for (auto& b : bytes) p.push_back(b.data());
    return p;
  }
};

void put(std::vector<unsigned char>& m, ElementType t, size_t i, Bits v) {
  auto size = static_cast<size_t>(info(t).storage_bytes);
  std::memcpy(m.data() + i * size, &v, size);
}
Bits get(const std::vector<unsigned char>& m, ElementType t, size_t i) {
  auto size = static_cast<size_t>(info(t).storage_bytes);
  Bits v = 0;
  std::memcpy(&v, m.data() + i * size, size);
  return v;
}

struct Case {
  Op op;
  std::vector<ElementType> types;
  ElementType result;
};

// One kernel computes all cases: out_i[j] = op(in...[j]) on lanes, and of element 3 as uniform values.
void check(const std::vector<Case>& cases, const CpuOptions& options, bool only_moderate = false) {
  KernelBuilder k("ops");
  std::map<std::pair<ElementType, int>, kernel::BufferId> inputs;
  std::map<std::pair<ElementType, int>, std::vector<Bits>> data;
  Memory memory;
  for (const Case& c : cases)
    for (size_t i = 0; i < c.types.size(); ++i) {
      std::pair<ElementType, int> key{c.types[i], static_cast<int>(i)};
      if (inputs.contains(key)) continue;
      inputs[key] = k.buffer("in", key.first, count, Space::Param, Access::In);
      data[key] = only_moderate
                      ? moderate(key.first, i)
                      : values(key.first, static_cast<uint32_t>(17 * static_cast<int>(key.first) + key.second));
      memory.bytes.emplace_back(static_cast<size_t>(count * info(key.first).storage_bytes));
      for (size_t j = 0; j < count; ++j) put(memory.bytes.back(), key.first, j, data[key][j]);
    }
  size_t first_out = memory.bytes.size();
  std::vector<kernel::BufferId> out;
  for (const Case& c : cases) {
    out.push_back(k.buffer("out", c.result, count + 1, Space::Param, Access::Out));
    memory.bytes.emplace_back(static_cast<size_t>((count + 1) * info(c.result).storage_bytes));
  }
  auto body = [&](Index from, Index to) {
    std::map<std::pair<ElementType, int>, ValueId> loaded;
    for (auto& [key, buffer] : inputs) loaded[key] = k.load(buffer, from);
    for (size_t c = 0; c < cases.size(); ++c) {
      std::vector<ValueId> operands;
      for (size_t i = 0; i < cases[c].types.size(); ++i)
        operands.push_back(loaded[{cases[c].types[i], static_cast<int>(i)}]);
      k.store(out[c], to, k.op(cases[c].op, cases[c].result, operands));
    }
  };
  ValueId j = k.begin_lanes(k.s64(0), k.s64(count));
  body({{{j, 1}}, 0}, {{{j, 1}}, 0});
  k.end();
  body({{}, 3}, {{}, count});
  kernel::Kernel kernel = k.finish();
  auto entry = compile(kernel, options);
  ASSERT_TRUE(entry) << render(entry.error());
  runtime::ThreadPool pool(1);
  runtime::Scratch scratch;
  run_kernel(*entry, memory.pointers(), pool, 1, scratch);
  for (size_t c = 0; c < cases.size(); ++c) {
    int wrong = 0;
    for (size_t j2 = 0; j2 <= count; ++j2) {
      std::vector<Bits> x;
      for (size_t i = 0; i < cases[c].types.size(); ++i)
        x.push_back(data[{cases[c].types[i], static_cast<int>(i)}][j2 == count ? 3 : j2]);
      Bits want = scalar::evaluate(cases[c].op, cases[c].result, cases[c].types, x);
      Bits got = get(memory.bytes[first_out + c], cases[c].result, j2);
      if (got == want || (is_nan(cases[c].result, got) && is_nan(cases[c].result, want))) continue;
      if (++wrong > 2) continue;
      ADD_FAILURE() << options.cpu << "/" << options.vector_bits << " " << scalar::info(cases[c].op).text << " "
                    << info(cases[c].types.back()).hlo << " -> " << info(cases[c].result).hlo << " at " << j2
                    << std::hex << ": of " << x[0] << (x.size() > 1 ? x[1] : 0) << (x.size() > 1 ? " " : "") << " is "
                    << got << ", not " << want;
    }
  }
}

std::vector<CpuOptions> machines() {
  std::vector<CpuOptions> m(1);
#if defined(__x86_64__)
  for (auto [cpu, bits] : {std::pair{"x86-64-v2", 0}, {"x86-64-v3", 256}, {"x86-64-v3", 128}}) {
    m.emplace_back();
    m.back().cpu = cpu;
    m.back().vector_bits = bits;
    m.back().interleave = bits == 128 ? 4 : 1;
  }
#endif
  for (CpuOptions& o : m) o.cache = false;
  return m;
}

TEST(CpuOps, Primitives) {
  for (ElementType t : all_types) {
    std::vector<Case> cases;
    for (int i = 0; i < scalar::op_count; ++i) {
      Op op = static_cast<Op>(i);
      if (scalar::info(op).group != scalar::OpGroup::Primitive || op == Op::Convert || op == Op::Bitcast) continue;
      std::vector<ElementType> types(static_cast<size_t>(scalar::info(op).operands), t);
      if (op == Op::Select) types[0] = ElementType::Pred;
      if (auto result = scalar::result_type(op, types, t)) cases.push_back({op, types, *result});
    }
    for (const CpuOptions& o : machines()) check(cases, o);
  }
}

TEST(CpuOps, RemainderOfModerateFloats) {
  for (ElementType t : {ElementType::F32, ElementType::F64, ElementType::BF16, ElementType::F16})
    for (const CpuOptions& o : machines()) check({{Op::Rem, {t, t}, t}}, o, true);
}

TEST(CpuOps, Conversions) {
  for (ElementType t : all_types) {
    std::vector<Case> cases;
    for (ElementType to : all_types)
      for (Op op : {Op::Convert, Op::Bitcast})
        if (auto result = scalar::result_type(op, std::vector{t}, to)) cases.push_back({op, {t}, *result});
    for (const CpuOptions& o : machines()) check(cases, o);
  }
}

}  // namespace
}  // namespace eutectic::cpu

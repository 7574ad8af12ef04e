// What the rest of the verifier relies on: ids in range, regions that form trees, lists of the right lengths.
#include "kernel/verifier.h"

namespace eutectic::kernel {
namespace {
constexpr int max_nesting = 64;
constexpr int64_t max_elements = int64_t{1} << 48;
constexpr int64_t max_local_bytes = int64_t{1} << 30;
}  // namespace

void Verifier::buffers() {
  int64_t local = 0;
  for (size_t i = 0; i < k_.buffers.size(); ++i) {
    const Buffer& b = k_.buffers[BufferId(i)];
    const std::string text = names_->buffer(BufferId(i));
    if (!scalar::is_scalar_type(b.type))
      fail(StmtId(), "buffer {} is of {}, which kernels do not compute with", text, info(b.type).hlo);
    if (b.size < 0 || b.size > max_elements) {
      fail(StmtId(), "buffer {} has {} elements", text, b.size);
    } else if (b.space == Space::Local) {
      local += b.size > max_local_bytes ? max_local_bytes + 1 : b.size * info(b.type).storage_bytes;
      if (local > max_local_bytes) {
        fail(StmtId(), "local buffers up to {} take more than {} bytes", text, max_local_bytes);
        local = 0;
      }
    }
  }
  for (const Value& v : k_.values)
    if (!scalar::is_scalar_type(v.type)) return fail(StmtId(), "a value is of {}", info(v.type).hlo);
}

// Lengths of lists, and ids.
bool Verifier::counts(StmtId id) {
  const Stmt& s = k_.stmts[id];
  const size_t before = diagnostics_.size();
  for (const auto* list : {&s.operands, &s.results})
    for (ValueId v : *list)
      if (v.index() >= k_.values.size()) {
        fail(id, "an operand or result is no value");
        return false;
      }
  for (const IndexTerm& t : s.index.terms)
    if (t.value.index() >= k_.values.size()) {
      fail(id, "a term of the index is no value");
      return false;
    }
  for (RegionId r : s.regions)
    if (r.index() >= k_.regions.size()) {
      fail(id, "a region does not exist");
      return false;
    }
  // Lists with an exact length; operands and results may have more where `open` says so.
  const auto expect = [&](size_t operands, bool more, size_t results, size_t regions) {
    if (more ? s.operands.size() < operands : s.operands.size() != operands) fail(id, "{} operands", s.operands.size());
    if (s.results.size() != results) fail(id, "{} results instead of {}", s.results.size(), results);
    if (s.regions.size() != regions) fail(id, "{} regions instead of {}", s.regions.size(), regions);
    return diagnostics_.size() == before;
  };
  const auto params = [&](size_t r, size_t n) {
    if (k_.regions[s.regions[r]].params.size() != n)
      fail(id, "region {} has {} parameters instead of {}", r, k_.regions[s.regions[r]].params.size(), n);
  };
  const auto yields = [&](size_t r, size_t n) {
    if (k_.regions[s.regions[r]].yields.size() != n)
      fail(id, "region {} yields {} values instead of {}", r, k_.regions[s.regions[r]].yields.size(), n);
  };
  const size_t n = s.operands.size();
  switch (s.kind) {
    case StmtKind::Const:
      expect(0, false, 1, 0);
      break;
    case StmtKind::Op:
      if (scalar::info(s.op).group != scalar::OpGroup::Primitive)
        fail(id, "{} is not a primitive", scalar::info(s.op).text);
      expect(static_cast<size_t>(scalar::info(s.op).operands), false, 1, 0);
      break;
    case StmtKind::Load:
      expect(n == 0 ? 0 : 2, false, 1, 0);
      break;
    case StmtKind::Store:
      expect(n == 2 ? 2 : 1, false, 0, 0);
      break;
    case StmtKind::For:
      if (!expect(2, true, n < 2 ? 0 : n - 2, 1)) break;
      params(0, n - 1);
      yields(0, n - 2);
      break;
    case StmtKind::While:
      if (!expect(0, true, n, 2)) break;
      params(0, n);
      params(1, n);
      yields(0, 1);
      yields(1, n);
      break;
    case StmtKind::When:
      if (!expect(1, true, n < 1 ? 0 : n - 1, 1)) break;
      params(0, 0);
      yields(0, n - 1);
      break;
    case StmtKind::Par:
      if (!expect(1, false, 0, 1)) break;
      params(0, 1);
      yields(0, 0);
      break;
    case StmtKind::Lanes:
      if (!expect(2, false, s.reducers.size(), 1)) break;
      params(0, 1);
      yields(0, s.reducers.size());
      break;
    case StmtKind::Call: {
      if (s.function.index() >= k_.functions.size() || k_.functions[s.function].body.index() >= k_.regions.size()) {
        fail(id, "the function does not exist");
        break;
      }
      const Region& body = k_.regions[k_.functions[s.function].body];
      expect(body.params.size(), false, body.yields.size(), 0);
      break;
    }
  }
  if ((s.kind == StmtKind::Load || s.kind == StmtKind::Store) && s.buffer.index() >= k_.buffers.size())
    fail(id, "the buffer does not exist");
  if (s.kind != StmtKind::Lanes && !s.reducers.empty()) fail(id, "reducers belong to lanes");
  return diagnostics_.size() == before;
}

bool Verifier::structure() {
  std::vector<bool> owned(k_.regions.size(), false), placed(k_.stmts.size(), false), defined(k_.values.size(), false);
  const auto own = [&](RegionId r, StmtId by) {
    if (r.index() >= k_.regions.size()) return fail(by, "a region does not exist");
    if (owned[r.index()]) return fail(by, "a region belongs to two statements");
    owned[r.index()] = true;
  };
  const auto define_once = [&](ValueId v, StmtId by) {
    if (v.index() >= k_.values.size()) return fail(by, "a parameter is no value");
    if (defined[v.index()]) return fail(by, "{} is defined twice", name(v));
    defined[v.index()] = true;
  };
  own(k_.root, StmtId());
  for (const Function& f : k_.functions) own(f.body, StmtId());
  for (size_t i = 0; i < k_.stmts.size(); ++i)
    for (RegionId r : k_.stmts[StmtId(i)].regions) own(r, StmtId(i));
  if (!diagnostics_.empty()) return false;
  if (!k_.regions[k_.root].params.empty() || !k_.regions[k_.root].yields.empty())
    fail(StmtId(), "the root region has parameters or yields");

  // From the roots down; every region and statement is met once, so this ends.
  std::vector<std::pair<RegionId, int>> work{{k_.root, 1}};
  for (const Function& f : k_.functions) work.emplace_back(f.body, 2);
  while (!work.empty()) {
    const auto [id, depth] = work.back();
    work.pop_back();
    for (ValueId v : k_.regions[id].params) define_once(v, StmtId());
    for (ValueId v : k_.regions[id].yields)
      if (v.index() >= k_.values.size()) fail(StmtId(), "a yield is no value");
    for (StmtId s : k_.regions[id].stmts) {
      if (s.index() >= k_.stmts.size()) {
        fail(StmtId(), "a statement does not exist");
        continue;
      }
      if (placed[s.index()]) {
        fail(s, "a statement stands in two places");
        continue;
      }
      placed[s.index()] = true;
      if (!counts(s)) continue;
      for (ValueId v : k_.stmts[s].results) define_once(v, s);
      for (RegionId r : k_.stmts[s].regions) {
        if (depth == max_nesting) {
          fail(s, "regions are nested deeper than {}", max_nesting);
        } else {
          work.emplace_back(r, depth + 1);
        }
      }
    }
  }
  return diagnostics_.empty();
}

}  // namespace eutectic::kernel

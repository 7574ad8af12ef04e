#include "kernel/lower/emitter.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "analysis/contract.h"
#include "base/check.h"

namespace eutectic::kernel {

using analysis::Affine;
using analysis::Atom;
using analysis::AtomKind;
using analysis::Node;
using analysis::NodeKind;
using scalar::Op;

namespace {

constexpr int64_t threefry_cost = 60;  // of each of its two results

// In plain operations: a remainder of floats is a call per lane; roots and quotients keep their unit busy.
int64_t operation_cost(const Node& node) {
  if (!is_float(node.type)) return 1;
  switch (node.op) {
    case Op::Rem:
      return 100;
    case Op::Sqrt:
      return 8;
    case Op::Div:
      return 4;
    default:
      return 1;
  }
}

}  // namespace

void GraphEmitter::use_threefry(std::vector<analysis::Threefry> found) {
  threefries_ = std::move(found);
  if (threefries_.empty()) return;
  for (size_t i = 0; i < threefries_.size(); ++i)
    threefry_of_[threefries_[i].y0.value] = threefry_of_[threefries_[i].y1.value] = i;
  const ElementType u32 = ElementType::U32, types[] = {u32, u32, u32, u32, u32};
  const std::vector<ValueId> p = b_.begin_function("threefry2x32", types);
  ValueId x0 = p[0], x1 = p[1];
  for (uint64_t n = 0; n < 5; ++n) {
    if (n > 0) {
      x0 = b_.op(Op::Add, u32, {x0, p[2 + n % 3]});
      x1 = b_.op(Op::Add, u32, {x1, p[2 + (n + 1) % 3]});
      x1 = b_.op(Op::Add, u32, {x1, b_.constant(u32, n)});
    }
    for (int by : analysis::threefry_rotations[n % 2]) {
      x0 = b_.op(Op::Add, u32, {x0, x1});
      const ValueId left = b_.op(Op::ShiftLeft, u32, {x1, b_.constant(u32, static_cast<uint64_t>(by))});
      const ValueId right = b_.op(Op::ShiftRightLogical, u32, {x1, b_.constant(u32, static_cast<uint64_t>(32 - by))});
      x1 = b_.op(Op::Xor, u32, {x0, b_.op(Op::Or, u32, {left, right})});
    }
  }
  const ValueId results[] = {x0, x1};
  b_.end(results);
  threefry_ = b_.last_function();
}

void GraphEmitter::emit_threefry(const analysis::Threefry& t) {
  std::vector<ValueId> operands;
  for (NodeId o : {t.x0, t.x1, t.key0, t.key1, t.key2}) operands.push_back(values_.at(o.value));
  const std::vector<ValueId> results = b_.call(threefry_, operands);
  define(t.y0, results[0]);
  define(t.y1, results[1]);
}

void GraphEmitter::push() {
  scope_nodes_.emplace_back();
  scope_atoms_.emplace_back();
}

void GraphEmitter::pop() {
  for (uint32_t n : scope_nodes_.back()) values_.erase(n);
  for (uint32_t a : scope_atoms_.back()) atoms_.erase(a);
  scope_nodes_.pop_back();
  scope_atoms_.pop_back();
}

void GraphEmitter::define(NodeId node, ValueId value) {
  if (values_.emplace(node.value, value).second && !scope_nodes_.empty()) scope_nodes_.back().push_back(node.value);
}

void GraphEmitter::define_atom(AtomId atom, ValueId value) {
  if (atoms_.emplace(atom.value, value).second && !scope_atoms_.empty()) scope_atoms_.back().push_back(atom.value);
}

std::vector<ValueId> GraphEmitter::emit(const std::vector<NodeId>& roots, bool lazy) {
  emit_level(roots, lazy);
  std::vector<ValueId> out;
  for (NodeId r : roots) out.push_back(values_.at(r.value));
  return out;
}

void GraphEmitter::dependencies(NodeId node, std::vector<NodeId>& out) const {
  if (auto it = threefry_of_.find(node.value); it != threefry_of_.end()) {
    const analysis::Threefry& t = threefries_[it->second];
    out.insert(out.end(), {t.x0, t.x1, t.key0, t.key1, t.key2});
    return;
  }
  for (NodeId o : g_.operands(node)) out.push_back(o);
  if (g_[node].form.valid()) g_.form_nodes(g_[node].form, out);
}

void GraphEmitter::emit_level(const std::vector<NodeId>& roots, bool lazy) {
  std::vector<Group> groups;
  std::unordered_map<uint32_t, size_t> group_of;
  if (lazy) {
    groups = find_groups(roots);
    for (size_t i = 0; i < groups.size(); ++i)
      for (NodeId s : groups[i].selects) group_of[s.value] = i;
  }
  std::vector<NodeId> stack(roots.rbegin(), roots.rend()), wants;
  while (!stack.empty()) {
    const NodeId id = stack.back();
    if (values_.contains(id.value)) {
      stack.pop_back();
      continue;
    }
    wants.clear();
    auto it = group_of.find(id.value);
    if (it != group_of.end()) {
      Group& group = groups[it->second];
      wants.push_back(group.pred);
      for (NodeId s : group.selects) wants.push_back(g_[s].operands[group.when_true ? 2 : 1]);
      wants.insert(wants.end(), group.outside.begin(), group.outside.end());
    } else {
      dependencies(id, wants);
    }
    std::erase_if(wants, [&](NodeId n) { return values_.contains(n.value); });
    if (!wants.empty()) {
      stack.insert(stack.end(), wants.rbegin(), wants.rend());
      continue;
    }
    if (it != group_of.end()) {
      emit_group(groups[it->second]);
    } else if (auto t = threefry_of_.find(id.value); t != threefry_of_.end()) {
      emit_threefry(threefries_[t->second]);
    } else {
      define(id, emit_node(id));
    }
    stack.pop_back();
  }
}

// For each lane predicate the selects on it that do not depend on one another, and the nodes that only their arms need.
std::vector<GraphEmitter::Group> GraphEmitter::find_groups(const std::vector<NodeId>& roots) {
  // What this level has to compute, ascending.
  std::vector<NodeId> level, wants;
  std::unordered_set<uint32_t> seen;
  auto visit = [&](NodeId id) {
    if (!values_.contains(id.value) && seen.insert(id.value).second) level.push_back(id);
  };
  for (NodeId r : roots) visit(r);
  for (size_t i = 0; i < level.size(); ++i) {
    wants.clear();
    dependencies(level[i], wants);
    for (NodeId o : wants) visit(o);
  }
  std::ranges::sort(level, {}, &NodeId::value);
  std::map<std::pair<uint32_t, bool>, std::vector<NodeId>> by_pred;
  for (NodeId id : level) {
    const Node& n = g_[id];
    if (n.kind == NodeKind::Op && n.op == Op::Select && (g_[n.operands[0]].depends & analysis::DependsOnLane)) {
      by_pred[{n.operands[0].value, true}].push_back(id);
      by_pred[{n.operands[0].value, false}].push_back(id);
    }
  }
  // Readers of each node of the level; a root has one more.
  std::unordered_map<uint32_t, std::vector<NodeId>> readers;
  for (NodeId id : level) {
    wants.clear();
    dependencies(id, wants);
    for (NodeId o : wants) readers[o.value].push_back(id);
  }
  std::unordered_set<uint32_t> is_root;
  for (NodeId r : roots) is_root.insert(r.value);

  std::vector<Group> found;
  std::unordered_set<uint32_t> seldom;  // what only rare arms need
  std::vector<std::pair<std::pair<uint32_t, bool>, std::vector<NodeId>>> ordered(by_pred.begin(), by_pred.end());
  std::ranges::stable_partition(ordered, [&](const auto& entry) { return g_[entry.second.front()].rigid; });
  for (auto& [key, selects] : ordered) {
    Group group;
    group.pred = NodeId(key.first);
    group.when_true = key.second;
    // Selects that read none of the others: what follows from a member is tainted. Only what lies between is walked.
    std::unordered_set<uint32_t> member, tainted;
    std::set<uint32_t> follows;
    auto follow = [&](NodeId id) {
      for (NodeId r : readers[id.value])
        if (r.value <= selects.back().value) follows.insert(r.value);
    };
    for (NodeId s : selects) {
      while (!follows.empty() && *follows.begin() <= s.value) {
        const NodeId at(*follows.begin());
        follows.erase(follows.begin());
        if (tainted.insert(at.value).second) follow(at);
      }
      if (tainted.contains(s.value)) continue;
      member.insert(s.value);
      group.selects.push_back(s);
      follow(s);
    }
    if (group.selects.empty()) continue;
    const size_t arm = group.when_true ? 1 : 2;
    // What only the arms read, readers before what they read.
    std::unordered_set<uint32_t> own;
    std::set<uint32_t, std::greater<>> candidates;
    for (NodeId s : group.selects) candidates.insert(g_[s].operands[arm].value);
    int64_t cost = 0;
    while (!candidates.empty()) {
      const NodeId id(*candidates.begin());
      candidates.erase(candidates.begin());
      if (!seen.contains(id.value) || is_root.contains(id.value) || member.contains(id.value) || id == group.pred)
        continue;
      bool exclusive = readers.contains(id.value);
      for (NodeId r : readers[id.value]) {
        if (own.contains(r.value)) continue;
        const Node& s = g_[r];
        bool as_arm =
            member.contains(r.value) && s.operands[arm] == id && s.operands[3 - arm] != id && s.operands[0] != id;
        if (!as_arm) {
          exclusive = false;
          break;
        }
      }
      if (!exclusive) continue;
      own.insert(id.value);
      group.own.push_back(id);
      wants.clear();
      dependencies(id, wants);
      for (NodeId o : wants) candidates.insert(o.value);
      if (g_[id].kind == NodeKind::Op && !seldom.contains(id.value))
        cost += threefry_of_.contains(id.value) ? threefry_cost : operation_cost(g_[id]);
    }
    // A select of the program itself: which arm is the usual one is not known, and a branch around the usual one costs
    // more than it saves, so the arm must be long. Expansions use selects only for what is rare.
    const bool rare = std::ranges::all_of(group.selects, [&](NodeId s) { return g_[s].rigid; });
    if (cost < (rare ? lazy_threshold : long_threshold)) continue;
    group.operations = static_cast<int64_t>(group.own.size());
    for (NodeId id : group.own)
      if (threefry_of_.contains(id.value)) group.operations += threefry_cost - 1;
    // Only selects whose arm is among them gain.
    std::erase_if(group.selects, [&](NodeId s) { return !own.contains(g_[s].operands[arm].value); });
    for (NodeId id : group.own) {
      wants.clear();
      dependencies(id, wants);
      for (NodeId o : wants)
        if (!own.contains(o.value)) group.outside.push_back(o);
    }
    if (rare)
      for (NodeId id : group.own) seldom.insert(id.value);
    found.push_back(std::move(group));
  }
  // The largest first; what lies inside another waits for its turn there.
  std::ranges::stable_sort(found, [](const Group& a, const Group& b) { return a.operations > b.operations; });
  std::vector<Group> chosen;
  std::unordered_set<uint32_t> taken;
  for (Group& group : found) {
    bool free = true;
    for (NodeId s : group.selects) free &= !taken.contains(s.value);
    for (NodeId n : group.own) free &= !taken.contains(n.value);
    if (!free) continue;
    for (NodeId s : group.selects) taken.insert(s.value);
    for (NodeId n : group.own) taken.insert(n.value);
    chosen.push_back(std::move(group));
  }
  return chosen;
}

void GraphEmitter::emit_group(Group& group) {
  const size_t arm = group.when_true ? 1 : 2;
  ValueId pred = values_.at(group.pred.value);
  if (!group.when_true) {
    ValueId operands[] = {pred};
    pred = b_.op(Op::Not, ElementType::Pred, operands);
  }
  std::vector<ValueId> otherwise;
  std::vector<NodeId> arms;
  for (NodeId s : group.selects) {
    otherwise.push_back(values_.at(g_[s].operands[3 - arm].value));
    arms.push_back(g_[s].operands[arm]);
  }
  b_.begin_when(pred, otherwise);
  push();
  std::vector<ValueId> yields = emit(arms, true);
  pop();
  std::vector<ValueId> results = b_.end(yields);
  for (size_t i = 0; i < results.size(); ++i) define(group.selects[i], results[i]);
  lazy_operations_ += static_cast<int64_t>(group.own.size());
}

bool GraphEmitter::is_flat(const Affine& form, int64_t& scale) const {
  if (!flat_.valid()) return false;
  std::vector<int64_t> coefficients(lane_strides.size(), 0);
  for (const auto& [id, c] : form.terms)
    if (const Atom& a = g_.affine[id]; a.kind == AtomKind::Lane) coefficients[a.number] = c;
  scale = coefficients.back();
  if (scale == 0) return false;
  for (size_t d = 0; d < coefficients.size(); ++d)
    if (__int128{coefficients[d]} != __int128{scale} * lane_strides[d]) return false;
  return true;
}

ValueId GraphEmitter::atom_value(AtomId id) {
  if (auto it = atoms_.find(id.value); it != atoms_.end()) return it->second;
  const Atom& atom = g_.affine[id];
  ValueId v;
  switch (atom.kind) {
    case AtomKind::Node: {
      v = values_.at(atom.number);
      if (g_[NodeId(atom.number)].type != ElementType::S64) v = b_.op(Op::Convert, ElementType::S64, {v});
      break;
    }
    case AtomKind::FloorDiv:
    case AtomKind::Mod: {
      // Unsigned 32-bit division is the cheapest on vectors; negative forms are shifted up by a multiple first.
      analysis::Range r = g_.affine[atom.form].range;
      int64_t shift = r.lo < 0 ? ((-r.lo + atom.divisor - 1) / atom.divisor) * atom.divisor : 0;
      ElementType t = std::max(r.hi + shift, atom.divisor) <= UINT32_MAX ? ElementType::U32 : ElementType::U64;
      ValueId form = form_value(atom.form, ElementType::S64);
      if (shift) form = b_.op(Op::Add, ElementType::S64, {form, b_.s64(shift)});
      form = b_.op(Op::Convert, t, {form});
      ValueId d = b_.constant(t, static_cast<uint64_t>(atom.divisor));
      v = b_.op(atom.kind == AtomKind::Mod ? Op::Rem : Op::Div, t, {form, d});
      v = b_.op(Op::Convert, ElementType::S64, {v});
      if (atom.kind == AtomKind::FloorDiv && shift)
        v = b_.op(Op::Sub, ElementType::S64, {v, b_.s64(shift / atom.divisor)});
      break;
    }
    case AtomKind::Lane: {
      // One axis of several: from the row-major number.
      CHECK(flat_.valid(), "lane axis {} has no value", atom.number);
      ElementType t = lane_count <= UINT32_MAX ? ElementType::U32 : ElementType::U64;
      v = b_.op(Op::Convert, t, {flat_});
      if (lane_strides[atom.number] != 1)
        v = b_.op(Op::Div, t, {v, b_.constant(t, static_cast<uint64_t>(lane_strides[atom.number]))});
      if (atom.number != 0) v = b_.op(Op::Rem, t, {v, b_.constant(t, static_cast<uint64_t>(atom.range.hi + 1))});
      v = b_.op(Op::Convert, ElementType::S64, {v});
      break;
    }
    case AtomKind::Counter:
      CHECK(false, "the counter has no value here");
  }
  define_atom(id, v);
  return v;
}

Index GraphEmitter::index(AffineId form) {
  const Affine f = g_.affine[form];
  Index out;
  out.offset = f.constant;
  int64_t scale = 0;
  const bool flat = is_flat(f, scale);
  if (flat) out.terms.push_back({flat_, scale});
  for (const auto& [id, c] : f.terms) {
    if (flat && g_.affine[id].kind == AtomKind::Lane) continue;
    out.terms.push_back({atom_value(id), c});
  }
  return out;
}

// Computed in the type itself: the value fits, so wrapping on the way is harmless.
ValueId GraphEmitter::form_value(AffineId form, ElementType type) {
  const Index i = index(form);
  ValueId sum;
  for (const IndexTerm& t : i.terms) {
    ValueId v = t.value;
    if (type != ElementType::S64) v = b_.op(Op::Convert, type, {v});
    if (t.scale != 1) v = b_.op(Op::Mul, type, {v, b_.constant(type, scalar::encode_int(type, t.scale))});
    sum = sum.valid() ? b_.op(Op::Add, type, {sum, v}) : v;
  }
  if (!sum.valid()) return b_.constant(type, scalar::encode_int(type, i.offset));
  if (i.offset != 0) sum = b_.op(Op::Add, type, {sum, b_.constant(type, scalar::encode_int(type, i.offset))});
  return sum;
}

ValueId GraphEmitter::emit_node(NodeId id) {
  const Node& n = g_[id];
  switch (n.kind) {
    case NodeKind::Const:
      return b_.constant(n.type, n.bits);
    case NodeKind::Index:
      return form_value(n.form, n.type);
    case NodeKind::Load: {
      if (n.number < analysis::state_array) return b_.load(arrays[n.number], index(n.form));
      const StateArray& state = state_arrays.at(n.number);
      Index at = index(n.form);
      at.terms.push_back(state.half);
      return b_.load(state.buffer, std::move(at));
    }
    case NodeKind::Op: {
      std::vector<ValueId> operands;
      for (NodeId o : g_.operands(id)) operands.push_back(values_.at(o.value));
      return b_.op(n.op, n.type, operands);
    }
    case NodeKind::Carry:
    case NodeKind::Reduce:
      break;
  }
  CHECK(false, "node {} has no value in this scope", g_.to_string(id));
  return ValueId();
}

}  // namespace eutectic::kernel

#include "analysis/threefry.h"

#include <optional>

namespace eutectic::analysis {

using scalar::Op;

namespace {

class Finder {
 public:
  explicit Finder(ScalarGraph& graph) : g_(graph) {}

  std::optional<Threefry> ending_at(NodeId y1) {
    Threefry t;
    t.y1 = y1;
    std::optional<Block> block = block_ending_at(y1, 0);
    if (!block) return std::nullopt;
    t.y0 = block->to0;
    // After block n key n mod 3 is added to the first word, key (n + 1) mod 3 and n to the other.
    NodeId keys[3];
    auto agree = [&](int64_t which, NodeId key) {
      NodeId& known = keys[which % 3];
      if (!known.valid()) known = key;
      return known == key;
    };
    for (int n = 4; n >= 1; --n) {
      const NodeId to0 = block->from0, to1 = block->from1;
      std::optional<Block> before;
      NodeId key1;
      for (const Sum& s : sums(to1, static_cast<uint32_t>(n)))
        if ((before = block_ending_at(s.value, (n - 1) % 2))) {
          key1 = s.key;
          break;
        }
      if (!before) return std::nullopt;
      NodeId key0;
      for (const Sum& s : sums(to0, 0))
        if (s.value == before->to0) key0 = s.key;
      if (!key0.valid() || !agree(n, key0) || !agree(n + 1, key1)) return std::nullopt;
      block = before;
    }
    t.x0 = block->from0;
    t.x1 = block->from1;
    t.key0 = keys[0];
    t.key1 = keys[1];
    t.key2 = keys[2];
    return t;
  }

 private:
  struct Block {
    NodeId from0, from1, to0, to1;
  };
  struct Sum {
    NodeId value, key;
  };

  const Node* op(NodeId id, Op op) const {
    const Node& n = g_[id];
    return n.kind == NodeKind::Op && n.op == op && n.type == ElementType::U32 ? &n : nullptr;
  }
  // What is rotated to the left by `by`.
  NodeId rotated(NodeId id, int by) const {
    const Node* both = op(id, Op::Or);
    if (!both) return NodeId();
    for (size_t i : {0, 1}) {
      const Node *left = op(both->operands[i], Op::ShiftLeft),
                 *right = op(both->operands[1 - i], Op::ShiftRightLogical);
      if (left && right && left->operands[0] == right->operands[0] && is(left->operands[1], by) &&
          is(right->operands[1], 32 - by))
        return left->operands[0];
    }
    return NodeId();
  }
  bool is(NodeId id, int64_t value) const { return g_.is_constant(id) && g_[id].bits == static_cast<uint64_t>(value); }

  // Four rounds: x0 += x1; x1 = rotate(x1) ^ x0.
  std::optional<Block> block_ending_at(NodeId to1, int parity) const {
    Block b{.from0 = {}, .from1 = {}, .to0 = {}, .to1 = to1};
    NodeId x1 = to1, x0;  // x0: what the round before must have made
    for (int r = 3; r >= 0; --r) {
      const Node* mixed = op(x1, Op::Xor);
      if (!mixed) return std::nullopt;
      bool found = false;
      for (size_t i : {0, 1}) {
        const NodeId sum = mixed->operands[i];
        const Node* add = op(sum, Op::Add);
        const NodeId before1 = rotated(mixed->operands[1 - i], threefry_rotations[parity][r]);
        if (!add || !before1.valid() || (x0.valid() && sum != x0)) continue;
        const size_t at = add->operands[0] == before1 ? 0 : 1;
        if (add->operands[at] != before1) continue;
        if (r == 3) b.to0 = sum;
        x0 = add->operands[1 - at];
        x1 = before1;
        found = true;
        break;
      }
      if (!found) return std::nullopt;
    }
    b.from0 = x0;
    b.from1 = x1;
    return b;
  }

  // The ways to read a node as value + key + count.
  std::vector<Sum> sums(NodeId id, uint32_t count) {
    std::vector<Sum> out;
    auto constant = [&](uint32_t v) { return g_.constant_node(ElementType::U32, v); };
    auto two = [&](NodeId sum) {
      const Node* add = op(sum, Op::Add);
      if (!add) return;
      const NodeId x = add->operands[0], y = add->operands[1];
      out.push_back({x, y});
      out.push_back({y, x});
    };
    if (count == 0) {
      two(id);
      out.push_back({id, constant(0)});
      return out;
    }
    const Node* add = op(id, Op::Add);
    if (!add) return out;
    const NodeId operands[] = {add->operands[0], add->operands[1]};
    for (size_t i : {0, 1}) {
      if (!g_.is_constant(operands[i])) continue;
      const auto known = static_cast<uint32_t>(g_[operands[i]].bits);
      if (known == count) two(operands[1 - i]);
      out.push_back({operands[1 - i], constant(known - count)});
    }
    return out;
  }

  ScalarGraph& g_;
};

}  // namespace

std::vector<Threefry> find_threefry(ScalarGraph& graph) {
  std::vector<Threefry> out;
  Finder finder(graph);
  const size_t count = graph.size();
  for (size_t i = 0; i < count; ++i)
    if (auto t = finder.ending_at(NodeId(i))) out.push_back(*t);
  return out;
}

}  // namespace eutectic::analysis

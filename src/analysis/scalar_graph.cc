#include "analysis/scalar_graph.h"

#include <fmt/format.h>

#include <limits>

#include "base/check.h"
#include "scalar/expand.h"

namespace eutectic::analysis {
namespace {

using scalar::Op;

// HLO adds and compares truth values by size; kernels know the logical operations.
Op logical(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Max:
      return Op::Or;
    case Op::Mul:
    case Op::Min:
      return Op::And;
    default:
      return op;
  }
}

template <class T>
void put(std::string& key, T value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool commutative(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Eq:
    case Op::Ne:
    case Op::MulHi:
    case Op::Fma:  // its first two
      return true;
    default:
      return false;
  }
}

}  // namespace

NodeId ScalarGraph::intern(Node node) {
  std::string key;
  put(key, node.kind);
  put(key, node.type);
  put(key, node.op);
  for (int i = 0; i < node.operand_count; ++i) put(key, node.operands[static_cast<size_t>(i)].value);
  put(key, node.bits);
  put(key, node.form.value);
  put(key, node.number);
  auto [it, fresh] = ids_.try_emplace(std::move(key));
  if (fresh) {
    node.rigid = expanding_ > 0;
    node.depends = compute_depends(node);
    ranges_.push_back(compute_range(node));
    it->second = nodes_.add(node);
  }
  return it->second;
}

NodeId ScalarGraph::constant_node(ElementType type, scalar::Bits bits) {
  Node n;
  n.type = type;
  n.bits = bits;
  return intern(n);
}

NodeId ScalarGraph::index(AffineId form, ElementType type) {
  if (affine.is_constant(form)) return constant_node(type, scalar::encode_int(type, affine[form].constant));
  if (is_float(type) || type == ElementType::Pred) return op(Op::Convert, type, {index(form, ElementType::S64)});
  if (fits(affine[form].range, type)) {
    // An index that only names a node of this type is that node.
    const Affine& f = affine[form];
    if (f.constant == 0 && f.terms.size() == 1 && f.terms[0].second == 1) {
      const Atom& atom = affine[f.terms[0].first];
      if (atom.kind == AtomKind::Node && nodes_[NodeId(atom.number)].type == type) return NodeId(atom.number);
    }
    Node n;
    n.kind = NodeKind::Index;
    n.type = type;
    n.form = form;
    return intern(n);
  }
  return op(Op::Convert, type, {index(form, ElementType::S64)});
}

NodeId ScalarGraph::load(uint32_t array, AffineId form, ElementType type) {
  Node n;
  n.kind = NodeKind::Load;
  n.type = type;
  n.form = form;
  n.number = array;
  return intern(n);
}

NodeId ScalarGraph::carry(uint32_t slot, ElementType type, bool lane) {
  Node n;
  n.kind = NodeKind::Carry;
  n.type = type;
  n.number = slot;
  n.bits = lane;
  return intern(n);
}

NodeId ScalarGraph::reduce(Op op, NodeId value, NodeId init, uint32_t instr) {
  Node n;
  n.kind = NodeKind::Reduce;
  n.type = nodes_[value].type;
  n.op = n.type == ElementType::Pred ? logical(op) : op;
  n.operands = {value, init};
  n.operand_count = 2;
  n.number = instr;
  return intern(n);
}

NodeId ScalarGraph::rebuild(NodeId id, std::span<const NodeId> operands) {
  Node n = nodes_[id];
  bool same = true;
  for (size_t i = 0; i < operands.size(); ++i) {
    same &= n.operands[i] == operands[i];
    n.operands[i] = operands[i];
  }
  if (same) return id;
  if (commutative(n.op) && n.kind == NodeKind::Op && n.operands[1] < n.operands[0])
    std::swap(n.operands[0], n.operands[1]);
  expanding_ += n.rigid;
  NodeId out = intern(n);
  expanding_ -= n.rigid;
  return out;
}

void ScalarGraph::form_nodes(AffineId form, std::vector<NodeId>& out) const {
  for (const auto& [id, scale] : affine[form].terms) {
    const Atom& atom = affine[id];
    if (atom.kind == AtomKind::Node) out.push_back(NodeId(atom.number));
    if (atom.kind == AtomKind::FloorDiv || atom.kind == AtomKind::Mod) form_nodes(atom.form, out);
  }
}

scalar::Value ScalarGraph::constant(ElementType type, scalar::Bits bits) { return {constant_node(type, bits).value}; }

scalar::Value ScalarGraph::emit(Op op, ElementType type, std::span<const scalar::Value> operands) {
  std::array<NodeId, 3> x;
  CHECK(operands.size() <= x.size(), "{} operands", operands.size());
  for (size_t i = 0; i < operands.size(); ++i) x[i] = NodeId(operands[i].id);
  return {this->op(op, type, std::span(x).first(operands.size())).value};
}

NodeId ScalarGraph::op(Op op, ElementType type, std::span<const NodeId> x) {
  if (type == ElementType::Pred) op = logical(op);
  if (scalar::info(op).group == scalar::OpGroup::Composite) {
    std::array<scalar::Value, 3> values;
    for (size_t i = 0; i < x.size(); ++i) values[i] = {x[i].value};
    ++expanding_;
    NodeId out(scalar::expand(*this, op, std::span(values).first(x.size())).id);
    --expanding_;
    return out;
  }
  bool all_constant = true;
  for (NodeId id : x) all_constant &= is_constant(id);
  if (all_constant) {
    std::array<ElementType, 3> types{};
    std::array<scalar::Bits, 3> bits{};
    for (size_t i = 0; i < x.size(); ++i) {
      types[i] = nodes_[x[i]].type;
      bits[i] = nodes_[x[i]].bits;
    }
    return constant_node(type,
                         scalar::evaluate(op, type, std::span(types).first(x.size()), std::span(bits).first(x.size())));
  }
  if (NodeId simple = simplify(op, type, x); simple.valid()) return simple;
  if (op == Op::Rem && !expanding_ && (type == ElementType::F32 || type == ElementType::F64)) {
    ++expanding_;
    NodeId out = remainder(type, x[0], x[1]);
    --expanding_;
    return out;
  }
  if (reciprocal && !expanding_ && op == Op::Div && is_float(type) && !(nodes_[x[1]].depends & DependsOnLane) &&
      (nodes_[x[0]].depends & DependsOnLane)) {
    NodeId one = constant_node(type, scalar::encode(type, 1.0));
    return this->op(Op::Mul, type, {x[0], this->op(Op::Div, type, {one, x[1]})});
  }
  Node n;
  n.kind = NodeKind::Op;
  n.type = type;
  n.op = op;
  n.operand_count = static_cast<uint8_t>(x.size());
  for (size_t i = 0; i < x.size(); ++i) n.operands[i] = x[i];
  if (commutative(op) && n.operands[1] < n.operands[0]) std::swap(n.operands[0], n.operands[1]);
  return intern(n);
}

// x - trunc(x / y) * y without the machine's slow remainder: for moderate quotients the fma below is exact, since the
// true remainder of |x| by |y|, also one |y| more or less, is a float; so the quotient may be off by one, and a
// reciprocal does.
NodeId ScalarGraph::remainder(ElementType t, NodeId x, NodeId y) {
  auto number = [&](double v) { return constant_node(t, scalar::encode(t, v)); };
  auto pred = [&](Op o, NodeId a, NodeId b) { return this->op(o, ElementType::Pred, {a, b}); };
  const ElementType bits = t == ElementType::F32 ? ElementType::U32 : ElementType::U64;
  const uint64_t sign = t == ElementType::F32 ? 0x80000000u : uint64_t{1} << 63;
  const bool uniform = !(nodes_[y].depends & DependsOnLane);
  NodeId ax = this->op(Op::Abs, t, {x}), ay = this->op(Op::Abs, t, {y});
  NodeId ratio =
      uniform ? this->op(Op::Mul, t, {ax, this->op(Op::Div, t, {number(1), ay})}) : this->op(Op::Div, t, {ax, ay});
  NodeId q = this->op(Op::Trunc, t, {ratio});
  NodeId r = this->op(Op::Fma, t, {this->op(Op::Neg, t, {q}), ay, ax});
  r = this->op(Op::Select, t, {pred(Op::Lt, r, number(0)), this->op(Op::Add, t, {r, ay}), r});
  r = this->op(Op::Select, t, {pred(Op::Ge, r, ay), this->op(Op::Sub, t, {r, ay}), r});
  NodeId signs = this->op(Op::And, bits, {this->op(Op::Bitcast, bits, {x}), constant_node(bits, sign)});
  NodeId fast = this->op(Op::Bitcast, t, {this->op(Op::Or, bits, {this->op(Op::Bitcast, bits, {r}), signs})});
  // Large quotients, tiny and infinite divisors: the machine's. NaN goes either way.
  NodeId large = pred(Op::Ge, ax, this->op(Op::Mul, t, {ay, number(1 << 20)}));
  large =
      this->op(Op::Or, ElementType::Pred, {large, pred(Op::Eq, ay, number(std::numeric_limits<double>::infinity()))});
  large =
      this->op(Op::Or, ElementType::Pred, {large, pred(Op::Lt, ay, number(t == ElementType::F32 ? 1e-30 : 1e-290))});
  Node slow;
  slow.kind = NodeKind::Op;
  slow.type = t;
  slow.op = Op::Rem;
  slow.operand_count = 2;
  slow.operands = {x, y};
  return this->op(Op::Select, t, {large, intern(slow), fast});
}

uint8_t ScalarGraph::depends(AffineId form) const {
  uint8_t d = 0;
  for (const auto& [id, scale] : affine[form].terms) {
    const Atom& atom = affine[id];
    switch (atom.kind) {
      case AtomKind::Lane:
        d |= DependsOnLane;
        break;
      case AtomKind::Counter:
        d |= DependsOnCounter;
        break;
      case AtomKind::Node:
        d |= nodes_[NodeId(atom.number)].depends;
        break;
      case AtomKind::FloorDiv:
      case AtomKind::Mod:
        d |= depends(atom.form);
        break;
    }
  }
  return d;
}

uint8_t ScalarGraph::compute_depends(const Node& n) const {
  uint8_t d = 0;
  for (int i = 0; i < n.operand_count; ++i) d |= nodes_[n.operands[static_cast<size_t>(i)]].depends;
  switch (n.kind) {
    case NodeKind::Index:
      d |= depends(n.form);
      break;
    case NodeKind::Load:
      d |= depends(n.form);
      // Also where the index is the same for all lanes: workers read it between two barriers.
      if (n.number >= state_array) d |= DependsOnCarry | DependsOnLane;
      break;
    case NodeKind::Carry:
      d |= DependsOnCarry | (n.bits ? DependsOnLane : 0);
      break;
    case NodeKind::Reduce:
      d = static_cast<uint8_t>((d & ~DependsOnLane) | DependsOnReduce);
      break;
    default:
      break;
  }
  return d;
}

AffineId ScalarGraph::as_index(NodeId id) {
  if (auto form = affine_of(id)) return *form;
  return affine.of(affine.atom(AtomKind::Node, id.value, ranges_[id.index()]));
}

std::optional<AffineId> ScalarGraph::affine_of(NodeId id) const {
  const Node& n = nodes_[id];
  if (n.kind == NodeKind::Index) return n.form;
  if (n.kind == NodeKind::Const && is_integer(n.type)) {
    int64_t v = scalar::decode_int(n.type, n.bits);
    if (n.type == ElementType::U64 && v < 0) return std::nullopt;
    // The table interns; constness of *this is about nodes.
    return const_cast<AffineTable&>(affine).constant(v);
  }
  return std::nullopt;
}

Range ScalarGraph::range(NodeId id) const { return ranges_[id.index()]; }

std::string ScalarGraph::to_string(NodeId id) const {
  const Node& n = nodes_[id];
  std::string_view t = eutectic::info(n.type).hlo;
  switch (n.kind) {
    case NodeKind::Const:
      return is_float(n.type) ? fmt::format("{}:{}", scalar::decode(n.type, n.bits), t)
                              : fmt::format("{}:{}", scalar::decode_int(n.type, n.bits), t);
    case NodeKind::Index:
      return fmt::format("index({}):{}", affine.to_string(n.form), t);
    case NodeKind::Load:
      return fmt::format("load a{}[{}]:{}", n.number, affine.to_string(n.form), t);
    case NodeKind::Carry:
      return fmt::format("carry {}:{}", n.number, t);
    default:
      break;
  }
  std::string out = fmt::format("{}{}(", n.kind == NodeKind::Reduce ? "reduce " : "", scalar::info(n.op).text);
  for (int i = 0; i < n.operand_count; ++i)
    out += fmt::format("{}n{}", i ? ", " : "", n.operands[static_cast<size_t>(i)].value);
  return out + fmt::format("):{}", t);
}

}  // namespace eutectic::analysis

#include "analysis/scalarize.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace eutectic::analysis {

using explain::Reason;

std::nullopt_t Scalarizer::fail(Reason reason, InstrId subject, std::vector<int64_t> numbers, std::string detail) {
  if (!failure_) failure_ = explain::Verdict{reason, subject, InstrId(), std::move(numbers), std::move(detail)};
  return std::nullopt;
}

uint32_t Scalarizer::intern(const IndexList& index) {
  std::string key(reinterpret_cast<const char*>(index.data()), index.size() * sizeof(AffineId));
  auto [it, fresh] = index_ids_.try_emplace(std::move(key), static_cast<uint32_t>(indices_.size()));
  if (fresh) indices_.push_back(index);
  return it->second;
}

uint32_t Scalarizer::frame(FrameKind kind, uint32_t parent, InstrId instr, int64_t number, uint32_t previous) {
  auto [it, fresh] = frame_ids_.try_emplace({static_cast<int>(kind), parent, instr.value, number},
                                            static_cast<uint32_t>(frames_.size()));
  if (fresh) frames_.push_back({kind, parent, instr, number, previous, {}});
  return it->second;
}

uint32_t Scalarizer::bound_frame(const Key& key, const std::vector<NodeId>& bound) {
  std::vector<uint32_t> id{key.instr.value};
  for (NodeId n : bound) id.push_back(n.value);
  auto [it, fresh] = bound_ids_.try_emplace(std::move(id), static_cast<uint32_t>(frames_.size()));
  if (fresh) frames_.push_back({FrameKind::Bound, key.frame, key.instr, 0, 0, bound});
  return it->second;
}

std::string Scalarizer::encode(const Key& key) {
  const uint32_t words[] = {key.frame, key.instr.value, key.leaf, key.part, key.index};
  return std::string(reinterpret_cast<const char*>(words), sizeof words);
}

uint32_t Scalarizer::source(InstrId instr, uint32_t leaf) {
  for (uint32_t i = 0; i < sources_.size(); ++i)
    if (sources_[i].instr == instr && sources_[i].leaf == leaf) return i;
  sources_.push_back({instr, leaf});
  return static_cast<uint32_t>(sources_.size() - 1);
}

NodeId Scalarizer::load(InstrId instr, uint32_t leaf, uint32_t part, const IndexList& index) {
  const Shape& shape = leaf_shape(module_.shape(instr), leaf);
  AffineId linear = graph_.affine.constant(0);
  std::vector<int64_t> strides = row_major_strides(shape.dims);
  for (size_t d = 0; d < index.size(); ++d) linear = graph_.affine.add(linear, index[d], strides[d]);
  if (is_complex(shape.type)) linear = graph_.affine.add(graph_.affine.scale(linear, 2), part);
  return graph_.load(source(instr, leaf), linear, part_type(shape.type));
}

std::optional<NodeId> Scalarizer::get(uint32_t frame, InstrId instr, uint32_t leaf, uint32_t part,
                                      const IndexList& index) {
  Key key{frame, instr, leaf, part, intern(index)};
  if (auto it = memo_.find(encode(key)); it != memo_.end()) return it->second;
  missing_.push_back(key);
  return std::nullopt;
}

Scalarizer::NodeOrVerdict Scalarizer::element(InstrId instr, uint32_t leaf, uint32_t part, const IndexList& index) {
  return element_in(0, instr, leaf, part, index);
}

Scalarizer::NodeOrVerdict Scalarizer::element_in(uint32_t frame, InstrId instr, uint32_t leaf, uint32_t part,
                                                 const IndexList& index) {
  stack_.assign(1, {frame, instr, leaf, part, intern(index)});
  const std::string wanted = encode(stack_[0]);
  while (!stack_.empty()) {
    const Key key = stack_.back();
    std::string code = encode(key);
    if (memo_.contains(code)) {
      stack_.pop_back();
      continue;
    }
    missing_.clear();
    std::optional<NodeId> node = step(key);
    if (failure_) {
      explain::Verdict v = std::move(*failure_);
      failure_.reset();
      return std::unexpected(std::move(v));
    }
    if (node) {
      memo_.emplace(std::move(code), *node);
      stack_.pop_back();
      if (graph_.size() > limits.nodes)
        return std::unexpected(
            explain::Verdict{Reason::TooLarge,
                             instr,
                             InstrId(),
                             {static_cast<int64_t>(graph_.size()), static_cast<int64_t>(limits.nodes)},
                             ""});
      continue;
    }
    CHECK(!missing_.empty(), "an element of %{} neither fails nor waits", module_.name(key.instr));
    // The first one missing is evaluated first, so that nodes come in program order.
    stack_.insert(stack_.end(), missing_.rbegin(), missing_.rend());
  }
  return memo_.at(wanted);
}

InstrId Scalarizer::reader() const {
  for (size_t i = stack_.size(); i-- > 0;) {
    OpKind op = module_[stack_[i].instr].op;
    if (op != OpKind::Parameter && op != OpKind::GetTupleElement && op != OpKind::Tuple) return stack_[i].instr;
  }
  return stack_.empty() ? InstrId() : stack_.front().instr;
}

std::optional<NodeId> Scalarizer::step(const Key& key) {
  const Instr& instr = module_[key.instr];
  const IndexList index = indices_[key.index];
  if (key.frame == 0) {
    if (auto given = boundary_(key.instr, key.leaf, key.part, index)) {
      if (!*given) {
        failure_ = std::move(*given).error();
        return std::nullopt;
      }
      if (const NodeId* node = std::get_if<NodeId>(&**given)) return *node;
      const Forward& f = std::get<Forward>(**given);
      return get(0, f.instr, f.leaf, f.part, f.index);
    }
  }
  switch (instr.op) {
    case OpKind::Parameter:
      return parameter(key);
    case OpKind::Constant:
      return literal(key);
    case OpKind::Iota: {
      AffineId form = index[static_cast<size_t>(module_.attrs(key.instr).integer(AttrName::IotaDimension))];
      ElementType type = module_.shape(key.instr).type;
      if (is_complex(type) && key.part == 1) return graph_.constant_node(part_type(type), 0);
      if (!scalar::is_scalar_type(part_type(type))) return fail(Reason::NoKernelForType, key.instr);
      return graph_.index(form, part_type(type));
    }
    case OpKind::GetTupleElement: {
      InstrId tuple = module_.operand(key.instr, 0);
      uint32_t first = leaf_offset(module_.shape(tuple), module_.attrs(key.instr).integer(AttrName::Index));
      return get(key.frame, tuple, first + key.leaf, key.part, index);
    }
    case OpKind::Tuple: {
      uint32_t leaf = key.leaf;
      for (InstrId o : module_.operands(key.instr)) {
        uint32_t n = leaf_count(module_.shape(o));
        if (leaf < n) return get(key.frame, o, leaf, key.part, index);
        leaf -= n;
      }
      return fail(Reason::NoKernelForOp, key.instr);
    }
    case OpKind::OptimizationBarrier:
    case OpKind::Copy:
      return get(key.frame, module_.operand(key.instr, 0), key.leaf, key.part, index);
    case OpKind::Call:
    case OpKind::Fusion: {
      std::vector<CompId> callees = module_.callees(key.instr);
      return get(frame(FrameKind::Call, key.frame, key.instr, 0), module_[callees[0]].root, key.leaf, key.part, index);
    }
    case OpKind::While:
      return loop(key);
    case OpKind::Conditional:
      return conditional(key);
    case OpKind::Broadcast:
    case OpKind::Reshape:
    case OpKind::Transpose:
    case OpKind::Reverse:
    case OpKind::Slice:
    case OpKind::DynamicSlice:
    case OpKind::Gather:
      return data_movement(key, 1);
    case OpKind::Bitcast:
      if (module_.shape(key.instr).type != module_.shape(module_.operand(key.instr, 0)).type)
        return fail(Reason::NoKernelForOp, key.instr);
      return data_movement(key, 1);
    case OpKind::Pad:
    case OpKind::DynamicUpdateSlice:
      return data_movement(key, 2);
    case OpKind::Concatenate:
      return data_movement(key, instr.operand_count);
    case OpKind::Scatter:
      return scatter(key);
    case OpKind::Reduce:
      return reduce(key);
    case OpKind::Dot:
      return dot(key);
    case OpKind::CustomCall:
      return threefry_call(key);
    default:
      return elementwise(key);
  }
}

std::optional<NodeId> Scalarizer::parameter(const Key& key) {
  const Frame f = frames_[key.frame];
  const IndexList index = indices_[key.index];
  int64_t number = module_.attrs(key.instr).integer(AttrName::ParameterNumber);
  switch (f.kind) {
    case FrameKind::Root:
      return fail(Reason::NoKernelForOp, key.instr, {}, ": a value from outside");
    case FrameKind::Bound:
      return f.bound[static_cast<size_t>(number)];
    case FrameKind::Call:
      return get(f.parent, module_.operand(f.instr, static_cast<size_t>(number)), key.leaf, key.part, index);
    case FrameKind::Branch:
      return get(f.parent, module_.operand(f.instr, static_cast<size_t>(f.number) + 1), key.leaf, key.part, index);
    case FrameKind::Iteration: {
      if (f.number == 0) return get(f.parent, module_.operand(f.instr, 0), key.leaf, key.part, index);
      CompId body = module_.attrs(f.instr).comps(AttrName::Body)[0];
      return get(f.previous, module_[body].root, key.leaf, key.part, index);
    }
  }
  return std::nullopt;
}

// An inner loop whose condition is known in every iteration is written out.
std::optional<NodeId> Scalarizer::loop(const Key& key) {
  const Attrs& attrs = module_.attrs(key.instr);
  CompId condition = attrs.comps(AttrName::Condition)[0], body = attrs.comps(AttrName::Body)[0];
  const IndexList index = indices_[key.index];
  std::pair<uint32_t, uint32_t> id{key.frame, key.instr.value};
  auto known = trip_counts_.find(id);
  uint32_t previous = 0;
  int64_t count = known == trip_counts_.end() ? limits.unrolled_iterations + 1 : known->second;
  int64_t t = 0;
  for (; t < count; ++t) {
    uint32_t f = frame(FrameKind::Iteration, key.frame, key.instr, t, previous);
    if (known == trip_counts_.end()) {
      std::optional<NodeId> go = get(f, module_[condition].root, 0, 0, {});
      if (!go) return std::nullopt;
      if (!graph_.is_constant(*go)) return fail(Reason::TripCountUnknown, key.instr);
      if (!graph_[*go].bits) break;
      if (t == limits.unrolled_iterations)
        return fail(Reason::TooLarge, key.instr, {t + 1, limits.unrolled_iterations});
    }
    previous = f;
  }
  trip_counts_[id] = t;
  if (t == 0) return get(key.frame, module_.operand(key.instr, 0), key.leaf, key.part, index);
  return get(previous, module_[body].root, key.leaf, key.part, index);
}

std::optional<NodeId> Scalarizer::conditional(const Key& key) {
  const IndexList index = indices_[key.index];
  std::vector<CompId> branches = module_.callees(key.instr);
  std::optional<NodeId> selector = get(key.frame, module_.operand(key.instr, 0), 0, 0, {});
  if (!selector) return std::nullopt;
  const bool by_pred = graph_[*selector].type == ElementType::Pred;
  auto value = [&](size_t b) {
    return get(frame(FrameKind::Branch, key.frame, key.instr, static_cast<int64_t>(b)), module_[branches[b]].root,
               key.leaf, key.part, index);
  };
  const auto last = static_cast<int64_t>(branches.size()) - 1;
  if (graph_.is_constant(*selector)) {
    int64_t v = scalar::decode_int(graph_[*selector].type, graph_[*selector].bits);
    return value(static_cast<size_t>(by_pred ? (v ? 0 : 1) : v < 0 || v > last ? last : v));
  }
  std::vector<NodeId> values;
  for (size_t b = 0; b < branches.size(); ++b)
    if (auto v = value(b)) values.push_back(*v);
  if (values.size() != branches.size()) return std::nullopt;
  ElementType type = graph_[values[0]].type;
  if (by_pred) return graph_.op(scalar::Op::Select, type, {*selector, values[0], values[1]});
  NodeId out = values.back();
  for (size_t b = values.size() - 1; b-- > 0;) {
    NodeId here = graph_.op(scalar::Op::Eq, ElementType::Pred, {*selector, graph_.constant_node(ElementType::S32, b)});
    out = graph_.op(scalar::Op::Select, type, {here, values[b], out});
  }
  return out;
}

std::optional<NodeId> Scalarizer::literal(const Key& key) {
  const Literal& value = module_.attrs(key.instr).value();
  const ElementType type = value.type();
  if (!scalar::is_scalar_type(part_type(type))) return fail(Reason::NoKernelForType, key.instr);
  const IndexList index = indices_[key.index];
  const int bytes = info(type).storage_bytes;
  int64_t count = value.element_count();
  std::vector<int64_t> strides = row_major_strides(value.dims());
  int64_t at = 0;
  bool constant = true;
  for (size_t d = 0; d < index.size(); ++d) {
    constant &= graph_.affine.is_constant(index[d]);
    at += strides[d] * graph_.affine[index[d]].constant;
  }
  if (!constant) {
    for (int64_t i = 1; i < count; ++i)
      if (std::memcmp(value.bytes() + i * bytes, value.bytes(), static_cast<size_t>(bytes)) != 0)
        return load(key.instr, 0, key.part, index);
    at = 0;
  }
  const int part_bytes = info(part_type(type)).storage_bytes;
  scalar::Bits bits = 0;
  std::memcpy(&bits, value.bytes() + at * bytes + static_cast<int>(key.part) * part_bytes,
              static_cast<size_t>(part_bytes));
  return graph_.constant_node(part_type(type), bits);
}

}  // namespace eutectic::analysis

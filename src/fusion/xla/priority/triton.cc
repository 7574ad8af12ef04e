// Kernels of tiles: how a tile of the result becomes tiles of everything it is computed from, what that costs, and
// which size of tiles is best. See triton.h; tile_index.h has the indices.
#include "fusion/xla/priority/triton.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "fusion/xla/priority/tile_index.h"
#include "fusion/xla/shapes.h"
#include "fusion/xla/traits.h"

namespace eutectic::fusion::xla {
namespace {

using explain::Reason;

constexpr int64_t most_elements = int64_t{1} << 20;  // of a tensor in Triton
constexpr double registers_for_a_tile = 0.4;
constexpr int most_depth = 6;
constexpr size_t most_tiles = 2000, most_tilings = 100000;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t padded(int64_t n) { return n <= 1 ? 1 : static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(n))); }
int64_t padded_elements(const Dims& tile) {
  int64_t n = 1;
  for (int64_t t : tile) n *= padded(t);
  return n;
}

// Indices for each dimension of an instruction. Most instructions of a kernel share a few of them.
struct Access {
  std::vector<TileIndex> indices;
  Dims ranges;
};

// The same for given sizes of the result's tile.
struct SizedAccess {
  Dims sizes, strides;
  int64_t elements = 0;  // with sides padded to powers of two
};

// An instruction (or an operand of the kernel) as it is read through one path of indices.
struct Tile {
  NodeId node;
  bool inside = false;
  size_t access = 0;
  std::vector<size_t> operands{};
  // What time() asks of it, whatever the sizes.
  bool held = false;  // its elements are in registers all at once
  int64_t flops = 0;  // of one element
  size_t input = 0;   // of what is not inside: which one
  bool only_of_node = true;
  size_t group = 0;  // else: which of the nodes with several tiles
};

struct Input {
  NodeId node;
  Dims minor_to_major;
};

// A reshape inside, by its own indices: sides of tensors are powers of two, and it must be possible for these too.
struct ReshapeTile {
  std::vector<TileIndex> indices;
  TileSpace space;
  size_t access = 0;
};

class Tiling {
 public:
  Tiling(const View& view, const Device& device)
      : view_(view), g_(view.graph()), device_(device), timing_(device, view.graph().era()) {}

  // "" or why the kernel cannot be tiled.
  std::string analyze() {
    const std::vector<NodeId> roots = view_.roots();
    if (roots.size() != 1) return ": several outputs";
    if (!g_[roots[0]].shape->is_array()) return ": an output that is no array";
    root_ = g_[roots[0]].shape;
    Tile root{.node = roots[0], .inside = true};
    std::vector<TileIndex> indices;
    for (size_t d = 0; d < root_->dims.size(); ++d) indices.push_back(TileIndex::of_dim(static_cast<int64_t>(d)));
    root.access = access_of({std::move(indices), {}});
    tiles_.push_back(std::move(root));
    for (size_t i = 0; i < tiles_.size(); ++i) {
      if (std::string why = expand(i); !why.empty()) return why;
      if (tiles_.size() > most_tiles) return ": it would have too many tiles";
    }
    const Dims ones(root_->dims.size(), 1);
    for (const Tile& t : tiles_) {
      for (const TileIndex& index : accesses_[t.access].indices)
        if (!size_and_stride(index, ones, space_of(t.access)))
          return ": the elements of " + g_[t.node].name + " that a tile reads are no strided range";
    }
    sort();
    note_what_stays();
    return "";
  }

  // nullopt: the tiles would not fit into registers. `warps` 0: as many as the largest tile wants.
  std::optional<TiledTime> time(const Dims& tile, int64_t warps) {
    if (!set_sizes(tile, false)) return std::nullopt;
    return timed(tile, warps);
  }

  std::variant<std::string, TiledTime> best() {
    std::vector<Dims> sizes;
    size_t count = 1;
    for (int64_t extent : root_->dims) {
      Dims possible;
      for (int64_t t = 1; t < extent; t *= 2) possible.push_back(t);
      possible.push_back(extent);
      count *= possible.size();
      sizes.push_back(std::move(possible));
    }
    if (count > most_tilings) return ": there are too many sizes of tiles to try";
    std::optional<TiledTime> found;
    Dims tile(sizes.size());
    for (size_t n = 0; n < count; ++n) {
      size_t rest = n;
      for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d].size()) tile[d] = sizes[d][rest % sizes[d].size()];
      if (!sizes_fit(tile) || !reshapes_fit()) continue;
      const auto t = timed(tile, 0);
      if (t && (!found || t->time.all < found->time.all)) found = t;
    }
    if (!found) return ": no size of tiles fits";
    return *found;
  }

 private:
  bool is_reshape(NodeId n) const { return g_[n].op == OpKind::Bitcast || g_[n].op == OpKind::Reshape; }

  // A reshape's operand indices, in memory order where layouts are not row-major.
  std::vector<TileIndex> indices_of_reshape(NodeId n) const {
    const Shape &from = *g_[g_[n].operands[0]].shape, &to = *g_[n].shape;
    if (g_[n].op == OpKind::Reshape) return reshape_indices(from.dims, to.dims);
    auto physical = [](const Shape& s) {
      std::vector<size_t> order;  // major to minor
      const Dims minor = minor_to_major_of(s);
      for (auto it = minor.rbegin(); it != minor.rend(); ++it) order.push_back(static_cast<size_t>(*it));
      return order;
    };
    const std::vector<size_t> in = physical(from), out = physical(to);
    Dims in_dims, out_dims;
    for (size_t d : in) in_dims.push_back(from.dims[d]);
    for (size_t d : out) out_dims.push_back(to.dims[d]);
    std::vector<TileIndex> renamed;
    for (size_t d : out) renamed.push_back(TileIndex::of_dim(static_cast<int64_t>(d)));
    std::vector<TileIndex> indices(from.dims.size());
    const std::vector<TileIndex> by_memory = reshape_indices(in_dims, out_dims);
    for (size_t i = 0; i < in.size(); ++i) indices[in[i]] = substituted(by_memory[i], renamed, 0, {to.dims, {}});
    return indices;
  }

  // The indices of operand `i`, over the node's dimensions; ranges are added to `ranges`.
  std::optional<std::vector<TileIndex>> operand_indices(NodeId n, size_t i, Dims& ranges) const {
    const Node& node = g_[n];
    const Shape& operand = *g_[node.operands[i]].shape;
    std::vector<TileIndex> out;
    switch (node.op) {
      case OpKind::Broadcast:
        for (int64_t d : node.attrs->dims(AttrName::BroadcastDimensions)) out.push_back(TileIndex::of_dim(d));
        return out;
      case OpKind::Transpose: {
        const Dims inv = inverse(node.attrs->dims(AttrName::Permutation));
        for (int64_t d : inv) out.push_back(TileIndex::of_dim(d));
        return out;
      }
      case OpKind::Slice:
        for (size_t d = 0; d < operand.dims.size(); ++d) {
          TileIndex index =
              scaled(TileIndex::of_dim(static_cast<int64_t>(d)), node.attrs->dims(AttrName::SliceStrides)[d]);
          index.constant = node.attrs->dims(AttrName::SliceStarts)[d];
          out.push_back(std::move(index));
        }
        return out;
      case OpKind::Bitcast:
      case OpKind::Reshape:
        return indices_of_reshape(n);
      case OpKind::Reduce: {
        if (i >= node.operands.size() / 2) return out;  // an initial value
        int64_t kept = 0;
        for (size_t d = 0; d < operand.dims.size(); ++d) {
          const Dims& reduced = node.attrs->dims(AttrName::Dimensions);
          if (std::ranges::find(reduced, static_cast<int64_t>(d)) == reduced.end()) {
            out.push_back(TileIndex::of_dim(kept++));
          } else {
            out.push_back(TileIndex::of_range(static_cast<int64_t>(ranges.size())));
            ranges.push_back(operand.dims[d]);
          }
        }
        return out;
      }
      default:
        break;
    }
    if (!is_elementwise(g_, n)) return std::nullopt;
    // A scalar predicate of a select, or bounds of a clamp, are read whole.
    for (size_t d = 0; d < operand.dims.size(); ++d) out.push_back(TileIndex::of_dim(static_cast<int64_t>(d)));
    return out;
  }

  // Ranges that no index reads are dropped, and so are those of one element.
  static void tidy(Access& t) {
    std::vector<int64_t> used(t.ranges.size(), -1);
    auto mark = [&](const TileIndex& index, auto& self) -> void {
      for (const TileTerm& term : index.terms) {
        if (term.kind == TileTerm::Kind::Range) used[static_cast<size_t>(term.id)] = 0;
        if (term.inner) self(*term.inner, self);  // as deep as most_depth
      }
    };
    for (const TileIndex& index : t.indices) mark(index, mark);
    Dims ranges;
    for (size_t i = 0; i < used.size(); ++i)
      if (used[i] == 0) {
        used[i] = static_cast<int64_t>(ranges.size());
        ranges.push_back(t.ranges[i]);
      }
    auto rename = [&](const TileIndex& index, auto& self) -> TileIndex {
      TileIndex out = index;
      for (TileTerm& term : out.terms) {
        if (term.kind == TileTerm::Kind::Range) term.id = used[static_cast<size_t>(term.id)];
        if (term.inner) term.inner = std::make_shared<TileIndex>(self(*term.inner, self));
      }
      return out;
    };
    for (TileIndex& index : t.indices) index = rename(index, rename);
    t.ranges = std::move(ranges);
  }

  std::string expand(size_t at) {
    if (!tiles_[at].inside) return "";
    const NodeId n = tiles_[at].node;
    if (g_[n].op == OpKind::Concatenate || g_[n].op == OpKind::Pad) return ": " + g_[n].name + " is not tiled";
    if (is_reshape(n)) {
      ReshapeTile reshape{indices_of_reshape(n), {g_[n].shape->dims, {}}, tiles_[at].access};
      const Dims ones(g_[n].shape->dims.size(), 1);
      for (const TileIndex& index : reshape.indices)
        if (!size_and_stride(index, ones, reshape.space)) return ": " + g_[n].name + " mixes dimensions";
      reshapes_.push_back(std::move(reshape));
    }
    for (size_t i = 0; i < g_[n].operands.size(); ++i) {
      const NodeId o = view_.operand(n, i);
      Access access{{}, accesses_[tiles_[at].access].ranges};
      const auto first_range = static_cast<int64_t>(access.ranges.size());
      Dims more;
      const auto local = operand_indices(n, i, more);
      if (!local) return ": " + g_[n].name + " is not tiled";
      access.ranges.insert(access.ranges.end(), more.begin(), more.end());
      const TileSpace space{root_->dims, access.ranges};
      for (const TileIndex& index : *local) {
        // Dimensions of one element are index 0.
        access.indices.push_back(
            without_points(substituted(index, accesses_[tiles_[at].access].indices, first_range, space), space));
        if (depth(access.indices.back()) > most_depth) return ": too many reshapes";
      }
      tidy(access);
      const Tile t{.node = o, .inside = view_.contains(o), .access = access_of(std::move(access))};
      auto same = std::ranges::find_if(
          tiles_, [&](const Tile& other) { return other.node == t.node && other.access == t.access; });
      tiles_[at].operands.push_back(static_cast<size_t>(same - tiles_.begin()));
      if (same == tiles_.end()) tiles_.push_back(t);
    }
    return "";
  }

  size_t access_of(Access access) {
    const auto same = std::ranges::find_if(
        accesses_, [&](const Access& a) { return a.ranges == access.ranges && a.indices == access.indices; });
    if (same != accesses_.end()) return static_cast<size_t>(same - accesses_.begin());
    accesses_.push_back(std::move(access));
    return accesses_.size() - 1;
  }
  TileSpace space_of(size_t access) const { return {root_->dims, accesses_[access].ranges}; }

  void note_what_stays() {
    sized_.resize(accesses_.size());
    for (size_t a = 0; a < accesses_.size(); ++a) spaces_.push_back(space_of(a));
    std::map<NodeId, size_t> of_node, groups;
    for (size_t i = 0; i < tiles_.size(); ++i) {
      Tile& t = tiles_[i];
      t.held = !t.inside || g_[t.node].op == OpKind::Iota || i == 0;
      if (t.inside)
        t.flops = flops_per_element(t.node);
      else
        t.input = static_cast<size_t>(std::ranges::find(inputs_, t.node, &Input::node) - inputs_.begin());
      if (!t.inside && t.input == inputs_.size()) inputs_.push_back({t.node, minor_to_major_of(*g_[t.node].shape)});
      const auto [other, is_new] = of_node.emplace(t.node, i);
      if (is_new) continue;
      Tile& first = tiles_[other->second];
      t.only_of_node = first.only_of_node = false;
      t.group = first.group = groups.emplace(t.node, groups.size()).first->second;
    }
    group_count_ = groups.size();
  }

  static TileIndex without_points(const TileIndex& index, const TileSpace& space) {
    TileIndex out = TileIndex::of_constant(index.constant);
    for (const TileTerm& t : index.terms) {
      const bool point = (t.kind == TileTerm::Kind::Dim && space.dims[static_cast<size_t>(t.id)] == 1) ||
                         (t.kind == TileTerm::Kind::Range && space.ranges[static_cast<size_t>(t.id)] == 1);
      if (!point) out = sum(out, {0, {t}});
    }
    return out;
  }

  // Operands before what reads them.
  void sort() {
    std::vector<uint8_t> state(tiles_.size(), 0);
    std::vector<size_t> stack{0};
    while (!stack.empty()) {
      const size_t t = stack.back();
      if (state[t] == 0) {
        state[t] = 1;
        for (size_t o : tiles_[t].operands)
          if (state[o] == 0) stack.push_back(o);
        continue;
      }
      stack.pop_back();
      if (state[t] == 1) order_.push_back(t);
      state[t] = 2;
    }
  }

  // Sizes of all accesses, for time(); false: one is no strided range, or larger than a tensor may be.
  bool set_sizes(const Dims& tile, bool limited) {
    Dims clamped = tile;
    for (size_t d = 0; d < tile.size(); ++d) clamped[d] = std::min(tile[d], root_->dims[d]);
    for (size_t a = 0; a < accesses_.size(); ++a) {
      SizedAccess& out = sized_[a];
      out.sizes.clear();
      out.strides.clear();
      for (const TileIndex& index : accesses_[a].indices) {
        const auto s = size_and_stride(index, tile, spaces_[a]);
        if (!s || !s->holds) return false;
        out.sizes.push_back(s->size);
        out.strides.push_back(clamped == tile ? s->stride : size_and_stride(index, clamped, spaces_[a])->stride);
        if (out.strides.back() < 0) return false;
      }
      out.elements = padded_elements(out.sizes);
      if (limited && out.elements > most_elements) return false;
    }
    return true;
  }

  bool sizes_fit(const Dims& tile) {
    int64_t blocks = 1;
    for (size_t d = 0; d < tile.size(); ++d) {
      blocks *= ceil_div(root_->dims[d], tile[d]);
      if (!std::has_single_bit(static_cast<uint64_t>(tile[d])) && tile[d] != root_->dims[d]) return false;
    }
    return blocks < int64_t{2147483647} && set_sizes(tile, true);
  }

  bool reshapes_fit() const {
    for (const ReshapeTile& r : reshapes_) {
      Dims sides;
      for (int64_t s : sized_[r.access].sizes) sides.push_back(padded(s));
      for (const TileIndex& index : r.indices) {
        const auto s = size_and_stride(index, sides, r.space);
        if (!s || !s->holds) return false;
      }
    }
    return true;
  }

  // Of every transaction, the share that a tile's rows use.
  double transaction_rate(const Shape& shape, const Dims& minor_to_major, const SizedAccess& t) const {
    int64_t elements = 1;
    for (int64_t d : minor_to_major) {
      const auto i = static_cast<size_t>(d);
      if (t.strides[i] != 1) break;
      elements *= std::min(t.sizes[i], shape.dims[i]);
      if (t.sizes[i] < shape.dims[i]) break;
    }
    const int64_t bytes = elements * bytes_of(shape.type), transaction = device_.dram_transaction_bytes;
    return static_cast<double>(bytes) / static_cast<double>(transaction * ceil_div(bytes, transaction));
  }

  int64_t flops_per_element(NodeId n) const {
    const Node& node = g_[n];
    switch (node.op) {
      case OpKind::Bitcast:
      case OpKind::Broadcast:
      case OpKind::Constant:
      case OpKind::Iota:
      case OpKind::Parameter:
      case OpKind::Reshape:
      case OpKind::Slice:
      case OpKind::Transpose:
        return 0;
      case OpKind::Reduce: {
        const Module& m = g_.module();
        int64_t step = 0;
        for (InstrId id : instrs_of(m[node.attrs->comps(AttrName::ToApply)[0]]))
          if (is_elementwise_op(m[id].op)) step += cycles_per_element(device_, m[id].op, m.shape(id).type);
        const int64_t results = std::max<int64_t>(node.shape->element_count(), 1);
        return (g_[node.operands[0]].shape->element_count() / results - 1) * step;
      }
      default:
        return is_elementwise(g_, n) ? cycles_per_element(device_, node.op, node.shape->type) : 0;
    }
  }

  // Where the tile begins, as a function of the block.
  std::vector<TileIndex> offsets(const Tile& t, const Dims& tile) const {
    TileSpace space{{}, {}};
    std::vector<TileIndex> dims;
    for (size_t d = 0; d < tile.size(); ++d) {
      space.dims.push_back(ceil_div(root_->dims[d], tile[d]));
      dims.push_back(space.dims.back() == 1 ? TileIndex()
                                            : scaled(TileIndex::of_dim(static_cast<int64_t>(d)), tile[d]));
    }
    space.ranges = accesses_[t.access].ranges;
    std::vector<TileIndex> out;
    for (const TileIndex& index : accesses_[t.access].indices) {
      TileIndex offset = substituted(index, dims, 0, space);
      std::erase_if(offset.terms, [](const TileTerm& term) { return term.kind == TileTerm::Kind::Range; });
      out.push_back(std::move(offset));
    }
    return out;
  }

  std::optional<TiledTime> timed(const Dims& tile, int64_t warps) const;

  const View& view_;
  const Graph& g_;
  const Device& device_;
  const Timing timing_;
  const Shape* root_ = nullptr;
  std::vector<Access> accesses_;
  std::vector<Tile> tiles_;
  std::vector<ReshapeTile> reshapes_;
  std::vector<size_t> order_;
  size_t group_count_ = 0;
  std::vector<Input> inputs_;
  std::vector<TileSpace> spaces_;   // of the accesses
  std::vector<SizedAccess> sized_;  // of the accesses, for the tile that was asked for last
};

// The accesses have their sizes.
std::optional<TiledTime> Tiling::timed(const Dims& tile, int64_t warps) const {
  int64_t blocks = 1, largest = 1, flops = 0;
  for (size_t d = 0; d < tile.size(); ++d) blocks *= ceil_div(root_->dims[d], tile[d]);
  const double most_in_registers = registers_for_a_tile * static_cast<double>(device_.registers_per_block);
  for (const Tile& t : tiles_)
    if (t.held && static_cast<double>(sized_[t.access].elements) > most_in_registers) return std::nullopt;

  struct Read {
    int64_t bytes = 0;
    double rate = 1;
  };
  std::vector<Read> reads(inputs_.size());
  auto count = [&](const Tile& t) {
    const SizedAccess& sized = sized_[t.access];
    largest = std::max(largest, sized.elements);
    if (t.inside) {
      flops += t.flops * blocks * sized.elements;
      return;
    }
    int64_t read = blocks * bytes_of(g_[t.node].shape->type);
    for (int64_t s : sized.sizes) read *= s;
    reads[t.input].bytes += read;
    reads[t.input].rate =
        std::min(reads[t.input].rate, transaction_rate(*g_[t.node].shape, inputs_[t.input].minor_to_major, sized));
  };
  // Equal tiles of equal tiles are computed once. Only nodes that are read in several ways can have such.
  std::vector<std::vector<size_t>> distinct(group_count_);
  std::vector<size_t> same_as(tiles_.size());
  for (size_t i : order_) {
    const Tile& t = tiles_[i];
    same_as[i] = i;
    if (!t.only_of_node) {
      std::vector<size_t>& others = distinct[t.group];
      const auto same = std::ranges::find_if(others, [&](size_t o) {
        const Tile& other = tiles_[o];
        const SizedAccess &a = sized_[other.access], &b = sized_[t.access];
        if (a.sizes != b.sizes || a.strides != b.strides) return false;
        if (t.operands.empty()) return offsets(t, tile) == offsets(other, tile);
        return std::ranges::equal(
            t.operands, other.operands, {}, [&](size_t p) { return same_as[p]; }, [&](size_t p) { return same_as[p]; });
      });
      if (same != others.end()) {
        same_as[i] = *same;
        continue;
      }
      others.push_back(i);
    }
    count(t);
  }
  TiledTime out;
  out.blocks = {tile, warps};
  if (warps == 0) out.blocks.warps = largest <= 256 ? 1 : largest <= 1024 ? 2 : largest <= 4096 ? 4 : 8;
  Ticks reading = 0;
  for (size_t i = 0; i < reads.size(); ++i)
    reading += timing_.read(blocks, std::min(bytes_of(*g_[inputs_[i].node].shape), reads[i].bytes), reads[i].bytes,
                            reads[i].rate);
  KernelTime& t = out.time;
  t.flops = flops;
  t.written = bytes_of(*root_);
  t.write = timing_.write_at(t.written, transaction_rate(*root_, minor_to_major_of(*root_), sized_[tiles_[0].access]));
  const Launch launch{blocks, out.blocks.warps * device_.threads_per_warp};
  t.compute = timing_.computing(flops, launch);
  t.memory = reading + t.write;
  t.all = Timing::overlapped(t.compute, t.memory);
  return out;
}

}  // namespace

std::optional<KernelTime> tiled_time(const Graph& g, const Device& device, NodeId fusion, const BlockTiles& blocks) {
  const View view(g, fusion);
  Tiling tiling(view, device);
  if (!tiling.analyze().empty() || blocks.tile.size() != g[fusion].shape->dims.size()) return std::nullopt;
  const auto time = tiling.time(blocks.tile, blocks.warps);
  if (!time) return std::nullopt;
  return time->time;
}

namespace {

std::variant<TritonRefusal, TiledTime> best_tiled_time(const View& view, const Device& device) {
  Tiling tiling(view, device);
  auto no = [](std::string why) { return TritonRefusal{{Reason::R42TritonTiling}, std::move(why)}; };
  if (std::string why = tiling.analyze(); !why.empty()) return no(std::move(why));
  auto best = tiling.best();
  if (auto* why = std::get_if<std::string>(&best)) return no(std::move(*why));
  return std::get<TiledTime>(best);
}

}  // namespace

std::variant<TritonRefusal, TiledTime> best_tiled_time(const Graph& g, const Device& device, NodeId fusion) {
  return best_tiled_time(View(g, fusion), device);
}

std::variant<TritonRefusal, TiledTime> best_tiled_time(const Graph& g, const Device& device, NodeId producer,
                                                       NodeId consumer) {
  return best_tiled_time(View(g, producer, consumer), device);
}

}  // namespace eutectic::fusion::xla

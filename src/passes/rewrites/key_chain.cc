#include "passes/rewrites/key_chain.h"

#include <algorithm>

#include "base/check.h"
#include "passes/emit.h"
#include "passes/rewrites/batch.h"
#include "passes/rewrites/loops.h"
#include "passes/rewrites/parts.h"

namespace eutectic::rewrites {
namespace {

using Local = Draft::Local;

// So many links are written out one after another: XLA makes one kernel of them, but the time it takes to compile them
// grows with their square, and it writes a link's code once for each later key that is kept.
constexpr int64_t most_links = 20, most_in_block = 5;
// Keys of so few words are computed word by word, without what else the hash of a step makes.
constexpr int64_t most_words = 4;

Shape with_rows(const Shape& shape, int64_t rows) {
  Dims dims = shape.dims;
  dims.insert(dims.begin(), rows);
  return Shape::array(shape.type, std::move(dims));
}

Local joined(Draft& draft, const Shape& shape, std::span<const Local> parts, int64_t dim) {
  if (parts.size() == 1) return parts[0];
  Attrs attrs;
  attrs.set(AttrName::ConcatDimension, dim);
  return draft.add(OpKind::Concatenate, shape, parts, std::move(attrs));
}

// The value, kept in memory: what is fused with its readers would be made again by each.
Local in_memory(Draft& draft, Local value) {
  return draft.add(OpKind::OptimizationBarrier, Shape(draft.shape(value)), {value});
}

// Step after step would be several launches for each. The chain is cut into blocks: a loop goes along it, some blocks
// in each of its steps, and keeps the key at the beginning of each; the keys inside of blocks are made of these, for
// all blocks at once. The loop carries nothing but the kept keys and reads its own from their end, so that it needs no
// copy.
class Chain {
 public:
  Chain(Draft& draft, InstrId loop, const TripCount& count, const std::vector<uint8_t>& is_key,
        std::span<const Local> init, bool on_cpu)
      : draft_(draft),
        module_(draft.module()),
        loop_(loop),
        count_(count),
        body_(module_.attrs(loop).comps(AttrName::Body)[0]),
        comp_(module_[body_]),
        is_key_(is_key),
        init_(init.begin(), init.end()),
        steps_(*count.count) {
    const int64_t links = on_cpu ? 1 : most_links;
    while (!on_cpu && in_block_ < most_in_block && in_block_ * in_block_ < steps_) ++in_block_;
    blocks_ = (steps_ + in_block_ - 1) / in_block_;
    at_a_time_ = links / in_block_;
    find_links();
  }

  KeyChain make() {
    KeyChain out;
    out.stacks.resize(init_.size());
    out.last.resize(init_.size());
    // The first keys of all blocks and the key after the last block.
    const std::vector<Local> starts = blocks_ <= at_a_time_ ? written_out() : in_a_loop();
    const std::vector<std::vector<Local>> rows = inside(starts);
    for (size_t k = 0; k < init_.size(); ++k) {
      if (!is_key_[k]) continue;
      const Local all = in_memory(draft_, interleaved(rows[k]));
      out.stacks[k] = rows_of(draft_, all, 0, steps_);
      const Local last = steps_ == in_block_ * blocks_ ? rows_of(draft_, starts[k], blocks_, blocks_ + 1)
                                                       : rows_of(draft_, all, steps_, steps_ + 1);
      out.last[k] = draft_.add(OpKind::Reshape, key_shape(k), {last});
    }
    return out;
  }

 private:
  InstrId next(size_t k) const { return module_.operand(comp_.root, k); }
  Shape key_shape(size_t k) const {
    const Shape& shape = module_.shape(loop_).elements[k];
    return Shape::array(shape.type, shape.dims);
  }

  // What the next keys are made of.
  void find_links() {
    const uint32_t base = comp_.begin.value;
    std::vector<uint8_t> needed(comp_.end.value - base, 0);
    for (size_t k = 0; k < is_key_.size(); ++k)
      if (is_key_[k]) needed[next(k).value - base] = 1;
    for (size_t i = needed.size(); i-- > 0;)
      if (needed[i])
        for (InstrId o : module_.operands(InstrId(static_cast<uint32_t>(base + i))))
          if (module_[o].op != OpKind::Parameter) needed[o.value - base] = 1;
    for (size_t i = 0; i < needed.size(); ++i)
      if (needed[i]) links_.push_back(InstrId(static_cast<uint32_t>(base + i)));
  }

  // A key of few words, behind `lead` dimensions, made of the words, each of them computed alone.
  Local by_words(Draft& draft, Parts& parts, Local key, size_t lead) const {
    const Shape shape = Shape::array(draft.shape(key).type, draft.shape(key).dims);
    int64_t words = 1;
    for (size_t d = lead; d < shape.dims.size(); ++d) words *= shape.dims[d];
    if (words < 2 || words > most_words) return key;
    Shape one = shape;
    one.dims.resize(lead);
    one.dims.push_back(1);
    std::vector<Local> pieces;
    for (int64_t word = 0; word < words; ++word) {
      Region region = Region::whole(shape.dims);
      int64_t rest = word;
      for (size_t d = shape.dims.size(); d-- > lead; rest /= shape.dims[d]) {
        region.start[d] = rest % shape.dims[d];
        region.limit[d] = region.start[d] + 1;
      }
      pieces.push_back(draft.add(OpKind::Reshape, one, {parts.of(key, region)}));
    }
    one.dims.back() = words;
    const Local all = joined(draft, one, pieces, static_cast<int64_t>(lead));
    return one.dims == shape.dims ? all : draft.add(OpKind::Reshape, shape, {all});
  }

  // The carried values after one step more, of which only keys are given.
  std::vector<Local> link(Draft& draft, Parts& parts, std::span<const Local> values) const {
    Copier copier(draft, body_);
    for (InstrId id : links_) {
      if (const int64_t k = element_of(module_, body_, id); k >= 0)
        copier.set(id, values[static_cast<size_t>(k)]);
      else
        copier.copy(id);
    }
    std::vector<Local> out(values.size());
    for (size_t k = 0; k < is_key_.size(); ++k)
      if (is_key_[k]) out[k] = by_words(draft, parts, copier.at(next(k)), 0);
    return out;
  }

  // Goes along `blocks` blocks from `values`; the counter is in its place at each step. Gives the keys after each block
  // as rows.
  template <class CounterAt>
  std::vector<Local> along(Draft& draft, std::vector<Local> values, int64_t blocks, const CounterAt& counter_at) const {
    Parts parts(draft, true);
    std::vector<std::vector<Local>> rows(values.size());
    for (int64_t step = 0; step < blocks * in_block_; ++step) {
      values[static_cast<size_t>(count_.index)] = counter_at(step);
      const std::vector<Local> after = link(draft, parts, values);
      for (size_t k = 0; k < after.size(); ++k) {
        if (!is_key_[k]) continue;
        values[k] = after[k];
        if ((step + 1) % in_block_ == 0)
          rows[k].push_back(draft.add(OpKind::Reshape, with_rows(key_shape(k), 1), {values[k]}));
      }
    }
    std::vector<Local> out(values.size());
    for (size_t k = 0; k < out.size(); ++k)
      if (is_key_[k]) out[k] = joined(draft, with_rows(key_shape(k), blocks), rows[k], 0);
    return out;
  }

  std::vector<Local> written_out() const {
    const Shape counter = module_.shape(loop_).elements[static_cast<size_t>(count_.index)];
    std::vector<Local> out = along(draft_, init_, blocks_, [&](int64_t step) {
      return draft_.constant(integer_literal(counter.type, *count_.start + step * count_.step));
    });
    for (size_t k = 0; k < out.size(); ++k) {
      if (!is_key_[k]) continue;
      const Local parts[] = {draft_.add(OpKind::Reshape, with_rows(key_shape(k), 1), {init_[k]}), out[k]};
      out[k] = in_memory(draft_, joined(draft_, with_rows(key_shape(k), blocks_ + 1), parts, 0));
    }
    return out;
  }

  // A window of rows: what dynamic-slices and dynamic-update-slices of them take as their place.
  static void append_place(Draft& draft, std::vector<Local>& operands, Local row, size_t rank) {
    operands.push_back(row);
    while (rank-- > 1) operands.push_back(draft.constant(integer_literal(ElementType::S32, 0)));
  }

  std::vector<Local> in_a_loop() {
    const auto index = static_cast<size_t>(count_.index);
    const int64_t turns = (blocks_ + at_a_time_ - 1) / at_a_time_;
    // The counter's place has the number of the turn, a key's the kept ones.
    std::vector<Local> start = init_;
    start[index] = draft_.constant(integer_literal(ElementType::S32, 0));
    for (size_t k = 0; k < start.size(); ++k) {
      if (!is_key_[k]) continue;
      const Local first = draft_.add(OpKind::Reshape, with_rows(key_shape(k), 1), {init_[k]});
      Padding padding(draft_.shape(first).dims.size());
      padding[0].high = turns * at_a_time_;
      Attrs attrs;
      attrs.set(AttrName::Padding, padding);
      const Local zero = draft_.constant(integer_literal(key_shape(k).type, 0));
      start[k] =
          draft_.add(OpKind::Pad, with_rows(key_shape(k), turns * at_a_time_ + 1), {first, zero}, std::move(attrs));
    }
    const Local tuple = draft_.tuple(start, module_.operand(loop_, 0));
    const Shape state = draft_.shape(tuple);
    const CompId body = module_.add_computation("keys_body"), condition = module_.add_computation("keys_condition");
    {
      Draft inner(module_);
      const Local p = inner.parameter(0, state);
      const Local limit = inner.constant(integer_literal(ElementType::S32, turns));
      Attrs attrs;
      attrs.set(AttrName::Direction, std::string("LT"));
      inner.finish(condition, inner.add(OpKind::Compare, Shape::scalar(ElementType::Pred),
                                        {inner.get_tuple_element(p, count_.index), limit}, std::move(attrs)));
    }
    Draft inner(module_);
    const Local p = inner.parameter(0, state);
    std::vector<Local> results;
    for (size_t k = 0; k < start.size(); ++k) results.push_back(inner.get_tuple_element(p, static_cast<int64_t>(k)));
    const Local turn = results[index];
    const Shape number = Shape::scalar(ElementType::S32);
    auto with = [&](OpKind op, const Shape& shape, Local a, int64_t b) {
      return inner.add(op, shape, {a, inner.constant(integer_literal(shape.type, b))});
    };
    const Local row = with(OpKind::Multiply, number, turn, at_a_time_);
    std::vector<Local> values = results;
    for (size_t k = 0; k < values.size(); ++k)
      if (is_key_[k]) values[k] = read_key(inner, results[k], row, k);
    const Shape counter = module_.shape(loop_).elements[index];
    const Local own = counter.type == ElementType::S32 ? turn : inner.add(OpKind::Convert, counter, {turn});
    const int64_t in_turn = at_a_time_ * in_block_;
    const std::vector<Local> rows = along(inner, values, at_a_time_, [&](int64_t step) {
      return with(OpKind::Add, counter, with(OpKind::Multiply, counter, own, in_turn * count_.step),
                  *count_.start + step * count_.step);
    });
    for (size_t k = 0; k < results.size(); ++k) {
      if (!is_key_[k]) continue;
      std::vector<Local> operands{results[k], rows[k]};
      append_place(inner, operands, with(OpKind::Add, number, row, 1), state.elements[k].dims.size());
      results[k] = inner.add(OpKind::DynamicUpdateSlice, state.elements[k], operands);
    }
    results[index] = with(OpKind::Add, number, turn, 1);
    inner.finish(body, inner.tuple(results));
    Attrs attrs = module_.attrs(loop_);
    attrs.set(AttrName::Body, Comps{body});
    attrs.set(AttrName::Condition, Comps{condition});
    const Local loop = draft_.add(OpKind::While, state, {tuple}, std::move(attrs));
    std::vector<Local> out(start.size());
    for (size_t k = 0; k < out.size(); ++k)
      if (is_key_[k]) out[k] = rows_of(draft_, draft_.get_tuple_element(loop, static_cast<int64_t>(k)), 0, blocks_ + 1);
    return out;
  }

  // Row `row` of the kept keys. Its words are taken from the row: of the whole array each would be a copy.
  Local read_key(Draft& draft, Local kept, Local row, size_t k) const {
    const Shape one = with_rows(key_shape(k), 1);
    Attrs attrs;
    attrs.set(AttrName::SliceSizes, one.dims);
    std::vector<Local> operands{kept};
    append_place(draft, operands, row, one.dims.size());
    const Local read = draft.add(OpKind::DynamicSlice, one, operands, std::move(attrs));
    const int64_t words = one.element_count();
    if (words > most_words) return draft.add(OpKind::Reshape, key_shape(k), {read});
    const Local flat = draft.add(OpKind::Reshape, Shape::array(one.type, {words}), {read});
    std::vector<Local> pieces;
    for (int64_t word = 0; word < words; ++word) pieces.push_back(rows_of(draft, flat, word, word + 1));
    const Local all = joined(draft, Shape::array(one.type, {words}), pieces, 0);
    return draft.add(OpKind::Reshape, key_shape(k), {all});
  }

  // By key, its values at the beginning of the first, second ... step of all blocks.
  std::vector<std::vector<Local>> inside(std::span<const Local> starts) {
    std::vector<std::vector<Local>> rows(init_.size());
    std::vector<Local> keys(init_.size());
    for (size_t k = 0; k < keys.size(); ++k)
      if (is_key_[k]) keys[k] = rows_of(draft_, starts[k], 0, blocks_);
    Parts parts(draft_, true);
    for (int64_t step = 0; step < in_block_; ++step) {
      for (size_t k = 0; k < keys.size(); ++k)
        if (is_key_[k]) rows[k].push_back(keys[k]);
      if (step + 1 == in_block_) break;
      Batch batch(draft_, body_, blocks_);
      for (InstrId id : links_) {
        const int64_t k = element_of(module_, body_, id);
        if (k < 0)
          CHECK(batch.make(id), "{} cannot be made for all steps", module_.name(id));
        else if (k == count_.index)
          batch.set(id, {counters(draft_, module_.shape(id), count_, blocks_, in_block_, step), true});
        else if (is_key_[static_cast<size_t>(k)])
          batch.set(id, {keys[static_cast<size_t>(k)], true});
        else
          batch.set(id, {init_[static_cast<size_t>(k)], false});
      }
      for (size_t k = 0; k < keys.size(); ++k)
        if (is_key_[k]) keys[k] = by_words(draft_, parts, batch.batched(batch.at(next(k))), 1);
    }
    return rows;
  }

  // [blocks, ...] for each step of a block, as [blocks * steps, ...].
  Local interleaved(const std::vector<Local>& rows) const {
    const Shape row = Shape::array(draft_.shape(rows[0]).type, draft_.shape(rows[0]).dims);
    Shape one = row, all = row;
    one.dims.insert(one.dims.begin() + 1, 1);
    Shape wide = one;
    wide.dims[1] = std::ssize(rows);
    all.dims[0] *= std::ssize(rows);
    std::vector<Local> parts;
    for (Local r : rows) parts.push_back(draft_.add(OpKind::Reshape, one, {r}));
    return draft_.add(OpKind::Reshape, all, {joined(draft_, wide, parts, 1)});
  }

  static Local rows_of(Draft& draft, Local all, int64_t first, int64_t last) {
    Shape shape = Shape::array(draft.shape(all).type, draft.shape(all).dims);
    if (first == 0 && last == shape.dims[0]) return all;
    Attrs attrs;
    Dims starts(shape.dims.size(), 0), limits = shape.dims;
    starts[0] = first;
    limits[0] = last;
    shape.dims[0] = last - first;
    attrs.set(AttrName::SliceStarts, starts);
    attrs.set(AttrName::SliceLimits, limits);
    attrs.set(AttrName::SliceStrides, Dims(starts.size(), 1));
    return draft.add(OpKind::Slice, shape, {all}, std::move(attrs));
  }

  Draft& draft_;
  Module& module_;
  const InstrId loop_;
  const TripCount count_;
  const CompId body_;
  const Computation comp_;
  const std::vector<uint8_t>& is_key_;
  const std::vector<Local> init_;
  const int64_t steps_;
  int64_t in_block_ = 1, blocks_ = 1, at_a_time_ = 1;
  std::vector<InstrId> links_;
};

}  // namespace

KeyChain key_chain(Draft& draft, InstrId loop, const TripCount& count, const std::vector<uint8_t>& is_key,
                   std::span<const Local> init, bool on_cpu) {
  return Chain(draft, loop, count, is_key, init, on_cpu).make();
}

}  // namespace eutectic::rewrites

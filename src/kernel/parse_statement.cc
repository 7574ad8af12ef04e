// Statements of kernel text.
#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "format/hlo/number_text.h"
#include "kernel/parser.h"
#include "kernel/reduce.h"

namespace eutectic::kernel {

using scalar::Op;

namespace {
std::string_view type_text(ElementType t) { return info(t).hlo; }
}  // namespace

// Up to and with the region's '}'.
bool Parser::statements(std::vector<ValueId>& yields, size_t& yield_pos) {
  for (;;) {
    c_.skip_space();
    yield_pos = c_.pos();
    if (c_.consume('}')) return true;
    if (c_.at_end()) return c_.fail(c_.pos(), "expected a statement or '}', found the end of the text");
    if (read_word() == "yield") {
      c_.skip_space();
      // At least one value.
      for (;;) {
        if (!value(yields.emplace_back(), "a yielded value")) return false;
        if (!c_.consume(',')) break;
      }
      return c_.expect('}', "after the yield");
    }
    c_.set_pos(yield_pos);
    if (!statement()) return false;
  }
}

bool Parser::statement() {
  std::vector<Name> results;
  c_.skip_space();
  if (c_.here() == '%' && !names(results, '=', "a result")) return false;
  c_.skip_space();
  const size_t pos = c_.pos();
  const std::string_view word = read_word();
  const bool none = results.empty();
  if (word == "const") return constant(results, pos);
  if (word == "load") return load(results, pos);
  if (word == "for") return for_loop(results, pos);
  if (word == "while") return while_loop(results, pos);
  if (word == "when") return when(results, pos);
  if (word == "lanes") return lanes(results, pos);
  if (word == "call") return call(results, pos);
  if (word == "store" || word == "par") {
    if (!none) return c_.fail(pos, fmt::format("'{}' has no results", word));
    return word == "store" ? store() : par(pos);
  }
  if (word.empty()) return c_.fail(pos, fmt::format("expected a statement, found {}", c_.found()));
  return op(word, results, pos);
}

bool Parser::constant(const std::vector<Name>& results, size_t pos) {
  ElementType t = ElementType::F32;
  if (!single(results, pos) || !c_.expect('.', "and a type after const") || !type(t)) return false;
  c_.skip_space();
  const size_t at = c_.pos();
  size_t n = 0;
  for (char ch = c_.here(); ch == '.' || ch == '+' || ch == '-' || ch == '(' || ch == ')' || ch == '_' ||
                            (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
       ch = c_.here(n))
    ++n;
  if (n > 400) return c_.fail(at, "this number is too long");
  std::byte data[16] = {};
  std::string why;
  if (!hlo::parse_element(c_.text().substr(at, n), t, data, why)) return c_.fail(at, why);
  c_.set_pos(at + n);
  scalar::Bits bits = 0;
  std::memcpy(&bits, data, static_cast<size_t>(info(t).storage_bytes));
  return define(results[0], b_.constant(t, bits));
}

bool Parser::op(std::string_view text, const std::vector<Name>& results, size_t pos) {
  const auto found = scalar::op_from_text(text);
  if (!found) return c_.fail(pos, fmt::format("'{}' is neither a statement nor a scalar op", text));
  const scalar::OpInfo& op_info = scalar::info(*found);
  if (op_info.group != scalar::OpGroup::Primitive)
    return c_.fail(pos, fmt::format("'{}' is not a primitive", text), "write its expansion into primitives");
  if (!single(results, pos)) return false;
  ElementType t = ElementType::F32;
  const bool typed = c_.here() == '.';
  const bool converts = *found == Op::Convert || *found == Op::Bitcast;
  if (typed) {
    c_.set_pos(c_.pos() + 1);
    if (!type(t)) return false;
  } else if (converts) {
    return c_.fail(c_.pos(), fmt::format("'{}' needs the type of its result", text), fmt::format("{}.f32 %x", text));
  }
  std::vector<ValueId> operands;
  std::vector<ElementType> types;
  for (int i = 0; i < op_info.operands; ++i) {
    if (i > 0 && !c_.expect(',', fmt::format("({} has {} operands)", text, op_info.operands))) return false;
    if (!value(operands.emplace_back(), "an operand")) return false;
    types.push_back(type_of(operands.back()));
  }
  const auto result = scalar::result_type(*found, types, t);
  if (!result) {
    std::string list;
    for (ElementType u : types) list += fmt::format("{}{}", list.empty() ? "" : ", ", type_text(u));
    return c_.fail(pos, converts ? fmt::format("there is no {} from {} to {}", text, list, type_text(t))
                                 : fmt::format("there is no {} of {}", text, list));
  }
  const bool comparison = *found >= Op::Eq && *found <= Op::Ge;
  const ElementType written = comparison ? types[0] : *result;
  if (typed && written != t)
    return c_.fail(pos, fmt::format("{}.{} of {} operands", text, type_text(t), type_text(written)));
  return define(results[0], b_.op(*found, *result, operands));
}

bool Parser::load(const std::vector<Name>& results, size_t pos) {
  BufferId id;
  Index at;
  if (!single(results, pos) || !buffer(id) || !index(at)) return false;
  const ElementType t = b_.kernel().buffers[id].type;
  c_.skip_space();
  const size_t after = c_.pos();
  if (read_word() != "if") {
    c_.set_pos(after);
    return define(results[0], b_.load(id, std::move(at)));
  }
  ValueId mask, otherwise;
  if (!pred_value(mask, "the mask") || !keyword("else")) return false;
  c_.skip_space();
  const size_t where = c_.pos();
  if (!value(otherwise, "the value where the mask is false")) return false;
  if (type_of(otherwise) != t)
    return c_.fail(where, fmt::format("this is {}, the buffer {}", type_text(type_of(otherwise)), type_text(t)));
  return define(results[0], b_.load(id, std::move(at), mask, otherwise));
}

bool Parser::store() {
  BufferId id;
  Index at;
  if (!buffer(id) || !index(at) || !c_.expect('=', "before the stored value")) return false;
  const ElementType t = b_.kernel().buffers[id].type;
  c_.skip_space();
  const size_t where = c_.pos();
  ValueId v, mask;
  if (!value(v, "the stored value")) return false;
  if (type_of(v) != t)
    return c_.fail(where, fmt::format("this is {}, the buffer {}", type_text(type_of(v)), type_text(t)));
  c_.skip_space();
  const size_t after = c_.pos();
  if (read_word() == "if") {
    if (!pred_value(mask, "the mask")) return false;
    b_.store(id, std::move(at), v, mask);
  } else {
    c_.set_pos(after);
    b_.store(id, std::move(at), v);
  }
  return true;
}

// carry(%a = %a0, ...), if it is there.
bool Parser::carries(std::vector<Name>& params, std::vector<ValueId>& init) {
  c_.skip_space();
  const size_t pos = c_.pos();
  if (read_word() != "carry") {
    c_.set_pos(pos);
    return true;
  }
  if (!c_.expect('(', "after carry")) return false;
  while (!c_.consume(')')) {
    if (!init.empty() && !c_.expect(',', "or ')' after a carry")) return false;
    if (!name(params.emplace_back(), "a carry") || !c_.expect('=', "before the carry's first value") ||
        !value(init.emplace_back(), "the carry's first value"))
      return false;
  }
  return true;
}

bool Parser::range(ValueId& lo, ValueId& hi) {
  if (!keyword("in") || !s64_value(lo, "the lower bound")) return false;
  if (!c_.consume("..")) return c_.fail(c_.pos(), fmt::format("expected '..', found {}", c_.found()));
  return s64_value(hi, "the upper bound");
}

// `word` NUMBER, if it is there.
bool Parser::option(std::string_view word, int64_t& out, int64_t lo, int64_t hi) {
  c_.skip_space();
  const size_t pos = c_.pos();
  if (read_word() == word) return integer(out, lo, hi, word);
  c_.set_pos(pos);
  return true;
}

bool Parser::for_loop(const std::vector<Name>& results, size_t pos) {
  std::vector<Name> params(1);
  ValueId lo, hi;
  std::vector<ValueId> init, yields;
  int64_t fixpoint = 0;
  if (!name(params[0], "the loop's variable") || !range(lo, hi) || !carries(params, init) ||
      !option("fixpoint", fixpoint, 0, 1 << 20) || !nest(pos))
    return false;
  const std::vector<ValueId> values = b_.begin_for(lo, hi, init, static_cast<int>(fixpoint));
  size_t where = 0;
  return region(params, values, yields, where) && yields_like(yields, init, 0, where) &&
         define_all(results, b_.end(yields), pos);
}

bool Parser::while_loop(const std::vector<Name>& results, size_t pos) {
  std::vector<Name> params, body;
  std::vector<ValueId> init, condition, yields;
  if (!carries(params, init) || !nest(pos)) return false;
  size_t where = 0;
  if (!region(params, b_.begin_while(init), condition, where)) return false;
  if (condition.size() != 1 || type_of(condition[0]) != ElementType::Pred)
    return c_.fail(where, "the first region of a while yields one pred");
  if (!keyword("do") || (c_.consume('(') && !names(body, ')', "a carry")) || !nest(pos)) return false;
  const std::vector<ValueId> values = b_.next(condition[0]);
  return region(body, values, yields, where) && yields_like(yields, init, 0, where) &&
         define_all(results, b_.end(yields), pos);
}

bool Parser::when(const std::vector<Name>& results, size_t pos) {
  ValueId pred;
  std::vector<ValueId> otherwise, yields;
  if (!pred_value(pred, "the condition")) return false;
  c_.skip_space();
  const size_t after = c_.pos();
  if (read_word() == "else") {
    if (!c_.expect('(', "after else") || !values(otherwise, ')')) return false;
  } else {
    c_.set_pos(after);
  }
  if (!nest(pos)) return false;
  b_.begin_when(pred, otherwise);
  size_t where = 0;
  return region({}, {}, yields, where) && yields_like(yields, otherwise, 0, where) &&
         define_all(results, b_.end(yields), pos);
}

bool Parser::par(size_t pos) {
  std::vector<Name> params(1);
  ValueId count;
  std::vector<ValueId> yields;
  if (!name(params[0], "the iteration's number") || !keyword("in") || !s64_value(count, "the count") || !nest(pos))
    return false;
  size_t where = 0;
  const ValueId p = b_.begin_par(count);
  if (!region(params, {p}, yields, where)) return false;
  if (!yields.empty()) return c_.fail(where, "a par yields nothing");
  b_.end();
  return true;
}

bool Parser::lanes(const std::vector<Name>& results, size_t pos) {
  std::vector<Name> params(1);
  ValueId lo, hi;
  std::vector<Op> reducers;
  std::vector<ValueId> yields;
  int64_t multiple = 1, interleave = 0;
  if (!name(params[0], "the lane's number") || !range(lo, hi)) return false;
  c_.skip_space();
  const size_t after = c_.pos();
  if (read_word() == "reduce") {
    if (!c_.expect('(', "after reduce")) return false;
    while (!c_.consume(')')) {
      if (!reducers.empty() && !c_.expect(',', "or ')' after a reducer")) return false;
      c_.skip_space();
      const size_t where = c_.pos();
      const std::string_view word = read_word();
      const auto found = scalar::op_from_text(word);
      if (!found ||
          !reduce_identity(*found, *found >= Op::And && *found <= Op::Xor ? ElementType::Pred : ElementType::S32))
        return c_.fail(where, fmt::format("'{}' is no reducer", word), "add, mul, min, max, and, or, xor");
      reducers.push_back(*found);
    }
  } else {
    c_.set_pos(after);
  }
  if (!option("multiple", multiple, 1, std::numeric_limits<int64_t>::max()) ||
      !option("interleave", interleave, 0, 64) || !nest(pos))
    return false;
  size_t where = 0;
  const ValueId j = b_.begin_lanes(lo, hi, reducers, multiple, static_cast<int>(interleave));
  if (!region(params, {j}, yields, where)) return false;
  if (yields.size() != reducers.size())
    return c_.fail(where, fmt::format("{} values are yielded for {} reducers", yields.size(), reducers.size()));
  for (size_t i = 0; i < yields.size(); ++i)
    if (!reduce_identity(reducers[i], type_of(yields[i])))
      return c_.fail(
          where, fmt::format("there is no {} of {}", scalar::info(reducers[i]).text, type_text(type_of(yields[i]))));
  return define_all(results, b_.end(yields), pos);
}

bool Parser::call(const std::vector<Name>& results, size_t pos) {
  std::string callee;
  std::vector<ValueId> operands;
  c_.skip_space();
  const size_t where = c_.pos();
  if (!at_name(callee) || !c_.expect('(', "before the operands") || !values(operands, ')')) return false;
  const auto it = functions_.find(callee);
  if (it == functions_.end()) return c_.fail(where, fmt::format("function @{} is not defined before this", callee));
  const Region& body = b_.kernel().regions[b_.kernel().functions[it->second].body];
  if (operands.size() != body.params.size())
    return c_.fail(where, fmt::format("@{} has {} parameters, not {}", callee, body.params.size(), operands.size()));
  for (size_t i = 0; i < operands.size(); ++i)
    if (type_of(operands[i]) != type_of(body.params[i]))
      return c_.fail(where, fmt::format("operand {} of @{} is {}, not {}", i, callee, type_text(type_of(operands[i])),
                                        type_text(type_of(body.params[i]))));
  return define_all(results, b_.call(it->second, operands), pos);
}

}  // namespace eutectic::kernel

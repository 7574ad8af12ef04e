// Operations, regions, value scopes and aliases of MLIR text.
#include "format/mlir/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace eutectic::mlir {

// --- tokens and errors

bool Parser::Depth::ok() const {
  if (parser.depth_ <= max_depth) return true;
  return parser.fail(parser.tok_.begin, fmt::format("nesting is deeper than {}", max_depth));
}

Place Parser::place_of(size_t offset) {
  if (offset < line_begin_) {
    line_offset_ = line_begin_ = 0;
    line_ = 1;
  }
  const char* const data = text_.data();
  while (line_offset_ < offset) {
    const void* newline = std::memchr(data + line_offset_, '\n', offset - line_offset_);
    if (!newline) {
      line_offset_ = offset;
      break;
    }
    line_begin_ = line_offset_ = static_cast<size_t>(static_cast<const char*>(newline) - data) + 1;
    ++line_;
  }
  Place place;
  place.file = file_;
  place.line = line_;
  place.column = static_cast<int>(offset - line_begin_) + 1;
  return place;
}

bool Parser::fail(size_t offset, std::string message, std::string hint) {
  if (!errors_.empty()) return false;
  Place place = place_of(std::min(offset, text_.size()));
  const size_t end = std::min(text_.find('\n', line_begin_), text_.size());
  place.source_line = text_.substr(line_begin_, end - line_begin_);
  errors_.push_back({Severity::Error, std::move(place), std::move(message), std::move(hint)});
  return false;
}

bool Parser::fail_unsupported(size_t offset, std::string message, std::string hint) {
  if (!errors_.empty()) return false;
  fail(offset, std::move(message), std::move(hint));
  errors_.back().severity = Severity::Unsupported;
  return false;
}

bool Parser::fail_expected(std::string_view what) {
  if (!errors_.empty()) return false;
  if (is(Tok::Bad)) {
    const char c = text_[tok_.begin];
    if (c == '"') return fail(tok_.begin, "unfinished string");
    const auto byte = static_cast<unsigned char>(c);
    return fail(tok_.begin, byte < 0x20 || byte >= 0x7f ? fmt::format("expected {}, found byte 0x{:02x}", what, byte)
                                                        : fmt::format("expected {}, found '{}'", what, c));
  }
  if (is(Tok::End)) return fail(tok_.begin, fmt::format("expected {}, found the end of the file", what));
  std::string_view found = text();
  return fail(tok_.begin,
              fmt::format("expected {}, found '{}{}'", what, found.substr(0, 40), found.size() > 40 ? "..." : ""));
}

bool Parser::expect(Tok kind) {
  if (tok_.kind != kind) return fail_expected(describe(kind));
  advance();
  return true;
}

bool Parser::expect_word(std::string_view word) {
  if (!is_word(word)) return fail_expected(fmt::format("'{}'", word));
  advance();
  return true;
}

// --- values and scopes

bool Parser::parse_operand(Operand& out) {
  if (!is(Tok::Percent)) return fail_expected(describe(Tok::Percent));
  out = {text().substr(1), 0, tok_.begin};
  const size_t end = tok_.end;
  advance();
  if (is(Tok::Hash) && tok_.begin == end) {
    uint64_t number = 0;
    for (const char c : text().substr(1)) {
      if (c < '0' || c > '9' || number > 1'000'000'000) return fail_expected("a result number");
      number = number * 10 + static_cast<uint64_t>(c - '0');
    }
    out.number = static_cast<uint32_t>(std::min<uint64_t>(number, UINT32_MAX));
    advance();
  }
  return true;
}

bool Parser::parse_operands(std::vector<Operand>& out) {
  if (!is(Tok::Percent)) return true;
  do {
    if (!parse_operand(out.emplace_back())) return false;
  } while (accept(Tok::Comma));
  return true;
}

bool Parser::define(std::string_view name, ValueId first, size_t count, size_t offset) {
  Scope& scope = *scopes_.back();
  if (!scope.values.try_emplace(name, Definition{first, static_cast<uint32_t>(count)}).second)
    return fail(offset, fmt::format("value %{} is defined twice", name));
  scope.names.push_back(name);
  return true;
}

namespace {
std::string shortened(std::string text) {
  constexpr size_t longest = 200;
  if (text.size() > longest) text.replace(longest, std::string::npos, "...");
  return text;
}
}  // namespace

bool Parser::resolve(const Operand& operand, const Type& type, ValueId& out) {
  const auto& values = scopes_.back()->values;
  const auto found = values.find(operand.name);
  if (found == values.end())
    return fail(operand.offset, fmt::format("value %{} is not defined here", operand.name),
                "a value is defined before its use, in the same or an enclosing region of the function");
  const Definition& definition = found->second;
  if (operand.number >= definition.count)
    return fail(operand.offset,
                fmt::format("%{} has {} results, there is no #{}", operand.name, definition.count, operand.number));
  out = ValueId(definition.first.value + operand.number);
  const Type& defined = program_.values[out];
  if (defined != type)
    return fail(operand.offset, fmt::format("%{} is defined with type {}, but used here as {}", operand.name,
                                            shortened(to_string(defined)), shortened(to_string(type))));
  return true;
}

// --- operations

bool Parser::parse_operation(std::vector<Operation>& into) {
  Depth depth(*this);
  if (!depth.ok()) return false;
  struct ResultName {
    std::string_view name;
    size_t count, offset;
  };
  std::vector<ResultName> names;
  size_t expected = 0;
  if (is(Tok::Percent)) {
    do {
      if (!is(Tok::Percent)) return fail_expected(describe(Tok::Percent));
      ResultName name{text().substr(1), 1, tok_.begin};
      advance();
      if (accept(Tok::Colon)) {
        const size_t at = tok_.begin;
        int64_t count = 0;
        if (!parse_integer(count)) return false;
        if (count < 1 || count > 1'000'000) return fail(at, "expected a number of results");
        name.count = static_cast<size_t>(count);
      }
      expected += name.count;
      names.push_back(name);
    } while (accept(Tok::Comma));
    if (!expect(Tok::Equal)) return false;
  }

  OpState state;
  state.offset = tok_.begin;
  state.op.place = place_of(tok_.begin);
  if (is(Tok::String)) {
    state.op.name = decode_string(text());
    advance();
    if (!parse_generic(state)) return false;
  } else if (is(Tok::Id)) {
    state.op.name = text();
    advance();
    if (!parse_pretty(state)) return false;
  } else {
    return fail_expected("an operation");
  }
  if (!finish_operation(state)) return false;

  if (!names.empty() && expected != state.result_types.size())
    return fail(names.front().offset, fmt::format("{} has {} results, but {} are named here", state.op.name,
                                                  state.result_types.size(), expected));
  for (Type& type : state.result_types) state.op.results.push_back(program_.values.add(std::move(type)));
  size_t next = 0;
  for (const ResultName& name : names) {
    if (!define(name.name, state.op.results[next], name.count, name.offset)) return false;
    next += name.count;
  }
  into.push_back(std::move(state.op));
  return true;
}

// "name"(%a) [^bb] <{properties}> ({regions}) {attributes} : (types) -> types
bool Parser::parse_generic(OpState& state) {
  if (!expect(Tok::LParen) || !parse_operands(state.operands) || !expect(Tok::RParen)) return false;
  if (is(Tok::LSquare))
    return fail_unsupported(tok_.begin, "branches between blocks are not supported",
                            "use the structured ops: stablehlo.while, stablehlo.if, stablehlo.case");
  if (accept(Tok::Less)) {
    if (!parse_dictionary(state.op.attributes) || !expect(Tok::Greater)) return false;
    state.op.property_count = state.op.attributes.size();
  }
  if (accept(Tok::LParen)) {
    do {
      if (!parse_region(state.op.regions.emplace_back(), nullptr,
                        state.op.name == "func.func" || state.op.name == "builtin.module"))
        return false;
    } while (accept(Tok::Comma));
    if (!expect(Tok::RParen)) return false;
  }
  return parse_optional_dictionary(state.op.attributes) && expect(Tok::Colon) &&
         parse_function_type(state.operand_types, state.result_types);
}

bool Parser::finish_operation(OpState& state) {
  Operation& op = state.op;
  if (state.operands.size() != state.operand_types.size())
    return fail(state.offset, fmt::format("{} has {} operands, but {} operand types", op.name, state.operands.size(),
                                          state.operand_types.size()));
  op.operands.resize(state.operands.size());
  for (size_t i = 0; i < state.operands.size(); ++i)
    if (!resolve(state.operands[i], state.operand_types[i], op.operands[i])) return false;

  // Properties and attributes may name the same thing only once.
  std::vector<std::string_view> keys;
  keys.reserve(op.attributes.size());
  for (const auto& [key, value] : op.attributes) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice != keys.end()) return fail(state.offset, fmt::format("{} has attribute '{}' twice", op.name, *twice));
  normalise_integer_lists(op);
  if (!op.loc.valid()) op.loc = LocId(0u);
  return parse_optional_location(op.loc);
}

bool Parser::add_argument(Block& block, const RegionArgument& argument) {
  const ValueId id = program_.values.add(argument.type);
  block.arguments.push_back(id);
  block.argument_locs.push_back(argument.loc.valid() ? argument.loc : LocId(0u));
  return define(argument.name, id, 1, argument.offset);
}

// ^bb0(%arg0: type loc(..), ...):
bool Parser::parse_block_label(Block& block) {
  advance();
  if (accept(Tok::LParen) && !accept(Tok::RParen)) {
    do {
      RegionArgument argument;
      if (!is(Tok::Percent)) return fail_expected(describe(Tok::Percent));
      argument.name = text().substr(1);
      argument.offset = tok_.begin;
      advance();
      if (!expect(Tok::Colon) || !parse_type(argument.type) || !parse_optional_location(argument.loc) ||
          !add_argument(block, argument))
        return false;
    } while (accept(Tok::Comma));
    if (!expect(Tok::RParen)) return false;
  }
  return expect(Tok::Colon);
}

bool Parser::parse_region(Region& region, std::vector<RegionArgument>* arguments, bool isolated) {
  if (!expect(Tok::LBrace)) return false;
  if (isolated) scopes_.push_back(std::make_unique<Scope>());
  const size_t outer_names = scopes_.back()->names.size();
  if (arguments) {
    Block& block = region.blocks.emplace_back();
    for (const RegionArgument& argument : *arguments)
      if (!add_argument(block, argument)) return false;
  }
  while (!is(Tok::RBrace)) {
    if (is(Tok::Caret)) {
      // A label right after the brace names the block that the arguments have opened.
      const bool named = arguments && arguments->empty() && region.blocks.size() == 1 &&
                         region.blocks[0].operations.empty() && region.blocks[0].arguments.empty();
      if (!parse_block_label(named ? region.blocks[0] : region.blocks.emplace_back())) return false;
      continue;
    }
    if (is(Tok::End)) return fail_expected("'}' to end the region");
    if (region.blocks.empty()) region.blocks.emplace_back();
    if (!parse_operation(region.blocks.back().operations)) return false;
  }
  advance();
  if (isolated) {
    scopes_.pop_back();
  } else {
    Scope& scope = *scopes_.back();
    for (size_t i = outer_names; i < scope.names.size(); ++i) scope.values.erase(scope.names[i]);
    scope.names.resize(outer_names);
  }
  return true;
}

// --- the file

// Aliases are defined at the start of a line, outside of all operations.
bool Parser::find_aliases() {
  for (size_t at = 0; at < text_.size();) {
    const char c = text_[at];
    if (c == '#' || c == '!') {
      lexer_.seat(at);
      const Token name = lexer_.next();
      if (name.kind == Tok::Hash || name.kind == Tok::Exclaim) {
        if (lexer_.next().kind == Tok::Equal) {
          Alias alias;
          alias.begin = at;
          alias.value = lexer_.offset();
          if (!aliases_.try_emplace(text_of(name), alias).second)
            return fail(name.begin, fmt::format("{} is defined twice", text_of(name)));
        }
      }
    }
    at = text_.find('\n', at);
    if (at == std::string_view::npos) break;
    ++at;
  }
  // In order of the file, so that chains of aliases need no recursion where each follows the last.
  std::vector<std::pair<size_t, std::string_view>> order;
  order.reserve(aliases_.size());
  for (const auto& [name, alias] : aliases_) order.emplace_back(alias.value, name);
  std::sort(order.begin(), order.end());
  for (const auto& [value, name] : order) {
    Alias& alias = aliases_.find(name)->second;
    if (alias.state == Alias::State::New && !parse_alias(alias, name[0] == '!', value)) return false;
  }
  return true;
}

namespace {
// Roughly the memory of a copy, in units of a hundred bytes or so, and the depth of nesting.
struct Measure {
  size_t weight = 1;
  int depth = 1;
  void add(const Measure& part) {
    weight += part.weight;
    depth = std::max(depth, part.depth + 1);
  }
};
Measure measure(const Type& type) {
  Measure out;
  out.weight += (type.text.size() + 8 * type.shape.dims.size()) / 64;
  for (const Type& element : type.elements) out.add(measure(element));
  return out;
}
Measure measure(const Attribute& attribute) {
  Measure out;
  out.weight += (attribute.text.size() + 8 * attribute.ints.size()) / 64;
  if (attribute.type) out.depth += measure(*attribute.type).depth;
  for (const Attribute& element : attribute.elements) out.add(measure(element));
  for (const auto& [name, member] : attribute.members) out.add(measure(member));
  return out;
}
}  // namespace

size_t weight_of(const Type& type) { return measure(type).weight; }

bool Parser::spend(size_t weight, size_t offset) {
  copies_ += weight;
  if (copies_ <= 65536 + text_.size() / 2) return true;
  return fail(offset, "this file repeats large attributes or types through aliases or short forms too often");
}

bool Parser::copy_alias(const Alias& alias, size_t use) {
  if (depth_ + alias.depth > max_depth) return fail(use, fmt::format("nesting is deeper than {}", max_depth));
  return spend(alias.weight, use);
}

// Parses the definition of an alias, wherever the lexer stands, and returns there.
bool Parser::parse_alias(Alias& alias, bool is_type, size_t use) {
  if (alias.state == Alias::State::Parsing) return fail(use, "this alias is defined by itself");
  if (alias.state != Alias::State::New) return true;
  Depth depth(*this);
  if (!depth.ok()) return false;
  const Token back = tok_;
  alias.state = Alias::State::Parsing;
  seat(alias.value);
  if (is_type) {
    Type type;
    if (!parse_type(type)) return false;
    const Measure measured = measure(type);
    alias.weight = measured.weight;
    alias.depth = measured.depth;
    alias.index = alias_types_.size();
    alias_types_.push_back(std::move(type));
    alias.state = Alias::State::Type;
  } else if (is_word("loc")) {
    LocId loc;
    if (!parse_optional_location(loc)) return false;
    alias.index = loc.index();
    alias.state = Alias::State::Location;
  } else {
    Attribute attribute;
    if (!parse_attribute(attribute)) return false;
    const Measure measured = measure(attribute);
    alias.weight = measured.weight;
    alias.depth = measured.depth;
    alias.index = alias_attributes_.size();
    alias_attributes_.push_back(std::move(attribute));
    alias.state = Alias::State::Attribute;
  }
  alias.end = tok_.begin;
  seat(back.begin);
  return true;
}

bool Parser::parse_top_level(Operation& module) {
  Block& block = module.regions.emplace_back().blocks.emplace_back();
  for (;;) {
    if (is(Tok::End)) break;
    if (is(Tok::Hash) || is(Tok::Exclaim)) {
      const auto found = aliases_.find(text());
      if (found != aliases_.end()) {
        if (found->second.begin != tok_.begin) return fail(tok_.begin, fmt::format("{} is defined twice", text()));
        seat(found->second.end);
        continue;
      }
      // Not at the start of a line.
      const std::string_view name = text();
      const size_t begin = tok_.begin;
      advance();
      if (!expect(Tok::Equal)) return false;
      Alias alias;
      alias.begin = begin;
      alias.value = tok_.begin;
      if (!parse_alias(alias, name[0] == '!', begin)) return false;
      seat(alias.end);
      aliases_.emplace(name, alias);
      continue;
    }
    if (is(Tok::MetaBegin)) {
      // Resources: dense_resource<...> is refused where it is used.
      const size_t end = text_.find("#-}", tok_.end);
      if (end == std::string_view::npos) return fail(tok_.begin, "'{-#' is not closed by '#-}'");
      seat(end + 3);
      continue;
    }
    if (!parse_operation(block.operations)) return false;
  }
  return true;
}

Result<Program> Parser::run() {
  program_.locs.add(Loc{});  // 0: unknown
  scopes_.push_back(std::make_unique<Scope>());
  Operation top;
  top.name = "builtin.module";
  top.loc = LocId(0u);
  top.place = place_of(0);
  bool ok = find_aliases();
  if (ok) {
    seat(0);
    ok = parse_top_level(top);
  }
  if (!ok) return std::unexpected(std::move(errors_));
  std::vector<Operation>& operations = top.regions[0].blocks[0].operations;
  if (operations.size() == 1 && operations[0].name == "builtin.module")
    program_.module = std::move(operations[0]);
  else
    program_.module = std::move(top);
  return std::move(program_);
}

Result<Program> parse_text(std::string_view text, std::string_view file) {
  if (text.starts_with("ML\xefR")) {
    Place place;
    place.file = file;
    return error("this is MLIR bytecode, not text", std::move(place));
  }
  return Parser(text, file).run();
}

}  // namespace eutectic::mlir

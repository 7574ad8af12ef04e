// The tables FileNames, FunctionNames, FileLocations and StackFrames. XLA prints a frame's parent as its
// number plus one, so that a frame without parent prints parent_frame_id=1; a table that says 0 or nothing
// for that is read as giving plain numbers.
#include <fmt/format.h>

#include <limits>

#include "format/hlo/escapes.h"
#include "format/hlo/header_text.h"

namespace eutectic::hlo {
namespace {

// {key=1 key=2}; unknown keys are an error.
template <class Field>
bool parse_fields(Cursor& in, Field field) {
  if (!in.expect('{', "before the fields")) return false;
  while (!in.consume('}')) {
    in.consume(',');
    in.skip_space();
    const size_t pos = in.pos();
    std::string_view key = in.word();
    if (key.empty()) return in.fail(pos, fmt::format("expected a field or '}}', found {}", in.found()));
    int64_t value;
    if (!in.expect('=', fmt::format("after {}", key)) || !in.integer(value, "a number")) return false;
    int64_t* slot = field(key);
    if (!slot) return in.fail(pos, fmt::format("unknown field {}", key));
    *slot = value;
  }
  return true;
}

int32_t narrow(int64_t v) { return v < 0 || v > std::numeric_limits<int32_t>::max() ? 0 : static_cast<int32_t>(v); }

}  // namespace

bool FrameReader::parse_names(Cursor& in, Module& module, std::unordered_map<int64_t, NameId>& out) {
  while (is_digit(in.peek())) {
    int64_t number;
    std::string text;
    if (!in.integer(number, "a number") || !in.quoted(text)) return false;
    out[number] = text.empty() ? NameId() : module.intern_name(text);
  }
  return true;
}

bool FrameReader::parse_locations(Cursor& in) {
  while (is_digit(in.peek())) {
    int64_t number;
    Location l;
    if (!in.integer(number, "a number") || !parse_fields(in, [&](std::string_view key) -> int64_t* {
          if (key == "file_name_id") return &l.file;
          if (key == "function_name_id") return &l.function;
          if (key == "line") return &l.line;
          if (key == "end_line") return &l.end_line;
          if (key == "column") return &l.column;
          if (key == "end_column") return &l.end_column;
          return nullptr;
        }))
      return false;
    locations_[number] = l;
  }
  return true;
}

bool FrameReader::parse_frames(Cursor& in) {
  has_frames_ = true;
  while (is_digit(in.peek())) {
    const size_t pos = in.pos();
    int64_t number;
    Frame f;
    f.pos = pos;
    if (!in.integer(number, "a number") || !parse_fields(in, [&](std::string_view key) -> int64_t* {
          if (key == "file_location_id") return &f.location;
          if (key == "parent_frame_id") return f.has_parent = true, &f.parent;
          return nullptr;
        }))
      return false;
    frames_.emplace_back(number, f);
  }
  return true;
}

bool FrameReader::resolve(Cursor& in, Module& module) {
  bool plain = false;
  std::unordered_map<int64_t, size_t> index;
  for (size_t i = 0; i < frames_.size(); ++i) {
    const auto& [number, frame] = frames_[i];
    if (!index.emplace(number, i).second)
      return in.fail(frame.pos, fmt::format("stack frame {} is given twice", number));
    if (!frame.has_parent || frame.parent == 0) plain = true;
  }
  enum : uint8_t { New, Open, Done };
  std::vector<uint8_t> state(frames_.size(), New);
  std::vector<size_t> chain;
  for (size_t i = 0; i < frames_.size(); ++i) {
    chain.assign(1, i);
    while (!chain.empty()) {
      const auto& [number, frame] = frames_[chain.back()];
      uint8_t& s = state[chain.back()];
      if (s == Done) {
        chain.pop_back();
        continue;
      }
      const int64_t parent = plain ? frame.parent : frame.parent - 1;
      OriginId caller;
      if (parent != 0) {
        auto it = index.find(parent);
        if (it == index.end())
          return in.fail(frame.pos, fmt::format("stack frame {} has a parent that is not in the table", number));
        if (state[it->second] != Done) {
          if (s == Open || state[it->second] == Open)
            return in.fail(frame.pos, fmt::format("stack frame {} is its own caller", number));
          s = Open;
          chain.push_back(it->second);
          continue;
        }
        caller = origins_.at(parent);
      }
      auto at = locations_.find(frame.location);
      if (at == locations_.end())
        return in.fail(frame.pos, fmt::format("stack frame {} names file location {}, which is not in the table",
                                              number, frame.location));
      const Location& l = at->second;
      Origin o;
      if (auto f = files_.find(l.file); f != files_.end()) o.file = f->second;
      if (auto f = functions_.find(l.function); f != functions_.end()) o.function = f->second;
      o.line = narrow(l.line);
      o.end_line = narrow(l.end_line);
      o.column = narrow(l.column);
      o.end_column = narrow(l.end_column);
      o.caller = caller;
      origins_[number] = module.intern(o);
      s = Done;
      chain.pop_back();
    }
  }
  return true;
}

bool FrameReader::parse(Cursor& in, Module& module) {
  while (true) {
    bool ok;
    if (in.consume_word("FileNames"))
      ok = parse_names(in, module, files_);
    else if (in.consume_word("FunctionNames"))
      ok = parse_names(in, module, functions_);
    else if (in.consume_word("FileLocations"))
      ok = parse_locations(in);
    else if (in.consume_word("StackFrames"))
      ok = parse_frames(in);
    else
      return resolve(in, module);
    if (!ok) return false;
  }
}

std::optional<OriginId> FrameReader::origin(int64_t frame) const {
  auto it = origins_.find(frame);
  return it == origins_.end() ? std::nullopt : std::optional(it->second);
}

bool FrameWriter::needs_frame(OriginId id) const {
  const Origin& o = module_[id];
  return o.caller.valid() || o.function.valid();
}

int64_t FrameWriter::frame(OriginId id) {
  std::vector<OriginId> chain;
  int64_t parent = 0;
  for (OriginId o = id; o.valid(); o = module_[o].caller) {
    if (auto it = frame_of_.find(o.value); it != frame_of_.end()) {
      parent = it->second;
      break;
    }
    chain.push_back(o);
  }
  auto number = [](auto& table, std::string& text, std::string key, auto row) {
    auto [it, added] = table.emplace(std::move(key), static_cast<int64_t>(table.size()) + 1);
    if (added) text += fmt::format("{} {}\n", it->second, row(it->first));
    return it->second;
  };
  auto in_quotes = [](const std::string& name) {
    std::string out;
    append_quoted(out, name);
    return out;
  };
  auto in_braces = [](const std::string& fields) { return "{" + fields + "}"; };
  while (!chain.empty()) {
    const Origin& o = module_[chain.back()];
    const int64_t file = number(files_, file_text_, std::string(module_[o.file]), in_quotes);
    const int64_t function = number(functions_, function_text_, std::string(module_[o.function]), in_quotes);
    const int64_t location =
        number(locations_, location_text_,
               fmt::format("file_name_id={} function_name_id={} line={} end_line={} column={} end_column={}", file,
                           function, o.line, o.end_line, o.column, o.end_column),
               in_braces);
    parent = number(frames_, frame_text_, fmt::format("file_location_id={} parent_frame_id={}", location, parent + 1),
                    in_braces);
    frame_of_.emplace(chain.back().value, parent);
    chain.pop_back();
  }
  return parent;
}

std::string FrameWriter::tables() const {
  if (frame_text_.empty()) return "";
  return fmt::format("FileNames\n{}\nFunctionNames\n{}\nFileLocations\n{}\nStackFrames\n{}\n", file_text_,
                     function_text_, location_text_, frame_text_);
}

}  // namespace eutectic::hlo

// The head of an HLO module: the HloModule line and the tables of files, functions, locations and stack
// frames that metadata refers to.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "format/hlo/cursor.h"
#include "ir/module.h"

namespace eutectic::hlo {

bool parse_header(Cursor& in, ModuleInfo& info);
void append_header(std::string& out, const ModuleInfo& info);

// Reads the tables; every stack frame becomes an Origin of the module with its caller.
class FrameReader {
 public:
  // Reads whatever tables stand here.
  bool parse(Cursor& in, Module& module);
  bool has_frames() const { return has_frames_; }
  // Absent for a number that is not in the table.
  std::optional<OriginId> origin(int64_t frame) const;

 private:
  struct Location {
    int64_t file = 0, function = 0, line = 0, end_line = 0, column = 0, end_column = 0;
  };
  struct Frame {
    int64_t location = 0, parent = 0;
    bool has_parent = false;
    size_t pos = 0;
  };
  bool parse_names(Cursor& in, Module& module, std::unordered_map<int64_t, NameId>& out);
  bool parse_locations(Cursor& in);
  bool parse_frames(Cursor& in);
  bool resolve(Cursor& in, Module& module);

  std::unordered_map<int64_t, NameId> files_, functions_;
  std::unordered_map<int64_t, Location> locations_;
  std::vector<std::pair<int64_t, Frame>> frames_;  // in text order
  std::unordered_map<int64_t, OriginId> origins_;
  bool has_frames_ = false;
};

// Collects the stack frames of the origins that are written, callers first.
class FrameWriter {
 public:
  explicit FrameWriter(const Module& module) : module_(module) {}
  // Whether HLO says this origin's place as a stack frame; else with source_file and source_line.
  bool needs_frame(OriginId id) const;
  // The number of the frame, adding it and its callers when new.
  int64_t frame(OriginId id);
  // The four tables, or "" without frames.
  std::string tables() const;

 private:
  const Module& module_;
  std::unordered_map<uint32_t, int64_t> frame_of_;  // by origin
  std::unordered_map<std::string, int64_t> files_, functions_, locations_, frames_;
  std::string file_text_, function_text_, location_text_, frame_text_;
};

}  // namespace eutectic::hlo

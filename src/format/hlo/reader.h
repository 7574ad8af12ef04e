// Turns HLO text into a Module: one pass over the text, computations in text order. Operands are resolved
// while reading; computations named before they stand in the text are resolved at the end.
#pragma once
#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "format/hlo/attr_text.h"
#include "format/hlo/cursor.h"
#include "format/hlo/header_text.h"
#include "ir/module.h"

namespace eutectic::hlo {

class Reader {
 public:
  Reader(std::string_view text, std::string_view file) : in_(text, file) {}
  Result<Module> read();

 private:
  // Instructions of the computation that is being read, by local number; appended to the module at its end.
  struct Body {
    struct Parameter {
      int64_t number;
      uint32_t local;
      size_t pos;
    };
    struct Unknown {  // an operand without definition so far
      std::string_view name;
      size_t pos, diagnostic;
    };
    struct Named {
      uint32_t local;
      size_t pos;
    };
    std::vector<Instr> instrs;
    std::vector<size_t> pos;  // of each instruction
    std::vector<uint32_t> operands;
    std::unordered_map<std::string_view, Named> names;
    std::vector<Parameter> parameters;
    std::vector<Unknown> unknown;
    uint32_t root = failed;
    size_t root_pos = 0;
  };
  // A computation that was named before its definition.
  struct Forward {
    CompRef ref;
    uint32_t instr;  // local to the body until `placed`
    AttrName attr;
    size_t index;         // in the attribute's list
    bool placed = false;  // `instr` is the module's number
  };
  // What stands between an instruction's name and its end.
  struct Parsed {
    std::string_view op_text;
    size_t op_pos = 0;
    Shape shape;
    std::vector<uint32_t> operands;
    Attrs attrs;
    std::vector<std::pair<AttrName, std::vector<CompRef>>> comps;
    OriginId origin;
  };
  static constexpr uint32_t failed = 0xffffffffu;  // a local number: its instruction had errors

  bool read_computation();
  bool read_signature();
  bool read_instruction(Body& body);
  bool read_operands(Body& body, Parsed& p);
  bool read_attrs(OpKind op, Parsed& p);
  bool read_metadata(OriginId& out);
  bool check_counts(OpKind op, const Parsed& p);
  uint32_t add(Body& body, OpKind op, Parsed& p);
  // `slice-start` and the like: wraps the op into a computation of its own.
  bool wrap_async(OpKind inner, std::string_view name, Parsed& p, const Body& outer, size_t pos);
  InputPlace line_and_column(size_t pos);
  CompId finish(std::string_view name, size_t pos, Body& body, bool entry);
  bool read_thread(CompId comp);
  bool resolve_forwards();
  void explain_cycle(Diagnostics& errors);

  Cursor in_;
  Module module_;
  FrameReader frames_;
  std::unordered_map<std::string_view, CompId> comps_;
  std::vector<size_t> comp_pos_;
  std::vector<Forward> forwards_;
  size_t first_forward_of_body_ = 0;
  size_t entry_pos_ = 0;
  size_t counted_ = 0, line_begin_ = 0;  // line_and_column: how far lines are counted
  uint32_t line_ = 1;
  std::deque<std::string> made_names_;  // of computations that wrap_async makes
};

}  // namespace eutectic::hlo

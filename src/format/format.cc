// Tells the formats apart by content and calls their readers.
#include "format/format.h"

#include <algorithm>
#include <cctype>

#include "format/mlir/ast.h"
#include "format/stablehlo/import.h"

namespace eutectic {
namespace {

bool is_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// The first word that is not in a comment; '@', '%', '#', '"' and '!' are words of their own.
std::string_view first_word(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[i]))) {
      ++i;
    } else if (text.substr(i, 2) == "//") {
      while (i < text.size() && text[i] != '\n') ++i;
    } else if (text.substr(i, 2) == "/*") {
      size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  size_t end = i;
  while (end < text.size() && is_identifier(text[end])) ++end;
  if (end == i && i < text.size()) end = i + 1;
  return text.substr(i, end - i);
}

bool is_mlir_word(std::string_view word) {
  return word == "module" || word == "builtin.module" || word == "func.func" || word == "func" || word == "#" ||
         word == "\"" || word == "!" || word == "sdy.mesh";
}

Result<Module> with_source_lines(Result<Module> module, std::string_view text) {
  if (!module) add_source_lines(module.error(), text);
  return module;
}

}  // namespace

void add_source_lines(Diagnostics& diagnostics, std::string_view text) {
  for (Diagnostic& d : diagnostics) {
    if (d.place.line <= 0 || !d.place.source_line.empty()) continue;
    size_t begin = 0;
    for (int line = 1; line < d.place.line && begin != std::string_view::npos; ++line) {
      size_t end = text.find('\n', begin);
      begin = end == std::string_view::npos ? end : end + 1;
    }
    if (begin == std::string_view::npos) continue;
    // Up to a little after the column: constants make lines of many megabytes.
    const size_t length = std::min(text.find('\n', begin), text.size()) - begin;
    const size_t wanted = static_cast<size_t>(std::max(d.place.column, 0)) + 200;
    if (wanted <= 65536) d.place.source_line = text.substr(begin, std::min(length, wanted));
  }
}

std::string_view to_string(ProgramFormat format) {
  switch (format) {
    case ProgramFormat::HloText:
      return "HLO text";
    case ProgramFormat::StablehloText:
      return "StableHLO text";
    case ProgramFormat::StablehloBytecode:
      return "StableHLO bytecode";
    case ProgramFormat::HloProto:
      return "HloModuleProto";
  }
  return "unknown";
}

ProgramFormat detect_format(std::string_view bytes) {
  if (mlir::is_bytecode(bytes)) return ProgramFormat::StablehloBytecode;
  if (is_hlo_proto(bytes)) return ProgramFormat::HloProto;
  return is_mlir_word(first_word(bytes)) ? ProgramFormat::StablehloText : ProgramFormat::HloText;
}

Result<Module> read_program(std::string_view bytes, std::string_view file) {
  constexpr std::string_view formats =
      "a program is HLO text (starting with 'HloModule'), StableHLO text (starting with 'module'), StableHLO bytecode "
      "(starting with the bytes 4D 4C EF 52) or an HloModuleProto";
  Place place;
  place.file = file;
  std::string_view word = first_word(bytes);
  if (word.empty() && !mlir::is_bytecode(bytes)) return error("the file is empty", place, std::string(formats));
  switch (detect_format(bytes)) {
    case ProgramFormat::StablehloBytecode:
      return read_stablehlo_bytecode(bytes, file);
    case ProgramFormat::StablehloText:
      return read_stablehlo_text(bytes, file);
    case ProgramFormat::HloProto:
      return read_hlo_proto(bytes, file);
    case ProgramFormat::HloText:
      break;
  }
  // Text that does not start like HLO: a module header, a computation or an instruction.
  bool hlo = word == "HloModule" || word == "ENTRY" || word == "%" || word == "ROOT" ||
             std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '_';
  bool binary = bytes.substr(0, 4096).find('\0') != std::string_view::npos;
  if (!hlo || binary) return error("the file is in no known format", place, std::string(formats));
  if (word != "HloModule" && word != "ENTRY" && word != "%") {
    // A lone computation has a brace on its first line.
    size_t start = static_cast<size_t>(word.data() - bytes.data());
    std::string_view line = bytes.substr(start, bytes.find('\n', start) - start);
    if (line.find('{') == std::string_view::npos && line.find('=') == std::string_view::npos)
      return error("the file is in no known format", place, std::string(formats));
  }
  return read_hlo_text(bytes, file);
}

Result<Module> read_stablehlo_text(std::string_view text, std::string_view file) {
  ASSIGN_OR_RETURN(mlir::Program program, mlir::parse_text(text, file));
  return with_source_lines(stablehlo::import_program(program), text);
}

Result<Module> read_stablehlo_bytecode(std::string_view bytes, std::string_view file) {
  ASSIGN_OR_RETURN(mlir::Program program, mlir::read_bytecode(bytes, file));
  return stablehlo::import_program(program);
}

Result<std::string> write_stablehlo_bytecode(const Module& module) {
  ASSIGN_OR_RETURN(const std::string text, write_stablehlo_text(module));
  ASSIGN_OR_RETURN(const mlir::Program program, mlir::parse_text(text, ""));
  return mlir::write_bytecode(program);
}

Status each_program(std::string_view bytes, std::string_view file, const ProgramVisitor& visit) {
  const ProgramFormat format = detect_format(bytes);
  if (format == ProgramFormat::HloText || format == ProgramFormat::HloProto) {
    visit({}, [&] { return read_program(bytes, file); });
    return {};
  }
  const bool is_text = format == ProgramFormat::StablehloText;
  ASSIGN_OR_RETURN(mlir::Program program, is_text ? mlir::parse_text(bytes, file) : mlir::read_bytecode(bytes, file));
  auto read = [&](const mlir::Operation* entry) {
    Result<Module> module = stablehlo::import_program(program, entry);
    return is_text ? with_source_lines(std::move(module), bytes) : std::move(module);
  };
  const std::vector<const mlir::Operation*> functions = stablehlo::separate_functions(program);
  if (functions.empty()) visit({}, [&] { return read(nullptr); });
  for (const mlir::Operation* function : functions) {
    const ProgramName name{function->place, "@" + function->find("sym_name")->text};
    visit(name, [&] { return read(function); });
  }
  return {};
}

}  // namespace eutectic

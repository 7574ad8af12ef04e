// eutectic convert: a program into a file of another format.
#include <memory>

#include "cli/command.h"
#include "cli/emit.h"
#include "cli/load.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::string program, output, to;
  bool force = false;
  EmitOptions emit;
};

int run(Options& o) {
  o.emit.to = o.to.empty() ? format_of(o.output) : o.to;
  if (o.emit.to.empty()) {
    err(unnamed_format(o.output));
    return exit_usage;
  }
  if (!may_write(o.output, o.force)) return exit_usage;
  int code = exit_ok;
  auto program = load_program(o.program, code);
  if (!program) return code;
  auto text = emit(program->module, o.emit);
  if (!text) {
    err(render(text.error()));
    return exit_failed;
  }
  if (auto status = write_file(o.output, *text); !status) {
    err(render(status.error()));
    return exit_usage;
  }
  return exit_ok;
}

}  // namespace

std::string format_of(std::string_view path) {
  if (path.ends_with(".hlo") || path.ends_with(".hlo.txt")) return "hlo";
  if (path.ends_with(".mlir") || path.ends_with(".stablehlo")) return "stablehlo";
  if (path.ends_with(".mlirbc") || path.ends_with(".bc")) return "bytecode";
  if (path.ends_with(".pb")) return "proto";
  return "";
}

std::string unnamed_format(std::string_view path) {
  return fmt::format(
      "eutectic: the suffix of '{}' names no format; end it in .hlo, .pb, .mlir or .mlirbc, or give --to\n", path);
}

Runner add_convert(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  app.add_option("-o,--output", o->output, "File to write; its suffix (.hlo, .pb, .mlir, .mlirbc) names the format")
      ->required();
  app.add_option(
         "--to", o->to,
         "hlo, proto (HloModuleProto), stablehlo or bytecode (StableHLO's portable artifact), whatever the suffix")
      ->check(IsMember({"hlo", "proto", "stablehlo", "bytecode"}));
  app.add_flag("--force", o->force, "Overwrite an existing file");
  app.add_flag("--operand-shapes", o->emit.operand_shapes, "HLO: write each operand's shape");
  app.add_flag("--no-metadata", o->emit.no_metadata, "HLO: leave source places out");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

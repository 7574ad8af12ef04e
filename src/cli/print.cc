// eutectic print: a program as text on standard output.
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/emit.h"
#include "cli/load.h"
#include "cli/maps.h"
#include "cli/process.h"
#include "passes/passes.h"

namespace eutectic::cli {
namespace {

struct Options {
  std::string program;
  EmitOptions emit;
  bool maps = false, composed_maps = false;
};

int run(const Options& o) {
  int code = exit_ok;
  auto program = load_program(o.program, code, o.maps || o.composed_maps);
  if (!program) return code;
  if (o.maps || o.composed_maps) {
    out(maps_text(program->module, o.composed_maps));
    return exit_ok;
  }
  auto text = emit(program->module, o.emit);
  if (!text) {
    err(render(text.error()));
    return exit_failed;
  }
  out(*text);
  return exit_ok;
}

}  // namespace

Result<std::string> emit(const Module& module, const EmitOptions& options) {
  if (options.to == "stablehlo") return write_stablehlo_text(module);
  std::optional<Module> expanded;
  if (!options.own_ops) {
    expanded = module;
    ASSIGN_OR_RETURN(const bool changed, expand_special(*expanded));
    if (changed) expanded = compact(*expanded);
  }
  if (options.to == "bytecode") return write_stablehlo_bytecode(expanded ? *expanded : module);
  if (options.to == "proto") return write_hlo_proto(expanded ? *expanded : module);
  return write_hlo_text(
      expanded ? *expanded : module,
      {.operand_shapes = options.operand_shapes, .metadata = !options.no_metadata, .layouts = !options.no_layouts});
}

Runner add_print(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  Option* to = app.add_option("--to", o->emit.to, "hlo or stablehlo");
  to->check(IsMember({"hlo", "stablehlo"}))->capture_default_str();
  app.add_flag("--operand-shapes", o->emit.operand_shapes, "HLO: write each operand's shape");
  app.add_flag("--own-ops", o->emit.own_ops, "HLO: keep ops that XLA has not (erf-inv, lgamma ...) as they are");
  app.add_flag("--no-metadata", o->emit.no_metadata, "HLO: leave source places out");
  app.add_flag("--no-layouts", o->emit.no_layouts, "HLO: leave layouts out");
  Option* maps = app.add_flag("--maps", o->maps, "Not the program, but which elements of its operands each op reads");
  maps->excludes(to);
  app.add_flag("--composed-maps", o->composed_maps, "The same, through ops of one operand to what they look at")
      ->excludes(maps)
      ->excludes(to);
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

// eutectic ptx: a program's kernels as PTX, and what an assembler makes of them.
#include "backend/gpu/ptx.h"

#include <memory>

#include "backend/gpu/ptxas.h"
#include "cli/command.h"
#include "cli/compiling.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

using nlohmann::json;

struct Options {
  std::string program, output, xla;
  int number = -1;
  CompileFlags flags;
  gpu::GpuOptions gpu;
  bool ir = false, json = false, force = false;
};

std::string describe(const gpu::PtxEntry& e) {
  return fmt::format("{} registers, {} bytes spilled, {} bytes of shared memory", e.registers,
                     e.spill_store_bytes + e.spill_load_bytes, e.shared_bytes);
}

json to_json(const gpu::PtxEntry& e) {
  return {{"name", e.name},
          {"registers", e.registers},
          {"spill_store_bytes", e.spill_store_bytes},
          {"spill_load_bytes", e.spill_load_bytes},
          {"stack_bytes", e.stack_bytes},
          {"shared_bytes", e.shared_bytes}};
}

struct Report {
  json kernels = json::array(), xla = json::array();
  int launches = 0;
  std::string text;
};

// The launches of one kernel, with what ptxas says where it is there.
Status add_kernel_to(Report& report, const std::string& name, const gpu::GpuCode& code, const std::string& ptxas) {
  std::vector<gpu::PtxEntry> entries;
  if (!ptxas.empty()) {
    ASSIGN_OR_RETURN(entries, gpu::assemble(ptxas, code.text));
  }
  json launches = json::array();
  for (const gpu::GpuLaunch& launch : code.launches) {
    json one = {{"name", launch.name}, {"blocks", launch.blocks}, {"threads", launch.threads}};
    std::string line = fmt::format("  {}: {} blocks of {} threads", launch.name, launch.blocks, launch.threads);
    for (const gpu::PtxEntry& e : entries)
      if (e.name == launch.name) {
        one.update(to_json(e));
        line += ", " + describe(e);
      }
    launches.push_back(one);
    report.text += line + "\n";
    ++report.launches;
  }
  report.kernels.push_back({{"name", name}, {"scratch_bytes", code.scratch_bytes}, {"launches", launches}});
  return {};
}

Status add_xla_to(Report& report, const Options& o, const std::string& ptxas, const std::string& text) {
  if (ptxas.empty()) return {};
  ASSIGN_OR_RETURN(std::vector<gpu::PtxEntry> entries, gpu::assemble(ptxas, text));
  report.text += fmt::format("XLA, {}: {} kernels\n", o.xla, entries.size());
  for (const gpu::PtxEntry& e : entries) {
    report.xla.push_back(to_json(e));
    report.text += fmt::format("  {}: {}\n", e.name, describe(e));
  }
  return {};
}

int run(const Options& o) {
  int code = exit_ok;
  std::string xla_text;
  if (!o.xla.empty()) {
    auto bytes = read_file(o.xla);
    if (!bytes) return fail_at(bytes.error(), o.xla, exit_usage);
    xla_text = std::move(*bytes);
  }
  if (!may_write(o.output, o.force)) return exit_usage;
  auto record = record_of(o.program, o.flags, code);
  if (!record) return code;
  const auto asked = kernels_asked(*record, o.number, code);
  if (!asked) return code;
  const auto [first, last] = *asked;
  if (!o.output.empty() && last - first > 1) {
    err(fmt::format("{}: error: {} kernels are {} PTX modules and --output is one file; name one by its number\n",
                    o.program, last, last));
    return exit_failed;
  }
  const std::string ptxas = o.ir ? "" : gpu::find_ptxas();
  Report report;
  for (size_t i = first; i < last; ++i) {
    const compiler::KernelRecord& kernel = record->kernels[i];
    auto made = o.ir ? gpu::emit_ir(kernel.kernel, o.gpu) : gpu::emit_ptx(kernel.kernel, o.gpu);
    if (!made) return fail_at(made.error(), o.program);
    const std::string where = record->module->where(kernel.root), name(record->module->name(kernel.root));
    const std::string head =
        fmt::format("kernel {} of {}: {}{}{}", i, record->kernels.size(), name, where.empty() ? "" : ", ", where);
    if (!o.output.empty()) {
      if (auto status = write_file(o.output, made->text); !status) return fail_at(status.error(), o.output, exit_usage);
    } else if (!o.json) {
      out(fmt::format("{}{} {}\n{}", i > first ? "\n" : "", o.ir ? ";" : "//", head, made->text));
    }
    report.text += head + "\n";
    if (auto status = add_kernel_to(report, name, *made, ptxas); !status)
      return fail_at(status.error(), o.program, exit_internal);
  }
  if (!o.xla.empty())
    if (auto status = add_xla_to(report, o, ptxas, xla_text); !status) return fail_at(status.error(), o.xla);
  if (o.json) {
    json all = {{"sm", o.gpu.sm},
                {"ptxas", ptxas.empty() ? json(nullptr) : json(ptxas)},
                {"launches", report.launches},
                {"kernels", report.kernels}};
    if (!o.xla.empty()) all["xla"] = report.xla;
    out(all.dump(2) + "\n");
    return code;
  }
  if (o.ir) return code;
  err(report.text);
  if (ptxas.empty()) err("ptxas is not installed: registers and spills are not known\n");
  return code;
}

}  // namespace

Runner add_ptx(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("program", o->program, "Program in any format; - is standard input")->required();
  app.add_option("number", o->number, "Only this kernel")->check(NonNegativeNumber);
  o->flags.add(app, false);
  app.add_option("--sm", o->gpu.sm, "Compute capability, e.g. 75, 80, 90")->capture_default_str();
  app.add_option("--xla", o->xla, "PTX of XLA's kernels (kernels.ptx) to report beside ours");
  app.add_option("-o,--output", o->output, "Write the PTX of one kernel to this file");
  app.add_flag("--force", o->force, "Overwrite an existing file");
  app.add_flag("--ir", o->ir, "LLVM IR before LLVM's passes instead of PTX");
  app.add_flag("--json", o->json, "Registers, spills and launches as JSON instead of PTX");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

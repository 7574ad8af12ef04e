// eutectic device: profiles of devices for the cost model: lists them, prints one, measures this machine.
#include <memory>

#include "cli/command.h"
#include "cli/measure_host.h"
#include "cli/plan_xla.h"
#include "cli/process.h"

namespace eutectic::cli {
namespace {

namespace xla = fusion::xla;

struct Options {
  std::string name, output;
  bool measure = false, force = false;
};

int run(const Options& o) {
  if (o.measure && !o.name.empty()) {
    err("eutectic: --measure measures this machine; leave the name out\n");
    return exit_usage;
  }
  if (o.name.empty() && !o.measure) {
    if (!o.output.empty()) {
      err("eutectic: say which profile to write, or --measure\n");
      return exit_usage;
    }
    for (std::string_view name : xla::device_names()) {
      const xla::Device& d = *xla::find_device(name);
      out(fmt::format("{:<10} {} {} with {} lanes, {:.3g} GHz, {:.4g} GB/s, {:.3g} MB of cache\n", name, d.cores,
                      d.host ? "threads" : "cores", d.fpus_per_core, d.clock_ghz,
                      static_cast<double>(d.bandwidth) / 1e9, static_cast<double>(d.l2_bytes) / (1 << 20)));
    }
    return exit_ok;
  }
  if (!may_write(o.output, o.force)) return exit_usage;
  const auto device = o.measure ? measure_host() : load_device(o.name);
  if (!device) return fail_at(device.error(), o.name, o.measure ? exit_failed : exit_usage);
  const std::string text = xla::to_text(*device);
  if (o.output.empty()) {
    out(text);
    return exit_ok;
  }
  if (auto status = write_file(o.output, text); !status) {
    err(render(status.error()));
    return exit_usage;
  }
  return exit_ok;
}

}  // namespace

Runner add_device(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("name", o->name, "Print this profile: " + device_list() + ", or a file");
  app.add_flag("--measure", o->measure, "Measure this machine: bandwidth, clock, cycles of the elementwise ops");
  app.add_option("--output,-o", o->output, "Write the profile into this file; - is standard output");
  app.add_flag("--force", o->force, "Overwrite an existing file");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

// eutectic plan with a strategy of XLA's: the kernels that it would make, and on request every step on the way. Also
// planning itself, for the other subcommands that ask XLA's strategies.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags.h"
#include "fusion/xla/boundaries.h"
#include "fusion/xla/rules/device.h"
#include "passes/rewrites/rewrite.h"

namespace eutectic::cli {

// Whether the strategy's rules are those of one of several years (--era).
inline bool has_era(std::string_view strategy) { return strategy == "xla-rules" || strategy == "import"; }

// Which rules hold, and what is done to the program before it is planned.
struct XlaSetup {
  std::string passes = "default";  // none: a stage is planned as it is, without XLA's passes before and copies after
  std::string era = "2024";
  std::string device;  // a name, or a file; "": h100
  std::string lift;    // "R19,R18"
  int unroll = 1;
  bool drop_custom_calls = false, random_ahead = false, forward_slices = false, scalarise_concatenates = false;

  // `suffix` ends each flag's name: "-b" for the second of two plans.
  void add(App& app, const std::string& suffix = "");
  // The flags that the command line has, for instance "--lift, --era"; "": none.
  std::string given() const;
  bool gives(std::string_view name) const;
  void forget_era();  // for a strategy that has none

 private:
  std::vector<std::pair<std::string, const Option*>> options_;
};

// Says what is wrong with the setup for this strategy, whatever the program, and gives the exit code.
int usage_of(const fusion::xla::Strategy& strategy, const XlaSetup& setup);
// The same where the plan is not one of XLA's: `strategy` takes none of the setup.
int usage_without_xla(std::string_view strategy, const XlaSetup& setup);

struct XlaPlanOptions {
  std::string program, strategy;
  std::string apply;  // file for the fused program; "": none
  XlaSetup setup;
  bool json = false, steps = false;
};

std::vector<std::string> xla_strategies();
bool is_xla_strategy(std::string_view name);
int run_xla_plan(const XlaPlanOptions& o);
std::string device_list();  // "a100, b200 ..."
// Of those compiled in, or read from a file.
Result<fusion::xla::Device> load_device(const std::string& name);

struct XlaPlan {
  std::unique_ptr<const fusion::xla::Device> device;  // the graph's
  std::shared_ptr<const Module> module;               // the program after XLA's passes: the graph's and the log's
  std::unique_ptr<fusion::xla::Graph> graph;
  fusion::xla::Log log;
  std::map<CompId, CompId> as;  // loops that were left out, their bodies being another's
};
struct Prepared {
  std::shared_ptr<const Module> module;
  std::vector<rewrites::Verdict> unrolling;  // loop by loop, where the setup unrolls
};
// The program as the strategy gets it: unrolled if the setup says so, and after XLA's passes, if it has them. Many
// plans can start from one.
Result<Prepared> prepared(const Module& module, const fusion::xla::Strategy& strategy, const XlaSetup& setup);
// Whether prepared() could unroll it: not a program that is taken as it stands.
bool can_unroll(const Module& module, const fusion::xla::Strategy& strategy, const XlaSetup& setup);
// Diagnostics are about the setup or the program. `equal_loops_once`: of loops that do the same one is planned, which
// is enough to count kernels.
Result<XlaPlan> plan_prepared(std::shared_ptr<const Module> prepared, const fusion::xla::Strategy& strategy,
                              const XlaSetup& setup, bool equal_loops_once = false);
Result<XlaPlan> plan_xla(const Module& module, const fusion::xla::Strategy& strategy, const XlaSetup& setup);

}  // namespace eutectic::cli

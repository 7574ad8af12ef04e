// eutectic ops: the op table, op by op: which parts each has and for which element types.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/process.h"
#include "ops/op_def.h"

namespace eutectic::cli {
namespace {

struct Row {
  OpKind kind;
  bool shape, access, evaluate;
  std::string types, summary, opaque;
};

std::string types_of(const OpDef& def) {
  if (def.types.empty()) return "any";
  std::string out;
  for (char letter : def.types) {
    std::string_view word;
    switch (letter) {
      case 'p':
        word = "pred";
        break;
      case 's':
        word = "signed";
        break;
      case 'u':
        word = "unsigned";
        break;
      case 'f':
        word = "float";
        break;
      case 'c':
        word = "complex";
        break;
      default:
        continue;
    }
    out += fmt::format("{}{}", out.empty() ? "" : " ", word);
  }
  return out;
}

struct Options {
  std::vector<std::string> names;
  bool json = false;
};

int run(const Options& o) {
  std::vector<std::string> known;
  for (int k = 0; k < op_kind_count; ++k) known.emplace_back(hlo_name(static_cast<OpKind>(k)));
  for (const std::string& name : o.names) {
    if (std::find(known.begin(), known.end(), name) != known.end() || op_from_stablehlo(name)) continue;
    std::string near = nearest(name, known);
    err(fmt::format("eutectic: there is no op '{}'{}\n", name,
                    near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    return exit_usage;
  }
  auto wanted = [&](OpKind kind) {
    return o.names.empty() || std::any_of(o.names.begin(), o.names.end(), [&](const std::string& name) {
             return name == hlo_name(kind) || name == stablehlo_name(kind);
           });
  };
  std::vector<Row> rows;
  for (int k = 0; k < op_kind_count; ++k) {
    auto kind = static_cast<OpKind>(k);
    if (!wanted(kind)) continue;
    const OpDef& def = op_def(kind);
    rows.push_back({kind, def.shape != nullptr, def.access != nullptr, def.evaluate != nullptr, types_of(def),
                    std::string(def.summary), std::string(def.opaque)});
  }
  if (o.json) {
    auto list = nlohmann::ordered_json::array();
    for (const Row& r : rows)
      list.push_back({{"op", hlo_name(r.kind)},
                      {"stablehlo", stablehlo_name(r.kind)},
                      {"shape", r.shape},
                      {"access", r.access},
                      {"opaque", r.opaque},
                      {"evaluate", r.evaluate},
                      {"types", r.types},
                      {"summary", r.summary}});
    out(list.dump(1) + "\n");
    return exit_ok;
  }
  int shape = 0, access = 0, evaluate = 0;
  out(fmt::format("{:<26} {:<32} {:<6} {:<7} {:<9} {}\n", "op", "StableHLO", "shape", "access", "evaluate", "types"));
  for (const Row& r : rows) {
    auto mark = [](bool b) { return b ? "yes" : "-"; };
    out(fmt::format("{:<26} {:<32} {:<6} {:<7} {:<9} {}\n", hlo_name(r.kind),
                    stablehlo_name(r.kind).empty() ? "-" : stablehlo_name(r.kind), mark(r.shape),
                    r.access ? "yes" : "opaque", mark(r.evaluate), r.types));
    shape += r.shape;
    access += r.access;
    evaluate += r.evaluate;
  }
  if (!o.names.empty()) {
    for (const Row& r : rows) {
      if (!r.summary.empty()) out(fmt::format("{}: {}\n", hlo_name(r.kind), r.summary));
      if (!r.opaque.empty()) out(fmt::format("no access map: {}\n", r.opaque));
    }
    return exit_ok;
  }
  out(fmt::format(
      "{} ops: {} with a shape rule, {} with an access map ({} say why they have none), {} with a reference "
      "evaluation\n",
      rows.size(), shape, access, static_cast<int>(rows.size()) - access, evaluate));
  return exit_ok;
}

}  // namespace

Runner add_ops(App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("names", o->names, "Only these ops, by either name");
  app.add_flag("--json", o->json, "As JSON");
  return [o] { return run(*o); };
}

}  // namespace eutectic::cli

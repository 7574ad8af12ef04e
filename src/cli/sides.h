// Two plans side by side: how each came about, and its words about a value and its reader. For diff, and for explaining
// what XLA itself did.
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/plan_xla.h"
#include "fusion/xla/plan_values.h"

namespace eutectic::cli {

struct Side {
  std::string path;
  const fusion::xla::Strategy* strategy = nullptr;  // whose rules are asked
  bool imported = false;                            // the program came fused: nothing was decided here
  XlaPlan plan;
  fusion::xla::PlanValues values;         // of the end state
  std::vector<fusion::xla::Value> start;  // by instruction of the module that was planned

  fusion::xla::Graph& graph() const { return *plan.graph; }
  const Module& module() const { return *plan.module; }
};

// Plans a program, or takes one that is fused already as the plan that it is: strategy import, or it has as many
// fusions as plain elementwise ops (some stages of XLA's have a fusion before the pass that makes the others). nullptr:
// it was said, and `code` is set.
std::unique_ptr<Side> plan_side(const std::string& path, const std::string& strategy, const XlaSetup& setup, int& code);
// Numbers the values of both; computations of `b` go by the names of their partners in `a`. If only `b` is imported,
// what its compiler simplified is found again by its place in the source.
void number_values(Side& a, Side& b);

// Why the two ends of an edge of two kernels stay apart, by the rules of the side's strategy. Empty for an imported
// plan: no rule does.
std::vector<fusion::xla::Refused> refusals_of(const Side& side, const fusion::xla::ValueEdge& edge);
// The step of the side's log that fused the edge, or (for edges that it keeps apart) last refused it.
std::optional<size_t> step_of(const Side& side, const fusion::xla::ValueEdge& edge);

// "%add.1 (file.py:3:1)".
std::string value_name(const Side& side, fusion::xla::Value value);
nlohmann::ordered_json refusals_json(const Module& m, const std::vector<fusion::xla::Refused>& refusals);
void print_refusals(const nlohmann::ordered_json& list, std::string_view indent);

}  // namespace eutectic::cli

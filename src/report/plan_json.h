// What explain, plan and the page say alike of a plan of XLA's strategies, as JSON objects.
#pragma once
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "fusion/xla/boundaries.h"

namespace eutectic::report {

using Json = nlohmann::ordered_json;

// "file.py:3:1" of the instruction that the node comes from; "" if it has none.
std::string place_of(const fusion::xla::Graph& graph, fusion::xla::NodeId node);
// Puts {"source": place} in where there is one.
void set_source(Json& j, const std::string& place);

// "fused", "refused", "estimate".
std::string_view step_name(fusion::xla::StepKind kind);
// {"step", "producer", "consumers", "reason", "numbers", "text"}, and "result" of a fusion.
Json step_json(const Module& module, const fusion::xla::Step& step);
// {"rule", "reason", "pass", "numbers", "text"}; no "rule" where a wall or no rule refuses.
Json refusal_json(const Module& module, const fusion::xla::Refused& refusal);

// A kernel: its name, kind if it is a fusion, source, ops, inputs with the bytes that are read of each, result, hash,
// costs and launches.
Json kernel_json(const fusion::xla::Graph& graph, const fusion::xla::KernelReport& kernel, int64_t launches);
// Two kernels with what lies between them and every rule that keeps them apart; "lift": all of them, if that can be.
Json boundary_json(const fusion::xla::Graph& graph, const fusion::xla::Boundary& boundary, int64_t steps);
// Whose it is, how often it runs, its kernels and, where they were asked for, boundaries.
Json computation_json(const fusion::xla::Graph& graph, const fusion::xla::ComputationReport& computation,
                      bool with_boundaries);
// The rules that refuse, if each may be lifted: "R29", "R33". Empty otherwise.
std::set<std::string> rules_to_lift(const fusion::xla::Boundary& boundary);

// Bytes read and written; flops and times where the cost model knows the kernel.
void set_costs(Json& j, const fusion::xla::KernelReport& kernel);
// Bytes between the two, and what they cost in all steps.
void set_cost(Json& j, const fusion::xla::Graph& graph, const fusion::xla::Boundary& boundary, int64_t steps);

}  // namespace eutectic::report

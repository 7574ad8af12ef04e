// See decisions.h.
#include "fusion/xla/decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace eutectic::fusion::xla {
namespace {

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\r')) s.remove_suffix(1);
  return s;
}

std::string unquoted(std::string_view s) {
  if (s.size() >= 2 && s.front() == '"' && s.back() == '"') s = s.substr(1, s.size() - 2);
  std::string out;
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '\\' && i + 1 < s.size()) ++i;
    out += s[i];
  }
  return out;
}

// What XLA says, as our reason. Its texts are fixed; where one has a number or a name inside, the beginning counts.
struct Wording {
  std::string_view begins;
  explain::Reason reason;
};
using R = explain::Reason;
constexpr Wording wordings[] = {
    {"not fusing into the output of the root instruction", R::R01ProducerIsRoot},
    {"the producer is not fusible", R::R02ProducerNotFusible},
    {"the consumer is not fusible", R::R02ConsumerNotFusible},
    {"No users to fuse", R::R02NoUsers},
    {"not fusing because there are only bitcast users", R::R09OnlyBitcastUsers},
    {"not fusing into a single bitcast as consumer", R::R09BitcastConsumer},
    {"fusion into output of a reduce fusion would create a loop fusion", R::R33ReductionBecomesLoop},
    {"both the producer and the consumer contain a reduce", R::R32ReduceIntoReduce},
    {"the fusion would result in an overly large code duplication", R::R25CodeSize},
    {"do not fuse into the output of scatter", R::R08ScatterOutput},
    {"do not fuse into the in-place operand of scatter", R::R08ScatterBuffer},
    {"Producer uses the in-place operand of a scatter", R::R08ReadsScatterBuffer},
    {"The consumer is an in-place operation that has an additional", R::R05BufferReadTwice},
    {"Producer fusion has multiple non-elementwise ops", R::R05ManyReads},
    {"Non-elementwise ops in consumer lead to inplace", R::R05ReadAfterWrite},
    {"multiple dus ops", R::R05ManyUpdates},
    {"Slice op has a different shape", R::R05OtherWindow},
    {"DUS and slice index mismatch", R::R05OtherWindow},
    {"Dynamic slice op has a different shape", R::R05OtherWindow},
    {"DUS and DS index mismatch", R::R05OtherWindow},
    {"Fusing slice into DUS will also fuse", R::R05WindowReadElsewhere},
    {"Fusing DS into DUS will also fuse", R::R05WindowReadElsewhere},
    {"unrecognized inplace update non-elementwise output pair", R::R05UnknownRead},
    {"shared memory usage would be over the budget", R::R23SharedMemory},
    {"over 8 unnested reductions", R::R24Reductions},
    {"Number of operands and output buffers is larger", R::R22Operands},
    {"Unsupported opcode", R::R42TritonOp},
    {"Fusion can not be tiled with SymbolicTileAnalysis", R::R42TritonTiling},
};

const Wording* wording_of(std::string_view text) {
  for (const Wording& w : wordings)
    if (text.starts_with(w.begins)) return &w;
  return nullptr;
}

}  // namespace

Result<std::vector<XlaStep>> read_decisions(std::string_view text, std::string_view file) {
  std::vector<XlaStep> steps;
  bool inside = false;
  int line_number = 0, depth = 0;
  auto place = [&](std::string_view line) {
    return Place{.file = std::string(file), .line = line_number, .column = 1, .source_line = std::string(line)};
  };
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end), line = trim(whole);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    if (line.ends_with('{')) {
      const std::string_view name = trim(line.substr(0, line.size() - 1));
      ++depth;
      if (depth == 1) {
        inside = name == "fusion_steps";
      } else if (depth == 2 && inside) {
        XlaStep step;
        if (name == "fusion") {
          step.kind = StepKind::Fused;
        } else if (name == "producer_ineligible") {
          step.kind = StepKind::Refused;
        } else if (name == "update_priority") {
          step.kind = StepKind::Estimate;
        } else {
          return error(fmt::format("a fusion step '{}' is not known", name), place(whole),
                       "known are fusion, producer_ineligible and update_priority");
        }
        steps.push_back(std::move(step));
      }
      continue;
    }
    if (line == "}") {
      if (--depth < 0) return error("a '}' without '{'", place(whole));
      continue;
    }
    if (depth != 2 || !inside || steps.empty()) continue;
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, colon), value = trim(line.substr(colon + 1));
    XlaStep& step = steps.back();
    auto number = [&](double& out) {
      return std::from_chars(value.data(), value.data() + value.size(), out).ec == std::errc();
    };
    if (key == "producer_name") step.producer = unquoted(value);
    if (key == "consumer_name" || key == "consumer_names") step.consumers.push_back(unquoted(value));
    if (key == "fusion_name") step.result = unquoted(value);
    if (key == "reason") step.reason = unquoted(value);
    if ((key == "us_fused" && !number(step.us_fused)) || (key == "us_unfused" && !number(step.us_unfused)))
      return error(fmt::format("'{}' is not a number", value), place(whole));
  }
  if (depth != 0) return error("the text ends inside a '{'", place(""));
  return steps;
}

double EstimateDifference::error() const {
  auto relative = [](double a, double b) { return a == b ? 0 : std::abs(a - b) / std::max(std::abs(b), 1e-9); };
  return std::max(relative(ours_fused, xla_fused), relative(ours_unfused, xla_unfused));
}

double DecisionParity::median_error() const {
  if (estimates.empty()) return 0;
  std::vector<double> errors;
  for (const EstimateDifference& e : estimates) errors.push_back(e.error());
  std::nth_element(errors.begin(), errors.begin() + static_cast<ptrdiff_t>(errors.size() / 2), errors.end());
  return errors[errors.size() / 2];
}

DecisionParity compare_decisions(const Log& ours, const std::vector<XlaStep>& theirs) {
  DecisionParity out;
  // XLA's name of a fusion that we made. A name that is not bound is its own.
  std::map<std::string, std::string> bound;
  auto xla_name = [&](const std::string& name) {
    auto it = bound.find(name);
    return it == bound.end() ? name : it->second;
  };
  std::multimap<std::pair<std::string, std::string>, const XlaStep*> left;
  std::map<std::string, const XlaStep*> refusal, estimate;
  std::vector<const XlaStep*> estimates;
  for (const XlaStep& s : theirs) {
    if (s.kind == StepKind::Fused) {
      left.emplace(std::pair(s.producer, s.consumers.empty() ? "" : s.consumers[0]), &s);
      ++out.fusions_xla;
    } else if (s.kind == StepKind::Refused) {
      refusal.emplace(s.producer, &s);
    } else if (estimate.emplace(s.producer, &s).second) {
      estimates.push_back(&s);
    }
  }
  out.refusals_xla = static_cast<int64_t>(refusal.size());
  out.estimates_xla = static_cast<int64_t>(estimates.size());
  std::map<std::string, const Step*> our_refusal, our_estimate;
  for (const Step& s : ours.steps) {
    const std::string producer = xla_name(s.producer);
    if (s.kind == StepKind::Refused) {
      // In XLA's log an estimate that says no is an estimate.
      // It has none about constants.
      if (s.verdict.reason != R::R29Slower && s.verdict.reason != R::R31Constant) our_refusal.emplace(producer, &s);
    } else if (s.kind == StepKind::Estimate) {
      our_estimate.emplace(producer, &s);
    } else if (s.verdict.reason == R::XlaFused || s.verdict.reason == R::XlaNoOpFused) {
      ++out.fusions_ours;
      const std::string consumer = xla_name(s.consumers[0]);
      auto it = left.find({producer, consumer});
      if (it != left.end()) {
        ++out.fusions_matched;
        bound[s.result] = it->second->result;
        left.erase(it);
      } else {
        // Our own name could be one of XLA's for something else.
        bound[s.result] = "ours:" + s.result;
        if (out.first_fusion_only_ours.empty()) out.first_fusion_only_ours = producer + " into " + consumer;
      }
    }
  }
  for (const XlaStep& s : theirs) {
    if (s.kind != StepKind::Fused || s.consumers.empty()) continue;
    auto [begin, end] = left.equal_range({s.producer, s.consumers[0]});
    if (std::none_of(begin, end, [&](const auto& e) { return e.second == &s; })) continue;
    out.first_fusion_only_xla = s.producer + " into " + s.consumers[0];
    break;
  }
  out.refusals_ours = static_cast<int64_t>(our_refusal.size());
  for (const auto& [producer, step] : our_refusal) {
    auto it = refusal.find(producer);
    const std::string_view mine = explain::info(step->verdict.reason).text;
    if (it == refusal.end()) {
      out.refusals_differ.push_back(fmt::format("{}: only ours: {}", producer, mine));
      continue;
    }
    const Wording* w = wording_of(it->second->reason);
    if (w && w->reason == step->verdict.reason)
      ++out.refusals_matched;
    else
      out.refusals_differ.push_back(fmt::format("{}: ours {}, XLA: {}", producer, mine, it->second->reason));
  }
  for (const auto& [producer, step] : refusal)
    if (!our_refusal.contains(producer))
      out.refusals_differ.push_back(fmt::format("{}: only XLA: {}", producer, step->reason));
  for (const XlaStep* s : estimates) {
    auto it = our_estimate.find(s->producer);
    if (it == our_estimate.end()) continue;
    out.estimates.push_back(
        {s->producer, microseconds(it->second->fused), microseconds(it->second->unfused), s->us_fused, s->us_unfused});
  }
  return out;
}

}  // namespace eutectic::fusion::xla

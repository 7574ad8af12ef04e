#include "passes/rewrites/rewrite.h"

#include <fmt/format.h>

#include "base/check.h"
#include "ops/verify.h"
#include "passes/passes.h"
#include "passes/simplify.h"

namespace eutectic::rewrites {
namespace {

constexpr ReasonInfo reasons[] = {
#define REASON(name, text, reason_class, message) {text, ReasonClass::reason_class, message},
#include "passes/rewrites/reason.def"
#undef REASON
};

constexpr Rewrite rewrites[] = {
    {"clean-loops", "Loops lose steps, values, code and counters that they need not have", clean_loops, false, true},
    {"plain-rng", "Threefry, in loops or custom calls, as straight-line arithmetic that fuses", plain_rng},
    {"rng-ahead", "Random numbers of all steps of a loop are drawn before it", rng_ahead},
    {"split-carried", "Carried arrays that a loop takes apart and puts together become several", split_carried},
    {"forward-slices", "Slices of joined arrays read the parts, through whatever lies between", forward_slices},
    {"unroll", "Innermost counted loops do several steps at a time", unroll, true},
};

}  // namespace

const ReasonInfo& info(Reason reason) { return reasons[static_cast<size_t>(reason)]; }

std::string render(const Verdict& v) {
  std::string out = v.subject;
  if (!v.where.empty()) out += fmt::format(" ({})", v.where);
  out += ": ";
  const std::string_view message = info(v.reason).message;
  for (size_t i = 0; i < message.size(); ++i) {
    if (message[i] != '{') {
      out += message[i];
      continue;
    }
    const size_t end = message.find('}', i);
    const std::string_view field = message.substr(i + 1, end - i - 1);
    if (field == "detail")
      out += v.detail;
    else
      out += fmt::format("{}", v.numbers.at(static_cast<size_t>(field[0] - '0')));
    i = end;
  }
  return out;
}

void Context::note(const Module& module, InstrId subject, Reason reason, std::vector<int64_t> numbers,
                   std::string detail) {
  verdicts.push_back(
      {reason, std::string(module.name(subject)), module.where(subject), std::move(numbers), std::move(detail)});
  if (verdicts.back().done() && fuel > 0) --fuel;
}

std::span<const Rewrite> all_rewrites() { return rewrites; }

const Rewrite* find_rewrite(std::string_view name) {
  for (const Rewrite& r : rewrites)
    if (r.name == name) return &r;
  return nullptr;
}

Result<Module> cleaned(const Module& module) {
  Module work = module;
  RETURN_IF_ERROR(flatten_tuples(work));
  RETURN_IF_ERROR(remove_dead_code(work));
  RETURN_IF_ERROR(merge_equal(work));
  RETURN_IF_ERROR(simplify(work));
  RETURN_IF_ERROR(simplify_loops(work));
  RETURN_IF_ERROR(merge_equal(work));
  RETURN_IF_ERROR(remove_dead_code(work));
  Module out = compact(work);
  RETURN_IF_ERROR(verify(out));
  return out;
}

}  // namespace eutectic::rewrites

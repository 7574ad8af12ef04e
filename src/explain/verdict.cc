#include "explain/verdict.h"

#include <fmt/format.h>

namespace eutectic::explain {
namespace {

constexpr ReasonInfo table[] = {
#define REASON(name, text, cls, message) {text, ReasonClass::cls, message},
#include "explain/reason.def"
#undef REASON
};

std::string named(const Module& module, InstrId id) {
  if (!id.valid()) return "?";
  std::string where = module.where(id);
  return where.empty() ? fmt::format("%{}", module.name(id)) : fmt::format("%{} ({})", module.name(id), where);
}

}  // namespace

const ReasonInfo& info(Reason reason) { return table[static_cast<size_t>(reason)]; }

std::string render(const Module& module, const Verdict& verdict) {
  std::string_view m = info(verdict.reason).message;
  std::string out;
  for (size_t i = 0; i < m.size(); ++i) {
    if (m[i] != '{') {
      out += m[i];
      continue;
    }
    size_t close = m.find('}', i);
    std::string_view key = m.substr(i + 1, close - i - 1);
    if (key == "subject") {
      out += named(module, verdict.subject);
    } else if (key == "other") {
      out += named(module, verdict.other);
    } else if (key == "detail") {
      out += verdict.detail;
    } else {
      size_t n = static_cast<size_t>(key[0] - '0');
      out += n < verdict.numbers.size() ? fmt::format("{}", verdict.numbers[n]) : "?";
    }
    i = close;
  }
  return out;
}

}  // namespace eutectic::explain

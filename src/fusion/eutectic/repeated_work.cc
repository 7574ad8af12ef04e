// See planner.h.
#include <algorithm>
#include <limits>

#include "fusion/eutectic/planner.h"

namespace eutectic::fusion {
namespace {

// Instructions that may be computed anew by a kernel of another level.
constexpr size_t most_repeated_work = 100;

}  // namespace

// A value of much work that kernels of several levels (host ops or loops lie between them) would each compute anew is
// stored. Within a level its readers become one kernel where they can.
void Planner::store_repeated_work() {
  const Computation& c = module_[computation_];
  struct Levels {
    int own = 0, first_reader = std::numeric_limits<int>::max(), last_reader = -1;
  };
  std::unordered_map<uint32_t, Levels> levels;
  for (InstrId id : instrs_of(c)) {
    int own = 0;
    for (InstrId o : module_.operands(id)) own = std::max(own, levels[o.value].own);
    const bool part = is_name(id) || written_out_.contains(id.value) || may_fuse(id);
    levels[id.value].own = own + (part ? 0 : 1);
  }
  for (uint32_t n = c.end.value; n-- > c.begin.value;) {
    const InstrId id(n);
    Levels& l = levels[n];
    if (materialized_.contains(n)) {
      l.first_reader = std::min(l.first_reader, l.own);
      l.last_reader = std::max(l.last_reader, l.own);
    }
    const bool stops = materialized_.contains(n) || !may_fuse(id);
    for (InstrId o : module_.operands(id)) {
      Levels& of = levels[o.value];
      of.first_reader = std::min(of.first_reader, stops ? l.own : l.first_reader);
      of.last_reader = std::max(of.last_reader, stops ? l.own : l.last_reader);
    }
  }
  for (InstrId id : instrs_of(c)) {
    const Levels& l = levels[id.value];
    if (l.first_reader >= l.last_reader || is_name(id) || !may_fuse(id) || materialized_.contains(id.value)) continue;
    if (walk(id, most_repeated_work).instrs.size() > most_repeated_work) materialized_.insert(id.value);
  }
}

}  // namespace eutectic::fusion

// One strategy's plan of a program as the page draws it: computations with kernels, boundaries, layouts and the steps
// that led there. The page's scripts (page/) read these objects.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "compiler/compile.h"
#include "fusion/xla/boundaries.h"
#include "report/layout.h"
#include "report/plan_json.h"

namespace eutectic::report {

// A strategy of XLA's: its end state, what it wrote and what explain says of it.
Result<Json> view_of(const fusion::xla::Graph& graph, const fusion::xla::Log& log, const fusion::xla::Report& report,
                     std::string name);
// This compiler's own plan. It has no cost model of a device: sizes, not times.
Result<Json> view_of(const compiler::CompileRecord& record, std::string name);

// What both share.
// How large a kernel is drawn, and an operation inside of it.
Box node_box(std::string_view name);
Box op_box(std::string_view op);
// {"width", "height", "boxes": [[x, y, width, height] ...], "curves": [[x, y, x, y ...] ...]}; x and y of centres.
Json layout_json(const Drawing& drawing, const Placement& placement);

}  // namespace eutectic::report

// What all views share: see view.h.
#include "report/view.h"

#include <algorithm>

namespace eutectic::report {

// Letters of the page's monospaced font are some 6.7 pixels wide. The page cuts longer names.
Box node_box(std::string_view name) { return {std::clamp(static_cast<int>(name.size()) * 7 + 24, 116, 230), 46}; }

Box op_box(std::string_view op) { return {static_cast<int>(op.size()) * 7 + 12, 20}; }

Json layout_json(const Drawing& d, const Placement& p) {
  Json boxes = Json::array(), curves = Json::array();
  for (size_t i = 0; i < d.boxes.size(); ++i)
    boxes.push_back({p.centres[i].x, p.centres[i].y, d.boxes[i].width, d.boxes[i].height});
  for (const auto& curve : p.curves) {
    Json flat = Json::array();
    for (const Point& point : curve) {
      flat.push_back(point.x);
      flat.push_back(point.y);
    }
    curves.push_back(std::move(flat));
  }
  return {{"width", p.width}, {"height", p.height}, {"boxes", std::move(boxes)}, {"curves", std::move(curves)}};
}

}  // namespace eutectic::report

// Where the boxes and curves of a drawn graph go. Graphviz decides (the program dot); sizes are ours, so that fonts do
// not matter and the same graph always looks the same. Of large graphs dot sees only the edges that others do not imply
// (its time grows with what long edges cross: minutes for 300 boxes and 1,800 edges); the rest are bows beside them.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace eutectic::report {

struct Box {
  int width = 0, height = 0;  // pixels
};
struct Drawing {
  std::vector<Box> boxes;
  std::vector<std::pair<size_t, size_t>> edges;  // from box to box, each pair once; top to bottom
};

struct Point {
  int x = 0, y = 0;
};
struct Placement {
  int width = 0, height = 0;
  std::vector<Point> centres;              // of the boxes
  std::vector<std::vector<Point>> curves;  // of the edges: a Bezier spline's points, 3 n + 1 of them
};

// Which edges no way over others implies; all of them where the edges go round.
std::vector<bool> essential(const Drawing& drawing);
// One placement per drawing. Fails with what to install where there is no Graphviz.
Result<std::vector<Placement>> lay_out(const std::vector<Drawing>& drawings);

}  // namespace eutectic::report

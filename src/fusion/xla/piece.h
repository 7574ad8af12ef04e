// What a computation has become on a scratch graph, apart from it: for the graph of another module that has an equal
// computation, which then need not be planned again.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

struct Piece {
  // Ids in these count within the piece; origins from the first instruction of the computation. A shape or attributes
  // that are the origin's are null here.
  std::vector<Node> nodes;
  std::vector<Body> bodies;  // the first one is the computation's, then those of its fusions
  std::deque<Shape> shapes;  // of nodes that have others; they have to outlive the graphs that the piece is put in
  std::deque<Attrs> attrs;
};

// Nothing where a node comes from another computation: one that stood in a fusion before.
std::optional<Piece> piece_of(const Graph& graph, BodyId body);

}  // namespace eutectic::fusion::xla

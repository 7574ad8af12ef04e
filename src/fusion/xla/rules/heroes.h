// Heroes: the reduction, transposition or concatenation in a kernel that decides how its threads walk over memory.
#pragma once
#include <optional>
#include <vector>

#include "explain/verdict.h"
#include "fusion/xla/rules/reduction.h"
#include "fusion/xla/rules/view.h"

namespace eutectic::fusion::xla {

// A transposition that goes through a tile of shared memory: two dimensions change places, seen as rank 3.
struct TiledTranspose {
  NodeId node;
  std::vector<int64_t> dims, permutation;  // of the result
  int64_t shared_bytes = 0;
  bool same_as(const TiledTranspose& o) const { return dims == o.dims && permutation == o.permutation; }
};
std::optional<TiledTranspose> tiled_transpose(const Graph& g, NodeId n);

// The hero behind a root, or the root itself.
NodeId hero_of(const View& view, NodeId root);
// The same within the body that the root stands in.
NodeId hero_in_body(const Graph& g, NodeId root);
// A reduction with threads of its own that can really be the hero of that root: the root itself, or free of races.
bool is_real_reduction(const Graph& g, NodeId root, NodeId hero);
// The one of several outputs that constrains most.
NodeId most_constraining_hero(const Graph& g, NodeId n);

// Whether kernels with these heroes can share one loop.
std::optional<explain::Reason> hero_conflict(const Graph& g, NodeId hero1, NodeId hero2);
std::optional<explain::Reason> loop_shape_conflict(const Graph& g, NodeId n1, NodeId n2);

// A fusion with a reduction of its own at a root; or also a bare reduction.
bool is_reduction_fusion(const Graph& g, NodeId n);
bool is_reduction_kernel(const Graph& g, NodeId n);
bool is_transpose_kernel(const Graph& g, NodeId n);
bool is_scatter_kernel(const Graph& g, NodeId n);
// Several results, and not (or no longer) a reduction with threads of its own.
bool is_nestable_variadic_reduction(const Graph& g, NodeId n);

}  // namespace eutectic::fusion::xla

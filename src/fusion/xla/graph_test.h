// What tests of graphs share.
#pragma once
#include <gtest/gtest.h>

#include "format/format.h"
#include "fusion/xla/graph.h"

namespace eutectic::fusion::xla {

inline Module read(std::string_view text) {
  auto m = read_hlo_text(text, "test");
  EXPECT_TRUE(m) << (m ? "" : render(m.error()));
  return std::move(*m);
}

inline NodeId named(const Graph& g, std::string_view name) {
  for (size_t i = 0; i < g.node_count(); ++i)
    if (!g[NodeId(i)].dead && g[NodeId(i)].name == name) return NodeId(i);
  ADD_FAILURE() << "no " << name;
  return NodeId();
}

}  // namespace eutectic::fusion::xla

// Lists in the tables (vhlo.def, bytecode_tables.def).
#pragma once
#include <algorithm>
#include <string_view>
#include <type_traits>

namespace eutectic::mlir {

// Calls fn for each word of a space-separated list; a function that gives a bool ends it with false.
template <class Fn>
void for_each_word(std::string_view list, Fn fn) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if constexpr (std::is_same_v<std::invoke_result_t<Fn, std::string_view>, bool>) {
      if (!fn(list.substr(0, end))) return;
    } else {
      fn(list.substr(0, end));
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

}  // namespace eutectic::mlir

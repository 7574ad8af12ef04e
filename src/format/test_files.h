// Files of the tree, for the readers' tests.
#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace eutectic {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace eutectic

// Kernels as text (docs/kernel.md). parse.h reads it back; printing what was read gives the same text.
#pragma once
#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace eutectic::kernel {

std::string to_text(const Kernel& kernel);

// The names of values and buffers as text has them: their own where these are identifiers, made unique; else
// numbers in the order of definitions, per function and for the kernel. Works for kernels that do not verify, too.
class Names {
 public:
  explicit Names(const Kernel& kernel);
  std::string value(ValueId id) const;        // with %
  std::string buffer(BufferId id) const;      // with %
  std::string function(FunctionId id) const;  // with @
  std::string index(const Index& index) const;
  // A statement's first line, without the { that opens its region.
  std::string head(StmtId id) const;
  // The statement's line up to its region, and what opens region number 1 of a while.
  void append_head(std::string& out, const Stmt& stmt) const;

 private:
  void append_values(std::string& out, const std::vector<ValueId>& values, size_t from = 0) const;
  void append_carries(std::string& out, const Stmt& stmt, size_t operand, size_t param) const;

  const Kernel& k_;
  std::vector<std::string> values_, buffers_, functions_;
};

// `@name`, quoted where it is no identifier.
std::string at_name(std::string_view name);

}  // namespace eutectic::kernel

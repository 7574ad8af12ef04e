// The reader of kernel text: recursive descent over hlo::Cursor's characters, writing through KernelBuilder. Stops at
// the first mistake. Private to parse*.cc.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "format/hlo/cursor.h"
#include "kernel/builder.h"

namespace eutectic::kernel {

// A name as written, and where.
struct Name {
  std::string_view text;
  size_t pos = 0;
};

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : c_(text, file), b_("") {}
  Result<Kernel> run();

 private:
  // All return false after a diagnostic.
  bool top();
  bool function();
  bool header();
  bool at_name(std::string& out);
  bool type(ElementType& out);
  bool size_of(int64_t& out);
  bool integer(int64_t& out, int64_t lo, int64_t hi, std::string_view what);
  bool keyword(std::string_view word);
  bool name(Name& out, std::string_view what);
  bool names(std::vector<Name>& out, char close, std::string_view what);
  bool value(ValueId& out, std::string_view what);
  bool values(std::vector<ValueId>& out, char close);
  bool s64_value(ValueId& out, std::string_view what);
  bool pred_value(ValueId& out, std::string_view what);
  bool buffer(BufferId& out);
  bool index(Index& out);
  bool magnitude(uint64_t& out);
  bool carries(std::vector<Name>& names, std::vector<ValueId>& values);
  bool range(ValueId& lo, ValueId& hi);
  bool option(std::string_view word, int64_t& out, int64_t lo, int64_t hi);
  bool define(const Name& name, ValueId value);
  bool define_all(const std::vector<Name>& names, const std::vector<ValueId>& values, size_t pos);
  bool new_name(const Name& name);

  bool statements(std::vector<ValueId>& yields, size_t& yield_pos);
  bool statement();
  bool constant(const std::vector<Name>& results, size_t pos);
  bool op(std::string_view text, const std::vector<Name>& results, size_t pos);
  bool load(const std::vector<Name>& results, size_t pos);
  bool store();
  bool for_loop(const std::vector<Name>& results, size_t pos);
  bool while_loop(const std::vector<Name>& results, size_t pos);
  bool when(const std::vector<Name>& results, size_t pos);
  bool par(size_t pos);
  bool lanes(const std::vector<Name>& results, size_t pos);
  bool call(const std::vector<Name>& results, size_t pos);

  // A region in braces that the builder has entered: its params get these names.
  bool region(const std::vector<Name>& names, const std::vector<ValueId>& params, std::vector<ValueId>& yields,
              size_t& yield_pos);
  bool nest(size_t pos);
  bool yields_like(const std::vector<ValueId>& yields, const std::vector<ValueId>& like, size_t from, size_t pos);
  bool single(const std::vector<Name>& results, size_t pos);

  ElementType type_of(ValueId v) const { return b_.kernel().values[v].type; }
  std::string_view read_word();

  hlo::Cursor c_;
  KernelBuilder b_;
  int depth_ = 1;
  // Every name is defined once; `visible` maps those in scope. Buffers are in `buffers_` only.
  std::unordered_map<std::string_view, bool> defined_;
  std::unordered_map<std::string_view, ValueId> visible_;
  std::unordered_map<std::string_view, BufferId> buffers_;
  std::unordered_map<std::string, FunctionId> functions_;
  std::vector<std::string_view> scope_;
};

}  // namespace eutectic::kernel

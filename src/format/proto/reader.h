// The inside of read_hlo_proto: a message as HLO text.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <unordered_map>

#include "format/hlo/attr_text.h"
#include "format/proto/hlo.pb.h"
#include "ir/module.h"

namespace eutectic::proto {

template <class List>
std::string braced(const List& numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers.begin(), numbers.end(), ","));
}
std::string quoted(std::string_view text);
// {key="value",...}
std::string map_text(const pb::FrontendAttributes& attributes);

class TextOf {
 public:
  // False and a failure if the message refers to what it has not, or needs what is not supported.
  bool run(const pb::HloModule& in);
  const std::string& text() const { return out_; }
  const std::string& failure() const { return failure_; }

 private:
  bool fail(std::string message);
  void header(const pb::HloModule& in);
  bool computation(const pb::Computation& in, bool entry);
  bool shape(const pb::Shape& in, Shape& out, int depth = 0);
  std::string shape_text(const pb::Shape& in);
  bool same_shape(const pb::Instruction& in, const Shape& expected);
  std::string sharding(const pb::Sharding& in, int depth = 0);
  std::string attributes(const pb::Instruction& in, OpKind op);
  void window(const pb::Instruction& in, OpKind op, std::string& out);
  void collective(const pb::Instruction& in, OpKind op, std::string& out);
  void custom_call(const pb::Instruction& in, OpKind op, std::string& out);
  bool called(const pb::Instruction& in, OpKind op, bool by_predicate);
  void metadata(const pb::Instruction& in);

  std::string out_, failure_;
  std::unordered_map<int64_t, std::string> computation_names_;
};

}  // namespace eutectic::proto

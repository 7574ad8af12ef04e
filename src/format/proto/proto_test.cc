// Protocol buffers: programs read back as they were, and hostile messages end with one diagnostic.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "format/format.h"
#include "format/proto/hlo.pb.h"
#include "format/test_files.h"

namespace eutectic {
namespace {

// The computations' texts in order, since XLA's order is another; layouts that are not stated are row-major in a
// message, and header attributes other than aliases and donors have no field in it.
std::vector<std::string> shown(const Module& module) {
  std::string text = write_hlo_text(module, {.metadata = false, .layouts = false});
  text = text.substr(text.find('\n'));
  std::erase(text, '%');  // which stands before names in some texts only
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find("\n\n", at), text.size());
    std::string block = text.substr(at, end - at);
    block.erase(0, block.find_first_not_of('\n'));
    if (!block.empty()) out.push_back(std::move(block));
    at = end + 2;
  }
  std::ranges::sort(out);
  return out;
}

std::string wrong(const Module& module) {
  const Result<std::string> bytes = write_hlo_proto(module);
  if (!bytes) return "does not write: " + render(bytes.error());
  if (detect_format(*bytes) != ProgramFormat::HloProto) return "is not recognised";
  const Result<Module> back = read_program(*bytes, "");
  if (!back) return "does not read back: " + render(back.error());
  if (back->info.aliases != module.info.aliases || back->info.donors != module.info.donors) return "loses aliases";
  if (back->info.is_scheduled != module.info.is_scheduled) return "loses the schedule";
  const std::vector<std::string> before = shown(module), after = shown(*back);
  for (size_t i = 0; i < std::min(before.size(), after.size()); ++i)
    if (before[i] != after[i]) return "differs:\n" + before[i] + "\n" + after[i];
  return before.size() == after.size() ? "" : "has other computations";
}

TEST(HloProto, ProgramsReadBack) {
  int good = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(EUTECTIC_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".hlo" && entry.path().extension() != ".mlir") continue;
    const Result<Module> module = read_program(read_file(entry.path()), "");
    if (!module) continue;  // tests of errors
    const std::string problem = wrong(*module);
    EXPECT_EQ(problem.substr(0, 2000), "") << entry.path();
    good += problem.empty();
  }
  EXPECT_GT(good, 700);
}

constexpr const char* rare =
    R"(HloModule m, is_scheduled=true, input_output_alias={ {0}: (0, {}, must-alias) }, buffer_donor={ (1, {}) }

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %s = f32[] add(%a, %b)
}

%body (p: (f32[4], pred[])) -> (f32[4], pred[]) {
  ROOT %p = (f32[4], pred[]) parameter(0)
}

%condition (p: (f32[4], pred[])) -> pred[] {
  %p = (f32[4], pred[]) parameter(0)
  ROOT %g = pred[] get-tuple-element(%p), index=1
}

%less (a: f32[], b: f32[]) -> pred[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = pred[] compare(%a, %b), direction=LT, type=TOTALORDER
}

ENTRY %main (x: f32[4], y: f32[4]) -> (f32[4], f32[2,3], s4[5], u2[5]) {
  %x = f32[4]{0} parameter(0), sharding={devices=[4]<=[2,2]T(1,0)}, parameter_replication={true}
  %y = f32[4]{0} parameter(1), sharding={maximal device=1}, frontend_attributes={a="b",c={d = 1}}
  %zero = f32[] constant(0)
  %true = pred[] constant(true)
  %t = (f32[4]{0}, pred[]) tuple(%x, %true)
  %loop = (f32[4]{0}, pred[]) while(%t), condition=%condition, body=%body, backend_config={"known_trip_count":{"n":"20"}}
  %window = f32[3]{0} reduce-window(%x, %zero), window={size=2 stride=1 pad=0_0}, to_apply=%add
  %sas = f32[4]{0} select-and-scatter(%x, %window, %zero), window={size=2}, select=%less, scatter=%add
  %c = f32[2,3]{0,1} constant({ { 1, 2, 3 }, { 4, 5, nan } })
  %s4 = s4[5]{0} constant({1, -2, 3, -8, 7})
  %u2 = u2[5]{0} constant({1, 2, 3, 0, 1})
  %all = f32[4]{0} all-reduce(%sas), replica_groups={{0,1},{2,3}}, channel_id=1, use_global_device_ids=true, to_apply=%add
  %cc = (f32[4]{0}, s8[16]{0}) custom-call(%all), custom_call_target="a\"b", custom_call_has_side_effect=true, operand_layout_constraints={f32[4]{0}}, output_to_operand_aliasing={{0}: (0, {})}, api_version=API_VERSION_TYPED_FFI, schedule=SCHEDULE_LATEST, backend_config="raw \"text\""
  %perm = f32[4]{0} collective-permute(%all), source_target_pairs={{0,1},{1,0}}, control-predecessors={%cc}
  %cp = f32[4]{0} copy(%perm), sharding={devices=[2,2]0,1,2,3 last_tile_dim_replicate}
  %bf = bf16[4]{0} convert(%cp)
  %r = f32[4]{0} reduce-precision(%cp), exponent_bits=5, mantissa_bits=10
  %log = f32[4]{0} log(%r), result_accuracy={tolerance={atol=0,rtol=0.5,ulps=1}}
  ROOT %out = (f32[4]{0}, f32[2,3]{0,1}, s4[5]{0}, u2[5]{0}) tuple(%log, %c, %s4, %u2)
}
)";

TEST(HloProto, RareAttributes) {
  const Result<Module> module = read_hlo_text(rare, "");
  ASSERT_TRUE(module) << render(module.error());
  EXPECT_EQ(wrong(*module), "");
  // Constants are stored in the order of their layout.
  pb::HloModule message;
  ASSERT_TRUE(message.ParseFromString(*write_hlo_proto(*module)));
  for (const pb::Computation& c : message.computations())
    for (const pb::Instruction& i : c.instructions())
      if (i.name() == "c" && i.opcode() == "constant") {
        ASSERT_EQ(i.literal().f32s_size(), 6);
        EXPECT_EQ(i.literal().f32s(1), 4);
      }
}

TEST(HloProto, Dumps) {
  const Result<Module> module = read_hlo_text(rare, "");
  pb::HloModule message;
  ASSERT_TRUE(message.ParseFromString(*write_hlo_proto(*module)));
  pb::Hlo hlo;
  *hlo.mutable_hlo_module() = message;
  pb::Snapshot snapshot;
  *snapshot.mutable_hlo() = hlo;
  for (const std::string& bytes : {hlo.SerializeAsString(), snapshot.SerializeAsString()}) {
    const Result<Module> back = read_program(bytes, "");
    ASSERT_TRUE(back) << render(back.error());
    EXPECT_EQ(shown(*back), shown(*module));
  }
}

TEST(HloProto, BadMessages) {
  const Result<Module> module = read_hlo_text(rare, "");
  const std::string good = *write_hlo_proto(*module);
  const auto message_of = [&](auto change) {
    pb::HloModule message;
    EXPECT_TRUE(message.ParseFromString(good));
    change(message);
    const Result<Module> back = read_hlo_proto(message.SerializeAsString(), "f.pb");
    return back ? std::string() : back.error().front().message;
  };
  const auto last = [](pb::HloModule& m) { return m.mutable_computations(m.computations_size() - 1); };
  EXPECT_EQ(message_of([](auto&) {}), "");
  EXPECT_EQ(message_of([](auto& m) { m.set_entry_computation_id(77); }), "the entry computation, 77, does not exist");
  EXPECT_EQ(message_of([&](auto& m) { last(m)->mutable_instructions(5)->set_operand_ids(0, 999); }),
            "operand 999 of 'loop' does not exist");
  EXPECT_EQ(message_of([&](auto& m) { last(m)->mutable_instructions(5)->set_called_computation_ids(0, 999); }),
            "'loop' calls computation 999, which does not exist");
  EXPECT_EQ(message_of([&](auto& m) { last(m)->mutable_instructions(2)->mutable_literal()->clear_f32s(); }),
            "constant 'zero' has not the elements of f32[]");
  EXPECT_EQ(message_of([&](auto& m) { last(m)->mutable_instructions(0)->mutable_shape()->set_element_type(99); }),
            "element type 99 is not known");
  EXPECT_EQ(message_of(
                [&](auto& m) { last(m)->mutable_instructions(0)->mutable_shape()->set_is_dynamic_dimension(0, true); }),
            "arrays with dynamic dimensions are not supported");
  EXPECT_EQ(message_of([&](auto& m) { last(m)->mutable_instructions(6)->set_opcode("frobnicate"); }),
            "'window' is an 'frobnicate', an op that is not supported");
  EXPECT_EQ(message_of([&](auto& m) { last(m)->mutable_instructions(1)->set_id(last(m)->instructions(0).id()); }),
            "instruction 10 is given twice");
}

TEST(HloProto, HostileBytes) {
  const std::string good = *write_hlo_proto(*read_hlo_text(rare, ""));
  std::mt19937 random(7);
  const auto at_most_one = [](const std::string& bytes) {
    const Result<Module> back = read_program(bytes, "");
    EXPECT_TRUE(back || !back.error().front().message.empty());
  };
  for (size_t n = 0; n < good.size(); n += 3) at_most_one(good.substr(0, n));
  for (int i = 0; i < 3000; ++i) {
    std::string bad = good;
    for (int k = 0; k < 1 + i % 4; ++k) bad[random() % bad.size()] = static_cast<char>(random());
    at_most_one(bad);
  }
}

}  // namespace
}  // namespace eutectic

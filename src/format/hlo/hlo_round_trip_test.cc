// Small modules, one per feature of HLO text: they read, print, read back the same, and print the same again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "format/format.h"
#include "format/hlo/compare.h"

namespace eutectic {
namespace {

std::string entry(std::string_view body) { return "HloModule m\n\nENTRY %main {\n" + std::string(body) + "\n}\n"; }

Module read(std::string_view text) {
  auto module = read_hlo_text(text, "test.hlo");
  EXPECT_TRUE(module) << render(module.error());
  return module ? std::move(*module) : Module();
}
Module read_entry(std::string_view body) { return read(entry(body)); }
InstrId root(const Module& m) { return m[m.entry].root; }

// Reads a body, checks the round trip and returns the printed text.
std::string round(std::string_view text) {
  EXPECT_EQ(hlo::check_round_trip(text, "test.hlo"), "");
  return write_hlo_text(read(text));
}
void expect_line(std::string_view body, std::string_view line) {
  std::string printed = round(entry(body));
  EXPECT_NE(printed.find(line), std::string::npos) << "no \"" << line << "\" in\n" << printed;
}
// The printed form of the last line of `body` is that line itself.
void expect_kept(std::string_view body) {
  size_t last = body.rfind('\n');
  expect_line(body, last == std::string_view::npos ? body : body.substr(last + 1));
}

TEST(HloText, BothStylesOfOperands) {
  const char* with =
      "  %p = f32[2,3]{1,0} parameter(0)\n  ROOT %a = f32[2,3]{1,0} add(f32[2,3]{1,0} %p, f32[2,3]{1,0} %p)";
  const char* without = "  p = f32[2,3]{1,0} parameter(0)\n  ROOT a = f32[2,3]{1,0} add(p, p)";
  EXPECT_EQ(write_hlo_text(read_entry(with)), write_hlo_text(read_entry(without)));
  HloWriteOptions shapes;
  shapes.operand_shapes = true;
  EXPECT_NE(write_hlo_text(read_entry(without), shapes).find("add(f32[2,3]{1,0} %p, f32[2,3]{1,0} %p)"),
            std::string::npos);
  HloWriteOptions bare;
  bare.layouts = false;
  EXPECT_NE(write_hlo_text(read_entry(without), bare).find("%a = f32[2,3] add(%p, %p)"), std::string::npos);
}

TEST(HloText, SignaturesCommentsAndOrder) {
  Module m = read(R"(HloModule m
ENTRY %main (x: f32[], y: f32[2]) -> (f32[], f32[2]) {  // the entry first
  %y = f32[2] parameter(1)
  %x = f32[] parameter(0), /*a comment*/ sharding={replicated}
  %c = f32[] call(%x), to_apply=%inner
  ROOT %t = (f32[], /*index=1*/f32[2]) tuple(%c, /*index=1*/%y)
} // main

%inner (z: f32[]) -> f32[] {
  ROOT %z = f32[] parameter(0)
} // inner
)");
  EXPECT_EQ(m.name(m.entry), "main");
  EXPECT_EQ(m.parameter_shapes(m.entry)[1].rank(), 1);
  std::string printed = write_hlo_text(m);
  EXPECT_LT(printed.find("%inner (z"), printed.find("ENTRY %main (x: f32[], y: f32[2]) -> (f32[], f32[2]) {"));
  EXPECT_EQ(hlo::check_round_trip(printed, "printed"), "");
}

TEST(HloText, RootNeedNotBeLast) {
  Module m = read_entry("  %p = f32[] parameter(0)\n  ROOT %n = f32[] negate(%p)\n  %u = f32[] abs(%p)");
  EXPECT_EQ(m.name(root(m)), "n");
  m = read_entry("  p = f32[] parameter(0)\n  u = f32[] abs(p)");
  EXPECT_EQ(m.name(root(m)), "u");
}

TEST(HloText, Header) {
  std::string printed = round(
      R"(HloModule jit_f, is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {0}, must-alias) }, buffer_donor={ (1, {1}) }, entry_computation_layout={(f32[2,2]{0,1}, (f32[], f32[]))->(f32[2,2]{1,0}, f32[])}, allow_spmd_sharding_propagation_to_parameters={true,true}, num_partitions=2, frontend_attributes={a="x, {",b={c = 5 : i64}}
ENTRY main {
  p = f32[2,2]{0,1} parameter(0)
  q = (f32[], f32[]) parameter(1)
  e = f32[] get-tuple-element(q), index=0
  ROOT t = (f32[2,2]{0,1}, f32[]) tuple(p, e)
})");
  EXPECT_EQ(
      printed.substr(0, printed.find('\n')),
      "HloModule jit_f, is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {0}, must-alias) }, "
      "buffer_donor={ (1, {1}) }, entry_computation_layout={(f32[2,2]{0,1}, (f32[], f32[]))->(f32[2,2]{1,0}, f32[])}, "
      "allow_spmd_sharding_propagation_to_parameters={true,true}, num_partitions=2, "
      "frontend_attributes={a=\"x, {\",b={c = 5 : i64}}");
  Module m = read(printed);
  EXPECT_TRUE(m.info.is_scheduled);
  ASSERT_EQ(m.info.aliases.size(), 2u);
  EXPECT_TRUE(m.info.aliases[1].must_alias);
  EXPECT_EQ(m.info.aliases[1].parameter_index, Dims{0});
  ASSERT_EQ(m.info.donors.size(), 1u);
  EXPECT_EQ(m.info.entry_parameter_layouts.size(), 2u);
  EXPECT_EQ(m.info.hlo_attrs.size(), 3u);
}

TEST(HloText, Layouts) {
  expect_kept("  ROOT %p = f32[8,128]{1,0:T(8,128)S(1)E(4)} parameter(0)");
  expect_kept("  ROOT %p = (f32[2]{0:T(256)}, token[], (pred[], s4[3,2]{0,1})) parameter(0)");
  expect_kept("  ROOT %p = f32[]{:T(128)} parameter(0)");
  EXPECT_FALSE(read_entry("ROOT p = f32[2,3] parameter(0)").shape(InstrId(0u)).layout);
  EXPECT_EQ(read_entry("ROOT p = f32[2,3]{0,1} parameter(0)").shape(InstrId(0u)).layout->minor_to_major, (Dims{0, 1}));
}

TEST(HloText, Constants) {
  expect_kept("  ROOT %c = f32[4] constant({nan, -nan, nan(0x400001), -inf})");
  expect_kept("  ROOT %c = f32[6] constant({0.1, 1e-05, 1.1754944e-38, 1e-45, 3.4028235e+38, 16777216})");
  expect_kept("  ROOT %c = f64[3] constant({0.1, 5e-324, 1.7976931348623157e+308})");
  expect_kept("  ROOT %c = bf16[4] constant({nan(0x41), -nan, 0.332, 3.38e+38})");
  expect_kept("  ROOT %c = f16[5] constant({nan(0x201), 65504, 6e-08, -0.0, 100})");
  expect_kept("  ROOT %c = f8e4m3fn[3] constant({nan, -nan, 448})");
  expect_kept("  ROOT %c = f8e5m2[3] constant({inf, nan(0x3), 57344})");
  expect_kept("  ROOT %c = c64[2] constant({(1, -inf), (nan, 0.5)})");
  expect_kept("  ROOT %c = c64[] constant((3.4028234663852886e+38, -3.4028234663852886e+38))");
  expect_kept("  ROOT %c = c128[] constant((0, 1))");
  expect_kept("  ROOT %c = pred[] constant(true)");
  expect_kept("  ROOT %c = pred[2,2] constant({ { 1, 0 }, { 0, 1 } })");
  expect_kept("  ROOT %c = s4[2] constant({-8, 7})");
  expect_kept("  ROOT %c = u2[2] constant({0, 3})");
  expect_kept("  ROOT %c = u64[1] constant({18446744073709551615})");
  expect_kept("  ROOT %c = s64[] constant(-9223372036854775808)");
  expect_kept("  ROOT %c = s32[2,1,2] constant({ { { 1, 2 } }, { { 3, 4 } } })");
  expect_kept("  ROOT %c = s32[0,3] constant({})");
  expect_kept("  ROOT %c = s32[2,0] constant({ {}, {} })");
  expect_kept("  ROOT %c = (f32[], (s32[2], pred[])) constant((1, ({2, 3}, true)))");
  expect_line("ROOT c = pred[2,1,2] constant({ /*i0=0*/ { /*i1=0*/ {true, 0} }, /*i0=1*/ { {false,1} } })",
              "constant({ { { 1, 0 } }, { { 0, 1 } } })");
}

TEST(HloText, NegativeZeroKeepsItsSign) {
  // XLA prints -0 and reads that as +0; we print -0.0.
  expect_line("ROOT c = f32[2] constant({-0, -0.0})", "constant({-0.0, -0.0})");
  Module m = read_entry("ROOT c = bf16[] constant(-0)");
  EXPECT_EQ(m.attrs(root(m)).value().bytes()[1], std::byte{0x80});
}

TEST(HloText, DimensionAttributes) {
  expect_kept("  %p = f32[2,3] parameter(0)\n  ROOT %b = f32[2,4,3] broadcast(%p), dimensions={0,2}");
  expect_kept("  %p = f32[] parameter(0)\n  ROOT %b = f32[2] broadcast(%p), dimensions={}");
  expect_kept("  %p = f32[2,3] parameter(0)\n  ROOT %t = f32[3,2]{0,1} transpose(%p), dimensions={1,0}");
  expect_kept("  %p = f32[2,3] parameter(0)\n  ROOT %r = f32[2,3] reverse(%p), dimensions={0,1}");
  expect_kept("  %p = f32[2,3] parameter(0)\n  ROOT %c = f32[2,6] concatenate(%p, %p), dimensions={1}");
  expect_kept("  ROOT %i = s32[2,3] iota(), iota_dimension=1");
  expect_kept("  %p = f32[9,10] parameter(0)\n  ROOT %s = f32[1,4] slice(%p), slice={[0:1], [2:10:2]}");
  expect_kept(
      "  %p = f32[3,2] parameter(0)\n  %z = f32[] constant(0)\n"
      "  ROOT %d = f32[4,9] pad(%p, %z), padding=0_1_0x2_3_2");
  expect_kept(
      "  %p = f32[3,2] parameter(0)\n  %z = f32[] constant(0)\n  ROOT %d = f32[4,1] pad(%p, %z), padding=0_1x-1_0");
  expect_kept(
      "  %p = f32[3] parameter(0)\n  %i = s32[] parameter(1)\n"
      "  ROOT %d = f32[2] dynamic-slice(%p, %i), dynamic_slice_sizes={2}");
  Module m = read_entry("p = f32[3] parameter(0)\nROOT s = f32[2] slice(p), slice={[0:2]}");
  EXPECT_EQ(m.attrs(root(m)).dims(AttrName::SliceStrides), Dims{1});
  m = read_entry("p = f32[3] parameter(0)\nROOT c = f32[3] concatenate(p), dimensions={0}");
  EXPECT_TRUE(m.attrs(root(m)).has(AttrName::ConcatDimension));
}

TEST(HloText, GatherAndScatter) {
  expect_kept(
      "  %p = f32[8,4] parameter(0)\n  %i = s32[2,1] parameter(1)\n"
      "  ROOT %g = f32[2,4] gather(%p, %i), slice_sizes={1,4}, offset_dims={1}, collapsed_slice_dims={0}, "
      "start_index_map={0}, index_vector_dim=1, indices_are_sorted=true");
  // Empty groups are left out of the module and written for XLA, which wants them.
  expect_line(
      "  %p = f32[8,4] parameter(0)\n  %i = s32[2,1] parameter(1)\n  ROOT %g = f32[2,1,4] gather(%p, %i), "
      "offset_dims={1,2}, collapsed_slice_dims={}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}",
      "gather(%p, %i), collapsed_slice_dims={}, slice_sizes={1,4}, offset_dims={1,2}, start_index_map={0}, "
      "index_vector_dim=1");
  EXPECT_EQ(hlo::check_round_trip(R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY main {
  x = f32[8,4] parameter(0)
  i = s32[2,1] parameter(1)
  u = f32[2,4] parameter(2)
  ROOT s = f32[8,4] scatter(x, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, unique_indices=true, to_apply=add
})",
                                  "scatter"),
            "");
}

TEST(HloText, DotAndConvolution) {
  expect_kept(
      "  %a = f32[2,3,4] parameter(0)\n  ROOT %d = f32[2,3,3] dot(%a, %a), lhs_batch_dims={0}, "
      "lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={2}, operand_precision={highest,default}, "
      "algorithm=dot_bf16_bf16_f32");
  expect_kept(
      "  %x = f32[1,8,8,3] parameter(0)\n  %k = f32[3,3,3,2] parameter(1)\n"
      "  ROOT %c = f32[1,4,3,2] convolution(%x, %k), window={size=3x3 stride=2x3 pad=1_1x0_2 lhs_dilate=1x2 "
      "rhs_dilate=2x1 rhs_reversal=0x1}, dim_labels=b01f_01io->b01f, feature_group_count=3");
  expect_kept("  %a = f32[4,4] parameter(0)\n  ROOT %c = f32[4,4] convolution(%a, %a), dim_labels=bf_io->bf");
  Module m = read_entry(
      "a = f32[2,3] parameter(0)\nROOT d = f32[] dot(a, a), lhs_batch_dims={}, lhs_contracting_dims={0,1}, "
      "rhs_contracting_dims={0,1}, operand_precision={default,default}");
  EXPECT_FALSE(m.attrs(root(m)).has(AttrName::LhsBatchDims));
  EXPECT_FALSE(m.attrs(root(m)).has(AttrName::OperandPrecision));
}

TEST(HloText, CallsOfEveryKind) {
  EXPECT_EQ(hlo::check_round_trip(R"(HloModule m
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
less { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = pred[] compare(a, b), direction=LT, type=TOTALORDER }
cond { p = (f32[4], pred[]) parameter(0)
  ROOT r = pred[] get-tuple-element(p), index=1 }
body { ROOT p = (f32[4], pred[]) parameter(0) }
id { ROOT p = f32[4] parameter(0) }
fused { p = f32[4] parameter(0)
  ROOT n = f32[4] negate(p) }
ENTRY main {
  x = f32[4] parameter(0)
  zero = f32[] constant(0)
  t = pred[] constant(true)
  i = s32[] constant(1)
  sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add
  window = f32[3] reduce-window(x, zero), window={size=2}, to_apply=add
  sas = f32[4] select-and-scatter(x, window, zero), window={size=2}, select=less, scatter=add
  sorted = f32[4] sort(x), dimensions={0}, is_stable=true, to_apply=less
  mapped = f32[4] map(x, x), dimensions={0}, to_apply=add
  init = (f32[4], pred[]) tuple(x, t)
  loop = (f32[4], pred[]) while(init), condition=cond, body=body, backend_config={"known_trip_count":{"n":"20"}}
  case = f32[4] conditional(i, x, x, x), branch_computations={id, id, id}
  if = f32[4] conditional(t, x, x), true_computation=id, false_computation=fused
  called = f32[4] call(x), to_apply=id, is_composite=true, frontend_attributes={composite.attributes={k = 5 : i64},composite.name="chlo.top_k",composite.version="1"}
  fusion = f32[4] fusion(called), kind=kLoop, calls=fused, output_to_operand_aliasing={{}: (0, {})}
  cc = (f32[4], s8[16]) custom-call(x), custom_call_target="a\"b$c", custom_call_has_side_effect=true, operand_layout_constraints={f32[4]{0}}, output_to_operand_aliasing={{0}: (0, {})}, called_computations={id, fused}, api_version=API_VERSION_TYPED_FFI, schedule=SCHEDULE_LATEST, backend_config="raw \"text\", with {"
  ROOT all = (f32[], f32[4], f32[4], f32[4], f32[4]) tuple(sum, sas, sorted, case, fusion), control-predecessors={if, cc, mapped}
})",
                                  "calls"),
            "");
}

// XLA keeps epsilon as an f32, and so does StableHLO.
TEST(HloText, EpsilonIsAnF32) {
  const std::string text =
      "  %x = f32[2,2] parameter(0)\n  %s = f32[2] parameter(1)\n"
      "  ROOT %n = f32[2,2] batch-norm-inference(%x, %s, %s, %s, %s), epsilon=0.001, feature_index=1";
  expect_kept(text);
  Module m = read_entry(text);
  EXPECT_EQ(m.attrs(root(m)).number(AttrName::Epsilon), static_cast<double>(0.001f));
}

TEST(HloText, OtherOps) {
  const std::string p = "  %p = f32[4,4] parameter(0)\n";
  expect_kept(p + "  ROOT %c = f32[4,4] cholesky(%p), lower=true");
  expect_kept(p +
              "  ROOT %c = f32[4,4] triangular-solve(%p, %p), lower=true, left_side=true, transpose_a=NO_TRANSPOSE");
  expect_kept(p + "  ROOT %c = (f32[4,2], s32[4,2]) topk(%p), k=2, largest=true");
  expect_kept(p + "  ROOT %c = c64[4,3] fft(%p), fft_type=RFFT, fft_length={4}");
  expect_kept(p + "  ROOT %c = f32[4,4] reduce-precision(%p), exponent_bits=5, mantissa_bits=10");
  expect_kept("  %a = f32[] parameter(0)\n  ROOT %c = f32[4] rng(%a, %a), distribution=rng_uniform");
  expect_kept("  %a = u64[2] parameter(0)\n  ROOT %c = (u64[2], u32[4]) rng-bit-generator(%a), algorithm=rng_philox");
  expect_kept(p + "  ROOT %c = f32[4,4] lgamma(%p), metadata={op_name=\"lgamma\"}");
  expect_kept(p + "  ROOT %c = f32[4,4] erf-inv(%p), result_accuracy={tolerance={atol=0,rtol=0.5,ulps=1}}");
  expect_kept("  ROOT %p = f32[] parameter(0), parameter_replication={true}, origin={{\"a\" {1}}}");
  expect_kept(
      "  ROOT %p = f32[] parameter(0), sharding={devices=[2,1]<=[2]}, frontend_attributes={a=\"}\"}, "
      "statistics={visualizing_index=0,a=1}");
}

TEST(HloText, CollectivesAndAsync) {
  std::string printed = round(R"(HloModule m, replica_count=2
sum { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
w { p = f32[4] parameter(0)
  ROOT s = f32[2] slice(p), slice={[0:2]} }, execution_thread="host"
ENTRY main {
  p = f32[4] parameter(0)
  r = f32[4] all-reduce(p), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=sum
  g = f32[8] all-gather(r), channel_id=2, replica_groups=[1,2]<=[2], dimensions={0}
  s = f32[4] all-reduce-start(p), replica_groups={{0,1}}, to_apply=sum, metadata={op_name="psum"}
  d = f32[4] all-reduce-done(s)
  c = (f32[4], f32[4], u32[]) copy-start(p), cross_program_prefetch_index=0
  e = f32[4] copy-done(c)
  a = ((f32[4]), f32[2], s32[]) async-start(e), calls=w, async_execution_thread="host"
  u = ((f32[4]), f32[2], s32[]) async-update(a)
  f = f32[2] async-done(u)
  ROOT t = (f32[4], f32[8], f32[2]) tuple(d, g, f)
})");
  EXPECT_NE(printed.find(
                "%s = f32[4] all-reduce-start(%p), to_apply=%sum, replica_groups={{0,1}}, metadata={op_name=\"psum\"}"),
            std::string::npos)
      << printed;
  EXPECT_NE(printed.find("all-reduce-done(%s)"), std::string::npos);
  EXPECT_NE(printed.find("}, execution_thread=\"host\""), std::string::npos);
}

TEST(HloText, AsyncShortFormMakesItsComputation) {
  std::string printed =
      round(entry("  p = f32[4] parameter(0)\n  s = ((f32[4]), f32[2], s32[]) slice-start(p), slice={[0:2]}\n"
                  "  ROOT d = f32[2] slice-done(s)"));
  EXPECT_NE(printed.find("async-start(%p), calls=%s.async"), std::string::npos) << printed;
  EXPECT_NE(printed.find("ROOT %slice = f32[2] slice(%param_0), slice={[0:2]}"), std::string::npos) << printed;
}

TEST(HloText, Metadata) {
  expect_kept(
      "  ROOT %p = f32[] parameter(0), metadata={op_type=\"t\" op_name=\"a\\\"b\\n\\303\\251\" source_file=\"q.py\" "
      "source_line=3 source_end_line=4 source_column=5 source_end_column=6 scheduling_name=\"p\"}");
  Module m = read(R"(HloModule m

FileNames
1 "a.py"
2 "b.py"

FunctionNames
1 "outer"
2 "inner"

FileLocations
1 {file_name_id=1 function_name_id=1 line=11 end_line=12 column=3 end_column=4}
2 {file_name_id=2 function_name_id=2 line=22 end_line=22 column=5 end_column=6}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

ENTRY %main {
  ROOT %p = f32[] parameter(0), metadata={op_name="x" stack_frame_id=2}
}
)");
  EXPECT_EQ(m.where(root(m)), "b.py:22:5");
  const Origin& origin = m[m[root(m)].origin];
  EXPECT_EQ(m[origin.op_name], "x");
  ASSERT_TRUE(origin.caller.valid());
  EXPECT_EQ(m[m[origin.caller].function], "outer");
  EXPECT_FALSE(m[origin.caller].caller.valid());
  EXPECT_EQ(hlo::check_round_trip(write_hlo_text(m), "frames"), "");
  HloWriteOptions bare;
  bare.metadata = false;
  EXPECT_EQ(write_hlo_text(m, bare).find("metadata"), std::string::npos);
}

TEST(HloText, IllegalNamesAreReplaced) {
  Module m = read_entry("  f32 = s32[] parameter(0)\n  __a = s32[] copy(f32)\n  ROOT 1b = s32[] copy(__a)");
  EXPECT_NE(
      write_hlo_text(m).find("%f32_ = s32[] parameter(0)\n  %_a = s32[] copy(%f32_)\n  ROOT %_1b = s32[] copy(%_a)"),
      std::string::npos)
      << write_hlo_text(m);
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Some of the corpus; the whole of it takes longer than a unit test should.
TEST(HloText, Corpus) {
  const std::filesystem::path root_folder = std::filesystem::path(EUTECTIC_SOURCE_DIR) / "tests" / "corpus";
  if (!std::filesystem::exists(root_folder)) GTEST_SKIP() << "no corpus";
  size_t files = 0;
  for (const auto& e : std::filesystem::recursive_directory_iterator(root_folder)) {
    if (e.path().extension() != ".hlo" || e.file_size() > 100'000) continue;
    EXPECT_EQ(hlo::check_round_trip(file_text(e.path()), e.path().string()), "") << e.path();
    if (++files == 100) break;
  }
}

}  // namespace
}  // namespace eutectic

// What each kind of operation becomes.
#include "format/stablehlo/test_util.h"

namespace eutectic::stablehlo {
namespace {

TEST(StablehloImport, ElementwiseAndNames) {
  Module m = import(R"(module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
    func.func public @main(%arg0: tensor<4xf32> loc("x")) -> (tensor<4xf32> {jax.result_info = "result"}) {
      %0 = stablehlo.sine %arg0 : tensor<4xf32> loc("jit(f)/sin"("f.py":3:4))
      %1 = stablehlo.add %0, %arg0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
  })");
  EXPECT_EQ(m.info.name, "jit_f");
  ASSERT_EQ(m.info.stablehlo_attrs.size(), 1u);
  EXPECT_EQ(m.info.stablehlo_attrs[0].second, "1 : i32");
  ASSERT_EQ(m.info.result_attrs.size(), 1u);
  EXPECT_EQ(m.info.result_attrs[0][0].second, "\"result\"");
  ASSERT_EQ(m.instr_count(), 3u);
  EXPECT_EQ(m.name(InstrId(0u)), "x.1");
  EXPECT_EQ(m.name(InstrId(1u)), "sin.1");
  EXPECT_EQ(m.where(InstrId(1u)), "f.py:3:4");
  EXPECT_EQ(m.name(InstrId(2u)), "add.1");
}

TEST(StablehloImport, AttributesOfToolsAreKept) {
  std::string text = rewrite(main_of("(%x: tensor<4xf32>) -> tensor<f32>", R"(
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.abs %x {tag = 3 : i32, my.note = "n"} : tensor<4xf32>
    %1 = "stablehlo.sine"(%0) {tag = {a = 1 : i64, b}} : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] {tag = 4 : i32} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %2 : tensor<f32>)"));
  EXPECT_CONTAINS(text, "tag = 3 : i32, my.note = \"n\"");
  EXPECT_CONTAINS(text, "tag = {a = 1 : i64, b}");
  EXPECT_CONTAINS(text, "tag = 4 : i32");
  EXPECT_EQ(rewrite(text), text);
}

TEST(StablehloImport, DegenerateBroadcastIsBroadcastReshapeBroadcast) {
  std::string text = hlo(main_of("(%x: tensor<33x1xf32>) -> tensor<33x129xf32>", R"(
    %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<33x1xf32>) -> tensor<33x129xf32>
    return %0 : tensor<33x129xf32>)"));
  EXPECT_CONTAINS(text, "%broadcast.1 = f32[33,1] broadcast(%Arg_0.1), dimensions={0,1}");
  EXPECT_CONTAINS(text, "%reshape.1 = f32[33] reshape(%broadcast.1)");
  EXPECT_CONTAINS(text, "ROOT %broadcast.2 = f32[33,129] broadcast(%reshape.1), dimensions={0}");
}

TEST(StablehloImport, DegenerateBroadcastWithNewDimension) {
  std::string text = hlo(main_of("(%x: tensor<4x1xf32>) -> tensor<2x4x8xf32>", R"(
    %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x1xf32>) -> tensor<2x4x8xf32>
    return %0 : tensor<2x4x8xf32>)"));
  EXPECT_CONTAINS(text, "f32[2,4,1] broadcast(%Arg_0.1), dimensions={1,2}");
  EXPECT_CONTAINS(text, "f32[2,4] reshape(");
  EXPECT_CONTAINS(text, "f32[2,4,8] broadcast(%reshape.1), dimensions={0,1}");
}

TEST(StablehloImport, SplatConstantsAndIota) {
  std::string text = hlo(main_of("() -> (tensor<2x3xf32>, tensor<2x3xi32>)", R"(
    %0 = stablehlo.constant dense<1.5> : tensor<2x3xf32>
    %1 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    return %0, %1 : tensor<2x3xf32>, tensor<2x3xi32>)"));
  EXPECT_CONTAINS(text, "constant(1.5)");
  EXPECT_CONTAINS(text, "f32[2,3] broadcast(%constant.1), dimensions={}");
  EXPECT_CONTAINS(text, "s32[3] iota(), iota_dimension=0");
  EXPECT_CONTAINS(text, "s32[2,3] broadcast(%iota.1), dimensions={1}");
}

TEST(StablehloImport, WhileCarriesWhatItReads) {
  std::string text = hlo(main_of("(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<i32>", R"(
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
    return %0 : tensor<i32>)"));
  EXPECT_CONTAINS(text, "(s32[], s32[]) while(%tuple");
  EXPECT_CONTAINS(text, "  %constant.2 = s32[] constant(1)\n  %add.1 = ");  // inside the body
  EXPECT_CONTAINS(text, "compare(%get-tuple-element.");
}

TEST(StablehloImport, WhileOfOneValueHasNoTuple) {
  std::string text = hlo(main_of("(%x: tensor<f32>) -> tensor<f32>", R"(
    %0 = stablehlo.while(%i = %x) : tensor<f32>
    cond {
      %c = stablehlo.constant dense<9.0> : tensor<f32>
      %1 = stablehlo.compare LT, %i, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %i, %i : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }
    return %0 : tensor<f32>)"));
  EXPECT_CONTAINS(text, "f32[] while(%Arg_0.1)");
}

TEST(StablehloImport, BranchesGetWhatTheyRead) {
  std::string text = hlo(main_of("(%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>)", R"(
    %0:2 = "stablehlo.if"(%p) ({
      stablehlo.return %a, %b : tensor<f32>, tensor<f32>
    }, {
      %c = stablehlo.constant dense<3.0> : tensor<f32>
      stablehlo.return %a, %c : tensor<f32>, tensor<f32>
    }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
    return %0#0, %0#1 : tensor<f32>, tensor<f32>)"));
  EXPECT_CONTAINS(text, "conditional(%Arg_0.1, %tuple.");
  EXPECT_CONTAINS(text, ", %Arg_1.1), true_computation=%region_0.1, false_computation=%region_1.2");
}

TEST(StablehloImport, CaseWithoutCapturesTakesEmptyTuples) {
  std::string text = hlo(main_of("(%i: tensor<i32>) -> tensor<f32>", R"(
    %0 = "stablehlo.case"(%i) ({
      %c = stablehlo.constant dense<3.0> : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    return %0 : tensor<f32>)"));
  EXPECT_CONTAINS(text, "() tuple()");
  EXPECT_CONTAINS(text, "branch_computations={%region_0.1}");
}

TEST(StablehloImport, ReduceClonesOuterConstants) {
  std::string text = hlo(main_of("(%x: tensor<4xf32>) -> tensor<f32>", R"(
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %0 = "stablehlo.reduce"(%x, %c) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.maximum %b, %c : tensor<f32>
      %2 = stablehlo.add %a, %1 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>)"));
  EXPECT_CONTAINS(text, "maximum(%Arg_1.1, %constant.2)");
  EXPECT_CONTAINS(text, "reduce(%Arg_0.1, %constant.1), dimensions={0}, to_apply=%region_0.1");
}

TEST(StablehloImport, SeveralResultsBecomeATuple) {
  std::string text = hlo(main_of("(%x: tensor<4xf32>, %y: tensor<4xi32>) -> tensor<4xi32>", R"(
    %0:2 = "stablehlo.sort"(%x, %y) <{dimension = -1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
    return %0#1 : tensor<4xi32>)"));
  EXPECT_CONTAINS(text, "(f32[4], s32[4]) sort(%Arg_0.1, %Arg_1.1), dimensions={0}, is_stable=true");
  EXPECT_CONTAINS(text, "ROOT %get-tuple-element.2 = s32[4] get-tuple-element(%sort.1), index=1");
  EXPECT_CONTAINS(text, "type=TOTALORDER");
}

TEST(StablehloImport, CallsAndComposites) {
  std::string text = hlo(R"(module @m {
    func.func private @unused(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
    func.func private @f(%a: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.negate %a : tensor<f32>
      return %0 : tensor<f32>
    }
    func.func public @main(%a: tensor<f32>) -> tensor<f32> {
      %0 = call @f(%a) : (tensor<f32>) -> tensor<f32>
      %1 = stablehlo.composite "my.op" %0 {composite_attributes = {k = 5 : i64}, decomposition = @f, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }
  })");
  EXPECT_EQ(text.find("unused"), std::string::npos);
  EXPECT_CONTAINS(text, "call(%Arg_0.2), to_apply=%f.1");
  EXPECT_CONTAINS(text, "is_composite=true");
  EXPECT_CONTAINS(text, "composite.attributes={k = 5 : i64},composite.name=\"my.op\",composite.version=\"1\"");
}

TEST(StablehloImport, Donation) {
  Module m = import(
      R"(func.func @main(%a: tensor<f32> {tf.aliasing_output = 1 : i32}, %b: tensor<f32> {jax.buffer_donor = true}) -> (tensor<f32>, tensor<f32>) {
    return %b, %a : tensor<f32>, tensor<f32>
  })");
  ASSERT_EQ(m.info.aliases.size(), 1u);
  EXPECT_EQ(m.info.aliases[0].output_index, std::vector<int64_t>{1});
  EXPECT_EQ(m.info.aliases[0].parameter, 0);
  EXPECT_FALSE(m.info.aliases[0].must_alias);
  ASSERT_EQ(m.info.donors.size(), 1u);
  EXPECT_EQ(m.info.donors[0].parameter, 1);
  EXPECT_TRUE(m.info.parameter_attrs.empty());
}

TEST(StablehloImport, CustomCalls) {
  std::string text = hlo(main_of("(%x: tensor<4xf32>) -> tensor<4xf32>", R"(
    %0 = stablehlo.custom_call @foo(%x) {api_version = 4 : i32, backend_config = {a = 1 : i64}, has_side_effect = true, mhlo.frontend_attributes = {b = "c"}} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @bar(%0) {backend_config = "abc"} : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>)"));
  EXPECT_CONTAINS(text, "custom_call_target=\"foo\"");
  EXPECT_CONTAINS(text, "custom_call_has_side_effect=true");
  EXPECT_CONTAINS(text, "api_version=API_VERSION_TYPED_FFI");
  EXPECT_CONTAINS(text, "frontend_attributes={b=\"c\"}");
  EXPECT_CONTAINS(text, "backend_config={a = 1 : i64}");
  EXPECT_CONTAINS(text, "backend_config=\"abc\"");
}

TEST(StablehloImport, Checks) {
  Module m = import(main_of("()", R"(
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    check.expect_close %0, %0, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
    check.expect_eq_const %0, dense<1.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%0, %0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return)"));
  std::vector<std::string> targets;
  for (size_t i = 0; i < m.instr_count(); ++i)
    if (InstrId id(i); m[id].op == OpKind::CustomCall) {
      targets.push_back(m.attrs(id).text(AttrName::CustomCallTarget));
      EXPECT_EQ(m.operands(id).size(), 2u);
      EXPECT_TRUE(m.attrs(id).boolean(AttrName::HasSideEffect));
      if (targets.size() == 1) {
        EXPECT_EQ(m.attrs(id).text(AttrName::BackendConfig), "{\"max_ulp\":3}");
      }
    }
  EXPECT_EQ(targets, (std::vector<std::string>{"check.expect_close", "check.expect_eq", "check.expect_eq"}));
}

TEST(StablehloImport, ChloBroadcasts) {
  std::string text = hlo(main_of("(%x: tensor<3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32>", R"(
    %0 = chlo.broadcast_add %x, %y : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = "chlo.erf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>)"));
  EXPECT_CONTAINS(text, "broadcast(%Arg_0.1), dimensions={1}");
  EXPECT_CONTAINS(text, "add(%broadcast.1, %Arg_1.1)");
  EXPECT_CONTAINS(text, "erf(%add.1)");
}

TEST(StablehloImport, DynamicOpsWithKnownShapes) {
  std::string text = hlo(main_of("(%x: tensor<4xf32>) -> tensor<2x4xf32>", R"(
    %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>)"));
  EXPECT_CONTAINS(text, "f32[2,4] broadcast(%Arg_0.1), dimensions={1}");
}

TEST(StablehloImport, CallSitesBecomeCallers) {
  Module m = import(R"(func.func @main(%a: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.negate %a : tensor<f32> loc("jit(f)/neg"(callsite("inner"("a.py":1:2 to :5) at "outer"("b.py":7:8))))
    return %0 : tensor<f32>
  })");
  const Origin& o = m[m[InstrId(1u)].origin];
  EXPECT_EQ(m[o.op_name], "jit(f)/neg");
  EXPECT_EQ(m[o.file], "a.py");
  EXPECT_EQ(m[o.function], "inner");
  EXPECT_EQ(o.line, 1);
  EXPECT_EQ(o.end_column, 5);
  ASSERT_TRUE(o.caller.valid());
  EXPECT_EQ(m[m[o.caller].file], "b.py");
  EXPECT_EQ(m[m[o.caller].function], "outer");
  EXPECT_FALSE(m[o.caller].caller.valid());
}

}  // namespace
}  // namespace eutectic::stablehlo

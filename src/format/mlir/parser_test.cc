// MLIR text: operations, regions, scopes, locations and aliases. Pretty forms are in pretty_test.cc,
// attributes and types in parser_attribute_test.cc, errors in parser_error_test.cc.
#include <gtest/gtest.h>

#include <string>

#include "format/mlir/parser_test_util.h"

namespace eutectic::mlir {
namespace {

TEST(MlirText, EmptyFileIsAnEmptyModule) {
  const Program p = parse("");
  EXPECT_EQ(p.module.name, "builtin.module");
  ASSERT_EQ(p.module.regions.size(), 1u);
  ASSERT_EQ(p.module.regions[0].blocks.size(), 1u);
  EXPECT_TRUE(p.module.regions[0].blocks[0].operations.empty());
}

TEST(MlirText, ModuleWithNameAndAttributes) {
  const Program p = parse("module @jit_f attributes {mhlo.num_partitions = 1 : i32} {\n}\n");
  EXPECT_EQ(p.module.find("sym_name")->text, "jit_f");
  EXPECT_EQ(p.module.find("mhlo.num_partitions")->integer, 1);
  EXPECT_EQ(p.module.regions[0].blocks.size(), 1u);
}

TEST(MlirText, FunctionsWithoutModuleAreWrapped) {
  const Program p = parse("func.func private @a()\nfunc.func @b() { return }\n");
  const auto& ops = p.module.regions[0].blocks[0].operations;
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_EQ(ops[0].find("sym_visibility")->text, "private");
  EXPECT_TRUE(ops[0].regions[0].blocks.empty());
  EXPECT_EQ(ops[1].regions[0].blocks[0].operations[0].name, "func.return");
}

TEST(MlirText, FunctionSignature) {
  const Program p = parse(R"(
    func.func public @main(%arg0: tensor<2xf32> {jax.arg = "x"} loc("x"), %arg1: tensor<i1>)
        -> (tensor<2xf32> {jax.result_info = "r"}, tensor<i1>) attributes {a = 1 : i64} {
      return %arg0, %arg1 : tensor<2xf32>, tensor<i1>
    })");
  const Operation& f = p.module.regions[0].blocks[0].operations[0];
  EXPECT_EQ(to_string(*f.find("function_type")), "(tensor<2xf32>, tensor<i1>) -> (tensor<2xf32>, tensor<i1>)");
  EXPECT_EQ(to_string(*f.find("arg_attrs")), R"([{jax.arg = "x"}, {}])");
  EXPECT_EQ(to_string(*f.find("res_attrs")), R"([{jax.result_info = "r"}, {}])");
  EXPECT_EQ(f.find("a")->integer, 1);
  const Block& block = f.regions[0].blocks[0];
  ASSERT_EQ(block.arguments.size(), 2u);
  EXPECT_EQ(p.locs[block.argument_locs[0]].text, "x");
  EXPECT_EQ(p.locs[block.argument_locs[1]].kind, Loc::Kind::Unknown);
  EXPECT_EQ(block.operations[0].operands, block.arguments);
}

TEST(MlirText, DeclarationsMayLeaveArgumentsUnnamed) {
  const Program p = parse("func.func private @f(tensor<f32>, tensor<i1> {x}) -> tensor<f32>");
  const Operation& f = p.module.regions[0].blocks[0].operations[0];
  EXPECT_EQ(to_string(*f.find("function_type")), "(tensor<f32>, tensor<i1>) -> tensor<f32>");
  EXPECT_EQ(to_string(*f.find("arg_attrs")), "[{}, {x}]");
}

TEST(MlirText, GenericForm) {
  const Program p = parse(R"("builtin.module"() <{sym_name = "m"}> ({
    "func.func"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = "main"}> ({
    ^bb0(%arg0: tensor<f32> loc("a")):
      %0:2 = "test.two"(%arg0, %arg0) <{p = 1 : i32}> ({
        "test.end"() : () -> ()
      }, {
      ^bb0(%x: tensor<i1>):
        "test.end"(%x) : (tensor<i1>) -> ()
      }) {q} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i1>)
      "func.return"(%0#0) : (tensor<f32>) -> ()
    }) : () -> ()
  }) : () -> ())");
  EXPECT_EQ(p.module.find("sym_name")->text, "m");
  const Block& body = p.module.regions[0].blocks[0].operations[0].regions[0].blocks[0];
  ASSERT_EQ(body.operations.size(), 2u);
  const Operation& two = body.operations[0];
  EXPECT_EQ(two.regions.size(), 2u);
  EXPECT_TRUE(two.regions[0].blocks[0].arguments.empty());
  EXPECT_EQ(two.regions[1].blocks[0].arguments.size(), 1u);
  EXPECT_EQ(two.find("p")->integer, 1);
  EXPECT_EQ(two.find("q")->kind, Attribute::Kind::Unit);
  EXPECT_EQ(two.results.size(), 2u);
  EXPECT_EQ(body.operations[1].operands[0], two.results[0]);
}

TEST(MlirText, SeveralResultNames) {
  const Program p = parse_body(R"(
    %a, %b:2 = "test.op"() : () -> (tensor<f32>, tensor<i1>, tensor<i8>)
    "test.use"(%b#1, %b#0, %b, %a) : (tensor<i8>, tensor<i1>, tensor<i1>, tensor<f32>) -> ())");
  const auto& ops = body(p);
  EXPECT_EQ(ops[1].operands[0], ops[0].results[2]);
  EXPECT_EQ(ops[1].operands[1], ops[0].results[1]);
  EXPECT_EQ(ops[1].operands[2], ops[0].results[1]);
  EXPECT_EQ(ops[1].operands[3], ops[0].results[0]);
}

TEST(MlirText, NamesOfARegionEndWithIt) {
  const Program p = parse_body(R"(
    "test.op"() ({
      %0 = "test.a"() : () -> tensor<f32>
    }, {
      %0 = "test.b"() : () -> tensor<i1>
    }) : () -> ()
    %0 = "test.c"() : () -> tensor<i8>
    "test.use"(%0) : (tensor<i8>) -> ())");
  EXPECT_EQ(body(p)[2].operands[0], body(p)[1].results[0]);
}

TEST(MlirText, PlacesAreThoseOfTheNames) {
  const Program p = parse("func.func @f() {\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n  return\n}");
  const auto& ops = p.module.regions[0].blocks[0].operations[0].regions[0].blocks[0].operations;
  EXPECT_EQ(ops[0].place.line, 2);
  EXPECT_EQ(ops[0].place.column, 8);
  EXPECT_EQ(ops[0].place.file, "test.mlir");
  EXPECT_EQ(ops[1].place.line, 3);
}

TEST(MlirText, CommentsAnywhere) {
  const Program p = parse("// first\nfunc.func @f() { // here\n  // there\n  return\n} // last");
  EXPECT_EQ(p.module.regions[0].blocks[0].operations.size(), 1u);
}

TEST(MlirText, Locations) {
  const Program p = parse_body(R"(
    "t.a"() : () -> () loc(unknown)
    "t.b"() : () -> () loc("f.py":12:3)
    "t.c"() : () -> () loc("f.py":12:3 to :9)
    "t.d"() : () -> () loc("f.py":12:3 to 14:9)
    "t.e"() : () -> () loc("name")
    "t.f"() : () -> () loc("name"("f.py":1:2))
    "t.g"() : () -> () loc(callsite("callee" at "caller"("f.py":1:2)))
    "t.h"() : () -> () loc(fused["a", "b", unknown])
    "t.i"() : () -> () loc(fused<{k = 1 : i64}>["a"])
    "t.j"() : () -> () loc(#loc5)
    "t.k"() : () -> ())",
                               "#loc5 = loc(\"last\"(#loc6))\n#loc6 = loc(\"g.py\":7:8)\n");
  const auto loc = [&](size_t i) -> const Loc& { return p.locs[body(p)[i].loc]; };
  EXPECT_EQ(loc(0).kind, Loc::Kind::Unknown);
  EXPECT_EQ(loc(1).kind, Loc::Kind::File);
  EXPECT_EQ(loc(1).text, "f.py");
  EXPECT_EQ(loc(1).line, 12);
  EXPECT_EQ(loc(1).column, 3);
  EXPECT_EQ(loc(2).end_line, 12);
  EXPECT_EQ(loc(2).end_column, 9);
  EXPECT_EQ(loc(3).end_line, 14);
  EXPECT_EQ(loc(4).kind, Loc::Kind::Name);
  EXPECT_TRUE(loc(4).children.empty());
  EXPECT_EQ(p.locs[loc(5).children.at(0)].line, 1);
  EXPECT_EQ(loc(6).kind, Loc::Kind::CallSite);
  EXPECT_EQ(p.locs[loc(6).children.at(0)].text, "callee");
  EXPECT_EQ(p.locs[loc(6).children.at(1)].text, "caller");
  EXPECT_EQ(loc(7).kind, Loc::Kind::Fused);
  EXPECT_EQ(loc(7).children.size(), 3u);
  EXPECT_EQ(loc(8).text, "{k = 1 : i64}");
  EXPECT_EQ(loc(9).text, "last");
  EXPECT_EQ(p.locs[loc(9).children.at(0)].text, "g.py");
  EXPECT_EQ(loc(10).kind, Loc::Kind::Unknown);
}

TEST(MlirText, AliasesBeforeAndAfterUse) {
  const Program p = parse_body(R"(
    %0 = "t.a"() {m = #map, n = [#map, #later]} : () -> !t)",
                               "!t = tensor<2xf32>\n#map = array<i64: 1, 2>\n#later = \"end\"\n");
  const Operation& op = body(p)[0];
  EXPECT_EQ(op.find("m")->ints, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(op.find("n")->elements[1].text, "end");
  EXPECT_EQ(to_string(p.values[op.results[0]]), "tensor<2xf32>");
}

TEST(MlirText, ResourcesAreSkipped) {
  const Program p = parse("module {}\n{-#\n  dialect_resources: { builtin: { a: \"0x0400\" } }\n#-}\n");
  EXPECT_EQ(p.module.name, "builtin.module");
}

TEST(MlirText, LongChainOfLocationAliases) {
  // Each refers to the one before: as deep as the file is long, without recursion.
  std::string text = "#loc0 = loc(\"a\")\n";
  for (int i = 1; i < 5000; ++i)
    text += "#loc" + std::to_string(i) + " = loc(callsite(#loc0 at #loc" + std::to_string(i - 1) + "))\n";
  const Program p = parse(text + "module {} loc(#loc4999)");
  EXPECT_EQ(p.locs[p.module.loc].kind, Loc::Kind::CallSite);
}

}  // namespace
}  // namespace eutectic::mlir

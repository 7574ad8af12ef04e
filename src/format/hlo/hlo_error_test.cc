// What the reader says of wrong, unsupported and hostile HLO text.
#include <gtest/gtest.h>

#include "format/format.h"

namespace eutectic {
namespace {

struct Case {
  std::string_view body;  // of the entry, from line 3
  int line, column;
  std::string_view message, hint = "";
  Severity severity = Severity::Error;
};

Diagnostics errors_of(std::string_view text) {
  auto module = read_hlo_text(text, "t.hlo");
  EXPECT_FALSE(module) << text;
  return module ? Diagnostics() : module.error();
}
std::string entry(std::string_view body) { return "HloModule m\nENTRY %main {\n" + std::string(body) + "\n}\n"; }

void expect_error(const Case& c) {
  Diagnostics all = errors_of(entry(c.body));
  ASSERT_EQ(all.size(), 1u) << render(all);
  EXPECT_EQ(all[0].message, c.message);
  if (!c.hint.empty()) {
    EXPECT_EQ(all[0].hint, c.hint);
  }
  EXPECT_EQ(all[0].place.line, c.line);
  EXPECT_EQ(all[0].place.column, c.column);
  EXPECT_EQ(all[0].place.file, "t.hlo");
  EXPECT_EQ(all[0].severity, c.severity);
  EXPECT_FALSE(all[0].place.source_line.empty());
}

TEST(HloErrors, Instructions) {
  const Case cases[] = {
      {"  ROOT %a = f32[] multipy()", 3, 19, "op 'multipy' is not known to Eutectic", "did you mean multiply?",
       Severity::Unsupported},
      {"  %p = f32[2] parameter(0)\n  ROOT %a = f32[2] add(%p)", 4, 20, "add takes 2 operands, not 1"},
      {"  %p = f32[2] parameter(0)\n  %p = f32[2] copy(%p)", 4, 3, "p is defined twice in this computation",
       "the first one is on line 3"},
      {"  %pq = f32[2] parameter(0)\n  ROOT %a = f32[2] add(%pq, %pr)", 4, 29, "pr is not defined in this computation",
       "did you mean pq?"},
      {"  %p = f32[2] parameter(0)\n  %a = f32[2] negate(%q)\n  %q = f32[2] copy(%p)", 4, 22,
       "q is used before its definition on line 5"},
      {"  ROOT %a = f32[2] negate(%a)", 3, 27, "a is an operand of itself"},
      {"  ROOT %p = f32[] parameter(0)\n  ROOT %q = f32[] copy(%p)", 4, 8, "a computation has one ROOT",
       "the first one is on line 3"},
      {"  %p = f32[2] parameter(0)\n  ROOT %a = f32[2] negate(f32[3] %p)", 4, 27, "p has shape f32[2], not f32[3]"},
      {"  ROOT %t = tuple()", 3, 13, "expected the result's shape, found 'tuple'"},
      {"  %p = f32[] parameter(1)", 3, 24,
       "parameter number 1 in a computation of 1 parameter; they are numbered from 0 without gaps"},
      {"  %p = f32[] parameter(0)\n  %q = f32[] parameter(0)", 4, 24, "parameter number 0 is given twice"},
      {"  %p = f32[2] parameter(0)\n  ROOT %c = f32[2] call(%p), to_apply=%mainn", 4, 39,
       "there is no computation mainn", "did you mean main?"},
      {"  %p = f32[2] parameter(0)\n  ROOT %c = f32[2] call(%p), to_apply=%main", 4, 39,
       "computation main calls itself, directly or through others"},
  };
  for (const Case& c : cases) expect_error(c);
}

// The rest of a wrong line is skipped, but not the brace that closes the computation.
TEST(HloErrors, TheComputationEndsOnAWrongLine) {
  for (std::string_view wrong :
       {"ROOT a = f32[2] foo(p), dimensions={0}, x={\"}\"} }", "ROOT a = f32[] constant(3.5e38) }",
        "q = f32[2] foo(p)\n ROOT a = f32[2] add(p, q) }"}) {
    const Diagnostics all =
        errors_of("HloModule m\nENTRY e {\n p = f32[2] parameter(0)\n " + std::string(wrong) + "\n");
    EXPECT_EQ(render(all).find("closing"), std::string::npos) << render(all);
  }
}

TEST(HloErrors, Attributes) {
  const Case cases[] = {
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[2] broadcast(%p), dimension={0}", 4, 35,
       "broadcast has no attribute dimension", "did you mean dimensions?"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[2] add(%p, %p), dimensions={0}", 4, 33,
       "add has no attribute dimensions"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = pred[2] compare(%p, %p), direction=EQ, direction=NE", 4, 52,
       "direction is given twice"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[2] sort(%p), dimensions={0}, is_stable=yes", 4, 56,
       "expected true or false, found 'yes'"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[1] reduce-window(%p, %p), window={sise=2}", 4, 51,
       "a window has no field 'sise'", "did you mean size?"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[1] reduce-window(%p, %p), window={size=2 stride=1x1}", 4, 65,
       "stride has 2 dimensions, the window's size has 1"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[1] slice(%p), slice={[0-1]}", 4, 40,
       "expected ':' in a range of a slice, found '-1'"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[1] custom-call(%p), custom_call_target=foo", 4, 56,
       "expected a quoted string, found 'foo'"},
      {"  %p = f32[2] parameter(0)\n  ROOT %b = f32[1] custom-call(%p), backend_config={\"a\":[1}", 4, 59,
       "expected ']' here, found '}'"},
      {"  %p = f32[2] parameter(0), metadata={op_name=\"a\\q\"}", 3, 47,
       "this string has an escape sequence that is not one of C's"},
  };
  for (const Case& c : cases) expect_error(c);
}

TEST(HloErrors, ShapesAndConstants) {
  const Case cases[] = {
      {"  %p = f33[2] parameter(0)", 3, 8, "'f33' is not an element type", "did you mean f32?"},
      {"  %p = f8e3m4[2] parameter(0)", 3, 8, "element type f8e3m4 is not supported", "", Severity::Unsupported},
      {"  %p = s8[<=2] parameter(0)", 3, 11, "dynamic dimensions are not supported",
       "export the program with concrete argument shapes (jax.export without symbolic dimensions)",
       Severity::Unsupported},
      {"  %p = f32[2,3]{1,1} parameter(0)", 3, 16, "this layout is not a permutation of the dimensions 0 to 1"},
      {"  %p = f32[2,3]{0} parameter(0)", 3, 16, "this layout lists 1 dimensions, the shape has 2"},
      {"  %p = f32[9223372036854775807,4] parameter(0)", 3, 8,
       "shape f32[9223372036854775807,4] has more elements than fit in 63 bits"},
      {"  %c = f32[2] constant({...})", 3, 24, "this constant's value was left out when the text was printed"},
      {"  %c = f32[1000000000] constant({1})", 3, 33,
       "a constant of shape f32[1000000000] has 1000000000 elements, more than the rest of the file could hold"},
      {"  %c = f32[2,2] constant({{1,2},{3}})", 3, 35, "dimension 1 of this constant has 1 of 2 items"},
      {"  %c = f32[2,2] constant({{1,2},{3,4,5}})", 3, 38, "dimension 1 of this constant has more than 2 items"},
      {"  %c = f32[2] constant({1 2})", 3, 27, "expected ',' or '}', found '2'"},
      {"  %c = s8[2] constant({1,300})", 3, 26, "300 does not fit in s8"},
      {"  %c = u8[] constant(-1)", 3, 22, "-1 does not fit in u8"},
      {"  %c = s32[] constant(1.5)", 3, 23, "'1.5' is not an integer"},
      {"  %c = f32[] constant(1e40)", 3, 23, "1e40 does not fit in f32"},
      {"  %c = f8e4m3fn[] constant(inf)", 3, 28, "f8e4m3fn has no infinity"},
      {"  %c = pred[] constant(2)", 3, 24, "'2' is not a pred (true, false, 1 or 0)"},
      {"  %c = token[] constant(2)", 3, 25, "a token[] has no constant value"},
  };
  for (const Case& c : cases) expect_error(c);
}

TEST(HloErrors, Modules) {
  auto expect = [](std::string_view text, std::string_view message, int line, int column) {
    Diagnostics all = errors_of(text);
    ASSERT_EQ(all.size(), 1u) << render(all);
    EXPECT_EQ(all[0].message, message);
    EXPECT_EQ(all[0].place.line, line);
    EXPECT_EQ(all[0].place.column, column);
  };
  expect("", "expected HloModule, found the end of the file", 1, 1);
  expect("ENTRY main {}", "expected HloModule, found 'ENTRY'", 1, 1);
  expect("HloModule m\n", "the module has no computation", 2, 1);
  expect("HloModule m, x\n", "expected '=' after x, found the end of the file", 2, 1);
  expect("HloModule m\nENTRY a {\n}\n", "computation a has no instructions", 2, 7);
  expect("HloModule m\na { p = f32[] parameter(0) }\nb { p = f32[] parameter(0) }\n", "no computation is marked ENTRY",
         4, 1);
  expect("HloModule m\nENTRY a { p = f32[] parameter(0) }\nENTRY b { p = f32[] parameter(0) }\n",
         "two computations are marked ENTRY", 3, 7);
  expect("HloModule m\na { p = f32[] parameter(0) }\na { p = f32[] parameter(0) }\n", "computation a is defined twice",
         3, 1);
  expect("HloModule m\nENTRY a {\n  p = f32[] parameter(0)\n", "computation a has no closing '}'", 4, 1);
  expect("HloModule m\nENTRY a { p = f32[] parameter(0) } trailing",
         "expected '{' before the instructions of a computation, found the end of the file", 2, 44);
  expect("HloModule m\nStackFrames\n1 {file_location_id=1 parent_frame_id=1}\nENTRY a { p = f32[] parameter(0) }",
         "stack frame 1 names file location 1, which is not in the table", 3, 1);
}

TEST(HloErrors, SeveralAtOnce) {
  Diagnostics all = errors_of(entry(
      "  %p = f33[2] parameter(0)\n  %q = f32[2] negate(%p)\n  %r = f32[2] blub(%q)\n  ROOT %s = f32[2] add(%r, %zz)"));
  ASSERT_EQ(all.size(), 3u) << render(all);  // nothing about p, q, r, which failed themselves
  EXPECT_EQ(all[0].place.line, 3);
  EXPECT_EQ(all[1].place.line, 5);
  EXPECT_EQ(all[2].place.line, 6);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "  %a" + std::to_string(i) + " = f32[2] blah()\n";
  EXPECT_EQ(errors_of(entry(many)).size(), 20u);
}

TEST(HloErrors, Nesting) {
  const std::string open(100000, '('), braces(100000, '{');
  EXPECT_FALSE(read_hlo_text(entry("  %p = " + open), "t.hlo"));
  EXPECT_FALSE(read_hlo_text(entry("  %p = f32[] parameter(0), sharding=" + braces), "t.hlo"));
  EXPECT_FALSE(read_hlo_text(entry("  %p = f32[] constant(" + braces), "t.hlo"));
  EXPECT_FALSE(read_hlo_text("HloModule m, entry_computation_layout=" + braces, "t.hlo"));
}

TEST(HloErrors, Rendering) {
  EXPECT_EQ(render(errors_of(entry("  ROOT %a = f32[] multipy()"))),
            "t.hlo:3:19: unsupported: op 'multipy' is not known to Eutectic\n"
            "    ROOT %a = f32[] multipy()\n"
            "                    ^\n"
            "  hint: did you mean multiply?\n");
}

}  // namespace
}  // namespace eutectic

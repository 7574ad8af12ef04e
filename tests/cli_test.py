"""How the tool behaves: exit codes, messages, files it writes and does not overwrite."""
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zipfile

from harness import call, root, tool

failures = []
program = """\
HloModule small

ENTRY main {
  x = f32[4]{0} parameter(0)
  y = f32[4]{0} parameter(1)
  sum = f32[4]{0} add(x, y)
  ROOT out = (f32[4]{0}, f32[4]{0}) tuple(sum, x)
}
"""


HANGING = """\
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%a = %x) : tensor<i32>
   cond {
    %c = stablehlo.compare EQ, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a : tensor<i32>
  }
  stablehlo.custom_call @check.expect_eq(%0, %x) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
"""
COUNTED_LOOP = """\
HloModule m

cond {
  t = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  k = s32[] constant(7)
  ROOT c = pred[] compare(i, k), direction=LT
}

body {
  t = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  x = f32[8] get-tuple-element(t), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[8] sine(x)
  z = f32[8] add(y, x)
  ROOT r = (s32[], f32[8]) tuple(j, z)
}

ENTRY main {
  x = f32[8] parameter(0)
  z = s32[] constant(0)
  t = (s32[], f32[8]) tuple(z, x)
  w = (s32[], f32[8]) while(t), condition=cond, body=body
  ROOT o = f32[8] get-tuple-element(w), index=1
}
"""
REPLICAS = """\
HloModule m, replica_count=2
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
ENTRY e {
  x = f32[] constant(3)
  ROOT r = f32[] all-reduce(x), replica_groups={}, to_apply=add
}
"""
WRONG_COMPARATOR = """\
HloModule m
cmp {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f64[] parameter(2)
  d = f64[] parameter(3)
  ROOT r = pred[] compare(c, d), direction=GT
}
ENTRY e {
  x = f32[1000] iota(), iota_dimension=0
  i = f32[] constant(1)
  ROOT r = f32[10] custom-call(x, i), custom_call_target="ApproxTopK", called_computations={cmp}, backend_config="{\\"top_k\\" : 10 : i64, \\"reduction_dim\\" : 0 : i64}"
}
"""


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAIL", what)


def expect(outcome, code, *texts):
    check(outcome.code == code, f"exit code {outcome.code}, not {code}: {outcome.text()}")
    for text in texts:
        check(text in outcome.out + outcome.err, f"'{text}' is missing in: {outcome.text()}")
    return outcome


def npz(path, **arrays):
    """Writes float32 vectors without numpy."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, values in arrays.items():
            header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(values)
            header += " " * (63 - (10 + len(header)) % 64) + "\n"
            archive.writestr(name + ".npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                             + struct.pack(f"<{len(values)}f", *values))


def main():
    folder = pathlib.Path(tempfile.mkdtemp())
    hlo = folder / "small.hlo"
    hlo.write_text(program)
    loop = folder / "loop.hlo"
    loop.write_text("""\
HloModule endless
body {
  p = s32[] parameter(0)
  one = s32[] constant(0)
  ROOT n = s32[] add(p, one)
}
condition {
  p = s32[] parameter(0)
  big = s32[] constant(10)
  ROOT lt = pred[] compare(p, big), direction=LT
}
ENTRY main {
  zero = s32[] constant(0)
  ROOT w = s32[] while(zero), condition=condition, body=body
}
""")
    inputs, expected, wrong = folder / "in.npz", folder / "want.npz", folder / "wrong.npz"
    npz(inputs, arg0=[1, 2, 3, 4], arg1=[10, 20, 30, 40])
    npz(expected, out0=[11, 22, 33, 44], out1=[1, 2, 3, 4])
    npz(wrong, out0=[11, 22, 33.5, 44], out1=[1, 2, 3, 4])

    # Usage.
    expect(call(), 2, "Subcommands")
    expect(call("--help"), 0, "verify")
    expect(call("--version"), 0, "eutectic 0.")
    expect(call("version"), 0, "StableHLO bytecode")
    expect(call("verfy"), 2, "unknown command 'verfy'", "did you mean 'verify'?")
    expect(call("run", hlo, "--input", inputs), 2, "unknown option '--input' for 'run'", "did you mean '--inputs'?")
    expect(call("run", hlo, "--engine", "fast"), 2)
    expect(call("run"), 2)
    for flag, value, text in (("--rtol", "nan", "--rtol: must be a finite number, not nan"),
                              ("--rtol", "inf", "--rtol: must be a finite number, not inf"),
                              ("--atol", "-0.5", "--atol: must be 0 or more, not -0.5"),
                              ("--threads", "2000", "--threads: must be 0 to 1024, not 2000"),
                              ("--random-inputs", "-1", "must be a whole number of 0 or more, not -1")):
        expect(call("run", hlo, "--inputs" if flag != "--random-inputs" else "--output", folder / "x.npz", flag, value), 2, text)
    expect(call("check", hlo, "--jobs", "-1"), 2, "must be a whole number of 0 or more")
    expect(call("ops", "multipy"), 2, "did you mean 'multiply'?")
    outcome = expect(call("ops", "foo"), 2, "there is no op 'foo'")
    check("did you mean" not in outcome.err, f"a hint that is not near: {outcome.err}")
    expect(call("run", hlo), 2, "takes 2 inputs", "arg0    f32[4]", "--random-inputs")
    expect(call("verify", folder / "absent.hlo"), 2, "absent.hlo", "No such file")
    expect(call("run", hlo, "--signature", "s.json"), 2, "--expect")

    # verify and print, from files and from standard input.
    expect(call("verify", hlo), 0, "ok (HLO text, 1 computations, 4 instructions)")
    expect(call("verify", "--describe", "--round-trip", hlo), 0, "parameters", "f32[4]")
    check(json.loads(call("verify", "--json", hlo).out)["instructions"] == 4, "verify --json counts instructions")
    expect(call("verify", "-", stdin=program.encode()), 0, "-: ok")
    expect(call("print", "-", stdin=program.encode()), 0, "ENTRY")
    expect(call("print", hlo, "--to", "stablehlo"), 0, "stablehlo.add")
    broken = program.replace("add(x, y)", "add(x, z)")
    expect(call("verify", "-", stdin=broken.encode()), 1, "-:6:", "error", "^")
    mistyped = program.replace("sum = f32[4]", "sum = f32[5]")
    expect(call("verify", "-", hlo, stdin=mistyped.encode()), 1, "error", "small.hlo: ok")

    # convert never overwrites unasked.
    target = folder / "out.mlir"
    expect(call("convert", hlo, "-o", target), 0)
    check("stablehlo.add" in target.read_text(), "convert writes StableHLO")
    target.write_text("mine")
    expect(call("convert", hlo, "-o", target), 2, "--force")
    check(target.read_text() == "mine", "convert keeps an existing file")
    expect(call("convert", hlo, "-o", target, "--force"), 0)
    expect(call("convert", hlo, "-o", folder / "out.xyz"), 2, "--to")
    expect(call("convert", "-", "-o", folder / "bad.hlo", stdin=broken.encode()), 1)
    check(not (folder / "bad.hlo").exists(), "a failed convert writes nothing")

    # opt: rewrites by name, an output that it may write, or something to say.
    expect(call("opt", hlo), 2, "--explain")
    expect(call("opt", hlo, "-o", target), 2, "--force")
    expect(call("opt", hlo, "-o", folder / "out.xyz"), 2, "names no format")
    expect(call("opt", hlo, "--explain", "--rewrites", "split-caried"), 2, "split-carried")
    expect(call("opt", hlo, "--explain", "--rewrites", "split-carried=2"), 2, "takes no number")
    expect(call("opt", hlo, "--explain", "--rewrites", "unroll=x"), 2, "unroll=10")
    expect(call("opt", hlo, "-o", folder / "opt.hlo", "--rewrites", "unroll=4"), 0)
    same = call("opt", hlo, "-o", "-", "--to", "hlo")
    expect(same, 0)
    check(same.out == call("convert", hlo, "-o", "-", "--to", "hlo").out, "nothing to do: opt writes the program")
    expect(call("verify", target), 0, "StableHLO text")

    # plan and explain unroll as opt does: seven steps by three, one left over; the fused program computes the same.
    counted = folder / "counted.hlo"
    counted.write_text(COUNTED_LOOP)
    fused, wanted = folder / "unrolled.hlo", folder / "counted.npz"
    expect(call("plan", counted, "--strategy", "xla-priority", "--unroll", "3", "--apply", fused), 0)
    expect(call("run", counted, "--random-inputs", "1", "--output", wanted, "--quiet"), 0)
    expect(call("run", fused, "--random-inputs", "1", "--expect", wanted, "--quiet"), 0)
    check('"known_trip_count":{"n":"' in fused.read_text(), "the applied loop says how often it runs")
    check(fused.read_text().count(" while(") == 1, "three steps at a time, and then the one left over, no loop any more")
    # Where the rest begins is known, and so is how often it runs.
    rest = json.loads(expect(call("explain", counted, "--strategy", "xla-priority", "--unroll", "4", "--json"), 0).out)
    loops = [c for c in rest["computations"] if c.get("loop") and not c["condition"]]
    check(rest["bound"] == "" and sorted(c["steps"] for c in loops) == [3], f"seven steps by four: {loops}")
    plan = json.loads(expect(call("plan", counted, "--strategy", "xla-priority", "--unroll", "4", "--json"), 0).out)
    for c in rest["computations"]:
        del c["boundaries"]
    check(plan == rest, "plan --json: kernels as explain has them")
    expect(call("plan", counted, "--strategy", "xla-priority", "--unroll", "3", "--passes", "none"), 1, "unroll=3")
    explained = expect(call("explain", counted, "--strategy", "xla-priority", "--what-if", "--json"), 0)
    for change in json.loads(explained.out)["what_if"]:
        if change["change"] not in ("unroll 2", "unroll 10"):
            continue
        factor = change["change"].split()[1]
        expect(call("opt", counted, "--rewrites", f"unroll={factor}", "--always", "-o", folder / "o.hlo", "--force"), 0)
        again = call("explain", folder / "o.hlo", "--strategy", "xla-priority", "--json")
        check(json.loads(again.out)["launches"] == change["launches"][1], f"unroll {factor}: replanning gives else")
        check(change["effect"] == (factor == "2") and ("less than 10" in str(change)) == (factor == "10"),
              f"unroll {factor} of seven steps: {change}")

    # run.
    outcome = expect(call("run", hlo, "--inputs", inputs, "--output", folder / "o.npz", "--expect", expected), 0,
                     "out0", "min 11 mean 27.5 max 44", "pass", "evaluated in")
    names = zipfile.ZipFile(folder / "o.npz").namelist()
    check(names == ["out0.npy", "out1.npy"], f"names in the output: {names}")
    check(zipfile.ZipFile(folder / "o.npz").testzip() is None, "checksums of the output")
    expect(call("run", hlo, "--inputs", inputs, "--expect", folder / "o.npz", "--quiet"), 0)
    # Files that are missing cost no run; one that is there but wrong is a wrong file, as a wrong program is.
    missing = folder / "none.npz"
    expect(call("run", hlo, "--inputs", missing), 2, "cannot read")
    expect(call("run", missing), 2, "cannot read")
    (folder / "text.npz").write_text("not an archive")
    (folder / "one.json").write_text('{"tolerance": [[0, 0]]}')
    for wanted, code, text in ((["--expect", missing], 2, "cannot read"), (["--expect", folder], 2, "cannot read"),
                               (["--expect", expected, "--signature", folder / "none.json"], 2, "cannot read"),
                               (["--expect", folder / "text.npz"], 1, "text.npz"),
                               (["--expect", expected, "--signature", folder / "one.json"], 1, "1 tolerances"),
                               (["--expect", expected, "--signature", hlo], 1, "not a signature")):
        outcome = expect(call("run", hlo, "--inputs", inputs, *wanted), code, text)
        check("out0" not in outcome.out, f"it ran before it looked at {wanted}: {outcome.text()}")
    expect(call("ptx", hlo, "--xla", missing), 2, "cannot read")
    expect(call("bench", hlo, "--inputs", missing), 2, "cannot read")
    # Complex numbers: a part that is no number, or infinite, must be so on both sides; the other is then measured alone.
    def complex_compared(kind, got, want, code):
        for name, value in (("got", got), ("want", want)):
            (folder / f"{name}.hlo").write_text(f"HloModule m\nENTRY e {{\n  ROOT c = {kind}[1] constant({{{value}}})\n}}\n")
        expect(call("run", folder / "want.hlo", "--output", folder / "c.npz", "--force"), 0)
        expect(call("run", folder / "got.hlo", "--expect", folder / "c.npz", "--rtol", "1e-5"), code,
               "1 of 1 elements differ" if code else "pass")

    complex_compared("c64", "(inf, 999)", "(inf, 999)", 0)
    complex_compared("c64", "(inf, 1)", "(inf, 999)", 1)
    complex_compared("c64", "(inf, 1.000001)", "(inf, 1)", 0)
    complex_compared("c64", "(inf, 1)", "(-inf, 1)", 1)
    complex_compared("c64", "(nan, 1.000001)", "(nan, 1)", 0)
    complex_compared("c64", "(nan, 1.001)", "(nan, 1)", 1)
    complex_compared("c64", "(nan, 1)", "(1, 1)", 1)
    complex_compared("c64", "(1, nan)", "(1, inf)", 1)
    complex_compared("c128", "(1.5e308, 1.6e308)", "(1.5e308, 1.5e308)", 1)  # whose hypotenuse has no f64
    npz(folder / "more.npz", arg0=[1, 2, 3, 4], arg1=[10, 20, 30, 40], arg2=[0])
    expect(call("run", hlo, "--inputs", folder / "more.npz"), 1, "array 'arg2' is no input; the program takes 2")
    npz(folder / "other.npz", arg0=[1, 2, 3, 4], arg1=[10, 20, 30, 40], foo=[0])
    expect(call("run", hlo, "--inputs", folder / "other.npz"), 1, "array 'foo' is no input")
    with zipfile.ZipFile(inputs) as archive:
        (folder / "one.npy").write_bytes(archive.read("arg0.npy"))
    expect(call("run", hlo, "--inputs", folder / "one.npy"), 1, "one array, but the program takes 2 inputs")
    (folder / "vast.hlo").write_text("HloModule m\nENTRY e {\n  ROOT p = s32[100000000000] parameter(0)\n}\n")
    if b"__asan_init" not in pathlib.Path(tool()).read_bytes():  # whose allocator ends the process
        expect(call("run", folder / "vast.hlo", "--random-inputs", "1"), 1, "do not fit in memory")
    expect(call("run", hlo, "--inputs", inputs, "--expect", wrong), 1, "FAIL", "1 of 4", "[2]", "33.5")
    expect(call("run", hlo, "--inputs", inputs, "--expect", wrong, "--atol", "0.5"), 0, "absolute 0.5 at [2]")
    expect(call("run", hlo, "--inputs", inputs, "--expect", wrong, "--rtol", "0.01"), 1)
    (folder / "s.json").write_text('{"tolerance": [[0.1, 0], [0, 0]]}')
    expect(call("run", hlo, "--inputs", inputs, "--expect", wrong, "--signature", folder / "s.json"), 0)
    report = json.loads(call("run", hlo, "--inputs", inputs, "--expect", wrong, "--json").out)
    check(report["ok"] is False and report["comparison"][0]["max_absolute"] == 0.5, "run --json reports differences")
    expect(call("run", hlo, "--inputs", expected), 1, "there is no array 'arg0'", "out0")
    first, second = (call("run", hlo, "--random-inputs", "7", "--json").out for _ in range(2))
    check(json.loads(first)["outputs"] == json.loads(second)["outputs"], "random inputs depend on the seed alone")
    del outcome

    # Compiled: run, bench, and what each stage shows.
    big = folder / "big.hlo"
    big.write_text(program.replace("f32[4]", "f32[4096]"))
    for engine in ("reference", "cpu"):
        expect(call("run", hlo, "--inputs", inputs, "--expect", expected, "--engine", engine), 0, "pass")
        expect(call("run", big, "--random-inputs", "1", "--engine", engine, "--output", folder / f"{engine}.npz"), 0)
    expect(call("run", big, "--random-inputs", "1", "--expect", folder / "cpu.npz"), 0, "pass")
    expect(call("run", big, "--random-inputs", "1", "--engine", "cpu", "--threads", "1", "--numbers", "strict",
                "--strategy", "none", "--expect", folder / "cpu.npz"), 0, "0 kernels")
    report = json.loads(call("run", big, "--random-inputs", "1", "--engine", "cpu", "--json").out)
    check(report["ok"] and report["kernels"] == 1 and report["launches"] == 1, "run --engine cpu --json counts kernels")
    report = json.loads(call("bench", big, "--random-inputs", "1", "--repeat", "3", "--json").out)
    check(report["kernels"] == 1 and report["launches"] == 1 and report["peak_bytes"] > 0 and report["bytes"] > 0 and
          0 < report["run_ms"]["best"] <= report["run_ms"]["median"] and len(report["run_ms"]["all"]) == 3 and
          report["compile_ms"]["total"] > 0, f"bench --json: {report}")
    expect(call("bench", big, "--random-inputs", "1"), 0, "1 kernels", "best")
    expect(call("bench", big), 2, "takes 2 inputs")
    expect(call("bench", big, "--random-inputs", "1", "--repeat", "0"), 2)
    expect(call("bench", big, "--random-inputs", "1", "--numbers", "fast"), 2)
    expect(call("plan", big), 0, "elementwise [4096] %sum")
    groups = json.loads(call("plan", big, "--json").out)["groups"]
    check([g["kind"] for g in groups] == ["elementwise"] and groups[0]["roots"] == ["sum"], f"plan --json: {groups}")
    expect(call("explain", big), 0, "+ 1 instructions are one kernel over 4096 elements", "1 kernels")
    expect(call("explain", hlo), 0, "too small")
    check(json.loads(call("explain", big, "--json").out)["kernels"] == 1, "explain --json")
    softmax = root / "tests" / "corpus" / "softmax" / "program.mlir"
    # Older devices than Ampere get no Triton kernel of a softmax.
    expect(call("explain", softmax, "fusion.5", "fusion.4", "--strategy", "xla-priority", "--device", "rtx2080ti"), 0,
           "are two kernels", "[r32-reduce-into-reduce")
    expect(call("explain", softmax, "fusion.1", "--strategy", "xla-priority"), 2, "two kernels or none")
    expect(call("explain", softmax, "fusion.1", "fusion.4"), 2, "--strategy xla-rules")
    # A wrong setup is no error of the program; an option that a strategy does not take is refused.
    for flags, text in ((["--strategy", "xla-priority", "--era", "2022"], "only xla-rules has an era 2022"),
                        (["--strategy", "xla-cpu", "--era", "2024"], "only xla-rules has an era 2024"),
                        (["--strategy", "xla-priority", "--era", "2026"], "only import is told"),
                        (["--strategy", "xla-rules", "--lift", "R99"], "is no rule that can be lifted"),
                        (["--strategy", "xla-priority", "--lift", "R42"], "is no rule that can be lifted"),
                        (["--strategy", "xla-rules", "--device", "nope"], "no device 'nope'"),
                        (["--strategy", "xla-rules", "--device", "host"], "decides for a GPU"),
                        (["--strategy", "xla-rules", "--numbers", "strict"], "takes no --numbers"),
                        (["--lift", "R18"], "takes no --lift; these do: import, xla-rules"),
                        (["--strategy", "none", "--device", "h100", "--unroll", "2"], "takes no --device, --unroll")):
        for command in ("plan", "explain"):
            outcome = expect(call(command, softmax, *flags), 2, text)
            check("program.mlir" not in outcome.err, f"an error of the program: {outcome.err}")
    for strategy in ("eutectic", "none"):
        expect(call("explain", softmax, "--import", softmax, "--strategy", strategy), 2, "xla-rules, xla-priority or xla-cpu")
    expect(call("diff", softmax, "--strategy", "xla-rules", "--lift-b", "R99"), 2, "is no rule that can be lifted")
    expect(call("opt", hlo, "--explain", "--fuel", "-3"), 2, "--fuel")

    # Lifting the rules that explain names for a boundary removes it; R33 alone leaves R29, which stands behind it.
    newton = softmax.parent.parent / "newton_sqrt_until_converged" / "program.mlir"

    def boundaries(*flags):
        told = json.loads(call("explain", newton, "--strategy", "xla-priority", "--json", *flags).out)
        return [b.get("lift") for c in told["computations"] for b in c["boundaries"] if not b["wall"]]

    check([boundaries(), boundaries("--lift", "R33"), boundaries("--lift", "R29,R33")] == [[["R29", "R33"]], [["R29"]], []],
          f"lifted rules of priority fusion: {boundaries()}, {boundaries('--lift', 'R33')}, {boundaries('--lift', 'R29,R33')}")
    # The size of code, too: without it kernels of 2026 grow further.
    acrobot = softmax.parent.parent / "acrobot_stacked" / "program.mlir"
    kernels = [len(k["kernels"]) for flags in ([], ["--lift", "R25,R29"]) for k in
               [max(json.loads(call("plan", acrobot, "--strategy", "xla-priority", "--json", *flags).out)["computations"],
                    key=lambda c: len(c["kernels"]))]]
    check(kernels[0] > kernels[1], f"kernels of acrobot_stacked with and without R25 and R29: {kernels}")

    # Comparisons: differences are no failure, unless they are to be.
    # Plans that are no fusions are not compared with fusions, and it is said what to do.
    expect(call("diff", softmax, "--strategy", "xla-rules", "--against", "eutectic"), 2, "eutectic report --strategies")
    for strategy in ("eutectic", "none"):
        expect(call("parity", softmax.parent, "--strategy", strategy), 2, "take xla-rules")
    expect(call("diff", softmax, "--strategy", "xla-rules", "--lift-b", "R29"), 0, "they part at: %reduce_max.4")
    expect(call("diff", softmax, "--strategy", "xla-rules", "--lift-b", "R29", "--strict"), 1, "they part at")
    expect(call("diff", softmax, "--strategy", "xla-rules", "--strict"), 0)
    # Rules of the paper's year: of plans and of programs that are fused already, on either side.
    norng = softmax.parent.parent / "raw/cartpole_norng"
    before, after = norng / "xla-rules-unoptimized.hlo", norng / "xla-rules-final.hlo"
    old = ["--strategy", "xla-rules", "--era", "2022", "--strict"]
    expect(call("diff", before, after, *old), 1, "xla-rules of 2022", "7 kernels are the same")
    expect(call("diff", after, before, *old), 1, "xla-rules of 2022", "7 kernels are the same")
    expect(call("diff", after, before, *old, "--era-b", "2024"), 0, "xla-rules of 2024", "9 kernels are the same")
    expect(call("diff", after, before, "--strategy", "import", "--against", "xla-rules", "--era", "2022", "--strict"), 1,
           "xla-rules of 2022", "7 kernels are the same")
    expect(call("diff", after, after, *old), 0, "9 kernels are the same")
    launches = ["--strategy", "xla-rules", "--from", "unoptimized", "--strict"]
    norng = softmax.parent.parent / "cartpole_norng"
    expect(call("parity", norng, *launches), 0, "outside loops equal in 1 of 1, per iteration in 1 of 1")
    users = softmax.parent.parent / "concat_many_users"
    expect(call("parity", users, *launches), 0, "outside    4    4")
    expect(call("parity", users, *launches, "--era", "2022"), 1, "outside    2    4*")
    expect(call("parity", norng, "--strategy", "xla-priority", "--era", "2022"), 2, "only xla-rules has an era 2022")
    expect(call("parity", norng, "--strategy", "xla-rules", "--era", "2022", "--orders", "3"), 2, "--orders")
    stages = folder / "stages"
    stages.mkdir()
    for flags in ([], ["--json"], ["--from", "unoptimized"], ["--from", "unoptimized", "--json"]):
        expect(call("parity", stages, *flags), 1, "nothing was compared")
    compared = softmax.parent.parent / "attention"
    expect(call("parity", compared, "--strict"), 0, "1 of 1 programs exact")
    expect(call("parity", compared, stages), 0, "no stages of xla-cpu")
    expect(call("parity", compared, stages, "--strict"), 1, "no stages of xla-cpu")

    # Files that are there stay.
    kept = folder / "kept"
    kept.write_text("mine")
    for command in (["device", "h100", "-o"], ["run", big, "--random-inputs", "1", "--output"], ["ptx", big, "0", "-o"],
                    ["report", softmax, "-o"]):
        expect(call(*command, kept), 2, "--force overwrites it")
        check(kept.read_text() == "mine", f"{command[0]} keeps an existing file")
    expect(call("device", "h100", "-o", kept, "--force"), 0)
    expect(call("plan", softmax, "--strategy", "xla-rules", "--device", kept), 0)
    expect(call("run", big, "--random-inputs", "1", "--output", kept, "--force"), 0)
    expect(call("ptx", big, "0", "-o", kept, "--force"), 0)
    expect(call("kernel", big), 0, "kernel 0 of 1: sum", "add.f32")
    expect(call("kernel", big, "1"), 1, "no kernel 1")
    expect(call("kernel", hlo), 1, "explain")
    expect(call("llvm", big), 0, "define", "fadd")
    expect(call("llvm", big, "--unoptimized"), 0, "define")
    expect(call("asm", big, "0"), 0, ".text")
    expect(call("asm", big, "--cpu", "nothing-like-it"), 1)
    expect(call("ptx", big), 0, ".visible .entry", "blocks of")
    expect(call("ptx", big, "--ir"), 0, "define")
    expect(call("ptx", big, "--sm", "7"), 1, "sm_7")
    report = json.loads(call("ptx", big, "--sm", "80", "--json").out)
    check(report["launches"] == 1 and report["kernels"][0]["launches"][0]["threads"] == 256, "ptx --json: launches")
    expect(call("ptx", big, "0", "--output", folder / "k.ptx"), 0)
    check(".target sm_90" in (folder / "k.ptx").read_text(), "ptx --output writes the text")

    # ops and check.
    expect(call("ops"), 0, "stablehlo.add", "with a shape rule")
    check(any(row["op"] == "add" and row["evaluate"] for row in json.loads(call("ops", "--json").out)), "ops --json")
    expect(call("check", folder / "nothing"), 2)
    checks = folder / "checks"
    checks.mkdir()
    template = """\
func.func @main() {{
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.add %x, %x : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%y, %{0}) {{has_side_effect = true}} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}}
"""
    (checks / "good.mlir").write_text(template.format("y"))
    expect(call("check", checks), 0, "1 programs: 1 passed")
    (checks / "bad.mlir").write_text(template.format("x"))
    (checks / "broken.mlir").write_text("func.func @main() {")
    expect(call("check", checks, "--jobs", "2"), 1, "bad.mlir: check failed", "broken.mlir",
           "3 programs: 1 passed, 2 failed")
    expect(call("check", loop, "--time-limit", "0.5"), 1, "1 timed out")
    expect(call("check", hlo), 1, "1 unsupported", "nothing was checked")
    # Several functions: each is a program, named with its line; one that hangs takes no other with it.
    functions = folder / "functions.mlir"
    functions.write_text(template.replace("@main", "@right").format("y") + template.replace("@main", "@wrong").format("x") +
                         HANGING.replace("@main", "@hangs") + template.replace("@main", "@after").format("x") +
                         "func.func @takes(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>\n}\n" +
                         "func.func @idle() {\n  return\n}\n")
    expect(call("check", functions, "--time-limit", "1"), 1, "functions.mlir:7: @wrong: check failed", "@hangs: not done",
           "@after: check failed", "@idle: no check ran",
           "5 programs: 1 passed, 2 failed, 0 unsupported, 1 without a check, 1 timed out")
    report = json.loads(call("check", functions, "--time-limit", "1", "--json").out)
    check([(f["function"], f["outcome"]) for f in report["files"]] ==
          [("@right", "passed"), ("@wrong", "failed"), ("@hangs", "timed out"), ("@after", "failed"),
           ("@idle", "without a check")], "check --json names the functions")
    # Nothing continues with a wrong answer.
    replicas = folder / "replicas.hlo"
    replicas.write_text(REPLICAS)
    expect(call("run", replicas), 1, "all-reduce among 2 devices")
    comparator = folder / "comparator.hlo"
    comparator.write_text(WRONG_COMPARATOR)
    expect(call("run", comparator), 1, "must take (f32, f32) and return (pred)")

    # Ctrl-C.
    process = subprocess.Popen([tool(), "run", str(loop)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=10)
        check(process.returncode == 130, f"Ctrl-C gives {process.returncode}, not 130")
    except subprocess.TimeoutExpired:
        process.kill()
        check(False, "Ctrl-C does not stop a running program")

    # Values that do not fit are the program's affair; a reader out of memory is ours to report: exit code 70 and a
    # reproducer with command line and input.
    if b"__asan_init" not in pathlib.Path(tool()).read_bytes():
        import resource
        # The libraries alone take some hundred MB of addresses: as much as the tool needs to start, and a little more.
        def within(size):
            return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))

        size = 1 << 26
        while subprocess.run([tool(), "version"], capture_output=True, preexec_fn=within(size)).returncode != 0:
            size += 1 << 24
        limit = within(size + (1 << 25))
        large = folder / "large.hlo"
        lines = "\n".join(f"  v{i + 1} = f32[4]{{0}} add(v{i}, v{i})" for i in range(400000))
        large.write_text(f"HloModule large\nENTRY main {{\n  v0 = f32[4]{{0}} parameter(0)\n{lines}\n"
                         "  ROOT n = f32[4]{0} negate(v0)\n}\n")
        process = subprocess.run([tool(), "verify", str(large)], capture_output=True, text=True, cwd=folder, preexec_fn=limit)
        check(process.returncode == 70, f"out of memory gives {process.returncode}, not 70: {process.stderr[:500]}")
        reproducers = list(folder.glob("eutectic-reproducer-*.txt"))
        check(len(reproducers) == 1 and "verify" in reproducers[0].read_text(errors="replace") and
              "ROOT n" in reproducers[0].read_text(errors="replace"), "the reproducer holds command line and input")

    # Nothing was left behind.
    check(not list(root.glob("eutectic-reproducer-*")), "no reproducer was written")
    print(f"cli: {len(failures)} failures")
    sys.exit(1 if failures else 0)


os.environ.pop("EUTECTIC_CORPUS", None)
main()

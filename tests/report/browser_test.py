#!/usr/bin/env python3
"""Opens reports in a real browser, clicks kernels and boundaries, and reads what appears. Skipped without a browser."""
import pathlib
import resource
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent)]
import browser  # noqa: E402
import harness  # noqa: E402


def check(wrong, condition, what):
    if not condition:
        wrong.append(what)


def middle_of_edge(n):
    """A point on an edge's line, in the window."""
    return (f"(() => {{ const p = document.querySelector('[data-edge=\"{n}\"] .seen'); p.scrollIntoView({{block: 'center'}});"
            "const m = p.getScreenCTM(), q = p.getPointAtLength(p.getTotalLength() / 2).matrixTransform(m);"
            "return [q.x, q.y]; })()")


def softmax(b, page):
    wrong = []
    b.open(page)
    check(wrong, b.text("h1") == "softmax.mlir", "the heading is not the program's name")
    check(wrong, b.value("document.querySelectorAll('#graph .box').length") == 3, "not three boxes in the graph")
    b.click_at(*b.value(middle_of_edge(0)))
    shown = b.text("#details") or ""
    names = b.value("(() => { const c = page.computation, e = c.edges[0]; return [c.nodes[e.producer].name, c.nodes[e.consumer].name]; })()")
    check(wrong, " → ".join(names) in shown, f"a click on the first line shows {shown[:80]!r}, not {names}")
    check(wrong, "Every rule that keeps them apart" in shown and "R07" in shown and "R29" in shown,
          "the rules of the boundary are not shown")
    check(wrong, "Everything that was decided of them" in shown and "refused" in shown, "the history is not shown")
    check(wrong, b.value("document.querySelectorAll('#details .history li').length") >= 2, "the history has no steps")
    check(wrong, b.value("document.querySelectorAll('.edge.chosen').length") == 1, "the line is not marked")
    check(wrong, b.value("document.querySelectorAll('#boundaries tr.chosen').length") == 1, "its row is not marked")
    fusion = b.value("page.computation.nodes.findIndex(n => n.inside)")
    b.click(f"[data-node='{fusion}'] > text")
    shown = b.text("#details") or ""
    check(wrong, "kind=k" in shown and ".body {" in shown and "ROOT" in shown, "the kernel's HLO is not shown")
    check(wrong, all(w in shown for w in ("One launch", "Bound by", "Reads", "Writes", "How it became one kernel")),
          "the kernel's cost is not shown")
    before = b.value("document.querySelectorAll('#graph .op').length")
    b.click(f"[data-toggle='{fusion}']")
    inside = b.value("document.querySelectorAll('#graph .op').length")
    check(wrong, before == 0 and inside == b.value(f"page.computation.nodes[{fusion}].inside.ops.length"),
          "the kernel does not open")
    overlap = b.value("""(() => { const r = page.computation.nodes.map((_, i) => page.graph.place(i));
        return r.some((p, i) => r.some((q, j) => i < j && Math.abs(p.x - q.x) < (p.w + q.w) / 2 && Math.abs(p.y - q.y) < (p.h + q.h) / 2)); })()""")
    check(wrong, overlap is False, "boxes meet when a kernel is open")
    b.click(f"[data-toggle='{fusion}']")
    check(wrong, b.value("document.querySelectorAll('#graph .op').length") == 0, "the kernel does not close")
    b.key("Escape", 27)
    check(wrong, b.value("page.chosen === undefined"), "Escape leaves the choice")
    b.value("document.getElementById('graph').focus()")
    b.key("ArrowDown", 40)
    check(wrong, b.value("page.chosen && page.chosen.node !== undefined"), "arrow keys choose nothing")
    scale = b.value("page.graph.view.scale")
    b.key("+", 187)
    check(wrong, b.value("page.graph.view.scale") > scale, "+ does not zoom")
    b.click("[data-tab='xla-priority']")
    check(wrong, b.value("page.view.strategy") == "xla-priority" and "xla-priority" in b.value("location.hash"),
          "the other plan is not shown")
    b.click("[data-tab='side by side']")
    check(wrong, b.value("document.querySelectorAll('#compare .side').length") == 2 and "also in" in b.text("#compare"),
          "two plans are not side by side")
    b.click("[data-tab='eutectic']")
    b.click("#graph .box > text")
    check(wrong, "Why" in (b.text("#details") or ""), "our own plan's verdicts are not shown")
    b.value("(() => { const f = document.getElementById('find'); f.value = 'nowhere-to-be-found'; f.dispatchEvent(new Event('input')); })()")
    check(wrong, "No boundary" in b.text("#boundaries"), "the search finds what is not there")
    # An address says what is shown.
    b.call("Page.navigate", url="about:blank")
    b.open(page, "#xla-rules/main.3/edge/0")
    check(wrong, b.value("page.view.strategy === 'xla-rules' && page.chosen.edge === 0"), "an address is not followed")
    return wrong


def rewriting(b, page):
    """opt --report: what was rewritten comes first, and its places are listed by rewrite."""
    wrong = []
    b.open(page)
    shown = b.text("#rewrites") or ""
    check(wrong, "Rewrites for xla-gpu" in shown and "split-carried" in shown and "is carried as 4 arrays" in shown, "what was rewritten is not shown")
    both = b.value("[data.rewriting.before.launches, data.rewriting.after.launches]")
    check(wrong, f"{both[0]} \u2192 {both[1]} launches" in shown, f"the launches before and after are not shown: {shown[:100]!r}")
    places = "document.querySelectorAll('#rewrites > .scroll:last-child tbody tr').length"
    every = b.value(places)
    b.click("[data-key='rewrite unroll']")
    check(wrong, 0 < b.value(places) < every and "Places of unroll" in b.text("#rewrites"), "a click on a rewrite does not choose its places")
    b.click("#graph .box > text")
    check(wrong, b.value("document.querySelectorAll('#rewrites tr.chosen').length") == 1, "a click elsewhere changes the chosen rewrite")
    b.click("[data-key='rewrite unroll']")
    check(wrong, b.value(places) == every, "a second click does not show all places again")
    b.click("[data-tab='after']")
    check(wrong, b.value("page.view.strategy") == "after" and b.value("document.querySelectorAll('#graph .box').length") > 0, "the plan after is not shown")
    b.click("[data-tab='side by side']")
    check(wrong, "kernels" in b.text("#compare") and "also in after" in b.text("#compare"), "the two plans are not side by side")
    return wrong


def large(b, page):
    """Thousands of instructions: still quick."""
    wrong = []
    seconds = b.open(page)
    check(wrong, seconds < 40, f"the page took {seconds:.1f} s to open")
    chosen = b.value("""(() => { const begin = performance.now(); const c = page.view.computations.find(c => c.edges.length > 100);
        page.showComputation(c); page.choose('edge', c.edges.length - 1); document.body.offsetHeight; return performance.now() - begin; })()""")
    check(wrong, chosen < 10000, f"the largest computation took {chosen:.0f} ms to draw")
    check(wrong, b.value("page.graph.view.scale") >= 0.3, "the largest computation is too small to read at first")
    check(wrong, "Every rule" in b.text("#details") or "What no rule" in b.text("#details"), "its last boundary says nothing")
    opened = b.value("(() => { const begin = performance.now(); page.graph.toggleAll(true); document.body.offsetHeight; return performance.now() - begin; })()")
    check(wrong, opened < 20000, f"opening every kernel took {opened:.0f} ms")
    print(f"large page: open {seconds:.2f} s, largest computation {chosen:.0f} ms, all kernels open {opened:.0f} ms")
    return wrong


def children():
    """Processor time of the processes that have ended: what else the machine does is not the tool's."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    if not browser.find():
        print("skipped: no Chromium (Debian: apt-get install chromium)")
        sys.exit(harness.skipped)
    corpus = harness.corpus()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        layers = pathlib.Path(folder) / "layers.hlo"  # 2,000 instructions
        layers.write_text(subprocess.run([sys.executable, harness.root / "bench/large_hlo.py", "layers", "34"],
                                         capture_output=True, text=True, check=True).stdout)
        for path, visit in ((corpus / "softmax/program.mlir", softmax),
                            (corpus / "cartpole_norng/program.mlir", rewriting),
                            (corpus / "cartpole_baseline_unroll10/program.mlir", large), (layers, large)):
            # Our own planner takes half a minute for layers.
            more = ["--strategies", "xla-rules,xla-priority,xla-cpu"] if path == layers else []
            program = path.stem if path == layers else path.parent.name
            page = pathlib.Path(folder) / f"{program}.html"
            begin = children()
            command = ["opt", path, "--report", page] if visit == rewriting else ["report", path, "-o", page]
            made = harness.call(*command, "--title", f"{program}.mlir", *more)
            seconds = children() - begin
            check(wrong, seconds < 40, f"{program}: the report took {seconds:.0f} s of processor time")
            print(f"{program}: {page.stat().st_size if page.exists() else 0} bytes in {seconds:.1f} s of processor time")
            if made.code:
                if "graphviz" in made.err:
                    print("skipped: no Graphviz")
                    sys.exit(harness.skipped)
                wrong.append(f"{program}: {made.text()}")
                continue
            with browser.Browser() as b:
                wrong += [f"{program}: {w}" for w in visit(b, page)]
                wrong += [f"{program}: {p}" for p in b.problems()]
    print("\n".join(wrong) or "reports in a browser: ok")
    sys.exit(1 if wrong else 0)


main()

#!/usr/bin/env python3
"""Pages of reports without a browser: well formed, whole, the same every time, and asking the network for nothing."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))
import harness  # noqa: E402

programs = ["softmax", "black_scholes", "cartpole_baseline", "cartpole_noconcat", "cond_switch", "sort_cumsum_topk",
            "mlp_train_step"]
void = {"meta", "link", "input", "br", "hr", "img"}


class Page(html.parser.HTMLParser):
    """Whether every element is closed where it must be; what its scripts hold."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.ids, self.data, self.links = [], [], [], "", []
        self.in_data = False
        self.feed(text)
        self.close()
        if self.open:
            self.wrong.append(f"left open: {self.open}")

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.links += [v for k, v in attrs.items() if k in ("src", "href", "action")]
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag not in void:
            self.open.append(tag)
        self.in_data = attrs.get("id") == "data"

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")
        self.in_data = False

    def handle_data(self, data):
        if self.in_data:
            self.data += data


def whole(view, explained):
    """Every kernel and boundary that explain tells of is in the page, with the same numbers."""
    wrong = []
    name = view["strategy"]
    if view["launches"] != explained["launches"]:
        wrong.append(f"{name}: {view['launches']} launches, explain says {explained['launches']}")
    if [c["name"] for c in view["computations"]] != [c["computation"] for c in explained["computations"]]:
        return wrong + [f"{name}: other computations than explain's"]
    for c, e in zip(view["computations"], explained["computations"]):
        kernels = [(k["name"], k["read_bytes"], k["written_bytes"], k.get("time_us")) for k in c["nodes"] if k.get("kernel")]
        told = [(k["kernel"], k["read_bytes"], k["written_bytes"], k.get("time_us")) for k in e["kernels"]]
        if kernels != told:
            wrong.append(f"{name}, {c['name']}: kernels are not explain's")
        edges = [(c["nodes"][b["producer"]]["name"], b.get("output"), c["nodes"][b["consumer"]]["name"], b["bytes"], b.get("cost_us"),
                  [r["reason"] for r in b["refusals"]]) for b in c["edges"]]
        told = [(b["producer"], b.get("output"), b["consumer"], b["bytes"], b.get("cost_us"), [r["reason"] for r in b["refusals"]])
                for b in e["boundaries"]]
        if edges != told:
            wrong.append(f"{name}, {c['name']}: boundaries are not explain's")
        layout = view["drawings"][c["layout"]]
        if len(layout["boxes"]) != len(c["nodes"]) or len(layout["curves"]) != len(c["edges"]):
            wrong.append(f"{name}, {c['name']}: something has no place in the drawing")
        if any(len(curve) < 8 for curve in layout["curves"]):
            wrong.append(f"{name}, {c['name']}: a boundary is not drawn")
        if overlapping(layout["boxes"]):
            wrong.append(f"{name}, {c['name']}: boxes lie on each other")
        for k in c["nodes"]:
            if k.get("kernel") and k["name"] + " = " not in k["text"]:
                wrong.append(f"{name}: the HLO of {k['name']} is missing")
            if k.get("kind", "").startswith("k") and k["text"].count("\n") < len(k["ops"]):
                wrong.append(f"{name}: the HLO of {k['name']} is not whole")
            if "inside" in k and len(view["drawings"][k["inside"]["layout"]]["boxes"]) != len(k["inside"]["ops"]):
                wrong.append(f"{name}: the inside of {k['name']} is not drawn")
        steps = [s for item in c["nodes"] + c["edges"] for s in item.get("history", [])]
        if any(s >= len(view["steps"]) for s in steps):
            wrong.append(f"{name}: a history leads nowhere")
    return wrong


def overlapping(boxes):
    return any(abs(a[0] - b[0]) < (a[2] + b[2]) / 2 - 1 and abs(a[1] - b[1]) < (a[3] + b[3]) / 2 - 1
               for i, a in enumerate(boxes) for b in boxes[:i])


def one(program):
    path = harness.corpus() / program / "program.mlir"
    first, second = (harness.call("report", path, "-o", "-") for _ in range(2))
    if first.code:
        return first.text()
    if first.out != second.out:
        return "two runs give different pages"
    page = Page(first.out)
    wrong = list(page.wrong)
    if len(page.ids) != len(set(page.ids)):
        wrong.append("an id is there twice")
    if "{{" in re.sub(r'<script type="application/json".*?</script>', "", first.out, flags=re.S):
        wrong.append("a part of the page was not filled in")
    if any(not link.startswith("data:") for link in page.links):
        wrong.append(f"the page leads outside: {page.links}")
    outside = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", page_code(first.out))) - {"http://www.w3.org"}
    if outside or "@import" in first.out or re.search(r"url\(", page_code(first.out)):
        wrong.append(f"the page asks the network: {outside}")
    data = json.loads(page.data)
    if [v["strategy"] for v in data["views"]] != ["xla-rules", "xla-priority", "xla-cpu", "eutectic"]:
        wrong.append("not the four plans")
    for view in data["views"]:
        if view["strategy"] != "eutectic":
            told = harness.call("explain", path, "--strategy", view["strategy"], "--json")
            wrong += whole(view, json.loads(told.out))
    own = data["views"][3]
    told = json.loads(harness.call("explain", path, "--json").out)
    if own["launches"] != told["kernels"]:
        wrong.append("our own plan has other kernels than explain's")
    if any(e["producer"] >= e["consumer"] for c in own["computations"] for e in c["edges"]):
        wrong.append("our own plan has a group that reads a later one")
    said = [v["text"] for c in own["computations"] for n in c["nodes"] for v in n["verdicts"]]
    if any(v["text"] not in said for v in told["verdicts"] if not any(v["text"] == s["text"] for s in own["steps"])):
        wrong.append("our own plan lacks a verdict")
    return "; ".join(wrong[:4])


def rewritten(program, target, changed):
    """opt --report: the plans before and after, with the numbers and verdicts of --json."""
    path = harness.corpus() / program / "program.mlir"
    first, second = (harness.call("opt", path, "--for", target, "--report", "-") for _ in range(2))
    if first.code:
        return first.text()
    if first.out != second.out:
        return "two runs give different pages"
    page = Page(first.out)
    wrong = list(page.wrong)
    data = json.loads(page.data)
    told = json.loads(harness.call("opt", path, "--for", target, "--json").out)
    rewriting = data["rewriting"]
    if rewriting["changed"] != changed or [v["strategy"] for v in data["views"]] != (["before", "after"] if changed else ["unchanged"]):
        wrong.append(f"changed is not {changed}, or its plans are not there")
    if {k: v for k, v in rewriting.items() if k != "launch_us"} != {k: v for k, v in told.items() if k != "text"}:
        wrong.append("the page says other things than --json")
    for view, when in zip(data["views"], ("before", "after")):
        if view["launches"] != told[when]["launches"]:
            wrong.append(f"{when}: the plan has {view['launches']} launches, the estimate {told[when]['launches']}")
    return "; ".join(wrong[:4])


def page_code(text):
    return re.sub(r'<script type="application/json".*?</script>', "", text, flags=re.S)


def refusals():
    """What it says when something is missing or wrong."""
    path = harness.corpus() / "softmax/program.mlir"
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        if harness.call("report", path, "-o", page, "--strategies", "xla-cpu").code != 0 or not page.exists():
            return "no page is written"
        before = page.read_bytes()
        again = harness.call("report", path, "-o", page)
        if again.code != 2 or "--force" not in again.err or page.read_bytes() != before:
            return "an old page is overwritten, or it is not said how"
        if harness.call("report", path, "-o", page, "--force").code != 0 or page.read_bytes() == before:
            return "--force does not overwrite"
        wrong = harness.call("report", path, "-o", "-", "--strategies", "xla-cpu,nobody")
        if wrong.code != 2 or "nobody" not in wrong.err or "xla-rules" not in wrong.err:
            return "an unknown strategy is not named, or not those there are"
        # Whose plans: those that decide for the device; rules of both years on one page; none twice.
        for flags, device, names in ((["--device", "a100"], "a100", ["xla-rules", "xla-priority", "eutectic"]),
                                     (["--device", "host"], "host", ["xla-cpu", "eutectic"]),
                                     (["--strategies", "xla-rules:2022,xla-rules"], "H100", ["xla-rules 2022", "xla-rules"]),
                                     (["--strategies", "none,eutectic"], "H100", ["none", "eutectic"]),
                                     (["--strategies", "xla-rules", "--era", "2022"], "H100", ["xla-rules 2022"])):
            data = json.loads(Page(harness.call("report", path, "-o", "-", *flags).out).data)
            if data["device"] != device or [v["strategy"] for v in data["views"]] != names:
                return f"{flags} give {data['device']}, {[v['strategy'] for v in data['views']]}"
        for flags, text in ((["--strategies", "xla-rules,xla-rules:2024"], "named twice"),
                            (["--strategies", "xla-cpu", "--era", "2022"], "--era is of xla-rules"),
                            (["--strategies", "eutectic", "--lift", "R18"], "takes no --lift"),
                            (["--strategies", "xla-cpu", "--device", "a100"], "decides for a CPU"),
                            (["--device", "nope"], "no device 'nope'"), (["--lift", "R99"], "no rule that can be lifted")):
            wrong = harness.call("report", path, "-o", "-", *flags)
            if wrong.code != 2 or text not in wrong.err or wrong.out:
                return f"{flags}: {wrong.text()}"
        # Unrolled as explain unrolls.
        loop, flags = harness.corpus() / "cartpole_noconcat/program.mlir", ["--unroll", "3", "--lift", "R29"]
        data = json.loads(Page(harness.call("report", loop, "-o", "-", *flags).out).data)
        for view in data["views"][:2]:
            told = json.loads(harness.call("explain", loop, "--strategy", view["strategy"], *flags, "--json").out)
            if not told["unrolling"] or view.get("unrolling") != told["unrolling"] or whole(view, told):
                return f"unrolled, {view['strategy']} is not explain's plan"
        if "unrolling" in data["views"][3]:
            return "our own plan is not XLA's, unrolled"
        hostile = harness.call("report", path, "-o", "-", "--strategies", "xla-cpu", "--title", "</script><b>")
        if hostile.out.count("</script>") != 2 or "<b>" in hostile.out:
            return "a title can break the page"
        (pathlib.Path(folder) / "old.html").write_text("mine")
        again = harness.call("opt", path, "--report", pathlib.Path(folder) / "old.html")
        if again.code != 2 or "--force" not in again.err or (pathlib.Path(folder) / "old.html").read_text() != "mine":
            return "opt --report overwrites an old page, or does not say how"
        both = harness.call("opt", path, "--report", "-", "--json")
        if both.code != 2 or "standard output" not in both.err or both.out:
            return "two things are written to standard output at once"
        alone = subprocess.run([harness.tool(), "report", str(path), "-o", "-"], capture_output=True, text=True,
                               env={**os.environ, "PATH": folder})
        if alone.returncode == 0 or "install graphviz" not in alone.stderr:
            return f"without Graphviz it does not say what to install: {alone.stderr[:200]}"
    return ""


def main():
    if not shutil.which("dot"):
        print("skipped: no Graphviz (Debian: apt-get install graphviz)")
        sys.exit(harness.skipped)
    jobs = [(p, lambda p=p: one(p)) for p in programs if (harness.corpus() / p).is_dir()]
    jobs += [(f"opt {p}", lambda p=p, t=t, c=c: rewritten(p, t, c)) for p, t, c in (
        ("cartpole_norng", "xla-gpu", True), ("cartpole_baseline", "xla-cpu", True), ("softmax", "xla-gpu", False))]
    harness.run_all("pages", jobs + [("refusals", refusals)])


main()

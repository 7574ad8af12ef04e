#!/usr/bin/env python3
"""docs/json.md has every field that --json and the pages of reports write, with its type, and no other."""
import json
import re
import shutil
import sys

import harness

document = harness.root / "docs/json.md"
plain = {"text": str, "integer": int, "number": (int, float), "boolean": bool, "list": list}
lists = {"list of text": str, "list of integers": int, "list of numbers": (int, float)}


def objects():
    """Each heading's table: {"kernel": {"ops": (type, may be left out)}}."""
    found, name = {}, None
    for number, line in enumerate(document.read_text().splitlines(), 1):
        if heading := re.fullmatch(r"##+ (.+)", line):
            name = heading[1]
        elif row := re.match(r"\| `(\w+)` \| (.+?) \| (.*)\|$", line):
            fields = found.setdefault(name, {})
            if row[1] in fields:
                sys.exit(f"docs/json.md:{number}: {name} has {row[1]} twice")
            fields[row[1]] = row[2], "*if*" in row[3]
    return found


class Walk:
    def __init__(self):
        self.objects = objects()
        self.seen, self.wrong = set(), {}

    def object(self, value, name, where):
        fields = self.objects[name]
        if not isinstance(value, dict):
            return self.say(name, "", where, "is no object")
        for key, item in value.items():
            if key not in fields:
                self.say(name, key, where, "is not in the document")
                continue
            self.seen.add((name, key))
            self.value(item, fields[key][0], name, key, where)
        for key, (_, left_out) in fields.items():
            if key not in value and not left_out:
                self.say(name, key, where, "is missing, and not marked *if*")

    def value(self, item, kind, name, key, where):
        link = re.fullmatch(r"(list of )?\[([\w -]+)\]\(#([\w-]+)\)", kind)
        if link and (link[2] not in self.objects or link[2].replace(" ", "-") != link[3]):
            sys.exit(f"docs/json.md: {name}, {key}: there is no heading {link[2]}, or the link does not lead there")
        if link and link[1]:
            right = isinstance(item, list)
            for part in item if right else []:
                self.object(part, link[2], where)
        elif link:
            return self.object(item, link[2], where)
        elif kind in lists:
            right = isinstance(item, list) and all(self.is_a(part, lists[kind]) for part in item)
        elif kind in plain:
            right = self.is_a(item, plain[kind])
        else:
            sys.exit(f"docs/json.md: {name}, {key}: no type '{kind}'")
        if not right:
            self.say(name, key, where, f"is no {kind}: {str(item)[:60]}")

    @staticmethod
    def is_a(item, kind):
        return isinstance(item, kind) and isinstance(item, bool) == (kind is bool)

    def say(self, name, key, where, text):
        self.wrong.setdefault(f"{name}: {key} {text}", where)


def page_data(text):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


def program(name):
    return harness.root / "tests/corpus" / name / "program.mlir"


def all_stages():
    """Whether the corpus has what parity compares with: tests/corpus has not."""
    return (harness.corpus() / "argmin_argmax_variance/xla-priority-h100/decisions.txtpb").exists()


def outputs():
    """(object in the document, the command that writes it)."""
    tests = harness.root / "tests"
    raw, stages = harness.root / "tests/corpus/raw", harness.corpus()
    branches = tests / "explain/xla/branches_and_calls.hlo"
    priority, rules = ["--strategy", "xla-priority"], ["--strategy", "xla-rules"]
    yield "plan", ["plan", program("softmax"), *priority, "--steps", "--json"]
    yield "plan", ["plan", program("cartpole_noconcat"), *rules, "--unroll", "2", "--json"]
    yield "own plan", ["plan", program("softmax"), "--json"]
    yield "own plan", ["plan", program("cartpole_noconcat"), "--json"]
    yield "own plan", ["plan", program("sort_cumsum_topk"), "--json"]
    yield "own plan", ["plan", program("newton_sqrt_until_converged"), "--strategy", "none", "--json"]
    yield "explain", ["explain", program("cartpole_baseline"), *priority, "--what-if", "--json"]
    yield "explain", ["explain", program("cartpole_noconcat"), *priority, "--unroll", "2", "--json"]
    yield "explain", ["explain", program("mlp_train_step"), *rules, "--json"]
    yield "explain", ["explain", branches, *rules, "--json"]
    yield "explain", ["explain", program("softmax"), "--strategy", "xla-cpu", "--json"]
    yield "own explain", ["explain", program("cartpole_noconcat"), "--json"]
    yield "own explain", ["explain", tests / "explain/eutectic/reduction_has_a_pass.hlo", "--json"]
    yield "own explain", ["explain", tests / "explain/eutectic/inner_loop_reads_a_lane.hlo", "--json"]
    yield "explain of two kernels", ["explain", program("cartpole_noconcat"), "fusion.4", "fusion", *rules, "--json"]
    yield "explain with import", ["explain", raw / "softmax/xla-rules-unoptimized.hlo", "--import",
                                  raw / "softmax/xla-rules-final.hlo", *rules, "--json"]
    yield "explain with import", ["explain", raw / "transformer_block_grad/xla-rules-unoptimized.hlo", "--import",
                                  raw / "transformer_block_grad/xla-rules-final.hlo", *priority, "--json"]
    yield "diff", ["diff", program("cartpole_noconcat"), *rules, "--against", "xla-priority", "--json"]
    yield "diff", ["diff", program("heat_stencil"), *rules, "--against", "xla-priority", "--json"]
    yield "diff", ["diff", program("softmax"), *rules, "--lift-b", "R29", "--json"]
    if all_stages():
        # The second has no stages.
        yield "parity", ["parity", stages / "softmax", harness.root / "tests/corpus/raw/softmax", *priority, "--json"]
        yield "parity", ["parity", stages / "argmin_argmax_variance", *priority, "--orders", "5", "--json"]
    yield "parity of launches", ["parity", stages / "cartpole_norng", *priority, "--from",
                                 "unoptimized", "--json"]
    yield "opt", ["opt", program("cartpole_norng"), "--json"]
    if shutil.which("dot"):
        yield "report", ["report", program("cartpole_baseline"), "--unroll", "2", "--strategies",
                         "xla-priority,xla-rules:2022,eutectic,none", "-o", "-"]
        yield "report", ["report", program("heat_stencil"), "-o", "-"]
        yield "report", ["report", program("softmax"), "-o", "-"]
        yield "report", ["report", branches, "--strategies", "xla-rules", "-o", "-"]
        yield "report", ["opt", program("cartpole_norng"), "--report", "-"]


def main():
    walk = Walk()
    for name, command in outputs():
        outcome = harness.call(*command)
        where = " ".join(str(c).removeprefix(f"{harness.root}/") for c in command)
        if outcome.code:
            sys.exit(f"{where}: {outcome.text()}")
        value = page_data(outcome.out) if name == "report" else json.loads(outcome.out)
        for item in value if name == "explain of two kernels" else [value]:
            walk.object(item, name, where)
    reported = {"report", "rewriting", "view", "drawn computation", "node", "inside", "edge", "drawn refusal",
                "drawn step", "drawing"}
    absent = set() if shutil.which("dot") else reported
    if not all_stages():
        absent |= {"parity", "total", "program", "pair", "pair of computations", "decisions", "estimates", "estimate", "orders"}
    unseen = [f"{name}: {key} is in the document, and nothing writes it" for name, fields in walk.objects.items()
              if name not in absent for key in fields if (name, key) not in walk.seen]
    wrong = [f"{text} ({where})" for text, where in walk.wrong.items()] + unseen
    print("\n".join(wrong) or f"{len(walk.seen)} fields of {len(walk.objects)} objects")
    sys.exit(1 if wrong else 0)


main()

#!/usr/bin/env python3
"""Draws the rows of compare.py --json, or recorded.json, as a bar chart: how many times as fast as XLA:CPU each program runs.

    bench/chart.py ROWS.json CHART.svg

Needs matplotlib (make venv).
"""
import json
import sys


def label(row):
    size = row["size"]
    return f"{row['name']}  {'x'.join(map(str, size)) if isinstance(size, list) else f'{size:,}'}"


def draw(rows, path):
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({"svg.hashsalt": "eutectic", "font.family": "sans-serif", "font.size": 9, "svg.fonttype": "none"})
    rows = sorted((r for r in rows if "ratio" in r), key=lambda r: min(r["ratio"], r["ratio_best"]))
    # A claim should hold for the median of the turns and for the best times: the smaller one is drawn.
    ours = [min(r["ratio"], r["ratio_best"]) for r in rows]
    hand = [min(r["limit_ratio"], r["limit_ratio_best"]) if "limit_ratio" in r else None for r in rows]
    figure, axes = plt.subplots(figsize=(8, 0.8 + 0.26 * len(rows)))
    bars = axes.barh(range(len(rows)), [v - 1 for v in ours], left=1, height=0.62,
                     color=["#2f6db3" if v >= 1 else "#c0504d" for v in ours])
    for bar, row in zip(bars, rows):
        bar.set_alpha(0.45 if row["marked"] else 1)
    marked = [(i, v) for i, v in enumerate(hand) if v]
    if marked:
        axes.plot([v for _, v in marked], [i for i, _ in marked], "|", color="black", markersize=12, markeredgewidth=2,
                  label="written by hand in C++")
        axes.legend(loc="lower right", frameon=False)
    axes.set_xscale("log")
    low = min(0.8, 0.7 * min(ours))
    high = 1.8 * max(ours + [v for _, v in marked])
    axes.set_xlim(low, high)
    ticks = [t for t in (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300) if low <= t <= high]
    axes.set_xticks(ticks, [f"{t:g}x" for t in ticks])
    axes.minorticks_off()
    for i, v in enumerate(ours):
        axes.text(max(v, hand[i] or 0, 1) * 1.08, i, f"{v:.1f}x", va="center", color="#333333")
    axes.set_yticks(range(len(rows)), [label(r) for r in rows])
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.axvline(1, color="#444444", linewidth=1)
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_title("Unmodified JAX programs, speed relative to XLA:CPU", loc="left", fontsize=11, fontweight="bold")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        rows = json.load(file)
    draw(rows["rows"] if isinstance(rows, dict) else rows, sys.argv[2])

"""The stages of the corpus that planning starts from, and whose values are expected of each."""
from harness import call, corpus

# XLA has removed roundings of these results in its optimized GPU stages (see the corpus' README).
rounding_removed = {"mixed_dtypes": ["out9"], "rmsnorm_bf16": ["out0"]}
# Where the stages of each strategy lie.
folders = {"xla-cpu": "xla-cpu", "xla-rules": "xla-rules-h100", "xla-priority": "xla-priority-h100"}


def values_of(name):
    """The folder that holds the values of a program."""
    return corpus() / ("cartpole_baseline" if name == "cartpole_custom_call" else name)


def strategies():
    """Those of XLA's strategies that the tool has."""
    help_text = call("plan", "--help").out
    return [s for s in folders if s in help_text]


def unoptimized():
    """What XLA was given: (strategy, path, program)"""
    return [(s, path, path.parent.parent.name) for s in strategies()
            for path in sorted(corpus().glob(f"*/{folders[s]}/unoptimized.hlo"))
            if (values_of(path.parent.parent.name) / "expected.npz").is_file()]


def before_stages():
    """(strategy, path, program)"""
    return [(s, path, path.parent.parent.name) for s in strategies()
            for path in sorted(corpus().glob(f"*/{folders[s]}/0-before-fusion.hlo"))
            if (values_of(path.parent.parent.name) / "expected.npz").is_file()]

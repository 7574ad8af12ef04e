"""python -m eutectic export prog.py:fn -o DIR"""
import argparse
import sys

from eutectic import export as exporting


def main():
    parser = argparse.ArgumentParser(prog="python -m eutectic")
    commands = parser.add_subparsers(dest="command", required=True)
    export = commands.add_parser("export", help="a JAX function as program, inputs and right answers",
                                 description=exporting.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    export.add_argument("target", metavar="PROG.py:FN", help="file (or module) and function")
    export.add_argument("-o", "--output", required=True, metavar="DIR", help="folder for the files; made if missing")
    export.add_argument("--args", metavar="EXPR", help="example arguments: a Python expression giving a tuple; it sees the "
                        "program's names, and np, jnp, jax. Without it: FN.example_args, a tuple or a function giving one")
    export.add_argument("--platform", default="cpu", help="what to lower for: "
                        f"{', '.join(exporting.platforms)} (default: cpu)")
    export.add_argument("--x64", action="store_true", help="64-bit types, as jax_enable_x64")
    export.add_argument("--force", action="store_true", help="overwrite files in the folder")
    options = parser.parse_args()
    try:
        folder = exporting.export(options.target, options.output, options.args, options.platform, options.x64, options.force)
    except exporting.ExportError as problem:
        print(f"eutectic: {problem}", file=sys.stderr)
        return problem.code
    print(f"{folder}: program.mlir program.mlirbc input.npz expected.npz signature.json")
    return 0


sys.exit(main())

"""Python's side of Eutectic: JAX functions rewritten for XLA, explained, and exported as programs. JAX is imported only when
it is used."""
from eutectic.analysis import Explanation, ToolError, explain, report
from eutectic.export import ExportError, export_function
from eutectic.rewriting import Rewriting, TransformationError, optimize

__all__ = ["ExportError", "Explanation", "Rewriting", "ToolError", "TransformationError", "explain", "export_function",
           "optimize", "report"]

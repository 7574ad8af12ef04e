"""Python's side of Eutectic: explaining JAX functions, and exporting them as programs. JAX is imported only when it is
used."""
from eutectic.analysis import Explanation, ToolError, explain, report
from eutectic.export import ExportError, export_function

__all__ = ["ExportError", "Explanation", "ToolError", "explain", "export_function", "report"]

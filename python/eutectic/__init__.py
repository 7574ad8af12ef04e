"""Python's side of Eutectic: exporting JAX functions as programs. JAX is imported only when it is used."""
from eutectic.export import ExportError, export_function

__all__ = ["ExportError", "export_function"]

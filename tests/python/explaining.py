"""The Python wrapper on many kinds of functions; run by jax_test.py in a Python with JAX."""
import functools
import json
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

import eutectic
import jax
import jax.numpy as jnp
import numpy as np


def softmax(x):
    e = jnp.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def loss(params, batch):
    x, y = batch
    for layer in params["layers"]:
        x = jnp.tanh(x @ layer["w"] + layer["b"])
    return jnp.mean((x - y) ** 2)


def noise(key, n):
    return jax.random.normal(key, (n,)) * 2


x = np.ones((33, 129), np.float32)
params = {"layers": [{"w": np.ones((8, 8), np.float32), "b": np.zeros(8, np.float32)} for _ in range(2)]}
batch = (np.ones((4, 8), np.float32), np.zeros((4, 8), np.float32))


def kernels(explanation):
    return [k for c in explanation.json["computations"] for k in c["kernels"]]


class Explain(unittest.TestCase):
    def test_text_and_json(self):
        self.assertEqual(eutectic.explain(softmax, x).json["launches"], 1)  # Triton's, for the H100
        e = eutectic.explain(softmax, x, device="rtx2080ti")
        self.assertEqual(e.json["strategy"], "xla-priority")
        self.assertEqual(e.json["launches"], 3)
        self.assertEqual(len(kernels(e)), 3)
        for text in (str(e), repr(e), e.text):
            self.assertIn("3 launches in all", text)
            self.assertIn("R33", text)
        self.assertIn(pathlib.Path(__file__).name, e.text)  # source lines
        self.assertTrue(e.program.startswith(("module", "#loc")))

    def test_strategies(self):
        for strategy in ("xla-rules", "xla-priority", "xla-cpu"):
            self.assertEqual(eutectic.explain(softmax, x, strategy=strategy).json["strategy"], strategy)
        self.assertEqual(eutectic.explain(softmax, x, strategy="eutectic").json["host_ops"], 0)

    def test_flags(self):
        plain = eutectic.explain(softmax, x, strategy="xla-rules", era=2022, lift=["R18", "R19"], what_if=True)
        self.assertIn("what_if", plain.json)

        def scan(a):
            return jax.lax.scan(lambda c, _: (jnp.sin(c) + 1, None), a, None, length=20)[0]
        rolled, unrolled = (eutectic.explain(scan, np.ones(64, np.float32), unroll=u) for u in (1, 10))
        body = [next(c for c in e.json["computations"] if c.get("condition") is False) for e in (rolled, unrolled)]
        self.assertEqual([b["steps"] for b in body], [20, 2])
        self.assertGreater(sum(len(k["ops"]) for k in body[1]["kernels"]), 3 * sum(len(k["ops"]) for k in body[0]["kernels"]))

    def test_jit_grad_vmap_pytrees(self):
        self.assertGreater(len(kernels(eutectic.explain(loss, params, batch))), 0)
        self.assertGreater(len(kernels(eutectic.explain(jax.jit(loss), params, batch))), 0)
        self.assertGreater(len(kernels(eutectic.explain(jax.grad(loss), params, batch))), len(kernels(eutectic.explain(loss, params, batch))))
        self.assertGreater(len(kernels(eutectic.explain(jax.vmap(softmax), np.ones((5, 33, 129), np.float32)))), 0)
        self.assertGreater(len(kernels(eutectic.explain(jax.value_and_grad(jax.jit(loss)), params, batch))), 0)

    def test_typed_keys_and_static_arguments(self):
        key = jax.random.key(0)
        drawn = eutectic.explain(functools.partial(noise, n=1000), key)
        self.assertGreater(len(kernels(drawn)), 0)
        static = eutectic.explain(jax.jit(noise, static_argnums=1), key, 1000)
        self.assertEqual(drawn.json["launches"], static.json["launches"])
        named = eutectic.explain(jax.jit(noise, static_argnames="n"), key, kwargs={"n": 1000})
        self.assertEqual(drawn.json["launches"], named.json["launches"])

    def test_shapes_instead_of_arrays(self):
        shapes = jax.ShapeDtypeStruct((33, 129), np.float32)
        self.assertEqual(eutectic.explain(softmax, shapes).text, eutectic.explain(softmax, x).text)

    def test_other_platform(self):
        factor = jnp.linalg.qr
        cpu, cuda = (eutectic.explain(factor, np.eye(4, dtype=np.float32), platform=p) for p in ("cpu", "cuda"))
        self.assertIn("lapack", cpu.program)
        self.assertIn("cusolver", cuda.program)
        self.assertIn("custom call cusolver", cuda.text)

    def test_source_lines_are_the_users(self):
        for k in kernels(eutectic.explain(functools.partial(noise, n=1000), jax.random.key(0))):
            self.assertNotIn("analysis.py", k.get("source", ""))


class Report(unittest.TestCase):
    def test_page(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.html"
            for _ in range(2):  # over what was there
                self.assertEqual(eutectic.report(softmax, x, path=path), path)
            page = path.read_text()
            data = json.loads(page.split('<script type="application/json" id="data">')[1].split("</script>")[0])
            self.assertEqual(data["program"], "softmax")
            self.assertEqual([v["strategy"] for v in data["views"]], ["xla-rules", "xla-priority", "xla-cpu", "eutectic"])
            eutectic.report(jax.grad(loss), params, batch, path=path, strategies="xla-cpu", title="a & <b>")
            self.assertIn("<title>a &amp; &lt;b> ", path.read_text())


class Errors(unittest.TestCase):
    def test_no_tool(self):
        with mock.patch.dict(os.environ, {"EUTECTIC": "/nowhere/eutectic"}), self.assertRaisesRegex(eutectic.ToolError, "EUTECTIC names"):
            eutectic.explain(softmax, x)

    def test_on_path(self):
        with tempfile.TemporaryDirectory() as folder:
            tool = os.environ["EUTECTIC"]
            os.symlink(tool, f"{folder}/eutectic")
            with mock.patch.dict(os.environ, {"PATH": folder}):
                del os.environ["EUTECTIC"]
                from eutectic import analysis
                self.assertEqual(analysis.find_tool(), f"{folder}/eutectic")

    def test_the_tools_own_words(self):
        with self.assertRaisesRegex(eutectic.ToolError, "xla-priority"):  # names those there are
            eutectic.explain(softmax, x, strategy="xla-nothing")
        with self.assertRaisesRegex(eutectic.ToolError, "R99"):
            eutectic.explain(softmax, x, lift="R99")
        if shutil.which("dot"):
            with self.assertRaises(eutectic.ToolError):
                eutectic.report(softmax, x, path="/nowhere/page.html")

    def test_not_a_function(self):
        with self.assertRaisesRegex(eutectic.ToolError, "not a ndarray"):
            eutectic.explain(x)


unittest.main()

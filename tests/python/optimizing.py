"""eutectic.optimize: the corpus and functions of many kinds compute what JAX computes, and what cannot work says so; run by
jax_test.py in a Python with JAX."""
import functools
import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest
from unittest import mock

# Two devices, for the programs that are spread over both.
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=2"

import eutectic  # noqa: E402
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from eutectic import rewriting  # noqa: E402

corpus = pathlib.Path(__file__).resolve().parent.parent / "corpus"
sys.path.insert(0, str(corpus))
import programs  # noqa: E402


def spin(x, v, steps=20):
    """Something that every option changes: an array taken apart and put together, and a loop to unroll."""
    def step(s, _):
        s = jnp.stack([s[0] + 0.1 * s[1], s[1] - 0.1 * jnp.sin(s[0]) * v])
        return s, s.sum(0)
    return jax.lax.scan(step, x, None, length=steps)


def loss(x, v):
    return spin(x, v)[1].sum()


def softmax(x):
    e = jnp.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def draw(key, n):
    """Typed keys in and out, and every random bit seen."""
    def step(key, _):
        key, one = jax.random.split(key)
        return key, jax.random.bits(one, (n,))
    return jax.lax.scan(step, key, None, length=12)


x = np.linspace(-1, 1, 128, dtype=np.float32).reshape(2, 64)
plain = functools.partial(eutectic.optimize, for_="xla-gpu", rewrites="split-carried", always=True)  # quick, surely changed


def runs():
    return mock.patch.object(rewriting, "call_tool", wraps=rewriting.call_tool)


class Values(unittest.TestCase):
    def same(self, got, want, rtol=1e-5, atol=1e-5):
        self.assertEqual(jax.tree.structure(got), jax.tree.structure(want))
        for a, b in zip(jax.tree.leaves(got), jax.tree.leaves(want)):
            self.assertEqual((a.dtype, a.shape), (b.dtype, b.shape))
            self.assertEqual(getattr(a, "weak_type", None), getattr(b, "weak_type", None))
            if jnp.issubdtype(a.dtype, jax.dtypes.prng_key):
                a, b = jax.random.key_data(a), jax.random.key_data(b)
            if jnp.issubdtype(a.dtype, jnp.inexact):
                a, b = (v if jnp.iscomplexobj(v) else np.asarray(v, np.float64) for v in (a, b))
                np.testing.assert_allclose(a, b, rtol=rtol, atol=atol)
            else:
                np.testing.assert_array_equal(a, b)

    def test_corpus(self):
        both, gpu, none = {"xla-cpu", "xla-gpu"}, {"xla-gpu"}, set()
        for name, changed in {"cartpole_baseline": both, "cartpole_norng": gpu, "random_bits_uniform_normal": both,
                              "monte_carlo_option": both, "lorenz_euler": gpu, "lstm_scan": gpu, "kv_cache_update": gpu,
                              "ode_adjoint_grad": gpu, "mlp_train_step": none, "gather_scatter_embed": none,
                              "mixed_dtypes": none}.items():
            function, arguments = programs.REG[name][0]()
            allowed = json.loads((corpus / name / "signature.json").read_text())["tolerance"]
            want = jax.tree.leaves(jax.jit(function)(*arguments))
            for target in ("xla-cpu", "xla-gpu"):
                with self.subTest(program=name, target=target):
                    fast = eutectic.optimize(function, for_=target)
                    self.assertEqual(fast.explain(*arguments).changed, target in changed)
                    got = jax.tree.leaves(fast(*arguments))
                    self.assertEqual(len(got), len(want))
                    for a, b, (rtol, atol) in zip(got, want, allowed):
                        if jnp.issubdtype(a.dtype, jnp.integer):
                            rtol = atol = 0
                        self.same(a, b, rtol, atol)

    def test_random_bits_are_exact(self):
        for key in (jax.random.key(3), jax.random.key(3, impl="rbg"), jax.random.PRNGKey(3)):
            fast = eutectic.optimize(functools.partial(draw, n=5), for_="xla-gpu")
            self.same(fast(key), draw(key, 5))
        self.assertTrue(fast.explain(key).changed)

    def test_default_target_is_the_platforms(self):
        self.assertEqual(eutectic.optimize(spin).explain(x, 2.0).json["target"], "xla-cpu")

    def test_transformed_before(self):
        want = jax.grad(loss)(x, 2.0)
        fast = plain(jax.grad(loss))
        self.assertTrue(fast.explain(x, 2.0).changed)
        self.same(fast(x, 2.0), want)
        many = np.stack([x, 2 * x, -x])
        self.same(plain(jax.vmap(spin, (0, None)))(many, 2.0), jax.vmap(spin, (0, None))(many, 2.0))
        self.same(plain(jax.jit(jax.value_and_grad(loss)))(x, 2.0), jax.value_and_grad(loss)(x, 2.0))
        self.same(plain(jax.hessian(lambda v: loss(x, v)))(2.0), jax.hessian(lambda v: loss(x, v))(2.0))

    def test_inside_jit_and_loops(self):
        fast = plain(spin)
        self.same(jax.jit(lambda x: fast(x + 1, 2.0)[0].sum())(x), jax.jit(lambda x: spin(x + 1, 2.0)[0].sum())(x))
        def twice(f):
            return jax.jit(lambda x: jax.lax.fori_loop(0, 2, lambda i, x: f(x, 2.0)[0], x))(x)
        self.same(twice(fast), twice(spin))
        self.same(plain(lambda x: fast(x, 2.0)[0])(x), spin(x, 2.0)[0])
        derivative = jax.grad(lambda a: (a * fast(x, 2.0)[0]).sum())  # the optimized part is a constant to it
        self.same(derivative(np.float32(1.5)), spin(x, 2.0)[0].sum())

    def test_trees_keywords_and_weak_types(self):
        def f(state, *, scale, offset=None):
            y, rows = spin(state["x"], scale)
            return {"y": y, "last": (rows[-1], None), "scale": scale * 2, "offset": offset}
        state = {"x": x, "unused": np.zeros(3, np.int8)}
        self.same(plain(f)(state, scale=2.0), jax.jit(f)(state, scale=2.0))
        self.same(plain(f)(state, scale=np.float32(2), offset=1), jax.jit(f)(state, scale=np.float32(2), offset=1))

    def test_static_arguments(self):
        for fast in (plain(spin, static_argnums=2), plain(spin, static_argnames="steps"), plain(jax.jit(spin, static_argnums=2)),
                     plain(jax.jit(spin, static_argnames="steps"))):
            with runs() as tool:
                for steps in (3, 4, 3):
                    self.same(fast(x, 2.0, steps), spin(x, 2.0, steps))
                self.assertLessEqual(tool.call_count, 2)  # none where the same program was rewritten before
            self.assertEqual(fast.explain(x, 2.0, 3).json["before"]["loops"][0]["steps"], 3)

    def test_donation(self):
        for fast in (plain(spin, donate_argnums=0), plain(spin, donate_argnames="x"), plain(jax.jit(spin, donate_argnums=0))):
            given = jnp.array(x)
            self.same(fast(given, 2.0), spin(x, 2.0))
            self.assertTrue(given.is_deleted())

    def test_methods_and_partial(self):
        class Model:
            def __init__(self, v):
                self.v = v

            @functools.partial(plain, static_argnums=0)
            def __call__(self, x):
                return spin(x, self.v)
        self.same(Model(2.0)(x), spin(x, 2.0))
        self.same(plain(functools.partial(spin, v=3.0))(x), spin(x, 3.0))

    def test_spread_over_devices(self):
        mesh = jax.sharding.Mesh(np.array(jax.devices()[:2]), ("i",))
        spread = jax.device_put(x, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(None, "i")))
        self.same(plain(spin)(spread, 2.0), spin(x, 2.0))
        self.same(eutectic.optimize(softmax)(spread), softmax(x))


class Cache(unittest.TestCase):
    def test_one_rewriting_for_each_shape(self):
        rewriting.known.clear()
        fast = plain(spin)
        with runs() as tool:
            for _ in range(3):
                fast(x, 2.0)
                fast(x, 3.0)
            jax.jit(fast)(x, 2.0)
            fast.explain(x, 2.0)
            self.assertEqual(tool.call_count, 1)
            fast(x[:, :5], 2.0)
            fast(x.astype(np.float16), 2.0)
            self.assertEqual(tool.call_count, 3)
            plain(spin)(x, 2.0)  # another function of the same program
            self.assertEqual(tool.call_count, 3)


class Explain(unittest.TestCase):
    def test_text_and_data(self):
        done = eutectic.optimize(spin, for_="xla-gpu").explain(jax.ShapeDtypeStruct(x.shape, x.dtype), 2.0)
        self.assertTrue(done.changed)
        self.assertIn("is carried as 2 arrays", str(done))
        self.assertIn(f"{pathlib.Path(__file__).name}:", str(done))  # source lines
        self.assertEqual(repr(done), done.text)
        self.assertLess(done.json["after"]["launches"], done.json["before"]["launches"])
        self.assertIn("tensor<2x64xf32>", done.program)
        self.assertNotEqual(done.program, done.rewritten)

    def test_unchanged(self):
        done = eutectic.optimize(softmax).explain(x)
        self.assertFalse(done.changed)
        self.assertIn("the program is unchanged", done.text)

    @unittest.skipUnless(shutil.which("dot"), "there is no Graphviz")
    def test_report(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "spin.html"
            for steps in (20, 30):  # the second over the first
                self.assertEqual(plain(spin, static_argnames="steps").report(x, v=2.0, steps=steps, path=path), path)
            data = json.loads(path.read_text().split('<script type="application/json" id="data">')[1].split("</script>")[0])
            self.assertEqual((data["program"], [v["strategy"] for v in data["views"]]), ("spin", ["before", "after"]))
            self.assertEqual(data["rewriting"]["before"]["loops"][0]["steps"], 30)

    def test_options(self):
        kept = [r["rewrite"] for r in plain(spin).explain(x, 2.0).json["rewrites"] if r["kept"]]
        self.assertEqual(kept, ["split-carried"])
        self.assertFalse(plain(spin, fuel=0).explain(x, 2.0).changed)
        two = eutectic.optimize(spin, rewrites=["split-carried", "unroll=5"], always=True).explain(x, 2.0)
        self.assertIn("does 5 of its 20 steps", two.text)

    def test_the_rewritten_program_runs(self):
        fast = plain(spin)
        text = fast.lower(x, 2.0).as_text()
        carried = next(line for line in text.splitlines() if "stablehlo.while" in line)
        self.assertNotIn("tensor<2x64xf32>", carried.split(" : ")[-1])


class Errors(unittest.TestCase):
    def test_transformations_come_first(self):
        fast, unchanged = plain(spin), eutectic.optimize(softmax)
        many = x[None]
        for refused, words in ((lambda: jax.grad(lambda x: fast(x, 2.0)[1].sum())(x), r"jax\.grad\(spin\)"),
                               (lambda: jax.grad(jax.jit(lambda x: fast(x, 2.0)[1].sum()))(x), r"jax\.grad\(spin\)"),
                               (lambda: jax.jvp(fast, (x, 2.0), (x, 1.0)), r"jax\.grad\(spin\)"),
                               (lambda: jax.jacfwd(unchanged)(x), r"jax\.grad\(softmax\)"),
                               (lambda: jax.vmap(fast, (0, None))(many, 2.0), r"jax\.vmap\(spin\)"),
                               (lambda: jax.jit(jax.vmap(unchanged))(many), r"jax\.vmap\(softmax\)"),
                               (lambda: jax.vmap(jax.grad(lambda x: fast(x, 2.0)[1].sum()))(many), "optimized as one program")):
            with self.assertRaisesRegex(eutectic.TransformationError, words):
                refused()

    def test_the_tools_own_words(self):
        with self.assertRaisesRegex(eutectic.ToolError, "did you mean split-carried"):
            eutectic.optimize(spin, rewrites="split-carrie")(x, 2.0)
        with self.assertRaisesRegex(eutectic.ToolError, "xla-nothing"):
            eutectic.optimize(spin, for_="xla-nothing")(x, 2.0)
        with mock.patch.dict(os.environ, {"EUTECTIC": "/nowhere/eutectic"}), self.assertRaisesRegex(eutectic.ToolError, "EUTECTIC names"):
            plain(lambda x: spin(x, 7.0))(x)

    def test_other_platforms(self):
        self.assertEqual(eutectic.optimize(spin, platform="cuda").explain(x, 2.0).json["target"], "xla-gpu")
        with self.assertRaisesRegex(eutectic.ToolError, "for_="):
            eutectic.optimize(spin, platform="tpu").explain(x, 2.0)

    def test_calls_without_guarantees(self):
        """Lowered for a GPU, random numbers are a call that JAX promises nothing about: no matter to a program that runs now."""
        done = eutectic.optimize(functools.partial(draw, n=5), platform="cuda").explain(jax.random.key(0))
        self.assertTrue(done.changed)

    def test_what_jax_cannot_export(self):
        def printing(x):
            jax.debug.print("{}", x[0, 0])
            return x + 1
        with self.assertRaisesRegex(eutectic.ToolError, "printing cannot be rewritten, because JAX cannot export it"):
            eutectic.optimize(printing)(x)

    def test_the_functions_own_errors(self):
        def wrong(x):
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            eutectic.optimize(wrong)(x)

    def test_not_a_function(self):
        with self.assertRaisesRegex(eutectic.ToolError, "not a ndarray"):
            eutectic.optimize(x)


unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A module of TVM 0.27 with Relax in it goes through tirc: a small model of a layer norm, a matrix product and a softmax.  Run by a
Python with TVM, tirc on its path."""
import unittest

import numpy as np
import tirc
import tirc.transform
import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

ROWS, COLUMNS, OUT = 3, 16, 10
Rows, Weights, Row = R.Tensor((3, 16), "float32"), R.Tensor((16, 10), "float32"), R.Tensor((16,), "float32")


@I.ir_module
class Model:
    @R.function
    def main(x: Rows, gamma: Row, beta: Row, w: Weights) -> R.Tensor((3, 10), "float32"):
        with R.dataflow():
            normed = R.nn.layer_norm(x, gamma, beta, axes=[-1], epsilon=1e-5)
            product = R.matmul(normed, w)
            out = R.nn.softmax(product, axis=-1)
            R.output(out)
        return out


def expected(x, gamma, beta, w):
    normed = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * gamma + beta
    e = np.exp(normed @ w - (normed @ w).max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def inputs():
    random = np.random.default_rng(1)
    return [random.standard_normal(shape).astype("float32") for shape in ((ROWS, COLUMNS), COLUMNS, COLUMNS, (COLUMNS, OUT))]


def in_tvm(mod, values):
    machine = relax.VirtualMachine(tvm.compile(mod, target="llvm"), tvm.cpu())
    return machine["main"](*map(tvm.runtime.tensor, values)).numpy()


class Relax(unittest.TestCase):
    def setUp(self):
        self.mod = relax.transform.LegalizeOps()(Model)
        self.names = {var.name_hint for var, f in self.mod.functions.items() if isinstance(f, tvm.tirx.PrimFunc)}
        self.values = inputs()
        self.expected = expected(*self.values)

    def test_the_pass_keeps_the_model(self):
        for shared in (tirc.transform.CSE()(self.mod), tirc.transform.CSE(legalize=True)(self.mod)):
            self.assertEqual({v.name_hint for v in shared.functions}, {"main", *self.names})
            np.testing.assert_allclose(in_tvm(shared, self.values), self.expected, rtol=1e-4, atol=1e-6)

    def test_in_the_place_of_tvms_pass(self):
        calls, share = [], tirc.transform.share
        tirc.transform.share = lambda *given: calls.append(given) or share(*given)
        try:
            with tirc.replace_tvm_cse(on_error="raise"):
                result = in_tvm(self.mod, self.values)
        finally:
            tirc.transform.share = share
        self.assertTrue(calls)
        np.testing.assert_allclose(result, self.expected, rtol=1e-4, atol=1e-6)

    def test_objects_have_all_kernels(self):
        for target in ("host", "hexagon"):
            header = tirc.compile(self.mod, target, emit="header")
            for name in self.names:
                self.assertIn(f"void {name}(", header)
            self.assertGreater(len(tirc.compile(self.mod, target)), 1000)

    def test_kernels_one_after_the_other(self):
        x, gamma, beta, w = self.values
        for engine in ("interp", "jit"):
            normed = np.zeros_like(x)
            normed = list(tirc.run(self.mod, x, gamma, beta, normed, function="layer_norm", engine=engine).values())
            normed = next(a for a in normed if not any(np.array_equal(a, b) for b in (x, gamma, beta)))
            product = np.zeros((ROWS, OUT), "float32")
            product = list(tirc.run(self.mod, normed, w, product, function="matmul", engine=engine).values())
            product = next(a for a in product if a.shape == (ROWS, OUT))
            out = tirc.run(self.mod, product, np.zeros_like(product), function="softmax", engine=engine).values()
            self.assertTrue(any(np.allclose(a, self.expected, rtol=1e-4, atol=1e-6) for a in out))

    def test_explain(self):
        text = repr(tirc.explain(self.mod))
        for name in self.names:
            self.assertIn(f"def {name}(", text)
        self.assertIn("<details>", tirc.explain(self.mod).page())

    def test_a_kernel_that_is_not_read_is_left_as_it_is(self):
        @I.ir_module
        class Both:
            @T.prim_func
            def plain(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
                for i in range(8):
                    B[i] = A[i] * 3 + A[i] * 3

            @T.prim_func
            def vectors(A: T.Buffer((8,), "int32")):
                for i in range(2):
                    A[T.Ramp(i * 4, 1, 4 * T.vscale())] = T.Broadcast(1, 4 * T.vscale())

        shared = tirc.transform.CSE()(Both)
        self.assertIn("cse_v1", shared["plain"].script())
        self.assertEqual(shared["vectors"].script(), Both["vectors"].script())


unittest.main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--abi=tvm-ffi: objects loaded by TVM's runtime.  The same calls of what TVM built and of what tirc compiled, right and wrong
ones: the same results, the same errors in the same words."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm.script import from_source

TIRC = pathlib.Path(os.environ["TIRC_HOME"], "bin/tirc")
CC = os.environ.get("CC", "cc")

SCALE = """
@T.prim_func(s_tir=True)
def scale(a: T.handle, b: T.handle, k: T.float32, q: T.int32, t: T.bool):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, 4), "float32")
    B = T.match_buffer(b, (n, 4), "float32", strides=(m, 1), offset_factor=1)
    for i in range(n):
        for j in range(4):
            B[i, j] = T.if_then_else(t, A[i, j] * k + T.Cast("float32", q), T.float32(0))
"""
TYPES = """
@T.prim_func(s_tir=True)
def types(b: T.handle, c: T.handle, d: T.handle, n: T.int32, x: T.uint8, y: T.float64) -> T.int64:
    B = T.match_buffer(b, (n * 2 + 1,), "bool")
    C = T.match_buffer(c, (n,), "float16")
    D = T.match_buffer(d, (), "int64")
    for i in range(n * 2 + 1):
        B[i] = i < n
    for i in range(n):
        C[i] = T.Cast("float16", y)
    D[()] = T.Cast("int64", x)
    return T.Cast("int64", n) + T.int64(1)
"""


def tensor(array):
    return tvm.runtime.tensor(array)


def arrays(words):
    return [tensor(w.copy()) if isinstance(w, np.ndarray) else w for w in words]


def aligned(n, bytes_, behind=0):
    """n floats, so many bytes behind a multiple of others."""
    raw = np.zeros(n + 2 * bytes_ // 4, "f4")
    skip = (-raw.ctypes.data // 4) % (bytes_ // 4) + behind // 4
    return raw[skip:skip + n]


def outcome(function, words):
    """What a call returned and made of its arrays, or its error."""
    given = arrays(words)
    try:
        result = function(*given)
    except Exception as e:  # noqa: B902: whatever it is, the other one is to be the same
        return type(e).__name__, str(e).split("\nStack")[0].strip()
    return result, [g.numpy().tolist() for g in given if isinstance(g, tvm.runtime.Tensor)]


class Loaded(unittest.TestCase):
    maxDiff = None

    def both(self, text, name):
        module = tvm.IRModule({name: from_source(text).with_attr("global_symbol", name)})
        theirs = tvm.compile(module, target="llvm")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        (path / "k.py").write_text(text)
        subprocess.run([TIRC, "--abi=tvm-ffi", "-c", "k.py"], cwd=path, check=True)
        subprocess.run([CC, "-shared", "-o", "k.so", "k.o"], cwd=path, check=True)
        return theirs[name], tvm.runtime.load_module(str(path / "k.so"))[name]

    def same(self, pair, *words, fails=True):
        want, got = (outcome(f, words) for f in pair)
        self.assertEqual(want, got)
        self.assertEqual(isinstance(got[0], str), fails, got)

    def test_scale(self):
        pair = self.both(SCALE, "scale")
        a, b = np.arange(12, dtype="f4").reshape(3, 4), np.zeros((3, 4), "f4")
        self.same(pair, a, b, 2.5, 1, True, fails=False)
        self.same(pair, a, b, 3, True, 0, fails=False)
        self.same(pair, a, b, False, 7, 1, fails=False)
        self.same(pair, np.zeros((0, 4), "f4"), np.zeros((0, 4), "f4"), 1.0, 1, True, fails=False)
        for words in [(), (a, b, 1.0, 1), (a, b, 1.0, 1, True, 2), (1, b, 1.0, 1, True), (a, 2.0, 1.0, 1, True),
                      (a, b, "x", 1, True), (a, b, 1.0, 1.5, True), (a, b, 1.0, 1, 0.5), (None, b, 1.0, 1, True),
                      (a.reshape(12), b, 1.0, 1, True), (a.astype("f8"), b, 1.0, 1, True), (a, b.astype("i4"), 1.0, 1, True),
                      (a.reshape(4, 3), b, 1.0, 1, True), (a, np.zeros((2, 4), "f4"), 1.0, 1, True),
                      (a, np.zeros((3, 5), "f4"), 1.0, 1, True), (a, b, a, 1, True)]:
            with self.subTest(words=words):
                self.same(pair, *words)

    def test_types(self):
        pair = self.both(TYPES, "types")
        b, c, d = np.zeros(7, "bool"), np.zeros(3, "f2"), np.zeros((), "i8")
        self.same(pair, b, c, d, 3, 200, 0.25, fails=False)
        for words in [(b[:6], c, d, 3, 1, 1.0), (b, c, d, 4, 1, 1.0), (b, c, d.reshape(1), 3, 1, 1.0),
                      (b.astype("i1"), c, d, 3, 1, 1.0)]:
            with self.subTest(words=words):
                self.same(pair, *words)

    def test_strides_and_offsets(self):
        _, ours = self.both(SCALE, "scale")
        a, b = tensor(np.ones((3, 4), "f4")), aligned(24, 128).reshape(6, 4)
        ours(a, tvm_ffi.from_dlpack(b[::2]), 2.0, 0, True)  # rows are 8 elements apart
        np.testing.assert_array_equal(b[::2], np.full((3, 4), 2, "f4"))
        self.assertEqual(b[1::2].max(), 0)
        with self.assertRaisesRegex(ValueError, "(?s)Mismatched A.strides on argument #0 .*expected to be compact array"):
            ours(tvm_ffi.from_dlpack(aligned(16, 128).reshape(4, 4).T[:3]), tensor(b[:3]), 2.0, 0, True)

    def test_misaligned(self):
        """TVM's own entry does not ask."""
        _, ours = self.both(SCALE.replace('"float32")\n    B', '"float32", align=128)\n    B'), "scale")
        with self.assertRaisesRegex(ValueError, "(?s)Misaligned data of A on argument #0 .*expected a multiple of 128 bytes"):
            ours(tvm.runtime.from_dlpack(aligned(12, 128, 64).reshape(3, 4)), tensor(np.zeros((3, 4), "f4")), 2.0, 0, True)


if __name__ == "__main__":
    unittest.main()

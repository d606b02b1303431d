#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python package without TVM: texts read, explained, compiled and run; every error an exception with a place."""
import html
import pathlib
import re
import tempfile
import unittest

import numpy as np
import tirc

SCALE = """
@T.prim_func
def scale(A: T.Buffer((8,), "float32"), n: T.int32, B: T.Buffer((8,), "float32")):
    for i in range(8):
        B[i] = A[i] * T.Cast("float32", n) + A[i] * T.Cast("float32", n)
"""


class Programs(unittest.TestCase):
    def test_version(self):
        self.assertRegex(tirc.version(), r"^\d+\.\d+\.\d+$")
        self.assertEqual(tirc.__version__, tirc.version())

    def test_steps(self):
        module = tirc.Module(SCALE)
        self.assertEqual(module.functions(), ["scale"])
        self.assertEqual(module.legalize().cse(), 1)
        self.assertIn("cse_v1", module.script())

    def test_json_and_back(self):
        again = tirc.Module(tirc.Module(SCALE).json())
        self.assertEqual(again.script(), tirc.Module(again.json()).script())
        self.assertIn("B[i] = A[i] * T.Cast", again.script())

    def test_policy_of_a_profile(self):
        self.assertEqual(tirc.Module(SCALE, ["cse-profile=size"]).functions(), ["scale"])
        with self.assertRaisesRegex(tirc.Error, "no CSE profile 'none'"):
            tirc.Module(SCALE, ["cse-profile=none"])


class Errors(unittest.TestCase):
    def place(self, work, *place):
        with self.assertRaises(tirc.Error) as caught:
            work()
        e = caught.exception
        self.assertEqual((e.file, e.line, e.column), place)
        self.assertEqual(e.messages[0].level, "error")

    def test_places(self):
        text = '@T.prim_func\ndef f(A: T.Buffer((4,), "float32")):\n    A[0] = B[1]\n'
        self.place(lambda: tirc.Module(text), "<text>", 3, 12)
        self.place(lambda: tirc.compile(text), "<text>", 3, 12)
        self.place(lambda: tirc.run(text), "<text>", 3, 12)
        self.place(lambda: tirc.explain(text), "<text>", 3, 12)

    def test_names_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "k.py")
            path.write_text("def f(:\n")
            self.place(lambda: tirc.Module(path), str(path), 1, 7)
            self.place(lambda: tirc.compile(path), str(path), 1, 7)
            self.place(lambda: tirc.compile(str(path)), str(path), 1, 7)
        with self.assertRaises(FileNotFoundError):
            tirc.compile("nothere.py")

    def test_places_in_json(self):
        self.place(lambda: tirc.Module('{"root_index":0,"nodes":[{"type":"ir.Unknown"}]}'), "<text>", 1, 26)
        self.place(lambda: tirc.Module('{"root_index" 0'), "<text>", 1, 15)

    def test_without_a_place(self):
        with self.assertRaisesRegex(tirc.Error, "node 0, ir.Unknown"):
            tirc.Module('{"root_index":0,"nodes":[{"type":"ir.Unknown"}]}')
        with self.assertRaisesRegex(tirc.Error, "no parameter 'C'"):
            tirc.run(SCALE, C=np.zeros(8, "f4"))
        with self.assertRaisesRegex(tirc.Error, "4 arguments for 3 parameters"):
            tirc.run(SCALE, 1, 2, 3, 4)
        with self.assertRaisesRegex(tirc.Error, "'A' is given twice"):
            tirc.run(SCALE, np.zeros(8, "f4"), A=np.zeros(8, "f4"))
        with self.assertRaises(tirc.Error):
            tirc.compile(SCALE, "nowhere")
        with self.assertRaises(TypeError):
            tirc.compile(42)
        with self.assertRaises(tirc.Error) as caught:
            tirc.compile("")
        self.assertEqual(str(caught.exception), "<text>: error: the text holds no function; tirc takes what print(mod.script()) prints")

    def test_a_trap_is_an_error(self):
        text = '@T.prim_func\ndef f(A: T.Buffer((4,), "int32"), n: T.int32):\n    A[0] = 7 // n\n'
        for engine in ("interp", "jit"):
            with self.assertRaises(tirc.Error):
                tirc.run(text, n=0, engine=engine)


class Code(unittest.TestCase):
    def test_kinds(self):
        self.assertEqual(tirc.compile(SCALE)[:4], b"\x7fELF")
        self.assertEqual(tirc.compile(SCALE, "hexagon", cpu="hexagonv68")[:4], b"\x7fELF")
        self.assertIn("define", tirc.compile(SCALE, emit="ll"))
        self.assertIn("void scale(", tirc.compile(SCALE, emit="header"))
        self.assertEqual(tirc.compile(SCALE, {"kind": "hexagon", "mcpu": "hexagonv68"})[18], 164)

    def test_runs(self):
        a = np.arange(8, dtype="f4")
        for engine in ("interp", "jit", "hexagon"):
            out = tirc.run(SCALE, a, 3, engine=engine)
            np.testing.assert_array_equal(out["B"], a * 6)
            np.testing.assert_array_equal(out["A"], a)
        np.testing.assert_array_equal(tirc.run(SCALE, n=2, A=a)["B"], a * 4)

    def test_options(self):
        self.assertEqual(tirc.compile(SCALE, options="-O3 --no-cse"), tirc.compile(SCALE, options=["-O3", "--no-cse"]))

    def test_no_array(self):
        with self.assertRaisesRegex(TypeError, "'A' must be an array of bools, integers or floats, not str"):
            tirc.run(SCALE, "A", 3)

    def test_half(self):
        text = '@T.prim_func\ndef f(A: T.Buffer((4,), "float16")):\n    A[0] = A[1] + A[2]\n'
        out = tirc.run(text, np.array([0, 1, 2, 3], "f2"))["A"]
        self.assertEqual(out.dtype, np.float16)
        self.assertEqual(out[0], 3)


class Explanations(unittest.TestCase):
    def test_text_and_html(self):
        e = tirc.explain(SCALE)
        self.assertEqual(e.names, 1)
        self.assertIn("[Named]", repr(e))
        page = e.page()
        self.assertIn("computed once instead of 2 times", page)
        self.assertNotIn('"float32"', page)  # escaped
        self.assertIn("&quot;float32&quot;", page)
        self.assertIn("<h1>&lt;text&gt;</h1>", page)
        self.assertEqual(page, tirc.explain(SCALE).page())
        frame = re.fullmatch('<iframe [^>]* srcdoc="([^"]*)"></iframe>', e._repr_html_())
        self.assertEqual(html.unescape(frame[1]), page)
        self.assertIn("Packets by loop", tirc.explain(SCALE, ["O3", "no-vectorize"], target="hexagon").page())
        self.assertTrue(all({"passed", "word", "line"} <= set(r) for r in e.remarks))


if __name__ == "__main__":
    unittest.main()

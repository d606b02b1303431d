#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What goes wrong in tirc's passes for TVM 0.27 is tirc.Error, with its place.  Run by a Python with TVM, tirc on its path."""
import unittest
import warnings

import tirc
import tirc.transform
import tvm
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Good:
    @T.prim_func
    def twice(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            B[i] = A[i] * 3 + A[i] * 3


@I.ir_module
class Intrinsic:
    @T.prim_func
    def absolute(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            B[i] = T.call_llvm_pure_intrin("float32", "llvm.fabs", A[i]) + T.call_llvm_pure_intrin("float32", "llvm.fabs", A[i])


class Passes(unittest.TestCase):
    def test_options_are_checked_at_once(self):
        for words, why in (({"profile": "none"}, "no CSE profile 'none'"), ({"level": "none "}, "no CSE level 'none '"),
                           ({"parameters": ["nothing=1"]}, "nothing")):
            with self.assertRaisesRegex(tirc.Error, why):
                tirc.transform.CSE(**words)
        with self.assertRaises(ValueError):
            tirc.transform.CSE(on_error="ignore")

    def test_an_error_inside_a_pass_of_tvm(self):
        @tvm.transform.module_pass(opt_level=0, name="bad")
        def bad(mod, _):
            return tirc.Module("def f(:\n")

        with self.assertRaises(tirc.Error) as caught:
            bad(Good)
        e = caught.exception
        self.assertEqual((e.file, e.line, e.column, e.messages[0].level), ("<text>", 1, 7, "error"))

    def test_what_is_not_read_is_left(self):
        share = tirc.transform.share
        tirc.transform.share = lambda *_: tirc.Module("def f(:\n")
        try:
            with self.assertRaises(tirc.Error):
                tirc.transform.CSE()(Good)
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                self.assertTrue(tirc.transform.CSE(on_error="skip")(Good).same_as(Good))
            self.assertIn("<text>:1:7: error: ", str(seen[0].message))
        finally:
            tirc.transform.share = share

    def test_names(self):
        self.assertIn("cse_v1", tirc.transform.CSE()(Good).script())

    def test_intrinsics_go_back_as_numbers(self):
        self.assertIn('T.let[T.float32] = T.call_llvm_pure_intrin("float32", "llvm.fabs", ', tirc.transform.CSE()(Intrinsic).script())
        with self.assertRaisesRegex(tirc.Error, "the call of 'llvm.fabs' cannot be written as JSON"):
            tirc.Module(Intrinsic).json()

    def test_tvm_gets_its_own_pass_back(self):
        before = tvm.tirx.transform.CommonSubexprElim
        with self.assertRaises(tirc.Error):
            with tirc.replace_tvm_cse(profile="none"):
                tvm.tirx.transform.CommonSubexprElim()
        self.assertIs(tvm.tirx.transform.CommonSubexprElim, before)


unittest.main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# llvm-pure-intrin
# kind: llvm
# target intrinsic: pure for LLVM, Call for TVM
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = T.call_llvm_pure_intrin("int32", "llvm.hexagon.A2.abs", x) + y
    B[1] = T.call_llvm_pure_intrin("int32", "llvm.hexagon.A2.abs", x) * z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(T.call_llvm_pure_intrin("int32", "llvm.hexagon.A2.abs", x))
    B[0] = t + y
    B[1] = t * z

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A function with a version for parameters that begin with a whole line of HVX, called with those that begin with half a
# one, and with one of each.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --function=half --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s --function=half --save=%t/o2 && diff -r %t/interp %t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --function=half --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc --target=hexagon -O2 --emit=ll --after=lower %s | FileCheck %s
# CHECK: define internal void @kernel.lines(
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(A: T.Buffer((1024,), "int16"), O: T.Buffer((1024,), "int16")):
        T.func_attr({"global_symbol": "kernel", "tirx.noalias": True})
        for i in range(16):
            O[T.Ramp(i * 64, 1, 64)] = A[T.Ramp(i * 64, 1, 64)] * T.Broadcast(T.int16(3), 64)

    @T.prim_func(s_tir=True)
    def half(A: T.Buffer((1088,), "int16"), O: T.Buffer((3, 1088), "int16")):
        T.func_attr({"global_symbol": "half", "tirx.noalias": True})
        Module.kernel(T.address_of(A[32]), T.address_of(O[0, 32]))
        Module.kernel(A.data, T.address_of(O[1, 32]))
        Module.kernel(T.address_of(A[32]), T.address_of(O[2, 0]))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Vectors of floats that the text has become loops over lanes in one version, of which other vectors are made; so are values of names, by
# which loops change places.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=gathers %s A=random:7 --save=%t/interp
# RUN: %tirc -O3 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=gathers %s A=random:7 --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O3 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir %s | FileCheck %s
# RUN: %tirc -O3 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp -c -Rpass=tirc-choose %s -o %t.o 2>&1 | FileCheck --check-prefix=SAID %s
# SAID: function 'gathers' is compiled with loops for floats of the text
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: def gathers
    # CHECK-NOT: T.Ramp(0, 1, 32) % T.Broadcast(2, 32)
    # CHECK: def whole
    @T.prim_func(s_tir=True)
    def gathers(A: T.Buffer((256,), "uint8"), C: T.Buffer((256,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for w, c in T.grid(4, 2):
            C[w * 64 + c * 32:w * 64 + c * 32 + 32] = T.Cast("float32x32", T.Cast("int32x32", A[T.Broadcast(w * 64, 32) + T.Ramp(0, 1, 32) % T.Broadcast(2, 32) * T.Broadcast(32, 32) + T.Broadcast(c * 16, 32) + T.Ramp(0, 1, 32) // T.Broadcast(2, 32)]) - T.Broadcast(117, 32)) * T.Broadcast(T.float32(0.0125), 32)

    @T.prim_func(s_tir=True)
    def whole(A: T.Buffer((4096,), "float32"), C: T.Buffer((4096,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # CHECK: C[i * 32:i * 32 + 32] = A[T.Ramp(i * 32, 1, 32)] * T.Broadcast(T.float32(0.5), 32) + T.Broadcast(T.float32(3.0), 32)
        for i in range(128):
            C[i * 32:i * 32 + 32] = A[T.Ramp(i * 32, 1, 32)] * T.Broadcast(T.float32(0.5), 32) + T.Broadcast(T.float32(3), 32)

    # both halves of a row are turned by the same angle: it is computed once for a pair
    # CHECK-LABEL: def turned
    # CHECK: for r, d_1, d_0 in T.grid(n, 8, 2):
    @T.prim_func(s_tir=True)
    def turned(a: T.handle, c: T.handle, on: T.int32):
        T.func_attr({"tirx.noalias": True})
        n = T.int32()
        A = T.match_buffer(a, (n, 16), "float32")
        C = T.match_buffer(c, (n, 16), "float32")
        for r in range(n):
            for d in range(16):
                freq = T.float32()
                C[r, d] = T.if_then_else(on == 1, T.Let(T.cos(freq) * A[r, d] + T.sin(freq) * T.if_then_else(d < 8, A[r, d + 8] * T.float32(-1), A[r, d - 8]), where={freq: T.Cast("float32", r) / T.pow(T.float32(10000), T.Cast("float32", d * 2 % 16) / T.float32(16))}), A[r, d])

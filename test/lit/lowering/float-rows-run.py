# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rows of float32 that are divided by one float, in two loops: one for where neither a dividend nor a quotient is anything but normal or zero.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O2 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O2 --target=hexagon --function=divides --emit=ll --after=lower %s | FileCheck %s
# RUN: %tirc -O2 --target=hexagon --function=main --emit=ll --after=lower %s | FileCheck %s
# RUN: %tirc -O2 --target=hexagon --function=others --no-cse --emit=ll --after=lower %s | FileCheck --check-prefix=OTHERS %s
# CHECK: br i1 {{.*}} !prof
# OTHERS: define {{.*}} @others
# OTHERS-NOT: !prof
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((20, 256), "float32"), Y: T.Buffer((20,), "float32"), C: T.Buffer((20, 256), "float32")):
        T.func_attr({"tirx.noalias": True})
        A = T.alloc_buffer((20, 256), "int32")
        D = T.alloc_buffer((20,), "int32")
        # exponents that rows have: their least one, and how many; each fourth divisor has the first digit alone, each fourth one all digits
        for r in T.serial(20, annotations={"scalar": 1}):
            D[r] = T.Select(r < 4, 127 + r, T.Select(r < 8, 252 + r % 3, T.Select(r < 12, 1 + r % 2, 126))) * 8388608
            D[r] = D[r] + T.Select(r % 4 == 0, 0, T.Select(r % 4 == 1, 8388607, r * 418937))
            for i in T.serial(256, annotations={"scalar": 1}):
                A[r, i] = T.Select(r < 4, 2 + r, T.Select(r < 8, 127 + r % 3, T.Select(r < 12, 1, 2))) * 8388608
                A[r, i] = A[r, i] + T.bitwise_and(i * 1237 + r, T.Select(r < 4 or r >= 12, 127, T.Select(r < 8, 63, 127))) * 8388608
                A[r, i] = A[r, i] + T.Select(i % 3 == 0, T.bitwise_and(D[r] + i % 5 - 2, 8388607), T.bitwise_and(i * 7919 * 131 + r * 65537, 8388607))
                A[r, i] = T.bitwise_xor(A[r, i], T.shift_left(i, 31))
                A[r, i] = T.Select(i % 61 == 7, T.bitwise_and(A[r, i], -2147483647 - 1), A[r, i])
        # rows in which one dividend is subnormal, infinite, NaN, too small for the divisor, too large; or the divisor is no normal number above zero
        A[12, 100] = 5
        A[13, 101] = 2139095040
        A[14, 102] = -4194303
        D[15] = 127 * 8388608
        A[15, 103] = 8388608
        D[16] = 5 * 8388608
        A[16, 104] = 133 * 8388608
        D[17] = 7
        D[18] = -1073741824
        D[19] = 2139095040
        for i in T.serial(256, annotations={"scalar": 1}):
            A[19, i] = 140 * 8388608 + i * 7919
        for r, i in T.grid(20, 256):
            X[r, i] = T.reinterpret("float32", A[r, i])
        for r in range(20):
            Y[r] = T.reinterpret("float32", D[r])
        for r in range(20):
            for i in range(256):
                C[r, i] = X[r, i] / Y[r]
        # which NaN a quotient is nobody says; from the end on, so that both nests do not become one
        for r, i in T.grid(20, 256):
            C[19 - r, 255 - i] = T.Select(C[19 - r, 255 - i] == C[19 - r, 255 - i], C[19 - r, 255 - i], T.float32(7))

    @T.prim_func(s_tir=True)
    def divides(C: T.Buffer((1024,), "float32"), S: T.Buffer((1,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(1024):
            C[i] = C[i] / S[0]

    # an element of the row divides it; what is stored is loaded by a later iteration; few floats; each has a divisor of its own; halves
    @T.prim_func(s_tir=True)
    def others(C: T.Buffer((1024,), "float32"), D: T.Buffer((1024,), "float32"), S: T.Buffer((1024,), "float32"), H: T.Buffer((1024,), "float16"), G: T.Buffer((1,), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i in range(512):
            C[i] = C[i] / C[512]
        for i in range(512):
            D[i + 64] = D[i] / S[0]
        for i in range(224):
            C[i] = C[i] / S[0]
        for i in range(512):
            C[i] = C[i] / S[i // 32]
        for i in range(1024):
            H[i] = H[i] / G[0]

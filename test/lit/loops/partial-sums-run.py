# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# With --fp-reassociate sums and products of floats are computed in parts, which are lanes.  The numbers here have sums and products that are
# exact in any order.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 --fp-reassociate --run=interp %s --save=%t/passes && diff -r %t/interp %t/passes
# RUN: %tirc -O2 --fp-reassociate --run=jit %s --save=%t/jit && diff -r %t/interp %t/jit
# RUN: %tirc -O2 --fp-reassociate --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O2 --fp-reassociate --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O2 --fp-reassociate --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir %s | FileCheck %s
# RUN: %tirc -O2 --fp-reassociate --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir %s 2>&1 >/dev/null | count 0
# RUN: %tirc -O2 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir %s 2>&1 >/dev/null | count 0
# RUN: %tirc -O2 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir %s | FileCheck %s --check-prefix=ORDER
# RUN: %tirc -O2 --fp-reassociate --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir --explain %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS
# RUN: %tirc -O2 --fp-reassociate --target=host --emit=ll %s -o - | FileCheck %s --check-prefix=HOST
# RUN: %tirc -O2 --target=host --emit=ll %s -o - | FileCheck %s --check-prefix=ALONE
# HOST: fadd reassoc <{{[0-9]+}} x float>
# ALONE: define
# ALONE-NOT: reassoc
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: def main
    # ORDER-LABEL: def main
    # ORDER-NOT: parts
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 500), "float16"), B: T.Buffer((8, 500), "float32"), C: T.Buffer((8, 500), "float32"), U: T.Buffer((8,), "float32"), S: T.Buffer((8, 8), "float32"), H: T.Buffer((8,), "float16"), Q: T.Buffer((8,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for r, i in T.grid(8, 500):
            A[r, i] = T.Cast("float16", T.truncmod(r * 577 + i * 131, 7) - 3)
            B[r, i] = T.Cast("float32", T.truncmod(r * 131 + i * 577, 1000) - 500) * T.float32(0.25)
        # two sums and a store beside them; 116 iterations are three vectors and 20 lanes of one
        # SAYS: loop 'i': reduction by partial results: its sums or products of floats may be computed in any order; partial results: 128
        # CHECK: parts = T.alloc_buffer((128,), align=128)
        # CHECK: parts_1 = T.alloc_buffer((128,), align=128)
        # CHECK: T.Broadcast(T.float32(-0.0), 32)
        # CHECK: for i in range(3):
        # CHECK: parts[{{.*}} = parts[T.Ramp(l, 1, 32)] +
        # CHECK: for i in range(3):
        # CHECK: parts[{{.*}} = parts[T.Ramp(l, 1, 32)] +
        # CHECK: parts[{{.*}} = parts[T.Ramp(l, 1, 20)] +
        # lanes are joined, too: a register is added to itself, farther on
        # CHECK: parts[{{.*}} = parts[T.Ramp(l, 1, 32)] + parts[T.Ramp(l + 16, 1, 32)]
        # CHECK: parts[{{.*}} = parts[T.Ramp(l, 1, 32)] + parts[T.Ramp(l + 1, 1, 32)]
        # CHECK: S[r, 0] = {{.*}}parts[0]
        # CHECK-NEXT: U[r] = parts_1[0] +
        for r in range(8):
            S[r, 0] = T.float32(0)
            U[r] = T.float32(1)
            for i in range(500):
                C[r, i] = B[r, i] * T.Cast("float32", A[r, i])
                S[r, 0] = S[r, 0] + C[r, i]
                U[r] = T.Cast("float32", A[r, i]) * T.Cast("float32", A[r, i]) + U[r]
        # of float16: 64 lanes a register
        # CHECK: parts = T.alloc_buffer((128,), "float16", align=128)
        for r in range(8):
            H[r] = T.float16(0)
            for i in range(256):
                H[r] = H[r] + A[r, i]
        # a product of powers of two
        # CHECK: parts = T.alloc_buffer((64,), align=128)
        # CHECK: T.Broadcast(T.float32(1.0), 32)
        for r in range(8):
            Q[r] = T.float32(1)
            for i in range(128):
                Q[r] = Q[r] * T.Select(A[r, i] > T.float16(1), T.float32(2), T.Select(A[r, i] < T.float16(-1), T.float32(0.5), T.float32(-1)))
        # loops around, which do not move the element, are inside
        # CHECK: parts = T.alloc_buffer((128,), align=128)
        # CHECK: for j in range(8):
        # CHECK: S[0, 3] = {{.*}}parts[0]
        S[0, 3] = T.float32(0)
        for j in range(8):
            for i in range(500):
                S[0, 3] = S[0, 3] + B[j, i] * T.Cast("float32", A[j, i])
        # a sum that they move is inside
        # CHECK: for j in range(8):
        # CHECK-NEXT: parts{{.*}} = T.alloc_buffer((128,), align=128)
        # CHECK-NEXT: parts{{.*}} = T.alloc_buffer((128,), align=128)
        # CHECK: U[j] = {{.*}}parts{{.*}}[0]
        for j in range(8):
            for i in range(500):
                S[0, 3] = S[0, 3] + B[j, i]
                U[j] = U[j] + B[j, i]
        # lanes of a register that is all there is stay as they are
        # CHECK: parts{{.*}} = T.alloc_buffer((32,), align=128)
        # CHECK: for l in range(32):
        # CHECK-NEXT: Q[r] = Q[r] + parts{{.*}}[l]
        for r in range(8):
            for i in range(64):
                Q[r] = Q[r] + B[r, i]
        # not if the sum is read in between, and not a difference
        # CHECK-NOT: parts
        for r in range(8):
            S[r, 4] = T.float32(0)
            for i in range(500):
                S[r, 4] = S[r, 4] + B[r, i]
                C[r, i] = C[r, i] - S[r, 4]
        for r in range(8):
            S[r, 5] = T.float32(0)
            for i in range(500):
                S[r, 5] = S[r, 5] - B[r, i]
        for r in range(8):
            S[r, 6] = T.float32(0)
            for i in range(500):
                S[r, 6] = S[r, 6] * T.float32(0.5) + B[r, i]
        for r in range(8):
            S[r, 1] = T.float32(0)
            S[r, 2] = T.float32(0)
            S[r, 7] = B[r, 0] + (B[r, 1] + B[r, 2])
            if r > 0:
                S[r, 3] = T.float32(0)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of floats that keep their order are done beside the vectors of the iteration that follows, which are made longer if they can be; not
# where they load what is not there yet, where the vectors load the sum, or where nothing is dear.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp %s A=random:1 B=random:2 --save=%t/interp
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s A=random:1 B=random:2 --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O3 --try-versions=0 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s A=random:1 B=random:2 --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O3 --try-versions=0 --target=hexagon --emit=tir %s -o - | FileCheck %s
# RUN: %tirc -O3 --try-versions=0 --target=hexagon -Rpass=tirc-overlap-sums %s -c -o %t/o.o 2>&1 | FileCheck --check-prefix=REMARK %s
# REMARK: remark: loop 'i': loop shifting: the sums behind it, which keep their order, are done beside the vectors of the iteration that follows
from tvm.script import tirx as T


# CHECK-LABEL: def main(
# CHECK: C[0:128] = A[T.Ramp(0, 1, 128)] / T.Broadcast(
# CHECK: for i in range(0, 896, 128):
# CHECK-NEXT: C[i + 128:i + 128 + 128] = A[T.Ramp(i + 128, 1, 128)] / T.Broadcast(
# CHECK-NEXT: S[0] = S[0] + C[i]
# CHECK: S[0] = S[0] + C[i + 127]
# CHECK: for i in range(128):
# CHECK-NEXT: S[0] = S[0] + C[i + 896]
# reversed
# CHECK: for i in range(0, 1024, 32):
# CHECK-NEXT: D[i:i + 32] =
# CHECK-NEXT: for i in range(1024):
# CHECK-NEXT: S[1] = S[1] + D[1023 - i]
# what the vectors divide by
# CHECK: E[i:i + 32] =
# CHECK-NEXT: for i in range(1024):
# CHECK-NEXT: Q[0] = Q[0] + E[i]
# nothing is dear
# CHECK: for i in range(1024):
# CHECK-NEXT: S[3] = S[3] + F[i]
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((1024,), "float32"), D: T.Buffer((1024,), "float32"), E: T.Buffer((1024,), "float32"), F: T.Buffer((1024,), "float32"), Q: T.Buffer((1,), "float32"), S: T.Buffer((4,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        C[i] = A[i] / B[0]
    for i in range(1024):
        S[0] = S[0] + C[i]
    for i in range(1024):
        D[i] = A[i] / B[1]
    for i in range(1024):
        S[1] = S[1] + D[1023 - i]
    Q[0] = B[2]
    for i in range(1024):
        E[i] = A[i] / Q[0]
    for i in range(1024):
        Q[0] = Q[0] + E[i]
    for i in range(1024):
        F[i] = T.fabs(A[i])
    for i in range(1024):
        S[3] = S[3] + F[i]

# What is not looked up in registers (lookup-run.py), and its values.
# RUN: %tirc -O3 --try-versions=0 --target=hexagon --explain %s -o /dev/null 2>&1 | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && cmp %t/interp/O.npy %t/o3/O.npy && cmp %t/interp/P.npy %t/o3/P.npy
# RUN: cmp %t/interp/Q.npy %t/o3/Q.npy && cmp %t/interp/R.npy %t/o3/R.npy
# CHECK-NOT: {{could not be proved|iterations at once}}
# CHECK: remark: loop 'i' is not vectorised: neighbouring iterations do not access neighbouring elements
# CHECK-NOT: {{could not be proved|iterations at once}}
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "uint8"), B: T.Buffer((128,), "int8"), L: T.Buffer((300,), "uint8"), O: T.Buffer((128,), "uint8"), P: T.Buffer((128,), "uint8"),
         M: T.Buffer((4, 256), "uint8"), Q: T.Buffer((128,), "uint8"), V: T.Buffer((128,), "uint16"), R: T.Buffer((128,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    # The least byte's entry would lie in front of the buffer.
    for i in range(128):
        P[i] = L[T.Cast("int32", B[i]) + 100]
    # Lanes that do not ask may have any index.
    for w in range(4):
        for c in range(32):
            O[w * 32 + c] = T.if_then_else(c < 16, L[T.Cast("int32", A[w * 32 + c])], T.uint8(7))
    # Each lane asks another table.
    for w, c in T.grid(4, 256):
        M[w, c] = T.Cast("uint8", c * 3 + w * 64)
    for i in range(128):
        Q[i] = M[T.Cast("int32", A[i]) % 4, T.Cast("int32", A[i])]
    # An index may be more than a byte.
    for i in range(300):
        L[i] = T.Cast("uint8", i * 113 % 256)
    for i in range(128):
        V[i] = T.Cast("uint16", i * 37 % 300)
    for i in range(128):
        R[i] = L[T.Cast("int32", V[i])]

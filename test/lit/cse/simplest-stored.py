# c + 1 is what c holds behind the store, and so is a remainder that is 0 and c: it is not written in front of the store, where c is another number.
# RUN: %tirc --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=tir %s -o /dev/null 2>&1 | count 0
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --no-cse --no-loops %s x=3 --save=%t/a && %tirc -O2 --run=interp %s x=3 --save=%t/b && cmp %t/a/B.npy %t/b/B.npy
from tvm.script import tirx as T


# CHECK: cse_v1 = T.bind(c + 1)
# CHECK-NEXT: c = cse_v1
@T.prim_func(s_tir=True)
def counts(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    c: T.int32 = 0
    while c < 5:
        c = c + 1
        B[(x << 3) % 4 * 4 + c] = A[c] * A[(x << 3) % 4 * 4 + c] + c * 3

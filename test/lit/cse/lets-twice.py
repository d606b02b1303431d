# One Let may stand in several statements: its variable is visible in each alone.  What two bodies compute has no name in front of both.
# RUN: %tirc --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=tir %s -o /dev/null 2>&1 | count 0
from tvm.script import tirx as T


# CHECK-NOT: T.bind(1 + L0)
# CHECK: T.Let(1 + L0, where={L0: {{.*}}})
# CHECK: T.Let(1 + L0_1, where={L0_1: {{.*}}})
@T.prim_func(s_tir=True)
def twice(A: T.Buffer((64, 8), "int32"), B: T.Buffer((8,), "int32")):
    L0 = T.int32()
    with T.sblock():
        M = T.match_buffer(A[T.Let(1 + L0, where={L0: B[0]}), 0:4], (1, 4), "int32")
        M[0, 0] = 1
        A[0, M[0, 1] & 7] = 1

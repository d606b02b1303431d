# RUN: %tirc --emit=tir --after=read %s | FileCheck %s
# RUN: %tirc --run=interp %s 2>&1 | FileCheck --check-prefix=VALUES %s
# CHECK: i: T.int32
# CHECK: x: T.float32
# VALUES: first 1 1 1 0
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4,), "int32")):
    i = T.local_scalar("int32")
    x = T.local_scalar()
    i = 0
    x = T.float32(1)
    while i < 3:
        A[i] = T.Cast("int32", x)
        i = i + 1

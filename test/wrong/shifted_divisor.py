# y << 1 wraps around where y * 2 must not: x // (y << 1) is not x // y // 2.
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32"), y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if 0 < y and 0 < z:
        B[0] = A[0] // y // (z * 2)
        B[1] = A[0] // (T.shift_left(y, 1) * z)

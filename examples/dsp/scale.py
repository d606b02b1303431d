# B = k * A + A, as a kernel that C calls.
from tvm.script import tirx as T

@T.prim_func
def scale(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), k: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        B[i] = A[i] * k + A[i]

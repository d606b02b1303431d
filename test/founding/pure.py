# The thread: tir.floordiv, tir.shift_right, tir.likely, tir.log; and f(10) ... f(10) where f is known to be pure.
from tvm.script import tirx as T

@T.prim_func
def pure(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.float32):
    T.func_attr({"tirx.noalias": True})
    A[0] = T.log(y) * y
    A[1] = T.log(y) + y
    if T.likely(x // 7 < 3):
        B[0] = T.shift_right(x * 3, 2) * (x // 7)
        B[1] = T.shift_right(x * 3, 2) * 5
    B[2] = T.call_pure_extern("int32", "f", 10)
    B[3] = T.call_pure_extern("int32", "f", 10)

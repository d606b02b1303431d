# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The thread: tir.floordiv, tir.shift_right, tir.likely, tir.log; and f(10) ... f(10) where f is known to be pure.

@T.prim_func
def pure(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.float32):
    T.func_attr({"tirx.noalias": True})
    cse_var_1 = T.bind(x // 7)
    A[0] = T.log(y) * y
    A[1] = T.log(y) + y
    if T.likely(cse_var_1 < 3):
        cse_var_2 = T.bind(x * 3 >> 2)
        B[0] = cse_var_2 * cse_var_1
        B[1] = cse_var_2 * 5
    B[2] = T.call_pure_extern("int32", "f", 10)
    B[3] = T.call_pure_extern("int32", "f", 10)

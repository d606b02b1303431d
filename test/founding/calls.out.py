# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The thread: (f(42) + f(42)) + (x*y + x*y); and the slides: f(10); ... f(10).  f may have a side effect.

@T.prim_func
def calls(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    cse_var_1 = T.bind(x * y)
    A[0] = T.call_extern("int32", "f", 42) + T.call_extern("int32", "f", 42) + (cse_var_1 + cse_var_1)
    T.call_extern("int32", "f", 10)
    T.call_extern("int32", "f", 10)

# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def func(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), n: T.int32):
    common_expr: T.let[T.int32] = n // 8
    for i in range(common_expr):
        threadIdx_x = T.launch_thread("threadIdx.x", 8)
        cse_var_1 = T.bind(i * 8 + threadIdx_x)
        B[cse_var_1] = common_expr + A[cse_var_1]

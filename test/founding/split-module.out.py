# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), n: T.int32):
        T.func_attr({"target": None})
        for common_expr in range(n // 8, n // 8 + 1):
            for i in range(common_expr):
                T.call_packed("main_kernel0", B.data, A.data, common_expr, i, 8)

    @T.prim_func(s_tir=True)
    def main_kernel0(B_1: T.handle("int32", "global"), A_1: T.handle("int32", "global"), common_expr: T.int32, i: T.int32):
        T.func_attr({"calling_conv": 2, "target": "cuda -keys=cuda,gpu -max_num_threads=1024 -thread_warp_size=32", "tirx.device_thread_axis": [T.iter_var(threadIdx_x, [0:8], "ThreadIndex", "threadIdx.x")], "tirx.is_global_func": 1, "tirx.noalias": True})
        B_1_data = T.decl_buffer((0,), "int32", data=B_1)
        A_1_data = T.decl_buffer((0,), "int32", data=A_1)
        threadIdx_x = T.launch_thread("threadIdx.x", 8)
        cse_var_1 = T.bind(i * 8 + threadIdx_x)
        B_1_data[cse_var_1] = common_expr + A_1_data[cse_var_1]

# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((1024,), "float32"), n: T.int32):
    T.func_attr({"tir.noalias": True})
    blockIdx_x = T.launch_thread("blockIdx.x", 8)
    threadIdx_x = T.launch_thread("threadIdx.x", 128)
    cse_var_1 = T.bind(blockIdx_x * 128 + threadIdx_x)
    A[cse_var_1] = T.float32(1.0)
    A[cse_var_1] = T.ceil(T.log2(T.Cast("float32", n)))

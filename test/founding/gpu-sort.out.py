# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def sort(A: T.Buffer((1024,), "float32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    cse_var_2 = T.bind((n + 255) // 256)
    cse_var_1 = T.bind(T.Cast("float32", n))
    with T.launch_thread("blockIdx.x", cse_var_2) as bx:
        tx = T.launch_thread("threadIdx.x", 256)
        cse_var_3 = T.bind(bx * 256 + tx)
        if cse_var_3 < n:
            A[cse_var_3] = T.ceil(T.log2(cse_var_1))
    for l in range(T.Cast("int32", T.ceil(T.log2(cse_var_1)))):
        with T.launch_thread("blockIdx.x", cse_var_2) as bx:
            tx = T.launch_thread("threadIdx.x", 256)
            cse_var_4 = T.bind(bx * 256 + tx)
            if cse_var_4 < n:
                A[cse_var_4] = A[cse_var_4] + T.Cast("float32", l) / T.ceil(T.log2(cse_var_1))

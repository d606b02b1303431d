from tvm.script import tirx as T

@T.prim_func
def unrolled(A: T.Buffer((8192,), "int32"), B: T.Buffer((16384,), "int32")):
    for i, j in T.grid(16, 16):
        cse_var_1: T.let = i*256 + j*16
        A[cse_var_1 + 0] = B[cse_var_1 + 4096]
        A[cse_var_1 + 1] = B[cse_var_1 + 4097]

# "which gives the opportunity to create first cse_var_1 = x*128+y and then in cascade cse_var_2 = x*128"
from tvm.script import tirx as T

@T.prim_func
def cascade(A: T.Buffer((16384,), "float32"), B: T.Buffer((16384,), "float32"), C: T.Buffer((16384,), "float32")):
    for x in range(128):
        cse_var_1: T.let = x*128
        for y in range(128):
            cse_var_2: T.let = cse_var_1 + y
            for k in range(128):
                C[cse_var_2] = C[cse_var_2] + A[cse_var_1 + k] * B[y*128 + k]

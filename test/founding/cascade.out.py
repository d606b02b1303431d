# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# The thread: what lowering C[x, y] = C[x, y] + A[x, k] * B[y, k] to one dimension repeats.

@T.prim_func
def cascade(A: T.Buffer((16384,), "float32"), B: T.Buffer((16384,), "float32"), C: T.Buffer((16384,), "float32")):
    for x in range(128):
        cse_var_1 = T.bind(x * 128)
        for y in range(128):
            cse_var_2 = T.bind(cse_var_1 + y)
            for k in range(128):
                C[cse_var_2] = C[cse_var_2] + A[cse_var_1 + k] * B[y * 128 + k]

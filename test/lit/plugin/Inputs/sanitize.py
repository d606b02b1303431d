from tvm.script import tirx as T
@T.prim_func
def shift(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), n: T.int32):
    for i in range(n):
        B[i + 1] = A[i]

# refused: a function cannot have an empty name
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
    T.func_attr({"global_symbol": ""})
    for i in range(16):
        B[i] = A[i] + A[i]

# Two ways out: LLVM unrolls the loop by eight and counts the rounds by one of them.
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
    for i in range(n):
        if i == 16:
            B[63] = m
            break
        B[i] = A[i] + 1

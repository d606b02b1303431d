# options: -O2 --emit=tir --after=legalize
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i in T.unroll(n):
        A[i, 0] = x
    for i in T.unroll(4):
        if A[i, 0] > x:
            break
    for i in T.unroll(1000000):
        B[i % 16, 0] = x
# expected-warning@6:5 {{this loop is not unrolled: its bounds are not constant}}
# expected-warning@8:5 {{this loop is not unrolled: break or continue may end it}}
# expected-warning@11:5 {{this loop is not unrolled: its copies would be too many statements}}

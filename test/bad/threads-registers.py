# options: -O2 --emit=tir --after=legalize
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    r = T.alloc_buffer((4,), scope="local")
    for i in T.thread_binding(16, thread="threadIdx.x"):
        r[0] = x
    for i in T.thread_binding(16, thread="threadIdx.x"):
        A[i, 0] = r[0]
# expected-error@6:5 {{'r' is private to each thread but lives outside of the loops over threads: this cannot be compiled for a CPU}}

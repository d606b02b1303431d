from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    for k in [1, 2]:
        A[k] = x
# expected-error@6:14 {{'for' takes range, T.serial, T.parallel, T.vectorized, T.unroll, T.thread_binding or T.grid, not a list}}

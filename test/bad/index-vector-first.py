from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16, 16), "float32"), x: T.float32):
    A[T.Ramp(0, 1, 4), 0] = T.Broadcast(x, 4)
# expected-error@5:7 {{only the last index may be a vector}}

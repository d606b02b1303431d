from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32x1024")):
    A[0] = A[T.Ramp(0, 1, 1024)]
# expected-error@5:12 {{an access of more than 4096 lanes}}

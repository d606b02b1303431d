from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.masked_store(A, T.Broadcast(x, 4), T.Ramp(0, 1, 4), T.bool(True))
# expected-error@6:59 {{the mask has type bool, not bool of 4 lanes}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    y = T.int32()
    B[0] = T.Let(y, where={y: 1, y: 2})
# expected-error@7:28 {{'y' is given a value twice}}

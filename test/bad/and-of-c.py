from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    if i < 3 && i > 1:
        A[0] = x
# expected-error@6:15 {{'&&' is not TVMScript: write and}}

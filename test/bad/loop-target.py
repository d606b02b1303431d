from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    for A[0] in range(4):
        A[1] = x
# expected-error@6:9 {{a loop's variable must be a name}}

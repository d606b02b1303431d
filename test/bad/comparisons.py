from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    M[0] = i < 1 < 2 < 3 < 4 < 5 < 6 < 7 < 8 < 9
# expected-error@6:46 {{more than 8 comparisons in a chain}}

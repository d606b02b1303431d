from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    for k in T.serial(4, unroll="yes"):
        A[k] = x
# expected-error@6:33 {{unroll must be a bool or an integer, not a string}}

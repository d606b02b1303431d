from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    y: T.int32
    y = i.size
# expected-error@7:9 {{an expression has no attribute 'size'}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    C = T.match_buffer(i, (16,), "float32")
# expected-error@6:9 {{T.match_buffer takes a T.handle parameter or a region of a buffer}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    C = T.alloc_buffer((4, 4), "float32", axis_separators=1)
# expected-error@6:59 {{axis_separators takes a list of integers}}

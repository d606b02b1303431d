from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    C = T.alloc_buffer((16,), "float32", offset_factor=-1)
# expected-error@6:56 {{offset_factor must be at least 0 and at most 1048576}}

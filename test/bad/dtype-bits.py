from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    C = T.alloc_buffer((16,), "int5")
# expected-error@6:31 {{integers of 5 bits are not supported; keep them in int8, or packed in uint8 and unpacked by >> and &}}

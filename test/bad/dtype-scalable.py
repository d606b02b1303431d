from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    C = T.alloc_buffer((16,), "float32xvscalex4")
# expected-error@6:31 {{vectors of a scalable length are not read}}

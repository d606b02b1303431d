from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    B = T.alloc_shared((4,), "int32", allocated_addr=[64])
# expected-error@5:54 {{allocated_addr is not supported}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32", annotations=3)
    A[0] = 1
# expected-error@5:52 {{annotations must be a dictionary}}

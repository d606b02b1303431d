from tvm.script import tirx as T

@T.prim_func
def f(a: T.handle):
    a[0] = 1
# expected-error@5:5 {{'a' is a handle; T.match_buffer(a, SHAPE, TYPE) makes a buffer of it}}

from tvm.script import tirx as T

@T.prim_func
def f(i: T.int32) -> T.int32:
    return
# expected-error@5:5 {{'return' needs a value}}

from tvm.script import tirx as T

@T.prim_func
def f(x: T.float32) -> T.int32:
    return x
# expected-error@5:12 {{a value of type float32 is returned where int32 is wanted}}
# expected-note@4:1 {{of this function}}

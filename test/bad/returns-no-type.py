from tvm.script import tirx as T

@T.prim_func
def f(i: T.int32) -> 3:
    return i
# expected-error@4:22 {{a function returns a type, not an integer}}

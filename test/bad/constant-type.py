from tvm.script import tirx as T

@T.prim_func
def f(B: T.Buffer((16,), "int32")):
    y: T.let[T.int32] = 1.5
    B[0] = y
# expected-error@5:25 {{a float is no constant of type int32}}

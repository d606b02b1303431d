from tvm.script import tirx as T

@T.prim_func
def existing(M: T.Buffer((64,), "int32"), a: T.int32, b: T.int32):
    x: T.let[T.int32] = a * b + 1
    M[0] = x
    M[1] = x * 3

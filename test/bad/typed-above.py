from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer(("m",), "float32"), B: T.Buffer(("m",), "int32")):
    m = T.int64()
    m = T.int32()
    A[0] = 1.0
# expected-error@6:5 {{'m' has type int32 here and int64 above}}
# expected-note@4:21 {{first named here}}

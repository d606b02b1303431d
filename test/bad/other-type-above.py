from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((T.int32(), "m"), "float32")):
    m = T.int64()
    m = T.int32()
    A[0, 0] = 1.0
# expected-error@4:20 {{expected an expression, not a declaration}}
# expected-error@6:5 {{'m' is defined twice in one scope}}
# expected-note@5:5 {{first defined here}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32x3")):
    C = A.view("int64")
    C[0] = T.int64(1)
# expected-error@5:9 {{the sizes of the two types do not divide each other}}

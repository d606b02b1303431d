from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((3,), "int8")):
    C = A.view("int32")
    C[0] = 1
# expected-error@5:9 {{the last dimension is no multiple of 4}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4, 4), "int8", strides=(8, 1))):
    C = A.view("int32")
    C[0, 0] = 1
# expected-error@5:9 {{a view of a buffer with strides is not supported}}

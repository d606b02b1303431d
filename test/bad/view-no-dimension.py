from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((), "float32")):
    C = A.view("int8")
    C[()] = T.int8(1)
# expected-error@5:9 {{a view of another size needs a dimension}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    B = T.decl_buffer((4,), "int32", data="A")
# expected-error@5:43 {{data= must be a pointer, not a string}}

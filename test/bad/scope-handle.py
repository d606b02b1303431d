from tvm.script import tirx as T

@T.prim_func
def f(a: T.handle("float32", 3)):
    T.evaluate(0)
# expected-error@4:30 {{a storage scope must be a string, not an integer}}

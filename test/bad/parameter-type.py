from tvm.script import tirx as T

@T.prim_func
def f(a: 3):
    T.evaluate(0)
# expected-error@4:10 {{a parameter is a type or T.Buffer, not an integer}}

from tvm.script import tirx as T

@T.prim_func
def f(3):
    T.evaluate(0)
# expected-error@4:7 {{expected a parameter, not '3'}}

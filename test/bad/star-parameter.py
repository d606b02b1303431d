from tvm.script import tirx as T

@T.prim_func
def f(*a):
    T.evaluate(0)
# expected-error@4:7 {{'*' parameters are not TVMScript}}

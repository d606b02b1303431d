from tvm.script import tirx as T

@T.prim_func
def f(a: T.int32 = 3):
    T.evaluate(0)
# expected-error@4:18 {{a parameter has no default value in TVMScript}}

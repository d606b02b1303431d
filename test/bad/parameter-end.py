from tvm.script import tirx as T

@T.prim_func
def f(a: T.int32 b: T.int32):
    T.evaluate(0)
# expected-error@4:18 {{expected ',' or ')', not 'b'}}

from tvm.script import tirx as T

@T.prim_func
def f(i: T.int32, i: T.int32):
    T.evaluate(i)
# expected-error@4:19 {{'i' is defined twice in one scope}}
# expected-note@4:7 {{first defined here}}

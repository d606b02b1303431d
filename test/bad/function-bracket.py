from tvm.script import tirx as T

@T.prim_func
def f a: T.int32:
    T.evaluate(0)
# expected-error@4:7 {{expected '(', not 'a'}}

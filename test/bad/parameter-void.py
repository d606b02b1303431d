from tvm.script import tirx as T

@T.prim_func
def f(a: T.void):
    T.evaluate(0)
# expected-error@4:10 {{a parameter cannot be void}}

from tvm.script import tirx as T

@T.prim_func def f(a: T.int32):
    T.evaluate(0)
# expected-error@3:14 {{expected end of line, not 'def'}}

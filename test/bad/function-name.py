from tvm.script import tirx as T

@T.prim_func
def (a: T.int32):
    T.evaluate(0)
# expected-error@4:5 {{expected a name, not '('}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), n: T.int32):
    T.evaluate(T.call_extern("int32", "g", *n))
# expected-error@5:44 {{'*' takes a tuple or a list, not an expression}}

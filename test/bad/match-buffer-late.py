from tvm.script import tirx as T

@T.prim_func
def f(a: T.handle):
    T.evaluate(T.call_extern("int32", "g", a))
    A = T.match_buffer(a, (16,), "float32")
    A[0] = 1.0
# expected-error@6:9 {{T.match_buffer must be the first use of its parameter}}

from tvm.script import tirx as T

@T.prim_func
def f(a: T.handle):
    A = T.match_buffer(a, (16,), "float32")
    T.evaluate(T.call_extern("int32", "g", a))
# expected-error@6:44 {{'a' was given to T.match_buffer and has no other use}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), n: T.int32):
    T.evaluate(T.call_extern("int32", f"g_{n"))
# expected-error@5:39 {{a brace of this string has no other one; write {{ for a brace}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), n: T.int32):
    T.evaluate(T.call_extern("int32", f"g_{16:02d}"))
# expected-error@5:39 {{a value of this string has a format behind it; write the value alone}}

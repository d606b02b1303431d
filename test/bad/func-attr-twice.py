from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"),
      i: T.int32, n: T.int32, x: T.float32):
    T.func_attr({"a": 1})
    T.func_attr({"b": 1})
# expected-error@7:5 {{T.func_attr stands once, at the head of a function}}

from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer(("n",), "float32")):
    A[0] = T.Cast("float32", T.TypeVar("k"))
# expected-error@5:30 {{T has no 'TypeVar'}}

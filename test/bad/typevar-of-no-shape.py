from tvm.script import tirx as T

n = TypeVar("n")

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for k in range(4):
        A[k] = T.Cast("float32", n)
# expected-error@8:34 {{'n' is of no shape of this function}}

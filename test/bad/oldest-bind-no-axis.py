from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")) -> None:
    T.bind(A, 2)
# expected-error@5:5 {{T.bind of two gives an axis of its block a value}}

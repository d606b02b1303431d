from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")) -> None:
    x = T.bind(1, 2)
# expected-error@5:19 {{T.bind takes 1 argument, not 2}}

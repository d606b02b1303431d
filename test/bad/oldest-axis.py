from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")) -> None:
    for i in range(16):
        with T.block([T.grid(16)], "B") as [vi]:
            T.bind(vi, i)
            A[vi] = 0
# expected-error@6:23 {{T.grid is no axis of a block}}

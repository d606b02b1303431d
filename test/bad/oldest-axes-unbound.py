from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")) -> None:
    for i, j, k in T.grid(4, 2, 2):
        with T.block([16], "B") as [vi]:
            A[vi] = 0
# expected-error@6:14 {{the axes of this block need T.bind}}

from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32")) -> None:
    for i in range(4):
        with T.block([4, 4, 1], "B") as [vi, vj, vk]:
            T.bind(vi, i)
            A[vi] = vj
# expected-error@6:46 {{'vj' has no value: T.bind gives it one}}

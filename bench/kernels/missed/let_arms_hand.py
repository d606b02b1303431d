from tvm.script import tirx as T

@T.prim_func
def let_arms_hand(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), x: T.int32, y: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    q: T.let[T.int32] = x // y
    for i in range(4096):
        if A[i] > 0:
            B[i] = (n + i) * (n + i) + q
        else:
            B[i] = n * i * 3 - q

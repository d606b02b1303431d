from tvm.script import tirx as T

@T.prim_func
def triangle_hand(A: T.Buffer((200, 200), "int32"), B: T.Buffer((200,), "int32"), C: T.Buffer((200,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(200):
        t: T.let[T.int32] = A[i, i]
        for j in range(i):
            B[j] = t
            A[i, j] = t * 3
            C[j] = t

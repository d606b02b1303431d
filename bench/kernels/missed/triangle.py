# triangle: an element of the diagonal, which stores of its row miss as their column is less
# fill A -9 9
from tvm.script import tirx as T

@T.prim_func
def triangle(A: T.Buffer((200, 200), "int32"), B: T.Buffer((200,), "int32"), C: T.Buffer((200,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(200):
        for j in range(i):
            B[j] = A[i, i]
            A[i, j] = B[j] * 3
            C[j] = A[i, i]

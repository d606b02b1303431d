# Nests that read each other's elements, of the same, an earlier and a later iteration, with a store between two of them.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((200,), "uint8", align=128), B: T.Buffer((200,), "uint8", align=128), C: T.Buffer((200,), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    S = T.alloc_buffer((200,), "uint8")
    V = T.decl_buffer((200,), "uint8", data=S.data)
    for i in range(1, 199):
        S[i] = A[i] * T.uint8(3)
    for i in range(1, 199):
        V[i] = T.max(S[i], A[i + 1]) + S[i]
    for i in range(1, 199):
        B[i] = V[i] + T.uint8(1)
    for i in range(1, 199):
        C[i] = B[i] + B[i - 1]
    for i in range(1, 199):
        A[i] = C[i] * T.uint8(5)
    for i in range(1, 199):
        B[i] = A[i] + A[i + 1]
    B[50] = T.uint8(9)
    for i in range(1, 199):
        C[i] = B[i] + C[i]

# A recurrence through two views of one buffer: three elements ahead of what is read two behind.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    V = T.decl_buffer((900,), "int32", data=A.data, elem_offset=3)
    W = T.decl_buffer((900,), "int32", data=A.data, elem_offset=1)
    for j in range(200):
        V[j] = W[j] + B[j]

# The least recurrence through a view: element j + 2 from element j.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((256,), "int32", align=128)):
    V = T.decl_buffer((255,), "int32", data=A.data, elem_offset=2)
    for j in range(200):
        V[j] = A[j] + 1

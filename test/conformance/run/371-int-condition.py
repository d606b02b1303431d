# if and while of integers: one holds unless it is zero
# args: arg0 A buffer int32 8; arg1 F buffer uint8 8; arg2 B buffer int32 8; arg3 C buffer int32 8
# tolerance: exact
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((8,), "int32"), F: T.Buffer((8,), "uint8"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
    for i in range(8):
        if A[i]:
            if F[i]:
                B[i] = 2
            else:
                B[i] = 1
        else:
            B[i] = -1
    for i in range(8):
        C[i] = T.max(A[i], 0)
        while C[i]:
            C[i] = C[i] - 1

# accept: constants from around a kernel
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

N, ROWS = 64, 8 // 2
SHAPE = (ROWS, N)
DTYPE = "float32"
SCALE = 1 / 2

@T.prim_func(s_tir=True)
def main(A: T.Buffer(SHAPE, DTYPE), B: T.Buffer((N, ROWS), "int32")):
    for i, j in T.grid(*SHAPE):
        A[i, j] = A[i, j] * SCALE

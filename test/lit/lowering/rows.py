# An element of a buffer of two dimensions is found row by row where words are longer than indices, as clang does it for C.
# RUN: %tirc --target=host -O0 --emit=ll %s | FileCheck --check-prefix=HOST %s
# RUN: %tirc --target=hexagon -O0 --emit=ll %s | FileCheck --check-prefix=HEXAGON %s
from tvm.script import tirx as T


# HOST-DAG: getelementptr [150 x i8], ptr %A
# HOST-DAG: getelementptr [30 x i16], ptr %B
# HEXAGON-NOT: x i8], ptr %A
# HEXAGON: getelementptr inbounds i8, ptr %A
@T.prim_func(s_tir=True)
def main(A: T.Buffer((30, 150), "uint8"), B: T.Buffer((150, 30), "int16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(150, 30):
        B[y, x] = T.Cast("int16", A[x, y])

# options: -O2 --emit=tir --after=legalize
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    for i in T.vectorized(15):
        A[i + 1, 0] = A[i, 0] + x
    for i in T.vectorized(n):
        B[i, 0] = x
    for i in T.vectorized(4):
        for j in range(i):
            A[i, j] = x
# expected-warning@6:5 {{this loop is not vectorised: an iteration may use what another one stores}}
# expected-warning@8:5 {{this loop is not vectorised: its extent is not constant}}
# expected-warning@11:9 {{this statement of a vectorised loop runs serially: the bounds of a loop inside differ by iteration}}

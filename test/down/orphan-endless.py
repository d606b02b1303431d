# run: interp n=1 --timeout=1: error: not done after 1 second (--timeout)
# run: jit n=1 --timeout=1: error: not done after 1 second (--timeout)
# run: hexagon n=1 --timeout=1: error: not done after 1 second (--timeout)
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
    while A[0] == A[0]:
        B[0] = A[0]

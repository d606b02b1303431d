# run: interp n=1000000000000 m=1000000000000 --save=out: error: 'A' has too many elements to be saved
from tvm.script import tirx as T
@T.prim_func
def main(a: T.handle, B: T.Buffer((4,), "float32")):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n, m), "float32", strides=(0, 0))
    B[0] = A[0, 0]

# A float where a pointer must stand.
# refused: operand 1 of 'T.isnullptr' must be a pointer, but is float32
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
    T.evaluate(T.isnullptr(A[0]))

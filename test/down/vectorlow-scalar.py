# refused: operand 1 of 'T.vectorlow' must be a vector with an even number of lanes
from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((16,), "float32"), n: T.int32):
    T.evaluate(T.vectorlow("float32x2", A[0]))

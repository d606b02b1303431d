# options: -O0 --emit=asm --target=hexagon -mattr=+hvx-qfloat
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{feature 'hvx-qfloat': processor 'hexagonv67' has no vectors of floats}}

# options: -O0 --emit=asm --target=hexagon -mcpu=hexagonv79 -mhvx-ieee-fp
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{feature 'hvx-ieee-fp': from v79 on vectors of floats are computed in qfloat alone; v68 to v75 have IEEE's format, too}}

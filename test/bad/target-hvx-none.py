# options: -O0 --emit=asm --target=hexagon -mcpu=hexagonv67t -mattr=+hvx
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{feature 'hvx': processor 'hexagonv67t' has no HVX}}

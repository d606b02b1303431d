# options: -O0 --emit=asm --target=host -mcpu=hexagonv68
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{processor 'hexagonv68' is one of Hexagon's; did you mean --target=hexagon -mcpu=hexagonv68?}}

# options: -O0 --emit=asm --target=hexagon -mcpu=v68
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{unknown processor 'v68' for target 'hexagon-unknown-elf'; did you mean 'hexagonv68'?}}

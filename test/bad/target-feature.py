# options: -O0 --emit=asm --target=hexagon -mattr=+nonesuch
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{unknown feature 'nonesuch' for target 'hexagon-unknown-elf'; -mattr=help lists them}}

# options: -O0 --emit=asm --target=hexagon -mcpu=hexagonv67 -mattr=+hvxv68
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{feature 'hvxv68': the HVX of processor 'hexagonv67' is v67; -mcpu=hexagonv68 has it}}

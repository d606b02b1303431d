# options: -O0 --emit=asm --target=hexagon -mattr=+hvx-length64b
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32):
    A[0] = x
# expected-error@0:0 {{feature 'hvx-length64b': HVX vectors of 64 bytes are not supported, only those of 128}}

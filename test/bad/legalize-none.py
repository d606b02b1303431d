# options: -O0 --emit=ll --legalize=none
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32, x: T.float32):
    with T.sblock("b"):
        A[0, 0] = x
# expected-error@6:5 {{a block can be compiled only after it is legalised}}

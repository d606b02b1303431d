# options: -O0 --emit=ll
from tvm.script import tirx as T

@T.prim_func
def expf(A: T.Buffer((16,), "float32")):
    A[0] = T.exp(A[1])
# expected-error@6:12 {{T.exp calls the C library's 'expf', but a function of this module is exported by that name}}
